//! Environments that are no formulas: rigid bodies with hinges on a ground. A program of its own
//! steps them, natively a part of this one, in a browser loaded when it is needed. Rows of numbers
//! go there and come back; they are all that there is of a body, so a recorded step can be repeated
//! as any other.

use std::cell::RefCell;
use std::rc::Rc;

/// What steps bodies.
pub trait BodyProgram {
    /// Begins episodes: the first numbers of each row are uniform random ones in [0, 1), and the
    /// row becomes a state. Rows are `[environments, state]`.
    fn begin(&self, rows: &mut [f32]);

    /// Steps environments. A row is a state, the random numbers of the step, of which there are
    /// two, and the `width` numbers of the action. It becomes the next state, the reward, and how
    /// the step ended the episode as [`Dynamics::step`](super::Dynamics) says it.
    fn step(&self, rows: &mut [f32], width: usize);
}

thread_local! {
    static PROGRAM: RefCell<Option<Rc<dyn BodyProgram>>> = RefCell::new(at_first());
}

/// The program that is a part of this one.
#[cfg(not(target_arch = "wasm32"))]
struct Linked;

#[cfg(not(target_arch = "wasm32"))]
impl BodyProgram for Linked {
    fn begin(&self, rows: &mut [f32]) {
        policy_lab_lander::begin_rows(rows);
    }

    fn step(&self, rows: &mut [f32], width: usize) {
        policy_lab_lander::step_rows(rows, width);
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn at_first() -> Option<Rc<dyn BodyProgram>> {
    Some(Rc::new(Linked))
}

#[cfg(target_arch = "wasm32")]
fn at_first() -> Option<Rc<dyn BodyProgram>> {
    None
}

/// Has bodies stepped by this program from now on.
pub fn install(program: Rc<dyn BodyProgram>) {
    PROGRAM.set(Some(program));
}

/// Returns true if there is a program that steps bodies.
pub fn is_ready() -> bool {
    PROGRAM.with_borrow(Option::is_some)
}

/// Has the program do something. Without one nothing happens to the rows, which [`is_ready`] is
/// asked about before.
pub(super) fn ask(what: impl FnOnce(&dyn BodyProgram)) {
    let program = PROGRAM.with_borrow(Clone::clone);
    if let Some(program) = program {
        what(&*program);
    }
}

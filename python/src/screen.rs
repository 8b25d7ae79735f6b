//! What code shows and leaves beside its output: the module `_screen`, through which figures, HTML,
//! poses and written files reach whoever listens, and which clears what has been shown.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use policy_lab::python::protocol::{Pose, WrittenFile};

/// Something that code shows or leaves.
#[derive(Clone, Debug, PartialEq)]
pub enum Showing {
    /// A figure, as SVG.
    Figure(String),
    /// HTML of which only what is safe is left.
    Markup(String),
    /// The output so far, the figures and the HTML are shown no more.
    Cleared,
    /// What an environment looks like now.
    Pose(Pose),
    /// What is in a file now.
    Written(WrittenFile),
}

pub(crate) use _screen::module_def as module;

type Listener = Rc<dyn Fn(Showing)>;

thread_local! {
    static LISTENER: RefCell<Option<Listener>> = const { RefCell::new(None) };
    /// True if the next output clears what was shown before it.
    static IS_WAITING: Cell<bool> = const { Cell::new(false) };
}

/// Hands what code shows to `listener` from now on. Without a listener, figures and poses are named
/// in the output.
pub fn listen(listener: impl Fn(Showing) + 'static) {
    LISTENER.replace(Some(Rc::new(listener)));
}

/// Hands what code shows to `listener` while `work` runs.
pub fn watched<T>(listener: impl Fn(Showing) + 'static, work: impl FnOnce() -> T) -> T {
    listen(listener);
    let done = work();
    LISTENER.take();
    done
}

/// Clears what has been shown, if that waits for more output.
pub(crate) fn make_room() {
    if IS_WAITING.get() {
        clear(false);
    }
}

/// Lets nothing wait any more: another program begins.
pub(crate) fn begin() {
    IS_WAITING.set(false);
}

/// Clears what has been shown, or lets the next output do so.
fn clear(waits: bool) {
    IS_WAITING.set(waits);
    if !waits {
        crate::cell::forget_printed();
        show(|| Showing::Cleared);
    }
}

/// Returns true if somebody has seen it.
fn show(shown: impl FnOnce() -> Showing) -> bool {
    let listener = LISTENER.with_borrow(Clone::clone);
    listener.map(|listener| listener(shown())).is_some()
}

#[rustpython_vm::pymodule]
mod _screen {
    use super::{Pose, Showing, WrittenFile, make_room, show};
    use rustpython_vm::function::ArgBytesLike;

    /// Shows a figure, and returns true if somebody sees it.
    #[pyfunction]
    fn figure(svg: String) -> bool {
        make_room();
        show(|| Showing::Figure(svg))
    }

    /// Shows what is safe of some HTML, and returns true if somebody sees it.
    #[pyfunction]
    fn markup(html: String) -> bool {
        make_room();
        show(|| Showing::Markup(crate::markup::safe(&html)))
    }

    /// Clears what has been shown so far, at once or before the next output.
    #[pyfunction]
    fn clear(waits: bool) {
        super::clear(waits);
    }

    /// Shows an environment by its quantities and by the numbers of its state, and returns true if
    /// somebody sees it.
    #[pyfunction]
    fn pose(environment: String, names: Vec<String>, numbers: Vec<f64>, state: Vec<f64>) -> bool {
        let quantities = names.into_iter().zip(numbers).collect();
        show(|| {
            Showing::Pose(Pose {
                environment,
                quantities,
                state: state.into_iter().map(|it| it as f32).collect(),
            })
        })
    }

    /// Hands over what is in a file, and returns true if somebody takes it.
    #[pyfunction]
    fn written(path: String, content: ArgBytesLike) -> bool {
        show(|| {
            let bytes = content.borrow_buf().to_vec();
            Showing::Written(WrittenFile { path, bytes })
        })
    }
}

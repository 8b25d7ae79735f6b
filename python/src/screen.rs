//! What code shows and leaves beside its output: the module `_screen`, through which figures, poses
//! and written files reach whoever listens.

use std::cell::RefCell;
use std::rc::Rc;

use policy_lab::python::protocol::{Pose, WrittenFile};

/// Something that code shows or leaves.
#[derive(Clone, Debug, PartialEq)]
pub enum Showing {
    /// A figure, as SVG.
    Figure(String),
    /// What an environment looks like now.
    Pose(Pose),
    /// What is in a file now.
    Written(WrittenFile),
}

pub(crate) use _screen::module_def as module;

type Listener = Rc<dyn Fn(Showing)>;

thread_local! {
    static LISTENER: RefCell<Option<Listener>> = const { RefCell::new(None) };
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

/// Returns true if somebody has seen it.
fn show(shown: impl FnOnce() -> Showing) -> bool {
    let listener = LISTENER.with_borrow(Clone::clone);
    listener.map(|listener| listener(shown())).is_some()
}

#[rustpython_vm::pymodule]
mod _screen {
    use super::{Pose, Showing, WrittenFile, show};
    use rustpython_vm::function::ArgBytesLike;

    /// Shows a figure, and returns true if somebody sees it.
    #[pyfunction]
    fn figure(svg: String) -> bool {
        show(|| Showing::Figure(svg))
    }

    /// Shows an environment by its quantities, and returns true if somebody sees it.
    #[pyfunction]
    fn pose(environment: String, names: Vec<String>, numbers: Vec<f64>) -> bool {
        let quantities = names.into_iter().zip(numbers).collect();
        show(|| {
            Showing::Pose(Pose {
                environment,
                quantities,
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

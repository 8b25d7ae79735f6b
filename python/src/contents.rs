//! What names, dictionaries and lists hold: the module `_contents`, by which `lib/_isolation.py`
//! sees that a cell has left a module or a class alone.

pub(crate) use _contents::module_def as module;

#[rustpython_vm::pymodule]
mod _contents {
    use rustpython_vm::builtins::{PyDict, PyList, PyType};
    use rustpython_vm::{AsObject as _, Py, PyObjectRef};

    /// Returns true if a module, a class, a dictionary or a list holds the very objects of
    /// `content`, a dictionary or a list, in their order.
    #[pyfunction]
    fn holds(owner: PyObjectRef, content: PyObjectRef) -> bool {
        if let (Some(owner), Some(content)) = (
            owner.downcast_ref::<PyList>(),
            content.downcast_ref::<PyList>(),
        ) {
            let (owner, content) = (owner.borrow_vec(), content.borrow_vec());
            return owner.len() == content.len()
                && (owner.iter().zip(&*content)).all(|(left, right)| left.is(right));
        }
        let Some(content) = content.downcast_ref::<PyDict>() else {
            return false;
        };
        if let Some(class) = owner.downcast_ref::<PyType>() {
            return match class.attributes().as_dict() {
                Some(names) => same(names, content),
                None => same(class.attributes().entries(), content),
            };
        }
        match owner.downcast_ref::<PyDict>() {
            Some(owner) => same(owner, content),
            None => (owner.dict()).is_some_and(|names| same(&names, content)),
        }
    }

    /// The lengths that dictionaries tell beforehand count what has been taken out of them too.
    fn same(
        names: impl IntoIterator<Item = (PyObjectRef, PyObjectRef)>,
        content: &Py<PyDict>,
    ) -> bool {
        let mut content = content.into_iter();
        let is_next = |(name, value): (PyObjectRef, PyObjectRef)| {
            (content.next()).is_some_and(|(known, kept)| name.is(&known) && value.is(&kept))
        };
        names.into_iter().all(is_next) && content.next().is_none()
    }
}

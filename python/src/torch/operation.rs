//! What a tensor's `grad_fn` is: an operation of the record, from which those before it are found.

use std::rc::Rc;

use rustpython_vm::types::Representable;
use rustpython_vm::{AsObject as _, Py, PyObjectRef, PyPayload, PyResult, VirtualMachine, pyclass};

use crate::array::Node;

/// An operation of the record, or the leaf at its end.
#[pyclass(module = "torch.autograd", name = "Node")]
#[derive(Debug, PyPayload)]
pub struct PyOperation(pub Rc<Node>);

#[pyclass(with(Representable))]
impl PyOperation {
    /// Returns what PyTorch calls it, such as `MulBackward0`.
    #[pymethod]
    fn name(zelf: &Py<Self>) -> String {
        zelf.0.name()
    }

    /// The operations that its inputs came from, each with 0, the place among their results.
    /// Inputs that want no gradient have `None`.
    #[pygetset]
    fn next_functions(zelf: &Py<Self>, vm: &VirtualMachine) -> PyObjectRef {
        let pair = |node: Option<Rc<Node>>| -> PyObjectRef {
            let operation = match node {
                Some(node) => Self(node).into_pyobject(vm),
                None => vm.ctx.none(),
            };
            let place = vm.ctx.new_int(0).into();
            vm.ctx.new_tuple(vec![operation, place]).into()
        };
        let pairs = zelf.0.inputs().into_iter().map(pair).collect();
        vm.ctx.new_tuple(pairs).into()
    }
}

impl Representable for PyOperation {
    fn repr_str(zelf: &Py<Self>, _vm: &VirtualMachine) -> PyResult<String> {
        let (name, place) = (zelf.0.short_name(), zelf.as_object().get_id());
        Ok(format!("<{name} object at {place:#x}>"))
    }
}

//! The functions of `_lab` about gradients.

#[rustpython_vm::pymodule(sub, name = "_lab")]
pub mod ways {
    use std::cell::RefCell;
    use std::rc::Rc;

    use rustpython_vm::builtins::{PyBaseExceptionRef, PyTuple};
    use rustpython_vm::convert::ToPyObject as _;
    use rustpython_vm::vm::thread::with_current_vm;
    use rustpython_vm::{PyObjectRef, PyPayload as _, PyRef, PyResult, VirtualMachine};

    use crate::array::{
        self, AdamUpdate, Array, Error, Hook, Node, Start, is_recording, set_recording,
    };
    use crate::torch::convert::raise;
    use crate::torch::operation::PyOperation;
    use crate::torch::tensor::PyTensor;

    type Tensor = PyRef<PyTensor>;

    thread_local! {
        /// What Python has raised, on its way through the backward pass.
        static RAISED: RefCell<Option<PyBaseExceptionRef>> = const { RefCell::new(None) };
    }

    /// Calls Python on the way back, and keeps what it raises.
    fn on_the_way<T>(call: impl FnOnce(&VirtualMachine) -> PyResult<T>) -> array::Result<T> {
        with_current_vm(call).map_err(|exception| {
            RAISED.set(Some(exception));
            Error::Runtime("a function of the reader's raised an error".to_owned())
        })
    }

    fn raised(error: Error, vm: &VirtualMachine) -> PyBaseExceptionRef {
        RAISED.take().unwrap_or_else(|| raise(error, vm))
    }

    fn starts(tensors: &[Tensor], grads: &[Option<Tensor>]) -> Vec<Start> {
        let grads = grads.iter().map(|grad| grad.as_ref().map(|it| it.array()));
        let grads = grads.chain(std::iter::repeat(None));
        let pairs = tensors.iter().zip(grads);
        let start = |(from, grad): (&Tensor, Option<Array>)| Start {
            from: from.array(),
            grad,
        };
        pairs.map(start).collect()
    }

    /// Adds gradients to the leaves that the tensors were computed from.
    #[pyfunction]
    fn backward(
        tensors: Vec<Tensor>,
        grads: Vec<Option<Tensor>>,
        keeps_graph: bool,
        creates_graph: bool,
        vm: &VirtualMachine,
    ) -> PyResult<()> {
        RAISED.take();
        array::backward(starts(&tensors, &grads), keeps_graph, creates_graph)
            .map_err(|error| raised(error, vm))
    }

    /// Returns the gradients of `tensors` with respect to `inputs`, `None` where one was not used.
    #[pyfunction]
    fn gradients(
        tensors: Vec<Tensor>,
        grads: Vec<Option<Tensor>>,
        inputs: Vec<Tensor>,
        keeps_graph: bool,
        creates_graph: bool,
        vm: &VirtualMachine,
    ) -> PyResult<Vec<PyObjectRef>> {
        RAISED.take();
        let nodes = inputs.iter().map(|input| {
            let node = input.array().node().cloned();
            node.ok_or_else(|| {
                vm.new_runtime_error("a gradient is asked for a tensor that does not require grad")
            })
        });
        let nodes: Vec<Rc<Node>> = nodes.collect::<PyResult<_>>()?;
        let starts = starts(&tensors, &grads);
        let found = array::gradients_at(&nodes, starts, keeps_graph, creates_graph)
            .map_err(|error| raised(error, vm))?;
        let found = found.into_iter().map(|grad| grad.map(PyTensor::from));
        Ok(found.map(|grad| grad.to_pyobject(vm)).collect())
    }

    /// Calls a function with the gradient of a tensor whenever one arrives. What it returns, unless
    /// `None`, takes its place.
    #[pyfunction]
    fn add_hook(tensor: Tensor, function: PyObjectRef, vm: &VirtualMachine) -> PyResult<()> {
        let array = tensor.array();
        let Some(node) = array.node() else {
            return Err(vm.new_runtime_error("a hook needs a tensor that requires grad"));
        };
        let hook: Hook = Rc::new(move |grad| {
            let given = on_the_way(|vm| {
                let given = function.call((PyTensor::from(grad.clone()),), vm)?;
                given.try_into_value::<Option<Tensor>>(vm)
            })?;
            Ok(given.map(|it| it.array()))
        });
        node.add_hook(hook);
        Ok(())
    }

    /// Connects results with inputs: `function` gets the gradients of the results, and returns
    /// those of the inputs.
    #[pyfunction]
    fn connected(
        inputs: Vec<Tensor>,
        results: Vec<Tensor>,
        function: PyObjectRef,
        vm: &VirtualMachine,
    ) -> Vec<PyObjectRef> {
        let inputs: Vec<Array> = inputs.iter().map(|input| input.array()).collect();
        let inputs: Vec<&Array> = inputs.iter().collect();
        let results = results.iter().map(|result| result.array()).collect();
        let made = array::connected(&inputs, results, move |grads| {
            let given = on_the_way(|vm| {
                let grads = grads.iter().cloned().map(PyTensor::from);
                let grads: Vec<PyObjectRef> = grads.map(|grad| grad.into_pyobject(vm)).collect();
                let given = function.call(grads, vm)?;
                vm.extract_elements_with(&given, |grad| grad.try_into_value::<Option<Tensor>>(vm))
            })?;
            Ok(given.iter().map(|it| Some(it.as_ref()?.array())).collect())
        });
        let objects = made.into_iter().map(PyTensor::from);
        objects.map(|made| made.into_pyobject(vm)).collect()
    }

    /// Takes a step of Adam: changes the parameter and both means in place.
    #[pyfunction]
    #[expect(clippy::too_many_arguments, reason = "Python gives them one by one")]
    fn adam(
        parameter: Tensor,
        grad: Tensor,
        mean: Tensor,
        square: Tensor,
        count: i32,
        settings: Vec<PyObjectRef>,
        is_decoupled: bool,
        vm: &VirtualMachine,
    ) -> PyResult<()> {
        let settings = settings.iter().map(|it| Ok(it.try_float(vm)?.to_f64()));
        let settings = settings.collect::<PyResult<Vec<f64>>>()?;
        let &[lr, beta1, beta2, eps, weight_decay] = &settings[..] else {
            return Err(vm.new_type_error("Adam's settings are five numbers"));
        };
        let adam = AdamUpdate {
            lr,
            betas: (beta1, beta2),
            eps,
            count,
            weight_decay,
            is_decoupled,
        };
        let tensors = [&parameter, &grad, &mean, &square].map(|it| it.array());
        let stepped = adam.step(tensors).and_then(|made| {
            let targets = [&parameter, &mean, &square].into_iter();
            targets.zip(made).try_for_each(|(target, array)| {
                target.numbers().note_written();
                target.numbers().replace(array)
            })
        });
        stepped.map_err(|error| raise(error, vm))
    }

    /// Gives the operation behind a result, or behind each of several, PyTorch's name, and returns
    /// the result. What is one of the inputs unchanged keeps the name that it has.
    #[pyfunction]
    fn named(name: String, result: PyObjectRef, inputs: Vec<PyObjectRef>) -> PyObjectRef {
        let node_of = |object: &PyObjectRef| {
            let tensor = object.downcast_ref::<PyTensor>()?;
            tensor.array().node().cloned()
        };
        let parts = match result.downcast_ref::<PyTuple>() {
            Some(parts) => parts.to_vec(),
            None => vec![result.clone()],
        };
        for node in parts.iter().filter_map(node_of) {
            let mut others = inputs.iter().filter_map(node_of);
            if !others.any(|other| Rc::ptr_eq(&other, &node)) {
                node.rename(name.clone());
            }
        }
        result
    }

    /// Returns the operation that a tensor came from, or `None` for a leaf.
    #[pyfunction]
    fn grad_fn(tensor: Tensor) -> Option<PyOperation> {
        let node = tensor.array().node().cloned();
        node.filter(|node| !node.is_leaf()).map(PyOperation)
    }

    /// Keeps the gradient of a result, as a leaf does.
    #[pyfunction]
    fn retain_grad(tensor: Tensor) {
        tensor.numbers().retain_grad();
    }

    /// Cuts a tensor off from what it was computed from.
    #[pyfunction]
    fn cut(tensor: Tensor, vm: &VirtualMachine) -> PyResult<()> {
        tensor.want_gradient(false, vm)
    }

    #[pyfunction]
    fn is_leaf(tensor: Tensor) -> bool {
        tensor.array().node().is_none_or(|node| node.is_leaf())
    }

    #[pyfunction]
    fn is_grad_enabled() -> bool {
        is_recording()
    }

    #[pyfunction]
    fn set_grad_enabled(enabled: bool) -> bool {
        set_recording(enabled)
    }
}

//! The functions of `_lab` that create tensors, read them and compute gradients, and the classes.

#[expect(
    clippy::unwrap_used,
    reason = "the macro unwraps what it has just made"
)]
#[rustpython_vm::pymodule(sub, name = "_lab")]
pub mod more {
    use rustpython_vm::builtins::{PyBytes, PyDictRef, PyTypeRef};
    use rustpython_vm::class::PyClassImpl as _;
    use rustpython_vm::function::OptionalArg;
    use rustpython_vm::{PyObjectRef, PyRef, PyResult, VirtualMachine};

    use crate::array::{Array, Dtype, Nested, Number};
    use crate::cell::print;
    use crate::torch::convert::{Sizes, lists, nested, number, numpy_indices, raise, unflatten};
    use crate::torch::generator::{PyPcg, PyZiggurat};
    use crate::torch::operation::PyOperation;
    use crate::torch::operators::{give, read, write as write_at};
    use crate::torch::pcg::{Ziggurat, pool, spread};
    use crate::torch::stream::{PyStream, listed};
    use crate::torch::tensor::{PyTensor, set_tables};
    use crate::torch::view::ViewKind;

    type Tensor = PyRef<PyTensor>;

    /// Creates a tensor from nested lists of numbers, in which Python's fractions have the `usual`
    /// type.
    #[pyfunction]
    fn tensor(
        data: PyObjectRef,
        dtype: Option<Dtype>,
        usual: OptionalArg<Dtype>,
        vm: &VirtualMachine,
    ) -> PyResult {
        if let Some(tensor) = data.downcast_ref::<PyTensor>() {
            let array = tensor.array().detach();
            let dtype = dtype.unwrap_or(array.dtype());
            return give(Ok(array.cast(dtype)), vm);
        }
        let usual = usual.unwrap_or(Dtype::Float32);
        give(Array::from_nested(&nested(&data, vm)?, dtype, usual), vm)
    }

    /// Creates a tensor with the same number everywhere.
    #[pyfunction]
    fn full(sizes: Sizes, fill: PyObjectRef, dtype: Dtype, vm: &VirtualMachine) -> PyResult {
        let fill = number(&fill, vm)?.unwrap_or(Number::Int(0));
        give(Array::full(sizes.shape(vm)?, fill, dtype), vm)
    }

    /// Creates `count` numbers, `start` and then each `step` more: whole ones if both are, else of
    /// 64 bits.
    #[pyfunction]
    fn ramp(start: PyObjectRef, step: PyObjectRef, count: usize, vm: &VirtualMachine) -> PyResult {
        let [start, step] = [start, step].map(|it| number(&it, vm));
        let zero = Number::Int(0);
        let (start, step) = (start?.unwrap_or(zero), step?.unwrap_or(zero));
        give(Array::ramp(start, step, count), vm)
    }

    /// Raises an error if a tensor of these sizes does not fit in memory.
    #[pyfunction]
    fn fits(sizes: Sizes, vm: &VirtualMachine) -> PyResult<()> {
        Array::check_size(&sizes.shape(vm)?).map_err(|error| raise(error, vm))
    }

    #[pyfunction]
    fn cast(tensor: Tensor, dtype: Dtype, vm: &VirtualMachine) -> PyResult {
        give(Ok(tensor.array().cast(dtype)), vm)
    }

    #[pyfunction]
    fn dtype(tensor: Tensor) -> &'static str {
        tensor.array().dtype().name()
    }

    #[pyfunction]
    fn item(tensor: Tensor, vm: &VirtualMachine) -> PyResult {
        let number = tensor.array().item().map_err(|error| raise(error, vm))?;
        Ok(lists(&Nested::Number(number), vm))
    }

    #[pyfunction]
    fn tolist(tensor: Tensor, vm: &VirtualMachine) -> PyObjectRef {
        lists(&unflatten(&tensor.array()), vm)
    }

    #[pyfunction]
    fn detach(tensor: Tensor, vm: &VirtualMachine) -> PyResult<PyTensor> {
        tensor.view(ViewKind::Detached, vm)
    }

    /// Returns another object with the same numbers, a leaf if this is one.
    #[pyfunction]
    fn copy(tensor: Tensor, vm: &VirtualMachine) -> PyResult<PyTensor> {
        let copy = PyTensor::from(tensor.array().detach());
        if tensor.numbers().is_leaf() {
            copy.want_gradient(true, vm)?;
        }
        Ok(copy)
    }

    /// Returns the same numbers as a result of their own, which lie row by row.
    #[pyfunction]
    fn clone(tensor: Tensor) -> PyTensor {
        tensor.array().copied().into()
    }

    /// Returns another object with the same numbers and the same history, which keeps them whatever
    /// is written to the tensor.
    #[pyfunction]
    fn kept(tensor: Tensor) -> PyTensor {
        PyTensor::from(tensor.array())
    }

    /// Replaces a tensor's numbers by another's.
    #[pyfunction]
    fn overwrite(tensor: Tensor, source: Tensor, vm: &VirtualMachine) -> PyResult<()> {
        let (before, source) = (tensor.array(), source.array());
        let source = source
            .cast(before.dtype())
            .expand(before.shape())
            .map_err(|error| raise(error, vm))?;
        tensor.overwrite(source, vm)
    }

    #[pyattr(name = "Tensor")]
    fn tensor_class(_vm: &VirtualMachine) -> PyTypeRef {
        PyTensor::make_static_type()
    }

    #[pyattr(name = "Node")]
    fn node_class(_vm: &VirtualMachine) -> PyTypeRef {
        PyOperation::make_static_type()
    }

    #[pyattr(name = "Stream")]
    fn stream_class(_vm: &VirtualMachine) -> PyTypeRef {
        PyStream::make_static_type()
    }

    #[pyattr(name = "Pcg")]
    fn pcg_class(_vm: &VirtualMachine) -> PyTypeRef {
        PyPcg::make_static_type()
    }

    #[pyattr(name = "Ziggurat")]
    fn ziggurat_class(_vm: &VirtualMachine) -> PyTypeRef {
        PyZiggurat::make_static_type()
    }

    /// Returns a stream of random numbers.
    #[pyfunction]
    fn stream(seed: u32) -> PyStream {
        PyStream::new(seed)
    }

    /// Returns numpy's PCG64 in a state.
    #[pyfunction]
    fn pcg(state: u128, increment: u128, kept: Option<u32>) -> PyPcg {
        PyPcg::new(state, increment, kept)
    }

    /// Returns the layers of a density, the lowest first.
    #[pyfunction]
    fn ziggurat(
        widths: Vec<f64>,
        sure: Vec<u64>,
        heights: Vec<f64>,
        edge: f64,
        vm: &VirtualMachine,
    ) -> PyResult<PyZiggurat> {
        if [widths.len(), sure.len(), heights.len()] != [256; 3] {
            return Err(vm.new_value_error("a ziggurat has 256 layers"));
        }
        Ok(PyZiggurat(Ziggurat {
            widths,
            sure,
            heights,
            edge,
        }))
    }

    /// Mixes the words of a seed into `size` words.
    #[pyfunction]
    fn seed_pool(words: Vec<u32>, size: usize, vm: &VirtualMachine) -> Vec<PyObjectRef> {
        listed(&pool(&words, size), vm)
    }

    /// Returns `count` words of a pool.
    #[pyfunction]
    fn seed_words(pool: Vec<u32>, count: usize, vm: &VirtualMachine) -> Vec<PyObjectRef> {
        listed(&spread(&pool, count), vm)
    }

    #[pyfunction]
    fn shape(tensor: Tensor, vm: &VirtualMachine) -> PyObjectRef {
        let array = tensor.array();
        let sizes = array
            .shape()
            .iter()
            .map(|size| vm.ctx.new_int(*size).into());
        vm.ctx.new_tuple(sizes.collect()).into()
    }

    #[pyfunction]
    fn is_parameter(tensor: Tensor) -> bool {
        tensor.numbers().is_parameter()
    }

    #[pyfunction]
    fn mark_parameter(tensor: Tensor) {
        tensor.numbers().mark_parameter();
    }

    /// Returns `tensor[index]`, in which steps may be negative.
    #[pyfunction]
    fn at(tensor: Tensor, index: PyObjectRef, vm: &VirtualMachine) -> PyResult {
        read(&tensor, numpy_indices(&index, vm)?, vm)
    }

    /// Computes `tensor[index] = value`, in which steps may be negative.
    #[pyfunction]
    fn put(
        tensor: Tensor,
        index: PyObjectRef,
        value: PyObjectRef,
        vm: &VirtualMachine,
    ) -> PyResult<()> {
        write_at(&tensor, &numpy_indices(&index, vm)?, &value, vm)
    }

    /// Returns the numbers as bytes, little-endian, in row-major order.
    #[pyfunction]
    fn to_bytes(tensor: Tensor, vm: &VirtualMachine) -> PyObjectRef {
        vm.ctx.new_bytes(tensor.array().to_bytes()).into()
    }

    /// Creates a tensor from bytes as `to_bytes` returns them.
    #[pyfunction]
    fn from_bytes(
        bytes: PyRef<PyBytes>,
        dtype: Dtype,
        sizes: Sizes,
        vm: &VirtualMachine,
    ) -> PyResult {
        let made = Array::from_bytes(bytes.as_bytes(), dtype, sizes.shape(vm)?);
        give(made, vm)
    }

    /// Appends text to the cell's output.
    #[pyfunction]
    fn write(text: String) {
        print(&text);
    }

    /// Returns the seconds since 1970.
    #[pyfunction]
    fn now() -> f64 {
        web_time::SystemTime::now()
            .duration_since(web_time::UNIX_EPOCH)
            .map_or(0.0, |since| since.as_secs_f64())
    }

    /// Makes these functions the methods and properties of tensors. `missing` is called with a
    /// tensor and a name that is none of them, and returns the attribute or raises.
    #[pyfunction]
    fn define(methods: PyDictRef, properties: PyDictRef, missing: OptionalArg<PyObjectRef>) {
        set_tables(methods, properties, missing.into_option());
    }
}

//! The functions of `_lab`: the operations that `lib/torch` cannot do in Python itself.

use rustpython_vm::pymodule;

pub(crate) use _lab::module_def as module;

#[pymodule(with(
    super::objects::more,
    super::gradients::ways,
    super::picture::pictures,
    super::single::singles
))]
mod _lab {
    use rustpython_vm::builtins::PyBaseExceptionRef;
    use rustpython_vm::{PyObjectRef, PyRef, PyResult, VirtualMachine};

    use crate::array::{
        Array, Binary, Dtype, Operand, Reduction, Unary, binary, choose, common_type, numpy_binary,
    };
    use crate::torch::convert::{NumpyOperand, Sizes, raise};
    use crate::torch::operators::give;
    use crate::torch::tensor::PyTensor;
    use crate::torch::view::ViewKind;

    type Tensor = PyRef<PyTensor>;

    /// Applies a function of one tensor, by its name in PyTorch.
    #[pyfunction]
    fn unary(name: String, tensor: Tensor, vm: &VirtualMachine) -> PyResult {
        let function = Unary::named(&name).ok_or_else(|| unknown(&name, vm))?;
        let array = match function {
            // Truth values, where `~` turns the bits of whole numbers.
            Unary::Not => tensor.array().cast(Dtype::Bool),
            _ => tensor.array(),
        };
        give(array.unary(function), vm)
    }

    /// Applies a function of two tensors or numbers, by its name in PyTorch.
    #[pyfunction]
    fn two(name: String, left: Operand, right: Operand, vm: &VirtualMachine) -> PyResult {
        give(binary(operation(&name, vm)?, left, right), vm)
    }

    /// Returns the operation on two operands with this name in PyTorch.
    fn operation(name: &str, vm: &VirtualMachine) -> PyResult<Binary> {
        Binary::named(name).ok_or_else(|| unknown(name, vm))
    }

    /// Applies a function of two operands as numpy does, by its name in PyTorch.
    #[pyfunction]
    fn numpy_two(
        name: String,
        left: NumpyOperand,
        right: NumpyOperand,
        vm: &VirtualMachine,
    ) -> PyResult {
        give(numpy_binary(operation(&name, vm)?, left.0, right.0), vm)
    }

    /// Chooses of two operands as numpy does.
    #[pyfunction]
    fn numpy_where(
        condition: Tensor,
        left: NumpyOperand,
        right: NumpyOperand,
        vm: &VirtualMachine,
    ) -> PyResult {
        give(condition.array().numpy_where(left.0, right.0), vm)
    }

    /// Returns the type in which numpy computes with two operands.
    #[pyfunction]
    fn numpy_type(left: NumpyOperand, right: NumpyOperand) -> &'static str {
        common_type(&left.0, &right.0).name()
    }

    /// Computes `sum`, `mean` and other reductions, by their names in PyTorch.
    #[pyfunction]
    fn reduce(
        name: String,
        tensor: Tensor,
        dims: Option<Sizes>,
        keep: bool,
        vm: &VirtualMachine,
    ) -> PyResult {
        let dims = dims.map(|dims| dims.0);
        let reduction = Reduction::named(&name).ok_or_else(|| unknown(&name, vm))?;
        give(tensor.array().reduce(reduction, dims.as_deref(), keep), vm)
    }

    /// Returns the variance, or the standard deviation.
    #[pyfunction]
    fn spread(
        is_root: bool,
        tensor: Tensor,
        dims: Option<Sizes>,
        correction: f64,
        keep: bool,
        vm: &VirtualMachine,
    ) -> PyResult {
        let dims = dims.map(|dims| dims.0);
        let (array, dims) = (tensor.array(), dims.as_deref());
        let result = if is_root {
            array.std(dims, correction, keep)
        } else {
            array.var(dims, correction, keep)
        };
        give(result, vm)
    }

    /// Returns the largest or smallest elements along a dimension, and their indices.
    #[pyfunction]
    fn extreme(
        is_max: bool,
        tensor: Tensor,
        dim: isize,
        keep: bool,
        vm: &VirtualMachine,
    ) -> PyResult<(PyTensor, PyTensor)> {
        let found = tensor.array().extreme(is_max, dim, keep);
        let (values, places) = found.map_err(|error| raise(error, vm))?;
        Ok((values.into(), places.into()))
    }

    /// Returns the index of the largest or smallest element.
    #[pyfunction]
    fn arg_extreme(
        is_max: bool,
        tensor: Tensor,
        dim: Option<isize>,
        keep: bool,
        vm: &VirtualMachine,
    ) -> PyResult {
        give(tensor.array().arg_extreme(is_max, dim, keep), vm)
    }

    #[pyfunction]
    fn softmax(tensor: Tensor, dim: isize, in_logs: bool, vm: &VirtualMachine) -> PyResult {
        give(tensor.array().softmax(dim, in_logs), vm)
    }

    #[pyfunction]
    fn clamp(
        tensor: Tensor,
        min: Option<Operand>,
        max: Option<Operand>,
        vm: &VirtualMachine,
    ) -> PyResult {
        give(tensor.array().clamp(min, max), vm)
    }

    #[pyfunction(name = "where")]
    fn where_(condition: Tensor, left: Operand, right: Operand, vm: &VirtualMachine) -> PyResult {
        give(choose(condition.array(), left, right), vm)
    }

    #[pyfunction]
    fn cumsum(tensor: Tensor, dim: isize, vm: &VirtualMachine) -> PyResult {
        give(tensor.array().cumsum(dim), vm)
    }

    #[pyfunction]
    fn gather(tensor: Tensor, dim: isize, indices: Tensor, vm: &VirtualMachine) -> PyResult {
        give(tensor.array().gather(dim, &indices.array()), vm)
    }

    /// Writes `source` to the places at `indices` of a copy, or adds it there.
    #[pyfunction]
    fn scatter(
        tensor: Tensor,
        dim: isize,
        indices: Tensor,
        source: Operand,
        is_added: bool,
        vm: &VirtualMachine,
    ) -> PyResult {
        let (array, indices) = (tensor.array(), indices.array());
        give(array.scatter(dim, &indices, source, is_added), vm)
    }

    /// Adds rows at indices of a dimension of a copy.
    #[pyfunction]
    fn index_add(
        tensor: Tensor,
        dim: isize,
        indices: Tensor,
        source: Tensor,
        vm: &VirtualMachine,
    ) -> PyResult {
        let (array, indices) = (tensor.array(), indices.array());
        give(array.index_add(dim, &indices, source.array()), vm)
    }

    /// Returns the indices that sort each row of a dimension; equal elements keep their order.
    #[pyfunction]
    fn argsort(tensor: Tensor, dim: isize, descending: bool, vm: &VirtualMachine) -> PyResult {
        give(tensor.array().argsort(dim, descending), vm)
    }

    /// Returns the matrix of orthogonal rows that Gram and Schmidt's process makes of a wide
    /// matrix.
    #[pyfunction]
    fn orthogonal(tensor: Tensor, vm: &VirtualMachine) -> PyResult {
        give(tensor.array().orthogonal(), vm)
    }

    #[pyfunction]
    fn linear(
        tensor: Tensor,
        weight: Tensor,
        bias: Option<Tensor>,
        vm: &VirtualMachine,
    ) -> PyResult {
        let bias = bias.map(|bias| bias.array());
        give(tensor.array().linear(weight.array(), bias), vm)
    }

    /// Returns the numbers in another shape: a view, or a copy if they lie so that there is none.
    #[pyfunction]
    fn view(tensor: Tensor, sizes: Sizes, vm: &VirtualMachine) -> PyResult<PyTensor> {
        let shape = shape_of_view(&tensor, &sizes, vm)?;
        if tensor.numbers().is_viewable(&shape) {
            return tensor.view(ViewKind::Shape(shape), vm);
        }
        let copy = tensor.array().reshape(shape);
        let copy = copy.map_err(|error| raise(error, vm))?;
        Ok(copy.named("UnsafeViewBackward0").into())
    }

    /// Returns a view of another shape, or refuses.
    #[pyfunction]
    fn strict_view(tensor: Tensor, sizes: Sizes, vm: &VirtualMachine) -> PyResult<PyTensor> {
        let shape = shape_of_view(&tensor, &sizes, vm)?;
        // What holds another count is refused in other words.
        let copy = tensor.array().detach().reshape(shape.clone());
        if copy.is_ok() && !tensor.numbers().is_viewable(&shape) {
            return Err(vm.new_runtime_error(
                "view size is not compatible with input tensor's size and stride (at least one dimension spans across two contiguous subspaces). Use .reshape(...) instead.",
            ));
        }
        tensor.view(ViewKind::Shape(shape), vm)
    }

    fn shape_of_view(
        tensor: &PyTensor,
        sizes: &Sizes,
        vm: &VirtualMachine,
    ) -> PyResult<Vec<usize>> {
        let shape = tensor.array().shape_of_view(&sizes.0);
        shape.map_err(|error| raise(error, vm))
    }

    /// Returns how far apart neighbours of each dimension lie.
    #[pyfunction]
    fn strides(tensor: Tensor, vm: &VirtualMachine) -> PyObjectRef {
        let (_, strides) = tensor.numbers().layout();
        let strides = strides.iter().map(|it| vm.ctx.new_int(*it).into());
        vm.ctx.new_tuple(strides.collect()).into()
    }

    #[pyfunction]
    fn is_contiguous(tensor: Tensor) -> bool {
        tensor.numbers().is_contiguous()
    }

    #[pyfunction]
    fn expand(tensor: Tensor, sizes: Sizes, vm: &VirtualMachine) -> PyResult<PyTensor> {
        let shape = sizes.shape(vm)?;
        let count: usize = tensor.array().shape().iter().product();
        let stretched = tensor.view(ViewKind::Stretched(shape.clone()), vm)?;
        // Where no number is repeated each can be written to.
        match shape.iter().product::<usize>() == count {
            true => tensor.view(ViewKind::Shape(shape), vm),
            false => Ok(stretched),
        }
    }

    #[pyfunction]
    fn permute(tensor: Tensor, order: Sizes, vm: &VirtualMachine) -> PyResult<PyTensor> {
        tensor.view(ViewKind::Order(order.0), vm)
    }

    #[pyfunction]
    fn cat(tensors: Vec<Tensor>, dim: isize, vm: &VirtualMachine) -> PyResult {
        give(Array::cat(arrays(&tensors), dim), vm)
    }

    #[pyfunction]
    fn stack(tensors: Vec<Tensor>, dim: isize, vm: &VirtualMachine) -> PyResult {
        give(Array::stack(arrays(&tensors), dim), vm)
    }

    fn arrays(tensors: &[Tensor]) -> Vec<Array> {
        tensors.iter().map(|tensor| tensor.array()).collect()
    }

    #[pyfunction]
    fn nonzero(tensor: Tensor, vm: &VirtualMachine) -> PyResult {
        let places = tensor.array().nonzero().map_err(|error| raise(error, vm))?;
        give(Array::stack(places, 1), vm)
    }

    fn unknown(name: &str, vm: &VirtualMachine) -> PyBaseExceptionRef {
        vm.new_attribute_error(format!("torch.{name} is not known here"))
    }
}

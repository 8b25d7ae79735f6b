//! Conversion between Python objects and arrays.

use rustpython_vm::builtins::{
    PyBaseExceptionRef, PyEllipsis, PyFloat, PyInt, PyList, PySlice, PyTuple,
};
use rustpython_vm::{
    AsObject as _, PyObject, PyObjectRef, PyResult, TryFromObject, VirtualMachine,
};

use super::PyTensor;
use crate::array::{Array, Dtype, Error, Index, Nested, Number, Operand};

/// Returns the exception for an operation's error.
pub fn raise(error: Error, vm: &VirtualMachine) -> PyBaseExceptionRef {
    match error {
        Error::Type(message) => vm.new_type_error(message),
        Error::Value(message) => vm.new_value_error(message),
        Error::Index(message) => vm.new_index_error(message),
        Error::Overflow(message) => vm.new_overflow_error(message),
        Error::Runtime(message) => vm.new_runtime_error(message),
        Error::NotImplemented(message) => vm.new_not_implemented_error(message),
        Error::Memory(message) => vm.new_memory_error(message),
    }
}

/// Returns a Python number, if the object is one. Truth values count as numbers.
pub fn number(object: &PyObject, vm: &VirtualMachine) -> PyResult<Option<Number>> {
    if let Some(float) = object.downcast_ref::<PyFloat>() {
        return Ok(Some(Number::Float(float.to_f64())));
    }
    let Some(int) = object.downcast_ref::<PyInt>() else {
        return Ok(None);
    };
    if is_truth(object, vm) {
        return Ok(Some(Number::Bool(object.to_owned().is_true(vm)?)));
    }
    Ok(Some(Number::Int(int.try_to_primitive(vm)?)))
}

/// Returns true for a truth value: Python's, or numpy's, which is a number by its class.
pub fn is_truth(object: &PyObject, vm: &VirtualMachine) -> bool {
    object.class().is(vm.ctx.types.bool_type) || typed(object, vm) == Some(Dtype::Bool)
}

/// Returns the type of one of numpy's numbers. Python's own have none.
pub fn typed(object: &PyObject, vm: &VirtualMachine) -> Option<Dtype> {
    let (class, types) = (object.class(), &vm.ctx.types);
    let plain = [types.float_type, types.int_type, types.bool_type];
    match plain.iter().any(|it| class.is(*it)) {
        true => None,
        false => Dtype::named(&class.name()),
    }
}

/// Returns an operand, if the object can be one.
pub fn operand(object: &PyObject, vm: &VirtualMachine) -> PyResult<Option<Operand>> {
    if let Some(tensor) = object.downcast_ref::<PyTensor>() {
        return Ok(Some(Operand::Array(tensor.array())));
    }
    Ok(number(object, vm)?.map(Operand::Number))
}

/// An operand of one of numpy's operations: an array, one of numpy's numbers, which have a type, or
/// a Python number.
#[derive(Debug)]
pub struct NumpyOperand(pub Operand);

impl TryFromObject for NumpyOperand {
    fn try_from_object(vm: &VirtualMachine, object: PyObjectRef) -> PyResult<Self> {
        let dtype = typed(&object, vm);
        let operand = Operand::try_from_object(vm, object)?;
        Ok(Self(match dtype {
            Some(dtype) => operand.array(dtype).into(),
            None => operand,
        }))
    }
}

impl TryFromObject for Operand {
    fn try_from_object(vm: &VirtualMachine, object: PyObjectRef) -> PyResult<Self> {
        operand(&object, vm)?.ok_or_else(|| {
            vm.new_type_error(format!(
                "a Tensor or a number was expected, not {}",
                object.class().name()
            ))
        })
    }
}

impl TryFromObject for Dtype {
    fn try_from_object(vm: &VirtualMachine, object: PyObjectRef) -> PyResult<Self> {
        let name = object.try_to_value::<String>(vm)?;
        Self::named(&name)
            .ok_or_else(|| vm.new_type_error(format!("torch.{name} is not known here")))
    }
}

/// Returns an object as nested lists of numbers. Tensors and anything with `tolist` count as lists.
pub fn nested(object: &PyObject, vm: &VirtualMachine) -> PyResult<Nested> {
    if let Some(number) = number(object, vm)? {
        return Ok(match typed(object, vm) {
            Some(dtype) => Nested::Typed(number, dtype),
            None => Nested::Number(number),
        });
    }
    if let Some(tensor) = object.downcast_ref::<PyTensor>() {
        return Ok(Nested::Array(tensor.array().detach()));
    }
    let parts = || vm.extract_elements_with(object, |part| listed(&part, vm));
    if object.downcastable::<PyList>() || object.downcastable::<PyTuple>() {
        return Ok(Nested::List(parts()?));
    }
    if let Ok(inner) = object.get_attr("_tensor", vm) {
        return nested(&inner, vm);
    }
    if let Ok(tolist) = object.get_attr("tolist", vm) {
        let lists = tolist.call((), vm)?;
        return nested(&lists, vm);
    }
    // Ranges, deques and the like, but no text.
    let is_sequence = object.has_attr("__len__", vm)? && !object.has_attr("encode", vm)?;
    if is_sequence && !object.has_attr("keys", vm)? {
        return Ok(Nested::List(parts()?));
    }
    Err(vm.new_type_error(format!(
        "a tensor cannot be made of {}",
        object.class().name()
    )))
}

/// Returns an element of a list. A tensor of one number counts as that number there, as in PyTorch.
fn listed(object: &PyObject, vm: &VirtualMachine) -> PyResult<Nested> {
    if let Some(tensor) = object.downcast_ref::<PyTensor>()
        && tensor.array().len() == 1
    {
        let single = tensor.array().detach().reshape(Vec::new());
        return Ok(Nested::Array(single.map_err(|error| raise(error, vm))?));
    }
    // Lists may be nested as deeply as the reader likes.
    vm.with_recursion("while lists become a tensor", || nested(object, vm))
}

/// Returns an array's numbers as nested lists.
pub fn unflatten(array: &Array) -> Nested {
    within(&array.numbers(), array.shape())
}

fn within(numbers: &[Number], shape: &[usize]) -> Nested {
    let [size, inner @ ..] = shape else {
        return Nested::Number(numbers[0]);
    };
    let step: usize = inner.iter().product();
    let parts = (0..*size).map(|at| within(&numbers[at * step..][..step], inner));
    Nested::List(parts.collect())
}

/// Returns nested lists as Python lists.
pub fn lists(nested: &Nested, vm: &VirtualMachine) -> PyObjectRef {
    match nested {
        Nested::Number(Number::Bool(truth)) => vm.ctx.new_bool(*truth).into(),
        Nested::Number(Number::Int(whole)) => vm.ctx.new_int(*whole).into(),
        Nested::Number(Number::Float(float)) => vm.ctx.new_float(*float).into(),
        Nested::Typed(number, _) => lists(&Nested::Number(*number), vm),
        Nested::Array(array) => lists(&unflatten(array), vm),
        Nested::List(parts) => {
            let parts = parts.iter().map(|part| lists(part, vm)).collect();
            vm.ctx.new_list(parts).into()
        }
    }
}

/// Whole numbers: one, or a tuple or list of them.
#[derive(Clone, Debug)]
pub struct Sizes(pub Vec<isize>);

impl TryFromObject for Sizes {
    fn try_from_object(vm: &VirtualMachine, object: PyObjectRef) -> PyResult<Self> {
        if object.downcastable::<PyList>() || object.downcastable::<PyTuple>() {
            return vm
                .extract_elements_with(&object, |part| part.try_index(vm)?.try_to_primitive(vm))
                .map(Self);
        }
        Ok(Self(vec![object.try_index(vm)?.try_to_primitive(vm)?]))
    }
}

impl Sizes {
    /// Returns the sizes of a tensor.
    pub fn shape(&self, vm: &VirtualMachine) -> PyResult<Vec<usize>> {
        let wrong = |size| vm.new_runtime_error(format!("a size cannot be negative: {size}"));
        let sizes = self.0.iter();
        sizes
            .map(|size| usize::try_from(*size).map_err(|_| wrong(size)))
            .collect()
    }
}

/// Returns the items between the brackets.
pub fn indices(object: &PyObject, vm: &VirtualMachine) -> PyResult<Vec<Index>> {
    match object.downcast_ref::<PyTuple>() {
        Some(parts) => parts.iter().map(|part| index(part, vm)).collect(),
        None => Ok(vec![index(object, vm)?]),
    }
}

/// Returns the items between the brackets as numpy reads them: beside tensors, a single index
/// counts as one of them.
pub fn numpy_indices(object: &PyObject, vm: &VirtualMachine) -> PyResult<Vec<Index>> {
    let mut indices = indices(object, vm)?;
    if indices.iter().any(|it| matches!(it, Index::Array(_))) {
        for index in &mut indices {
            if let Index::At(at) = index {
                *index = Index::Array(Array::scalar(Number::Int(*at as i64)));
            }
        }
    }
    Ok(indices)
}

fn index(object: &PyObject, vm: &VirtualMachine) -> PyResult<Index> {
    if vm.is_none(object) {
        return Ok(Index::NewAxis);
    }
    if object.downcastable::<PyEllipsis>() {
        return Ok(Index::Ellipsis);
    }
    if let Some(slice) = object.downcast_ref::<PySlice>() {
        let place = |part: Option<&PyObject>| -> PyResult<Option<isize>> {
            part.filter(|part| !vm.is_none(part))
                .map(|part| part.to_owned().try_index(vm)?.try_to_primitive(vm))
                .transpose()
        };
        return Ok(Index::Slice {
            start: place(slice.start.as_deref())?,
            stop: place(Some(&slice.stop))?,
            step: place(slice.step.as_deref())?.unwrap_or(1),
        });
    }
    // One truth value is a mask without dimensions.
    if is_truth(object, vm) {
        let truth = object.to_owned().is_true(vm)?;
        return Ok(Index::Array(Array::scalar(Number::Bool(truth))));
    }
    if object.downcastable::<PyInt>() {
        return Ok(Index::At(
            object.to_owned().try_index(vm)?.try_to_primitive(vm)?,
        ));
    }
    // The tensor inside a numpy array.
    let inner = match object.downcastable::<PyTensor>() {
        true => None,
        false => object.get_attr("_tensor", vm).ok(),
    };
    let tensor = inner.as_deref().unwrap_or(object);
    if let Some(tensor) = tensor.downcast_ref::<PyTensor>() {
        let array = tensor.array();
        // Bytes are a mask, as they were before there was a type of truth values.
        if array.dtype() == Dtype::Uint8 {
            return Ok(Index::Array(array.cast(Dtype::Bool)));
        }
        if array.rank() > 0 || array.dtype() == Dtype::Bool {
            return Ok(Index::Array(array));
        }
    }
    if let Some(place) = object.to_owned().try_index_opt(vm) {
        return Ok(Index::At(place?.try_to_primitive(vm)?));
    }
    let array = Array::from_nested(&nested(object, vm)?, None, Dtype::Float32);
    let array = array.map_err(|error| raise(error, vm))?;
    Ok(Index::Array(if array.is_empty() {
        array.cast(Dtype::Int64)
    } else {
        array
    }))
}

/// Returns the numbers of a tensor.
pub fn array_of(object: &PyObject, vm: &VirtualMachine) -> PyResult<Array> {
    match object.downcast_ref::<PyTensor>() {
        Some(tensor) => Ok(tensor.array().detach()),
        None => Err(vm.new_type_error(format!(
            "a tensor was expected, not {}",
            object.class().name()
        ))),
    }
}

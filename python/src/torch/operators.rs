//! Python's operators on tensors: `a + b`, `a[i]`, `a < b` and so on.

use rustpython_vm::common::hash::PyHash;
use rustpython_vm::function::{Either, PyComparisonValue};
use rustpython_vm::protocol::{PyMappingMethods, PyNumberMethods};
use rustpython_vm::types::{AsMapping, AsNumber, Comparable, Hashable, PyComparisonOp};
use rustpython_vm::{
    AsObject as _, Py, PyObject, PyObjectRef, PyPayload as _, PyResult, VirtualMachine, atomic_func,
};

use super::PyTensor;
use super::convert::{indices, operand, raise};
use super::view::ViewKind;
use crate::array::{Array, Binary, Dtype, Index, Number, Operand, Result, Unary, binary};

/// Returns a result as a Python object.
pub fn give(result: Result, vm: &VirtualMachine) -> PyResult {
    let array = result.map_err(|error| raise(error, vm))?;
    Ok(PyTensor::from(array).into_pyobject(vm))
}

fn apply(op: Binary, left: &PyObject, right: &PyObject, vm: &VirtualMachine) -> PyResult {
    match (operand(left, vm)?, operand(right, vm)?) {
        (Some(left), Some(right)) => give(binary(op, left, right), vm),
        _ => Ok(vm.ctx.not_implemented()),
    }
}

/// Computes `left op= right`: the same object gets other numbers, of the same shape and type.
fn in_place(op: Binary, left: &PyObject, right: &PyObject, vm: &VirtualMachine) -> PyResult {
    let (Some(tensor), Some(right)) = (left.downcast_ref::<PyTensor>(), operand(right, vm)?) else {
        return Ok(vm.ctx.not_implemented());
    };
    // A copy of what it was: the gradient of `y *= x` needs that.
    let before = tensor.array().unwatched();
    let (shape, dtype) = (before.shape().to_vec(), before.dtype());
    let result = binary(op, before, right).map_err(|error| raise(error, vm))?;
    if result.shape() != shape {
        return Err(vm.new_runtime_error(format!(
            "output with shape {shape:?} doesn't match the broadcast shape {0:?}: an in-place operation keeps the shape {shape:?}, and the result has {0:?}",
            result.shape()
        )));
    }
    if result.dtype().is_float() && !dtype.is_float()
        || dtype == Dtype::Bool && result.dtype() != dtype
    {
        return Err(vm.new_runtime_error(format!(
            "an in-place operation keeps the type: {} does not fit into {}",
            result.dtype().name(),
            dtype.name()
        )));
    }
    tensor.overwrite(result.cast(dtype), vm)?;
    Ok(left.to_owned())
}

fn unary(function: Unary, object: &PyObject, vm: &VirtualMachine) -> PyResult {
    give(array(object, vm)?.unary(function), vm)
}

fn array(object: &PyObject, vm: &VirtualMachine) -> PyResult<Array> {
    match object.downcast_ref::<PyTensor>() {
        Some(tensor) => Ok(tensor.array()),
        None => Err(vm.new_type_error("a Tensor was expected")),
    }
}

/// Returns the number of a tensor that has only one.
fn number(object: &PyObject, vm: &VirtualMachine) -> PyResult<Number> {
    let item = array(object, vm)?.item();
    item.map_err(|error| {
        vm.new_value_error(format!(
            "only one element tensors can be converted to Python scalars: {error}"
        ))
    })
}

/// Computes `a << b` or `a >> b`: each place is a factor of 2.
fn shift(to_left: bool, left: &PyObject, right: &PyObject, vm: &VirtualMachine) -> PyResult {
    let (Some(left), Some(right)) = (operand(left, vm)?, operand(right, vm)?) else {
        return Ok(vm.ctx.not_implemented());
    };
    give(crate::array::shift(to_left, left, right), vm)
}

impl AsNumber for PyTensor {
    fn as_number() -> &'static PyNumberMethods {
        static METHODS: PyNumberMethods = PyNumberMethods {
            add: Some(|a, b, vm| apply(Binary::Add, a, b, vm)),
            subtract: Some(|a, b, vm| apply(Binary::Sub, a, b, vm)),
            multiply: Some(|a, b, vm| apply(Binary::Mul, a, b, vm)),
            true_divide: Some(|a, b, vm| apply(Binary::Div, a, b, vm)),
            floor_divide: Some(|a, b, vm| apply(Binary::FloorDiv, a, b, vm)),
            remainder: Some(|a, b, vm| apply(Binary::Mod, a, b, vm)),
            power: Some(|a, b, _, vm| apply(Binary::Pow, a, b, vm)),
            lshift: Some(|a, b, vm| shift(true, a, b, vm)),
            rshift: Some(|a, b, vm| shift(false, a, b, vm)),
            and: Some(|a, b, vm| apply(Binary::And, a, b, vm)),
            or: Some(|a, b, vm| apply(Binary::Or, a, b, vm)),
            xor: Some(|a, b, vm| apply(Binary::Xor, a, b, vm)),
            inplace_add: Some(|a, b, vm| in_place(Binary::Add, a, b, vm)),
            inplace_subtract: Some(|a, b, vm| in_place(Binary::Sub, a, b, vm)),
            inplace_multiply: Some(|a, b, vm| in_place(Binary::Mul, a, b, vm)),
            inplace_floor_divide: Some(|a, b, vm| in_place(Binary::FloorDiv, a, b, vm)),
            inplace_remainder: Some(|a, b, vm| in_place(Binary::Mod, a, b, vm)),
            inplace_power: Some(|a, b, _, vm| in_place(Binary::Pow, a, b, vm)),
            inplace_xor: Some(|a, b, vm| in_place(Binary::Xor, a, b, vm)),
            inplace_true_divide: Some(|a, b, vm| in_place(Binary::Div, a, b, vm)),
            inplace_and: Some(|a, b, vm| in_place(Binary::And, a, b, vm)),
            inplace_or: Some(|a, b, vm| in_place(Binary::Or, a, b, vm)),
            matrix_multiply: Some(|a, b, vm| {
                let tensors = [a, b].map(|it| it.downcast_ref::<PyTensor>());
                match tensors.map(|it| it.map(|it| it.array())) {
                    [Some(a), Some(b)] => give(a.matmul(b), vm),
                    _ => Ok(vm.ctx.not_implemented()),
                }
            }),
            negative: Some(|a, vm| unary(Unary::Neg, &a, vm)),
            positive: Some(|a, _| Ok(a.obj.to_owned())),
            absolute: Some(|a, vm| unary(Unary::Abs, &a, vm)),
            invert: Some(|a, vm| unary(Unary::Not, &a, vm)),
            boolean: Some(|a, vm| truth(&a, vm)),
            int: Some(|a, vm| {
                let number = number(&a, vm)?;
                Ok(vm.ctx.new_int(whole(number, vm)?).into())
            }),
            float: Some(|a, vm| Ok(vm.ctx.new_float(number(&a, vm)?.float()).into())),
            index: Some(|a, vm| match number(&a, vm)? {
                Number::Float(_) => Err(vm.new_type_error("an index must be a whole number")),
                other => Ok(vm.ctx.new_int(whole(other, vm)?).into()),
            }),
            ..PyNumberMethods::NOT_IMPLEMENTED
        };
        &METHODS
    }
}

fn whole(number: Number, vm: &VirtualMachine) -> PyResult<i64> {
    match number {
        Number::Int(whole) => Ok(whole),
        Number::Bool(truth) => Ok(i64::from(truth)),
        Number::Float(float) if float.is_finite() => Ok(float as i64),
        Number::Float(float) => {
            let message = format!("cannot convert float {float} to integer");
            Err(if float.is_nan() {
                vm.new_value_error(message)
            } else {
                vm.new_overflow_error(message)
            })
        }
    }
}

fn truth(object: &PyObject, vm: &VirtualMachine) -> PyResult<bool> {
    let array = array(object, vm)?;
    if array.len() != 1 {
        return Err(vm.new_runtime_error(
            "Boolean value of Tensor with more than one value is ambiguous: use .any() or .all()",
        ));
    }
    Ok(number(object, vm)?.float() != 0.0)
}

impl AsMapping for PyTensor {
    fn as_mapping() -> &'static PyMappingMethods {
        static METHODS: PyMappingMethods = PyMappingMethods {
            length: atomic_func!(|tensor, vm| {
                match PyTensor::mapping_downcast(tensor).array().shape().first() {
                    Some(size) => Ok(*size),
                    None => {
                        Err(vm
                            .new_type_error("len() of a 0-d tensor: a single number has no length"))
                    }
                }
            }),
            subscript: atomic_func!(|tensor, at, vm| {
                let tensor = PyTensor::mapping_downcast(tensor);
                let at = indices(at, vm)?;
                forwards(&at, vm)?;
                read(tensor, at, vm)
            }),
            ass_subscript: atomic_func!(|tensor, at, value, vm| {
                let Some(value) = value else {
                    return Err(vm.new_type_error("numbers cannot be deleted from a tensor"));
                };
                let at: Vec<Index> = indices(at, vm)?;
                forwards(&at, vm)?;
                write(PyTensor::mapping_downcast(tensor), &at, &value, vm)
            }),
        };
        &METHODS
    }
}

/// Returns `tensor[at]`. What tensors pick is a copy; anything else is a part of the tensor.
pub fn read(tensor: &PyTensor, at: Vec<Index>, vm: &VirtualMachine) -> PyResult {
    if at.iter().any(|index| matches!(index, Index::Array(_))) {
        return give(tensor.array().get(&at), vm);
    }
    Ok(tensor.view(ViewKind::At(at), vm)?.into_pyobject(vm))
}

/// Refuses negative steps, which only numpy's arrays have.
fn forwards(at: &[Index], vm: &VirtualMachine) -> PyResult<()> {
    if at
        .iter()
        .any(|it| matches!(it, Index::Slice { step, .. } if *step < 0))
    {
        return Err(
            vm.new_value_error("a slice of a tensor needs a step above 0; flip turns it round")
        );
    }
    Ok(())
}

/// Computes `tensor[at] = value`.
pub fn write(
    tensor: &PyTensor,
    at: &[Index],
    value: &PyObject,
    vm: &VirtualMachine,
) -> PyResult<()> {
    let value = match operand(value, vm)? {
        Some(value) => {
            let dtype = tensor.array().dtype();
            if let Operand::Number(number) = value {
                number.check(dtype).map_err(|error| raise(error, vm))?;
            }
            value.array(dtype)
        }
        None => {
            let nested = super::convert::nested(value, vm)?;
            Array::from_nested(&nested, Some(tensor.array().dtype()), Dtype::Float32)
                .map_err(|error| raise(error, vm))?
        }
    };
    let written = tensor.numbers().write(at, value);
    written.map_err(|error| raise(error, vm))
}

impl Comparable for PyTensor {
    fn slot_richcompare(
        zelf: &PyObject,
        other: &PyObject,
        op: PyComparisonOp,
        vm: &VirtualMachine,
    ) -> PyResult<Either<PyObjectRef, PyComparisonValue>> {
        let op = match op {
            PyComparisonOp::Lt => Binary::Less,
            PyComparisonOp::Gt => Binary::Greater,
            PyComparisonOp::Le => Binary::LessEqual,
            PyComparisonOp::Ge => Binary::GreaterEqual,
            PyComparisonOp::Ne => Binary::NotEqual,
            _ => Binary::Equal,
        };
        Ok(Either::A(apply(op, zelf, other, vm)?))
    }

    fn cmp(
        _zelf: &Py<Self>,
        _other: &PyObject,
        _op: PyComparisonOp,
        _vm: &VirtualMachine,
    ) -> PyResult<PyComparisonValue> {
        Ok(PyComparisonValue::NotImplemented)
    }
}

/// Hashes by identity, as PyTorch does.
impl Hashable for PyTensor {
    fn hash(zelf: &Py<Self>, _vm: &VirtualMachine) -> PyResult<PyHash> {
        Ok(zelf.get_id() as PyHash)
    }
}

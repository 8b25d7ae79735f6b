//! The functions of `_lab` for numpy's single numbers: each is an object of the class of its type.

use std::cell::RefCell;

use rustpython_vm::builtins::{PyFloat, PyInt, PyTuple, PyTypeRef};
use rustpython_vm::{
    AsObject as _, PyObject, PyObjectRef, PyPayload as _, PyResult, VirtualMachine,
};

use super::convert::is_truth;
use crate::array::{Dtype, Number};

/// numpy's numbers as Python has them.
struct Kinds {
    /// `np.False_` and `np.True_`, which are all that there are.
    truths: Vec<PyObjectRef>,
    /// The other classes, in the order of [`Dtype`].
    classes: Vec<PyTypeRef>,
}

thread_local! {
    static KINDS: RefCell<Option<Kinds>> = const { RefCell::new(None) };
}

/// Forgets the classes, which belong to an interpreter that ends.
pub fn forget() {
    KINDS.replace(None);
}

/// Returns a number as an object of numpy's class, once numpy has told its classes.
fn made(number: Number, dtype: Dtype, vm: &VirtualMachine) -> PyResult<Option<PyObjectRef>> {
    KINDS.with_borrow(|kinds| {
        let Some(kinds) = kinds else {
            return Ok(None);
        };
        if dtype == Dtype::Bool {
            let truth = kinds.truths.get(usize::from(number.float() != 0.0));
            return Ok(truth.cloned());
        }
        let Some(class) = kinds.classes.get(dtype as usize - 1).cloned() else {
            return Ok(None);
        };
        let whole = match number {
            _ if dtype.is_float() => {
                let made = PyFloat::from(number.float()).into_ref_with_type(vm, class)?;
                return Ok(Some(made.into()));
            }
            Number::Int(whole) => whole,
            other => other.float() as i64,
        };
        let made = PyInt::from(whole).into_ref_with_type(vm, class)?;
        Ok(Some(made.into()))
    })
}

/// Returns the positions of an index that consists of whole numbers.
fn place(index: &PyObject, vm: &VirtualMachine) -> Option<Vec<isize>> {
    match index.downcast_ref::<PyTuple>() {
        Some(parts) => parts.iter().map(|part| position(part, vm)).collect(),
        None => Some(vec![position(index, vm)?]),
    }
}

fn position(object: &PyObject, vm: &VirtualMachine) -> Option<isize> {
    let whole = object.downcast_ref::<PyInt>()?;
    if is_truth(object, vm) {
        return None;
    }
    whole.try_to_primitive(vm).ok()
}

/// Returns `left op right` of a float64 or int64 and one of them or Python's own, where neither an
/// overflow nor a division by 0 needs another look.
fn computed(
    op: usize,
    left: &PyObject,
    right: &PyObject,
    vm: &VirtualMachine,
) -> Option<(Number, Dtype)> {
    let [left, right] = [left, right].map(|side| {
        let own = KINDS.with_borrow(|kinds| {
            let classes = &kinds.as_ref()?.classes;
            let is = |dtype: Dtype| {
                let class = classes.get(dtype as usize - 1);
                class.is_some_and(|class| side.class().is(&**class))
            };
            [Dtype::Int64, Dtype::Float64]
                .into_iter()
                .find(|it| is(*it))
        });
        let (class, types) = (side.class(), &vm.ctx.types);
        let is_plain = class.is(types.float_type) || class.is(types.int_type);
        if own.is_none() && !is_plain {
            return None;
        }
        if let Some(float) = side.downcast_ref::<PyFloat>() {
            return Some(Number::Float(float.to_f64()));
        }
        let whole = side.downcast_ref::<PyInt>()?;
        whole.try_to_primitive(vm).ok().map(Number::Int)
    });
    match (left?, right?) {
        (Number::Int(left), Number::Int(right)) => {
            let whole = match op {
                0 => left.checked_add(right),
                1 => left.checked_sub(right),
                2 => left.checked_mul(right),
                _ => None,
            };
            whole.map(|whole| (Number::Int(whole), Dtype::Int64))
        }
        (left, right) => {
            let (left, right) = (left.float(), right.float());
            let float = match op {
                0 => left + right,
                1 => left - right,
                2 => left * right,
                _ if right != 0.0 => left / right,
                _ => return None,
            };
            Some((Number::Float(float), Dtype::Float64))
        }
    }
}

/// Returns the bin of a number among edges that rise or fall, as numpy counts them: the edge that
/// it equals lies to its left, or with `right` to its right.
fn bin(number: f64, edges: &[f64], right: bool) -> Option<usize> {
    let count = |lies: fn(f64, f64) -> bool| {
        let left = edges.iter().filter(|edge| lies(**edge, number));
        left.count()
    };
    if number.is_nan() || edges.iter().any(|edge| edge.is_nan()) {
        return None;
    }
    if edges.is_sorted() {
        return Some(match right {
            true => count(|edge, number| edge < number),
            false => count(|edge, number| edge <= number),
        });
    }
    if edges.iter().rev().is_sorted() {
        return Some(match right {
            true => count(|edge, number| edge >= number),
            false => count(|edge, number| edge > number),
        });
    }
    None
}

#[rustpython_vm::pymodule(sub, name = "_lab")]
pub mod singles {
    use rustpython_vm::builtins::PyTypeRef;
    use rustpython_vm::{PyObjectRef, PyRef, PyResult, VirtualMachine};

    use super::{KINDS, Kinds, bin, computed, made, place};
    use crate::array::{Dtype, Number};
    use crate::torch::convert::{number, raise};
    use crate::torch::tensor::PyTensor;

    type Tensor = PyRef<PyTensor>;

    /// Takes `np.False_` and `np.True_`, and numpy's other classes of numbers in the order of
    /// their types.
    #[pyfunction]
    fn define_numbers(truths: Vec<PyObjectRef>, classes: Vec<PyTypeRef>) {
        KINDS.replace(Some(Kinds { truths, classes }));
    }

    /// Returns the number of a tensor without dimensions, as an object of numpy's class, or `None`
    /// for any other tensor.
    #[pyfunction]
    fn single(tensor: Tensor, vm: &VirtualMachine) -> PyResult<Option<PyObjectRef>> {
        let array = tensor.array();
        if array.rank() > 0 {
            return Ok(None);
        }
        let number = array.item().map_err(|error| raise(error, vm))?;
        made(number, array.dtype(), vm)
    }

    /// Returns the number at an index of whole numbers, or `None` for any other index.
    #[pyfunction]
    fn number_at(
        tensor: Tensor,
        index: PyObjectRef,
        vm: &VirtualMachine,
    ) -> PyResult<Option<PyObjectRef>> {
        let found = place(&index, vm).and_then(|place| tensor.numbers().number_at(&place));
        match found {
            Some((number, dtype)) => made(number, dtype, vm),
            None => Ok(None),
        }
    }

    /// Writes a number to an index of whole numbers. Returns false if it has not, because either
    /// needs another look.
    #[pyfunction]
    fn put_number(
        tensor: Tensor,
        index: PyObjectRef,
        value: PyObjectRef,
        vm: &VirtualMachine,
    ) -> bool {
        let Some(place) = place(&index, vm) else {
            return false;
        };
        match number(&value, vm) {
            Ok(Some(number)) => tensor.numbers().put_number(&place, number),
            Ok(None) | Err(_) => false,
        }
    }

    /// Adds, subtracts, multiplies or divides two numbers, of which one is numpy's float64 or
    /// int64, or returns `None`.
    #[pyfunction]
    fn quick(
        op: usize,
        left: PyObjectRef,
        right: PyObjectRef,
        vm: &VirtualMachine,
    ) -> PyResult<Option<PyObjectRef>> {
        match computed(op, &left, &right, vm) {
            Some((number, dtype)) => made(number, dtype, vm),
            None => Ok(None),
        }
    }

    /// Returns the bin of a number among edges, or `None` where a number is none or the edges
    /// neither rise nor fall.
    #[pyfunction]
    fn bin_of(
        value: f64,
        edges: Tensor,
        right: bool,
        vm: &VirtualMachine,
    ) -> PyResult<Option<PyObjectRef>> {
        let edges = edges.array();
        if edges.rank() != 1 {
            return Ok(None);
        }
        match bin(value, &edges.floats(), right) {
            Some(bin) => made(Number::Int(bin as i64), Dtype::Int64, vm),
            None => Ok(None),
        }
    }
}

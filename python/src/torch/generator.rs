//! numpy's generators as Python objects: PCG64, and the words of a seed.

use std::cell::RefCell;

use rustpython_vm::builtins::PyFloat;
use rustpython_vm::{Py, PyObjectRef, PyPayload, PyRef, PyResult, VirtualMachine, pyclass};

use super::convert::raise;
use super::operators::give;
use super::pcg::{Pcg, Ziggurat, shuffle};
use crate::array::{Array, Dtype};

/// The layers from which normal or exponential numbers are drawn.
#[pyclass(module = "_lab", name = "Ziggurat")]
#[derive(Debug, PyPayload)]
pub struct PyZiggurat(pub Ziggurat);

#[pyclass]
impl PyZiggurat {}

/// The generator behind `default_rng`.
#[pyclass(module = "_lab", name = "Pcg")]
#[derive(Debug, PyPayload)]
pub struct PyPcg(RefCell<Pcg>);

impl PyPcg {
    /// Creates a generator from its state, its increment, and the word of 32 bits that it has kept.
    pub fn new(state: u128, increment: u128, kept: Option<u32>) -> Self {
        Self(RefCell::new(Pcg {
            state,
            increment,
            kept,
        }))
    }
}

#[pyclass]
impl PyPcg {
    #[pymethod]
    fn state(zelf: &Py<Self>) -> (u128, u128, Option<u32>) {
        let pcg = zelf.0.borrow();
        (pcg.state, pcg.increment, pcg.kept)
    }

    /// Returns a number in `[0, 1)`, or a tensor of so many.
    #[pymethod]
    fn doubles(zelf: &Py<Self>, count: Option<usize>, vm: &VirtualMachine) -> PyResult {
        let mut pcg = zelf.0.borrow_mut();
        drawn(count, vm, || pcg.double())
    }

    /// Returns numbers in `[0, 1)` of 32 bits.
    #[pymethod]
    fn singles(zelf: &Py<Self>, count: usize, vm: &VirtualMachine) -> PyResult {
        let mut pcg = zelf.0.borrow_mut();
        let numbers = (0..checked(count, vm)?).map(|_| pcg.single()).collect();
        give(Array::from_f32(numbers, vec![count]), vm)
    }

    /// Returns a standard normal number, or a tensor of so many.
    #[pymethod]
    fn normals(
        zelf: &Py<Self>,
        ziggurat: PyRef<PyZiggurat>,
        count: Option<usize>,
        vm: &VirtualMachine,
    ) -> PyResult {
        let mut pcg = zelf.0.borrow_mut();
        drawn(count, vm, || pcg.normal(&ziggurat.0))
    }

    /// Returns a number of the exponential distribution, or a tensor of so many.
    #[pymethod]
    fn exponentials(
        zelf: &Py<Self>,
        ziggurat: PyRef<PyZiggurat>,
        count: Option<usize>,
        vm: &VirtualMachine,
    ) -> PyResult {
        let mut pcg = zelf.0.borrow_mut();
        drawn(count, vm, || pcg.exponential(&ziggurat.0))
    }

    /// Returns a whole number from 0 to `most`, or a tensor of so many.
    #[pymethod]
    fn below(zelf: &Py<Self>, most: u64, count: Option<usize>, vm: &VirtualMachine) -> PyResult {
        let mut pcg = zelf.0.borrow_mut();
        let Some(count) = count else {
            return Ok(vm.ctx.new_int(pcg.below(most)).into());
        };
        let numbers = (0..checked(count, vm)?).map(|_| pcg.below(most) as i64);
        give(Array::from_ints(numbers.collect(), vec![count]), vm)
    }

    /// Returns numbers from 0 to `most` that are parts of words: of 16 bits, 8 or one.
    #[pymethod]
    fn short(zelf: &Py<Self>, bits: u32, most: u64, count: usize, vm: &VirtualMachine) -> PyResult {
        let numbers = zelf.0.borrow_mut().short(bits, most, checked(count, vm)?);
        give(Array::from_ints(numbers, vec![count]), vm)
    }

    /// Returns `0..count` in random order.
    #[pymethod]
    fn order(zelf: &Py<Self>, count: usize, vm: &VirtualMachine) -> PyResult {
        let mut order: Vec<i64> = (0..checked(count, vm)? as i64).collect();
        let mut pcg = zelf.0.borrow_mut();
        shuffle(&mut order, |most| pcg.masked(most));
        give(Array::from_ints(order, vec![count]), vm)
    }

    /// Returns `count` different places out of `length`.
    #[pymethod]
    fn distinct(
        zelf: &Py<Self>,
        length: usize,
        count: usize,
        mixed: bool,
        vm: &VirtualMachine,
    ) -> PyResult {
        let length = checked(length, vm)?;
        let mut pcg = zelf.0.borrow_mut();
        let places = pcg.distinct(length, count.min(length), mixed);
        give(Array::from_ints(places, vec![count.min(length)]), vm)
    }
}

/// Returns one number, or a tensor of so many.
pub fn drawn(
    count: Option<usize>,
    vm: &VirtualMachine,
    mut draw: impl FnMut() -> f64,
) -> PyResult<PyObjectRef> {
    let Some(count) = count else {
        return Ok(PyFloat::from(draw()).into_pyobject(vm));
    };
    let numbers = (0..checked(count, vm)?).map(|_| draw()).collect();
    give(Array::from_floats(numbers, vec![count], Dtype::Float64), vm)
}

/// Returns a count of numbers, if they fit in memory.
pub fn checked(count: usize, vm: &VirtualMachine) -> PyResult<usize> {
    Array::check_size(&[count]).map_err(|error| raise(error, vm))?;
    Ok(count)
}

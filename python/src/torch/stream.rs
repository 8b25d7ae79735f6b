//! Streams of random numbers as Python objects.

use std::cell::RefCell;

use rustpython_vm::{Py, PyObjectRef, PyPayload, PyRef, PyResult, VirtualMachine, pyclass};

use super::PyTensor;
use super::convert::{Sizes, raise};
use super::operators::give;
use crate::array::{Array, Dtype};
use policy_lab::random::TorchRandom;

/// The stream behind a `torch.Generator`.
#[pyclass(module = "_lab", name = "Stream")]
#[derive(Debug, PyPayload)]
pub struct PyStream(RefCell<TorchRandom>);

impl PyStream {
    /// Creates the stream that `torch.manual_seed(seed)` starts.
    pub fn new(seed: u32) -> Self {
        Self(RefCell::new(TorchRandom::new(seed)))
    }
}

#[pyclass]
impl PyStream {
    #[pymethod]
    fn seed(zelf: &Py<Self>, seed: u32) {
        zelf.0.replace(TorchRandom::new(seed));
    }

    /// Returns 32-bit words as the Mersenne Twister gives them.
    #[pymethod]
    fn words(zelf: &Py<Self>, count: usize, vm: &VirtualMachine) -> PyResult<Vec<PyObjectRef>> {
        let count = self::count(&[count], vm)?;
        let words = zelf.0.borrow_mut().words(count).into_iter();
        Ok(words.map(|word| vm.ctx.new_int(word).into()).collect())
    }

    /// Returns whole numbers from 0 to `most`, as numpy's `RandomState` draws them: the lowest bits of words, without those above.
    #[pymethod]
    fn masked(zelf: &Py<Self>, most: u32, count: usize, vm: &VirtualMachine) -> PyResult {
        let count = self::count(&[count], vm)?;
        let mask = u32::MAX.checked_shr(most.leading_zeros()).unwrap_or(0);
        let mut random = zelf.0.borrow_mut();
        let mut draw = || {
            loop {
                let number = random.words(1)[0] & mask;
                if number <= most {
                    return i64::from(number);
                }
            }
        };
        let numbers = match most {
            0 => vec![0; count],
            _ => (0..count).map(|_| draw()).collect(),
        };
        give(Array::from_ints(numbers, vec![count]), vm)
    }

    /// Returns uniform numbers in `[0, 1)` of 53 bits, as numpy's `RandomState` makes them of two words each.
    #[pymethod]
    fn doubles(zelf: &Py<Self>, count: usize, vm: &VirtualMachine) -> PyResult {
        let count = self::count(&[count], vm)?;
        let words = zelf.0.borrow_mut().words(2 * count);
        let double = |[high, low]: &[u32; 2]| {
            (f64::from(high >> 5) * 67_108_864.0 + f64::from(low >> 6)) / 9_007_199_254_740_992.0
        };
        let numbers = words.as_chunks().0.iter().map(double).collect();
        give(Array::from_floats(numbers, vec![count], Dtype::Float64), vm)
    }

    /// Returns uniform numbers in `[0, 1)`.
    #[pymethod]
    fn rand(zelf: &Py<Self>, sizes: Sizes, dtype: Dtype, vm: &VirtualMachine) -> PyResult {
        let shape = sizes.shape(vm)?;
        let count = count(&shape, vm)?;
        let mut random = zelf.0.borrow_mut();
        give(
            if dtype == Dtype::Float64 {
                Array::from_floats(random.rand_double(count), shape, dtype)
            } else {
                Array::from_f32(random.rand(count), shape)
            },
            vm,
        )
    }

    /// Returns standard normal numbers.
    #[pymethod]
    fn randn(zelf: &Py<Self>, sizes: Sizes, dtype: Dtype, vm: &VirtualMachine) -> PyResult {
        let shape = sizes.shape(vm)?;
        let numbers = zelf.0.borrow_mut().randn(count(&shape, vm)?);
        give(
            Array::from_f32(numbers, shape).map(|array| array.cast(dtype)),
            vm,
        )
    }

    /// Returns whole numbers in `low..high`.
    #[pymethod]
    fn randint(
        zelf: &Py<Self>,
        low: i64,
        high: i64,
        sizes: Sizes,
        dtype: Dtype,
        vm: &VirtualMachine,
    ) -> PyResult {
        let Ok(range) = u32::try_from(high - low) else {
            return Err(vm.new_value_error("here randint spans less than 2**32 numbers"));
        };
        let shape = sizes.shape(vm)?;
        let drawn = zelf.0.borrow_mut().randint(range, count(&shape, vm)?);
        let whole = drawn
            .into_iter()
            .map(|number| i64::from(number) + low)
            .collect();
        give(
            Array::from_ints(whole, shape).map(|array| array.cast(dtype)),
            vm,
        )
    }

    /// Returns `0..count` in random order.
    #[pymethod]
    fn randperm(zelf: &Py<Self>, count: usize, vm: &VirtualMachine) -> PyResult {
        let size = self::count(&[count], vm)?;
        let order = zelf.0.borrow_mut().randperm(size);
        let order = order.into_iter().map(|at| at as i64).collect();
        give(Array::from_ints(order, vec![count]), vm)
    }

    /// Draws indices in proportion to weights, for each row: those with the largest ratio of weight to an exponentially
    /// distributed number. Indices that may repeat get new exponential numbers for every draw.
    #[pymethod]
    fn multinomial(
        zelf: &Py<Self>,
        weights: PyRef<PyTensor>,
        draws: usize,
        replacement: bool,
        vm: &VirtualMachine,
    ) -> PyResult {
        let weights = weights.array();
        let (rows, columns) = match *weights.shape() {
            [columns] => (1, columns),
            [rows, columns] => (rows, columns),
            _ => return Err(vm.new_runtime_error("weights have one dimension or two")),
        };
        let numbers = weights.floats();
        if numbers
            .iter()
            .any(|weight| !weight.is_finite() || *weight < 0.0)
        {
            return Err(vm.new_runtime_error(
                "weights must be numbers from 0 up: one is negative, infinite or no number",
            ));
        }
        let is_short = |row: &[f64]| {
            let some = row.iter().filter(|weight| **weight > 0.0).count();
            some == 0 || !replacement && some < draws
        };
        if columns == 0 || numbers.chunks(columns).any(is_short) {
            return Err(vm.new_runtime_error("too few weights are above 0 to draw that often"));
        }
        let mut random = zelf.0.borrow_mut();
        let mut picks = Vec::with_capacity(rows * draws);
        for row in numbers.chunks(columns) {
            if replacement {
                picks.extend((0..draws).map(|_| ranked(row, &mut random)[0]));
            } else {
                picks.extend(&ranked(row, &mut random)[..draws]);
            }
        }
        let shape = if weights.rank() == 1 {
            vec![draws]
        } else {
            vec![rows, draws]
        };
        give(Array::from_ints(picks, shape), vm)
    }
}

/// Ranks indices by the ratio of their weight to an exponentially distributed number, the largest first.
fn ranked(weights: &[f64], random: &mut TorchRandom) -> Vec<i64> {
    let scores: Vec<f64> = weights
        .iter()
        .map(|weight| weight / random.exponential())
        .collect();
    let mut places: Vec<usize> = (0..scores.len()).collect();
    places.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]));
    places.into_iter().map(|place| place as i64).collect()
}

/// Returns how many numbers a shape has, if they fit in memory.
fn count(shape: &[usize], vm: &VirtualMachine) -> PyResult<usize> {
    Array::check_size(shape).map_err(|error| raise(error, vm))?;
    Ok(shape.iter().product())
}

//! Streams of random numbers as Python objects.

use std::cell::RefCell;

use rustpython_vm::{Py, PyObjectRef, PyPayload, PyRef, PyResult, VirtualMachine, pyclass};

use super::PyTensor;
use super::convert::{Sizes, raise};
use super::generator::{checked, drawn};
use super::operators::give;
use super::pcg::shuffle;
use crate::array::{Array, Dtype};
use policy_lab::random::torch::TorchRandom;

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
        let count = checked(count, vm)?;
        Ok(listed(&zelf.0.borrow_mut().words(count), vm))
    }

    /// Returns whole numbers from 0 to `most`, as numpy's `RandomState` draws them: the lowest bits
    /// of words, without those above.
    #[pymethod]
    fn masked(zelf: &Py<Self>, most: u32, count: usize, vm: &VirtualMachine) -> PyResult {
        let count = checked(count, vm)?;
        let mut random = zelf.0.borrow_mut();
        let numbers = (0..count).map(|_| masked(&mut random, most).into());
        give(Array::from_ints(numbers.collect(), vec![count]), vm)
    }

    /// Returns bytes from 0 to `most`, as numpy's `RandomState` draws them: four of each word, the
    /// lowest first.
    #[pymethod]
    fn bytes(zelf: &Py<Self>, most: u8, count: usize, vm: &VirtualMachine) -> PyResult {
        let count = checked(count, vm)?;
        let mut random = zelf.0.borrow_mut();
        let mask = u8::MAX.checked_shr(most.leading_zeros()).unwrap_or(0);
        let mut bytes = Vec::with_capacity(count + 3);
        while most > 0 && bytes.len() < count {
            let word = random.words(1)[0].to_le_bytes();
            bytes.extend(
                word.map(|byte| byte & mask)
                    .into_iter()
                    .filter(|byte| *byte <= most),
            );
        }
        bytes.resize(count, 0);
        give(Array::from_bytes(&bytes, Dtype::Uint8, vec![count]), vm)
    }

    /// Returns a uniform number in `[0, 1)` of 53 bits, as numpy's `RandomState` makes them of two
    /// words each, or a tensor of so many.
    #[pymethod]
    fn doubles(zelf: &Py<Self>, count: Option<usize>, vm: &VirtualMachine) -> PyResult {
        let mut random = zelf.0.borrow_mut();
        drawn(count, vm, || double(&mut random))
    }

    /// Returns a standard normal number as numpy's `RandomState` does, or a tensor of so many, and
    /// what is left of the last pair: two numbers in a circle become two normal ones (Marsaglia's
    /// polar method).
    #[pymethod]
    fn normals(
        zelf: &Py<Self>,
        mut kept: Option<f64>,
        count: Option<usize>,
        vm: &VirtualMachine,
    ) -> PyResult<(PyObjectRef, Option<f64>)> {
        let mut random = zelf.0.borrow_mut();
        let numbers = drawn(count, vm, || {
            if let Some(kept) = kept.take() {
                return kept;
            }
            loop {
                let [x, y] = [(); 2].map(|()| 2.0 * double(&mut random) - 1.0);
                let square = x * x + y * y;
                if square > 0.0 && square < 1.0 {
                    let scale = (-2.0 * square.ln() / square).sqrt();
                    kept = Some(scale * x);
                    return scale * y;
                }
            }
        })?;
        Ok((numbers, kept))
    }

    /// Returns `0..count` in random order, as numpy's `RandomState` shuffles.
    #[pymethod]
    fn order(zelf: &Py<Self>, count: usize, vm: &VirtualMachine) -> PyResult {
        let mut order: Vec<i64> = (0..checked(count, vm)? as i64).collect();
        let mut random = zelf.0.borrow_mut();
        shuffle(&mut order, |most| masked(&mut random, most as u32).into());
        give(Array::from_ints(order, vec![count]), vm)
    }

    /// Returns uniform numbers in `[0, 1)`.
    #[pymethod]
    fn rand(zelf: &Py<Self>, sizes: Sizes, dtype: Dtype, vm: &VirtualMachine) -> PyResult {
        let shape = sizes.shape(vm)?;
        let count = count(&shape, vm)?;
        let mut random = zelf.0.borrow_mut();
        let drawn = match dtype {
            Dtype::Float64 => Array::from_floats(random.rand_double(count), shape, dtype),
            _ => Array::from_f32(random.rand(count), shape),
        };
        give(drawn, vm)
    }

    /// Returns standard normal numbers.
    #[pymethod]
    fn randn(zelf: &Py<Self>, sizes: Sizes, dtype: Dtype, vm: &VirtualMachine) -> PyResult {
        let shape = sizes.shape(vm)?;
        let numbers = zelf.0.borrow_mut().randn(count(&shape, vm)?);
        let drawn = Array::from_f32(numbers, shape);
        give(drawn.map(|array| array.cast(dtype)), vm)
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
        let whole = drawn.into_iter().map(|number| i64::from(number) + low);
        let drawn = Array::from_ints(whole.collect(), shape);
        give(drawn.map(|array| array.cast(dtype)), vm)
    }

    /// Returns `0..count` in random order.
    #[pymethod]
    fn randperm(zelf: &Py<Self>, count: usize, vm: &VirtualMachine) -> PyResult {
        let order = zelf.0.borrow_mut().randperm(checked(count, vm)?);
        let order = order.into_iter().map(|at| at as i64).collect();
        give(Array::from_ints(order, vec![count]), vm)
    }

    /// Draws indices in proportion to weights, for each row, with the random numbers that PyTorch
    /// takes for them: one index, or several that differ, are those with the largest ratio of
    /// weight to an exponentially distributed number; of several that may repeat, each is the place
    /// of a uniform number among the sums of the weights.
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
        let is_weight = |weight: &f64| weight.is_finite() && *weight >= 0.0;
        if !numbers.iter().all(is_weight) {
            return Err(vm.new_runtime_error(
                "weights must be numbers from 0 up: one is negative, infinite or no number",
            ));
        }
        // Where too few weights are above 0, PyTorch goes on with those that are 0.
        let is_short = |row: &[f64]| {
            row.iter().all(|weight| *weight == 0.0) || !replacement && row.len() < draws
        };
        if columns == 0 || numbers.chunks(columns).any(is_short) {
            return Err(vm.new_runtime_error("too few weights to draw that often, or all are 0"));
        }
        count(&[rows, draws], vm)?;
        let mut random = zelf.0.borrow_mut();
        let mut picks = Vec::with_capacity(rows * draws);
        for row in numbers.chunks(columns) {
            if replacement && draws > 1 {
                let sums = shares(row, weights.dtype());
                let mut draw = || {
                    let place = random.unit_double();
                    sums.partition_point(|sum| *sum < place)
                };
                picks.extend((0..draws).map(|_| draw() as i64));
            } else {
                picks.extend(&ranked(row, &mut random)[..draws]);
            }
        }
        let shape = match weights.rank() {
            1 => vec![draws],
            _ => vec![rows, draws],
        };
        give(Array::from_ints(picks, shape), vm)
    }
}

/// Ranks indices by the ratio of their weight to an exponentially distributed number, the largest
/// first.
fn ranked(weights: &[f64], random: &mut TorchRandom) -> Vec<i64> {
    let scores: Vec<f64> = weights
        .iter()
        .map(|weight| weight / random.exponential())
        .collect();
    let mut places: Vec<usize> = (0..scores.len()).collect();
    places.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]));
    places.into_iter().map(|place| place as i64).collect()
}

/// Returns the sums of the first weights, in proportion to that of all; the last is 1. They are
/// rounded as numbers of this type.
fn shares(weights: &[f64], dtype: Dtype) -> Vec<f64> {
    let rounded = |number: f64| match dtype {
        Dtype::Float32 => f64::from(number as f32),
        _ => number,
    };
    let mut sum = 0.0;
    let mut sums: Vec<f64> = (weights.iter())
        .map(|weight| {
            sum = rounded(sum + weight);
            sum
        })
        .collect();
    for share in &mut sums {
        *share = rounded(*share / sum);
    }
    if let Some(last) = sums.last_mut() {
        *last = 1.0;
    }
    sums
}

/// Returns words as Python's numbers.
pub fn listed(words: &[u32], vm: &VirtualMachine) -> Vec<PyObjectRef> {
    let numbers = words.iter();
    numbers.map(|word| vm.ctx.new_int(*word).into()).collect()
}

/// Returns a uniform number of 53 bits, made of two words.
fn double(random: &mut TorchRandom) -> f64 {
    let words = random.words(2);
    (f64::from(words[0] >> 5) * 67_108_864.0 + f64::from(words[1] >> 6)) / 9_007_199_254_740_992.0
}

/// Returns a whole number from 0 to `most`: the lowest bits of a word, without those above it.
fn masked(random: &mut TorchRandom, most: u32) -> u32 {
    if most == 0 {
        return 0;
    }
    let mask = u32::MAX >> most.leading_zeros();
    loop {
        let number = random.words(1)[0] & mask;
        if number <= most {
            return number;
        }
    }
}

/// Returns how many numbers a shape has, if they fit in memory.
fn count(shape: &[usize], vm: &VirtualMachine) -> PyResult<usize> {
    Array::check_size(shape).map_err(|error| raise(error, vm))?;
    Ok(shape.iter().product())
}

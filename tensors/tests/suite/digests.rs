//! Large tensors summarised in a few numbers, and the random numbers that replace storing them.

use super::network::Model;
use super::section::Node;
use super::tolerance::{GRADIENTS, NORMS, Tolerance, sum_of, weights_after};

/// The generator of Numerical Recipes; it advances before it is read.
pub struct Lcg(u32);

impl Lcg {
    pub fn new(seed: u32) -> Self {
        Self(seed)
    }

    /// Returns a number uniform in [0, 1).
    pub fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(self.0) / 4_294_967_296.0
    }

    /// Returns `count` numbers uniform in the range.
    pub fn uniform(&mut self, count: usize, (low, high): (f64, f64)) -> Vec<f32> {
        (0..count)
            .map(|_| (low + (high - low) * self.unit()) as f32)
            .collect()
    }

    /// Returns `count` actions out of two.
    pub fn bits(&mut self, count: usize) -> Vec<i32> {
        (0..count).map(|_| i32::from(self.unit() >= 0.5)).collect()
    }

    /// Returns `count` flags that are true with this probability, compared in single precision.
    pub fn flags(&mut self, count: usize, probability: f64) -> Vec<bool> {
        (0..count)
            .map(|_| (self.unit() as f32) < probability as f32)
            .collect()
    }
}

/// Returns the number of elements of the tensor that a digest describes, which is one more than its
/// last index.
pub fn size(digest: &Node<'_>) -> Result<usize, String> {
    let index = digest.at("index")?.numbers()?;
    let last = index.last().ok_or_else(|| digest.fault("no index"))?;
    Ok(*last as usize + 1)
}

/// Compares every tensor of a gradient with its digest.
pub fn check_gradient(expected: &Node<'_>, model: &Model, flat: &[f32]) -> Result<(), String> {
    check(expected, model, flat, |_, absolutes| {
        [GRADIENTS, NORMS, NORMS, sum_of(absolutes)]
    })
}

/// Compares every tensor of the weights after a step with its digest.
pub fn check_weights(
    expected: &Node<'_>,
    model: &Model,
    flat: &[f32],
    learning_rate: f64,
) -> Result<(), String> {
    check(expected, model, flat, |count, _| {
        let one = weights_after(learning_rate);
        // The errors of so many weights do not all have the same sign.
        let all = one.times(count.sqrt());
        [one, all, all, all]
    })
}

/// `tolerances` returns those of an entry, the norm, the sum of absolute values and the sum, given
/// the number of elements and the sum of their absolute values.
fn check(
    expected: &Node<'_>,
    model: &Model,
    flat: &[f32],
    tolerances: impl Fn(f64, f64) -> [Tolerance; 4],
) -> Result<(), String> {
    for (name, digest) in expected.entries()? {
        let values = model
            .tensor(flat, name)
            .map_err(|what| expected.fault(what))?;
        let wide = || values.iter().map(|value| f64::from(*value));
        let absolutes = wide().map(f64::abs).sum::<f64>();
        let [of_entry, of_norm, of_absolutes, of_sum] = tolerances(values.len() as f64, absolutes);
        let norm = wide().map(|value| value * value).sum::<f64>().sqrt();
        digest.at("l2")?.close(&[norm], of_norm)?;
        digest.at("abs_sum")?.close(&[absolutes], of_absolutes)?;
        digest.at("sum")?.close(&[wide().sum::<f64>()], of_sum)?;
        let picked: Option<Vec<f32>> = digest
            .at("index")?
            .numbers()?
            .into_iter()
            .map(|index| values.get(index as usize).copied())
            .collect();
        let picked = picked.ok_or_else(|| digest.fault("an index is too large"))?;
        digest.at("value")?.close(&picked, of_entry)?;
    }
    Ok(())
}

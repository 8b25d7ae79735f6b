//! Shifting and scaling to mean 0 and standard deviation 1.

use burn::tensor::Tensor;
use policy_lab::algos::columns::{EPSILON, too_few};
use policy_lab::rollout::BadArgument;

/// Returns `(x - mean) / (std + 1e-8)` over all entries, with the sample standard deviation (n -
/// 1).
///
/// PPO applies it to the advantages of each minibatch (detail 7 of "The 37 Implementation Details
/// of PPO"), VPG to the returns of all environments and steps.
///
/// # Shapes
/// - `values`, output: `[n]`, n at least 2
///
/// # Errors
/// If there are fewer than two values: a single one has no standard deviation.
pub fn standardise(values: Tensor<1>) -> Result<Tensor<1>, BadArgument> {
    let count = values.dims()[0];
    if count < 2 {
        return Err(too_few(count));
    }
    let (variance, mean) = values.clone().var_mean(0);
    Ok((values - mean) / (variance.sqrt() + EPSILON))
}

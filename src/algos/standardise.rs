//! Shifting and scaling to mean 0 and standard deviation 1.

use burn::tensor::Tensor;

use crate::rollout::BadArgument;

/// Keeps a standard deviation of zero from dividing by zero.
const EPSILON: f64 = 1e-8;

/// Returns `(x - mean) / (std + 1e-8)` over all entries, with the sample standard deviation (n - 1).
///
/// PPO applies it to the advantages of each minibatch (detail 7 of "The 37 Implementation Details of PPO"), VPG to the returns of
/// all environments and steps.
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

/// Does the same to numbers in plain memory, in place.
///
/// # Errors
/// As for [`standardise`].
pub fn standardise_column(values: &mut [f32]) -> Result<(), BadArgument> {
    let count = values.len();
    if count < 2 {
        return Err(too_few(count));
    }
    let mean = values.iter().map(|it| f64::from(*it)).sum::<f64>() / count as f64;
    let squares = values.iter().map(|it| (f64::from(*it) - mean).powi(2));
    let deviation = (squares.sum::<f64>() / (count - 1) as f64).sqrt();
    for value in values {
        *value = ((f64::from(*value) - mean) / (deviation + EPSILON)) as f32;
    }
    Ok(())
}

fn too_few(count: usize) -> BadArgument {
    BadArgument::new(
        "values",
        format!("{count} of them have no standard deviation; use at least 2"),
    )
}

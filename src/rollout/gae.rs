//! Generalised advantage estimation.

use super::BadArgument;
use super::error::{finite, fraction, same_samples, whole_steps};
use super::recurrence::reverse_scan;

/// The settings of GAE: how much later rewards count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GaeParams {
    /// Discount of later rewards.
    pub gamma: f64,
    /// Weight of longer estimates.
    pub gae_lambda: f64,
}

/// Returns the advantages `A[t] = δ[t] + gamma * lambda * A[t + 1]` with
/// `δ[t] = r[t] + gamma * V'[t] - V[t]`. The sum stops at the end of each episode. `V'` is
/// [`super::Rollout::next_values`]: after truncation it is the value of the final observation,
/// which stands in for the rewards after the time limit.
///
/// # Shapes
/// - `rewards`, `values`, `next_values`, `ended`, output: `[num_steps, num_envs]`
///
/// # Errors
/// The error names the argument that is empty, of another length, not finite, or outside 0 to 1
/// (`gamma`, `gae_lambda`).
///
/// # Source
/// Schulman et al., "High-Dimensional Continuous Control Using Generalized Advantage Estimation"
/// (2016), equation 16; detail 5 of "The 37 Implementation Details of PPO".
pub fn generalised_advantages(
    rewards: &[f32],
    values: &[f32],
    next_values: &[f32],
    ended: &[bool],
    num_envs: usize,
    params: GaeParams,
) -> Result<Vec<f32>, BadArgument> {
    whole_steps("rewards", rewards.len(), num_envs)?;
    same_samples("values", values.len(), rewards.len())?;
    same_samples("next_values", next_values.len(), rewards.len())?;
    same_samples("ended", ended.len(), rewards.len())?;
    finite("rewards", rewards)?;
    finite("values", values)?;
    finite("next_values", next_values)?;
    let gamma = fraction("gamma", params.gamma)?;
    let gae_lambda = fraction("gae_lambda", params.gae_lambda)?;
    let gamma_f32 = gamma as f32;
    let deltas: Vec<f32> = rewards
        .iter()
        .zip(values)
        .zip(next_values)
        .map(|((reward, value), next_value)| reward + gamma_f32 * next_value - value)
        .collect();
    let factor = (gamma * gae_lambda) as f32;
    let factors: Vec<f32> = ended
        .iter()
        .map(|ended| if *ended { 0.0 } else { factor })
        .collect();
    Ok(reverse_scan(&deltas, &factors, num_envs))
}

//! Discounted returns.

use super::BadArgument;
use super::error::{finite, fraction, same_samples, whole_steps};
use super::recurrence::reverse_scan;

/// Returns the discounted returns `G[t] = r[t] + gamma * G[t + 1]`. The sum stops at the end of
/// each episode.
///
/// Nothing stands in for rewards after the rollout's last step, so the returns of episodes under
/// way are too small.
///
/// # Shapes
/// - `rewards`, `ended`, output: `[num_steps, num_envs]`
///
/// # Errors
/// The error names the argument that is empty, of another length, not finite, or outside 0 to 1
/// (`gamma`).
///
/// # Source
/// Sutton and Barto, "Reinforcement Learning" (2018), equation 3.9.
pub fn discounted_returns(
    rewards: &[f32],
    ended: &[bool],
    num_envs: usize,
    gamma: f64,
) -> Result<Vec<f32>, BadArgument> {
    whole_steps("rewards", rewards.len(), num_envs)?;
    same_samples("ended", ended.len(), rewards.len())?;
    finite("rewards", rewards)?;
    let gamma = fraction("gamma", gamma)?;
    let factors: Vec<f32> = ended
        .iter()
        .map(|ended| if *ended { 0.0 } else { gamma as f32 })
        .collect();
    Ok(reverse_scan(rewards, &factors, num_envs))
}

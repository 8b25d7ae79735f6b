//! Discounted returns.

use crate::ops::reverse_scan::reverse_scan;

/// `G[t] = r[t] + gamma * G[t + 1]`, starting afresh behind every ended episode.
///
/// Nothing is added for steps behind the rollout's end: the last episodes count as far as they were seen.
///
/// # Shapes
/// - `rewards`, `ended`, output: `[num_steps, num_envs]`
///
/// # Source
/// Sutton and Barto, "Reinforcement Learning" (2018), equation 3.9.
pub fn discounted_returns(
    rewards: &[f32],
    ended: &[bool],
    num_envs: usize,
    gamma: f64,
) -> Vec<f32> {
    let factors: Vec<f32> = ended
        .iter()
        .map(|ended| if *ended { 0.0 } else { gamma as f32 })
        .collect();
    reverse_scan(rewards, &factors, num_envs)
}

//! Why a run broke off, in words for the reader.

use super::protocol::{Failure, FailureKind};
use crate::device::ReadError;
use crate::rollout::Rollout;

/// A device that does not answer.
pub fn no_answer(error: ReadError) -> Failure {
    Failure {
        kind: FailureKind::Device,
        message: error.to_string(),
    }
}

/// Which state the reader's reward could not cope with.
pub fn bad_reward(reward: &str, rollout: &Rollout) -> Option<String> {
    let sample = rollout.rewards.iter().position(|r| !r.is_finite())?;
    let ended = rollout.final_obs.iter().find(|(ended, _)| *ended == sample);
    let [x, v, theta, omega] = match ended {
        Some((_, state)) => *state,
        None => {
            let start = (sample + rollout.num_envs) * rollout.obs_size;
            rollout.obs.get(start..start + 4)?.try_into().ok()?
        }
    };
    Some(format!(
        "reward: “{}” is {} for x = {x}, v = {v}, theta = {theta}, omega = {omega}; a reward must be a finite number everywhere",
        reward, rollout.rewards[sample],
    ))
}

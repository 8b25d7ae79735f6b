//! Why a run broke off, in words for the reader.

use super::learning::LearningError;
use crate::config::TrainConfig;
use crate::device::ReadError;
use crate::protocol::{Failure, FailureKind};
use crate::rollout::Rollout;

/// Why the iteration after `iterations` could not be done.
pub fn failure(
    error: LearningError,
    iterations: usize,
    config: &TrainConfig,
    rollout: Option<&Rollout>,
) -> Failure {
    let why = match error {
        LearningError::Device(error) => return no_answer(error),
        LearningError::Function(why) => why,
        LearningError::Argument(error) => rollout
            .and_then(|rollout| bad_reward(&config.reward, rollout))
            .unwrap_or_else(|| error.to_string()),
    };
    Failure {
        kind: FailureKind::Run,
        message: format!("At iteration {}: {why}", iterations + 1),
    }
}

/// A device that does not answer.
fn no_answer(error: ReadError) -> Failure {
    Failure {
        kind: FailureKind::Device,
        message: error.to_string(),
    }
}

/// Which state the reader's reward could not cope with.
fn bad_reward(reward: &str, rollout: &Rollout) -> Option<String> {
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

//! Why a run could not begin, or broke off, in words for the reader.

use crate::config::TrainConfig;
use crate::device::ReadError;
use crate::protocol::{Failure, FailureKind};
use crate::rollout::{BadArgument, HookError, Rollout};

/// Why a rollout could not be made or learnt from.
#[derive(Debug, thiserror::Error)]
pub enum LearningError {
    /// The rollout is not fit to learn from.
    #[error(transparent)]
    Argument(#[from] BadArgument),
    /// The device did not answer.
    #[error(transparent)]
    Device(#[from] ReadError),
    /// A function that plays a part of the run could not play it.
    #[error(transparent)]
    Hook(#[from] HookError),
}

/// A checkpoint of other networks than those of the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "The networks that were kept have {found} trainable numbers and these have {needed}: keep env_id, hidden_sizes, algorithm and advantage as they were, or start afresh"
)]
pub struct OtherNetworks {
    /// Parameters in the checkpoint.
    pub found: usize,
    /// Parameters of the run's networks.
    pub needed: usize,
}

/// Why the iteration after `iterations` could not be done.
pub fn failure(
    error: LearningError,
    iterations: usize,
    config: &TrainConfig,
    rollout: Option<&Rollout>,
) -> Failure {
    let why = match error {
        LearningError::Device(error) => return no_answer(error),
        LearningError::Hook(error) => error.to_string(),
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

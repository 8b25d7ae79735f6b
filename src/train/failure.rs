//! The reasons why a run could not start or broke off, in words for the reader.

use crate::config::TrainConfig;
use crate::device::ReadError;
use crate::protocol::{Failure, FailureKind};
use crate::rollout::{BadArgument, HookError, Rollout};

/// The reason why a rollout could not be made or learnt from.
#[derive(Debug, thiserror::Error)]
pub enum LearningError {
    /// The rollout cannot be learnt from.
    #[error(transparent)]
    Argument(#[from] BadArgument),
    /// The device did not answer.
    #[error(transparent)]
    Device(#[from] ReadError),
    /// A hook failed, or returned something unusable.
    #[error(transparent)]
    Hook(#[from] HookError),
}

/// A checkpoint of networks with another number of parameters than the run's.
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

/// Returns the failure of the iteration after `iterations`.
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
            .filter(|_| config.has_own_reward())
            .and_then(|rollout| bad_reward(config, rollout))
            .unwrap_or_else(|| error.to_string()),
    };
    Failure {
        kind: FailureKind::Run,
        message: format!("At iteration {}: {why}", iterations + 1),
    }
}

/// Returns the failure of a device that does not answer.
pub fn no_answer(error: ReadError) -> Failure {
    Failure {
        kind: FailureKind::Device,
        message: error.to_string(),
    }
}

/// Returns a message about the first state for which the reader's reward is not finite, as the
/// policy sees it.
fn bad_reward(config: &TrainConfig, rollout: &Rollout) -> Option<String> {
    let sample = rollout.rewards.iter().position(|r| !r.is_finite())?;
    let size = rollout.obs_size;
    let ended = (rollout.final_samples.iter()).position(|ended| *ended == sample);
    let led_to = match ended {
        Some(place) => &rollout.final_obs[place * size..],
        None => rollout.obs.get((sample + rollout.num_envs) * size..)?,
    };
    let numbers = config.env_id.spec().obs.iter().zip(led_to);
    let numbers: Vec<String> = numbers
        .map(|(name, number)| format!("{name} = {number}"))
        .collect();
    Some(format!(
        "reward: “{}” is {} for {}; a reward must be a finite number everywhere",
        config.reward,
        rollout.rewards[sample],
        numbers.join(", ")
    ))
}

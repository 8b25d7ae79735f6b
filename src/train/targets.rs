//! What an update aims at: returns and advantages, on the host for a whole rollout, and what is left to do for the
//! samples of one minibatch on the device.

use burn::tensor::Tensor;

use super::hooks::TrainHooks;
use super::learner::{Columns, Learner};
use super::learning::LearningError;
use crate::algos::standardise::standardise;
use crate::algos::{value, vpg};
use crate::config::{Advantage, Standardise, TrainConfig};
use crate::rollout::{BadArgument, Rollout, discounted_returns, generalised_advantages};

/// Targets of every sample of a rollout, `[num_steps, num_envs]`.
pub struct Targets {
    /// How much better than expected; with a baseline that is worked out on the device, the returns.
    pub advantages: Vec<f32>,
    /// What the critic should have said, or what followed.
    pub returns: Vec<f32>,
}

/// Discounted returns; or advantages by GAE, and `returns = advantages + values` (detail 9 of "The 37 Implementation
/// Details of PPO").
///
/// Either may be played by one of `functions`.
///
/// # Errors
/// When the rollout is empty or holds numbers that are not finite, or a function breaks down.
pub fn targets(
    rollout: &Rollout,
    config: &TrainConfig,
    functions: Option<&dyn TrainHooks>,
) -> Result<Targets, LearningError> {
    let ended = rollout.ended();
    if config.has_gae() {
        let next_values = rollout.next_values();
        let given = functions.and_then(|functions| {
            let rewards = rewards_with_rest(rollout, &next_values, config.gamma);
            functions.advantages(rollout, &rewards)
        });
        let advantages = match given {
            Some(given) => given.map_err(LearningError::Function)?,
            None => generalised_advantages(
                &rollout.rewards,
                &rollout.values,
                &next_values,
                &ended,
                rollout.num_envs,
                (config.gamma, config.gae_lambda),
            )?,
        };
        let returns = advantages
            .iter()
            .zip(&rollout.values)
            .map(|(advantage, value)| advantage + value)
            .collect();
        return Ok(Targets {
            advantages,
            returns,
        });
    }
    let given = functions.and_then(|functions| functions.returns(rollout));
    let returns = match given {
        Some(given) => given.map_err(LearningError::Function)?,
        None => discounted_returns(&rollout.rewards, &ended, rollout.num_envs, config.gamma)?,
    };
    Ok(Targets {
        advantages: returns.clone(),
        returns,
    })
}

/// Rewards, and where the time limit cut an episode off the discounted value of what it led to as well: so that a
/// function that knows only ends works out the same.
fn rewards_with_rest(rollout: &Rollout, next_values: &[f32], gamma: f64) -> Vec<f32> {
    let samples = rollout.rewards.iter().zip(&rollout.truncated);
    (samples.zip(next_values))
        .map(|((reward, truncated), rest)| match truncated {
            true => reward + gamma as f32 * rest,
            false => *reward,
        })
        .collect()
}

/// Takes the baseline off and standardises, for the samples of one minibatch. Those of VPG are `num_worlds` whole worlds,
/// step by step.
///
/// # Errors
/// When a single sample is to be standardised.
pub fn normalise_and_baseline(
    mut columns: Columns,
    num_worlds: usize,
    learner: &Learner,
    config: &TrainConfig,
) -> Result<Columns, BadArgument> {
    let plan = config.plan();
    if plan.standardise == Standardise::Returns {
        columns.returns = standardise(columns.returns)?;
        columns.advantages = columns.returns.clone();
    }
    match (plan.advantage, &learner.networks.critic) {
        (Some(Advantage::WorldMean), _) => {
            let samples = columns.returns.dims()[0];
            let by_step: Tensor<2> = columns
                .returns
                .clone()
                .reshape([samples / num_worlds, num_worlds]);
            columns.advantages = vpg::advantages(by_step).reshape([samples]);
        }
        (Some(Advantage::Value), Some(critic)) => {
            let values = learner.values(critic, &columns.obs);
            columns.advantages = value::advantage(columns.returns.clone(), values);
        }
        _ => {}
    }
    if plan.standardise == Standardise::Advantages {
        columns.advantages = standardise(columns.advantages)?;
    }
    Ok(columns)
}

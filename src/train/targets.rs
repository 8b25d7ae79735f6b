//! What an update aims at: returns and advantages, on the host for a whole rollout, and what is left to do for the
//! samples of one minibatch on the device.

use burn::tensor::Tensor;

use super::config::{Advantage, Algorithm, TrainConfig};
use super::learner::{Columns, Learner};
use crate::algos::standardise::standardise;
use crate::algos::{value, vpg};
use crate::rollout::{BadArgument, Rollout, advantages, discounted_returns};

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
/// # Errors
/// When the rollout is empty or holds numbers that are not finite.
pub fn targets(rollout: &Rollout, config: &TrainConfig) -> Result<Targets, BadArgument> {
    let ended = rollout.ended();
    if config.has_critic() && config.advantage == Advantage::Gae {
        let advantages = advantages(
            &rollout.rewards,
            &rollout.values,
            &rollout.next_values(),
            &ended,
            rollout.num_envs,
            (config.gamma, config.gae_lambda),
        )?;
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
    let returns = discounted_returns(&rollout.rewards, &ended, rollout.num_envs, config.gamma)?;
    Ok(Targets {
        advantages: returns.clone(),
        returns,
    })
}

/// Takes the baseline off and standardises, for the samples of one minibatch. Those of VPG are `num_worlds` whole worlds,
/// step by step.
///
/// # Errors
/// When a single sample is to be standardised.
pub fn finish(
    mut columns: Columns,
    num_worlds: usize,
    learner: &Learner,
    config: &TrainConfig,
) -> Result<Columns, BadArgument> {
    if config.algorithm == Algorithm::Reinforce {
        return Ok(columns);
    }
    if config.algorithm == Algorithm::Vpg && config.normalize_returns {
        columns.returns = standardise(columns.returns)?;
        columns.advantages = columns.returns.clone();
    }
    match (config.advantage, &learner.networks.critic) {
        (Advantage::WorldMean, _) => {
            let samples = columns.returns.dims()[0];
            let by_step: Tensor<2> = columns
                .returns
                .clone()
                .reshape([samples / num_worlds, num_worlds]);
            columns.advantages = vpg::advantages(by_step).reshape([samples]);
        }
        (Advantage::Value, Some(critic)) => {
            let values = learner.values(critic, &columns.obs);
            columns.advantages = value::advantage(columns.returns.clone(), values);
        }
        _ => {}
    }
    if config.algorithm == Algorithm::Ppo && config.norm_adv {
        columns.advantages = standardise(columns.advantages)?;
    }
    Ok(columns)
}

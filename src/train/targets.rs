//! The targets of a learning phase: returns and advantages, computed on the host for a whole
//! rollout.

use std::borrow::Cow;

use super::failure::LearningError;
use super::hooks::{HookResult, TrainHooks};
use crate::algos::columns;
use crate::config::{LearningPlan, Standardise, TrainConfig};
use crate::protocol::stages::{Spread, StageView};
use crate::rollout::{
    BadArgument, GaeParams, HookError, Rollout, by_worlds, discounted_returns,
    generalised_advantages,
};

/// Targets of every sample of a rollout, `[num_steps, num_envs]`.
pub struct Targets {
    /// The advantages; if the baseline is subtracted on the device, the returns.
    pub advantages: Vec<f32>,
    /// The discounted returns, or with GAE the advantages plus the values; the critic learns to
    /// predict them.
    pub returns: Vec<f32>,
}

impl Targets {
    /// Returns the returns as the critic is taught them: as they are, or standardised within each
    /// minibatch.
    ///
    /// # Errors
    /// If a single sample would be standardised.
    pub fn taught(
        &self,
        rollout: &Rollout,
        plan: &LearningPlan,
    ) -> Result<Cow<'_, [f32]>, BadArgument> {
        if plan.standardise != Standardise::Returns {
            return Ok(Cow::Borrowed(&self.returns));
        }
        let mut taught = self.returns.clone();
        for indices in by_worlds(rollout.num_envs, rollout.num_steps, plan.num_minibatches)? {
            let mut column: Vec<f32> = indices.iter().map(|index| taught[*index]).collect();
            columns::standardise_column(&mut column)?;
            for (index, standardised) in indices.iter().zip(column) {
                taught[*index] = standardised;
            }
        }
        Ok(Cow::Owned(taught))
    }

    /// Returns what an observer is shown. Advantages are shown only if they are estimated for the
    /// whole rollout.
    pub fn view(&self, config: &TrainConfig) -> StageView {
        StageView::Targets {
            advantages: Spread::of(&self.advantages).filter(|_| config.has_gae()),
            returns: Spread::of(&self.returns),
        }
    }
}

/// Computes the discounted returns, or GAE's advantages and `returns = advantages + values` (detail
/// 9 of "The 37 Implementation Details of PPO").
///
/// One of `hooks` may compute either instead.
///
/// # Errors
/// Fails if the rollout is empty or holds numbers that are not finite, or if a hook fails or
/// returns too many or too few values.
pub fn targets(
    rollout: &Rollout,
    config: &TrainConfig,
    hooks: Option<&dyn TrainHooks>,
) -> Result<Targets, LearningError> {
    let ended = rollout.ended();
    if config.has_gae() {
        let next_values = rollout.next_values();
        let given = hooks.and_then(|hooks| {
            let rewards = rewards_with_rest(rollout, &next_values, config.gamma);
            hooks.advantages(rollout, &rewards)
        });
        let advantages = match given {
            Some(given) => for_each_sample("advantages", given, rollout)?,
            None => generalised_advantages(
                &rollout.rewards,
                &rollout.values,
                &next_values,
                &ended,
                rollout.num_envs,
                GaeParams {
                    gamma: config.gamma,
                    gae_lambda: config.gae_lambda,
                },
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
    let given = hooks.and_then(|hooks| hooks.returns(rollout));
    let returns = match given {
        Some(given) => for_each_sample("returns", given, rollout)?,
        None => discounted_returns(&rollout.rewards, &ended, rollout.num_envs, config.gamma)?,
    };
    Ok(Targets {
        advantages: returns.clone(),
        returns,
    })
}

/// Returns the values of a hook, if there is one for each sample.
fn for_each_sample(
    what: &'static str,
    given: HookResult<Vec<f32>>,
    rollout: &Rollout,
) -> HookResult<Vec<f32>> {
    let given = given?;
    HookError::check_count(what, given.len(), rollout.len())?;
    Ok(given)
}

/// Returns the rewards, plus `gamma` times the value of the next state where the time limit cut an
/// episode off. A hook that knows only where episodes end then computes the same advantages.
fn rewards_with_rest(rollout: &Rollout, next_values: &[f32], gamma: f64) -> Vec<f32> {
    let samples = rollout.rewards.iter().zip(&rollout.truncated);
    (samples.zip(next_values))
        .map(|((reward, truncated), rest)| match truncated {
            true => reward + gamma as f32 * rest,
            false => *reward,
        })
        .collect()
}

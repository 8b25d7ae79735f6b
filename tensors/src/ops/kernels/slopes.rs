//! The losses of one row and their slopes: the twin of `algos/slopes.rs`, where each formula has
//! its derivation. The check `device-learning` holds both against the oracle.

use burn::cubecl::{self, prelude::*};

use crate::ops::learn::{Loss, Sum};

/// The coefficients of a loss.
#[derive(CubeType, Clone, Copy)]
pub struct Coefficients {
    /// Half-width of the range to which ratios are clipped; very large without a clip.
    pub clip_coef: f32,
    /// Weight of the entropy bonus.
    pub ent_coef: f32,
    /// Weight of the critic's loss.
    pub vf_coef: f32,
    /// Error of the critic from which its loss grows in proportion; very large if every error is
    /// squared.
    pub huber_delta: f32,
    /// 1 divided by the rows of the minibatch.
    pub share: f32,
}

/// What a sample brings to the policy's loss.
#[derive(CubeType, Clone, Copy)]
pub struct Sample {
    /// The action's log-probability now.
    pub log_prob: f32,
    /// The log-probability under the policy that took it.
    pub old_log_prob: f32,
    /// The advantage.
    pub advantage: f32,
    /// The return.
    pub ret: f32,
}

/// The twin of [`policy_lab::algos::slopes::PolicyTerm`], without the loss.
#[derive(CubeType, Clone, Copy)]
pub struct Slopes {
    /// Derivative by the log-probability of the action.
    pub by_log_prob: f32,
    /// Derivative by the advantage.
    pub by_advantage: f32,
}

/// What a sample brings to the critic's loss.
#[derive(CubeType, Clone, Copy)]
pub struct ValueTerm {
    /// The sample's loss.
    pub loss: f32,
    /// Derivative by the critic's value.
    pub by_value: f32,
}

/// The twin of [`policy_lab::algos::slopes::value`], from the error.
#[cube]
pub fn value(error: f32, with: &Coefficients) -> ValueTerm {
    let size = error.abs();
    let kept = min(size, with.huber_delta);
    ValueTerm {
        loss: kept * (2.0f32 * size - kept),
        by_value: 2.0f32 * clamp(error, -with.huber_delta, with.huber_delta),
    }
}

/// The twin of [`policy_lab::algos::slopes::clipped_value`].
#[cube]
pub fn clipped_value(now: f32, before: f32, ret: f32, with: &Coefficients) -> ValueTerm {
    let free = value(now - ret, with);
    let moved = now - before;
    let kept = before + clamp(moved, -with.clip_coef, with.clip_coef);
    let held = value(kept - ret, with);
    let is_free = moved.abs() <= with.clip_coef || held.loss <= free.loss;
    ValueTerm {
        loss: select(is_free, free.loss, held.loss),
        by_value: select(is_free, free.by_value, 0.0f32),
    }
}

/// Returns the slopes of the policy's loss at one sample, and adds what is measured on it.
#[cube]
pub fn policy(
    sample: &Sample,
    sums: &mut Array<f32>,
    with: &Coefficients,
    #[comptime] loss: Loss,
) -> Slopes {
    let log_ratio = sample.log_prob - sample.old_log_prob;
    let ratio = log_ratio.exp();
    let (low, high) = (1.0f32 - with.clip_coef, 1.0f32 + with.clip_coef);
    let clamped_ratio = clamp(ratio, low, high);
    sums[comptime!(Sum::Kl as usize)] += ratio - 1.0f32 - log_ratio;
    sums[comptime!(Sum::OldKl as usize)] -= log_ratio;
    match comptime!(loss) {
        Loss::Reinforce => {
            sums[comptime!(Sum::PolicyLoss as usize)] -= sample.log_prob * sample.ret;
            Slopes {
                by_log_prob: -sample.ret,
                by_advantage: 0.0f32.runtime(),
            }
        }
        Loss::Vpg { is_weighted } => {
            let weight = if comptime!(is_weighted) {
                clamped_ratio
            } else {
                1.0f32.runtime()
            };
            sums[comptime!(Sum::Weight as usize)] += weight;
            sums[comptime!(Sum::PolicyLoss as usize)] -=
                weight * sample.log_prob * sample.advantage;
            Slopes {
                by_log_prob: -weight * sample.advantage,
                by_advantage: -weight * sample.log_prob,
            }
        }
        Loss::Ppo => {
            let unclipped = ratio * sample.advantage;
            let clipped = clamped_ratio * sample.advantage;
            let is_outside = (ratio - 1.0f32).abs() > with.clip_coef;
            let has_no_gradient = (ratio > high && sample.advantage > 0.0f32)
                || (ratio < low && sample.advantage < 0.0f32);
            sums[comptime!(Sum::PolicyLoss as usize)] -= min(unclipped, clipped);
            sums[comptime!(Sum::Clipped as usize)] += select(is_outside, 1.0f32, 0.0f32);
            sums[comptime!(Sum::WithoutGradient as usize)] +=
                select(has_no_gradient, 1.0f32, 0.0f32);
            let is_free = unclipped <= clipped;
            Slopes {
                by_log_prob: select(is_free, -unclipped, 0.0f32),
                by_advantage: select(is_free, -ratio, -clamped_ratio),
            }
        }
    }
}

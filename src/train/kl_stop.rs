//! The rules by which learning from a rollout ends at a KL divergence, from what its minibatches
//! measured. Each sample's log-probability has moved by `d` since the rollout: `approx_kl` is the
//! mean of `exp(d) - 1 - d`, and `old_approx_kl` that of `-d`.

use super::update_stats::UpdateStats;
use crate::config::{KlStop, LearningPlan};
use crate::protocol::metrics::{Metric, Metrics};

/// Times the limit from which a rule that looks before a step refuses it.
///
/// # Source
/// Stable-Baselines3's `PPO.train` and Spinning Up's `update`, which both write 1.5.
const BEFORE_A_STEP: f64 = 1.5;

/// Returns true if no epoch follows one that has measured this.
pub fn ends_after_epoch(plan: &LearningPlan, measured: &UpdateStats) -> bool {
    let moved = match plan.kl_stop {
        KlStop::EpochMean => measured.mean(Metric::ApproxKl),
        // CleanRL looks at the last minibatch: each overwrites what the one before has measured.
        KlStop::Cleanrl => measured.last(Metric::ApproxKl),
        KlStop::StableBaselines3 | KlStop::SpinningUp => return false,
    };
    plan.target_kl.is_some_and(|limit| moved > limit)
}

/// Returns true if a step is not to be taken, nor any after it, given what was measured on its
/// minibatch.
pub fn ends_before_step(plan: &LearningPlan, measured: &Metrics) -> bool {
    let metric = match plan.kl_stop {
        KlStop::StableBaselines3 => Metric::ApproxKl,
        KlStop::SpinningUp => Metric::OldApproxKl,
        KlStop::EpochMean | KlStop::Cleanrl => return false,
    };
    let limit = plan.target_kl.map(|limit| BEFORE_A_STEP * limit);
    limit
        .zip(measured.get(metric))
        .is_some_and(|(limit, moved)| moved > limit)
}

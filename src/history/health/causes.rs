//! The possible causes of a problem, and the settings to change.

use super::hindrance::LearningHindrance;
use super::record::{Measured, Record, median};
use super::signs::{ENTROPY, EXPLAINED, KL, PEAK};
use super::{Cause, Remedy, RunProblem};
use crate::config::draft::print_number;
use crate::config::presets::Preset;
use crate::config::{Advantage, Algorithm, TrainConfig};
use crate::protocol::metrics::Metric;

/// Iterations before the last good one that are searched for a cause.
const LOOK_BACK: usize = 4;
/// Multiples of the preset's learning rate: from the first on it is a cause, from the second on
/// lowering it is the first remedy.
pub const HIGH: (f64, f64) = (2.0, 10.0);
/// The PPO paper's clip range, and the usual limit of the gradient's norm (detail 11) and entropy
/// bonus (Huang et al., 2022).
pub const CLIP_COEF: f64 = 0.2;
pub const MAX_GRAD_NORM: f64 = 0.5;
pub const ENT_COEF: f64 = 0.01;
pub const VF_COEF: f64 = 0.25;

/// Returns the possible causes between the last good iteration and the first bad one, the likeliest
/// first.
pub fn causes(record: &Record<'_>, problem: &RunProblem, good: usize, bad: usize) -> Vec<Cause> {
    let from = good.saturating_sub(LOOK_BACK);
    let to = match problem {
        // An iteration's score belongs to the networks before its update.
        RunProblem::Collapsed(_) => bad.saturating_sub(1),
        _ => bad,
    };
    let during = |metric| -> Vec<Measured> {
        let all = record.all(metric).into_iter();
        all.filter(|it| (from..=to).contains(&it.0)).collect()
    };
    let config = record.config;
    let times = config.learning_rate / quick(config.algorithm).learning_rate;
    let is_still = config.learning_rate == 0.0;
    let low = Cause::LowLearningRate {
        learning_rate: config.learning_rate,
        times,
    };
    let mut causes = Vec::new();
    if is_still || (times < 1.0 && matches!(problem, RunProblem::NeverLearnt { .. })) {
        causes.push(low);
    }
    causes.extend(
        LearningHindrance::all(record, problem)
            .into_iter()
            .map(Cause::Setting),
    );
    if is_still || matches!(problem, RunProblem::CriticUseless { .. }) {
        return causes;
    }
    if let Some((iteration, kl)) = peak(&during(Metric::ApproxKl)).filter(|it| it.1 > KL.1) {
        causes.push(Cause::LargeUpdate {
            kl,
            iteration,
            is_clipped: config.clip_coef.is_some(),
        });
    }
    if let Some((norm, times, iteration)) = gradient_peak(record, &during(Metric::GradNorm), from) {
        causes.push(Cause::GradientPeak {
            norm,
            times,
            iteration,
        });
    }
    let mut entropies = during(Metric::Entropy).into_iter();
    if let Some(most) = record.most_entropy()
        && let Some((iteration, entropy)) = entropies.find(|it| it.1 < ENTROPY.0 * most)
        && !matches!(problem, RunProblem::Deterministic { .. })
    {
        causes.push(Cause::LowEntropy { entropy, iteration });
    }
    let explained: Vec<f64> = during(Metric::ExplainedVariance)
        .iter()
        .map(|it| it.1)
        .collect();
    let is_blind = explained.len() > LOOK_BACK && median(&explained) < EXPLAINED.0;
    if is_blind {
        causes.push(Cause::BlindCritic {
            explained: median(&explained),
        });
    }
    if times >= HIGH.0 {
        causes.push(Cause::HighLearningRate {
            learning_rate: config.learning_rate,
            times,
        });
    }
    if causes.is_empty() && times < 1.0 && matches!(problem, RunProblem::Collapsed(_)) {
        causes.push(low);
    }
    causes
}

/// Returns the settings to change, the best first: never to the value that they have, and never
/// further from the quick preset's in the direction in which they differ from it. The order was
/// tried on PPO's quick preset: without a clip it collapses on five seeds of five at 1, 2 and 4
/// times its learning rate, and with one it ends at 500 on all (`tests/health.rs`); at 10 times a
/// clip alone does not prevent the collapse.
pub fn remedies(config: &TrainConfig, problem: &RunProblem, causes: &[Cause]) -> Vec<Remedy> {
    let mut remedies = Vec::new();
    let mut set = |key, text: String| remedies.push(Remedy { key, text });
    let usual = quick(config.algorithm).learning_rate;
    let times = config.learning_rate / usual;
    let is_low = |it: &Cause| matches!(it, Cause::LowLearningRate { .. });
    if config.learning_rate == 0.0 {
        set("learning_rate", print_number(usual));
        return remedies;
    }
    if matches!(problem, RunProblem::CriticUseless { .. }) {
        if config.advantage == Advantage::Value && !config.detach_advantage {
            set("detach_advantage", "true".to_owned());
        } else if config.vf_coef < VF_COEF {
            set("vf_coef", print_number(VF_COEF));
        }
        return remedies;
    }
    let hindrances = causes.iter().filter_map(|it| match it {
        Cause::Setting(hindrance) => hindrance.remedy(config),
        _ => None,
    });
    remedies.extend(hindrances);
    let mut set = |key, text: String| remedies.push(Remedy { key, text });
    if causes.iter().any(is_low) {
        set("learning_rate", print_number(usual));
    }
    let is_ppo = config.algorithm == Algorithm::Ppo;
    if times >= HIGH.1 {
        set("learning_rate", print_number(usual));
    }
    if is_ppo && config.clip_coef.is_none() && moved_far(problem, causes) {
        set("clip_coef", print_number(CLIP_COEF));
    }
    let has_peak = |it: &Cause| matches!(it, Cause::GradientPeak { .. });
    if config.max_grad_norm.is_none()
        && (causes.iter().any(has_peak) || *problem == RunProblem::BrokeOff)
    {
        set("max_grad_norm", print_number(MAX_GRAD_NORM));
    }
    if (HIGH.0..HIGH.1).contains(&times) {
        set("learning_rate", print_number(usual));
    }
    if matches!(problem, RunProblem::Deterministic { .. }) && config.ent_coef < ENT_COEF {
        set("ent_coef", print_number(ENT_COEF));
    }
    if remedies.is_empty() && !matches!(problem, RunProblem::NeverLearnt { .. }) {
        remedies.extend(shorter(config));
    }
    remedies
}

/// Returns a way to take shorter steps, if they are not shorter than the quick preset's already: a
/// run that has hardly moved needs no shorter ones.
fn shorter(config: &TrainConfig) -> Option<Remedy> {
    let usual = quick(config.algorithm);
    let (key, text) = if config.learning_rate > usual.learning_rate {
        ("learning_rate", print_number(usual.learning_rate))
    } else if config.learning_rate == usual.learning_rate {
        ("learning_rate", print_number(config.learning_rate / 2.0))
    } else if config.algorithm == Algorithm::Ppo && config.update_epochs > usual.update_epochs {
        ("update_epochs", usual.update_epochs.to_string())
    } else {
        return None;
    };
    Some(Remedy { key, text })
}

fn moved_far(problem: &RunProblem, causes: &[Cause]) -> bool {
    matches!(
        problem,
        RunProblem::LargeUpdates { .. } | RunProblem::BrokeOff
    ) || causes
        .iter()
        .any(|it| matches!(it, Cause::LargeUpdate { .. }))
}

/// Returns an algorithm's quick preset, which learns on the seeds that were tried.
pub fn quick(algorithm: Algorithm) -> TrainConfig {
    (Preset::first_for(algorithm).config)()
}

fn peak(values: &[Measured]) -> Option<Measured> {
    let by_value = |a: &&Measured, b: &&Measured| a.1.total_cmp(&b.1);
    values.iter().max_by(by_value).copied()
}

/// Returns the longest gradient's norm, its multiple of the median before, and its iteration.
/// Returns `None` where max_grad_norm scales such gradients down, because they do no harm there.
fn gradient_peak(
    record: &Record<'_>,
    during: &[Measured],
    from: usize,
) -> Option<(f64, f64, usize)> {
    let (iteration, norm) = peak(during)?;
    let all = record.all(Metric::GradNorm).into_iter();
    let before: Vec<f64> = all.filter(|it| it.0 < from.max(5)).map(|it| it.1).collect();
    let times = norm / median(&before);
    let is_peak = record.config.max_grad_norm.is_none() && times.is_finite() && times > PEAK.0;
    is_peak.then_some((norm, times, iteration))
}

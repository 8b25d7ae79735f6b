//! The vital signs: the newest values of five metrics, and how far they are from their calm ranges.

use super::record::{Record, median};
use super::{Level, Sign};
use crate::protocol::metrics::Metric;

/// KL divergence of an update: calm up to the first limit, alarming above the second (the chart
/// gives the source; Schulman, 2020).
pub const KL: (f64, f64) = (0.02, 0.1);
/// Clip fraction: calm up to the first limit, alarming above the second, where most of an update is
/// lost (the chart gives the source; Huang et al., 2022).
pub const CLIPPED: (f64, f64) = (0.3, 0.6);
/// Entropy as a fraction of that of a uniform policy, which is ln 2 for two actions: calm from the
/// first limit up, alarming below the second. Healthy runs of all presets end above 0.25; a policy
/// below 0.02 picks another action once in some hundred steps.
pub const ENTROPY: (f64, f64) = (0.1, 0.02);
/// Explained variance: calm from the first limit up, alarming below the second. At or below 0 a
/// critic is no better than a constant (the chart gives the source; Schulman, 2016).
pub const EXPLAINED: (f64, f64) = (0.0, -0.5);
/// Gradient norm as a multiple of the median of earlier iterations: calm up to the first limit,
/// alarming above the second. Peaks of ten are ordinary where max_grad_norm scales them down.
pub const PEAK: (f64, f64) = (10.0, 100.0);
/// Earlier iterations over which that median is taken.
const BEFORE: usize = 20;
/// Iterations that the median and the critic need before they mean anything.
const ENOUGH: usize = 5;

/// Returns the vital signs that the run has.
pub fn signs(record: &Record<'_>) -> Vec<Sign> {
    let all = [
        above(record, Metric::ApproxKl, KL),
        above(record, Metric::ClipFraction, CLIPPED),
        entropy(record),
        explained_variance(record),
        grad_norm(record),
    ];
    all.into_iter().flatten().collect()
}

fn newest(record: &Record<'_>, metric: Metric) -> Option<f64> {
    record.newest(metric, 1)?.first().copied()
}

fn above(record: &Record<'_>, metric: Metric, (strained, alarming): (f64, f64)) -> Option<Sign> {
    let value = newest(record, metric)?;
    Some(Sign {
        metric,
        value,
        level: match value {
            high if high > alarming => Level::Alarming,
            high if high > strained => Level::Strained,
            _ => Level::Calm,
        },
        limit: strained,
    })
}

/// Returns the entropy's sign, if entropy has a largest value. A policy that solves the task may be
/// sure of itself.
fn entropy(record: &Record<'_>) -> Option<Sign> {
    let most = record.most_entropy()?;
    let value = newest(record, Metric::Entropy)?;
    let is_solved = record.score.as_ref().is_some_and(|it| it.is_solved());
    Some(Sign {
        metric: Metric::Entropy,
        value,
        level: match value / most {
            low if low < ENTROPY.0 && is_solved => Level::Solved,
            low if low < ENTROPY.1 => Level::Alarming,
            low if low < ENTROPY.0 => Level::Strained,
            _ => Level::Calm,
        },
        limit: ENTROPY.0 * most,
    })
}

/// Returns the explained variance's sign. If every episode lasts to its end, returns hardly vary,
/// so there is nothing to explain.
fn explained_variance(record: &Record<'_>) -> Option<Sign> {
    let value = newest(record, Metric::ExplainedVariance)?;
    let is_solved = record.score.as_ref().is_some_and(|it| it.is_solved());
    // A critic cannot be judged after a few rollouts.
    let is_new = record.iteration < ENOUGH;
    Some(Sign {
        metric: Metric::ExplainedVariance,
        value,
        level: match value {
            low if low < EXPLAINED.0 && is_solved => Level::Solved,
            _ if is_new => Level::Calm,
            low if low < EXPLAINED.1 => Level::Alarming,
            low if low < EXPLAINED.0 => Level::Strained,
            _ => Level::Calm,
        },
        limit: EXPLAINED.0,
    })
}

fn grad_norm(record: &Record<'_>) -> Option<Sign> {
    let value = newest(record, Metric::GradNorm)?;
    let count = BEFORE.min(record.iteration.saturating_sub(1));
    let before = record.newest(Metric::GradNorm, count + 1);
    let before = before.filter(|_| count >= ENOUGH);
    let usual = before.map_or(f64::INFINITY, |before| median(&before[..count]));
    let is_limited = record.config.max_grad_norm.is_some();
    Some(Sign {
        metric: Metric::GradNorm,
        value,
        level: match value / usual {
            peak if peak > PEAK.1 || (peak > PEAK.0 && !is_limited) => Level::Alarming,
            peak if peak > PEAK.0 => Level::Strained,
            _ => Level::Calm,
        },
        limit: PEAK.0 * usual,
    })
}

//! The problems of a run.

use super::causes::{causes, remedies};
use super::record::{Record, median};
use super::signs::{ENTROPY, KL};
use super::{Finding, RunProblem};
use crate::protocol::metrics::Metric;

/// Iterations over which the median KL divergence must be alarming: a healthy run sometimes has
/// three such iterations in a row.
const LARGE_FOR: usize = 8;
/// Clip fraction that is worth reporting if it lasts. When it learns to spin the pole, a run does
/// well at 0.36.
const FIGHTS: f64 = 0.4;
/// Iterations over which the median clip fraction must be that high.
const FIGHTS_FOR: usize = 10;
/// Explained variance below which a critic is worse than a constant. With the course's low learning
/// rate it stays at zero for a hundred iterations while the policy learns.
const BLIND: f64 = -0.1;
/// Iterations over which the median explained variance must be that low.
const BLIND_FOR: usize = 20;
/// Iterations in a row for which the entropy must be that low.
const GONE_FOR: usize = 5;
/// Iterations before a run can be said to have learnt nothing.
const PATIENCE: usize = 20;
/// A best score below this multiple of the first one means that nothing was learnt.
const STILL: f64 = 1.5;

/// Returns the problems, the gravest first. A grave problem hides all others, because it explains
/// them.
pub fn findings(record: &Record<'_>) -> Vec<Finding> {
    let grave = [
        broke_off(record),
        collapsed(record),
        deterministic(record),
        never_learnt(record),
    ];
    if let Some((iteration, problem)) = grave.into_iter().flatten().next() {
        return vec![found(record, iteration, problem)];
    }
    let light = [
        large_updates(record),
        clip_fights(record),
        critic_useless(record),
    ];
    let light = light.into_iter().flatten();
    light
        .map(|(iteration, problem)| found(record, iteration, problem))
        .collect()
}

type Found = Option<(usize, RunProblem)>;

fn found(record: &Record<'_>, iteration: usize, problem: RunProblem) -> Finding {
    // The update after the last good rollout did the harm, so the networks that made that rollout
    // are the last good ones.
    let good = match problem {
        RunProblem::Collapsed(fall) => fall.best_at.saturating_sub(1),
        // The very last finite networks are about to break, so the ones before them are good.
        RunProblem::BrokeOff => iteration.saturating_sub(2),
        _ => iteration.saturating_sub(1),
    };
    let causes = causes(record, &problem, good.max(1), iteration);
    Finding {
        remedies: remedies(record.config, &problem, &causes),
        problem,
        iteration,
        global_step: record.step_of(iteration),
        causes,
        back_to: record.checkpoint(good),
    }
}

fn broke_off(record: &Record<'_>) -> Found {
    (record.has_broken_off()).then_some((record.iteration + 1, RunProblem::BrokeOff))
}

fn collapsed(record: &Record<'_>) -> Found {
    let (iteration, fall) = record.score.as_ref()?.fall()?;
    Some((iteration, RunProblem::Collapsed(fall)))
}

fn deterministic(record: &Record<'_>) -> Found {
    let score = record.score.as_ref()?;
    let least = ENTROPY.1 * record.most_entropy()?;
    let all = record.all(Metric::Entropy);
    let gone = all.iter().rev().take_while(|it| it.1 < least);
    let (iteration, entropy) = (gone.clone().last()?.0, all.last()?.1);
    let does_well = score.is_solved() || score.is_on_its_way() || score.rises(GONE_FOR);
    let is_stuck = gone.count() >= GONE_FOR && !does_well;
    is_stuck.then_some((iteration, RunProblem::Deterministic { entropy }))
}

/// Compares lengths only: the return of an untrained policy depends on the reward, and where only
/// the goal pays, it may stay as it is until the goal is found.
fn never_learnt(record: &Record<'_>) -> Found {
    let score = record.score.as_ref().filter(|score| score.is_length())?;
    let (start, now) = (score.start, score.now());
    let is_late = record.iteration >= PATIENCE && record.progress >= 0.5;
    let is_stuck = is_late && score.best < STILL * start && !score.is_solved();
    is_stuck.then_some((1, RunProblem::NeverLearnt { start, now }))
}

fn large_updates(record: &Record<'_>) -> Found {
    let is_out = |kl| kl > KL.1;
    let (iteration, kl) = lasting(record, Metric::ApproxKl, LARGE_FOR, is_out)?;
    Some((iteration, RunProblem::LargeUpdates { kl }))
}

fn clip_fights(record: &Record<'_>) -> Found {
    let is_out = |fraction| fraction > FIGHTS;
    let (iteration, fraction) = lasting(record, Metric::ClipFraction, FIGHTS_FOR, is_out)?;
    Some((iteration, RunProblem::ClipFights { fraction }))
}

fn critic_useless(record: &Record<'_>) -> Found {
    let score = record.score.as_ref()?;
    if score.is_solved() || score.rises(BLIND_FOR) {
        return None;
    }
    let is_out = |explained| explained < BLIND;
    let (iteration, explained) = lasting(record, Metric::ExplainedVariance, BLIND_FOR, is_out)?;
    Some((iteration, RunProblem::CriticUseless { explained }))
}

/// Returns the median of a metric's newest `count` values if it is out of range, and the first
/// iteration out of range in the current stretch of such medians.
fn lasting(
    record: &Record<'_>,
    metric: Metric,
    count: usize,
    is_out: impl Fn(f64) -> bool,
) -> Option<(usize, f64)> {
    let all = record.all(metric);
    let values: Vec<f64> = all.iter().map(|it| it.1).collect();
    let medians = values.windows(count).rev().map(median);
    let stretch: Vec<f64> = medians.take_while(|it| is_out(*it)).collect();
    let newest = *stretch.first()?;
    let begun = &all[all.len() + 1 - count - stretch.len()..];
    let first = begun.iter().find(|it| is_out(it.1))?;
    Some((first.0, newest))
}

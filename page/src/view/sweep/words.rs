//! A sweep in words: what is asked, how far it is, and what it found.

use crate::view::format::{count, duration, plural, score};
use policy_lab::config::sweep::SweepPlan;
use policy_lab::history::sweep::{CombinationResult, SweepHistory};
use policy_lab::protocol::score::ScoreKind;

/// What trains many runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TrainedBy {
    /// The CPU, one run on each core.
    Cpu,
    /// The CPU or the GPU, whichever turns out to be faster.
    Faster,
    /// The GPU, which is being opened.
    Opening,
    /// The GPU of this name.
    Gpu(String),
    /// The CPU, for this reason: a sentence without its full stop.
    CpuInstead(String),
}

/// Says what a plan trains: `25 settings × 3 seeds = 75 runs, 7 at a time`.
pub fn amount(plan: &SweepPlan, cores: usize, by: &TrainedBy) -> String {
    let (settings, runs) = (plan.combinations().len(), plan.num_runs());
    let on_cpu = match cores.min(runs) {
        1 => "one at a time".to_owned(),
        cores => format!("{cores} at a time"),
    };
    let at_once = match by {
        TrainedBy::Cpu | TrainedBy::CpuInstead(_) => on_cpu,
        TrainedBy::Faster => {
            format!("{on_cpu}, or side by side on the GPU if that is faster")
        }
        TrainedBy::Opening | TrainedBy::Gpu(_) => "side by side on the GPU".to_owned(),
    };
    let [settings, seeds, runs] = [
        plural(settings, "setting"),
        plural(plan.seeds(), "seed"),
        plural(runs, "run"),
    ];
    format!("{settings} × {seeds} = {runs}, {at_once}")
}

/// Says what trains the runs, where it is not what the reader expects: one run on each core.
pub fn trained_by(by: &TrainedBy) -> Option<String> {
    match by {
        TrainedBy::Cpu | TrainedBy::Faster => None,
        TrainedBy::Opening => Some("The GPU is being opened".to_owned()),
        TrainedBy::Gpu(name) => Some(format!("Side by side on the GPU: {name}")),
        TrainedBy::CpuInstead(why) => Some(format!("On the CPU, one run on each core: {why}")),
    }
}

/// Says how far a sweep is: `12 of 75 runs are done, 7 under way`. While it is under way,
/// `is_busy`.
pub fn progress(history: &SweepHistory, is_busy: bool) -> String {
    let over = history
        .results()
        .filter(|(_, result)| result.counts())
        .count();
    let all = history.plan().num_runs();
    let are = if all == 1 { "is" } else { "are" };
    if over == all {
        let which = if all == 1 { "The run" } else { "All" };
        let runs = if all == 1 {
            String::new()
        } else {
            format!(" {}", plural(all, "run"))
        };
        return format!("{which}{runs} {are} done");
    }
    let done = format!(
        "{} of {} {are} done",
        count(over as u64),
        plural(all, "run")
    );
    match (is_busy, history.num_under_way()) {
        (false, _) => format!("Stopped. {done}"),
        (true, 0) => format!("{done}. The next is starting"),
        (true, under_way) => format!("{done}, {under_way} under way"),
    }
}

/// Says how many runs broke off with their workers, why, and what to do; `None` if there are none.
pub fn trouble(history: &SweepHistory) -> Option<String> {
    let broken = history.results().filter(|(_, result)| !result.counts());
    let mut reasons = broken.filter_map(|(_, result)| result.failure.as_ref());
    let first = reasons.next()?;
    let runs = plural(1 + reasons.count(), "run");
    let why = &first.message;
    Some(format!(
        "{runs} broke off: {why}. Press Train for those that are missing"
    ))
}

/// Says how long the rest will take: `About 3 min left`; `None` before that is known.
pub fn time_left(history: &SweepHistory) -> Option<String> {
    let secs = history.secs_left().filter(|secs| *secs > 0.0)?;
    Some(format!("About {} left", duration(secs)))
}

/// Returns the name of a setting in a sentence: `learning_rate 0.005 with clip_coef 0.2`.
pub fn setting_name(plan: &SweepPlan, combination: usize) -> String {
    let name = plan.name_of(combination, " with ");
    match name.is_empty() {
        true => "These settings".to_owned(),
        false => name,
    }
}

/// Says what the seeds of a setting show: `3 of 3 solved, after 61,440 steps (median)`.
pub fn setting_result(result: &CombinationResult) -> String {
    let mut parts = Vec::new();
    if result.over > 0 {
        let solved = format!("{} of {} solved", result.solved, result.over);
        parts.push(match result.steps_to_solve {
            Some(steps) => {
                let median = if result.over > 1 { " (median)" } else { "" };
                format!("{solved}, after {} steps{median}", count(steps as u64))
            }
            None => solved,
        });
        if let Some(last) = result.final_score {
            parts.push(format!(
                "final {} {}",
                result.score_kind.noun(),
                score(last)
            ));
        }
        if result.failed > 0 {
            parts.push(format!("{} failed", result.failed));
        }
    }
    let left = result.seeds - result.over;
    if result.under_way > 0 {
        parts.push(format!("{} under way", result.under_way));
    } else if left > 0 {
        parts.push(match result.over {
            0 => "not trained yet".to_owned(),
            _ => format!("{left} not trained yet"),
        });
    }
    parts.join(", ")
}

/// Says what a sweep found so far; `None` before its first result.
pub fn finding(history: &SweepHistory) -> Option<String> {
    let plan = history.plan();
    let all: Vec<CombinationResult> = (0..plan.combinations().len())
        .map(|place| history.result_of(place))
        .collect();
    let over: usize = all.iter().map(|it| it.over).sum();
    let failed: usize = all.iter().map(|it| it.failed).sum();
    let broke_off = match failed {
        0 => String::new(),
        failed => format!(". {} broke off", plural(failed, "run")),
    };
    let Some(best) = history.best() else {
        return (failed > 0).then(|| {
            format!(
                "{} of {} broke off",
                count(failed as u64),
                plural(over, "run")
            )
        });
    };
    let result = &all[best];
    let so_far = if history.is_over() { "" } else { " so far" };
    let name = setting_name(plan, best);
    let said = setting_result(&CombinationResult {
        // What is still to come is said elsewhere.
        seeds: result.over,
        under_way: 0,
        failed: 0,
        final_score: result.final_score.filter(|_| result.solved == 0),
        ..*result
    });
    let first = match (result.solved, all.len()) {
        (_, 1) => format!("{name}{so_far}: {said}"),
        (0, _) => {
            let most = match history.score_kind() {
                Some(ScoreKind::Length) => "Longest episodes",
                Some(ScoreKind::Return) => "Highest returns",
                None => "Highest scores",
            };
            format!("No setting solved the task{so_far}. {most}: {name}: {said}")
        }
        _ => format!("Best{so_far}: {name}: {said}"),
    };
    let always = all
        .iter()
        .filter(|it| it.is_over() && it.solved == it.seeds)
        .count();
    let others = match (always, all.len()) {
        (_, 1) | (0 | 1, _) => String::new(),
        (always, all) if always == all => {
            ". Every setting solved the task from every seed".to_owned()
        }
        (always, all) => format!(". {always} of {all} settings solved it from every seed"),
    };
    Some(format!("{first}{others}{broke_off}"))
}

//! What the seeds of a setting show together, and which setting is the best.

use std::cmp::Ordering;

use super::{SweepHistory, SweepRun};
use crate::history::compare::SeedStatistic;
use crate::protocol::score::ScoreKind;

/// The results of a setting's seeds. A run that broke off with its worker is none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CombinationResult {
    /// The seeds of the setting.
    pub seeds: usize,
    /// Runs that are over, those that failed included.
    pub over: usize,
    /// Runs under way.
    pub under_way: usize,
    /// Runs that failed.
    pub failed: usize,
    /// Runs that solved the task.
    pub solved: usize,
    /// The median of the environment steps to solve the task, over the runs that are over. A run
    /// that never solved it counts as later than all others; `None` if the median is such a run.
    pub steps_to_solve: Option<f64>,
    /// What its runs are scored by.
    pub score_kind: ScoreKind,
    /// The median of the final scores, as far as they were measured.
    pub final_score: Option<f64>,
}

impl CombinationResult {
    /// Returns true if all seeds are over.
    pub fn is_over(&self) -> bool {
        self.over == self.seeds
    }

    /// Compares two settings, the better one first: more of its seeds solved the task; it took
    /// fewer steps; its last episodes had a higher score, if both have one of the same kind.
    fn compare(&self, other: &Self) -> Ordering {
        let share = |it: &Self| it.solved as f64 / it.over.max(1) as f64;
        let steps = |it: &Self| it.steps_to_solve.unwrap_or(f64::INFINITY);
        let score = |it: &Self| it.final_score.unwrap_or(f64::NEG_INFINITY);
        share(other)
            .total_cmp(&share(self))
            .then(steps(self).total_cmp(&steps(other)))
            .then(match self.score_kind == other.score_kind {
                true => score(other).total_cmp(&score(self)),
                false => Ordering::Equal,
            })
    }
}

impl SweepHistory {
    /// Returns what the seeds of a setting show so far.
    pub fn result_of(&self, combination: usize) -> CombinationResult {
        let runs: Vec<&SweepRun> = self.runs_of(combination).map(|(_, run)| run).collect();
        let results = runs.iter().filter_map(|run| run.result());
        let results = results.filter(|result| result.counts());
        let steps = results.clone().map(|it| it.solved_at);
        let steps: Vec<f64> = steps.map(|it| it.unwrap_or(f64::INFINITY)).collect();
        let scores: Vec<f64> = results.clone().filter_map(|it| it.final_score).collect();
        let setting = self.plan().combinations().get(combination);
        CombinationResult {
            seeds: runs.len(),
            over: results.clone().count(),
            under_way: (runs
                .iter()
                .filter(|run| matches!(run, SweepRun::UnderWay(_))))
            .count(),
            failed: results.clone().filter(|it| it.failure.is_some()).count(),
            solved: results.filter(|it| it.solved_at.is_some()).count(),
            steps_to_solve: median(&steps),
            score_kind: setting
                .map_or_else(ScoreKind::default, |it| ScoreKind::of(it.config.env_id)),
            final_score: median(&scores),
        }
    }

    /// Returns the best setting so far: of those of which most seeds are over, the one that solves
    /// the task most often, then soonest, then with the highest score at the end. `None` before the
    /// first result.
    pub fn best(&self) -> Option<usize> {
        let settings = 0..self.plan().combinations().len();
        let all: Vec<(usize, CombinationResult)> = settings
            .map(|place| (place, self.result_of(place)))
            .collect();
        // A single lucky seed is not better than three of three.
        let most = all.iter().map(|(_, result)| result.over).max()?;
        let known = all
            .iter()
            .filter(|(_, it)| it.over == most && it.final_score.is_some());
        known
            .min_by(|(_, one), (_, other)| one.compare(other))
            .map(|(place, _)| *place)
    }
}

/// Returns the median; `None` if there is none or if it is infinite.
fn median(values: &[f64]) -> Option<f64> {
    let median = SeedStatistic::Median.of(values);
    median.is_finite().then_some(median)
}

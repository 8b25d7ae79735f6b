//! Folds the events of the runs of a sweep into what the page shows of it. Pure: it knows neither
//! workers nor clocks.

mod csv;
mod file;
mod result;
mod run;

pub use self::csv::csv;
pub use self::file::{LoadedSweep, read, write};
pub use self::result::CombinationResult;
pub use self::run::{RunResult, SweepRun};

use crate::config::TrainConfig;
use crate::config::sweep::SweepPlan;
use crate::protocol::Event;
use crate::protocol::checkpoint::Checkpoint;
use crate::protocol::score::ScoreKind;

/// Bytes of a tab's memory that final networks may take. A run that ends when they are used up
/// keeps its curves alone.
const NETWORK_BYTES: usize = 64 << 20;

/// A sweep, and what is known of its runs.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepHistory {
    plan: SweepPlan,
    runs: Vec<SweepRun>,
    /// Bytes of the final networks that are kept.
    network_bytes: usize,
}

impl SweepHistory {
    /// Creates the history of a sweep of which nothing is trained yet.
    pub fn new(plan: SweepPlan) -> Self {
        let runs = (0..plan.num_runs()).map(|_| SweepRun::Waiting).collect();
        Self {
            plan,
            runs,
            network_bytes: 0,
        }
    }

    /// Creates the history of a sweep, with the results of an earlier one for the runs that both
    /// have: the same settings and seed give the same run. Runs that broke off with their worker
    /// are trained again.
    pub fn after(plan: SweepPlan, earlier: Self) -> Self {
        let mut history = Self::new(plan);
        let mut known: Vec<(TrainConfig, Box<RunResult>)> = Vec::new();
        for (run, state) in earlier.runs.into_iter().enumerate() {
            if let (Some(config), SweepRun::Over(result)) = (earlier.plan.config(run), state)
                && result.counts()
            {
                known.push((config, result));
            }
        }
        for (run, config) in history.plan.clone().runs() {
            let place = known.iter().position(|(other, _)| *other == config);
            if let Some(place) = place {
                history.end(run, known.swap_remove(place).1);
            }
        }
        history
    }

    /// Returns how many runs another sweep would have to train after this one, and how many results
    /// of this one it would drop.
    pub fn left_and_dropped(&self, plan: &SweepPlan) -> (usize, usize) {
        let others: Vec<TrainConfig> = plan.runs().map(|(_, config)| config).collect();
        let mine = self.results().filter(|(_, result)| result.counts());
        let mine: Vec<TrainConfig> = mine.filter_map(|(run, _)| self.plan.config(run)).collect();
        let kept = mine.iter().filter(|config| others.contains(config)).count();
        (others.len() - kept.min(others.len()), mine.len() - kept)
    }

    /// Takes in an event of a run. A run that starts again, because its worker died, is trained
    /// from the beginning. A failure is a result like any other: the sweep goes on.
    pub fn apply(&mut self, run: usize, event: Event) {
        let Some(state) = self.runs.get_mut(run) else {
            return;
        };
        if let Some(result) = state.apply(event) {
            self.end(run, result);
        }
    }

    fn end(&mut self, run: usize, mut result: Box<RunResult>) {
        let bytes = result.network_bytes();
        if self.network_bytes + bytes > NETWORK_BYTES {
            result.networks = None;
        } else {
            self.network_bytes += bytes;
        }
        self.runs[run] = SweepRun::Over(result);
    }

    /// Forgets what is under way. What is over stays, and the rest can be trained later.
    pub fn cancel(&mut self) {
        for run in &mut self.runs {
            if matches!(run, SweepRun::UnderWay(_)) {
                *run = SweepRun::Waiting;
            }
        }
    }

    /// Returns the sweep's settings and runs.
    pub fn plan(&self) -> &SweepPlan {
        &self.plan
    }

    /// Returns what its runs are scored by; `None` if its environments differ in that.
    pub fn score_kind(&self) -> Option<ScoreKind> {
        let configs = self.plan.combinations().iter().map(|it| &it.config);
        ScoreKind::common(configs.map(|config| ScoreKind::of(config.env_id)))
    }

    /// Returns what is known of each run.
    pub fn runs(&self) -> &[SweepRun] {
        &self.runs
    }

    /// Returns the settings and the final networks of the best run of a combination whose networks
    /// are kept: the one that solved the task first, or else the one with the highest score at the
    /// end.
    pub fn best_networks(&self, combination: usize) -> Option<(TrainConfig, &Checkpoint)> {
        let rank = |result: &RunResult| {
            let solved_at = result.solved_at.unwrap_or(f64::INFINITY);
            let score = result.final_score.unwrap_or(f64::NEG_INFINITY);
            (solved_at, -score)
        };
        let runs = self.runs_of(combination).filter_map(|(run, state)| {
            let result = state.result()?;
            Some((run, rank(result), result.networks.as_ref()?))
        });
        let best = runs.min_by(|(_, one, _), (_, other, _)| {
            let by_end = || one.1.total_cmp(&other.1);
            one.0.total_cmp(&other.0).then_with(by_end)
        });
        let (run, _, networks) = best?;
        Some((self.plan.config(run)?, networks))
    }

    /// Returns what is known of the runs of a setting, with their numbers, in the order of their
    /// seeds.
    pub fn runs_of(&self, combination: usize) -> impl Iterator<Item = (usize, &SweepRun)> {
        let runs = self.plan.runs_of(combination);
        runs.filter_map(|run| Some((run, self.runs.get(run)?)))
    }

    /// Returns the results so far, with the numbers of their runs.
    pub fn results(&self) -> impl Iterator<Item = (usize, &RunResult)> {
        let runs = self.runs.iter().enumerate();
        runs.filter_map(|(run, state)| Some((run, state.result()?)))
    }

    /// Returns the runs that wait, in the order in which they are trained.
    pub fn waiting(&self) -> Vec<(usize, TrainConfig)> {
        let waits = |run: &usize| matches!(self.runs[*run], SweepRun::Waiting);
        self.plan.runs().filter(|(run, _)| waits(run)).collect()
    }

    /// Returns the number of runs that are over, those that failed included. Runs that broke off
    /// with their worker are not over.
    pub fn num_over(&self) -> usize {
        let counted = self.results().filter(|(_, result)| result.counts());
        counted.count()
    }

    /// Returns the number of runs under way.
    pub fn num_under_way(&self) -> usize {
        let is_under_way = |run: &&SweepRun| matches!(run, SweepRun::UnderWay(_));
        self.runs.iter().filter(is_under_way).count()
    }

    /// Returns true if no run waits or is under way.
    pub fn is_over(&self) -> bool {
        self.runs.iter().all(|run| run.result().is_some())
    }

    /// Returns how much of the sweep is done, 0 to 1.
    pub fn progress(&self) -> f64 {
        let done: f64 = self.runs.iter().map(SweepRun::progress).sum();
        done / self.runs.len().max(1) as f64
    }

    /// Returns the seconds that the rest will take at the mean pace so far, with as many runs at
    /// once as there are now. `None` before the first iteration.
    pub fn secs_left(&self) -> Option<f64> {
        let (mut secs, mut steps) = (0.0, 0.0);
        let (mut left, mut longest) = (0.0, 0.0_f64);
        for (run, state) in self.runs.iter().enumerate() {
            let config = self.plan.config(run)?;
            let all = (config.num_iterations() * config.batch_size()) as f64
                * config.rollouts_per_iteration as f64;
            if let Some(spent) = state.elapsed_secs() {
                secs += spent;
                steps += all * state.progress();
            }
            let rest = match state {
                SweepRun::Over(_) => 0.0,
                _ => all * (1.0 - state.progress()),
            };
            left += rest;
            longest = longest.max(rest);
        }
        let at_once = self.num_under_way().max(1) as f64;
        (steps > 0.0).then(|| secs / steps * longest.max(left / at_once))
    }
}

#[cfg(test)]
mod tests;

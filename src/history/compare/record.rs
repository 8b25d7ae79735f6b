//! The record of a run that is set aside: its settings and its curves.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::config::TrainConfig;
use crate::history::{History, Phase, Point};
use crate::protocol::StopReason;
use crate::protocol::metrics::Metric;
use crate::protocol::score::ScoreKind;

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "how", content = "why")]
pub enum Ended {
    /// It was still under way when it was recorded.
    UnderWay,
    /// All its iterations were done.
    Finished,
    /// Every environment survived a whole rollout.
    Solved,
    /// The reader stopped it.
    Stopped,
    /// It failed with this message.
    Failed(String),
}

/// One run, as it can be drawn, listed and saved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunRecord {
    /// Its settings.
    pub config: TrainConfig,
    /// The device that trained.
    pub device: String,
    /// Iterations done.
    pub iterations: usize,
    /// Iteration of the networks that it continued from; 0 means that it started fresh.
    pub first_iteration: usize,
    /// How it ended.
    pub ended: Ended,
    /// The curves have points of every so many iterations, and of the newest: 1 for all of them,
    /// more for long runs.
    #[serde(default = "every_one")]
    pub every: usize,
    /// The points of every metric; x is the number of environment steps.
    pub series: BTreeMap<Metric, Vec<Point>>,
}

impl RunRecord {
    /// Returns the record of a history's run, or `None` before its first iteration.
    pub fn of(history: &History) -> Option<Self> {
        let (run, last) = (history.run.info.as_ref()?, history.run.last.as_ref()?);
        let device = history.device.report.as_ref().map(|device| {
            let named = [device.kind.label(), &device.name];
            let named = named.into_iter().filter(|part| !part.is_empty());
            named.collect::<Vec<_>>().join(", ")
        });
        let series = history.run.all_series();
        Some(Self {
            config: run.config.clone(),
            device: device.unwrap_or_default(),
            iterations: last.iteration,
            first_iteration: run.first_iteration,
            ended: match &history.phase {
                Phase::Stopped(StopReason::Finished) => Ended::Finished,
                Phase::Stopped(StopReason::Solved) => Ended::Solved,
                Phase::Stopped(StopReason::Requested) => Ended::Stopped,
                Phase::Failed(failure) => Ended::Failed(failure.message.clone()),
                Phase::Loading | Phase::Idle | Phase::Running | Phase::Paused => Ended::UnderWay,
            },
            every: history.run.every(),
            series: series
                .map(|(metric, points)| (metric, points.to_vec()))
                .collect(),
        })
    }

    /// Returns the record of a run that nobody goes on with.
    pub fn stopped(mut self) -> Self {
        if self.ended == Ended::UnderWay {
            self.ended = Ended::Stopped;
        }
        self
    }

    /// Returns the points of one metric, oldest first.
    pub fn points(&self, metric: Metric) -> &[Point] {
        self.series.get(&metric).map_or(&[], Vec::as_slice)
    }

    /// Returns what the run is scored by.
    pub fn score_kind(&self) -> ScoreKind {
        ScoreKind::of(self.config.env_id)
    }

    /// Returns the score after each iteration in which an episode ended, oldest first.
    pub fn score_points(&self) -> &[Point] {
        self.points(self.score_kind().metric())
    }

    /// Returns the number of environment steps after which the task was first solved: the mean
    /// score of the episodes of a rollout reached [`TrainConfig::solved_score`]. `None` if it never
    /// was, or if the score cannot tell.
    pub fn steps_to_solve(&self) -> Option<f64> {
        let scores = self.score_points();
        Some(scores[self.config.first_solved(scores)?].0)
    }

    /// Returns true if the newest score is so high that the task counts as solved.
    pub fn is_solved_at_end(&self) -> bool {
        let scores = self.score_points();
        let newest = &scores[scores.len().saturating_sub(1)..];
        self.config.first_solved(newest).is_some()
    }

    /// Returns the mean score of episodes at the end: over the last tenth of the iterations in
    /// which an episode ended. `None` if there is none.
    pub fn final_score(&self) -> Option<f64> {
        let points = self.score_points();
        let last = &points[points.len() - points.len().div_ceil(10)..];
        let sum: f64 = last.iter().map(|point| point.1).sum();
        (!last.is_empty()).then(|| sum / last.len() as f64)
    }

    /// Returns the iterations with points, in rising order: their numbers, and the environment
    /// steps taken by their ends.
    pub fn numbered_steps(&self) -> Vec<(usize, f64)> {
        let mut steps: Vec<f64> = self.series.values().flatten().map(|it| it.0).collect();
        steps.sort_by(f64::total_cmp);
        steps.dedup();
        let every = self.every.max(1);
        let mut iteration = self.iterations;
        // Curves may start later than the run did, but the last point always belongs to the last
        // iteration.
        let numbered = steps.into_iter().rev().map(|step| {
            let number = iteration;
            iteration = iteration.saturating_sub(1) / every * every;
            (number, step)
        });
        let mut numbered: Vec<(usize, f64)> = numbered.collect();
        numbered.reverse();
        numbered
    }
}

/// The distance of the points of runs that were saved before there was any other.
fn every_one() -> usize {
    1
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::config::presets::Preset;
    use crate::config::{Algorithm, EnvId};
    use crate::protocol::metrics::Metrics;
    use crate::protocol::{Event, IterationReport, RunEvent, RunInfo};

    /// A history of `scores.len()` iterations of 10 steps each, with these scores.
    pub fn history(config: &TrainConfig, scores: &[f64]) -> History {
        let mut history = History::default();
        history.apply(Event::Run(RunEvent::Started(RunInfo {
            config: config.clone(),
            num_iterations: scores.len(),
            first_iteration: 0,
            first_step: 0,
            num_parameters: 1,
            trained_by: crate::protocol::Body::Host { cores: 1 },
        })));
        for (index, score) in scores.iter().enumerate() {
            let mut metrics = Metrics::default();
            metrics.set(ScoreKind::of(config.env_id).metric(), *score);
            metrics.set(Metric::LearningRate, 0.5);
            history.apply(Event::Run(RunEvent::Iteration(IterationReport {
                iteration: index + 1,
                global_step: 10 * (index as u64 + 1),
                elapsed_secs: 1.0,
                steps_per_sec: 10.0,
                metrics,
            })));
        }
        history
    }

    /// PPO's first preset.
    pub fn ppo() -> TrainConfig {
        (Preset::first_for(Algorithm::Ppo).config)()
    }

    /// A finished run.
    pub fn record(config: &TrainConfig, scores: &[f64]) -> RunRecord {
        let mut history = history(config, scores);
        history.apply(Event::Run(RunEvent::Stopped(StopReason::Finished)));
        RunRecord::of(&history).expect("a run with iterations")
    }

    #[test]
    fn a_record_holds_what_the_history_knows() {
        assert_eq!(RunRecord::of(&History::default()), None);
        let config = ppo();
        let under_way = RunRecord::of(&history(&config, &[20.0])).expect("one iteration");
        assert_eq!(under_way.ended, Ended::UnderWay);
        let record = record(&config, &[20.0, 30.5]);
        assert_eq!(record.ended, Ended::Finished);
        assert_eq!((record.iterations, record.first_iteration), (2, 0));
        assert_eq!(record.config, config);
        let length = [(10.0, 20.0), (20.0, 30.5)];
        assert_eq!(record.points(Metric::EpisodicLength), length);
        assert_eq!(record.points(Metric::Entropy), []);
        assert_eq!(record.numbered_steps(), [(1, 10.0), (2, 20.0)]);
    }

    #[test]
    fn a_run_has_solved_its_task_once_episodes_last_almost_as_long_as_they_can() {
        let config = ppo();
        assert_eq!(
            (config.longest_episode(), config.solved_length()),
            (500, Some(475.0))
        );
        let of = |lengths: &[f64]| record(&config, lengths).steps_to_solve();
        assert_eq!(of(&[20.0, 474.9]), None);
        assert_eq!(of(&[20.0, 475.0, 30.0]), Some(20.0));
        // What an untrained policy reaches as well.
        let short = TrainConfig {
            max_episode_steps: 20,
            ..config
        };
        assert_eq!(record(&short, &[20.0, 20.0]).steps_to_solve(), None);
    }

    #[test]
    fn a_task_is_solved_once_its_return_is_high_enough_also_below_0() {
        let pendulum = TrainConfig {
            env_id: EnvId::Pendulum,
            max_episode_steps: 200,
            num_envs: 1,
            ..ppo()
        };
        let of = |returns: &[f64]| record(&pendulum, returns);
        // A point is 10 steps, so no whole episode has ended before the 20th.
        let late = |end: &[f64]| of(&[&[-150.0], &[-1_200.0; 18][..], end].concat());
        assert_eq!(late(&[-200.1]).steps_to_solve(), None);
        let solved = late(&[-200.0, -160.0, -140.0]);
        assert_eq!(solved.score_points().len(), 22);
        assert_eq!(solved.steps_to_solve(), Some(200.0));
        assert!(solved.is_solved_at_end());
        assert_eq!(solved.final_score(), Some(-500.0 / 3.0));
        assert!(!of(&[-150.0, -900.0]).is_solved_at_end());
        assert!(!of(&[-900.0, -150.0]).is_solved_at_end(), "too early");
    }

    #[test]
    fn the_final_score_is_the_mean_of_the_last_tenth() {
        let lengths: Vec<f64> = (1..=20).map(f64::from).collect();
        assert_eq!(record(&ppo(), &lengths).final_score(), Some(19.5));
        assert_eq!(record(&ppo(), &[20.0, 30.0]).final_score(), Some(30.0));
        let mut without = record(&ppo(), &[20.0]);
        without.series.clear();
        assert_eq!(without.final_score(), None);
    }
}

//! The curves of a sweep, as paths of pictures that all have the same axes.

use std::fmt::Write as _;

use crate::view::curve::thin;
use crate::view::format::{compact, with_minus};
use crate::view::plain_table::{PlainTable, steps_to};
use crate::view::score::score_title;
use policy_lab::config::TrainConfig;
use policy_lab::history::Point;
use policy_lab::history::compare::median;
use policy_lab::history::sweep::{SweepHistory, SweepRun};
use policy_lab::protocol::score::ScoreKind;

/// Width and height of a picture, in its own units.
pub const CURVE_EXTENT: (f64, f64) = (100.0, 40.0);
/// Most points of a line.
const MOST: usize = 80;
/// The scale reaches at least this far where episodes can last so long.
const USUAL_EPISODE: usize = 500;

/// The axes that all pictures of a sweep have: environment steps to the right from 0, and scores
/// upwards: lengths from 0, returns between 0 and the worst or the best one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweepFrame {
    /// Environment steps of the longest run.
    pub end: f64,
    /// The score at the lower edge.
    pub bottom: f64,
    /// The score at the upper edge.
    pub top: f64,
    /// What the runs are scored by, if all are scored by the same.
    kind: Option<ScoreKind>,
}

/// The curves of a setting.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SweepCurves {
    /// The path of each seed's curve.
    pub seeds: Vec<String>,
    /// The path of their median, if there are several.
    pub median: String,
}

impl SweepFrame {
    /// Returns the axes for all runs of a sweep.
    pub fn of(history: &SweepHistory) -> Self {
        let configs = history.plan().combinations().iter().map(|it| &it.config);
        let steps = configs.clone().map(|config| {
            config.num_iterations() * config.batch_size() * config.rollouts_per_iteration
        });
        let longest = |config: &TrainConfig| match ScoreKind::of(config.env_id) {
            ScoreKind::Length => config.longest_episode().clamp(1, USUAL_EPISODE) as f64,
            ScoreKind::Return => 0.0,
        };
        let usual = configs.clone().map(longest).fold(0.0, f64::max);
        // Where returns count as solved; lengths do so within the longest episode.
        let is_return = |config: &&TrainConfig| ScoreKind::of(config.env_id) == ScoreKind::Return;
        let solved = configs
            .filter(is_return)
            .filter_map(TrainConfig::solved_score);
        let scores = history.runs().iter().flat_map(SweepRun::score_points);
        let scores = scores.map(|point| point.1).chain(solved);
        let (bottom, top) = scores.fold((0.0_f64, usual), |(bottom, top), score| {
            (bottom.min(score), top.max(score))
        });
        Self {
            end: steps.max().unwrap_or_default().max(1) as f64,
            bottom,
            top: if bottom < top { top } else { 1.0 },
            kind: history.score_kind(),
        }
    }

    /// Returns the path through the points; empty if there are not two.
    pub fn path(self, points: &[Point]) -> String {
        let mut path = String::new();
        if points.len() < 2 {
            return path;
        }
        for (step, score) in thin(points, MOST) {
            let x = (step / self.end).clamp(0.0, 1.0) * CURVE_EXTENT.0;
            let y = self.height_of(score);
            let letter = if path.is_empty() { 'M' } else { 'L' };
            // Writing to a string cannot fail.
            let _ = write!(path, "{letter}{x:.1} {y:.1}");
        }
        path
    }

    /// Returns the height of a score in the picture's own units, from its upper edge.
    pub fn height_of(self, score: f64) -> f64 {
        // The difference of very large values may be infinite.
        let size = self.top.max(-self.bottom);
        let [score, bottom, top] = [score, self.bottom, self.top].map(|it| it / size);
        let part = (score - bottom) / (top - bottom);
        (1.0 - part.clamp(0.0, 1.0)) * CURVE_EXTENT.1
    }

    /// Says what goes upwards, and from where to where: `Length of episodes, 0 to 500`.
    pub fn upwards(self) -> String {
        let [bottom, top] = [self.bottom, self.top].map(|it| with_minus(compact(it)));
        format!("{} of episodes, {bottom} to {top}", score_title(self.kind))
    }

    /// Returns what a table of curves is of.
    fn scores(self) -> String {
        format!("{}s of episodes", score_title(self.kind))
    }

    /// Returns the curves of a setting so far.
    pub fn curves(self, history: &SweepHistory, combination: usize) -> SweepCurves {
        let runs = history.runs_of(combination);
        let curves = runs.map(|(_, run)| run.score_points());
        let curves: Vec<&[Point]> = curves.filter(|points| points.len() > 1).collect();
        SweepCurves {
            seeds: curves.iter().map(|points| self.path(points)).collect(),
            median: match curves.as_slice() {
                [] | [_] => String::new(),
                several => self.path(&median(several)),
            },
        }
    }

    /// Returns what the curves of a setting show at some steps: each seed's, and their median if
    /// there are several.
    pub fn table_of(self, history: &SweepHistory, combination: usize) -> PlainTable {
        let runs = history.runs_of(combination);
        let curves = runs.filter_map(|(run, state)| {
            let seed = history.plan().config(run)?.seed;
            let points = state.score_points();
            (!points.is_empty()).then(|| (format!("Seed {seed}"), points))
        });
        let curves: Vec<(String, &[Point])> = curves.collect();
        let of_seeds: Vec<&[Point]> = curves.iter().map(|(_, points)| *points).collect();
        let median = match of_seeds.as_slice() {
            [] => return PlainTable::default(),
            [_] => Vec::new(),
            several => median(several),
        };
        let median = (!median.is_empty()).then(|| ("Median".to_owned(), median.as_slice()));
        let curves: Vec<_> = curves.into_iter().chain(median).collect();
        PlainTable {
            note: self.scores(),
            ..PlainTable::of_curves("Environment steps", steps_to(self.end), &curves)
        }
    }

    /// Returns what the curves of all settings show at some steps: the medians over the seeds so
    /// far.
    pub fn table(self, history: &SweepHistory) -> PlainTable {
        let plan = history.plan();
        let curve = |setting: usize| {
            let runs = history.runs_of(setting);
            let runs: Vec<&[Point]> = runs
                .map(|(_, run)| run.score_points())
                .filter(|points| !points.is_empty())
                .collect();
            (plan.name_of(setting, ", "), median(&runs))
        };
        let curves: Vec<_> = (0..plan.combinations().len()).map(curve).collect();
        PlainTable {
            note: format!("{}, medians over the seeds", self.scores()),
            ..PlainTable::of_curves("Environment steps", steps_to(self.end), &curves)
        }
    }
}

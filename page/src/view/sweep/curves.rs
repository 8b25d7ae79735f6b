//! The curves of a sweep, as paths of pictures that all have the same axes.

use std::fmt::Write as _;

use crate::view::curve::thin;
use crate::view::plain_table::{PlainTable, steps_to};
use policy_lab::history::Point;
use policy_lab::history::compare::median;
use policy_lab::history::sweep::SweepHistory;
use policy_lab::protocol::metrics::Metric;

/// Width and height of a picture, in its own units.
pub const CURVE_EXTENT: (f64, f64) = (100.0, 40.0);
/// Most points of a line.
const MOST: usize = 80;
/// The scale reaches at least this far where episodes can last so long.
const USUAL_EPISODE: usize = 500;

/// The axes that all pictures of a sweep have: environment steps to the right, lengths of episodes
/// upwards, both from 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweepFrame {
    /// Environment steps of the longest run.
    pub end: f64,
    /// The length at the upper edge, in steps.
    pub top: f64,
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
        let longest = configs.map(policy_lab::config::TrainConfig::longest_episode);
        let usual = longest.max().unwrap_or_default().min(USUAL_EPISODE);
        let lengths = history.runs().iter();
        let lengths = lengths.flat_map(|run| run.points(Metric::EpisodicLength));
        Self {
            end: steps.max().unwrap_or_default().max(1) as f64,
            top: lengths.fold(usual.max(1) as f64, |top, point| top.max(point.1)),
        }
    }

    /// Returns the path through the points; empty if there are not two.
    pub fn path(self, points: &[Point]) -> String {
        let mut path = String::new();
        if points.len() < 2 {
            return path;
        }
        for (step, length) in thin(points, MOST) {
            let x = (step / self.end).clamp(0.0, 1.0) * CURVE_EXTENT.0;
            let y = self.height_of(length);
            let letter = if path.is_empty() { 'M' } else { 'L' };
            // Writing to a string cannot fail.
            let _ = write!(path, "{letter}{x:.1} {y:.1}");
        }
        path
    }

    /// Returns the height of a length in the picture's own units, from its upper edge.
    pub fn height_of(self, length: f64) -> f64 {
        (1.0 - (length / self.top).clamp(0.0, 1.0)) * CURVE_EXTENT.1
    }

    /// Returns the curves of a setting so far.
    pub fn curves(self, history: &SweepHistory, combination: usize) -> SweepCurves {
        let runs = history.runs_of(combination);
        let curves = runs.map(|(_, run)| run.points(Metric::EpisodicLength));
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
            let points = state.points(Metric::EpisodicLength);
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
            note: "Lengths of episodes".to_owned(),
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
                .map(|(_, run)| run.points(Metric::EpisodicLength))
                .filter(|points| !points.is_empty())
                .collect();
            (plan.name_of(setting, ", "), median(&runs))
        };
        let curves: Vec<_> = (0..plan.combinations().len()).map(curve).collect();
        PlainTable {
            note: "Lengths of episodes, medians over the seeds".to_owned(),
            ..PlainTable::of_curves("Environment steps", steps_to(self.end), &curves)
        }
    }
}

//! Prepares kept runs for a chart: a line for each, and for several seeds a thin line each with their
//! median. Knows nothing of a canvas.

use crate::view::curve::{extent, smooth, thin};
use policy_lab::history::Point;
use policy_lab::history::compare::{Entry, Shelf, median};
use policy_lab::protocol::metrics::Metric;

/// Most points of one line: fewer than for the current run, because there may be many lines.
const MOST_POINTS: usize = 240;
/// A kept run that is ready to draw.
#[derive(Clone, Debug, PartialEq)]
pub struct Overlay {
    /// The number of its colour and pattern.
    pub slot: usize,
    /// The run's line, or the median of several seeds.
    pub line: Vec<Point>,
    /// The smoothed line; empty without smoothing.
    pub smooth: Vec<Point>,
    /// A line for each of several seeds.
    pub seeds: Vec<Vec<Point>>,
    /// Environment steps at the end of the line.
    pub end: f64,
    /// Lowest and highest value.
    pub extent: (f64, f64),
}

impl Overlay {
    /// Returns the overlays of all shown entries that have this metric.
    pub fn all(shelf: &Shelf, metric: Metric, weight: f64) -> Vec<Self> {
        let shown = shelf.shown();
        shown
            .filter_map(|(slot, entry)| Self::of(slot, entry, metric, weight))
            .collect()
    }

    fn of(slot: usize, entry: &Entry, metric: Metric, weight: f64) -> Option<Self> {
        let curves: Vec<&[Point]> = entry.runs.iter().map(|run| run.points(metric)).collect();
        let (line, seeds) = match curves.as_slice() {
            [only] => (only.to_vec(), Vec::new()),
            several => {
                let seeds = several.iter().map(|curve| thin(curve, MOST_POINTS));
                (median(several), seeds.collect())
            }
        };
        let all = curves.iter().copied().flatten();
        Some(Self {
            slot,
            smooth: smooth(&line, weight, MOST_POINTS),
            end: curves
                .iter()
                .filter_map(|curve| Some(curve.last()?.0))
                .reduce(f64::max)?,
            extent: extent(all)?,
            seeds,
            line: thin(&line, MOST_POINTS),
        })
    }
}

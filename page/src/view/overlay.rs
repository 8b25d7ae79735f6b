//! Prepares kept runs for a chart: a line for each, and a band for several seeds. Knows nothing of a canvas.

use crate::view::curve::{extent, smooth, thin};
use policy_lab::history::Point;
use policy_lab::history::compare::{BandPoint, Entry, Shelf, band};
use policy_lab::protocol::metrics::Metric;

/// Most points of one line: fewer than for the current run, because there may be many lines.
const MOST_POINTS: usize = 240;
/// A kept run that is ready to draw.
#[derive(Clone, Debug, PartialEq)]
pub struct Overlay {
    /// The number of its colour and pattern.
    pub slot: usize,
    /// The run's line, or the mean of several seeds.
    pub line: Vec<Point>,
    /// The smoothed line; empty without smoothing.
    pub smooth: Vec<Point>,
    /// Environment steps, lowest and highest value of several seeds.
    pub band: Vec<(f64, f64, f64)>,
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
        let (line, edges) = match curves.as_slice() {
            [only] => (only.to_vec(), Vec::new()),
            several => {
                let points = band(several);
                let line = points
                    .iter()
                    .map(|point| (point.step, point.mean))
                    .collect();
                (line, points)
            }
        };
        let lows = edges.iter().map(|point| (point.step, point.low));
        let highs = edges.iter().map(|point| (point.step, point.high));
        let all: Vec<Point> = line.iter().copied().chain(lows).chain(highs).collect();
        Some(Self {
            slot,
            smooth: smooth(&line, weight, MOST_POINTS),
            band: thin_band(&edges),
            end: line.last()?.0,
            extent: extent(all.iter())?,
            line: thin(&line, MOST_POINTS),
        })
    }
}

/// Thins a band to the widest place of each stretch.
fn thin_band(points: &[BandPoint]) -> Vec<(f64, f64, f64)> {
    let stretch = points.len().div_ceil(MOST_POINTS).max(1);
    let widest = points.chunks(stretch).map(|part| {
        let lows = part.iter().map(|point| point.low);
        let highs = part.iter().map(|point| point.high);
        (
            part[0].step,
            lows.fold(f64::INFINITY, f64::min),
            highs.fold(f64::NEG_INFINITY, f64::max),
        )
    });
    let mut kept: Vec<_> = widest.collect();
    // End the band where the line ends.
    if let (true, Some(last)) = (stretch > 1, points.last()) {
        kept.push((last.step, last.low, last.high));
    }
    kept
}

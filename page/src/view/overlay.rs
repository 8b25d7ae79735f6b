//! Prepares kept runs for a chart: a line for each, and for several seeds a thin line each with
//! their median. Knows nothing of a canvas.

use std::ops::Range;
use std::slice;

use crate::view::curve::{Extent, extent, part, smooth, thin, union};
use crate::view::ends;
use crate::view::plain_table::{PlainTable, steps_to};
use policy_lab::history::Point;
use policy_lab::history::compare::{RunRecord, Shelf, median};
use policy_lab::protocol::metrics::Metric;

/// Most points of one line: fewer than for the current run, because there may be many lines.
const MOST_POINTS: usize = 240;
/// A kept run that is ready to draw.
#[derive(Clone, Debug, PartialEq)]
pub struct Overlay {
    /// The number of its colour and pattern; `None` for the last run, a grey line.
    pub slot: Option<usize>,
    /// What the line is called.
    pub name: String,
    /// The run's line, or the median of several seeds.
    pub line: Vec<Point>,
    /// The smoothed line; empty without smoothing.
    pub smooth: Vec<Point>,
    /// A line for each of several seeds.
    pub seeds: Vec<Vec<Point>>,
    /// Environment steps at the end of the longest run, also if that is not within the zoom.
    pub end: f64,
    /// Lowest and highest value of what is drawn.
    pub extent: Option<Extent>,
}

impl Overlay {
    /// Returns the overlays of all shown entries that have this metric: all of their lines, or what
    /// lies within `zoom`.
    pub fn all(shelf: &Shelf, metric: Metric, weight: f64, zoom: Option<&Range<f64>>) -> Vec<Self> {
        let shown = shelf.shown();
        shown
            .filter_map(|(slot, entry)| {
                let named = (Some(slot), entry.name.as_str());
                Self::of(named, &entry.runs, metric, weight, zoom)
            })
            .collect()
    }

    /// Returns the overlay of the last run, if it has this metric.
    pub fn ghost(
        run: &RunRecord,
        metric: Metric,
        weight: f64,
        zoom: Option<&Range<f64>>,
    ) -> Option<Self> {
        let named = (None, ends::LAST);
        Self::of(named, slice::from_ref(run), metric, weight, zoom)
    }

    fn of(
        (slot, name): (Option<usize>, &str),
        runs: &[RunRecord],
        metric: Metric,
        weight: f64,
        zoom: Option<&Range<f64>>,
    ) -> Option<Self> {
        let curves: Vec<&[Point]> = runs.iter().map(|run| run.points(metric)).collect();
        let seen = |curve: &[Point]| thin(&part(curve, zoom), MOST_POINTS);
        let (line, seeds) = match curves.as_slice() {
            [only] => (only.to_vec(), Vec::new()),
            several => {
                let seeds = several.iter().map(|curve| seen(curve));
                (median(several), seeds.collect::<Vec<_>>())
            }
        };
        let smooth = smooth(&line, weight, zoom, MOST_POINTS);
        let line = seen(&line);
        let of_seeds = seeds
            .iter()
            .fold(None, |all, seed| union(all, extent(seed)));
        Some(Self {
            slot,
            name: name.to_owned(),
            end: curves
                .iter()
                .filter_map(|curve| Some(curve.last()?.0))
                .reduce(f64::max)?,
            extent: union(of_seeds, union(extent(&line), extent(&smooth))),
            seeds,
            smooth,
            line,
        })
    }
}

/// Returns the lines of all shown entries that have this metric, with their names, in the order in
/// which they were kept.
pub fn lines(shelf: &Shelf, metric: Metric) -> Vec<(String, Vec<Point>)> {
    let lines = shelf.shown().map(|(_, entry)| {
        let curves: Vec<&[Point]> = entry.runs.iter().map(|run| run.points(metric)).collect();
        (entry.name.clone(), median(&curves))
    });
    lines.filter(|(_, line)| !line.is_empty()).collect()
}

/// Returns what the lines show at some steps, and behind them the line of the run at hand, if it
/// has one.
pub fn lines_as_table(
    shelf: &Shelf,
    at_hand: Option<(&str, &[Point])>,
    metric: Metric,
) -> PlainTable {
    let at_hand = at_hand.filter(|(_, points)| !points.is_empty());
    let at_hand = at_hand.map(|(name, points)| (name.to_owned(), points.to_vec()));
    let lines: Vec<_> = lines(shelf, metric).into_iter().chain(at_hand).collect();
    let ends = lines.iter().filter_map(|(_, line)| Some(line.last()?.0));
    let end = ends.reduce(f64::max);
    end.map(|end| PlainTable::of_curves("Environment steps", steps_to(end), &lines))
        .unwrap_or_default()
}

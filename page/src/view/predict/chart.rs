//! Recorded runs of one metric, with the axis on which they are drawn.

use std::f64::consts::LN_2;
use std::ops::Range;

use crate::view::axis::Axis;
use crate::view::format;
use crate::view::plain_table::{NOT_MEASURED, PlainTable, spread};
use policy_lab::protocol::metrics::Metric;

/// Empty part of the axis above the highest and below the lowest value.
const MARGIN: f64 = 0.04;
/// Largest multiple of the highest median to which a single seed may stretch the axis.
const MOST_STRETCH: f64 = 1.5;
/// Smallest part of the axis that is not written as 0.
const NOTHING: f64 = 1e-6;
/// The lowest explained variance on an axis. An untrained critic can be far below it.
const LEAST_EXPLAINED: f64 = -1.0;
/// Most rows of a table.
const ROWS: usize = 20;

/// Recorded runs with the same settings.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedRuns {
    /// The values of each seed, as many as there are iterations; `None` where nothing was measured.
    pub seeds: Vec<Vec<Option<f64>>>,
    /// Their medians, as long as any of them goes on. A run that is over counts with its last
    /// value.
    pub median: Vec<Option<f64>>,
}

impl RecordedRuns {
    fn new(seeds: Vec<Vec<Option<f64>>>, len: usize) -> Self {
        let last = |seed: &Vec<Option<f64>>| seed.iter().rposition(Option::is_some);
        let end = seeds.iter().filter_map(last).max();
        let at = |index: usize| {
            let value = |seed: &Vec<Option<f64>>| *seed.get(index.min(last(seed)?))?;
            median(seeds.iter().filter_map(value).collect()).filter(|_| Some(index) <= end)
        };
        let median = (0..len).map(at).collect();
        Self { seeds, median }
    }

    /// Returns true if a run was over before the others, or before the last iteration.
    pub fn ends_early(&self) -> bool {
        self.seeds.iter().any(|seed| seed.last() == Some(&None))
    }

    fn values(&self) -> impl Iterator<Item = f64> {
        self.seeds.iter().flatten().filter_map(|value| *value)
    }
}

/// Recorded runs of one metric: those that are healthy and those in which something was changed.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedChart {
    /// The metric.
    pub metric: Metric,
    /// The iterations at which the values stand, in rising order.
    pub iterations: Vec<f64>,
    /// The healthy runs.
    pub healthy: RecordedRuns,
    /// The changed runs.
    pub changed: RecordedRuns,
    /// The axis of values.
    pub axis: Axis,
}

impl RecordedChart {
    /// Creates the chart of a metric. Each list holds the values of a seed, as many as there are
    /// iterations.
    pub fn new(
        metric: Metric,
        iterations: Vec<f64>,
        healthy: Vec<Vec<Option<f64>>>,
        changed: Vec<Vec<Option<f64>>>,
    ) -> Self {
        let len = iterations.len();
        let healthy = RecordedRuns::new(healthy, len);
        let changed = RecordedRuns::new(changed, len);
        let axis = Axis {
            range: range(metric, &[&healthy, &changed]),
            is_log: false,
        };
        Self {
            metric,
            iterations,
            healthy,
            changed,
            axis,
        }
    }

    /// Returns where an iteration lies across: 0 at the first, 1 at the last.
    pub fn across(&self, index: usize) -> f64 {
        let (Some(first), Some(last)) = (self.iterations.first(), self.iterations.last()) else {
            return 0.0;
        };
        let at = self.iterations.get(index).unwrap_or(last);
        (at - first) / (last - first).max(1.0)
    }

    /// Returns the index of the iteration that lies nearest to a place across.
    pub fn nearest(&self, part: f64) -> usize {
        let away = |index: &usize| (self.across(*index) - part).abs();
        let all = 0..self.iterations.len();
        all.min_by(|one, other| away(one).total_cmp(&away(other)))
            .unwrap_or(0)
    }

    /// Returns the value at a height: 0 at the bottom, 1 at the top.
    pub fn value_at(&self, height: f64) -> f64 {
        let Range { start, end } = self.axis.range;
        start + height.clamp(0.0, 1.0) * (end - start)
    }

    /// Returns the difference of the values at top and bottom.
    pub fn height(&self) -> f64 {
        self.axis.range.end - self.axis.range.start
    }

    /// Returns the value of a sketch that is nearest to this one.
    pub fn clamped(&self, value: f64) -> f64 {
        value.clamp(self.lowest(), self.axis.range.end)
    }

    /// Returns the lowest value of a sketch: the bottom without the empty part below it, which is 0
    /// for what is never negative.
    pub fn lowest(&self) -> f64 {
        self.axis.range.start + self.margin()
    }

    /// Returns the highest value of a shape: the top without the empty part above it.
    pub fn highest(&self) -> f64 {
        self.axis.range.end - self.margin()
    }

    fn margin(&self) -> f64 {
        self.height() * MARGIN / (1.0 + 2.0 * MARGIN)
    }

    /// Returns the unit of the values, with a space before it; empty for plain numbers.
    pub fn unit(&self) -> &'static str {
        match self.metric {
            Metric::EpisodicLength | Metric::EpisodicLengthMin | Metric::EpisodicLengthMax => {
                " steps"
            }
            Metric::Entropy | Metric::ApproxKl | Metric::OldApproxKl => " nats",
            _ => "",
        }
    }

    /// Returns a value as text, with its unit.
    pub fn written(&self, value: f64) -> String {
        // Adding 0 turns a rounded −0 into 0.
        let rounded = |unit: f64| (value / unit).round() * unit + 0.0;
        let digits = match self.height() {
            50.0.. => format!("{:.0}", rounded(1.0)),
            5.0.. => format!("{:.1}", rounded(0.1)),
            0.05.. => format!("{:.2}", rounded(0.01)),
            _ => format::value(value),
        };
        let digits = match value.abs() < NOTHING * self.height() {
            true => "0",
            false => &digits,
        };
        format!("{}{}", digits.replace('-', "−"), self.unit())
    }

    /// Returns named lines, each with a value for every iteration, at some iterations.
    pub fn table(&self, lines: &[(&str, &[Option<f64>])]) -> PlainTable {
        let places = spread(self.iterations.len(), ROWS);
        let row = |place: usize| {
            let iteration = self.iterations.get(place).copied().unwrap_or_default();
            let cells = lines.iter().map(|(_, values)| {
                let value = values.get(place).copied().flatten();
                value.map_or_else(|| NOT_MEASURED.to_owned(), |value| self.written(value))
            });
            [iteration.to_string()].into_iter().chain(cells).collect()
        };
        let names = lines.iter().map(|(name, _)| *name);
        let heads: Vec<&str> = ["Iteration"].into_iter().chain(names).collect();
        PlainTable::new(&heads, places.into_iter().map(row))
    }
}

/// Returns the ends of the axis: all values, and those that the reader expects of such an axis.
fn range(metric: Metric, all: &[&RecordedRuns]) -> Range<f64> {
    let values = || all.iter().flat_map(|runs| runs.values());
    let medians = all.iter().flat_map(|runs| runs.median.iter().flatten());
    let most = medians.fold(0.0_f64, |most, value| most.max(*value));
    let high = values()
        .fold(0.0, f64::max)
        .min(most * MOST_STRETCH)
        .max(most);
    let low = values().fold(0.0, f64::min);
    let (low, high) = match metric {
        Metric::Entropy => (0.0, high.max(LN_2)),
        Metric::ExplainedVariance => (low.max(LEAST_EXPLAINED), 1.0),
        _ if high > low => (low, high),
        _ => (0.0, 1.0),
    };
    let margin = MARGIN * (high - low);
    low - margin..high + margin
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => None,
        len if len % 2 == 1 => Some(values[middle]),
        _ => Some(f64::midpoint(values[middle - 1], values[middle])),
    }
}

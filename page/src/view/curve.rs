//! Prepares a metric's history for drawing: few enough points, and axes that suit the metric. Knows nothing of a canvas.

use std::ops::Range;

use policy_lab::history::{History, Point, compare};
use policy_lab::protocol::metrics::Metric;

/// Most points in a curve: more could not be told apart on a screen.
const MOST_POINTS: usize = 400;
/// Length of a whole episode in most environments; the scale of the headline chart reaches at least this far.
const LONGEST_EPISODE: f64 = 500.0;

/// A curve that is ready to draw.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Points from left to right.
    pub line: Vec<Point>,
    /// The smoothed curve; empty without smoothing.
    pub smooth: Vec<Point>,
    /// The curve of the reference run; empty without one.
    pub reference: Vec<Point>,
    /// Environment steps, lowest and highest value at each point; empty if the metric has no band.
    pub band: Vec<(f64, f64, f64)>,
    /// Environment steps at which a problem was found, if any.
    pub mark: Option<f64>,
    /// Range of the horizontal axis, in environment steps.
    pub x: Range<f64>,
    /// Range of the vertical axis.
    pub y: Range<f64>,
    /// True if the vertical axis has a meaning before there are any points.
    pub y_is_natural: bool,
    /// Lowest and highest value of all lines.
    extent: Option<(f64, f64)>,
}

impl Curve {
    /// Returns the curve of `metric` so far, with that of a reference run beside it.
    pub fn of(history: &History, reference: &History, metric: Metric) -> Self {
        let points = history.run.series(metric);
        let beside = reference.run.series(metric);
        let band = if metric == Metric::EpisodicLength {
            band(
                history.run.series(Metric::EpisodicLengthMin),
                history.run.series(Metric::EpisodicLengthMax),
            )
        } else {
            Vec::new()
        };
        let end_of = |history: &History| {
            let last = history.run.last.as_ref();
            last.map_or(0.0, |last| last.global_step as f64)
        };
        let end = end_of(history).max(end_of(reference));
        let longest = match metric {
            Metric::EpisodicLength => history.run.series(Metric::EpisodicLengthMax),
            _ => &[],
        };
        let extent = extent(points.iter().chain(beside).chain(longest));
        Self {
            line: thin(points, MOST_POINTS),
            smooth: Vec::new(),
            reference: thin(beside, MOST_POINTS),
            band,
            mark: None,
            x: 0.0..end.max(1.0),
            y: axis(metric, extent),
            y_is_natural: matches!(metric, Metric::EpisodicLength | Metric::Entropy),
            extent,
        }
    }

    /// Adds a smooth line through `points`, if `weight` is more than 0.
    pub fn smoothed(self, points: &[Point], weight: f64) -> Self {
        Self {
            smooth: smooth(points, weight, MOST_POINTS),
            ..self
        }
    }

    /// Sets the mark, in environment steps.
    pub fn marked(self, mark: Option<f64>) -> Self {
        Self { mark, ..self }
    }

    /// Widens the axes for other lines. Each is given by the environment steps at its end, and its lowest and highest value.
    pub fn beside(self, metric: Metric, others: &[(f64, (f64, f64))]) -> Self {
        if others.is_empty() {
            return self;
        }
        let end = others
            .iter()
            .fold(self.x.end, |end, other| end.max(other.0));
        let extents = others.iter().map(|other| other.1);
        let extent = extents
            .chain(self.extent)
            .reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)));
        Self {
            x: 0.0..end,
            y: axis(metric, extent),
            extent,
            ..self
        }
    }
}

/// Returns the smoothed and thinned line, or no points if `weight` is 0.
pub(super) fn smooth(points: &[Point], weight: f64, most: usize) -> Vec<Point> {
    match weight > 0.0 {
        true => thin(&compare::smooth(points, weight), most),
        false => Vec::new(),
    }
}

/// Thins a line to about `most` points. Keeps the lowest and the highest point of each stretch, so that no peak is lost.
pub(super) fn thin(points: &[Point], most: usize) -> Vec<Point> {
    if points.len() <= most {
        return points.to_vec();
    }
    let stretch = points.len().div_ceil(most / 2);
    let mut kept = Vec::with_capacity(most + 2);
    for part in points.chunks(stretch) {
        let by_value = |a: &&Point, b: &&Point| a.1.total_cmp(&b.1);
        if let (Some(low), Some(high)) =
            (part.iter().min_by(by_value), part.iter().max_by(by_value))
        {
            let (first, second) = if low.0 <= high.0 {
                (low, high)
            } else {
                (high, low)
            };
            kept.push(*first);
            if first != second {
                kept.push(*second);
            }
        }
    }
    // Keep the newest value, because the chart prints it beside the title.
    if let Some(last) = points.last().filter(|last| kept.last() != Some(last)) {
        kept.push(*last);
    }
    kept
}

fn band(low: &[Point], high: &[Point]) -> Vec<(f64, f64, f64)> {
    let stretch = low.len().div_ceil(MOST_POINTS).max(1);
    low.chunks(stretch)
        .zip(high.chunks(stretch))
        .map(|(low, high)| {
            let bottom = low
                .iter()
                .map(|point| point.1)
                .fold(f64::INFINITY, f64::min);
            let top = high
                .iter()
                .map(|point| point.1)
                .fold(f64::NEG_INFINITY, f64::max);
            (low[0].0, bottom, top)
        })
        .collect()
}

pub(super) fn extent<'a>(points: impl Iterator<Item = &'a Point>) -> Option<(f64, f64)> {
    let values = points.map(|(_, value)| value);
    values.fold(None, |extent, value| match extent {
        None => Some((*value, *value)),
        Some((low, high)) => Some((low.min(*value), high.max(*value))),
    })
}

/// Returns the range of the vertical axis: fixed if the metric has natural bounds, otherwise just around the measured values.
fn axis(metric: Metric, extent: Option<(f64, f64)>) -> Range<f64> {
    let (low, high) = extent.unwrap_or((0.0, 0.0));
    match metric {
        Metric::EpisodicLength => 0.0..high.max(LONGEST_EPISODE) * 1.04,
        Metric::Entropy => 0.0..std::f64::consts::LN_2 * 1.08,
        Metric::ClipFraction => 0.0..above(high, 0.1),
        Metric::ExplainedVariance => low.clamp(-1.0, 0.0)..1.04,
        Metric::ApproxKl => low.min(0.0)..above(high, 0.005),
        Metric::ValueLoss | Metric::GradNorm => 0.0..above(high, 1e-6),
        Metric::LearningRate => 0.0..above(high, 1e-9),
        _ => {
            let pad = ((high - low) * 0.08)
                .max(1e-6)
                .max(high.abs().max(low.abs()) * 1e-3);
            low - pad..high + pad
        }
    }
}

/// Returns the upper end of an axis: a little above `high`, and at least `least`.
fn above(high: f64, least: f64) -> f64 {
    (high * 1.08).max(least)
}

/// Returns the point whose number of steps is nearest to `step`; the points are in rising order of steps.
pub fn nearest(points: &[Point], step: f64) -> Option<Point> {
    let after = points.partition_point(|point| point.0 < step);
    let around = [after.checked_sub(1), Some(after)].into_iter().flatten();
    let around = around.filter_map(|place| points.get(place).copied());
    around.min_by(|one, other| (one.0 - step).abs().total_cmp(&(other.0 - step).abs()))
}

//! Prepares a metric's history for drawing: few enough points, and axes that suit the metric. Knows
//! nothing of a canvas.

use std::borrow::Cow;
use std::ops::Range;

use policy_lab::config::TrainConfig;
use policy_lab::history::{History, Point, compare};
use policy_lab::protocol::metrics::Metric;

/// Most points in a curve: more could not be told apart on a screen.
const MOST_POINTS: usize = 400;
/// Length of a whole episode in most environments; the scale of the headline chart reaches at least
/// this far.
const LONGEST_EPISODE: f64 = 500.0;
/// The lowest value of an empty logarithmic axis lies by this factor below its highest.
const EMPTY_LOG_RATIO: f64 = 100.0;
/// A logarithmic axis begins at this fraction of the lowest value.
const BELOW_LOWEST: f64 = 0.9;

/// Lowest and highest value of a line.
pub(super) type Extent = (f64, f64);

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
    /// Score from which the task counts as solved, and the first point that reached it; nothing in
    /// other charts.
    pub goal: Option<Goal>,
    /// The longest episode of the reader's own, beside those of a network.
    pub yours: Option<f64>,
    /// Environment steps at which a problem was found, if any.
    pub mark: Option<f64>,
    /// Range of the horizontal axis, in environment steps.
    pub x: Range<f64>,
    /// Environment steps of the longest of all lines. Without a zoom the horizontal axis ends
    /// there.
    pub whole: f64,
    /// Range of the vertical axis.
    pub y: Range<f64>,
    /// True if the vertical axis is logarithmic.
    pub is_log: bool,
    /// True if all values are above 0, so that the vertical axis can be logarithmic.
    pub can_be_log: bool,
    /// True if the horizontal axis has a meaning before there are any points.
    pub x_is_planned: bool,
    /// True if the vertical axis has a meaning before there are any points.
    pub y_is_natural: bool,
    /// Lowest and highest value of all lines.
    extent: Option<Extent>,
}

/// The aim of the curve of a score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Goal {
    /// Score from which the task counts as solved.
    pub score: f64,
    /// The first point that reached it.
    pub reached: Option<Point>,
}

impl Curve {
    /// Returns the curve of `metric` so far, with that of a reference run beside it: all of it, or
    /// what lies within `zoom`.
    pub fn of(
        history: &History,
        reference: &History,
        metric: Metric,
        zoom: Option<&Range<f64>>,
    ) -> Self {
        let points = part(history.run.series(metric), zoom);
        let beside = part(reference.run.series(metric), zoom);
        let [low, high] = match metric {
            Metric::EpisodicLength => [Metric::EpisodicLengthMin, Metric::EpisodicLengthMax]
                .map(|metric| part(history.run.series(metric), zoom)),
            _ => [const { Cow::Borrowed([].as_slice()) }; 2],
        };
        let end_of = |history: &History| {
            let last = history.run.last.as_ref();
            last.map_or(0.0, |last| last.global_step as f64)
        };
        let end = end_of(history).max(end_of(reference));
        let whole = end.max(1.0);
        let lines = [&points, &beside, &low, &high];
        let extents = lines.into_iter().map(|line| extent(line));
        let extent = extents.fold(None, union);
        Self {
            line: thin(&points, MOST_POINTS),
            smooth: Vec::new(),
            reference: thin(&beside, MOST_POINTS),
            band: band(&low, &high),
            goal: None,
            yours: None,
            mark: None,
            x: zoom.cloned().unwrap_or(0.0..whole),
            whole,
            x_is_planned: false,
            y: axis(metric, extent),
            is_log: false,
            can_be_log: true,
            y_is_natural: matches!(metric, Metric::EpisodicLength | Metric::Entropy),
            extent,
        }
    }

    /// Adds a smooth line through `points`, if `weight` is more than 0, as far as it lies within
    /// `zoom`.
    pub fn smoothed(self, points: &[Point], weight: f64, zoom: Option<&Range<f64>>) -> Self {
        let smooth = smooth(points, weight, zoom, MOST_POINTS);
        Self {
            extent: union(self.extent, extent(&smooth)),
            smooth,
            ..self
        }
    }

    /// Returns true if this is only a part of the lines.
    pub fn is_zoomed(&self) -> bool {
        self.x != (0.0..self.whole)
    }

    /// Returns the first point that was high enough, if it is in sight.
    pub fn solved_at(&self) -> Option<Point> {
        let reached = self.goal?.reached?;
        (self.x.start..=self.x.end)
            .contains(&reached.0)
            .then_some(reached)
    }

    /// Sets the mark, in environment steps.
    pub fn marked(self, mark: Option<f64>) -> Self {
        Self { mark, ..self }
    }

    /// Sets the score from which the task of `config` counts as solved; `points` is the whole curve
    /// of `metric`. Returns have no natural bounds: the axis of a task's goes on to 0, and to where
    /// it counts as solved.
    pub fn toward(self, metric: Metric, points: &[Point], config: Option<&TrainConfig>) -> Self {
        let score = config.and_then(TrainConfig::solved_score);
        let reached = config.and_then(|config| config.first_solved(points));
        let reached = reached.map(|place| points[place]);
        let goal = score.map(|score| Goal { score, reached });
        let is_return = metric == Metric::EpisodicReturn;
        let bounds = score.filter(|_| is_return);
        let bounds = bounds.map(|score| (score.min(0.0), score.max(0.0)));
        let extent = union(self.extent, bounds);
        Self {
            goal,
            y: axis(metric, extent),
            y_is_natural: self.y_is_natural || bounds.is_some(),
            extent,
            ..self
        }
    }

    /// Makes the horizontal axis stand still while a run of `all` steps goes on: it ends at a
    /// quarter of them, then at a half, then at the end. The first run of a newcomer is solved, and
    /// ends, within a quarter: an axis of all of it would stay empty for the most part.
    pub fn held(self, all: f64, zoom: Option<&Range<f64>>) -> Self {
        let mut ends = [0.25, 0.5, 1.0].map(|part| part * all).into_iter();
        let whole = ends.find(|end| *end >= self.whole).unwrap_or(self.whole);
        Self {
            x: zoom.cloned().unwrap_or(0.0..whole),
            whole,
            x_is_planned: true,
            ..self
        }
    }

    /// Sets the axes so that other lines have room beside this one, and makes the vertical axis
    /// logarithmic if `is_log` and if all values are above 0. Each other line is given by the
    /// environment steps at its end, and its lowest and highest value within `zoom`.
    pub fn beside(
        self,
        metric: Metric,
        others: &[(f64, Option<Extent>)],
        zoom: Option<&Range<f64>>,
        is_log: bool,
    ) -> Self {
        let whole = others
            .iter()
            .fold(self.whole, |whole, other| whole.max(other.0));
        let extents = others.iter().map(|other| other.1);
        let extent = extents.fold(self.extent, union);
        let mut y = axis(metric, extent);
        let lowest = extent.map_or(y.end / EMPTY_LOG_RATIO, |extent| extent.0);
        let can_be_log = lowest > 0.0;
        if is_log && can_be_log {
            y.start = (lowest * BELOW_LOWEST).min(f64::MAX);
            // The axis of some metrics ends at a bound of theirs, above which a file may have
            // values all the same.
            y.end = y
                .end
                .max(extent.map_or(y.end, |extent| above(extent.1, 0.0)));
        }
        Self {
            x: zoom.cloned().unwrap_or(0.0..whole),
            whole,
            y,
            is_log: is_log && can_be_log,
            can_be_log,
            extent,
            ..self
        }
    }
}

/// Returns the smoothed and thinned line, or no points if `weight` is 0.
pub(super) fn smooth(
    points: &[Point],
    weight: f64,
    zoom: Option<&Range<f64>>,
    most: usize,
) -> Vec<Point> {
    match weight > 0.0 {
        // A smooth value depends on all that came before it.
        true => thin(&part(&compare::smooth(points, weight), zoom), most),
        false => Vec::new(),
    }
}

/// Returns the points within `zoom`, and where the line crosses its ends, points in between.
pub(super) fn part<'a>(points: &'a [Point], zoom: Option<&Range<f64>>) -> Cow<'a, [Point]> {
    let Some(zoom) = zoom else {
        return Cow::Borrowed(points);
    };
    let first = points.partition_point(|point| point.0 < zoom.start);
    let end = points.partition_point(|point| point.0 <= zoom.end);
    let crossing = |after: usize, step: f64| {
        let (one, other) = (points.get(after.checked_sub(1)?)?, points.get(after)?);
        let share = (step - one.0) / (other.0 - one.0);
        Some((step, one.1 + share * (other.1 - one.1)))
    };
    let mut all = Vec::with_capacity(end - first + 2);
    all.extend(crossing(first, zoom.start));
    all.extend_from_slice(&points[first..end]);
    all.extend(crossing(end, zoom.end));
    Cow::Owned(all)
}

/// Thins a line to about `most` points. Keeps the lowest and the highest point of each stretch, so
/// that no peak is lost.
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
            let (first, second) = match low.0 <= high.0 {
                true => (low, high),
                false => (high, low),
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
    let both = low.chunks(stretch).zip(high.chunks(stretch));
    let both = both.filter_map(|(low, high)| Some((low[0].0, extent(low)?.0, extent(high)?.1)));
    both.collect()
}

/// Returns the smallest and the largest value; `None` without points.
pub fn extent(points: &[Point]) -> Option<Extent> {
    let extents = points.iter().map(|(_, value)| Some((*value, *value)));
    extents.fold(None, union)
}

/// Returns the extent of two lines together.
pub(super) fn union(one: Option<Extent>, other: Option<Extent>) -> Option<Extent> {
    match (one, other) {
        (Some(one), Some(other)) => Some((one.0.min(other.0), one.1.max(other.1))),
        (one, other) => one.or(other),
    }
}

/// Returns the range of the vertical axis: fixed if the metric has natural bounds, otherwise just
/// around the measured values.
fn axis(metric: Metric, extent: Option<Extent>) -> Range<f64> {
    let (low, high) = extent.unwrap_or((0.0, 0.0));
    let range = match metric {
        Metric::EpisodicLength => 0.0..high.max(LONGEST_EPISODE) * 1.04,
        // Of three actions or more it may be larger, and of continuous ones negative.
        Metric::Entropy => low.min(0.0) * 1.08..above(high, std::f64::consts::LN_2 * 1.08),
        Metric::ClipFraction => 0.0..above(high, 0.1),
        Metric::ExplainedVariance => low.clamp(-1.0, 0.0)..1.04,
        Metric::ApproxKl => low.min(0.0)..above(high, 0.005),
        Metric::ValueLoss | Metric::GradNorm => 0.0..above(high, 1e-6),
        Metric::LearningRate => 0.0..above(high, 1e-9),
        _ => {
            let pad = (high * 0.08 - low * 0.08)
                .max(1e-6)
                .max(high.abs().max(low.abs()) * 1e-3);
            low - pad..high + pad
        }
    };
    // A little more than the largest number is infinite, and no place on an axis.
    let [start, end] = [range.start, range.end].map(|end| match end.is_nan() {
        true => 0.0,
        false => end.clamp(f64::MIN, f64::MAX),
    });
    start..end
}

/// Returns the upper end of an axis: a little above `high`, and at least `least`.
fn above(high: f64, least: f64) -> f64 {
    (high * 1.08).max(least).min(f64::MAX)
}

/// Returns the point whose number of steps is nearest to `step`; the points are in rising order of
/// steps.
pub fn nearest(points: &[Point], step: f64) -> Option<Point> {
    let after = points.partition_point(|point| point.0 < step);
    let around = [after.checked_sub(1), Some(after)].into_iter().flatten();
    let around = around.filter_map(|place| points.get(place).copied());
    around.min_by(|one, other| (one.0 - step).abs().total_cmp(&(other.0 - step).abs()))
}

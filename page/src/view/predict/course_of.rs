//! The course of a curve in a word: whether it rises, falls, does one after the other, or stays.

use super::RecordedChart;

/// Smallest change that counts as one, as a part of the axis.
const CHANGE: f64 = 0.2;
/// The part of the curve at its end whose mean is the value with which it ends.
const LAST: f64 = 0.1;

/// The course of a curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trend {
    /// It stays about where it begins.
    Stays,
    /// It rises.
    Rises,
    /// It falls.
    Falls,
    /// It rises and falls again.
    RisesAndFalls,
    /// It falls and rises again.
    FallsAndRises,
}

/// The course of a curve, and its numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Movement {
    /// The course.
    pub trend: Trend,
    /// The first value.
    pub first: f64,
    /// The highest or lowest value, where the curve turns.
    pub turn: Option<f64>,
    /// The mean value at the end.
    pub last: f64,
    /// The iteration in which the last change is half done; `None` if nothing changes.
    pub half_done: Option<f64>,
}

impl Movement {
    /// Returns the course of a curve, which has a value or a gap for each iteration of the chart;
    /// `None` if it has only gaps.
    pub fn of(chart: &RecordedChart, values: &[Option<f64>]) -> Option<Self> {
        let iterations = chart.iterations.iter().copied();
        let points: Vec<(f64, f64)> = iterations
            .zip(values)
            .filter_map(|(at, value)| Some((at, (*value)?)))
            .collect();
        let (first, tail) = (points.first()?.1, last_of(&points));
        let by_value = |one: &&(f64, f64), other: &&(f64, f64)| one.1.total_cmp(&other.1);
        let (high, low) = (
            points.iter().max_by(by_value)?,
            points.iter().min_by(by_value)?,
        );
        let change = CHANGE * chart.height();
        let (over, under) = (high.1 - first.max(tail), first.min(tail) - low.1);
        let (trend, turn) = if over >= under && over > change {
            (Trend::RisesAndFalls, Some(*high))
        } else if under > change {
            (Trend::FallsAndRises, Some(*low))
        } else if tail - first > change {
            (Trend::Rises, None)
        } else if first - tail > change {
            (Trend::Falls, None)
        } else {
            (Trend::Stays, None)
        };
        let (from, begin) = turn.map_or((first, f64::NEG_INFINITY), |turn| (turn.1, turn.0));
        let half = f64::midpoint(from, tail);
        let is_past = |value: f64| (value - half) * (tail - from) >= 0.0;
        let mut later = points.iter().filter(|point| point.0 > begin);
        let found = later.find(|point| is_past(point.1));
        Some(Self {
            trend,
            first,
            turn: turn.map(|turn| turn.1),
            last: tail,
            half_done: found.map(|point| point.0).filter(|_| trend != Trend::Stays),
        })
    }
}

/// Returns the mean of the last values.
fn last_of(points: &[(f64, f64)]) -> f64 {
    let count = (points.len() as f64 * LAST).ceil() as usize;
    let tail = &points[points.len() - count.clamp(1, points.len())..];
    tail.iter().map(|point| point.1).sum::<f64>() / tail.len() as f64
}

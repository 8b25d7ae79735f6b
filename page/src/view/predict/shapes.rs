//! Shapes to choose from, for who would rather not draw.

use super::sketch::of_shape;
use super::{Movement, RecordedChart, Trend};

/// The part of the way at which a curve that turns has its turn, and the part at which it is back.
const TURN: (f64, f64) = (0.4, 0.6);
/// The part of the way after which a curve that moves at once has arrived.
const ARRIVES: f64 = 0.25;
/// Distance from the end of the axis, as a part of it, within which a curve is there already.
const THERE: f64 = 0.2;

/// A shape to choose.
#[derive(Clone, Debug, PartialEq)]
pub struct SketchShape {
    /// The name.
    pub name: String,
    /// The curve, as a sketch.
    pub values: Vec<f64>,
}

/// Returns the shapes that make sense beside the healthy curve; none if that has no value.
pub fn shapes(chart: &RecordedChart) -> Vec<SketchShape> {
    let Some(healthy) = Movement::of(chart, &chart.healthy.median) else {
        return Vec::new();
    };
    let (first, low, high) = (healthy.first, chart.lowest(), chart.highest());
    let near = THERE * chart.height();
    let over = |power: f64| move |part: f64| healthy_at(chart, part.powf(power));
    let mut all = vec![shape(
        chart,
        "About the same as the runs already drawn",
        over(1.0),
    )];
    if let Some(half) = half_of_the_way(chart, &healthy) {
        let (slower, sooner) = match healthy.trend {
            Trend::Rises => ("Slower, but it gets there", "It gets there sooner"),
            _ => ("The same way, but more slowly", "The same way, but sooner"),
        };
        // The power that moves the half of the way to another place.
        let power = |to: f64| half.ln() / to.ln();
        let later = (2.0 * half).min(f64::midpoint(1.0, half));
        all.push(shape(chart, slower, over(power(later))));
        all.push(shape(chart, sooner, over(power(0.5 * half))));
        let less = |part: f64| f64::midpoint(first, healthy_at(chart, part));
        all.push(shape(chart, "The same way, but only half as far", less));
    }
    all.push(shape(chart, "Stays where it begins", |_| first));
    let peak = if high - first > near { high } else { first };
    if high - first > near {
        all.push(shape(
            chart,
            "Rises, then collapses",
            turned(first, peak, low.max(0.0)),
        ));
    }
    if first - low > near {
        let name = format!("Falls to {}", chart.written(low));
        all.push(shape(chart, &name, arriving(first, low)));
        let name = "Falls, then rises again";
        all.push(shape(chart, name, turned(first, low, peak)));
    }
    if high - first > near && healthy.trend != Trend::Rises {
        let name = format!("Rises to {}", chart.written(high));
        all.push(shape(chart, &name, arriving(first, high)));
    }
    if healthy.trend == Trend::Stays && high - first > near {
        let name = format!(
            "Falls from {} to {}",
            chart.written(high),
            chart.written(low)
        );
        all.push(shape(chart, &name, arriving(high, low)));
    }
    all
}

fn shape(chart: &RecordedChart, name: &str, at: impl Fn(f64) -> f64) -> SketchShape {
    let places = (0..chart.iterations.len()).map(|index| chart.across(index));
    let values: Vec<f64> = places.map(|part| chart.clamped(at(part))).collect();
    SketchShape {
        name: name.to_owned(),
        values: of_shape(&values),
    }
}

/// Returns the part of the iterations after which the healthy curve has gone half of its way;
/// `None` if it stays.
fn half_of_the_way(chart: &RecordedChart, healthy: &Movement) -> Option<f64> {
    let at = healthy.half_done?;
    let index = chart.iterations.iter().position(|it| *it == at)?;
    let part = chart.across(index);
    (0.0 < part && part < 1.0).then_some(part)
}

/// Returns the healthy median at a part of the way, or the nearest that was measured.
fn healthy_at(chart: &RecordedChart, part: f64) -> f64 {
    let away = |index: usize| (chart.across(index) - part).abs();
    let known = chart.healthy.median.iter().enumerate();
    let known = known.filter_map(|(index, value)| Some((away(index), (*value)?)));
    known
        .min_by(|one, other| one.0.total_cmp(&other.0))
        .map_or(0.0, |found| found.1)
}

/// Returns a curve that moves at once and then stays.
fn arriving(from: f64, to: f64) -> impl Fn(f64) -> f64 {
    move |part| from + (to - from) * smooth(part / ARRIVES)
}

/// Returns a curve that goes to `turn`, and from there to `to`.
fn turned(from: f64, turn: f64, to: f64) -> impl Fn(f64) -> f64 {
    move |part| {
        let back = smooth((part - TURN.0) / (TURN.1 - TURN.0));
        let there = from + (turn - from) * smooth(part / TURN.0);
        there + (to - there) * back
    }
}

fn smooth(part: f64) -> f64 {
    let part = part.clamp(0.0, 1.0);
    part * part * (3.0 - 2.0 * part)
}

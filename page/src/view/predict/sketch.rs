//! The curve that the reader draws: one value for each iteration of the chart.

use super::RecordedChart;

/// Number of knots by which the keyboard moves a sketch.
pub const KNOTS: usize = 6;
/// Significant digits that are kept of a value.
const DIGITS: i32 = 3;
/// Numbers that are smaller are 0.
const NOTHING: f64 = 1e-300;

/// A line that is being drawn, from the press of the pointer to its release.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stroke {
    values: Vec<Option<f64>>,
    last: Option<usize>,
}

impl Stroke {
    /// Goes on to a point: the iteration with this index, and a value. What lies between is a
    /// straight line.
    pub fn go_to(&mut self, chart: &RecordedChart, index: usize, value: f64) {
        self.values.resize(chart.iterations.len(), None);
        let Some(last) = self.values.len().checked_sub(1) else {
            return; // Nothing was recorded.
        };
        let index = index.min(last);
        let from = self.last.replace(index).unwrap_or(index);
        let start = self.values[from].unwrap_or(value);
        let (begin, whole) = (chart.across(from), chart.across(index) - chart.across(from));
        for between in from.min(index)..=from.max(index) {
            let part = match between == index {
                true => 1.0,
                false => (chart.across(between) - begin) / whole,
            };
            self.values[between] = Some(rounded(start + part * (value - start)));
        }
    }

    /// Returns the line as it is drawn, over the sketch of before.
    pub fn over(&self, sketch: &[f64]) -> Vec<Option<f64>> {
        let before = |index: usize| sketch.get(index).copied();
        let values = self.values.iter().enumerate();
        values
            .map(|(index, value)| value.or_else(|| before(index)))
            .collect()
    }

    /// Returns the whole sketch. Where neither the line nor the sketch of before has a value, the
    /// nearest one goes on to the edge.
    pub fn sketch(&self, before: &[f64]) -> Vec<f64> {
        let mut values = self.over(before);
        let first = values.iter().flatten().next().copied();
        let mut last = first;
        for value in &mut values {
            *value = value.or(last);
            last = *value;
        }
        values.into_iter().flatten().collect()
    }
}

/// Returns a sketch for a chart with `len` iterations. One that was drawn on a chart with fewer or
/// more is stretched.
pub fn fitted(sketch: &[f64], len: usize) -> Vec<f64> {
    if sketch.len() == len || sketch.is_empty() {
        return sketch.to_vec();
    }
    let last = (sketch.len() - 1) as f64;
    let at = |index: usize| {
        let place = last * index as f64 / len.saturating_sub(1).max(1) as f64;
        sketch[(place.round() as usize).min(sketch.len() - 1)]
    };
    (0..len).map(at).collect()
}

/// Returns the indices of the iterations at which the knots stand.
pub fn knots(chart: &RecordedChart) -> Vec<usize> {
    let part = |knot: usize| knot as f64 / (KNOTS - 1) as f64;
    let mut knots: Vec<usize> = (0..KNOTS).map(|knot| chart.nearest(part(knot))).collect();
    knots.dedup();
    knots
}

/// Moves a knot of a sketch to a value. What lies between its neighbours moves with it, the less
/// the further away.
pub fn knot_moved(chart: &RecordedChart, sketch: &[f64], knot: usize, value: f64) -> Vec<f64> {
    let knots = knots(chart);
    let Some(at) = knots.get(knot).copied().filter(|at| *at < sketch.len()) else {
        return sketch.to_vec();
    };
    let by = chart.clamped(value) - sketch[at];
    let before = knot
        .checked_sub(1)
        .map(|before| chart.across(knots[before]));
    let after = knots.get(knot + 1).map(|after| chart.across(*after));
    let here = chart.across(at);
    let share = |place: f64| {
        let neighbour = if place < here { before } else { after };
        neighbour.map_or(0.0, |neighbour| {
            ((place - neighbour) / (here - neighbour)).clamp(0.0, 1.0)
        })
    };
    let values = sketch.iter().enumerate().map(|(index, value)| {
        let share = if index == at {
            1.0
        } else {
            share(chart.across(index))
        };
        rounded(chart.clamped(value + share * by))
    });
    values.collect()
}

/// Returns values as a sketch keeps them.
pub fn of_shape(values: &[f64]) -> Vec<f64> {
    values.iter().map(|value| rounded(*value)).collect()
}

/// Returns a value with as many digits as are kept.
fn rounded(value: f64) -> f64 {
    // What is so much smaller than any number of a chart has no digits to keep, and the power of
    // ten that would shift them is infinite.
    if value.abs() < NOTHING || !value.is_finite() {
        return 0.0;
    }
    let places = DIGITS - 1 - value.abs().log10().floor() as i32;
    // Dividing by a power of ten gives the number nearest to the decimal one.
    match places {
        0.. => (value * 10_f64.powi(places)).round() / 10_f64.powi(places),
        _ => (value / 10_f64.powi(-places)).round() * 10_f64.powi(-places),
    }
}

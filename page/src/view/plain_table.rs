//! The numbers of a picture as a table.

use crate::view::format;
use policy_lab::history::Point;

/// Stretches of the axis of steps, with a row behind each.
const STRETCHES: usize = 10;
/// What stands in place of a number that was not measured.
pub const NOT_MEASURED: &str = "–";

/// The numbers of a picture. The first cell of a row says what the row is of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlainTable {
    /// What else is to be said of them; may be empty.
    pub note: String,
    /// The heads of the columns.
    pub heads: Vec<String>,
    /// The rows, with a cell for each head.
    pub rows: Vec<Vec<String>>,
}

impl PlainTable {
    /// Creates a table without a note.
    pub fn new(heads: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Self {
        Self {
            note: String::new(),
            heads: heads.iter().map(|head| (*head).to_owned()).collect(),
            rows: rows.collect(),
        }
    }

    /// Returns what named curves show at some steps, which stand in the first column, called
    /// `head`.
    pub fn of_curves<P: AsRef<[Point]>>(
        head: &str,
        steps: impl Iterator<Item = f64>,
        curves: &[(String, P)],
    ) -> Self {
        let row = |step: f64| {
            let values = curves.iter().map(|(_, curve)| {
                let value = value_at(curve.as_ref(), step);
                value.map_or_else(|| NOT_MEASURED.to_owned(), format::score)
            });
            let step = format::count(step as u64);
            [step].into_iter().chain(values).collect()
        };
        let names = curves.iter().map(|(name, _)| name.as_str());
        let heads: Vec<&str> = [head].into_iter().chain(names).collect();
        Self::new(&heads, steps.map(row))
    }
}

/// Returns ten steps, evenly spread up to `end`.
pub fn steps_to(end: f64) -> impl Iterator<Item = f64> {
    (1..=STRETCHES).map(move |stretch| end * stretch as f64 / STRETCHES as f64)
}

/// Returns at most `most` of the first `len` indices, evenly spread, with the first and the last
/// among them.
pub fn spread(len: usize, most: usize) -> Vec<usize> {
    if len <= most || most < 2 {
        return (0..len.min(most)).collect();
    }
    (0..most)
        .map(|place| place * (len - 1) / (most - 1))
        .collect()
}

/// Returns what a curve shows at a step: its newest value until then. `None` before its first
/// point.
pub fn value_at(points: &[Point], step: f64) -> Option<f64> {
    let until = points.partition_point(|point| point.0 <= step);
    points.get(until.checked_sub(1)?).map(|point| point.1)
}

/// Returns the smallest and the largest of the finite numbers.
pub fn extremes(numbers: impl Iterator<Item = f32>) -> Option<(f32, f32)> {
    let numbers = numbers.filter(|number| number.is_finite());
    numbers.fold(None, |ends, number| {
        let (low, high) = ends.unwrap_or((number, number));
        Some((number.min(low), number.max(high)))
    })
}

//! Curves as paths of a drawing.

use std::fmt::Write as _;

use super::RecordedChart;

/// The side of the square in which curves are drawn.
pub const SIDE: f64 = 1000.0;

/// Returns a curve as the path of an SVG. A gap interrupts it, and a value between two gaps is a
/// dot.
pub fn path(chart: &RecordedChart, values: &[Option<f64>]) -> String {
    let mut path = String::new();
    let mut is_begun = false;
    for (index, value) in values.iter().enumerate() {
        let Some(value) = value else {
            is_begun = false;
            continue;
        };
        let x = SIDE * chart.across(index);
        let y = SIDE * (1.0 - chart.axis.part_of(*value));
        // Writing to a string cannot fail. A line of no length is a dot, because its ends are
        // round.
        let _ = match is_begun {
            true => write!(path, "L{x:.1} {y:.1}"),
            false => write!(path, "M{x:.1} {y:.1}L{x:.1} {y:.1}"),
        };
        is_begun = true;
    }
    path
}

//! A curve as small as a word, as the path of an SVG.

use std::fmt::Write as _;

use policy_lab::history::Point;

/// Width and height of the picture, in its own units.
pub const EXTENT: (f64, f64) = (100.0, 20.0);
/// Most points on the path.
const MOST: usize = 50;

/// Returns the path through the points, on an axis from 0 to their largest value, or from their
/// smallest one to 0 if they are below it; empty if there are not two.
pub fn path(points: &[Point]) -> String {
    let (Some(first), Some(last)) = (points.first(), points.last()) else {
        return String::new();
    };
    let (start, width) = (first.0, last.0 - first.0);
    if width <= 0.0 || !width.is_finite() {
        return String::new();
    }
    let top = points
        .iter()
        .fold(f64::MIN_POSITIVE, |top, it| top.max(it.1));
    let bottom = points.iter().fold(0.0_f64, |bottom, it| bottom.min(it.1));
    // The difference of very large values may be infinite.
    let size = top.max(-bottom);
    let stride = points.len().div_ceil(MOST).max(1);
    // Back from the newest point, which must not be left out.
    let taken = points.iter().rev().step_by(stride);
    let mut path = String::new();
    for (step, value) in taken {
        let x = (step - start) / width * EXTENT.0;
        let part = (value / size - bottom / size) / (top / size - bottom / size);
        let y = (1.0 - part.clamp(0.0, 1.0)) * EXTENT.1;
        let letter = if path.is_empty() { 'M' } else { 'L' };
        // Writing to a string cannot fail.
        let _ = write!(path, "{letter}{x:.1} {y:.1}");
    }
    path
}

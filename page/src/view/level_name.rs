//! Where the name of a level stands on a chart: at the end and on the side of the level's line
//! where least is drawn. Lengths are pixels of a canvas, of which it knows nothing else.

use std::ops::Range;

use policy_lab::history::Point;

/// Space between a level and its name, in heights of the text.
const GAP: f64 = 0.35;
/// Space between an end of the level and its name, in heights of the text.
const INDENT: f64 = 0.5;

/// Returns where a name begins, halfway up its letters: above the left end of the level at the
/// height `level`, unless other lines leave more room below it or at its right end.
///
/// `size` is the width and the height of the name, `room` the columns and rows of the chart, and
/// `drawn` what is drawn there, as lines.
pub fn place(
    level: f64,
    (width, text): (f64, f64),
    room: &(Range<f64>, Range<f64>),
    drawn: &[Vec<Point>],
) -> Point {
    let (across, down) = room;
    let left = across.start + INDENT * text;
    let right = (across.end - INDENT * text - width).max(left);
    let away = (GAP + 0.5) * text;
    let rows = |middle: f64| middle - 0.5 * text..middle + 0.5 * text;
    let is_inside = |at: &Point| {
        let rows = rows(at.1);
        down.start <= rows.start && rows.end <= down.end
    };
    let covered = |at: &Point| {
        let area = (at.0..at.0 + width, rows(at.1));
        let lengths = drawn.iter().map(|line| length_within(line, &area));
        lengths.sum::<f64>()
    };
    let above_and_below = [level - away, level + away];
    let places = [left, right]
        .into_iter()
        .flat_map(|x| above_and_below.map(|y| (x, y)));
    // Of places that are as good, it is the first.
    let best = places
        .filter(is_inside)
        .min_by(|one, other| covered(one).total_cmp(&covered(other)));
    best.unwrap_or((left, level - away))
}

/// Returns how much of a line lies within an area.
///
/// # Source
/// Liang and Barsky, "A New Concept and Method for Line Clipping" (1984).
fn length_within(line: &[Point], (columns, rows): &(Range<f64>, Range<f64>)) -> f64 {
    let within = |ends: &[Point]| {
        let (one, other) = (ends[0], ends[1]);
        let by = (other.0 - one.0, other.1 - one.1);
        let (mut from, mut to) = (0.0_f64, 1.0_f64);
        for (start, by, range) in [(one.0, by.0, columns), (one.1, by.1, rows)] {
            // Infinite where the line runs along the other axis.
            let crossings = [range.start, range.end].map(|border| (border - start) / by);
            from = from.max(crossings[0].min(crossings[1]));
            to = to.min(crossings[0].max(crossings[1]));
        }
        (to - from).max(0.0) * by.0.hypot(by.1)
    };
    line.windows(2).map(within).sum()
}

//! The axes of a chart: where values lie on them, their ticks, and the stretch of steps that is
//! shown.

use std::ops::Range;

use policy_lab::history::Point;

/// Distances between ticks, as multiples of a power of ten.
const MULTIPLES: [f64; 4] = [1.0, 2.0, 5.0, 10.0];
/// Fewest ticks that show that an axis is logarithmic.
const FEWEST_LOG_TICKS: usize = 3;
/// Most steps between 0 and a tick: up to here every whole number is a number.
const LARGEST_PLACE: f64 = 9_007_199_254_740_992.0;
/// Narrowest stretch of steps, as a fraction of all steps.
const NARROWEST: f64 = 1e-3;
/// Lengths of an axis by which a value can lie beyond its ends. A dash is drawn for every few
/// pixels of a line, also where nobody sees it: those of a line towards 1e300 never end.
const BEYOND: f64 = 8.0;
/// Presses of an arrow key that take a reading from one end of a stretch to the other, about.
const PRESSES: usize = 50;

/// One of the two axes of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// The values at both ends.
    pub range: Range<f64>,
    /// True if equal lengths are equal factors. Then all values are above 0.
    pub is_log: bool,
}

impl Axis {
    /// Returns where a value lies: 0 at the start of the axis, 1 at its end, and less or more
    /// beyond, at most by eight lengths of the axis.
    pub fn part_of(&self, value: f64) -> f64 {
        // Halves, because the difference of two numbers may be too large for a number.
        let at = |value: f64| match self.is_log {
            true => value.log10(),
            false => value / 2.0,
        };
        let start = at(self.range.start);
        let part = (at(value) - start) / (at(self.range.end) - start);
        match part.is_nan() {
            true => 0.0,
            false => part.clamp(-BEYOND, 1.0 + BEYOND),
        }
    }

    /// Returns the values of the ticks in rising order, at most `most` of them.
    ///
    /// On a logarithmic axis these are 1, 2 and 5 times the powers of ten, or only powers of ten
    /// where that is too many. A range with too few of them has the ticks of a linear axis:
    /// multiples of 1, 2 or 5 times a power of ten.
    pub fn ticks(&self, most: usize) -> Vec<f64> {
        let Range { start, end } = self.range;
        let mut ticks = Vec::new();
        if !start.is_finite() || !end.is_finite() || start >= end || most == 0 {
            return ticks;
        }
        if self.is_log && start > 0.0 {
            let (first, last) = (start.log10().floor() as i32, end.log10().floor() as i32);
            let decades = (last - first + 1) as usize;
            let (multiples, every) = match 3 * decades > most + 2 {
                true => (&MULTIPLES[..1], decades.div_ceil(most)),
                false => (&MULTIPLES[..3], 1),
            };
            for power in (first..=last).step_by(every) {
                for multiple in multiples {
                    let tick = multiple * 10_f64.powi(power);
                    if tick >= start && tick <= end {
                        ticks.push(tick);
                    }
                }
            }
            if (FEWEST_LOG_TICKS..=most).contains(&ticks.len()) {
                return ticks;
            }
            ticks.clear();
        }
        let width = end / most as f64 - start / most as f64;
        let unit = 10_f64.powi(width.log10().floor() as i32);
        for multiple in MULTIPLES {
            let step = multiple * unit;
            let (first, last) = ((start / step).ceil(), (end / step).floor());
            // Numbers that are this close to each other, or this small, have no round ones between
            // them.
            if !step.is_normal() || last.abs().max(first.abs()) > LARGEST_PLACE {
                continue;
            }
            if last - first < most as f64 {
                let places = first as i64..=last as i64;
                let found = places.map(|place| place as f64 * step);
                // Next to a value near 0 lies 0 itself, which a logarithmic axis has not.
                ticks.extend(found.filter(|tick| !self.is_log || *tick > 0.0));
                break;
            }
        }
        ticks
    }
}

/// Returns the stretch between two numbers of steps, in either order, out of the first `whole`
/// steps. Returns `None` if that is all of them, or if there are none yet.
pub fn stretch(one: f64, other: f64, whole: f64) -> Option<Range<f64>> {
    let width = (other - one).abs().max(NARROWEST * whole);
    if width >= whole || whole <= 1.0 {
        return None;
    }
    let start = one.min(other).clamp(0.0, whole - width);
    Some(start..start + width)
}

/// Returns a stretch that is `factor` times as wide as `seen`, with `around` in the same place of
/// it.
pub fn scaled(seen: &Range<f64>, around: f64, factor: f64, whole: f64) -> Option<Range<f64>> {
    let place = |step: f64| around + (step - around) * factor;
    stretch(place(seen.start), place(seen.end), whole)
}

/// Returns a stretch as wide as `seen`, moved no further than it takes to contain `step`.
pub fn moved(seen: &Range<f64>, step: f64) -> Range<f64> {
    let by = (step - seen.end).max(0.0) + (step - seen.start).min(0.0);
    seen.start + by..seen.end + by
}

/// Returns the point to which an arrow key moves the reading from the step `from`, forwards or
/// backwards. The first press reads the last point of the stretch.
pub fn next_reading(
    points: &[Point],
    from: Option<f64>,
    seen: &Range<f64>,
    is_forwards: bool,
) -> Option<Point> {
    let before = |step: f64| points.partition_point(|point| point.0 < step);
    let (first, end) = (before(seen.start), before(seen.end));
    let by = ((end - first) / PRESSES).max(1);
    let place = match from {
        None => points
            .partition_point(|point| point.0 <= seen.end)
            .saturating_sub(1),
        Some(step) if is_forwards => before(step) + by,
        Some(step) => before(step).saturating_sub(by),
    };
    points.get(place.min(points.len().checked_sub(1)?)).copied()
}

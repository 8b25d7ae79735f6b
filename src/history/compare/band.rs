//! Several seeds as one curve: their mean, and the band from the lowest to the highest.

use super::super::Point;

/// The values of a group of runs after the same number of environment steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BandPoint {
    /// Environment steps.
    pub step: f64,
    /// Mean over the runs.
    pub mean: f64,
    /// Lowest value.
    pub low: f64,
    /// Highest value.
    pub high: f64,
}

/// Returns the mean, lowest and highest value of the curves at each step of the first curve, as far as all of them
/// reach: the band ends where the shortest curve ends.
///
/// Runs that differ only in their seed have the same steps. Where a curve has no point at a step, because no episode
/// ended or rollouts are whole episodes, its value is interpolated linearly.
pub fn band(curves: &[&[Point]]) -> Vec<BandPoint> {
    let Some(first) = curves.first() else {
        return Vec::new();
    };
    let mut places = vec![0; curves.len()];
    let mut points = Vec::with_capacity(first.len());
    for (step, _) in *first {
        let mut values = Vec::with_capacity(curves.len());
        for (curve, place) in curves.iter().zip(&mut places) {
            values.extend(value_at(curve, place, *step));
        }
        if values.len() == curves.len() {
            points.push(BandPoint {
                step: *step,
                mean: values.iter().sum::<f64>() / values.len() as f64,
                low: values.iter().copied().fold(f64::INFINITY, f64::min),
                high: values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            });
        }
    }
    points
}

/// Returns the value at `step`, or `None` outside the curve. The search starts at `place` and moves it along.
fn value_at(curve: &[Point], place: &mut usize, step: f64) -> Option<f64> {
    while curve.get(*place).is_some_and(|point| point.0 < step) {
        *place += 1;
    }
    let after = curve.get(*place)?;
    if after.0 == step {
        return Some(after.1);
    }
    let before = curve.get(place.checked_sub(1)?)?;
    let part = (step - before.0) / (after.0 - before.0);
    Some(before.1 + part * (after.1 - before.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(step: f64, mean: f64, low: f64, high: f64) -> BandPoint {
        BandPoint {
            step,
            mean,
            low,
            high,
        }
    }

    #[test]
    fn mean_and_extremes_to_the_end_of_the_shortest() {
        let one = [(10.0, 1.0), (20.0, 4.0), (30.0, 9.0)];
        let two = [(10.0, 3.0), (20.0, 2.0)];
        let three = [(10.0, 5.0), (20.0, 9.0), (30.0, 0.0)];
        let found = band(&[&one, &two, &three]);
        let expected = [point(10.0, 3.0, 1.0, 5.0), point(20.0, 5.0, 2.0, 9.0)];
        assert_eq!(found, expected);
        assert_eq!(band(&[]), []);
        assert_eq!(band(&[&one, &[]]), []);
        assert_eq!(band(&[&two])[1], point(20.0, 2.0, 2.0, 2.0));
    }

    #[test]
    fn a_missing_point_is_on_the_line_between_its_neighbours() {
        let one = [(10.0, 1.0), (20.0, 1.0), (30.0, 1.0)];
        let two = [(5.0, 0.0), (10.0, 2.0), (30.0, 6.0)];
        let found = band(&[&one, &two]);
        assert_eq!(found[1], point(20.0, 2.5, 1.0, 4.0));
    }
}

//! Several seeds as one curve: their median.

use super::super::Point;

/// Returns the median of the curves at each step of the first curve, as far as all of them reach.
/// With an even number of curves it is the mean of the two in the middle.
///
/// Runs that differ only in their seed have the same steps. Where a curve has no point at a step,
/// because no episode ended or rollouts are whole episodes, its value is interpolated linearly.
pub fn median(curves: &[&[Point]]) -> Vec<Point> {
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
            values.sort_by(f64::total_cmp);
            let (low, high) = ((values.len() - 1) / 2, values.len() / 2);
            points.push((*step, (values[low] + values[high]) / 2.0));
        }
    }
    points
}

/// Returns the value at `step`, or `None` outside the curve. The search starts at `place` and moves
/// it along.
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

    #[test]
    fn the_median_goes_to_the_end_of_the_shortest() {
        let one = [(10.0, 1.0), (20.0, 4.0), (30.0, 9.0)];
        let two = [(10.0, 3.0), (20.0, 2.0)];
        let three = [(10.0, 5.0), (20.0, 9.0), (30.0, 0.0)];
        assert_eq!(median(&[&one, &two, &three]), [(10.0, 3.0), (20.0, 4.0)]);
        assert_eq!(median(&[&one, &two]), [(10.0, 2.0), (20.0, 3.0)]);
        assert_eq!(median(&[]), []);
        assert_eq!(median(&[&one, &[]]), []);
        assert_eq!(median(&[&two]), two);
    }

    #[test]
    fn a_missing_point_is_on_the_line_between_its_neighbours() {
        let one = [(10.0, 1.0), (20.0, 1.0), (30.0, 1.0)];
        let two = [(5.0, 0.0), (10.0, 2.0), (30.0, 6.0)];
        assert_eq!(median(&[&one, &two])[1], (20.0, 2.5));
    }
}

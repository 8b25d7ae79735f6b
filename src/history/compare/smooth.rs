//! Smoothing without a bias towards zero at the start of a curve.

use super::super::Point;

/// Largest weight of earlier values; with 1 the smoothed curve would never move.
pub const LARGEST_WEIGHT: f64 = 0.99;

/// Returns the debiased exponential moving average of a curve.
///
/// `m_t = w * m_(t-1) + (1 - w) * v_t` from `m_0 = 0`, and the smoothed value is `m_t / (1 - w^t)`,
/// for values `v_1, v_2, ...` in the order of the points. The first smoothed value is `v_1` itself.
/// The distances between points have no influence. `weight` is clamped to the range from 0 to
/// [`LARGEST_WEIGHT`]; with 0 the curve is unchanged.
///
/// # Source
/// TensorBoard's smoothing slider; the correction of the bias is from Kingma and Ba, "Adam" (2015),
/// section 3.
pub fn smooth(points: &[Point], weight: f64) -> Vec<Point> {
    let weight = weight.clamp(0.0, LARGEST_WEIGHT);
    if weight == 0.0 {
        return points.to_vec();
    }
    let (mut mean, mut power) = (0.0, 1.0);
    let mut next = |(step, value): &Point| {
        mean = weight * mean + (1.0 - weight) * value;
        power *= weight;
        // Near the largest number a rounding would make it infinite.
        (*step, (mean / (1.0 - power)).clamp(f64::MIN, f64::MAX))
    };
    points.iter().map(&mut next).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worked_by_hand() {
        // w = 0.5: m = 2, 5, 3.5; 1 - w^t = 0.5, 0.75, 0.875.
        let points = [(1.0, 4.0), (2.0, 8.0), (9.0, 2.0)];
        let found = smooth(&points, 0.5);
        let expected = [(1.0, 4.0), (2.0, 20.0 / 3.0), (9.0, 4.0)];
        for (found, expected) in found.iter().zip(expected) {
            assert_eq!(found.0, expected.0);
            assert!((found.1 - expected.1).abs() < 1e-12, "{found:?}");
        }
    }

    #[test]
    fn a_constant_stays_and_no_weight_changes_nothing() {
        let flat: Vec<Point> = (0..500).map(|step| (f64::from(step), 3.0)).collect();
        // More than the largest weight is the largest.
        for (_, value) in smooth(&flat, 7.0) {
            assert!((value - 3.0).abs() < 1e-9, "{value}");
        }
        let points = [(1.0, 4.0), (2.0, 8.0)];
        assert_eq!(smooth(&points, 0.0), points);
        assert_eq!(smooth(&[], 0.5), []);
    }
}

//! The rows of tables.

use crate::view::plain_table::{extremes, spread, value_at};

#[test]
fn rows_are_spread_from_the_first_to_the_last() {
    assert_eq!(spread(3, 20), [0, 1, 2]);
    assert_eq!(spread(101, 5), [0, 25, 50, 75, 100]);
    assert_eq!(spread(8, 3), [0, 3, 7]);
    assert!(spread(0, 20).is_empty());
    assert_eq!(spread(4, 1), [0]);
    for len in 2..70 {
        let places = spread(len, 20);
        assert_eq!(places.first(), Some(&0));
        assert_eq!(places.last(), Some(&(len - 1)));
        assert!(places.is_sorted_by(|one, next| one < next), "{places:?}");
        assert_eq!(places.len(), len.min(20));
    }
}

#[test]
fn a_curve_keeps_its_value_until_the_next() {
    let points = [(100.0, 20.0), (200.0, 30.0), (400.0, 50.0)];
    let at = |step| value_at(&points, step);
    assert_eq!(at(99.0), None);
    assert_eq!(at(100.0), Some(20.0));
    assert_eq!(at(399.0), Some(30.0));
    assert_eq!(at(9e9), Some(50.0));
    assert_eq!(value_at(&[], 1.0), None);
}

#[test]
fn what_is_no_number_is_no_extreme() {
    let numbers = [2.0, f32::NAN, -1.0, f32::INFINITY, 0.5];
    assert_eq!(extremes(numbers.into_iter()), Some((-1.0, 2.0)));
    assert_eq!(extremes([f32::NAN].into_iter()), None);
}

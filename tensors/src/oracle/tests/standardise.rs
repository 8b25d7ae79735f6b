use super::{assert_close, column, numbers};
use crate::oracle::standardise::standardise;

#[test]
fn the_deviation_is_that_of_a_sample() {
    // The mean is 2.5. The squares 2.25, 0.25, 0.25 and 2.25 add up to 5, and the square root of 5
    // / (4 - 1) is 1.290 994 4. With the divisor 4 the first result would be -1.341 640 8.
    let got = standardise(column([1.0, 2.0, 3.0, 4.0])).expect("four values");
    assert_close(
        &numbers(got),
        &[-1.161_895, -0.387_298_3, 0.387_298_3, 1.161_895],
    );
}

#[test]
fn equal_values_give_zero_and_not_a_division_by_zero() {
    let got = standardise(column([2.0, 2.0])).expect("two values");
    assert_eq!(numbers(got), [0.0, 0.0]);
}

#[test]
fn a_single_value_is_refused_by_name() {
    let refused = standardise(column([1.0])).err();
    assert_eq!(refused.map(|error| error.argument), Some("values"));
}

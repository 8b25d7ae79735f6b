use super::{assert_close, assert_refused, column, gradient, leaf, numbers};
use crate::oracle::value_clip::{huber, value_loss};

/// Below `delta` an error is squared, above it counts 2 delta for each unit, and where the two meet
/// they have one height and one slope.
#[test]
fn a_large_error_counts_in_proportion() {
    let errors = leaf([0.5, -2.0, 3.0, -1.0]);
    let loss = huber(errors.clone(), Some(1.0));
    assert_close(&numbers(loss.clone()), &[0.25, 3.0, 5.0, 1.0]);
    let slopes = gradient(loss.sum(), &errors);
    assert_close(&slopes.expect("a gradient"), &[1.0, -2.0, 2.0, -2.0]);
    assert_close(&numbers(huber(column([3.0]), None)), &[9.0]);
}

/// The values were 0 at the rollout, and may move by 0.5. The first is within the range. The second
/// has moved past it towards its return, 2: the held value, 0.5, is further away, and nothing pulls
/// any more. The third has moved past it away from its return, and is pulled back.
#[test]
fn a_value_is_pulled_on_within_the_range_and_back_into_it() {
    let values = leaf([0.25, 1.0, -1.0]);
    let (old, returns) = (column([0.0; 3]), column([1.25, 2.0, 2.0]));
    let loss = value_loss(values.clone(), old, returns, (0.5, None));
    // The squares of 1, 1.5 and 3.
    assert_close(&numbers(loss.clone()), &[(1.0 + 2.25 + 9.0) / 3.0]);
    let slopes = gradient(loss, &values).expect("a gradient");
    assert_close(&slopes, &[-2.0 / 3.0, 0.0, -2.0]);
}

#[test]
fn one_old_value_for_two_values_is_refused() {
    assert_refused(["values has 2", "old_values has 1"], || {
        let (values, old, returns) = (column([1.0, 2.0]), column([1.0]), column([1.0, 2.0]));
        value_loss(values, old, returns, (0.2, None))
    });
}

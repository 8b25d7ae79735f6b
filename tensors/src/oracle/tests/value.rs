use super::{assert_close, assert_refused, column, gradients, leaf, numbers};
use crate::oracle::value::{advantage, value_loss};

#[test]
fn the_loss_is_the_mean_squared_error_without_a_half() {
    // The errors are -2 and 1, their squares 4 and 1.
    let (values, returns) = (leaf([1.0, 2.0]), leaf([3.0, 1.0]));
    let loss = value_loss(values.clone(), returns.clone());
    assert_close(&numbers(loss.clone()), &[2.5]);
    // The gradient is 2 (V - R) / n: a step raises the first value and lowers the second.
    let [of_values, of_returns] = gradients(loss, [&values, &returns]);
    assert_close(&of_values.expect("a gradient"), &[-2.0, 1.0]);
    assert_eq!(of_returns, None);
}

#[test]
fn the_advantage_is_what_the_critic_did_not_expect() {
    let (returns, values) = (leaf([3.0, 1.0]), leaf([1.0, 2.0]));
    let advantages = advantage(returns.clone(), values.clone());
    assert_close(&numbers(advantages.clone()), &[2.0, -1.0]);
    // The advantage falls as the value rises; no gradient flows to the returns.
    let [of_values, of_returns] = gradients(advantages.sum(), [&values, &returns]);
    assert_close(&of_values.expect("a gradient"), &[-1.0, -1.0]);
    assert_eq!(of_returns, None);
}

#[test]
fn one_return_for_two_values_is_refused() {
    assert_refused(["values has 2", "returns has 1"], || {
        value_loss(column([1.0, 2.0]), column([1.0]))
    });
    assert_refused(["returns has 1", "values has 2"], || {
        advantage(column([1.0]), column([1.0, 2.0]))
    });
}

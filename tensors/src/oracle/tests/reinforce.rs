use super::{assert_close, assert_refused, column, gradients, leaf, numbers};
use crate::oracle::reinforce::policy_loss;

#[test]
fn the_loss_is_minus_the_mean_of_log_prob_times_return() {
    // -0.5 · 2 = -1 and -1 · 4 = -4: their mean is -2.5.
    let loss = policy_loss(column([-0.5, -1.0]), column([2.0, 4.0]));
    assert_close(&numbers(loss), &[2.5]);
}

#[test]
fn an_action_with_a_good_return_is_made_likelier() {
    // The gradient is -G / n: a step of gradient descent raises both, the second twice as fast.
    let (log_prob, returns) = (leaf([-0.5, -1.0]), leaf([2.0, 4.0]));
    let loss = policy_loss(log_prob.clone(), returns.clone());
    let [of_log_prob, of_returns] = gradients(loss, [&log_prob, &returns]);
    assert_close(&of_log_prob.expect("a gradient"), &[-1.0, -2.0]);
    assert_eq!(of_returns, None);
}

#[test]
fn one_return_for_three_actions_is_refused() {
    assert_refused(["log_prob has 3", "returns has 1"], || {
        policy_loss(column([-1.0, -2.0, -3.0]), column([1.0]))
    });
}

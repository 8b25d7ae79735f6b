use burn::tensor::{Device, Tensor};

use super::{assert_close, assert_refused, column, gradient, gradients, leaf, numbers};
use crate::oracle::vpg::{advantages, importance_weights, policy_loss};

const HALF: f32 = 0.5;

#[test]
fn the_baseline_is_the_mean_over_worlds_at_each_step() {
    // Two steps of two environments. The means of the steps are 2 and 7.
    let returns = Tensor::<2>::from_floats([[1.0, 3.0], [4.0, 10.0]], &Device::flex());
    assert_close(
        &numbers(advantages(returns).reshape([4])),
        &[-1.0, 1.0, -3.0, 3.0],
    );
}

#[test]
fn a_weight_is_how_much_likelier_the_action_has_become() {
    // From 0.5 to 0.65, 0.25 and 0.5: 1.3, 0.5 and 1 times as likely.
    let now = || column([0.65_f32.ln(), 0.25_f32.ln(), HALF.ln()]);
    let before = || column([HALF.ln(); 3]);
    let free = importance_weights(now(), before(), None);
    assert_close(&numbers(free), &[1.3, 0.5, 1.0]);
    let clamped = importance_weights(now(), before(), Some(0.2));
    assert_close(&numbers(clamped), &[1.2, 0.8, 1.0]);
}

#[test]
fn no_gradient_flows_through_a_weight() {
    let log_prob = leaf([-1.0, -2.0]);
    let weights = importance_weights(log_prob.clone(), column([-1.5, -1.5]), None);
    // The gradient of Σ(weight + log π) is that of log π alone.
    let reached = gradient((weights + log_prob.clone()).sum(), &log_prob);
    assert_eq!(reached, Some(vec![1.0, 1.0]));
}

#[test]
fn the_loss_is_minus_the_mean_of_weight_times_log_prob_times_advantage() {
    // 1.2 · -1 · 3 = -3.6 and 0.8 · -2 · -1 = 1.6: their mean is -1.
    let (log_prob, advantages) = (leaf([-1.0, -2.0]), leaf([3.0, -1.0]));
    let weights = leaf([1.2, 0.8]);
    let loss = policy_loss(log_prob.clone(), advantages.clone(), weights.clone());
    assert_close(&numbers(loss.clone()), &[1.0]);
    // With respect to log π it is -weight · A / n: a good action becomes likelier, a bad one less
    // likely.
    let [of_log_prob, of_advantages, of_weights] =
        gradients(loss, [&log_prob, &advantages, &weights]);
    assert_close(&of_log_prob.expect("a gradient"), &[-1.8, 0.4]);
    // With respect to A it is -weight · log π / n: the caller decides whether to detach the
    // advantages.
    assert_close(&of_advantages.expect("a gradient"), &[0.6, 0.8]);
    assert_eq!(of_weights, None);
}

/// Shows why the weights' clamp is not PPO's clip, which would remove this sample's gradient.
#[test]
fn a_clamped_sample_still_pushes() {
    // From 0.5 to 0.65: 1.3, clamped to 1.2. The derivative is -1.2 · A.
    let log_prob = leaf([0.65_f32.ln()]);
    let weights = importance_weights(log_prob.clone(), column([HALF.ln()]), Some(0.2));
    let loss = policy_loss(log_prob.clone(), column([1.0]), weights);
    let reached = gradient(loss, &log_prob).expect("a gradient");
    assert_close(&reached, &[-1.2]);
}

#[test]
fn one_row_for_two_samples_is_refused() {
    let (two, one) = (|| column([-1.0, -2.0]), || column([1.0]));
    assert_refused(["log_prob has 2", "old_log_prob has 1"], || {
        importance_weights(two(), one(), None)
    });
    assert_refused(["log_prob has 2", "advantages has 1"], || {
        policy_loss(two(), one(), two())
    });
    assert_refused(["advantages has 2", "weights has 1"], || {
        policy_loss(two(), two(), one())
    });
}

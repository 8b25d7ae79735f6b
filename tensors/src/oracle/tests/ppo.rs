use super::{assert_close, assert_refused, column, gradient, leaf, numbers};
use crate::oracle::ppo::{clipped_surrogate_loss, ratio};

#[test]
fn the_ratio_is_how_much_likelier_the_action_has_become() {
    // From 0.25 to 0.5 is twice as likely; from 0.5 to 0.25 half.
    let log_prob = leaf([0.5_f32.ln(), 0.25_f32.ln()]);
    let ratios = ratio(log_prob.clone(), column([0.25_f32.ln(), 0.5_f32.ln()]));
    assert_close(&numbers(ratios.clone()), &[2.0, 0.5]);
    // The derivative of an exponential is itself.
    let reached = gradient(ratios.sum(), &log_prob).expect("a gradient");
    assert_close(&reached, &[2.0, 0.5]);
}

/// Each sample by itself, at epsilon 0.2: the loss is `-min(r A, clip(r, 0.8, 1.2) A)`. Its
/// derivative by r is `-A`, or 0 if the clipped term is the smaller one.
#[test]
fn the_six_cases_of_the_minimum() {
    for (r, advantage, loss, slope) in [
        // min(1.3, 1.2) = 1.2: a good action already likelier than the range allows gives no
        // gradient,
        (1.3, 1.0, -1.2, 0.0),
        // min(1.1, 1.1): inside the range a good action becomes likelier,
        (1.1, 1.0, -1.1, -1.0),
        // min(0.7, 0.8) = 0.7: and below the range too, where it fell by mistake.
        (0.7, 1.0, -0.7, -1.0),
        // min(-1.3, -1.2) = -1.3: a bad action that became likelier becomes less likely,
        (1.3, -1.0, 1.3, 1.0),
        // min(-0.9, -0.9): inside the range too,
        (0.9, -1.0, 0.9, 1.0),
        // min(-0.7, -0.8) = -0.8: but below the range there is no gradient.
        (0.7, -1.0, 0.8, 0.0),
    ] {
        let ratio = leaf([r]);
        let got = clipped_surrogate_loss(ratio.clone(), column([advantage]), Some(0.2));
        assert_close(&numbers(got.clone()), &[loss]);
        let reached = gradient(got, &ratio).expect("a gradient");
        assert_close(&reached, &[slope]);
    }
}

#[test]
fn the_loss_is_a_mean_over_samples() {
    // (1.2 · 1 + 0.5 · 2 + 1 · -3) / 3 = -0.8 / 3.
    let ratio = leaf([1.3, 0.5, 1.0]);
    let loss = clipped_surrogate_loss(ratio.clone(), column([1.0, 2.0, -3.0]), Some(0.2));
    assert_close(&numbers(loss.clone()), &[0.8 / 3.0]);
    let reached = gradient(loss, &ratio).expect("a gradient");
    assert_close(&reached, &[0.0, -2.0 / 3.0, 1.0]);
}

#[test]
fn without_a_clip_every_sample_pushes() {
    let ratio = leaf([1.3, 0.1]);
    let loss = clipped_surrogate_loss(ratio.clone(), column([1.0, -1.0]), None);
    // -(1.3 - 0.1) / 2.
    assert_close(&numbers(loss.clone()), &[-0.6]);
    let reached = gradient(loss, &ratio).expect("a gradient");
    assert_close(&reached, &[-0.5, 0.5]);
}

/// Inside the clipped region the surrogate is flat: those samples must contribute no gradient.
#[test]
fn the_clips_dead_zone_has_no_gradient() {
    let ratio = leaf([1.5, 0.5, 1.5, 0.5, 1.0]);
    let advantages = column([1.0, -1.0, -1.0, 1.0, 1.0]);
    let loss = clipped_surrogate_loss(ratio.clone(), advantages, Some(0.2));
    assert_eq!(
        gradient(loss, &ratio),
        Some(vec![0.0, 0.0, 0.2, -0.2, -0.2])
    );
}

#[test]
fn gradient_flows_to_advantages_that_are_not_detached() {
    // min(1.3 A, 1.2 A) is 1.2 A for A = 1, and min(0.5 A, 0.8 A) is 0.8 A for A = -1: the
    // derivatives are minus that, halved.
    let advantages = leaf([1.0, -1.0]);
    let loss = clipped_surrogate_loss(column([1.3, 0.5]), advantages.clone(), Some(0.2));
    let reached = gradient(loss, &advantages).expect("a gradient");
    assert_close(&reached, &[-0.6, -0.4]);
}

#[test]
fn one_row_for_two_samples_is_refused() {
    let (two, one) = (|| column([1.0, 2.0]), || column([1.0]));
    assert_refused(["log_prob has 2", "old_log_prob has 1"], || {
        ratio(two(), one())
    });
    assert_refused(["ratio has 2", "advantages has 1"], || {
        clipped_surrogate_loss(two(), one(), Some(0.2))
    });
    assert_refused(["ratio has 1", "advantages has 2"], || {
        clipped_surrogate_loss(one(), two(), None)
    });
}

use policy_lab::algos::columns::explained_variance;

use super::{assert_close, assert_refused, column, gradient, leaf, numbers};
use crate::oracle::diagnostics::{approx_kl, clip_fraction, zero_gradient_fraction};

#[test]
fn both_estimates_of_the_divergence() {
    // One action 1.5 times as likely, one as likely as before: (0.5 - ln 1.5) / 2 and -ln 1.5 / 2.
    let (k3, k1) = approx_kl(column([1.5_f32.ln(), 0.0]), column([0.0, 0.0]));
    assert_close(&numbers(k3), &[0.094_534_9 / 2.0]);
    assert_close(&numbers(k1), &[-0.405_465_1 / 2.0]);
}

#[test]
fn the_better_estimate_is_never_negative() {
    // Ratios of 0.5 and 2: (-0.5 + ln 2 + 1 - ln 2) / 2; the other one is (ln 2 - ln 2) / 2.
    let (k3, k1) = approx_kl(column([0.5_f32.ln(), 2.0_f32.ln()]), column([0.0, 0.0]));
    assert_close(&numbers(k3), &[0.25]);
    assert_close(&numbers(k1), &[0.0]);
    // A ratio of 3: 2 - ln 3 and -ln 3.
    let (k3, k1) = approx_kl(column([3.0_f32.ln()]), column([0.0]));
    assert_close(&numbers(k3), &[0.901_387_7]);
    assert_close(&numbers(k1), &[-1.098_612_3]);
}

#[test]
fn no_gradient_flows_through_them() {
    let log_prob = leaf([-1.0, -2.0]);
    let (k3, k1) = approx_kl(log_prob.clone(), column([-1.5, -1.5]));
    let ratio = log_prob.clone().exp();
    let advantages = column([1.0, -1.0]);
    let all = k3
        + k1
        + clip_fraction(ratio.clone(), 0.2)
        + zero_gradient_fraction(ratio, advantages, 0.2);
    // Only the gradient of Σ log π is left.
    let reached = gradient(all + log_prob.clone().sum(), &log_prob);
    assert_eq!(reached, Some(vec![1.0, 1.0]));
}

#[test]
fn clip_fraction_counts_what_left_the_range() {
    // 1.3 and 0.7 are outside 0.8 to 1.2.
    let got = clip_fraction(column([1.3, 0.7, 1.1, 1.0]), 0.2);
    assert_eq!(numbers(got), [0.5]);
}

#[test]
fn zero_gradient_fraction_counts_what_the_clip_silenced() {
    let ratio = || column([1.3, 0.7, 1.3, 0.7]);
    // Good and too likely, bad and too unlikely: the clip removes the gradient of both. The other
    // two keep theirs.
    let advantages = column([1.0, -1.0, -1.0, 1.0]);
    let got = zero_gradient_fraction(ratio(), advantages, 0.2);
    assert_eq!(numbers(got), [0.5]);
    // If all are good, only those that became too likely have no gradient; an advantage of 0 counts
    // as neither good nor bad.
    let got = zero_gradient_fraction(ratio(), column([1.0, 1.0, 0.0, 1.0]), 0.2);
    assert_eq!(numbers(got), [0.25]);
}

#[test]
fn explained_variance_by_hand() {
    let returns = [1.0, 2.0, 3.0];
    assert_eq!(explained_variance(&returns, &returns), Some(1.0));
    assert_eq!(explained_variance(&[2.0, 2.0, 2.0], &returns), Some(0.0));
    assert_eq!(explained_variance(&returns, &[5.0, 5.0, 5.0]), None);
    // The errors 0, 0 and -1 have the variance 2 / 9, the returns 2 / 3.
    let explained = explained_variance(&[1.0, 2.0, 4.0], &returns).expect("returns that vary");
    assert!((explained - 2.0 / 3.0).abs() < 1e-12, "{explained}");
    // Values in the opposite order: the errors -2, 0 and 2 have the variance 8 / 3, and 1 - 4 = -3.
    let explained = explained_variance(&[3.0, 2.0, 1.0], &returns).expect("returns that vary");
    assert!((explained + 3.0).abs() < 1e-12, "{explained}");
    // A constant error does not matter: only the variance counts.
    assert_eq!(explained_variance(&[11.0, 12.0, 13.0], &returns), Some(1.0));
    assert_eq!(explained_variance(&[], &[]), None);
}

#[test]
fn one_row_for_two_samples_is_refused() {
    let (two, one) = (|| column([1.0, 2.0]), || column([1.0]));
    assert_refused(["log_prob has 1", "old_log_prob has 2"], || {
        approx_kl(one(), two())
    });
    assert_refused(["ratio has 2", "advantages has 1"], || {
        zero_gradient_fraction(two(), one(), 0.2)
    });
    assert_refused(["values", "returns"], || {
        explained_variance(&[1.0], &[1.0, 2.0])
    });
}

//! Each plain function beside the tensor function that it stands for: its value, and its slope by
//! autodiff.

use burn::tensor::Tensor;
use policy_lab::algos::{columns, slopes};

use super::{assert_close, column, gradient, gradients, leaf, numbers};
use crate::oracle::{diagnostics, ppo, reinforce, standardise, value, value_clip, vpg};

/// Log-probabilities now and before, and advantages of both signs: ratios of 1, within the range,
/// beyond it on either side.
fn samples() -> Vec<[f32; 3]> {
    let mut samples = Vec::new();
    for log_prob in [-2.3, -0.75, -0.69, -0.5, -0.1] {
        for advantage in [1.7, -0.6, 0.0] {
            samples.push([log_prob, -0.69, advantage]);
        }
    }
    samples
}

#[track_caller]
fn assert_same(term: slopes::PolicyTerm, loss: &Tensor<1>, reached: [Option<Vec<f32>>; 2]) {
    assert_close(&[term.loss], &numbers(loss.clone()));
    let [by_log_prob, by_advantage] = reached.map(|it| it.unwrap_or_else(|| vec![0.0]));
    assert_close(&[term.by_log_prob], &by_log_prob);
    assert_close(&[term.by_advantage], &by_advantage);
}

#[test]
fn reinforce_and_vpg() {
    for [now, old, advantage] in samples() {
        let log_prob = leaf([now]);
        let loss = reinforce::policy_loss(log_prob.clone(), column([advantage]));
        let reached = gradient(loss.clone(), &log_prob);
        assert_same(slopes::reinforce(now, advantage), &loss, [reached, None]);
        for clip_coef in [None, Some(0.2)] {
            let (log_prob, by) = (leaf([now]), leaf([advantage]));
            let weights = vpg::importance_weights(log_prob.clone(), column([old]), clip_coef);
            let weight =
                slopes::clamped_ratio((now - old).exp(), clip_coef.map(|coef| coef as f32));
            assert_close(&[weight], &numbers(weights.clone()));
            let loss = vpg::policy_loss(log_prob.clone(), by.clone(), weights);
            let reached = gradients(loss.clone(), [&log_prob, &by]);
            assert_same(slopes::vpg(now, advantage, weight), &loss, reached);
        }
    }
}

#[test]
fn ppo_inside_and_outside_of_the_range() {
    for [now, old, advantage] in samples() {
        for clip_coef in [None, Some(0.2)] {
            let (log_prob, by) = (leaf([now]), leaf([advantage]));
            let ratio = ppo::ratio(log_prob.clone(), column([old]));
            let loss = ppo::clipped_surrogate_loss(ratio, by.clone(), clip_coef);
            let reached = gradients(loss.clone(), [&log_prob, &by]);
            let narrow = clip_coef.map(|coef| coef as f32);
            assert_same(
                slopes::ppo((now - old).exp(), advantage, narrow),
                &loss,
                reached,
            );
        }
    }
}

#[test]
fn the_critic() {
    for (guess, ret) in [(1.5, -0.5), (-2.0, 1.0), (3.0, 3.0)] {
        let values = leaf([guess]);
        let loss = value::value_loss(values.clone(), column([ret]));
        let (term, slope) = slopes::value(guess, ret, f32::INFINITY);
        assert_close(&[term], &numbers(loss.clone()));
        assert_close(&[slope], &gradient(loss, &values).expect("a gradient"));
    }
}

/// Values that have moved towards their return and away from it, within the range and beyond it,
/// with errors on either side of where the parabola ends.
#[test]
fn the_critic_held_near_its_value_of_the_rollout() {
    for guess in [-2.0, -0.75, -0.1, 0.0, 0.2, 0.3, 1.0, 2.5] {
        for ret in [-3.0, -0.2, 0.15, 1.75] {
            for (clip_coef, delta) in [(0.25, None), (0.25, Some(0.5)), (1.5, Some(1.25))] {
                let values = leaf([guess]);
                let with = (clip_coef, delta);
                let loss =
                    value_clip::value_loss(values.clone(), column([0.0]), column([ret]), with);
                let narrow = delta.map_or(f32::INFINITY, |delta| delta as f32);
                let narrow = (clip_coef as f32, narrow);
                let (term, slope) = slopes::clipped_value(guess, 0.0, ret, narrow);
                assert_close(&[term], &numbers(loss.clone()));
                assert_close(&[slope], &gradient(loss, &values).expect("a gradient"));
            }
        }
    }
}

#[test]
fn what_is_measured_on_a_row() {
    for [now, old, advantage] in samples() {
        let ratio = (now - old).exp();
        let [low_variance, plain] = columns::kl_row(now - old, ratio);
        let (means, other) = diagnostics::approx_kl(column([now]), column([old]));
        assert_close(
            &[low_variance, plain],
            &[numbers(means)[0], numbers(other)[0]],
        );
        let counted = |is_counted: bool| f32::from(u8::from(is_counted));
        assert_close(
            &[counted(columns::is_clipped(ratio, 0.2))],
            &numbers(diagnostics::clip_fraction(column([ratio]), 0.2)),
        );
        let still = columns::has_no_gradient(ratio, advantage, 0.2);
        let fraction =
            diagnostics::zero_gradient_fraction(column([ratio]), column([advantage]), 0.2);
        assert_close(&[counted(still)], &numbers(fraction));
    }
}

#[test]
fn columns_in_plain_memory() {
    let values = [3.0, -1.0, 0.5, 2.5, 2.5, -4.0];
    let mut plain = values;
    columns::standardise_column(&mut plain).expect("six values");
    let tensor = standardise::standardise(column(values)).expect("six values");
    assert_close(&plain, &numbers(tensor));
    assert!(columns::standardise_column(&mut [1.0]).is_err());

    let mut plain = values;
    columns::subtract_step_means(&mut plain, 3);
    let by_step = vpg::advantages(column(values).reshape([2, 3]));
    assert_close(&plain, &numbers(by_step.reshape([6])));
}

/// At either end of the range the ratio still counts as inside, and its slope is that of the
/// unclipped term.
#[test]
fn the_ends_of_the_range_belong_to_it() {
    for (ratio, advantage) in [(1.25, 1.0), (0.75, -1.0)] {
        assert!(!columns::is_clipped(ratio, 0.25));
        assert!(!columns::has_no_gradient(ratio, advantage, 0.25));
        let term = slopes::ppo(ratio, advantage, Some(0.25));
        assert_eq!(term.by_log_prob, -ratio * advantage);
        let numbers_of = |fraction| numbers(fraction)[0];
        let tensor = || column([ratio]);
        assert_eq!(numbers_of(diagnostics::clip_fraction(tensor(), 0.25)), 0.0);
        let advantages = column([advantage]);
        let still = diagnostics::zero_gradient_fraction(tensor(), advantages, 0.25);
        assert_eq!(numbers_of(still), 0.0);
    }
}

/// Two values have a standard deviation, here √2 / 2 · 1e-8. What is added to it keeps values that
/// hardly differ small.
#[test]
fn values_that_hardly_differ_stay_small() {
    let values = [0.0, 1e-8];
    let deviation = 0.5_f32.sqrt();
    let expected = 0.5 / (deviation + 1.0);
    let mut plain = values;
    columns::standardise_column(&mut plain).expect("two values");
    let tensor = standardise::standardise(column(values)).expect("two values");
    for standardised in [plain.to_vec(), numbers(tensor)] {
        assert_close(&standardised, &[-expected, expected]);
    }
}

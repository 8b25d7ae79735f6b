use burn::tensor::{Device, Tensor};
use policy_lab::nn::categorical::{entropy_row, log_softmax_row, logit_slopes};

use crate::oracle::categorical::{entropy, log_prob};

fn logits(rows: [[f32; 2]; 2]) -> Tensor<2> {
    Tensor::from_floats(rows, &Device::flex())
}

#[track_caller]
fn assert_close(got: Tensor<1>, expected: [f32; 2]) {
    let got = got.into_data().try_to_vec::<f32>().expect("numbers");
    let far = |(got, expected): (&f32, &f32)| (got - expected).abs() > 1e-6;
    let differs = got.len() != 2 || got.iter().zip(&expected).any(far);
    assert!(!differs, "{got:?}, and by hand {expected:?}");
}

/// Equal logits are a fair coin; ln 3 against 0 is three to one.
const ROWS: [[f32; 2]; 2] = [[0.0, 0.0], [1.098_612_3, 0.0]];

#[test]
fn the_log_probability_of_the_action_taken() {
    // ln 1/2 and ln 1/4.
    let actions = Tensor::from_ints([0, 1], &Device::flex());
    assert_close(
        log_prob(logits(ROWS), actions),
        [-std::f32::consts::LN_2, -1.386_294_4],
    );
}

#[test]
fn a_fair_coin_has_the_entropy_ln_2() {
    // -(3/4 ln 3/4 + 1/4 ln 1/4) = 0.215 761 6 + 0.346 573 6.
    assert_close(entropy(logits(ROWS)), [std::f32::consts::LN_2, 0.562_335_1]);
}

/// One row in plain memory, beside the tensors and their gradient.
#[test]
fn a_row_has_the_slopes_that_autodiff_finds() {
    let row = [0.4, -1.1, 2.0];
    let (mut log_probs, mut slopes) = (row, [0.0; 3]);
    log_softmax_row(&mut log_probs);
    let entropy_of_row = entropy_row(&log_probs);
    for action in 0..3 {
        let device = Device::flex().autodiff();
        let logits = Tensor::<2>::from_floats([row], &device).require_grad();
        let taken = Tensor::from_ints([action], &device);
        let (now, spread) = (log_prob(logits.clone(), taken), entropy(logits.clone()));
        let value = |tensor: &Tensor<1>| tensor.clone().into_scalar::<f32>();
        assert!((value(&now) - log_probs[action as usize]).abs() < 1e-6);
        assert!((value(&spread) - entropy_of_row).abs() < 1e-6);
        // A loss with both: 1.5 ln p - 0.7 H.
        let reached = (now * 1.5 - spread * 0.7).backward();
        let expected = logits.grad(&reached).expect("a gradient").into_data();
        let expected = expected.try_to_vec::<f32>().expect("numbers");
        logit_slopes(
            &log_probs,
            action as usize,
            (1.5, -0.7),
            entropy_of_row,
            &mut slopes,
        );
        for (slope, expected) in slopes.iter().zip(&expected) {
            assert!((slope - expected).abs() < 1e-6, "{slopes:?}, {expected:?}");
        }
    }
}

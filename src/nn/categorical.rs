//! The categorical distribution over actions, given by logits.

use burn::tensor::{Int, Tensor, activation};

/// Returns the log-probability of each action: `log softmax(logits)[action]`. Gradient flows to `logits`.
///
/// # Shapes
/// - `logits`: `[batch, num_actions]`
/// - `actions`: `[batch]`
/// - output: `[batch]`
pub fn log_prob(logits: Tensor<2>, actions: Tensor<1, Int>) -> Tensor<1> {
    activation::log_softmax(logits, 1)
        .gather(1, actions.unsqueeze_dim(1))
        .squeeze_dim(1)
}

/// Returns the entropy in nats: `-Σ p log p`. Gradient flows to `logits`.
///
/// # Shapes
/// - `logits`: `[batch, num_actions]`
/// - output: `[batch]`
pub fn entropy(logits: Tensor<2>) -> Tensor<1> {
    let log_probs = activation::log_softmax(logits, 1);
    (log_probs.clone().exp() * log_probs)
        .sum_dim(1)
        .squeeze_dim(1)
        .neg()
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use burn::tensor::Device;

    use super::*;

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
}

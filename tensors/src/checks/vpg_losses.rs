//! The tests of the VPG day about importance weights, baselines and losses.

use burn::tensor::Tensor;
use policy_lab::nn::{Activation, Init, Networks};
use policy_lab::protocol::check_report::Evidence;
use policy_lab::rollout::discounted_returns;

use super::outcome::CheckOutcome;
use super::reference::{self, mean, std, wide};
use super::tensors::{Numbers, actions, gradient, number};
use crate::device::read;
use crate::oracle::network::Forward as _;
use crate::oracle::standardise::standardise;
use crate::oracle::{categorical, column, rows_of, vpg};

/// Repeats `test_compute_importance_weights`.
pub async fn importance_weights() -> CheckOutcome {
    let mut evidence = Evidence::default();
    let mut numbers = Numbers::new(4);
    let new = numbers.uniform(24, (-2.0, -0.1));
    let noise: Vec<f32> = numbers.normal(24).iter().map(|x| 0.5 * x).collect();
    let old: Vec<f32> = new
        .iter()
        .zip(&noise)
        .map(|(new, noise)| new + noise)
        .collect();
    let live = column(&new).require_grad();
    for clip_coef in [None, Some(0.2)] {
        let name = clip_coef.map_or("Not clipped".to_owned(), |clip| {
            format!("Clipped by {clip}")
        });
        let weights = vpg::importance_weights(live.clone(), column(&old), clip_coef);
        let expected: Vec<f64> = new
            .iter()
            .zip(&old)
            .map(|(new, old)| (f64::from(*new) - f64::from(*old)).exp())
            .map(|weight| clip_coef.map_or(weight, |clip| weight.clamp(1.0 - clip, 1.0 + clip)))
            .collect();
        evidence.all_close(&name, &read(weights.clone()).await?, &expected, 1e-5);
        // The weights are detached, so only the plain log-probabilities carry gradient: 1 each.
        let reached = gradient((weights + live.clone()).sum(), &live).await?;
        evidence.all_close(
            &format!("{name}: gradient of Σ(weight + log π)"),
            &reached,
            &[1.0; 24],
            0.0,
        );
    }
    Ok(evidence)
}

/// Repeats `test_normalize_returns`.
pub async fn normalize_returns() -> CheckOutcome {
    let mut evidence = Evidence::default();
    let returns: Vec<f32> = Numbers::new(5)
        .normal(24)
        .iter()
        .map(|x| 3.0 * x + 2.0)
        .collect();
    let ours = read(standardise(column(&returns))?).await?;
    evidence.all_close(
        "Standardised",
        &ours,
        &reference::standardise(&wide(&returns)),
        1e-5,
    );
    evidence.close("Mean", mean(&wide(&ours)), 0.0, 1e-4);
    evidence.close("Standard deviation", std(&wide(&ours)), 1.0, 1e-2);
    let single = standardise(column(&[1.0])).err();
    let named = single.map_or("nothing", |error| error.argument);
    evidence.equal("Argument that is named for a single value", named, "values");
    Ok(evidence)
}

/// Repeats `test_compute_reinforce_loss`: 4 environments, 6 steps.
pub async fn reinforce_loss() -> CheckOutcome {
    let mut evidence = Evidence::default();
    let mut numbers = Numbers::new(6);
    let returns = numbers.normal(24);
    let log_prob = numbers.uniform(24, (-2.0, -0.1));
    let weights = numbers.uniform(24, (0.8, 1.2));
    let live = column(&log_prob).require_grad();
    let by_step: Tensor<2> = rows_of(&returns, 4);
    let advantages = vpg::advantages(by_step).reshape([24]);
    let loss = vpg::policy_loss(live.clone(), advantages, column(&weights));
    evidence.equal("Numbers in the loss", loss.dims()[0], 1);
    let slope: Vec<f64> = returns
        .chunks(4)
        .flat_map(|step| {
            let baseline = mean(&wide(step));
            step.iter()
                .map(move |g| f64::from(*g) - baseline)
                .collect::<Vec<_>>()
        })
        .zip(&weights)
        .map(|(advantage, weight)| -f64::from(*weight) * advantage / 24.0)
        .collect();
    let expected: f64 = slope
        .iter()
        .zip(&log_prob)
        .map(|(s, l)| s * f64::from(*l))
        .sum();
    evidence.close("Loss", number(loss.clone()).await?, expected, 1e-5);
    let reached = gradient(loss, &live).await?;
    evidence.all_close("Gradient of log π", &reached, &slope, 1e-6);
    evidence.holds(
        "Some gradient is not zero",
        reached.iter().any(|g| *g != 0.0),
    );
    Ok(evidence)
}

/// Repeats `test_compute_loss`: 8 environments, 24 steps, standardised returns, entropy weight
/// 0.01.
pub async fn whole_loss() -> CheckOutcome {
    const SAMPLES: usize = 8 * 24;
    let mut evidence = Evidence::default();
    let mut numbers = Numbers::new(7);
    let networks = Networks::new((4, 2), &[120, 84], Activation::Relu, false);
    let parameters = column(&networks.initial_parameters(0, Init::UniformFanIn)).require_grad();
    let obs = numbers.normal(SAMPLES * 4);
    let taken = numbers.below(SAMPLES, 2);
    let ended = numbers.ends(SAMPLES, 12);
    let returns = discounted_returns(&[1.0; SAMPLES], &ended, 8, 0.99)?;
    let standardised: Tensor<2> = standardise(column(&returns))?.reshape([24, 8]);
    let logits = networks.actor.forward(&parameters, rows_of(&obs, 4));
    let log_prob = categorical::log_prob(logits.clone(), actions(&taken));
    let ones = log_prob.ones_like();
    let policy = vpg::policy_loss(
        log_prob,
        vpg::advantages(standardised).reshape([SAMPLES]),
        ones,
    );
    let loss = policy - categorical::entropy(logits.clone()).mean() * 0.01;

    let logits = read(logits).await?;
    let targets = reference::standardise(&wide(&returns));
    let log_prob = reference::log_prob(&logits, 2, &taken);
    let joy: f64 = targets
        .chunks(8)
        .zip(log_prob.chunks(8))
        .flat_map(|(step, log_prob)| {
            let baseline = mean(step);
            step.iter()
                .zip(log_prob)
                .map(move |(g, l)| (g - baseline) * l)
        })
        .sum::<f64>()
        / SAMPLES as f64;
    let expected = -joy - 0.01 * mean(&reference::entropy(&logits, 2));
    evidence.close("Loss", number(loss.clone()).await?, expected, 1e-5);
    let reached = gradient(loss, &parameters).await?;
    let moved = reached.iter().filter(|g| **g != 0.0).count();
    evidence.between(
        "Parameters with a gradient",
        moved as f64,
        (1_000.0, f64::INFINITY),
    );
    Ok(evidence)
}

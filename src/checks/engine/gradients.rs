//! Gradients: compared with slopes, at ratio 1, and where the clip removes them.

use burn::tensor::{Device, Tensor};

use super::outcome::CheckOutcome;
use super::reference;
use super::tensors::{Numbers, actions, column, gradient, matrix};
use crate::algos::{ppo, vpg};
use crate::config::presets::Preset;
use crate::config::{Advantage, Algorithm, TrainConfig};
use crate::device::{ReadError, read};
use crate::nn::categorical;
use crate::protocol::check_report::Evidence;
use crate::train::learner::Columns;
use crate::train::losses::total_loss;
use crate::train::setup::{first_parameters, networks};

const ROWS: usize = 48;
/// Half the distance between the two points at which the loss is computed for a slope.
const STEP: f32 = 1e-2;

fn columns(numbers: &mut Numbers, device: &Device) -> Columns {
    Columns {
        obs: matrix(&numbers.normal(ROWS * 4), 4, device),
        actions: actions(&numbers.below(ROWS, 2), device),
        old_log_prob: column(&numbers.uniform(ROWS, (-1.0, -0.4)), device),
        advantages: column(&numbers.normal(ROWS), device),
        returns: column(&numbers.normal(ROWS), device),
    }
}

/// A configuration of each learner with smooth networks, so that slopes exist.
fn configurations() -> Vec<(&'static str, TrainConfig)> {
    let of = |algorithm, advantage, detach_advantage| TrainConfig {
        algorithm,
        advantage,
        detach_advantage,
        hidden_sizes: vec![12, 8],
        ent_coef: 0.05,
        // A wide clip: at its edge the loss has a corner, and no slope.
        clip_coef: Some(5.0),
        orthogonal_init: false,
        ..(Preset::first_for(Algorithm::Ppo).config)()
    };
    vec![
        (
            "REINFORCE",
            of(Algorithm::Reinforce, Advantage::WorldMean, true),
        ),
        (
            "VPG, mean over environments",
            of(Algorithm::Vpg, Advantage::WorldMean, true),
        ),
        (
            "VPG, value baseline not detached",
            of(Algorithm::Vpg, Advantage::Value, false),
        ),
        ("PPO", of(Algorithm::Ppo, Advantage::Gae, true)),
    ]
}

/// Returns `(L(p + h d) - L(p - h d)) / 2h` with `d` of length 1: the slope of a loss along a direction.
async fn slope(
    loss_at: impl Fn(&[f32]) -> Tensor<1>,
    from: &[f32],
    direction: &[f32],
) -> Result<f64, ReadError> {
    let length = length(direction) as f32;
    let moved = |step: f32| -> Vec<f32> {
        let pairs = from.iter().zip(direction);
        pairs.map(|(p, d)| p + step / length * d).collect()
    };
    let ahead = f64::from(read(loss_at(&moved(STEP))).await?[0]);
    let behind = f64::from(read(loss_at(&moved(-STEP))).await?[0]);
    Ok((ahead - behind) / (2.0 * f64::from(STEP)))
}

fn length(vector: &[f32]) -> f64 {
    let squares = vector.iter().map(|x| f64::from(*x).powi(2));
    squares.sum::<f64>().sqrt()
}

/// Checks that the slope along a direction `d` is `∇L · d`, and that the slope along the gradient is its length.
pub async fn gradients_are_slopes(device: &Device) -> CheckOutcome {
    let mut evidence = Evidence::default();
    for (name, config) in configurations() {
        let networks = networks(&config);
        let first = first_parameters(&config, &networks);
        let mut numbers = Numbers::new(9);
        let rows = columns(&mut numbers, device);
        let loss_of =
            |parameters: &Tensor<1>| total_loss(&networks, parameters, rows.clone(), &config).loss;
        let loss_at = |parameters: &[f32]| loss_of(&column(parameters, device).require_grad());
        let parameters = column(&first, device).require_grad();
        let reached = gradient(loss_of(&parameters), &parameters).await?;
        let mut worst = (0.0, 0.0, -1.0);
        for _ in 0..3 {
            let direction = numbers.normal(first.len());
            let slope = slope(loss_at, &first, &direction).await?;
            let products = reached.iter().zip(&direction);
            let product: f64 = products.map(|(g, d)| f64::from(*g) * f64::from(*d)).sum();
            let along = product / length(&direction);
            let error = (slope - along).abs();
            if error > worst.2 || error.is_nan() {
                worst = (along, slope, error);
            }
        }
        evidence.close(
            &format!("{name}: gradient along a direction (worst of 3)"),
            worst.0,
            worst.1,
            2e-4,
        );
        evidence.close(
            &format!("{name}: length of the gradient"),
            length(&reached),
            slope(loss_at, &first, &reached).await?,
            2e-4,
        );
    }
    Ok(evidence)
}

/// Checks that PPO's gradient is VPG's while the old policy equals the new one.
pub async fn ratio_one(device: &Device) -> CheckOutcome {
    let mut evidence = Evidence::default();
    let mut numbers = Numbers::new(10);
    let logits = numbers.normal(ROWS * 2);
    let taken = numbers.below(ROWS, 2);
    let advantage = numbers.normal(ROWS);
    let advantages = column(&advantage, device);
    let flat = column(&logits, device).require_grad();
    let log_prob = || {
        let logits = flat.clone().reshape([ROWS, 2]);
        categorical::log_prob(logits, actions(&taken, device))
    };
    let ones = log_prob().ones_like().detach();
    let on_device = gradient(
        vpg::policy_loss(log_prob(), advantages.clone(), ones),
        &flat,
    )
    .await?;
    let of_vpg: Vec<f64> = on_device.iter().map(|g| f64::from(*g)).collect();
    for clip_coef in [None, Some(0.2), Some(0.0)] {
        let ratio = ppo::ratio(log_prob(), log_prob().detach());
        let loss = ppo::clipped_surrogate_loss(ratio, advantages.clone(), clip_coef);
        let of_ppo = gradient(loss, &flat).await?;
        let name = clip_coef.map_or("no clip".to_owned(), |clip| format!("clip {clip}"));
        evidence.all_close(
            &format!("Gradient of PPO ({name}) against VPG's"),
            &of_ppo,
            &of_vpg,
            1e-7,
        );
    }
    // The derivative of -mean(log π(a) A) by the logit of action j is (π(j) - [j = a]) A / n.
    let expected: Vec<f64> = (reference::log_softmax(&logits, 2).iter().enumerate())
        .map(|(at, log_p)| {
            let taken = f64::from(u8::from(taken[at / 2] as usize == at % 2));
            (log_p.exp() - taken) * f64::from(advantage[at / 2]) / ROWS as f64
        })
        .collect();
    evidence.all_close("VPG's gradient", &on_device, &expected, 1e-6);
    Ok(evidence)
}

/// Checks the gradient in the six cases of the minimum, at epsilon 0.2.
pub async fn dead_zone(device: &Device) -> CheckOutcome {
    const CASES: [(&str, f32, f32, f64); 6] = [
        ("A > 0, ratio above the range: clipped", 1.5, 2.0, 0.0),
        ("A > 0, ratio inside", 1.1, 2.0, 2.0),
        (
            "A > 0, ratio below the range: still pushed up",
            0.5,
            2.0,
            2.0,
        ),
        (
            "A < 0, ratio above the range: still pushed down",
            1.5,
            -2.0,
            -2.0,
        ),
        ("A < 0, ratio inside", 0.9, -2.0, -2.0),
        ("A < 0, ratio below the range: clipped", 0.5, -2.0, 0.0),
    ];
    let mut evidence = Evidence::default();
    let ratio = column(&CASES.map(|case| case.1), device).require_grad();
    let advantages = column(&CASES.map(|case| case.2), device);
    let loss = ppo::clipped_surrogate_loss(ratio.clone(), advantages, Some(0.2));
    let reached = gradient(loss, &ratio).await?;
    for ((name, _, _, expected), got) in CASES.iter().zip(&reached) {
        let slope = -6.0 * f64::from(*got);
        let tolerance = if *expected == 0.0 { 0.0 } else { 1e-6 };
        evidence.close(name, slope, *expected, tolerance);
    }
    Ok(evidence)
}

//! Gradients, as this device finds them: compared with slopes, at ratio 1, and where the clip
//! removes them.

use burn::tensor::Device;
use policy_lab::config::presets::Preset;
use policy_lab::config::{Advantage, Algorithm, TrainConfig};
use policy_lab::nn::{Activation, Init, Networks};
use policy_lab::protocol::check_report::Evidence;
use policy_lab::protocol::metrics::Metric;
use policy_lab::train::setup::{first_parameters, networks};

use super::outcome::{CheckError, CheckOutcome};
use super::reference;
use super::step::{StepResult, StepSamples, StepStart, step};
use super::tensors::{Numbers, actions, gradient};
use crate::oracle::network::Forward as _;
use crate::oracle::{self, categorical, column, ppo, rows_of, vpg};

const ROWS: usize = 48;
/// Half the distance between the two points at which the loss is computed for a slope.
const STEP: f32 = 1e-2;

fn samples(numbers: &mut Numbers) -> StepSamples {
    StepSamples {
        obs: numbers.normal(ROWS * 4),
        actions: numbers.below(ROWS, 2),
        controls: Vec::new(),
        old_log_prob: numbers.uniform(ROWS, (-1.0, -0.4)),
        advantages: numbers.normal(ROWS),
        returns: numbers.normal(ROWS),
        num_envs: 8,
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
        normalize_returns: false,
        norm_adv: false,
        max_grad_norm: None,
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

fn length(vector: &[f32]) -> f64 {
    let squares = vector.iter().map(|x| f64::from(*x).powi(2));
    squares.sum::<f64>().sqrt()
}

/// A loss at any parameters.
struct Loss<'a> {
    device: &'a Device,
    networks: Networks,
    config: TrainConfig,
    samples: StepSamples,
}

impl Loss<'_> {
    async fn at(&self, parameters: &[f32]) -> Result<StepResult, CheckError> {
        let start = StepStart::new(&self.networks, parameters);
        step(self.device, &start, &self.config, &self.samples).await
    }

    /// Returns `(L(p + h d) - L(p - h d)) / 2h` with `d` of length 1: the slope along a direction.
    async fn slope(&self, from: &[f32], direction: &[f32]) -> Result<f64, CheckError> {
        let length = length(direction) as f32;
        let moved = |step: f32| -> Vec<f32> {
            let pairs = from.iter().zip(direction);
            pairs.map(|(p, d)| p + step / length * d).collect()
        };
        let ent_coef = self.config.ent_coef;
        let ahead = self.at(&moved(STEP)).await?.loss(ent_coef);
        let behind = self.at(&moved(-STEP)).await?.loss(ent_coef);
        Ok((ahead - behind) / (2.0 * f64::from(STEP)))
    }
}

/// Checks that the slope along a direction `d` is `∇L · d`, and that the slope along the gradient
/// is its length.
pub async fn gradients_are_slopes(device: &Device) -> CheckOutcome {
    let mut evidence = Evidence::default();
    for (name, config) in configurations() {
        let networks = networks(&config);
        let first = first_parameters(&config, &networks);
        let mut numbers = Numbers::new(9);
        let loss = Loss {
            device,
            networks,
            config,
            samples: samples(&mut numbers),
        };
        let reached = loss.at(&first).await?.gradient;
        let mut worst = (0.0, 0.0, -1.0);
        for _ in 0..3 {
            let direction = numbers.normal(first.len());
            let slope = loss.slope(&first, &direction).await?;
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
            loss.slope(&first, &reached).await?,
            2e-4,
        );
    }
    Ok(evidence)
}

/// A small network, and settings whose loss is the policy's alone.
struct PolicyAlone {
    networks: Networks,
    parameters: Vec<f32>,
}

impl PolicyAlone {
    fn new() -> Self {
        let networks = Networks::new((4, 2), &[6], Activation::Tanh, true);
        Self {
            parameters: networks.initial_parameters(5, Init::UniformFanIn),
            networks,
        }
    }

    /// Returns the log-probabilities of actions.
    fn log_prob(&self, samples: &StepSamples) -> Vec<f32> {
        let obs = rows_of(&samples.obs, 4);
        let logits = (self.networks.actor).forward(&column(&self.parameters), obs);
        let taken = actions(&samples.actions);
        oracle::numbers(categorical::log_prob(logits, taken))
    }

    /// Returns the gradient of PPO's loss with a clip, or of VPG's, as a device finds it, and what
    /// is measured.
    async fn step(
        &self,
        device: &Device,
        (algorithm, clip_coef): (Algorithm, Option<f64>),
        samples: &StepSamples,
    ) -> Result<StepResult, CheckError> {
        let config = TrainConfig {
            algorithm,
            clip_coef,
            advantage: Advantage::Gae,
            use_importance_weights: false,
            normalize_returns: false,
            norm_adv: false,
            ent_coef: 0.0,
            vf_coef: 0.0,
            max_grad_norm: None,
            ..(Preset::first_for(Algorithm::Ppo).config)()
        };
        let start = StepStart::new(&self.networks, &self.parameters);
        step(device, &start, &config, samples).await
    }
}

/// Checks that PPO's gradient is VPG's while the old policy equals the new one.
pub async fn ratio_one(on: &Device) -> CheckOutcome {
    let mut evidence = Evidence::default();
    let mut numbers = Numbers::new(10);
    let logits = numbers.normal(ROWS * 2);
    let taken = numbers.below(ROWS, 2);
    let advantage = numbers.normal(ROWS);
    let advantages = column(&advantage);
    let flat = column(&logits).require_grad();
    let log_prob = || {
        let logits = flat.clone().reshape([ROWS, 2]);
        categorical::log_prob(logits, actions(&taken))
    };
    let ones = log_prob().ones_like().detach();
    let loss = vpg::policy_loss(log_prob(), advantages.clone(), ones);
    let by_graph = gradient(loss, &flat).await?;
    let of_vpg: Vec<f64> = by_graph.iter().map(|g| f64::from(*g)).collect();
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
    evidence.all_close("VPG's gradient", &by_graph, &expected, 1e-6);

    let alone = PolicyAlone::new();
    let mut samples = samples(&mut numbers);
    samples.old_log_prob = alone.log_prob(&samples);
    let vpg = alone.step(on, (Algorithm::Vpg, None), &samples).await?;
    for clip_coef in [None, Some(0.2)] {
        let ppo = alone
            .step(on, (Algorithm::Ppo, clip_coef), &samples)
            .await?;
        let name = clip_coef.map_or("no clip".to_owned(), |clip| format!("clip {clip}"));
        evidence.all_close(
            &format!("Gradient of a policy by PPO ({name}) against VPG's, on this device"),
            &ppo.gradient,
            &reference::wide(&vpg.gradient),
            1e-5,
        );
    }
    Ok(evidence)
}

/// Checks the gradient in the six cases of the minimum, at epsilon 0.2.
pub async fn dead_zone(on: &Device) -> CheckOutcome {
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
    let ratio = column(&CASES.map(|case| case.1)).require_grad();
    let advantages = column(&CASES.map(|case| case.2));
    let loss = ppo::clipped_surrogate_loss(ratio.clone(), advantages, Some(0.2));
    let reached = gradient(loss, &ratio).await?;
    for ((name, _, _, expected), got) in CASES.iter().zip(&reached) {
        let slope = -6.0 * f64::from(*got);
        let tolerance = if *expected == 0.0 { 0.0 } else { 1e-6 };
        evidence.close(name, slope, *expected, tolerance);
    }
    let alone = PolicyAlone::new();
    let mut sample = StepSamples {
        obs: vec![0.3, -0.2, 0.1, 0.4],
        actions: vec![1],
        controls: Vec::new(),
        old_log_prob: vec![0.0],
        advantages: vec![1.0],
        returns: vec![0.0],
        num_envs: 1,
    };
    let log_prob = alone.log_prob(&sample)[0];
    // One sample of advantage 1: the derivative of -log_prob.
    let unit = alone.step(on, (Algorithm::Vpg, None), &sample).await?;
    for (name, ratio, advantage, slope) in CASES {
        sample.old_log_prob = vec![log_prob - ratio.ln()];
        sample.advantages = vec![advantage];
        let stepped = alone.step(on, (Algorithm::Ppo, Some(0.2)), &sample).await?;
        let expected: Vec<f64> = (unit.gradient.iter())
            .map(|by_log_prob| slope * f64::from(ratio) * f64::from(*by_log_prob))
            .collect();
        let tolerance = if slope == 0.0 { 0.0 } else { 1e-5 };
        let name = format!("{name}, a policy on this device");
        evidence.all_close(&name, &stepped.gradient, &expected, tolerance);
        let still = stepped.measured(Metric::ZeroGradientFraction);
        let name = format!("{name}: counted as without gradient");
        evidence.close(&name, still, f64::from(u8::from(slope == 0.0)), 0.0);
    }
    Ok(evidence)
}

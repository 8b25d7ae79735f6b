//! Checks of what a device learns with against double precision, at the sizes where kernels tend to
//! fail: one row, odd numbers of rows, layers narrower and wider than a workgroup.

use std::f64::consts::TAU;

use burn::tensor::Device;
use policy_lab::config::presets::Preset;
use policy_lab::config::{Advantage, Algorithm, TrainConfig};
use policy_lab::nn::{Activation, Init, Networks};
use policy_lab::ops::adam::AdamSettings;
use policy_lab::protocol::check_report::Evidence;
use policy_lab::protocol::metrics::Metric;

use super::outcome::{CheckError, CheckOutcome};
use super::reference::{Network, entropy, log_density, log_prob, log_softmax, mean, wide};
use super::step::{StepSamples, StepStart, step};
use super::tensors::Numbers;

/// Rows, observation size, hidden layers, actions, activation. Each takes time to compile its own
/// kernels, so they are few.
const SHAPES: [(usize, usize, &[usize], usize, Activation); 5] = [
    (1, 4, &[7], 2, Activation::Tanh),
    (37, 1, &[64, 64], 1, Activation::Tanh),
    (130, 4, &[120, 84], 2, Activation::Relu),
    (33, 4, &[256], 8, Activation::Relu),
    (515, 4, &[10, 3, 5], 3, Activation::Tanh),
];

/// As [`SHAPES`], with the numbers of a continuous action in place of the actions.
const GAUSSIAN_SHAPES: [(usize, usize, &[usize], usize, Activation); 2] = [
    (37, 3, &[20, 9], 2, Activation::Tanh),
    (130, 2, &[33], 3, Activation::Relu),
];

/// Returns settings whose loss is the mean of `-log_prob * A` and of the critic's squared error,
/// and nothing else.
fn plain_loss() -> TrainConfig {
    TrainConfig {
        advantage: Advantage::Gae,
        use_importance_weights: false,
        normalize_returns: false,
        ent_coef: 0.0,
        vf_coef: 1.0,
        max_grad_norm: None,
        ..(Preset::first_for(Algorithm::Vpg).config)()
    }
}

/// Compares what actor and critic give and their gradients with double precision.
pub async fn networks(device: &Device) -> CheckOutcome {
    let mut evidence = Evidence::default();
    let mut numbers = Numbers::new(21);
    let config = plain_loss();
    for (rows, obs_size, hidden, actions, activation) in SHAPES {
        let networks = Networks::new((obs_size, actions), hidden, activation, true);
        let parameters = networks.initial_parameters(3, Init::UniformFanIn);
        let samples = StepSamples {
            obs: numbers.normal(rows * obs_size),
            actions: numbers.below(rows, actions as u32),
            controls: Vec::new(),
            old_log_prob: vec![0.0; rows],
            advantages: numbers.normal(rows),
            returns: numbers.normal(rows),
            num_envs: rows,
        };
        let start = StepStart::new(&networks, &parameters);
        let found = step(device, &start, &config, &samples).await?;
        let plain = networks.all().map(|mlp| Network {
            sizes: &mlp.sizes,
            activation,
            parameters: &parameters[mlp.offset..][..mlp.num_parameters()],
        });
        let plain: Vec<Network<'_>> = plain.collect();
        let single = |values: Vec<f64>| values.iter().map(|it| *it as f32).collect::<Vec<f32>>();
        let logits = single(plain[0].outputs(&samples.obs));
        let values = plain[1].outputs(&samples.obs);
        let errors = values.iter().zip(&samples.returns);
        let errors: Vec<f64> = errors.map(|(v, ret)| v - f64::from(*ret)).collect();
        let log_probs = log_prob(&logits, actions, &samples.actions);
        let weighted = log_probs.iter().zip(&samples.advantages);
        let weighted: Vec<f64> = weighted.map(|(l, a)| -l * f64::from(*a)).collect();
        let squares: Vec<f64> = errors.iter().map(|it| it * it).collect();
        let name = format!("{rows} rows, {hidden:?}, {actions} actions, {activation:?}");
        for (what, metric, expected) in [
            ("policy’s loss", Metric::PolicyLoss, mean(&weighted)),
            ("entropy", Metric::Entropy, mean(&entropy(&logits, actions))),
            ("critic’s loss", Metric::ValueLoss, mean(&squares)),
        ] {
            let found = found.measured(metric);
            evidence.close(&format!("{name}: {what}"), found, expected, 2e-5);
        }
        let count = rows as f64;
        let by_logits = (log_softmax(&logits, actions).iter().enumerate())
            .map(|(at, log_p)| {
                let (row, action) = (at / actions, at % actions);
                let taken = f64::from(u8::from(samples.actions[row] as usize == action));
                f64::from(samples.advantages[row]) * (log_p.exp() - taken) / count
            })
            .collect();
        let by_values = errors.iter().map(|it| 2.0 * it / count).collect();
        for ((mlp, plain), slopes) in (networks.all().zip(&plain)).zip([by_logits, by_values]) {
            evidence.all_close(
                &format!("{name}: gradient of {:?}", mlp.sizes),
                &found.gradient[mlp.offset..][..mlp.num_parameters()],
                &plain.gradient(&samples.obs, &single(slopes)),
                2e-5,
            );
        }
    }
    gaussian_policies(device, &mut evidence).await?;
    Ok(evidence)
}

/// Compares the losses and the gradients of policies over several numbers at once.
async fn gaussian_policies(device: &Device, evidence: &mut Evidence) -> Result<(), CheckError> {
    let mut numbers = Numbers::new(24);
    let config = TrainConfig {
        ent_coef: 0.01,
        ..plain_loss()
    };
    for (rows, obs_size, hidden, controls, activation) in GAUSSIAN_SHAPES {
        let networks = Networks::new((obs_size, controls), hidden, activation, true).gaussian();
        let mut parameters = networks.initial_parameters(3, Init::UniformFanIn);
        // Each number has a deviation of its own.
        for (number, log_std) in parameters[networks.log_stds()].iter_mut().enumerate() {
            *log_std = 0.2 - 0.4 * number as f32;
        }
        let samples = StepSamples {
            obs: numbers.normal(rows * obs_size),
            actions: vec![0; rows],
            controls: numbers.normal(rows * controls),
            old_log_prob: vec![0.0; rows],
            advantages: numbers.normal(rows),
            returns: numbers.normal(rows),
            num_envs: rows,
        };
        let start = StepStart::new(&networks, &parameters);
        let found = step(device, &start, &config, &samples).await?;
        let actor = Network {
            sizes: &networks.actor.sizes,
            activation,
            parameters: &parameters[..networks.actor.num_parameters()],
        };
        let means: Vec<f32> = (actor.outputs(&samples.obs).iter())
            .map(|mean| *mean as f32)
            .collect();
        let log_stds = &parameters[networks.log_stds()];
        let actions = means
            .chunks(controls)
            .zip(samples.controls.chunks(controls));
        let weighted = actions
            .zip(&samples.advantages)
            .map(|((means, action), advantage)| {
                -log_density(means, log_stds, action) * f64::from(*advantage)
            });
        let policy_loss = mean(&weighted.collect::<Vec<f64>>());
        let entropies = (log_stds.iter()).map(|it| f64::from(*it) + 0.5 + 0.5 * TAU.ln());
        let entropy: f64 = entropies.sum();
        // d ln N / dμ = z / σ and d ln N / d ln σ = z² - 1, with z = (a - μ) / σ.
        let mut by_log_stds = vec![-config.ent_coef; controls];
        let mut by_means = Vec::with_capacity(means.len());
        for (at, (mean, action)) in means.iter().zip(&samples.controls).enumerate() {
            let (row, number) = (at / controls, at % controls);
            let weight = -f64::from(samples.advantages[row]) / rows as f64;
            let deviation = f64::from(log_stds[number]).exp();
            let away = (f64::from(*action) - f64::from(*mean)) / deviation;
            by_means.push((weight * away / deviation) as f32);
            by_log_stds[number] += weight * (away * away - 1.0);
        }
        let name =
            format!("{rows} rows, {hidden:?}, actions of {controls} numbers, {activation:?}");
        for (what, metric, expected) in [
            ("policy’s loss", Metric::PolicyLoss, policy_loss),
            ("entropy", Metric::Entropy, entropy),
        ] {
            let found = found.measured(metric);
            evidence.close(&format!("{name}: {what}"), found, expected, 2e-5);
        }
        evidence.all_close(
            &format!("{name}: gradient of the actor"),
            &found.gradient[..networks.actor.num_parameters()],
            &actor.gradient(&samples.obs, &by_means),
            2e-5,
        );
        evidence.all_close(
            &format!("{name}: gradient of the deviations"),
            &found.gradient[networks.log_stds()],
            &by_log_stds,
            2e-5,
        );
    }
    Ok(())
}

/// Compares a clipped AdamW step with double precision, for more parameters than a workgroup has
/// threads.
pub async fn many_parameters(device: &Device) -> CheckOutcome {
    const ROWS: usize = 64;
    const RATE: f64 = 0.01;
    const DECAY: f64 = 0.1;
    let mut evidence = Evidence::default();
    let mut numbers = Numbers::new(22);
    let networks = Networks::new((4, 2), &[120, 84], Activation::Tanh, false);
    let parameters = networks.initial_parameters(3, Init::UniformFanIn);
    let samples = StepSamples {
        obs: numbers.normal(ROWS * 4),
        actions: numbers.below(ROWS, 2),
        controls: Vec::new(),
        old_log_prob: vec![0.0; ROWS],
        advantages: vec![0.0; ROWS],
        returns: numbers.normal(ROWS),
        num_envs: ROWS,
    };
    let start = StepStart {
        networks: &networks,
        parameters: &parameters,
        optimiser: AdamSettings {
            epsilon: 1e-5,
            weight_decay: DECAY,
        },
    };
    let with = |max_grad_norm| TrainConfig {
        max_grad_norm,
        learning_rate: RATE,
        ent_coef: 0.0,
        ..(Preset::first_for(Algorithm::Reinforce).config)()
    };
    let free = step(device, &start, &with(None), &samples).await?;
    evidence.equal("Parameters", free.parameters.len(), 10_934);
    let whole = wide(&free.gradient);
    let length = whole.iter().map(|g| g * g).sum::<f64>().sqrt();
    for max_norm in [None, Some(0.1 * length), Some(1e6)] {
        let name = max_norm.map_or("no clip".to_owned(), |norm| format!("clip at {norm:.3}"));
        let found = step(device, &start, &with(max_norm), &samples).await?;
        let norm = found.measured(Metric::GradNorm);
        evidence.close(&format!("{name}: norm"), norm, length, 1e-5 * length);
        let scale = max_norm.map_or(1.0, |max_norm: f64| (max_norm / (length + 1e-6)).min(1.0));
        let expected: Vec<f64> = whole.iter().map(|g| g * scale).collect();
        evidence.all_close(
            &format!("{name}: gradient"),
            &found.gradient,
            &expected,
            1e-5,
        );
        // At the first step, bias correction divides each average by the weight of its only
        // gradient.
        let moved: Vec<f64> = (wide(&parameters).iter().zip(&expected))
            .map(|(p, g)| (1.0 - RATE * DECAY) * p - RATE * g / (g.abs() + 1e-5))
            .collect();
        evidence.all_close(
            &format!("{name}: parameters"),
            &found.parameters,
            &moved,
            2e-5,
        );
    }
    Ok(evidence)
}

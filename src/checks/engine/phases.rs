//! Compares a whole learning phase as this device takes it with the same phase recorded as a graph on the host, where burn finds
//! the gradients by itself.

use burn::tensor::Device;

use super::outcome::{CheckError, CheckOutcome};
use crate::config::presets::Preset;
use crate::config::{Advantage, Algorithm, TrainConfig};
use crate::nn::Activation;
use crate::protocol::check_report::Evidence;
use crate::protocol::checkpoint::Checkpoint;
use crate::rollout::Rollout;
use crate::train::learner::Learner;
use crate::train::learning::{Learned, RunProgress, learn};
use crate::train::observer::Observer;
use crate::train::setup::RunSetup;

/// Largest relative difference of a parameter or a figure. Adam divides by the size of the gradient, so where that is almost 0
/// rounding decides.
const TOLERANCE: f64 = 2e-4;

/// Compares the parameters, the optimiser's moments and what is measured, for every loss and every source of advantages.
pub async fn phases(device: &Device) -> CheckOutcome {
    let mut evidence = Evidence::default();
    for (name, config) in configs() {
        let mut setup = RunSetup::new(&config, &Device::flex());
        let first = setup.learner.host_parameters.clone();
        let mut rollout = setup.collector.rollout(config.num_steps);
        (setup.collector).advance(&mut rollout, &first, config.num_steps);
        setup.collector.finish(&mut rollout, &first);

        let mut recorded = setup.learner;
        recorded.record_losses();
        let expected = phase(&mut recorded, &rollout, &config).await?;
        let mut here = RunSetup::new(&config, device).learner;
        let found = phase(&mut here, &rollout, &config).await?;
        for (what, found, expected) in [
            ("parameters", &found.1.parameters, &expected.1.parameters),
            ("moments", &found.1.first_moment, &expected.1.first_moment),
            ("squares", &found.1.second_moment, &expected.1.second_moment),
        ] {
            let expected: Vec<f64> = expected.iter().map(|it| f64::from(*it)).collect();
            evidence.all_close(&format!("{name}: {what}"), found, &expected, TOLERANCE);
        }
        let figures = |learned: &Learned| learned.measured.rows.concat();
        let expected_figures: Vec<f64> = (expected.0.measured.metrics.iter())
            .map(|metric| expected.0.measured.mean(*metric))
            .collect();
        let found_figures: Vec<f32> = (expected.0.measured.metrics.iter())
            .map(|metric| found.0.measured.mean(*metric) as f32)
            .collect();
        evidence.equal(
            &format!("{name}: number of figures"),
            &figures(&found.0).len(),
            &figures(&expected.0).len(),
        );
        evidence.all_close(
            &format!("{name}: figures"),
            &found_figures,
            &expected_figures,
            10.0 * TOLERANCE,
        );
    }
    Ok(evidence)
}

/// Small runs that reach each part of the losses, and networks narrower and wider than a workgroup.
fn configs() -> Vec<(&'static str, TrainConfig)> {
    let small = |algorithm: Algorithm, hidden_sizes: &[usize]| TrainConfig {
        num_envs: 6,
        num_steps: 25,
        num_minibatches: 1,
        hidden_sizes: hidden_sizes.to_vec(),
        learning_rate: 1e-3,
        ..(Preset::first_for(algorithm).config)()
    };
    vec![
        (
            "REINFORCE",
            TrainConfig {
                activation: Activation::Relu,
                ..small(Algorithm::Reinforce, &[12])
            },
        ),
        (
            "VPG, the mean of all environments",
            TrainConfig {
                normalize_returns: true,
                ent_coef: 0.01,
                ..small(Algorithm::Vpg, &[70, 11])
            },
        ),
        (
            "VPG, weights and a critic",
            TrainConfig {
                use_importance_weights: true,
                clip_coef: Some(0.05),
                update_epochs: 2,
                num_minibatches: 2,
                advantage: Advantage::Value,
                detach_advantage: false,
                ..small(Algorithm::Vpg, &[9, 5])
            },
        ),
        (
            "PPO",
            TrainConfig {
                num_minibatches: 3,
                max_grad_norm: Some(0.05),
                weight_decay: 0.1,
                ..small(Algorithm::Ppo, &[33, 20])
            },
        ),
        (
            "PPO, a narrow clip and a return less a value",
            TrainConfig {
                advantage: Advantage::Value,
                norm_adv: false,
                clip_coef: Some(0.001),
                max_grad_norm: None,
                ..small(Algorithm::Ppo, &[7, 6, 5])
            },
        ),
        (
            "PPO, no clip",
            TrainConfig {
                clip_coef: None,
                norm_adv: false,
                num_minibatches: 2,
                ..small(Algorithm::Ppo, &[20])
            },
        ),
    ]
}

async fn phase(
    learner: &mut Learner,
    rollout: &Rollout,
    config: &TrainConfig,
) -> Result<(Learned, Checkpoint), CheckError> {
    let shuffles = RunSetup::new(config, &Device::flex()).shuffles;
    let progress = RunProgress {
        iterations: 0,
        updates: 0,
        shuffles: &shuffles,
        epochs_done: &mut 0,
        hooks: None,
        observer: &Observer::default(),
    };
    let learned = learn(learner, rollout, config, progress)
        .await
        .map_err(|why| CheckError::Run(why.to_string()))?;
    Ok((learned, learner.snapshot().read(1, 0).await?))
}

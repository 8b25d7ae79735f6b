//! Training in the probe environments, with the settings and tolerances of the course.

use burn::tensor::{Device, activation};
use futures::{StreamExt as _, pin_mut};

use super::outcome::{CheckError, CheckOutcome};
use super::tensors::{column, matrix};
use crate::config::TrainConfig;
use crate::config::presets::Preset;
use crate::device::read;
use crate::envs::EnvId;
use crate::protocol::Event;
use crate::protocol::check_report::Evidence;
use crate::train::session::Session;
use crate::train::setup::networks;

const PROBES: [EnvId; 5] = [
    EnvId::Probe1,
    EnvId::Probe2,
    EnvId::Probe3,
    EnvId::Probe4,
    EnvId::Probe5,
];
const OBS: [&[f32]; 5] = [&[0.0], &[-1.0, 1.0], &[0.0, 1.0], &[0.0], &[0.0, 1.0]];
const VALUES: [&[f64]; 5] = [&[1.0], &[-1.0, 1.0], &[0.99, 1.0], &[1.0], &[1.0, 1.0]];
const PROBABILITIES: [&[f64]; 5] = [&[], &[], &[], &[0.0, 1.0], &[1.0, 0.0, 0.0, 1.0]];
const TOLERANCES: [f64; 5] = [1e-3, 1e-3, 1e-3, 2e-3, 2e-3];

/// Trains with one of the probe presets (`ppo-probe`, `vpg-probe`) in probe 1 to 5, and compares probabilities and, if there
/// is a critic, values.
pub async fn probe(preset: &str, probe: usize, seed: u32, device: &Device) -> CheckOutcome {
    let preset = Preset::find(preset).ok_or_else(|| CheckError::Unknown(preset.to_owned()))?;
    let config = TrainConfig {
        env_id: PROBES[probe - 1],
        seed,
        ..(preset.config)()
    };
    compare(probe, config, device).await
}

/// Runs [`probe`] with seed 1, and again with seed 2 if the first run fails.
pub async fn with_either_seed(preset: &str, number: usize, device: &Device) -> CheckOutcome {
    let first = probe(preset, number, 1, device).await?;
    if first.passes() {
        return Ok(first);
    }
    probe(preset, number, 2, device).await
}

async fn compare(probe: usize, config: TrainConfig, device: &Device) -> CheckOutcome {
    let index = probe - 1;
    let seed = config.seed;
    let networks = networks(&config);
    let parameters = train(config, device).await?;
    let mut evidence = Evidence::default();
    let parameters = column(&parameters, device);
    let obs = matrix(OBS[index], 1, device);
    if let Some(critic) = &networks.critic {
        let values = read(critic.forward(&parameters, obs.clone())).await?;
        for ((obs, value), expected) in OBS[index].iter().zip(&values).zip(VALUES[index]) {
            let name = format!("Value of {obs} (seed {seed})");
            evidence.close(&name, f64::from(*value), *expected, TOLERANCES[index]);
        }
    }
    if !PROBABILITIES[index].is_empty() {
        let logits = networks.actor.forward(&parameters, obs);
        let probabilities = read(activation::softmax(logits, 1)).await?;
        for (at, (probability, expected)) in
            probabilities.iter().zip(PROBABILITIES[index]).enumerate()
        {
            let name = format!(
                "Probability of action {} at {} (seed {seed})",
                at % 2,
                OBS[index][at / 2]
            );
            evidence.close(&name, f64::from(*probability), *expected, TOLERANCES[index]);
        }
    }
    Ok(evidence)
}

/// Trains and returns the parameters at the end of the run.
async fn train(config: TrainConfig, device: &Device) -> Result<Vec<f32>, CheckError> {
    let events = Session::new(config, device.clone()).events();
    pin_mut!(events);
    while let Some(event) = events.next().await {
        match event {
            Event::Kept(checkpoint) => return Ok(checkpoint.parameters),
            Event::Failed(failure) => return Err(CheckError::Run(failure.message)),
            _ => {}
        }
    }
    Err(CheckError::Run("The run ended without networks".to_owned()))
}

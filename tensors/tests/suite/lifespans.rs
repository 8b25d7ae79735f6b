//! The lifespan of each environment in a rollout, and the course's early stop.

use burn::tensor::Device;
use policy_lab::rollout::{Lifespans, Rollout};

use super::section::Section;
use super::tolerance::{EXACT, VALUES};

/// Steps after which the course checks whether all environments have finished an episode.
const LOOKS_EVERY: usize = 16;

pub async fn lifespans(section: &Section, _: &Device) -> Result<(), String> {
    for case in section.cases()? {
        let (inputs, expected) = (case.at("inputs")?, case.at("expected")?);
        let terminated = inputs.at("terminated_step_by_env")?;
        let [recorded, num_envs] = terminated.shape()[..] else {
            return Err(terminated.fault("not a row per step"));
        };
        let limit = inputs.at("num_steps_per_rollout")?.count()?.min(recorded);
        let stops_early = inputs.at("early_stop")?.is_true()?;
        let flags = terminated.flags()?;
        let rollout = |num_steps: usize| Rollout {
            num_envs,
            num_steps,
            terminated: flags[..num_steps * num_envs].to_vec(),
            truncated: vec![false; num_steps * num_envs],
            ..Rollout::default()
        };
        let is_over = |steps: &usize| {
            steps.is_multiple_of(LOOKS_EVERY) && Lifespans::all_ended(&rollout(*steps))
        };
        let steps = (1..limit)
            .find(|steps| stops_early && is_over(steps))
            .unwrap_or(limit);
        let lifespans = Lifespans::of_first_episodes(&rollout(steps));

        expected
            .at("steps_collected")?
            .close(&[steps as f64], EXACT)?;
        expected.at("lifespan")?.close(&lifespans, EXACT)?;
        let dead: Vec<f64> = lifespans
            .iter()
            .map(|lifespan| f64::from(u8::from((*lifespan as usize) < steps)))
            .collect();
        expected.at("dead")?.close(&dead, EXACT)?;
        let count = lifespans.len() as f64;
        let mean = lifespans.iter().map(|l| f64::from(*l)).sum::<f64>() / count;
        if let Some(expected) = expected.find("mean") {
            expected.close(&[mean], VALUES)?;
        }
        if let Some(expected) = expected.find("std") {
            let squares = lifespans.iter().map(|l| (f64::from(*l) - mean).powi(2));
            let variance = squares.sum::<f64>() / (count - 1.0);
            expected.close(&[variance.sqrt()], VALUES)?;
        }
    }
    Ok(())
}

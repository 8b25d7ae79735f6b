//! The learning rate over a run.

use burn::tensor::Device;
use policy_lab::config::presets::Preset;
use policy_lab::config::{AnnealPer, TrainConfig};

use super::section::{Node, Section};
use super::tolerance::{DOUBLE, EXACT};

fn preset(id: &str) -> Result<TrainConfig, String> {
    Preset::find(id)
        .map(|preset| (preset.config)())
        .ok_or_else(|| format!("no preset {id}"))
}

fn number_or(inputs: &Node<'_>, key: &str, default: f64) -> Result<f64, String> {
    inputs.find(key).map_or(Ok(default), |node| node.number())
}

pub async fn vpg_schedule(section: &Section, _: &Device) -> Result<(), String> {
    for case in section.cases()? {
        let inputs = case.at("inputs")?;
        let fraction = number_or(&inputs, "lr_frac", 1.0)?;
        let config = TrainConfig {
            // In the course a fraction of 0 means no annealing; in the library it does not
            // validate.
            anneal_lr: inputs.at("use_lr_decay")?.is_true()? && fraction > 0.0,
            learning_rate: inputs.at("lr")?.number()?,
            learning_rate_end: number_or(&inputs, "lr_end", 0.0)?,
            anneal_fraction: fraction,
            ..preset("vpg-args-fast")?
        };
        let total = inputs.at("total_timesteps")?.number()?;
        let rates: Vec<f64> = inputs
            .at("time_steps")?
            .numbers()?
            .into_iter()
            .map(|steps| config.learning_rate_after(steps / total))
            .collect();
        case.at("expected")?.close(&rates, DOUBLE)?;
    }
    Ok(())
}

pub async fn ppo_schedule(section: &Section, _: &Device) -> Result<(), String> {
    for case in section.cases()? {
        let (inputs, expected) = (case.at("inputs")?, case.at("expected")?);
        let mode = inputs.at("mode")?;
        let anneal_per = match mode.text()? {
            text if text.starts_with("per_minibatch") => AnnealPer::Minibatch,
            text if text.starts_with("per_phase") => AnnealPer::Iteration,
            text if text.starts_with("as_in_seed") => AnnealPer::Course,
            _ => return Err(mode.fault("no way of the library's")),
        };
        let config = TrainConfig {
            total_timesteps: inputs.at("total_timesteps")?.count()?,
            num_envs: inputs.at("num_envs")?.count()?,
            num_steps: inputs.at("num_steps_per_rollout")?.count()?,
            num_minibatches: inputs.at("num_minibatches")?.count()?,
            update_epochs: inputs.at("batches_per_learning_phase")?.count()?,
            learning_rate: inputs.at("initial_lr")?.number()?,
            learning_rate_end: inputs.at("end_lr")?.number()?,
            anneal_per,
            ..preset("ppo-course")?
        };
        let updates = config.updates_per_iteration();
        let all_updates = config.num_iterations() * updates;
        let total = inputs.at("scheduler_total")?;
        let calls = expected.at("calls")?.numbers()?;
        let at_call = |call: &f64| {
            let call = *call as usize;
            match anneal_per {
                AnnealPer::Minibatch => config.learning_rate_at(call / updates, call % updates),
                AnnealPer::Iteration | AnnealPer::Course => config.learning_rate_at(call, 0),
            }
        };
        let rates: Vec<f64> = calls.iter().map(at_call).collect();
        expected.at("lr_after_call")?.close(&rates, DOUBLE)?;
        let scheduler_steps = total.number()?;
        let rates: Vec<f64> = calls
            .iter()
            .map(|call| config.learning_rate_after(call / scheduler_steps))
            .collect();
        expected.at("lr_after_call")?.close(&rates, DOUBLE)?;

        total.close(
            &[match anneal_per {
                AnnealPer::Iteration => config.num_iterations(),
                AnnealPer::Minibatch | AnnealPer::Course => all_updates,
            } as f64],
            EXACT,
        )?;
        let Some(derived) = case.find("derived") else {
            continue;
        };
        for (key, ours) in [
            ("batch_size", config.batch_size()),
            ("minibatch_size", config.minibatch_size()),
            ("total_phases", config.num_iterations()),
            ("total_training_steps", all_updates),
        ] {
            derived.at(key)?.close(&[ours as f64], EXACT)?;
        }
    }
    Ok(())
}

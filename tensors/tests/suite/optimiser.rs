//! Whole optimiser steps: gradients from the step's own inputs, clipping by the global norm, Adam
//! or AdamW.

use burn::tensor::{Device, Tensor};
use policy_lab::config::TrainConfig;
use policy_lab::nn::Activation;
use policy_lab::ops::adam::{Adam, AdamSettings, clip};
use policy_lab::protocol::metrics::Metric;

use super::hw_losses::{Homework, Policy};
use super::learned::{Lesson, Pupils};
use super::network::Model;
use super::objectives::{PpoArgs, PpoBatch, VpgArgs, VpgBatch};
use super::section::{Node, Section};
use super::tensors::{column, cpu, gradient, numbers};
use super::tolerance::{EXACT, GRADIENTS, VALUES, weights_after};

/// Adam's betas in the library, which are not settings.
const BETAS: [f64; 2] = [0.9, 0.999];

pub async fn optimiser_steps(section: &Section, plain: &Device) -> Result<(), String> {
    for case in section.cases()? {
        let optimiser = case.at("optimiser")?;
        optimiser.at("betas")?.close(&BETAS, EXACT)?;
        let maximises = optimiser.at("maximize")?.is_true()?;
        let learning_rate = optimiser.at("lr")?.number()?;
        let max_norm = optimiser.find("max_grad_norm");
        let max_norm = max_norm.map(|norm| norm.number()).transpose()?;
        let weight_decay = optimiser.find("weight_decay");
        let note = case.find("note").map_or(Ok(""), |note| note.text())?;

        let steps = case.at("steps")?.items()?;
        let kind = Kind::of(&case, &steps)?;
        let activation = match kind {
            Kind::Ppo => Activation::Tanh,
            Kind::Vpg | Kind::Homework => Activation::Relu,
        };
        let model = Model::read(&case.at("weights_before")?, activation)?;
        let mut parameters = model.parameters.clone();
        let settings = AdamSettings {
            epsilon: optimiser.at("eps")?.number()?,
            weight_decay: weight_decay.map_or(Ok(0.0), |decay| decay.number())?,
        };
        let mut adam = Adam::new(parameters.len(), settings);
        let config = TrainConfig {
            learning_rate,
            max_grad_norm: max_norm,
            adam_eps: settings.epsilon,
            weight_decay: settings.weight_decay,
            ..kind.config(&case, note)?
        };
        let mut pupils = Pupils::new(&model, config, plain);
        for step in steps {
            let expected = step.at("expected")?;
            let tracked = column(&parameters, &cpu()).require_grad();
            let objective = kind.objective(&model, &tracked, &step.at("inputs")?, note)?;
            expected
                .compare("objective", objective.clone(), VALUES)
                .await?;
            // The library minimises, so an objective that is maximised changes its sign.
            let loss = if maximises {
                objective.neg()
            } else {
                objective
            };
            let slopes = numbers(gradient(&tracked, loss)?).await?;
            let (clipped, norm) = clip(slopes, max_norm);
            for key in ["grad_norm_before_clip", "grad_norm_float64"] {
                if let Some(expected) = expected.find(key) {
                    expected.close(&[norm], GRADIENTS)?;
                }
            }
            let sign = if maximises { -1.0 } else { 1.0 };
            let of_objective: Vec<f32> = clipped.iter().map(|slope| sign * slope).collect();
            model.gradient_close(&expected.at("grads_after_clip")?, &of_objective, GRADIENTS)?;
            adam.step(&mut parameters, &clipped, learning_rate);
            model.close(
                &expected.at("weights_after")?,
                &parameters,
                weights_after(learning_rate),
            )?;

            let lesson = kind.lesson(&model, &step.at("inputs")?, plain)?;
            for learned in pupils.learn(&lesson).await? {
                for key in ["grad_norm_before_clip", "grad_norm_float64"] {
                    learned.compare(&expected, &[(key, Metric::GradNorm, 1.0)], GRADIENTS)?;
                }
                let clipped = match maximises {
                    true => learned.ascent(),
                    false => learned.gradient,
                };
                model.gradient_close(&expected.at("grads_after_clip")?, &clipped, GRADIENTS)?;
                model.close(
                    &expected.at("weights_after")?,
                    &learned.parameters,
                    weights_after(learning_rate),
                )?;
            }
        }
    }
    Ok(())
}

/// The quantity that is optimised.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Ppo,
    Vpg,
    Homework,
}

impl Kind {
    /// Returns the kind of objective that the first step's inputs belong to.
    fn of(case: &Node<'_>, steps: &[Node<'_>]) -> Result<Self, String> {
        let inputs = steps
            .first()
            .ok_or_else(|| case.fault("no steps"))?
            .at("inputs")?;
        let has = |key| inputs.find(key).is_some();
        if has("logprobs") && has("advantages") {
            Ok(Self::Ppo)
        } else if has("rewards") && has("dones") {
            Ok(Self::Vpg)
        } else if has("old_log_probs") {
            Ok(Self::Homework)
        } else {
            Err(inputs.fault("belong to no known objective"))
        }
    }

    /// Returns the arguments of PPO's objective. Only the note gives them; those that it omits are
    /// the course's.
    fn ppo_args(note: &str) -> PpoArgs {
        PpoArgs {
            clip_coef: noted(note, &["clip", "clip_coef"]).unwrap_or(0.2),
            vf_coef: noted(note, &["vf", "vf_coef"]).unwrap_or(0.25),
            ent_coef: noted(note, &["ent", "ent_coef"]).unwrap_or(0.01),
        }
    }

    /// Returns the arguments of VPG's objective, as [`Kind::ppo_args`] does.
    fn vpg_args(note: &str) -> VpgArgs {
        VpgArgs {
            gamma: noted(note, &["gamma"]).unwrap_or(0.99),
            ent_coef: noted(note, &["ent", "ent_coef"]).unwrap_or(0.01),
            ..VpgArgs::default()
        }
    }

    /// Returns the homework's loss.
    fn policy(note: &str) -> Policy {
        Policy::Ppo(noted(note, &["eps", "epsilon"]).unwrap_or(0.1))
    }

    /// Returns the objective, or the homework's loss.
    fn objective(
        self,
        model: &Model,
        parameters: &Tensor<1>,
        inputs: &Node<'_>,
        note: &str,
    ) -> Result<Tensor<1>, String> {
        let device = cpu();
        Ok(match self {
            Self::Ppo => {
                let batch = PpoBatch::read(inputs, model.obs_size(), &device)?;
                let args = Self::ppo_args(note);
                batch.objective(model, parameters, args)?.objective
            }
            Self::Vpg => {
                VpgBatch::read(inputs, &device)?
                    .joy(model, parameters, Self::vpg_args(note))?
                    .joy
            }
            Self::Homework => {
                Homework::read(inputs, "old_log_probs", model, &device)?
                    .losses(model, parameters, Self::policy(note), false)?
                    .loss
            }
        })
    }

    /// Returns the settings of a run with this objective.
    fn config(self, case: &Node<'_>, note: &str) -> Result<TrainConfig, String> {
        match self {
            Self::Ppo => Ok(Self::ppo_args(note).config()),
            Self::Vpg => Ok(Self::vpg_args(note).config()),
            Self::Homework => {
                (Self::policy(note).config(false)).ok_or_else(|| case.fault("no run has this loss"))
            }
        }
    }

    /// Returns the samples of a step as a rollout of a run.
    fn lesson(self, model: &Model, inputs: &Node<'_>, plain: &Device) -> Result<Lesson, String> {
        match self {
            Self::Ppo => Lesson::of_ppo(inputs),
            Self::Vpg => Lesson::of_vpg(inputs, model.obs_size()),
            Self::Homework => {
                let read = Homework::read(inputs, "old_log_probs", model, plain)?;
                Ok(read.into_lesson())
            }
        }
    }
}

/// Returns the number behind one of `names` in a note such as "clip .2, vf .25, ent .01".
fn noted(note: &str, names: &[&str]) -> Option<f64> {
    let words: Vec<&str> = note.split_whitespace().collect();
    words.windows(2).find_map(|pair| {
        let number = pair[1].trim_end_matches([',', ';', ':', ')']);
        names
            .contains(&pair[0])
            .then(|| number.parse().ok())
            .flatten()
    })
}

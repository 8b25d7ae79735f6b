//! The course's objectives, built from the library's parts. They are maximised, while the library's
//! losses are minimised.

use burn::tensor::{Device, Int, Tensor};
use policy_lab::config::{Advantage, Algorithm, TrainConfig};
use policy_lab::rollout::discounted_returns;
use policy_lab_tensors::oracle::standardise::standardise;
use policy_lab_tensors::oracle::{ppo, value, vpg};

use super::learned::one_step;
use super::network::Model;
use super::section::{Node, told};
use super::tensors::{actions, column, matrix, transpose};

/// A rollout as VPG sees it. The fixtures have a row per environment; the library, and this, one
/// per step.
pub struct VpgBatch {
    pub num_envs: usize,
    pub num_steps: usize,
    pub obs: Tensor<2>,
    pub actions: Tensor<1, Int>,
    pub old_log_prob: Option<Tensor<1>>,
    pub rewards: Vec<f32>,
    pub dones: Vec<bool>,
    device: Device,
}

/// A rollout as it is recorded: a row per environment.
pub struct ByWorld {
    pub num_envs: usize,
    pub num_steps: usize,
    pub obs: Vec<f32>,
    pub actions: Vec<i32>,
    pub rewards: Vec<f32>,
    pub dones: Vec<bool>,
}

/// The arguments of `compute_loss`.
#[derive(Clone, Copy, Debug, Default)]
pub struct VpgArgs {
    pub gamma: f64,
    pub normalize_returns: bool,
    pub use_iw: bool,
    pub clip_coef: Option<f64>,
    pub ent_coef: f64,
}

/// The results of `compute_loss`. Columns are step by step.
pub struct VpgTerms {
    pub log_prob: Tensor<1>,
    pub returns: Tensor<1>,
    pub weights: Tensor<1>,
    pub entropy: Tensor<1>,
    pub r_joy: Tensor<1>,
    pub joy: Tensor<1>,
}

impl VpgBatch {
    /// Transposes a recorded rollout.
    pub fn new(recorded: &ByWorld, device: &Device) -> Self {
        let (num_envs, num_steps) = (recorded.num_envs, recorded.num_steps);
        let obs_size = recorded.obs.len() / (num_envs * num_steps).max(1);
        Self {
            num_envs,
            num_steps,
            obs: matrix(
                &transpose(&recorded.obs, num_steps, obs_size),
                obs_size,
                device,
            ),
            actions: actions(&transpose(&recorded.actions, num_steps, 1), device),
            old_log_prob: None,
            rewards: transpose(&recorded.rewards, num_steps, 1),
            dones: transpose(&recorded.dones, num_steps, 1),
            device: device.clone(),
        }
    }

    /// Reads a case's inputs.
    pub fn read(inputs: &Node<'_>, device: &Device) -> Result<Self, String> {
        let rewards = inputs.at("rewards")?;
        let [num_envs, num_steps] = rewards.shape()[..] else {
            return Err(rewards.fault("not a row per environment"));
        };
        let mut batch = Self::new(
            &ByWorld {
                num_envs,
                num_steps,
                obs: inputs.at("obs")?.floats()?,
                actions: inputs.at("actions")?.actions()?,
                rewards: rewards.floats()?,
                dones: inputs.at("dones")?.flags()?,
            },
            device,
        );
        if let Some(old) = inputs.find("old_logprobs") {
            batch.old_log_prob = Some(batch.column(&old)?);
        }
        Ok(batch)
    }

    /// Reads a number per environment and step, as recorded, as a column.
    pub fn column(&self, node: &Node<'_>) -> Result<Tensor<1>, String> {
        let by_step = transpose(&node.floats()?, self.num_steps, 1);
        Ok(column(&by_step, &self.device))
    }

    /// Returns a column as it is recorded: a row per environment.
    pub fn by_world(&self, column: Tensor<1>) -> Tensor<2> {
        column
            .reshape([self.num_steps, self.num_envs])
            .swap_dims(0, 1)
    }

    /// Returns the policy loss with the mean over all environments as its baseline.
    pub fn policy_loss(
        &self,
        log_prob: Tensor<1>,
        returns: Tensor<1>,
        weights: Tensor<1>,
    ) -> Tensor<1> {
        let samples = self.num_envs * self.num_steps;
        let advantages = vpg::advantages(returns.reshape([self.num_steps, self.num_envs]));
        vpg::policy_loss(log_prob, advantages.reshape([samples]), weights)
    }

    /// Returns the results of the course's `compute_loss`.
    pub fn joy(
        &self,
        model: &Model,
        parameters: &Tensor<1>,
        args: VpgArgs,
    ) -> Result<VpgTerms, String> {
        let (_, log_prob, entropy) = model.act(parameters, &self.obs, &self.actions);
        let returns = discounted_returns(&self.rewards, &self.dones, self.num_envs, args.gamma)
            .map_err(told)?;
        let mut returns = column(&returns, &self.device);
        if args.normalize_returns {
            returns = standardise(returns).map_err(told)?;
        }
        let weights = if args.use_iw {
            let old = self.old_log_prob.clone().ok_or("no old_logprobs")?;
            vpg::importance_weights(log_prob.clone(), old, args.clip_coef)
        } else {
            log_prob.ones_like()
        };
        let r_joy = self
            .policy_loss(log_prob.clone(), returns.clone(), weights.clone())
            .neg();
        let entropy = entropy.mean();
        let joy = r_joy.clone() + entropy.clone() * args.ent_coef;
        Ok(VpgTerms {
            log_prob,
            returns,
            weights,
            entropy,
            r_joy,
            joy,
        })
    }
}

impl VpgArgs {
    /// Reads a case's arguments.
    pub fn read(args: &Node<'_>) -> Result<Self, String> {
        let clip_coef = args.find("clip_coef");
        Ok(Self {
            gamma: args.at("gamma")?.number()?,
            normalize_returns: args.at("normalize_returns")?.is_true()?,
            use_iw: args.at("use_iw")?.is_true()?,
            clip_coef: clip_coef.map(|clip_coef| clip_coef.number()).transpose()?,
            ent_coef: args.at("ent_coef")?.number()?,
        })
    }

    /// Returns the settings of a run with this objective.
    pub fn config(self) -> TrainConfig {
        TrainConfig {
            gamma: self.gamma,
            normalize_returns: self.normalize_returns,
            use_importance_weights: self.use_iw,
            clip_coef: self.clip_coef,
            ent_coef: self.ent_coef,
            ..one_step(Algorithm::Vpg, Advantage::WorldMean)
        }
    }
}

/// A minibatch as PPO sees it.
pub struct PpoBatch {
    pub obs: Tensor<2>,
    pub actions: Tensor<1, Int>,
    pub old_log_prob: Tensor<1>,
    pub advantages: Tensor<1>,
    pub returns: Tensor<1>,
}

/// The weights of PPO's terms.
#[derive(Clone, Copy, Debug)]
pub struct PpoArgs {
    pub clip_coef: f64,
    pub vf_coef: f64,
    pub ent_coef: f64,
}

/// The results of `compute_ppo_objective`.
pub struct PpoTerms {
    pub logits: Tensor<2>,
    pub log_prob: Tensor<1>,
    pub values: Tensor<1>,
    pub ratio: Tensor<1>,
    pub advantages: Tensor<1>,
    pub entropy: Tensor<1>,
    pub surrogate: Tensor<1>,
    pub value_loss: Tensor<1>,
    pub entropy_bonus: Tensor<1>,
    pub objective: Tensor<1>,
}

impl PpoArgs {
    /// Reads a case's arguments.
    pub fn read(args: &Node<'_>) -> Result<Self, String> {
        Ok(Self {
            clip_coef: args.at("clip_coef")?.number()?,
            vf_coef: args.at("vf_coef")?.number()?,
            ent_coef: args.at("ent_coef")?.number()?,
        })
    }

    /// Returns the settings of a run with this objective.
    pub fn config(self) -> TrainConfig {
        TrainConfig {
            clip_coef: Some(self.clip_coef),
            vf_coef: self.vf_coef,
            ent_coef: self.ent_coef,
            norm_adv: true,
            ..one_step(Algorithm::Ppo, Advantage::Gae)
        }
    }
}

impl PpoBatch {
    /// Reads a case's inputs.
    pub fn read(inputs: &Node<'_>, obs_size: usize, device: &Device) -> Result<Self, String> {
        let values = |key: &str| Ok::<_, String>(column(&inputs.at(key)?.floats()?, device));
        Ok(Self {
            obs: matrix(&inputs.at("obs")?.floats()?, obs_size, device),
            actions: actions(&inputs.at("actions")?.actions()?, device),
            old_log_prob: values("logprobs")?,
            advantages: values("advantages")?,
            returns: values("returns")?,
        })
    }

    /// Returns the results of the course's `compute_ppo_objective`.
    pub fn objective(
        &self,
        model: &Model,
        parameters: &Tensor<1>,
        args: PpoArgs,
    ) -> Result<PpoTerms, String> {
        let (logits, log_prob, entropy) = model.act(parameters, &self.obs, &self.actions);
        let values = model.values(parameters, &self.obs)?;
        let ratio = ppo::ratio(log_prob.clone(), self.old_log_prob.clone());
        let advantages = standardise(self.advantages.clone()).map_err(told)?;
        let surrogate =
            ppo::clipped_surrogate_loss(ratio.clone(), advantages.clone(), Some(args.clip_coef))
                .neg();
        let value_loss = value::value_loss(values.clone(), self.returns.clone()) * args.vf_coef;
        let entropy = entropy.mean();
        let entropy_bonus = entropy.clone() * args.ent_coef;
        let objective = surrogate.clone() - value_loss.clone() + entropy_bonus.clone();
        Ok(PpoTerms {
            logits,
            log_prob,
            values,
            ratio,
            advantages,
            entropy,
            surrogate,
            value_loss,
            entropy_bonus,
            objective,
        })
    }
}

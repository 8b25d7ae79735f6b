//! What one training run is made of: every hyperparameter, and the numbers that follow from them.
//!
//! The field names are the field's standard terms (cleanrl, Gymnasium); where a course document uses another
//! name, [`super::fields`] keeps both. This file knows nothing of forms, URLs or devices.

use serde::{Deserialize, Serialize};

/// Which learner runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Algorithm {
    /// Vanilla policy gradient: one network, discounted returns, a baseline over worlds.
    Vpg,
    /// Proximal policy optimisation: actor and critic, GAE, the clipped surrogate.
    Ppo,
}

impl Algorithm {
    /// All learners, in the order in which the course meets them.
    pub const ALL: [Self; 2] = [Self::Vpg, Self::Ppo];

    /// The name in URLs.
    pub fn key(self) -> &'static str {
        match self {
            Self::Vpg => "vpg",
            Self::Ppo => "ppo",
        }
    }

    /// The name on the page.
    pub fn label(self) -> &'static str {
        match self {
            Self::Vpg => "VPG",
            Self::Ppo => "PPO",
        }
    }

    /// Reads [`Algorithm::key`] back.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|algorithm| algorithm.key() == key)
    }
}

/// Every hyperparameter of a run. Fields that an algorithm does not use keep their values and are ignored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainConfig {
    /// Which learner runs.
    pub algorithm: Algorithm,
    /// Seed of every random number of the run.
    pub seed: u32,
    /// Worlds that run side by side.
    pub num_envs: usize,
    /// Steps each world takes in one rollout.
    pub num_steps: usize,
    /// Environment steps the run may spend, over all worlds.
    pub total_timesteps: usize,
    /// Step size of Adam.
    pub learning_rate: f64,
    /// Whether the learning rate moves linearly to `learning_rate_end`.
    pub anneal_lr: bool,
    /// Where the learning rate ends when it is annealed.
    pub learning_rate_end: f64,
    /// Part of the run over which the learning rate moves, in (0, 1].
    pub anneal_fraction: f64,
    /// Joint gradient norm above which the gradient is scaled down; none means no limit.
    pub max_grad_norm: Option<f64>,
    /// Discount of later rewards.
    pub gamma: f64,
    /// GAE's weight of longer estimates.
    pub gae_lambda: f64,
    /// Whether VPG standardises returns over the whole rollout.
    pub normalize_returns: bool,
    /// Whether PPO standardises advantages within a minibatch.
    pub norm_adv: bool,
    /// Half-width of the clip range of the probability ratio; none means no clipping.
    pub clip_coef: Option<f64>,
    /// Weight of the entropy bonus.
    pub ent_coef: f64,
    /// Weight of the value loss.
    pub vf_coef: f64,
    /// Whether VPG weighs samples by the (detached) probability ratio.
    pub use_importance_weights: bool,
    /// Times that each rollout is used for gradient steps.
    pub update_epochs: usize,
    /// Parts into which each rollout is split for gradient steps.
    pub num_minibatches: usize,
    /// KL divergence above which a PPO update stops early; none means never.
    pub target_kl: Option<f64>,
    /// Whether VPG cuts a rollout short when every world has fallen once.
    pub early_stop: bool,
    /// Whether VPG resets every world at the start of each rollout.
    pub full_reset: bool,
    /// Reward of the step on which the pole falls; every other step pays 1.
    pub terminal_reward: f64,
}

impl TrainConfig {
    /// Samples in one rollout: `num_envs * num_steps`.
    pub fn batch_size(&self) -> usize {
        self.num_envs * self.num_steps
    }

    /// Samples in one gradient step: `batch_size / num_minibatches`.
    pub fn minibatch_size(&self) -> usize {
        self.batch_size() / self.num_minibatches
    }

    /// Rollouts in the run: `total_timesteps / batch_size`, rounded down.
    pub fn num_iterations(&self) -> usize {
        self.total_timesteps / self.batch_size()
    }

    /// Gradient steps after each rollout.
    pub fn updates_per_iteration(&self) -> usize {
        self.update_epochs * self.num_minibatches
    }

    /// The learning rate once `progress` (0 to 1) of the run is done.
    ///
    /// `lr = p * end + (1 - p) * start` with `p = min(1, progress / anneal_fraction)`.
    ///
    /// # Source
    /// `update_learning_rate` of the VPG day; with `anneal_fraction = 1` it is PPO detail 4 of "The 37
    /// Implementation Details of PPO" (Huang et al., 2022).
    pub fn learning_rate_at(&self, progress: f64) -> f64 {
        if !self.anneal_lr {
            return self.learning_rate;
        }
        let moved = (progress / self.anneal_fraction).clamp(0.0, 1.0);
        moved * self.learning_rate_end + (1.0 - moved) * self.learning_rate
    }
}

//! What one training run is made of: every hyperparameter, and the numbers that follow from them.
//!
//! The field names are the field's standard terms (cleanrl, Gymnasium); where a course document uses another
//! name, [`fields`] keeps both. This file knows nothing of forms, URLs or devices.

pub mod draft;
pub mod fields;
pub mod hints;
pub mod options;
mod plan;
pub mod presets;
pub mod saved;
pub mod url;
pub mod validate;
pub mod world;

use serde::{Deserialize, Serialize};

pub use crate::envs::{Autoreset, EnvId};
pub use options::{Activation, Advantage, Algorithm, AnnealPer};
pub use plan::{LearningPlan, MinibatchOf, PolicyLoss, Standardise};

/// Every hyperparameter of a run. Fields that an algorithm does not use keep their values and are ignored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainConfig {
    /// Which learner runs.
    pub algorithm: Algorithm,
    /// The world.
    pub env_id: EnvId,
    /// An expression of x, v, theta and omega that pays in place of the world's own reward; empty for none.
    pub reward: String,
    /// Reward of the step on which CartPole's pole falls; every other step pays 1.
    pub terminal_reward: f64,
    /// Steps after which an episode is cut off.
    pub max_episode_steps: usize,
    /// When a world whose episode ended shows the next one.
    pub autoreset: Autoreset,
    /// Seed of every random number of the run.
    pub seed: u32,
    /// Worlds that run side by side.
    pub num_envs: usize,
    /// Steps each world takes in one rollout.
    pub num_steps: usize,
    /// Environment steps the run may spend, over all worlds.
    pub total_timesteps: usize,
    /// Whether a rollout is one episode, and ends with it.
    pub whole_episodes: bool,
    /// Rollouts, each with its own updates, that make up one iteration.
    pub rollouts_per_iteration: usize,
    /// Widths of the hidden layers, of actor and critic alike.
    pub hidden_sizes: Vec<usize>,
    /// What follows each hidden layer.
    pub activation: Activation,
    /// Whether first weights are orthogonal; otherwise they are PyTorch's default.
    pub orthogonal_init: bool,
    /// Step size of Adam.
    pub learning_rate: f64,
    /// Whether the learning rate moves linearly to `learning_rate_end`.
    pub anneal_lr: bool,
    /// Where the learning rate ends when it is annealed.
    pub learning_rate_end: f64,
    /// Part of the run over which the learning rate moves, in (0, 1].
    pub anneal_fraction: f64,
    /// What counts as a step of the move.
    pub anneal_per: AnnealPer,
    /// Adam's epsilon.
    pub adam_eps: f64,
    /// Part of every parameter that a step takes away, times the learning rate (AdamW); 0 is Adam.
    pub weight_decay: f64,
    /// Joint gradient norm above which the gradient is scaled down; none means no limit.
    pub max_grad_norm: Option<f64>,
    /// Discount of later rewards.
    pub gamma: f64,
    /// How VPG and PPO judge an action.
    pub advantage: Advantage,
    /// GAE's weight of longer estimates.
    pub gae_lambda: f64,
    /// Whether the policy's loss leaves the critic alone.
    pub detach_advantage: bool,
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
    /// Whether every world is reset at the start of each rollout.
    pub full_reset: bool,
    /// Whether the run ends once every world survives a whole rollout.
    pub stop_when_solved: bool,
}

impl TrainConfig {
    /// What of all this its algorithm uses, and how.
    pub fn plan(&self) -> LearningPlan {
        LearningPlan::new(self)
    }

    /// Samples in one rollout: `num_envs * num_steps`.
    pub fn batch_size(&self) -> usize {
        self.num_envs * self.num_steps
    }

    /// Samples in one gradient step: `batch_size / num_minibatches`; REINFORCE takes the whole rollout.
    pub fn minibatch_size(&self) -> usize {
        self.batch_size() / self.plan().num_minibatches
    }

    /// Iterations in the run: `total_timesteps / (batch_size * rollouts_per_iteration)`, rounded down.
    pub fn num_iterations(&self) -> usize {
        self.total_timesteps / (self.batch_size() * self.rollouts_per_iteration)
    }

    /// Gradient steps after each rollout; REINFORCE makes one.
    pub fn updates_per_rollout(&self) -> usize {
        let plan = self.plan();
        plan.update_epochs * plan.num_minibatches
    }

    /// Gradient steps in an iteration.
    pub fn updates_per_iteration(&self) -> usize {
        self.rollouts_per_iteration * self.updates_per_rollout()
    }

    /// Whether there is a critic: the advantage needs one.
    pub fn has_critic(&self) -> bool {
        self.plan().has_critic()
    }

    /// Whether advantages are estimated over the whole rollout, before any minibatch is picked.
    pub fn has_gae(&self) -> bool {
        self.plan().advantage == Some(Advantage::Gae)
    }

    /// The learning rate of the update after which `iterations` and `updates` (of the next iteration) are done.
    pub fn learning_rate_at(&self, iterations: usize, updates: usize) -> f64 {
        let all_iterations = self.num_iterations() as f64;
        let all_updates = all_iterations * self.updates_per_iteration() as f64;
        self.learning_rate_after(match self.anneal_per {
            AnnealPer::Iteration => iterations as f64 / all_iterations,
            AnnealPer::Minibatch => {
                (iterations * self.updates_per_iteration() + updates) as f64 / all_updates
            }
            AnnealPer::Course => iterations as f64 / all_updates,
        })
    }

    /// The learning rate once `progress` (0 to 1) of the scheduler's steps is done.
    ///
    /// `lr = p * end + (1 - p) * start` with `p = min(1, progress / anneal_fraction)`.
    ///
    /// # Source
    /// `update_learning_rate` of the VPG day; with `anneal_fraction = 1` it is PPO detail 4 of "The 37
    /// Implementation Details of PPO" (Huang et al., 2022).
    pub fn learning_rate_after(&self, progress: f64) -> f64 {
        if !self.anneal_lr {
            return self.learning_rate;
        }
        let moved = (progress / self.anneal_fraction).clamp(0.0, 1.0);
        moved * self.learning_rate_end + (1.0 - moved) * self.learning_rate
    }
}

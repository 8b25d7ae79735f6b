//! The configuration of one training run: every hyperparameter, and the numbers that follow from
//! them.
//!
//! The fields have cleanrl's and Gymnasium's names; where a course document uses another name,
//! [`fields`] keeps both. This file knows nothing of forms, URLs or devices.

pub mod draft;
pub mod fields;
pub mod hints;
pub mod number;
pub mod options;
mod plan;
pub mod presets;
pub mod saved;
mod shape;
pub mod sweep;
pub mod url;
pub mod validate;
pub mod world;

use serde::{Deserialize, Serialize};

use crate::envs::cartpole::TELLING_STEPS;
pub use crate::envs::{Autoreset, EnvId};
pub use options::{Activation, Advantage, Algorithm, AnnealPer, KlStop};
pub use plan::{LearningPlan, MinibatchOf, PolicyLoss, Standardise};

/// Every hyperparameter of a run. Fields that an algorithm does not use keep their values and are
/// ignored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainConfig {
    /// The learning algorithm.
    pub algorithm: Algorithm,
    /// The environment.
    pub env_id: EnvId,
    /// An expression of the numbers of a step that replaces the environment's own reward; empty
    /// means no replacement. A probe keeps its own.
    pub reward: String,
    /// Reward of the step on which CartPole's pole falls; every other step has reward 1.
    pub terminal_reward: f64,
    /// How strong gravity is, in times the environment's own.
    pub gravity: f64,
    /// How strong the push, torque or force of an action is, likewise.
    pub force: f64,
    /// Time limit of an episode, in steps.
    pub max_episode_steps: usize,
    /// When an environment whose episode has ended is reset.
    pub autoreset: Autoreset,
    /// Seed of every random number of the run.
    pub seed: u32,
    /// Environments that are stepped together.
    pub num_envs: usize,
    /// Steps each environment takes in one rollout.
    pub num_steps: usize,
    /// Environment steps the run may take, over all environments.
    pub total_timesteps: usize,
    /// True if a rollout is one episode and ends with it.
    pub whole_episodes: bool,
    /// Rollouts, each with its own updates, that make up one iteration.
    pub rollouts_per_iteration: usize,
    /// Widths of the hidden layers, the same for actor and critic.
    pub hidden_sizes: Vec<usize>,
    /// The function applied after each hidden layer.
    pub activation: Activation,
    /// True if networks see observations normalised by their running moments.
    pub norm_obs: bool,
    /// True for orthogonal initial weights, false for PyTorch's default.
    pub orthogonal_init: bool,
    /// Step size of Adam.
    pub learning_rate: f64,
    /// True if the learning rate moves linearly to `learning_rate_end`.
    pub anneal_lr: bool,
    /// Learning rate at the end of annealing.
    pub learning_rate_end: f64,
    /// Fraction of the run over which the learning rate moves, in (0, 1].
    pub anneal_fraction: f64,
    /// The unit in which the learning rate's schedule counts.
    pub anneal_per: AnnealPer,
    /// Adam's epsilon.
    pub adam_eps: f64,
    /// Decoupled weight decay (AdamW): each step multiplies every parameter by
    /// `1 - learning_rate * weight_decay`. With 0 it is Adam.
    pub weight_decay: f64,
    /// Joint gradient norm above which the gradient is scaled down; `None` means no limit.
    pub max_grad_norm: Option<f64>,
    /// Discount factor.
    pub gamma: f64,
    /// True if rewards are divided by the running deviation of their discounted sums.
    pub norm_reward: bool,
    /// The advantage estimate of VPG and PPO.
    pub advantage: Advantage,
    /// GAE's lambda: 0 trusts the critic after one step, 1 trusts the rewards alone.
    pub gae_lambda: f64,
    /// True if no gradient of the policy's loss reaches the critic.
    pub detach_advantage: bool,
    /// True if VPG standardises returns within each minibatch.
    pub normalize_returns: bool,
    /// True if PPO standardises advantages within each minibatch.
    pub norm_adv: bool,
    /// Half-width of the clip range of the probability ratio; `None` means no clipping.
    pub clip_coef: Option<f64>,
    /// Weight of the entropy bonus.
    pub ent_coef: f64,
    /// Weight of the value loss.
    pub vf_coef: f64,
    /// True if PPO's critic may leave its value of the rollout by `clip_coef` at most.
    pub clip_vloss: bool,
    /// Error of the critic from which its loss grows in proportion; `None` means that every error
    /// is squared.
    pub huber_delta: Option<f64>,
    /// True if VPG weights samples by the detached probability ratio.
    pub use_importance_weights: bool,
    /// Passes of gradient steps over each rollout.
    pub update_epochs: usize,
    /// Minibatches into which each rollout is split.
    pub num_minibatches: usize,
    /// KL divergence above which a PPO update stops early; `None` means it never does.
    pub target_kl: Option<f64>,
    /// The rule by which `target_kl` ends an update.
    pub kl_stop: KlStop,
    /// True if VPG cuts a rollout short once every environment has finished an episode: its pole
    /// fell, or its time was up.
    pub early_stop: bool,
    /// True if every environment is reset at the start of each rollout.
    pub full_reset: bool,
    /// True if the run ends once every environment survives to the time limit, or to the end of the
    /// rollout before it.
    pub stop_when_solved: bool,
}

impl TrainConfig {
    /// Returns how this run learns: the settings that its algorithm uses.
    pub fn plan(&self) -> LearningPlan {
        LearningPlan::new(self)
    }

    /// Returns true if a reader's reward replaces the environment's own.
    pub fn has_own_reward(&self) -> bool {
        !self.reward.trim().is_empty() && self.env_id.probe().is_none()
    }

    /// Returns the longest episode that a rollout can show, in steps.
    pub fn longest_episode(&self) -> usize {
        match self.full_reset {
            true => self.num_steps.min(self.max_episode_steps),
            false => self.max_episode_steps,
        }
    }

    /// Returns the mean length of episodes, in steps, from which the task counts as solved: 95 % of
    /// the longest episode. For CartPole that is 475 of 500. `None` where a length cannot tell: no
    /// pole falls, or episodes cannot last the [`TELLING_STEPS`].
    ///
    /// # Source
    /// Gymnasium registers CartPole-v1 with `reward_threshold=475.0` and `max_episode_steps=500`.
    pub fn solved_length(&self) -> Option<f64> {
        let longest = self.longest_episode();
        let can_fall = self.env_id.cart().is_some_and(|cart| cart.can_fall);
        (can_fall && longest >= TELLING_STEPS).then_some(0.95 * longest as f64)
    }

    /// Returns the mean score of episodes from which the task counts as solved: with a cart their
    /// length, in another task their return, as its specification has it. `None` where the score
    /// cannot tell: see [`Self::solved_length`]; where costs, which are returns below 0, may be
    /// small because episodes are cut off before Gymnasium's time limit; and where nobody has set a
    /// threshold, or returns are those of a reader's reward, which none knows.
    pub fn solved_score(&self) -> Option<f64> {
        let Some(task) = self.env_id.task() else {
            return self.solved_length();
        };
        if self.has_own_reward() {
            return None;
        }
        let solved = task.solved?;
        let can_tell = solved > 0.0 || self.longest_episode() >= task.time_limit as usize;
        can_tell.then_some(f64::from(solved))
    }

    /// Returns the environment steps from which on scores tell how well a policy does. Until every
    /// environment has had the time of a whole episode, those that ended are short ones. In a task
    /// that may mean good ones, so none counts.
    pub fn first_telling_step(&self) -> f64 {
        match self.env_id.task() {
            Some(_) => self.num_envs.saturating_mul(self.longest_episode()) as f64,
            None => 0.0,
        }
    }

    /// Returns the place of the first score that solves the task, each given with the environment
    /// steps after which it was measured. Those before [`Self::first_telling_step`] do not count.
    pub fn first_solved(&self, scores: &[(f64, f64)]) -> Option<usize> {
        let (enough, first) = (self.solved_score()?, self.first_telling_step());
        let solves = |it: &(f64, f64)| it.0 >= first && it.1 >= enough;
        scores.iter().position(solves)
    }

    /// Returns true if the run ends by itself once every environment survives. It takes fresh
    /// episodes, and a length that can tell.
    pub fn ends_when_solved(&self) -> bool {
        self.stop_when_solved && self.full_reset && self.solved_length().is_some()
    }

    /// Returns the samples in one rollout: `num_envs * num_steps`.
    pub fn batch_size(&self) -> usize {
        // Settings that nobody has validated, such as those of a file, may be too large to count in
        // a browser's 32 bits.
        self.num_envs.saturating_mul(self.num_steps)
    }

    /// Returns the samples in one gradient step: `batch_size / num_minibatches`, or the whole
    /// rollout with REINFORCE.
    pub fn minibatch_size(&self) -> usize {
        self.batch_size() / self.plan().num_minibatches.max(1)
    }

    /// Returns the iterations in the run:
    /// `total_timesteps / (batch_size * rollouts_per_iteration)`, rounded down.
    pub fn num_iterations(&self) -> usize {
        // Of settings that nobody has validated, such as those of a file, a number may be 0.
        let steps = self
            .batch_size()
            .saturating_mul(self.rollouts_per_iteration);
        self.total_timesteps / steps.max(1)
    }

    /// Returns the gradient steps after each rollout; REINFORCE makes one.
    pub fn updates_per_rollout(&self) -> usize {
        let plan = self.plan();
        plan.update_epochs.saturating_mul(plan.num_minibatches)
    }

    /// Returns the gradient steps in an iteration.
    pub fn updates_per_iteration(&self) -> usize {
        (self.rollouts_per_iteration).saturating_mul(self.updates_per_rollout())
    }

    /// Returns true if the advantage needs a critic.
    pub fn has_critic(&self) -> bool {
        self.plan().has_critic()
    }

    /// Returns true if advantages are estimated over the whole rollout, before it is split into
    /// minibatches.
    pub fn has_gae(&self) -> bool {
        self.plan().advantage == Some(Advantage::Gae)
    }

    /// Returns the learning rate of the gradient step that follows `iterations` iterations and
    /// `updates` gradient steps of the next one.
    pub fn learning_rate_at(&self, iterations: usize, updates: usize) -> f64 {
        // A long run has more gradient steps than a browser's 32 bits can count.
        let (iterations, all_iterations) = (iterations as f64, self.num_iterations() as f64);
        let of_iteration = self.updates_per_iteration() as f64;
        let all_updates = all_iterations * of_iteration;
        self.learning_rate_after(match self.anneal_per {
            AnnealPer::Iteration => iterations / all_iterations,
            AnnealPer::Minibatch => (iterations * of_iteration + updates as f64) / all_updates,
            AnnealPer::Course => iterations / all_updates,
        })
    }

    /// Returns the learning rate once `progress` (0 to 1) of the schedule is done.
    ///
    /// `lr = p * end + (1 - p) * start` with `p = min(1, progress / anneal_fraction)`.
    ///
    /// # Source
    /// `update_learning_rate` of the VPG day; with `anneal_fraction = 1` it is PPO detail 4 of "The
    /// 37 Implementation Details of PPO" (Huang et al., 2022).
    pub fn learning_rate_after(&self, progress: f64) -> f64 {
        if !self.anneal_lr {
            return self.learning_rate;
        }
        let moved = (progress / self.anneal_fraction).clamp(0.0, 1.0);
        moved * self.learning_rate_end + (1.0 - moved) * self.learning_rate
    }
}

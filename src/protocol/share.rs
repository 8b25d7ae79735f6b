//! A share of an iteration's work, which another core can compute: plain data, and what comes of it
//! depends on nothing else. A run that gives shares away has the bits of one that does all by
//! itself.

use serde::{Deserialize, Serialize};

use super::raw;
use crate::config::TrainConfig;

/// What a core is asked to compute.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Share {
    /// The settings of the run.
    pub config: Box<TrainConfig>,
    /// The parameters of its networks.
    #[serde(with = "raw")]
    pub parameters: Vec<f32>,
    /// The work.
    pub work: ShareWork,
}

/// The kinds of work that can be shared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ShareWork {
    /// Steps of some neighbouring environments.
    Steps {
        /// The number of the first environment.
        first_world: usize,
        /// The environments, as `Worlds::words` writes them.
        #[serde(with = "raw")]
        worlds: Vec<i32>,
        /// Steps that the environments took before.
        first_step: u32,
        /// Steps to take.
        num_steps: usize,
    },
    /// The critic's values of some rows of a minibatch.
    Values {
        /// `[rows, obs_size]`.
        #[serde(with = "raw")]
        obs: Vec<f32>,
    },
    /// The gradient of the loss on some rows of a minibatch, in pieces of equal length but for the
    /// last.
    Gradient {
        /// The rows.
        samples: ShareSamples,
        /// Rows of the whole minibatch: the loss is a mean over them.
        rows: usize,
    },
}

/// Rows of a minibatch with their final advantages, column by column.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ShareSamples {
    /// `[rows, obs_size]`.
    #[serde(with = "raw")]
    pub obs: Vec<f32>,
    /// `[rows]`; 0 for continuous actions.
    #[serde(with = "raw")]
    pub actions: Vec<i32>,
    /// `[rows, num_controls]`; empty if actions are discrete.
    #[serde(with = "raw")]
    pub controls: Vec<f32>,
    /// `[rows]`.
    #[serde(with = "raw")]
    pub old_log_prob: Vec<f32>,
    /// `[rows]`.
    #[serde(with = "raw")]
    pub advantages: Vec<f32>,
    /// `[rows]`.
    #[serde(with = "raw")]
    pub returns: Vec<f32>,
    /// `[rows]`; empty unless the critic's loss is clipped around them.
    #[serde(with = "raw")]
    pub old_values: Vec<f32>,
}

/// What came of a share.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum SharePart {
    /// Of [`ShareWork::Steps`].
    Steps(WorldsRecord),
    /// Of [`ShareWork::Values`]: `[rows]`.
    Values(#[serde(with = "raw")] Vec<f32>),
    /// Of [`ShareWork::Gradient`]: one for each piece.
    Gradient(Vec<PieceGradient>),
}

/// The record of steps of some neighbouring environments. Columns are `[num_steps, environments]`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WorldsRecord {
    /// `[num_steps, environments, state_size]`.
    #[serde(with = "raw")]
    pub states: Vec<f32>,
    /// The numbers of continuous actions, `[num_steps, environments, num_controls]`.
    #[serde(with = "raw")]
    pub controls: Vec<f32>,
    /// Actions, with the bits that say how the step ended.
    #[serde(with = "raw")]
    pub taken: Vec<u32>,
    /// Log-probabilities of the actions.
    #[serde(with = "raw")]
    pub log_prob: Vec<f32>,
    /// Rewards.
    #[serde(with = "raw")]
    pub rewards: Vec<f32>,
    /// The critic's values of the observations; empty without a critic.
    #[serde(with = "raw")]
    pub values: Vec<f32>,
    /// The environments after the last step, as `Worlds::words` writes them.
    #[serde(with = "raw")]
    pub worlds: Vec<i32>,
}

/// The gradient of a piece of a minibatch, and sums over its rows.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PieceGradient {
    /// `[all parameters of the run]`.
    #[serde(with = "raw")]
    pub gradient: Vec<f32>,
    /// What was measured, summed over the rows.
    pub sums: MeasureSums,
}

/// Sums over rows of a minibatch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MeasureSums {
    /// Terms of the policy's loss.
    pub policy_loss: f64,
    /// Terms of the critic's loss.
    pub value_loss: f64,
    /// Entropies.
    pub entropy: f64,
    /// Both estimates of the divergence.
    pub kl: [f64; 2],
    /// Importance weights.
    pub weight: f64,
    /// Samples outside the clip range.
    pub clipped: f64,
    /// Samples without gradient because of the clip.
    pub without_gradient: f64,
}

impl MeasureSums {
    /// Adds the sums over other rows.
    pub fn add(&mut self, other: &Self) {
        self.policy_loss += other.policy_loss;
        self.value_loss += other.value_loss;
        self.entropy += other.entropy;
        self.kl[0] += other.kl[0];
        self.kl[1] += other.kl[1];
        self.weight += other.weight;
        self.clipped += other.clipped;
        self.without_gradient += other.without_gradient;
    }
}

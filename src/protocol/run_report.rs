//! The reports of a run: its settings, each iteration, its carts, and the reason for its end.

use serde::{Deserialize, Serialize};

use super::metrics::Metrics;
use crate::config::TrainConfig;

/// A run that begins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunInfo {
    /// The configuration that runs.
    pub config: TrainConfig,
    /// Iterations in the run; 0 if nobody knows, as of a loop of the reader's that does not say.
    pub num_iterations: usize,
    /// Iterations done before it began: those of the checkpoint that it goes on from.
    pub first_iteration: usize,
    /// Environment steps taken before it began.
    pub first_step: u64,
    /// Trainable numbers in the networks; 0 if nobody knows, as of a loop of the reader's.
    pub num_parameters: usize,
    /// What takes the gradient steps.
    pub trained_by: Body,
}

/// The body that trains a run: whose code computes the gradient of the loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Body {
    /// The host's loop, on so many cores of the CPU at most.
    Host {
        /// At least 1.
        cores: usize,
    },
    /// A GPU's kernels.
    Kernels,
    /// A loss or a whole loop of the reader's, on the CPU.
    Reader,
}

/// One iteration's figures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct IterationReport {
    /// Iterations done, from 1.
    pub iteration: usize,
    /// Environment steps taken so far, over all environments.
    pub global_step: u64,
    /// Seconds of work so far, pauses not counted.
    pub elapsed_secs: f64,
    /// Environment steps per second of this iteration, learning included.
    pub steps_per_sec: f64,
    /// Everything measured.
    pub metrics: Metrics,
}

/// Numbers of one pose in a [`Frame`].
pub const POSE: usize = 5;

/// Number of carts in the field of a [`Frame`].
pub const FIELD_CARTS: usize = 1_024;
/// Most moments in it: with more, a frame would weigh more than its other parts together.
pub const FIELD_MOMENTS: usize = 16;

/// Poses of the first carts over one rollout, and the networks that steered them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    /// The iteration it was recorded in, from 1.
    pub iteration: usize,
    /// Recorded steps.
    pub num_steps: usize,
    /// Recorded carts, 16 at most.
    pub num_carts: usize,
    /// `[num_steps, num_carts, state_size + 1]`: the state before the step (of a cart x in metres,
    /// v in metres a second, theta in radians, omega in radians a second: [`POSE`] numbers in all),
    /// and how the step ended: 0 not, 1 terminated, 2 truncated.
    pub poses: Vec<f32>,
    /// Where many carts were at some moments of the rollout, evenly spread: `[moments,
    /// FIELD_CARTS, 2]`, x in metres and theta in radians. Empty if there are fewer environments.
    pub field: Vec<f32>,
    /// Parameters of the networks that acted, in the order of [`Networks`](crate::nn::Networks).
    pub parameters: Vec<f32>,
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StopReason {
    /// All its iterations are done.
    Finished,
    /// Every environment survived a whole rollout: VPG's stopping rule.
    Solved,
    /// The reader ended it.
    Requested,
}

//! A GPU as the training loop sees it: what it is asked for and what it answers, in plain numbers.
//! This package has none; who has one hands it in as a [`RunDevice`].

use std::fmt::Debug;
use std::rc::Rc;

use futures::future::LocalBoxFuture;

use super::learner::{HostState, StepSize};
use super::targets::Targets;
use super::update_stats::UpdateStats;
use crate::config::TrainConfig;
use crate::device::{DeviceKind, ReadError};
use crate::nn::{Mlp, Networks};
use crate::ops::rollout::{RolloutPlan, RowSize, RunWorlds};
use crate::protocol::checkpoint::Checkpoint;
use crate::protocol::metrics::Metrics;
use crate::rollout::{BadArgument, Rollout};

/// The device that trains a run.
#[derive(Clone)]
pub enum RunDevice {
    /// The CPU, by the host's loop.
    Cpu,
    /// A GPU, by its kernels.
    Gpu(Rc<dyn Gpu>),
}

impl RunDevice {
    /// Returns its kind, by which the page names it.
    pub fn kind(&self) -> DeviceKind {
        match self {
            Self::Cpu => DeviceKind::Cpu,
            Self::Gpu(_) => DeviceKind::Webgpu,
        }
    }

    /// Returns the GPU, if it is one.
    pub fn gpu(&self) -> Option<&Rc<dyn Gpu>> {
        match self {
            Self::Cpu => None,
            Self::Gpu(gpu) => Some(gpu),
        }
    }
}

/// An operation that a GPU is tested for before a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Learning phases. A device cannot train without them.
    Learning,
    /// Rollouts. The host can make them for a device, at the cost of one copy of the parameters
    /// each.
    Rollout,
}

impl Operation {
    /// Returns the reader's name for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Learning => "learning",
            Self::Rollout => "rollouts",
        }
    }
}

/// A GPU that can train.
pub trait Gpu {
    /// Tests the operations that `config` needs, and returns those that the device refuses or
    /// computes wrongly.
    fn self_test<'a>(&'a self, config: &'a TrainConfig) -> LocalBoxFuture<'a, Vec<Operation>>;

    /// Returns the largest number of steps of `num_envs` environments in one dispatch, given the
    /// numbers of a recorded sample.
    fn steps_at_once(&self, policy: &Mlp, row: RowSize, num_envs: usize) -> usize;

    /// Returns true if it takes all steps of a rollout in one dispatch, with every buffer of the
    /// run small enough for any GPU.
    fn is_one_dispatch(&self, config: &TrainConfig, networks: &Networks) -> bool;

    /// Returns the largest number of runs of a shape for which every buffer is small enough for any
    /// GPU.
    fn most_runs(&self, config: &TrainConfig) -> usize;

    /// Copies the states of some runs of the same shape to the device.
    fn hold(&self, runs: &[&HostState]) -> Rc<dyn GpuState>;
}

/// The parameters and the optimisers of some runs of the same shape, side by side on a GPU.
pub trait GpuState: Debug {
    /// Takes the steps of a rollout of each run, acting with its parameters. Returns the words of
    /// each run's record and of its environments after it.
    ///
    /// # Errors
    /// Fails if the device does not answer.
    fn rollout(
        &self,
        runs: &[RunWorlds<'_>],
        plan: RolloutPlan,
    ) -> LocalBoxFuture<'static, Result<Vec<i32>, ReadError>>;

    /// Copies a rollout and its targets to the device, and begins to learn from that.
    ///
    /// # Errors
    /// If a single sample would be standardised.
    fn phase(
        &self,
        networks: &Networks,
        samples: (&Rollout, &Targets),
        config: &TrainConfig,
    ) -> Result<Box<dyn GpuPhase>, BadArgument>;

    /// Makes the rollouts of the runs, and takes steps of learning from them, without a wait
    /// between the two.
    ///
    /// # Panics
    /// Unless [`TrainConfig::is_all_on_device`].
    fn phase_with_rollouts(
        &self,
        networks: &Networks,
        runs: &[&TrainConfig],
        steps: &[RunSteps],
        rollouts: (&[RunWorlds<'_>], RolloutPlan),
    ) -> Box<dyn GpuPhase>;

    /// Returns the state of some of the runs, by their places.
    fn of(&self, runs: &[usize]) -> Rc<dyn GpuState>;

    /// Reads them back, as a checkpoint of each run without environments.
    ///
    /// # Errors
    /// Fails if the device does not answer.
    fn read(
        &self,
        iteration: usize,
        global_step: u64,
    ) -> LocalBoxFuture<'static, Result<Vec<Checkpoint>, ReadError>>;
}

/// A learning phase on a GPU, of one run or of several of the same shape side by side.
pub trait GpuPhase {
    /// Takes the steps of each run; all runs have as many, on minibatches of the same size.
    fn update(&mut self, runs: &[RunSteps]);

    /// Undoes the newest [`GpuPhase::update`], and forgets what it measured.
    fn undo(&mut self);

    /// Returns the parameters and optimisers after the steps that were taken.
    fn state(&self) -> Rc<dyn GpuState>;

    /// Returns the measurements of the newest update of a run that is alone.
    ///
    /// # Errors
    /// Fails if the device does not answer.
    fn newest(&self) -> LocalBoxFuture<'_, Result<Metrics, ReadError>>;

    /// Reads back what the updates measured since the last time, and what else is wanted, in one
    /// wait. Returns an entry for each run.
    ///
    /// # Errors
    /// Fails if the device does not answer.
    fn read(&mut self, wanted: Reading) -> LocalBoxFuture<'_, Result<Vec<ReadBack>, ReadError>>;
}

/// The steps of a run: a minibatch and a size for each.
pub struct RunSteps {
    /// The samples of each minibatch, as many in each.
    pub minibatches: Vec<Vec<usize>>,
    /// As many as there are minibatches.
    pub sizes: Vec<StepSize>,
}

/// What is wanted of a phase.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// The parameters.
    pub parameters: bool,
    /// The record of the rollout.
    pub record: RecordPart,
}

/// How much of the record of a rollout is wanted. Observations are most of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordPart {
    /// Nothing of it.
    Nothing,
    /// All but the observations.
    WithoutObs,
    /// All of it.
    Whole,
}

/// What is read back of a run from a phase.
#[derive(Debug)]
pub struct ReadBack {
    /// The parameters, if they were asked for.
    pub parameters: Vec<f32>,
    /// True if every parameter is a finite number.
    pub is_finite: bool,
    /// The measurements since the last time.
    pub measured: UpdateStats,
    /// How much of the returns' variance the critic explains, where the device has computed it.
    pub explained_variance: Option<f64>,
    /// The words of the rollout, as far as they were asked for, and of the environments after it.
    pub record: Vec<i32>,
}

//! The parameters of a run, and the two bodies that change them: the host's loop (`host`) and a
//! GPU's kernels ([`super::gpu`]).

mod host;
mod pass;
mod pieces;
mod state;

use std::rc::Rc;

pub use self::host::{HostPhase, metrics, set_fixed_targets};
pub use self::pass::{PIECE, Pass};
pub use self::pieces::piece_gradients;
pub use self::state::{HostState, LearnerState};
use super::clock::Clock;
use super::crew::Crew;
use super::gpu::{GpuPhase, GpuState, ReadBack, Reading, RecordPart, RunDevice, RunSteps};
use super::targets::Targets;
use super::update_stats::UpdateStats;
use crate::config::TrainConfig;
use crate::device::ReadError;
use crate::nn::Networks;
use crate::ops::adam::AdamSettings;
use crate::protocol::checkpoint::Checkpoint;
use crate::protocol::metrics::Metrics;
use crate::rollout::{BadArgument, Minibatch, Rollout};

/// The size of a gradient step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepSize {
    /// Adam's learning rate.
    pub learning_rate: f64,
    /// Joint gradient norm above which the gradient is scaled down; `None` means no limit.
    pub max_grad_norm: Option<f64>,
}

/// A learning phase of a run, by one of the two bodies.
pub enum LearningPhase {
    /// The host's loop.
    Host(Box<HostPhase>),
    /// A GPU's kernels.
    Gpu(Box<dyn GpuPhase>),
}

impl LearningPhase {
    /// Returns true if it takes the steps of many minibatches at once, when nobody looks at each of
    /// them.
    pub fn takes_many(&self) -> bool {
        match self {
            Self::Host(_) => false,
            Self::Gpu(_) => true,
        }
    }

    /// Takes a step on each of some minibatches, which are given by the samples of the rollout that
    /// the phase began with. VPG's are `num_worlds` whole environments, step by step.
    ///
    /// # Errors
    /// If a single sample would be standardised.
    pub async fn update(
        &mut self,
        (rollout, targets): (&Rollout, &Targets),
        minibatches: &[Vec<usize>],
        num_worlds: usize,
        size: impl Fn(usize) -> StepSize,
        clock: &Clock,
    ) -> Result<(), BadArgument> {
        match self {
            Self::Host(phase) => {
                for (index, indices) in minibatches.iter().enumerate() {
                    let (advantages, returns) = (&targets.advantages, &targets.returns);
                    let minibatch = Minibatch::pick(rollout, advantages, returns, indices);
                    let update = phase.update(minibatch, num_worlds, size(index), clock);
                    update.await?;
                }
            }
            Self::Gpu(phase) => {
                phase.update(&[RunSteps {
                    minibatches: minibatches.to_vec(),
                    sizes: (0..minibatches.len()).map(size).collect(),
                }]);
                clock.let_others_in().await;
            }
        }
        Ok(())
    }

    /// Undoes the newest step, and forgets what was measured at it.
    pub fn undo(&mut self) {
        match self {
            Self::Host(phase) => phase.undo(),
            Self::Gpu(phase) => phase.undo(),
        }
    }

    /// Returns the measurements of the newest update.
    ///
    /// # Errors
    /// Fails if the device does not answer.
    pub async fn newest(&self) -> Result<Metrics, ReadError> {
        match self {
            Self::Host(phase) => Ok(phase.newest()),
            Self::Gpu(phase) => phase.newest().await,
        }
    }
}

/// The parameters of a run and their optimiser.
pub struct Learner {
    /// The networks, without their parameters.
    pub networks: Networks,
    /// The parameters as last read back, with which the host acts in rollouts.
    pub host_parameters: Vec<f32>,
    /// The working time of the run.
    pub clock: Clock,
    /// Other cores that help, while the host learns and makes the rollouts.
    pub crew: Option<Rc<dyn Crew>>,
    state: LearnerState,
    device: RunDevice,
    settings: AdamSettings,
    /// False if the host makes the rollouts for a GPU.
    makes_rollouts: bool,
}

impl Learner {
    /// Creates a learner that starts with `host_parameters`.
    pub fn new(
        networks: Networks,
        host_parameters: Vec<f32>,
        settings: AdamSettings,
        device: &RunDevice,
    ) -> Self {
        let state = HostState::new(host_parameters.clone(), settings);
        Self {
            networks,
            state: on_device(state, device),
            host_parameters,
            clock: Clock::default(),
            crew: None,
            device: device.clone(),
            settings,
            makes_rollouts: true,
        }
    }

    /// Continues from a checkpoint of the same networks, with `parameters` in place of its own.
    pub fn restore(&mut self, checkpoint: &Checkpoint, parameters: &[f32]) {
        let mut state = HostState::new(parameters.to_vec(), self.settings);
        state.adam.first_moment.clone_from(&checkpoint.first_moment);
        (state.adam.second_moment).clone_from(&checkpoint.second_moment);
        state.adam.clock.steps = checkpoint.adam_steps;
        self.host_parameters = parameters.to_vec();
        self.state = on_device(state, &self.device);
    }

    /// Returns the device that holds the parameters.
    pub fn device(&self) -> &RunDevice {
        &self.device
    }

    /// Returns the state on the device that acts in rollouts, or `None` if the host makes them.
    pub fn acting_state(&self) -> Option<Rc<dyn GpuState>> {
        match &self.state {
            LearnerState::Host(_) => None,
            LearnerState::Gpu(state) => self.makes_rollouts.then(|| Rc::clone(state)),
        }
    }

    /// Begins a learning phase from a rollout, by the body of the run.
    ///
    /// # Errors
    /// If a single sample would be standardised.
    pub fn phase(
        &self,
        rollout: &Rollout,
        targets: &Targets,
        config: &TrainConfig,
    ) -> Result<LearningPhase, BadArgument> {
        match &self.state {
            LearnerState::Host(state) => {
                let phase = HostPhase::new(self, state.clone(), config);
                Ok(LearningPhase::Host(Box::new(phase)))
            }
            LearnerState::Gpu(state) => {
                let phase = state.phase(&self.networks, (rollout, targets), config)?;
                Ok(LearningPhase::Gpu(phase))
            }
        }
    }

    /// Takes over the parameters and the optimiser of a phase. Returns what its updates measured
    /// since the last time.
    ///
    /// # Errors
    /// Fails if the device does not answer.
    pub async fn adopt(&mut self, phase: &mut LearningPhase) -> Result<UpdateStats, ReadError> {
        match phase {
            LearningPhase::Host(phase) => Ok(self.adopt_host(phase)),
            LearningPhase::Gpu(phase) => Ok(self
                .adopt_gpu(&mut **phase, RecordPart::Nothing)
                .await?
                .measured),
        }
    }

    /// Adopts the parameters and the optimiser of a phase on a GPU. Reads the parameters back
    /// with what its updates measured since the last time and, if it is asked for, the record of
    /// the rollout.
    ///
    /// # Errors
    /// Fails if the device does not answer.
    pub async fn adopt_gpu(
        &mut self,
        phase: &mut dyn GpuPhase,
        record: RecordPart,
    ) -> Result<ReadBack, ReadError> {
        self.state = LearnerState::Gpu(phase.state());
        let wanted = Reading {
            parameters: true,
            record,
        };
        let mut back = phase.read(wanted).await?.swap_remove(0);
        self.host_parameters = std::mem::take(&mut back.parameters);
        Ok(back)
    }

    /// Makes all further rollouts on the host.
    pub fn use_host_rollouts(&mut self) {
        self.makes_rollouts = false;
    }

    /// Returns the state of a checkpoint, still on the device; holding it costs no copy there.
    pub fn snapshot(&self) -> LearnerState {
        self.state.clone()
    }
}

/// Copies a state to where the device's body learns with it.
fn on_device(state: HostState, device: &RunDevice) -> LearnerState {
    match device {
        RunDevice::Cpu => LearnerState::Host(state),
        RunDevice::Gpu(gpu) => LearnerState::Gpu(gpu.hold(&[&state])),
    }
}

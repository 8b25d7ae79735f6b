//! The parameters on the device, and the gradient step that changes them.

#[cfg(feature = "gpu")]
mod device;
#[cfg(feature = "gpu")]
mod device_state;
mod host;
mod pass;
#[cfg(feature = "autodiff")]
mod recorded;
mod state;

use std::rc::Rc;

#[cfg(feature = "gpu")]
pub use self::device::{DevicePhase, ReadBack, Reading, RecordPart, RunSteps};
#[cfg(feature = "gpu")]
pub use self::device_state::DeviceState;
pub use self::host::{HostPhase, piece_gradients};
pub use self::pass::{PIECE, Pass};
#[cfg(feature = "autodiff")]
pub use self::recorded::{Columns, LossTerms};
pub use self::state::LearnerState;
use super::clock::Clock;
use super::crew::Crew;
use super::targets::Targets;
use super::update_stats::UpdateStats;
use crate::config::TrainConfig;
use crate::device::{Device, DeviceKind, ReadError, Values, kind, read};
use crate::nn::Networks;
use crate::ops::adam::{Adam, AdamSettings, clip_by_global_norm};
use crate::protocol::checkpoint::Checkpoint;
use crate::protocol::metrics::{Metric, Metrics};
use crate::rollout::{BadArgument, Rollout};

/// The size of a gradient step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepSize {
    /// Adam's learning rate.
    pub learning_rate: f64,
    /// Joint gradient norm above which the gradient is scaled down; `None` means no limit.
    pub max_grad_norm: Option<f64>,
}

/// A learning phase in which the device takes its steps by itself.
pub enum LearningPhase {
    /// On the host.
    Host(Box<HostPhase>),
    /// On a GPU.
    #[cfg(feature = "gpu")]
    Device(Box<DevicePhase>),
}

impl LearningPhase {
    /// Returns true if it takes the steps of many minibatches at once, when nobody looks at each of them.
    pub fn takes_many(&self) -> bool {
        match self {
            Self::Host(_) => false,
            #[cfg(feature = "gpu")]
            Self::Device(_) => true,
        }
    }

    /// Returns the measurements of the newest update.
    ///
    /// # Errors
    /// Fails if the device does not answer.
    pub async fn newest(&self) -> Result<Metrics, ReadError> {
        match self {
            Self::Host(phase) => Ok(phase.newest()),
            #[cfg(feature = "gpu")]
            Self::Device(phase) => phase.newest().await,
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
    device: Device,
    /// True if the device makes the rollouts, false if the host does.
    makes_rollouts: bool,
    /// True if every loss is recorded as a graph of tensors, on the host too.
    records_losses: bool,
    /// The metrics that each update measures, without the gradient norm.
    metrics: Vec<Metric>,
    /// The measurements of each update since the last read-back; the gradient norm is the last.
    measures: Vec<Values>,
}

impl Learner {
    /// Creates a learner that starts with `host_parameters`.
    pub fn new(
        networks: Networks,
        host_parameters: Vec<f32>,
        settings: AdamSettings,
        device: &Device,
    ) -> Self {
        let parameters = Values::from_floats(host_parameters.as_slice(), device);
        let adam = Adam::new(&parameters, settings);
        Self {
            networks,
            state: LearnerState::Apart(Box::new((parameters, adam))),
            host_parameters,
            clock: Clock::default(),
            crew: None,
            device: device.clone(),
            makes_rollouts: kind(device) == DeviceKind::Webgpu,
            records_losses: false,
            metrics: Vec::new(),
            measures: Vec::new(),
        }
    }

    /// Continues from a checkpoint of the same networks.
    pub fn restore(&mut self, checkpoint: &Checkpoint) {
        let tensor = |values: &[f32]| Values::from_floats(values, &self.device);
        let (parameters, adam) = self.state.apart();
        *parameters = tensor(&checkpoint.parameters);
        adam.first_moment = tensor(&checkpoint.first_moment);
        adam.second_moment = tensor(&checkpoint.second_moment);
        adam.clock.steps = checkpoint.adam_steps;
        self.host_parameters = checkpoint.parameters.clone();
    }

    /// Returns the device that holds the parameters.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// Returns a vector on the device that begins with the parameters, or `None` if the host makes the rollouts.
    pub fn device_parameters(&self) -> Option<Values> {
        self.makes_rollouts.then(|| self.state.acting())
    }

    /// Begins a learning phase, if the run's device takes its steps by itself. Otherwise every loss is recorded as a graph.
    ///
    /// # Errors
    /// If a single sample would be standardised.
    pub fn phase(
        &self,
        rollout: &Rollout,
        targets: &Targets,
        config: &TrainConfig,
    ) -> Result<Option<LearningPhase>, BadArgument> {
        if self.records_losses {
            return Ok(None);
        }
        match kind(&self.device) {
            DeviceKind::Cpu => Ok(Some(LearningPhase::Host(Box::new(HostPhase::new(
                self, config,
            ))))),
            DeviceKind::Webgpu => self.device_phase(rollout, targets, config),
        }
    }

    #[cfg(feature = "gpu")]
    fn device_phase(
        &self,
        rollout: &Rollout,
        targets: &Targets,
        config: &TrainConfig,
    ) -> Result<Option<LearningPhase>, BadArgument> {
        let phase = DevicePhase::new(self, rollout, targets, config)?;
        Ok(phase.map(Box::new).map(LearningPhase::Device))
    }

    #[cfg(not(feature = "gpu"))]
    #[expect(clippy::unnecessary_wraps, reason = "there is no GPU in this build")]
    fn device_phase(
        &self,
        _: &Rollout,
        _: &Targets,
        _: &TrainConfig,
    ) -> Result<Option<LearningPhase>, BadArgument> {
        Ok(None)
    }

    /// Takes over the parameters and the optimiser of a phase. Returns what its updates measured since the last time.
    ///
    /// # Errors
    /// Fails if the device does not answer.
    pub async fn take_over(&mut self, phase: &mut LearningPhase) -> Result<UpdateStats, ReadError> {
        match phase {
            LearningPhase::Host(phase) => Ok(self.take_over_host(phase)),
            #[cfg(feature = "gpu")]
            LearningPhase::Device(phase) => Ok(self
                .take_over_device(phase, RecordPart::Nothing)
                .await?
                .measured),
        }
    }

    /// Returns true if losses are recorded as graphs wherever the run learns.
    #[cfg(feature = "gpu")]
    pub fn is_recording(&self) -> bool {
        self.records_losses
    }

    /// Makes all further rollouts on the host.
    pub fn use_host_rollouts(&mut self) {
        self.makes_rollouts = false;
    }

    /// Returns the state of a checkpoint, still on the device; holding it costs no copy.
    pub fn snapshot(&self) -> LearnerState {
        self.state.clone()
    }

    /// Restores the parameters and the optimiser from a snapshot.
    pub fn rewind(&mut self, snapshot: &LearnerState) {
        self.state = snapshot.clone();
        self.measures.clear();
    }

    /// Makes one gradient step with a gradient and measurements from outside.
    pub fn apply_gradient(
        &mut self,
        gradient: &[f32],
        measures: &[(Metric, f32)],
        step_size: StepSize,
    ) {
        let tensor = |values: &[f32]| Values::from_floats(values, &self.device);
        let (metrics, values): (Vec<Metric>, Vec<f32>) = measures.iter().copied().unzip();
        self.metrics = metrics;
        let (gradient, measures) = (tensor(gradient), tensor(&values));
        self.step(gradient, measures, step_size);
    }

    fn step(&mut self, gradient: Values, measures: Values, step_size: StepSize) {
        let StepSize {
            learning_rate,
            max_grad_norm,
        } = step_size;
        let (gradient, norm) = clip_by_global_norm(gradient, max_grad_norm);
        let (parameters, adam) = self.state.apart();
        *parameters = adam.step(parameters.clone(), gradient, learning_rate);
        self.measures.push(Values::cat(vec![measures, norm], 0));
    }

    /// Returns the current parameters.
    ///
    /// # Errors
    /// Fails if the device does not answer.
    pub async fn parameters(&self) -> Result<Vec<f32>, ReadError> {
        read(self.state.parameters()).await
    }

    /// Returns the measurements of the newest update. They remain to be read back with the others.
    ///
    /// # Errors
    /// Fails if the device does not answer.
    pub async fn newest(&self) -> Result<Metrics, ReadError> {
        let mut found = Metrics::default();
        if let Some(measures) = self.measures.last() {
            let values = read(measures.clone()).await?;
            let metrics = self.metrics.iter().chain(&[Metric::GradNorm]);
            for (metric, value) in metrics.zip(values) {
                found.set(*metric, f64::from(value));
            }
        }
        Ok(found)
    }

    /// Reads parameters and measurements back in one copy. Returns the measurements.
    ///
    /// # Errors
    /// Fails if the device does not answer.
    pub async fn read_back(&mut self) -> Result<UpdateStats, ReadError> {
        let num_parameters = self.host_parameters.len();
        let updates = std::mem::take(&mut self.measures);
        let mut parts = vec![self.state.parameters()];
        parts.extend(updates);
        let mut numbers = read(Values::cat(parts, 0)).await?;
        let measures = numbers.split_off(num_parameters);
        self.host_parameters = numbers;
        let mut metrics = self.metrics.clone();
        metrics.push(Metric::GradNorm);
        Ok(UpdateStats {
            rows: measures
                .chunks(metrics.len())
                .map(<[f32]>::to_vec)
                .collect(),
            metrics,
        })
    }
}

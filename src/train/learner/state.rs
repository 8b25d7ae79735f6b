//! The parameters and the optimiser of a run, where they lie.

use std::rc::Rc;

use crate::device::ReadError;
use crate::ops::adam::{Adam, AdamSettings};
use crate::protocol::checkpoint::Checkpoint;
use crate::train::gpu::GpuState;

/// The parameters and the optimiser of a run at one time. Clones share what lies on a device.
#[derive(Clone, Debug)]
pub enum LearnerState {
    /// The host's loop learns with them.
    Host(HostState),
    /// A GPU's kernels learn with them.
    Gpu(Rc<dyn GpuState>),
}

/// The parameters and the optimiser of a run on the host.
#[derive(Clone, Debug)]
pub struct HostState {
    /// `[num_parameters]`.
    pub parameters: Vec<f32>,
    /// The running means, and the steps that were taken.
    pub adam: Adam,
}

impl HostState {
    /// Returns parameters with an optimiser that has not taken a step.
    pub fn new(parameters: Vec<f32>, settings: AdamSettings) -> Self {
        Self {
            adam: Adam::new(parameters.len(), settings),
            parameters,
        }
    }
}

impl LearnerState {
    /// Reads them back as a checkpoint without environments.
    ///
    /// # Errors
    /// Fails if the device does not answer.
    pub async fn read(self, iteration: usize, global_step: u64) -> Result<Checkpoint, ReadError> {
        match self {
            Self::Host(HostState { parameters, adam }) => Ok(Checkpoint {
                iteration,
                global_step,
                parameters,
                first_moment: adam.first_moment,
                second_moment: adam.second_moment,
                adam_steps: adam.clock.steps,
                worlds: None,
                normalisation: None,
            }),
            Self::Gpu(state) => {
                let mut all = state.read(iteration, global_step).await?;
                Ok(all.swap_remove(0))
            }
        }
    }
}

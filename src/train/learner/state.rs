//! The parameters and the optimiser of a run, where they lie.

#[cfg(feature = "gpu")]
use super::DeviceState;
use crate::device::{ReadError, Values, read};
use crate::ops::adam::Adam;
use crate::protocol::checkpoint::Checkpoint;

/// The parameters and the optimiser of a run at one time. Clones share what lies on a device.
#[derive(Clone)]
pub enum LearnerState {
    /// Each is a vector of its own.
    Apart(Box<(Values, Adam)>),
    /// All are parts of one vector, from which a GPU takes whole learning phases.
    #[cfg(feature = "gpu")]
    Together(Box<DeviceState>),
}

impl LearnerState {
    /// Returns the parameters.
    pub fn parameters(&self) -> Values {
        match self {
            Self::Apart(apart) => apart.0.clone(),
            #[cfg(feature = "gpu")]
            Self::Together(state) => state.apart().0,
        }
    }

    /// Returns a vector that begins with the parameters, which a rollout needs no more than.
    pub fn acting(&self) -> Values {
        match self {
            Self::Apart(apart) => apart.0.clone(),
            #[cfg(feature = "gpu")]
            Self::Together(state) => state.vector().clone(),
        }
    }

    /// Returns the parameters and the optimiser of a run on the CPU.
    ///
    /// # Panics
    /// If a GPU learns with them.
    pub fn on_host(&self) -> (&Values, &Adam) {
        match self {
            Self::Apart(apart) => (&apart.0, &apart.1),
            #[cfg(feature = "gpu")]
            Self::Together(_) => panic!("only a GPU learns from one vector"),
        }
    }

    /// Returns the parameters and the optimiser, each as a vector of its own from now on.
    pub fn apart(&mut self) -> (&mut Values, &mut Adam) {
        #[cfg(feature = "gpu")]
        if let Self::Together(state) = self {
            *self = Self::Apart(Box::new(state.apart()));
        }
        match self {
            Self::Apart(apart) => (&mut apart.0, &mut apart.1),
            #[cfg(feature = "gpu")]
            Self::Together(_) => unreachable!("they have just been taken apart"),
        }
    }

    /// Reads them back as a checkpoint without environments.
    ///
    /// # Errors
    /// Fails if the device does not answer.
    pub async fn read(self, iteration: usize, global_step: u64) -> Result<Checkpoint, ReadError> {
        let (parameters, adam) = match self {
            Self::Apart(apart) => *apart,
            #[cfg(feature = "gpu")]
            Self::Together(state) => {
                let mut all = state.read(iteration, global_step).await?;
                return Ok(all.swap_remove(0));
            }
        };
        let parts = vec![parameters, adam.first_moment, adam.second_moment];
        let mut parameters = read(Values::cat(parts, 0)).await?;
        let mut first_moment = parameters.split_off(parameters.len() / 3);
        let second_moment = first_moment.split_off(first_moment.len() / 2);
        Ok(Checkpoint {
            iteration,
            global_step,
            parameters,
            first_moment,
            second_moment,
            adam_steps: adam.clock.steps,
            worlds: None,
        })
    }
}

//! The parameters and the optimisers of runs on a GPU.

use burn::tensor::{Device, Tensor, TensorData};

use super::{Learner, LearnerState};
use crate::device::{ReadError, read};
use crate::ops::adam::{Adam, AdamClock, AdamSettings};
use crate::ops::learn::stride;
use crate::protocol::checkpoint::Checkpoint;

/// The parameters and the optimisers of some runs of the same shape, side by side on a GPU.
#[derive(Clone)]
pub struct DeviceState {
    /// `[runs * 3 * stride]`: parameters, first moments, second moments of each run.
    pub(super) vector: Tensor<1>,
    pub(super) num_parameters: usize,
    pub(super) clocks: Vec<AdamClock>,
}

impl DeviceState {
    /// Copies parameters to a device, with an optimiser for each run that has not taken a step.
    pub fn new(runs: &[(&[f32], AdamSettings)], device: &Device) -> Self {
        let num_parameters = runs[0].0.len();
        let stride = stride(num_parameters);
        let mut numbers = vec![0.0; runs.len() * 3 * stride];
        for ((parameters, _), own) in runs.iter().zip(numbers.chunks_mut(3 * stride)) {
            own[..num_parameters].copy_from_slice(parameters);
        }
        let count = numbers.len();
        Self {
            vector: Tensor::from_data(TensorData::new(numbers, [count]), device),
            num_parameters,
            clocks: runs.iter().map(|(_, it)| AdamClock::new(*it)).collect(),
        }
    }

    /// Returns the state of a learner, put together if it is not yet.
    pub fn of_learner(learner: &Learner) -> Self {
        match &learner.state {
            LearnerState::Together(state) => (**state).clone(),
            LearnerState::Apart(apart) => {
                let (parameters, adam) = &**apart;
                let count = learner.host_parameters.len();
                let rest = Tensor::zeros([stride(count) - count], &learner.device);
                let parts = [parameters, &adam.first_moment, &adam.second_moment];
                let parts = parts.into_iter().flat_map(|it| [it.clone(), rest.clone()]);
                let parts = parts.filter(|it| it.dims()[0] > 0);
                Self {
                    vector: Tensor::cat(parts.collect(), 0),
                    num_parameters: count,
                    clocks: vec![adam.clock],
                }
            }
        }
    }

    /// Returns the vector of all runs, which begins with the parameters of the first.
    pub fn vector(&self) -> &Tensor<1> {
        &self.vector
    }

    /// Returns the parameters and the optimiser of a run that is alone.
    pub fn apart(&self) -> (Tensor<1>, Adam) {
        let (count, stride) = (self.num_parameters, stride(self.num_parameters));
        let part = |index: usize| {
            let start = index * stride;
            self.vector.clone().slice(start..start + count)
        };
        let adam = Adam {
            first_moment: part(1),
            second_moment: part(2),
            clock: self.clocks[0],
        };
        (part(0), adam)
    }

    /// Returns the state of some of the runs, by their places.
    pub fn of(&self, runs: &[usize]) -> Self {
        let own = 3 * stride(self.num_parameters);
        let part = |run: &usize| self.vector.clone().slice(run * own..(run + 1) * own);
        Self {
            vector: Tensor::cat(runs.iter().map(part).collect(), 0),
            num_parameters: self.num_parameters,
            clocks: runs.iter().map(|run| self.clocks[*run]).collect(),
        }
    }

    /// Reads them back, as a checkpoint of each run without environments.
    ///
    /// # Errors
    /// Fails if the device does not answer.
    pub async fn read(
        self,
        iteration: usize,
        global_step: u64,
    ) -> Result<Vec<Checkpoint>, ReadError> {
        let (count, stride) = (self.num_parameters, stride(self.num_parameters));
        let numbers = read(self.vector).await?;
        let runs = numbers.chunks(3 * stride).zip(&self.clocks);
        Ok(runs
            .map(|(own, clock)| {
                let part = |index: usize| own[index * stride..][..count].to_vec();
                Checkpoint {
                    iteration,
                    global_step,
                    parameters: part(0),
                    first_moment: part(1),
                    second_moment: part(2),
                    adam_steps: clock.steps,
                    worlds: None,
                }
            })
            .collect())
    }
}

//! The parameters and the optimisers of runs on a GPU.

use burn::tensor::{Device, Tensor, TensorData};

use super::HostState;
use crate::device::{ReadError, read};
use crate::ops::adam::AdamClock;
use crate::ops::learn::stride;
use crate::protocol::checkpoint::Checkpoint;

/// The parameters and the optimisers of some runs of the same shape, side by side on a GPU.
#[derive(Clone, Debug)]
pub struct DeviceState {
    /// `[runs * 3 * stride]`: parameters, first moments, second moments of each run.
    pub(super) vector: Tensor<1>,
    pub(super) num_parameters: usize,
    pub(super) clocks: Vec<AdamClock>,
}

impl DeviceState {
    /// Copies the states of some runs to a device.
    pub fn new(runs: &[&HostState], device: &Device) -> Self {
        let num_parameters = runs[0].parameters.len();
        let stride = stride(num_parameters);
        let mut numbers = vec![0.0; runs.len() * 3 * stride];
        for (run, own) in runs.iter().zip(numbers.chunks_mut(3 * stride)) {
            let parts = [
                &run.parameters,
                &run.adam.first_moment,
                &run.adam.second_moment,
            ];
            for (part, into) in parts.into_iter().zip(own.chunks_mut(stride)) {
                into[..num_parameters].copy_from_slice(part);
            }
        }
        let count = numbers.len();
        Self {
            vector: Tensor::from_data(TensorData::new(numbers, [count]), device),
            num_parameters,
            clocks: runs.iter().map(|run| run.adam.clock).collect(),
        }
    }

    /// Returns the vector of all runs, which begins with the parameters of the first.
    pub fn vector(&self) -> &Tensor<1> {
        &self.vector
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

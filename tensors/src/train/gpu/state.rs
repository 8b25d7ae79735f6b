//! The parameters and the optimisers of runs on a GPU.

use std::rc::Rc;

use burn::tensor::{Device, Tensor, TensorData};
use futures::future::{FutureExt as _, LocalBoxFuture};
use policy_lab::config::TrainConfig;
use policy_lab::device::ReadError;
use policy_lab::nn::Networks;
use policy_lab::ops::adam::AdamClock;
use policy_lab::ops::rollout::{RolloutPlan, RunWorlds};
use policy_lab::protocol::checkpoint::Checkpoint;
use policy_lab::rollout::{BadArgument, Rollout};
use policy_lab::train::gpu::{GpuPhase, GpuState, RunSteps};
use policy_lab::train::learner::HostState;
use policy_lab::train::targets::Targets;

use super::phase::DevicePhase;
use crate::device::{read, read_words};
use crate::ops::learn::stride;
use crate::ops::rollout::rollout;

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
}

impl GpuState for DeviceState {
    fn rollout(
        &self,
        runs: &[RunWorlds<'_>],
        plan: RolloutPlan,
    ) -> LocalBoxFuture<'static, Result<Vec<i32>, ReadError>> {
        read_words(rollout(&self.vector, runs, plan)).boxed_local()
    }

    fn phase(
        &self,
        networks: &Networks,
        samples: (&Rollout, &Targets),
        config: &TrainConfig,
    ) -> Result<Box<dyn GpuPhase>, BadArgument> {
        let phase = DevicePhase::new(self.clone(), networks, samples, config)?;
        Ok(Box::new(phase))
    }

    fn phase_with_rollouts(
        &self,
        networks: &Networks,
        runs: &[&TrainConfig],
        steps: &[RunSteps],
        rollouts: (&[RunWorlds<'_>], RolloutPlan),
    ) -> Box<dyn GpuPhase> {
        let state = self.clone();
        Box::new(DevicePhase::with_rollouts(
            state, networks, runs, steps, rollouts,
        ))
    }

    fn of(&self, runs: &[usize]) -> Rc<dyn GpuState> {
        let own = 3 * stride(self.num_parameters);
        let part = |run: &usize| self.vector.clone().slice(run * own..(run + 1) * own);
        Rc::new(Self {
            vector: Tensor::cat(runs.iter().map(part).collect(), 0),
            num_parameters: self.num_parameters,
            clocks: runs.iter().map(|run| self.clocks[*run]).collect(),
        })
    }

    fn read(
        &self,
        iteration: usize,
        global_step: u64,
    ) -> LocalBoxFuture<'static, Result<Vec<Checkpoint>, ReadError>> {
        self.clone()
            .checkpoints(iteration, global_step)
            .boxed_local()
    }
}

impl DeviceState {
    /// Reads the runs back, as a checkpoint of each without environments.
    async fn checkpoints(
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
                    normalisation: None,
                }
            })
            .collect())
    }
}

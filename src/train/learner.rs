//! Parameters on the device, and the step that moves them.

use burn::tensor::{Device, Int, Tensor, TensorData};

use super::clock::Clock;
use crate::device::{ReadError, read};
use crate::envs::cartpole::OBS_SIZE;
use crate::nn::Networks;
use crate::ops::adam::{Adam, clip_by_global_norm};
use crate::rollout::Minibatch;

/// Rows that one forward and backward pass sees. A larger minibatch goes in pieces whose gradients add up, so that
/// hidden layers fit WebGPU's default binding limit of 128 MiB and a stop request waits for one piece at most.
const CHUNK_ROWS: usize = 16_384;
/// Detail 3 of "The 37 Implementation Details of PPO"; the course's VPG uses it as well.
const ADAM_EPSILON: f64 = 1e-5;

/// A minibatch on the device. Rows are samples.
#[derive(Clone)]
pub struct Columns {
    /// `[rows, 4]`.
    pub obs: Tensor<2>,
    /// `[rows]`.
    pub actions: Tensor<1, Int>,
    /// `[rows]`.
    pub old_log_prob: Tensor<1>,
    /// `[rows]`.
    pub advantages: Tensor<1>,
    /// `[rows]`.
    pub returns: Tensor<1>,
}

/// What a loss function gives for some rows.
pub struct Terms {
    /// The mean loss, `[1]`.
    pub loss: Tensor<1>,
    /// Means of whatever is measured, `[1]` each, always in the same order.
    pub measures: Vec<Tensor<1>>,
}

/// The parameters of a run and their optimiser.
pub struct Learner {
    /// Shapes of the networks.
    pub networks: Networks,
    /// The parameters as last read back: what the rollout acts with.
    pub host_parameters: Vec<f32>,
    /// Time that the run takes.
    pub clock: Clock,
    parameters: Tensor<1>,
    adam: Adam,
    device: Device,
    /// Measures of each update since the last read-back, the gradient norm last.
    measures: Vec<Tensor<1>>,
}

impl Learner {
    /// Fresh parameters under `seed`.
    pub fn new(networks: Networks, seed: u32, device: &Device) -> Self {
        let host_parameters = networks.initial_parameters(seed);
        let parameters = Tensor::<1>::from_floats(host_parameters.as_slice(), device);
        Self {
            networks,
            adam: Adam::new(&parameters, ADAM_EPSILON),
            parameters,
            host_parameters,
            clock: Clock::default(),
            device: device.clone(),
            measures: Vec::new(),
        }
    }

    /// Copies a minibatch to the device.
    pub fn upload(&self, minibatch: Minibatch) -> Columns {
        let device = self.device.clone().autodiff();
        let rows = minibatch.len();
        let column =
            |values: Vec<f32>| Tensor::<1>::from_data(TensorData::new(values, [rows]), &device);
        Columns {
            obs: Tensor::from_data(TensorData::new(minibatch.obs, [rows, OBS_SIZE]), &device),
            actions: Tensor::from_data(TensorData::new(minibatch.actions, [rows]), &device),
            old_log_prob: column(minibatch.old_log_prob),
            advantages: column(minibatch.advantages),
            returns: column(minibatch.returns),
        }
    }

    /// One gradient step on the mean of `terms` over all rows.
    pub async fn update(
        &mut self,
        columns: Columns,
        (learning_rate, max_grad_norm): (f64, Option<f64>),
        terms: impl Fn(&Networks, &Tensor<1>, Columns) -> Terms,
    ) {
        let rows = columns.actions.dims()[0];
        let mut gradient: Option<Tensor<1>> = None;
        let mut measures: Option<Tensor<1>> = None;
        for start in (0..rows).step_by(CHUNK_ROWS) {
            let end = (start + CHUNK_ROWS).min(rows);
            let share = (end - start) as f64 / rows as f64;
            let parameters = self.parameters.clone().autodiff().require_grad();
            let part = terms(&self.networks, &parameters, columns.rows(start, end));
            let mut gradients = (part.loss * share).backward();
            let Some(added) = parameters.grad_remove(&mut gradients) else {
                // A loss that does not depend on the parameters moves nothing.
                return;
            };
            gradient = Some(match gradient {
                Some(sum) => sum + added,
                None => added,
            });
            let added = Tensor::cat(part.measures, 0).inner() * share;
            measures = Some(match measures {
                Some(sum) => sum + added,
                None => added,
            });
            self.clock.let_others_in().await;
        }
        if let (Some(gradient), Some(measures)) = (gradient, measures) {
            let (gradient, norm) = clip_by_global_norm(gradient, max_grad_norm);
            self.parameters = self
                .adam
                .step(self.parameters.clone(), gradient, learning_rate);
            self.measures.push(Tensor::cat(vec![measures, norm], 0));
        }
    }

    /// Reads parameters and measures back in one copy. The measures come as one row per update.
    ///
    /// # Errors
    /// When the device does not answer.
    pub async fn read_back(&mut self) -> Result<Vec<Vec<f32>>, ReadError> {
        let num_parameters = self.host_parameters.len();
        let updates = std::mem::take(&mut self.measures);
        let num_updates = updates.len();
        let mut parts = vec![self.parameters.clone()];
        parts.extend(updates);
        let mut numbers = read(Tensor::cat(parts, 0)).await?;
        let measures = numbers.split_off(num_parameters);
        self.host_parameters = numbers;
        let width = measures.len().checked_div(num_updates).unwrap_or(0);
        Ok(match width {
            0 => Vec::new(),
            width => measures.chunks(width).map(<[f32]>::to_vec).collect(),
        })
    }
}

impl Columns {
    fn rows(&self, start: usize, end: usize) -> Self {
        let column = |values: &Tensor<1>| values.clone().slice(start..end);
        Self {
            obs: self.obs.clone().slice([start..end, 0..OBS_SIZE]),
            actions: self.actions.clone().slice(start..end),
            old_log_prob: column(&self.old_log_prob),
            advantages: column(&self.advantages),
            returns: column(&self.returns),
        }
    }
}

//! Gradient steps on losses that are recorded as graphs: on a GPU whose kernels do not fit the settings or failed their test, in the
//! clip lab, and where the other bodies are held against them.

use burn::tensor::{Int, Tensor, TensorData};

use super::{Learner, StepSize};
use crate::device::{DeviceKind, kind};
use crate::nn::{Mlp, Networks, categorical};
use crate::ops::gpu_layout;
use crate::ops::mlp::host::HOST_ROWS;
use crate::protocol::metrics::Metric;
use crate::rollout::Minibatch;

/// A minibatch on the device. Rows are samples.
#[derive(Clone)]
pub struct Columns {
    /// Observations, `[rows, obs_size]`.
    pub obs: Tensor<2>,
    /// Actions, `[rows]`.
    pub actions: Tensor<1, Int>,
    /// Log-probabilities of the actions during the rollout, `[rows]`.
    pub old_log_prob: Tensor<1>,
    /// Advantages, `[rows]`.
    pub advantages: Tensor<1>,
    /// Returns, `[rows]`.
    pub returns: Tensor<1>,
}

/// The result of a loss function for some rows.
pub struct LossTerms {
    /// The mean loss, `[1]`.
    pub loss: Tensor<1>,
    /// Means of the measured metrics, `[1]` each; the same metrics every time.
    pub measures: Vec<(Metric, Tensor<1>)>,
}

impl Learner {
    /// Learns from recorded losses on the host as well: what the host's own loop is held against.
    pub fn record_losses(&mut self) {
        self.records_losses = true;
    }

    /// Returns the most rows in one forward and backward pass; the gradients of several passes are added up. On the
    /// host a stop request waits for at most one pass, and on a GPU the tensors kept for the gradient fit into one
    /// binding.
    fn rows_at_once(&self) -> usize {
        match kind(&self.device) {
            DeviceKind::Cpu => HOST_ROWS,
            DeviceKind::Webgpu => (self.networks.all())
                .map(gpu_layout::rows_at_once)
                .min()
                .unwrap_or(HOST_ROWS),
        }
    }

    /// Copies a minibatch to the device.
    pub fn upload(&self, minibatch: Minibatch) -> Columns {
        let device = self.device.clone().autodiff();
        let rows = minibatch.len();
        let obs_size = self.networks.actor.sizes[0];
        let column =
            |values: Vec<f32>| Tensor::<1>::from_data(TensorData::new(values, [rows]), &device);
        Columns {
            obs: Tensor::from_data(TensorData::new(minibatch.obs, [rows, obs_size]), &device),
            actions: Tensor::from_data(TensorData::new(minibatch.actions, [rows]), &device),
            old_log_prob: column(minibatch.old_log_prob),
            advantages: column(minibatch.advantages),
            returns: column(minibatch.returns),
        }
    }

    /// Makes one gradient step on the mean of `terms` over all rows.
    pub async fn update(
        &mut self,
        columns: Columns,
        step_size: StepSize,
        terms: impl Fn(&Networks, &Tensor<1>, Columns) -> LossTerms,
    ) {
        let rows = columns.actions.dims()[0];
        let mut gradient: Option<Tensor<1>> = None;
        let mut measures: Option<Tensor<1>> = None;
        let most = self.rows_at_once();
        for start in (0..rows).step_by(most) {
            let end = (start + most).min(rows);
            let share = (end - start) as f64 / rows as f64;
            let parameters = self.state.parameters().autodiff().require_grad();
            let part = terms(&self.networks, &parameters, columns.rows(start, end));
            let mut gradients = (part.loss * share).backward();
            let Some(added) = parameters.grad_remove(&mut gradients) else {
                // A loss that does not depend on the parameters changes nothing.
                return;
            };
            gradient = Some(match gradient {
                Some(sum) => sum + added,
                None => added,
            });
            let (metrics, values): (Vec<Metric>, Vec<Tensor<1>>) =
                part.measures.into_iter().unzip();
            self.metrics = metrics;
            let added = Tensor::cat(values, 0).inner() * share;
            measures = Some(match measures {
                Some(sum) => sum + added,
                None => added,
            });
            self.clock.let_others_in().await;
        }
        if let (Some(gradient), Some(measures)) = (gradient, measures) {
            self.step(gradient, measures, step_size);
        }
    }

    /// Returns the critic's value of every row, without gradient: `[rows]`.
    pub fn values(&self, critic: &Mlp, obs: &Tensor<2>) -> Tensor<1> {
        let rows = obs.dims()[0];
        let most = self.rows_at_once();
        let obs = obs.clone().inner();
        let pieces = (0..rows)
            .step_by(most)
            .map(|start| {
                let end = (start + most).min(rows);
                critic
                    .forward(&self.state.parameters(), obs.clone().slice(start..end))
                    .reshape([end - start])
            })
            .collect();
        Tensor::from_inner(Tensor::cat(pieces, 0))
    }

    /// Returns the log-probability of each taken action under the current policy, without gradient.
    ///
    /// # Shapes
    /// - output: `[rows]`
    pub fn log_prob(&self, columns: &Columns) -> Tensor<1> {
        let (obs, actions) = (columns.obs.clone().inner(), columns.actions.clone());
        let most = self.rows_at_once();
        let rows = actions.dims()[0];
        let pieces = (0..rows).step_by(most).map(|start| {
            let rows = start..(start + most).min(rows);
            let logits = self
                .networks
                .actor
                .forward(&self.state.parameters(), obs.clone().slice(rows.clone()));
            categorical::log_prob(logits, actions.clone().slice(rows))
        });
        Tensor::cat(pieces.collect(), 0)
    }
}

impl Columns {
    fn rows(&self, start: usize, end: usize) -> Self {
        let column = |values: &Tensor<1>| values.clone().slice(start..end);
        Self {
            obs: self.obs.clone().slice(start..end),
            actions: self.actions.clone().slice(start..end),
            old_log_prob: column(&self.old_log_prob),
            advantages: column(&self.advantages),
            returns: column(&self.returns),
        }
    }
}

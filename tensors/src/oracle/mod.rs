//! The oracle: each loss as the textbook writes it, a function of tensors whose gradient autodiff
//! finds. It trains no run. Checks and tests hold the two bodies that do against it: the host's
//! loop (`train/learner/pass.rs`, `algos/slopes.rs`) and the GPU's kernels (`ops/kernels/pass.rs`,
//! `ops/kernels/slopes.rs`). The examples are written with it, and the course's chapters show it.
//!
//! Each algorithm's file begins with what changed since the one before, and holds only the
//! formulas, because the page shows them as they are. Their tests, with numbers worked by hand, are
//! in `tests/`. All of it computes on the CPU.

use burn::tensor::{Device, Int, Tensor, TensorData};

pub mod categorical;
pub mod diagnostics;
pub mod gaussian;
pub mod losses;
pub mod network;
pub mod ppo;
pub mod reinforce;
pub mod standardise;
pub mod value;
pub mod value_clip;
pub mod vpg;

use self::losses::{Columns, LossTerms, normalise_and_baseline, total_loss};
use policy_lab::config::TrainConfig;
use policy_lab::nn::Networks;
use policy_lab::protocol::metrics::Metric;
use policy_lab::rollout::{HookError, Minibatch, StepHooks};
use policy_lab::train::hooks::{HookResult, TrainHooks};
use policy_lab::train::learner::metrics;
use policy_lab::train::setup::networks;

/// A run's loss by autodiff. As hooks of a session it takes the place of the run's own loss, and of
/// nothing else.
pub struct Oracle {
    config: TrainConfig,
    networks: Networks,
}

impl Oracle {
    /// Returns the oracle of a run with these settings.
    pub fn new(config: &TrainConfig) -> Self {
        Self::of_networks(config, networks(config))
    }

    /// Returns the oracle of a run with these settings and other networks.
    pub fn of_networks(config: &TrainConfig, networks: Networks) -> Self {
        Self {
            config: config.clone(),
            networks,
        }
    }

    /// Returns the loss on the mean of all rows of a minibatch, whose gradient flows into
    /// `parameters`, and what is measured. VPG's minibatches are `num_envs` whole environments,
    /// step by step.
    ///
    /// # Errors
    /// If a single sample would be standardised.
    pub fn loss(
        &self,
        parameters: &Tensor<1>,
        minibatch: &Minibatch,
        num_envs: usize,
    ) -> Result<LossTerms, HookError> {
        let columns = Columns::of(minibatch);
        let columns = normalise_and_baseline(
            columns,
            num_envs,
            (&self.networks, parameters),
            &self.config,
        )
        .map_err(|error| HookError::Raised(error.to_string()))?;
        Ok(total_loss(
            &self.networks,
            parameters,
            columns,
            &self.config,
        ))
    }
}

impl StepHooks for Oracle {}

impl TrainHooks for Oracle {
    fn has_loss(&self) -> bool {
        true
    }

    fn gradient(
        &self,
        parameters: &[f32],
        minibatch: &Minibatch,
        num_envs: usize,
    ) -> HookResult<(Vec<f32>, Vec<f32>)> {
        let leaf = column(parameters).require_grad();
        let LossTerms { loss, measures } = self.loss(&leaf, minibatch, num_envs)?;
        let mut gradients = loss.backward();
        // A loss that does not depend on the parameters changes nothing.
        let gradient = leaf.grad_remove(&mut gradients);
        let gradient = gradient.map_or_else(|| vec![0.0; parameters.len()], numbers);
        let measured = self.measures(&self.config).into_iter().map(|metric| {
            let found = measures.iter().find(|(other, _)| *other == metric);
            let found = found.map(|(_, value)| numbers(value.clone())[0]);
            found.ok_or(HookError::Missing)
        });
        Ok((gradient, measured.collect::<Result<_, _>>()?))
    }

    /// The metrics that the run's own loss measures.
    fn measures(&self, config: &TrainConfig) -> Vec<Metric> {
        let mut all = metrics(config.plan().loss, self.networks.critic.is_some());
        all.retain(|metric| *metric != Metric::GradNorm);
        all
    }
}

/// Returns the values as a tensor `[n]` that can carry gradient.
pub fn column(values: &[f32]) -> Tensor<1> {
    let data = TensorData::new(values.to_vec(), [values.len()]);
    Tensor::from_data(data, &Device::flex().autodiff())
}

/// Returns the values as a tensor `[n / columns, columns]` that can carry gradient.
pub fn rows_of(values: &[f32], columns: usize) -> Tensor<2> {
    let data = TensorData::new(values.to_vec(), [values.len() / columns, columns]);
    Tensor::from_data(data, &Device::flex().autodiff())
}

/// Returns the actions as a tensor `[n]`.
pub fn actions(values: &[i32]) -> Tensor<1, Int> {
    let data = TensorData::new(values.to_vec(), [values.len()]);
    Tensor::from_data(data, &Device::flex().autodiff())
}

/// Returns the numbers of a tensor, in row-major order.
pub fn numbers<const D: usize>(tensor: Tensor<D>) -> Vec<f32> {
    let data = tensor.into_data();
    data.try_to_vec()
        .expect("they are single-precision numbers")
}

/// Panics if columns, each given with its name, differ in length. burn would broadcast a column of
/// one row over all the rows of the other, and the loss would be wrong without an error.
///
/// # Panics
/// If the lengths differ. A reader never sees this, because the results of their functions are
/// checked first.
fn same_rows(columns: &[(&str, &Tensor<1>)]) {
    for pair in columns.windows(2) {
        let [(first, rows), (second, others)] =
            [pair[0], pair[1]].map(|(name, it)| (name, it.dims()[0]));
        assert!(
            rows == others,
            "{first} has {rows} rows and {second} has {others}: each sample needs one in both"
        );
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;

//! The workloads that are timed: an update, a rollout and a whole run, on any device.

use burn::tensor::{Device, Int, Tensor, TensorData};
use policy_lab::algos::reinforce;
use policy_lab::checks::balance;
use policy_lab::device::{DeviceKind, ReadError, kind, read};
use policy_lab::envs::{Env, EnvId};
use policy_lab::nn::{Activation, Init, Networks, categorical};
use policy_lab::ops::adam::{Adam, AdamSettings};
use policy_lab::random::{Purpose, Stream as Random};
use policy_lab::rollout::{Collector, StepOn};
use web_time::Instant;

/// Returns the network of the course's training run.
fn networks() -> Networks {
    Networks::new((4, 2), &[120, 84], Activation::Relu, false)
}

fn first_parameters() -> Vec<f32> {
    networks().initial_parameters(1, Init::UniformFanIn)
}

/// One policy-gradient update with Adam, on rows that are already on the device.
pub struct UpdateWorkload {
    networks: Networks,
    parameters: Tensor<1>,
    adam: Adam,
    obs: Tensor<2>,
    actions: Tensor<1, Int>,
    advantages: Tensor<1>,
}

impl UpdateWorkload {
    /// Creates random rows.
    pub fn new(rows: usize, device: &Device) -> Self {
        let random = Random::new(1, Purpose::Check);
        let normal = |column: u32| {
            let random = &random;
            (0..rows as u32).map(move |row| random.normals([column, row])[0] as f32)
        };
        let obs: Vec<f32> = (0..rows)
            .zip(normal(0).zip(normal(1)).zip(normal(2).zip(normal(3))))
            .flat_map(|(_, ((a, b), (c, d)))| [a, b, c, d])
            .collect();
        let actions: Vec<i32> = (0..rows as u32)
            .map(|row| (random.bits([4, row])[0] % 2) as i32)
            .collect();
        let tracking = device.clone().autodiff();
        let parameters = Tensor::from_floats(first_parameters().as_slice(), device);
        let settings = AdamSettings {
            epsilon: 1e-8,
            weight_decay: 0.0,
        };
        Self {
            networks: networks(),
            adam: Adam::new(&parameters, settings),
            parameters,
            obs: Tensor::from_data(TensorData::new(obs, [rows, 4]), &tracking),
            actions: Tensor::from_data(TensorData::new(actions, [rows]), &tracking),
            advantages: Tensor::from_data(
                TensorData::new(normal(5).collect::<Vec<_>>(), [rows]),
                &tracking,
            ),
        }
    }

    /// Makes one update, and waits until the device is really done.
    pub async fn run(&mut self) -> Result<(), ReadError> {
        if let Some(gradient) = self.gradient() {
            self.parameters = self.adam.step(self.parameters.clone(), gradient, 1e-3);
        }
        read(self.parameters.clone().slice(0..1)).await.map(drop)
    }

    /// Returns the parameters, with gradient tracking, and the logits of all rows.
    pub(super) fn forward(&self) -> (Tensor<1>, Tensor<2>) {
        let parameters = self.parameters.clone().autodiff().require_grad();
        let logits = self.networks.actor.forward(&parameters, self.obs.clone());
        (parameters, logits)
    }

    /// Returns the gradient of the loss.
    pub(super) fn gradient(&self) -> Option<Tensor<1>> {
        let (parameters, logits) = self.forward();
        let log_prob = categorical::log_prob(logits.clone(), self.actions.clone());
        let entropy = categorical::entropy(logits).mean();
        let loss = reinforce::policy_loss(log_prob, self.advantages.clone()) - entropy * 0.01;
        parameters.grad_remove(&mut loss.backward())
    }
}

/// A rollout: `num_steps` steps of environments with sampled actions, all of it recorded.
pub struct RolloutWorkload {
    pub(super) collector: Collector,
    on_host: Vec<f32>,
    pub(super) on_device: Tensor<1>,
    pub(super) num_steps: usize,
}

impl RolloutWorkload {
    /// Creates environments at the start of their first episodes.
    pub fn new(num_envs: usize, num_steps: usize, device: &Device) -> Self {
        let parameters = first_parameters();
        Self {
            collector: Collector::new(num_envs, Env::new(EnvId::Cartpole), networks(), 1),
            on_device: Tensor::from_floats(parameters.as_slice(), device),
            on_host: parameters,
            num_steps,
        }
    }

    /// Makes one rollout, as a training run does. Returns the number of episodes that ended.
    pub async fn run(&mut self) -> Result<usize, ReadError> {
        let mut rollout = self.collector.rollout(self.num_steps);
        while rollout.num_steps < self.num_steps {
            let left = self.num_steps - rollout.num_steps;
            let (steps, on) = match self.steps_on_device() {
                Some(steps) => (steps.min(left), StepOn::Device(&self.on_device)),
                None => (left, StepOn::Host(&self.on_host)),
            };
            (self.collector).take_steps(&mut rollout, steps, on).await?;
        }
        self.collector.finish(&mut rollout, &self.on_host);
        Ok(rollout.final_obs.len())
    }

    /// Returns the steps that the device takes in one call, or `None` if the host takes them.
    pub(super) fn steps_on_device(&self) -> Option<usize> {
        let is_gpu = kind(&self.on_device.device()) == DeviceKind::Webgpu;
        is_gpu.then(|| self.collector.steps_at_once())
    }
}

/// Returns the seconds and the iterations that a preset needs until its poles stay up, or `None` if they never do.
pub async fn solve(preset: &str, device: &Device) -> Result<Option<(f64, usize)>, String> {
    let begun = Instant::now();
    let balanced = balance(preset, 1, device)
        .await
        .map_err(|error| error.to_string())?;
    Ok(balanced
        .reached
        .map(|(iteration, _)| (begun.elapsed().as_secs_f64(), iteration)))
}

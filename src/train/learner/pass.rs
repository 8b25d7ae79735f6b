//! A pass over rows of a minibatch on the host: a block of them at a time through the networks, the
//! loss and back, while the block is in the nearest cache. The losses are those of
//! `algos/slopes.rs`. The kernel's twin is `ops/kernels/pass.rs`.

use std::ops::Range;

use crate::algos::{columns, slopes};
use crate::config::{Advantage, LearningPlan, PolicyLoss, Standardise, TrainConfig};
use crate::nn::{Mlp, Networks, categorical};
use crate::ops::gaussian;
use crate::ops::mlp::host::{Gradient, Packed, Scratch};
use crate::protocol::share::MeasureSums;
use crate::rollout::Minibatch;

/// Rows whose gradients are summed before they are added to those of others. The borders do not
/// depend on how many cores share the rows, and neither does the result.
pub const PIECE: usize = 2_048;

/// The networks of a run with their gradients, and what its loss reads.
pub struct Pass {
    actor: Trained,
    log_stds: LogStds,
    critic: Option<Trained>,
    scratch: Scratch,
    loss: LossOf,
}

/// The logarithms of standard deviations, with their gradient; none for discrete actions.
struct LogStds {
    places: Range<usize>,
    values: Vec<f32>,
    gradient: Vec<f32>,
}

/// What of the configuration a loss reads.
struct LossOf {
    plan: LearningPlan,
    ent_coef: f32,
    vf_coef: f32,
    /// Error of the critic from which its loss grows in proportion; infinite without one.
    huber_delta: f32,
    value_clip: Option<f32>,
    /// True if each row subtracts the critic's value from its return by itself.
    subtracts_value: bool,
    /// True if the policy's gradient flows into the critic through the advantage.
    flows_to_critic: bool,
}

/// A network, its gradient, and the memory for a block of rows.
struct Trained {
    network: Packed,
    gradient: Gradient,
    hidden: Vec<f32>,
    output: Vec<f32>,
    output_grad: Vec<f32>,
}

impl Pass {
    /// Begins with these parameters.
    pub fn new(networks: &Networks, parameters: &[f32], config: &TrainConfig) -> Self {
        let Networks { actor, critic, .. } = networks;
        let places = networks.log_stds();
        let plan = config.plan();
        let has_baseline = plan.advantage == Some(Advantage::Value) && critic.is_some();
        let flows_to_critic = has_baseline && !config.detach_advantage;
        let is_standardised = plan.standardise == Standardise::Advantages;
        Self {
            actor: Trained::new(actor, parameters),
            log_stds: LogStds {
                values: parameters[places.clone()].to_vec(),
                gradient: vec![0.0; places.len()],
                places,
            },
            critic: critic.as_ref().map(|it| Trained::new(it, parameters)),
            scratch: Scratch::default(),
            loss: LossOf {
                plan,
                ent_coef: config.ent_coef as f32,
                vf_coef: config.vf_coef as f32,
                huber_delta: plan.huber_delta.map_or(f32::INFINITY, |it| it as f32),
                value_clip: plan.value_clip.map(|it| it as f32),
                subtracts_value: flows_to_critic || has_baseline && !is_standardised,
                flows_to_critic,
            },
        }
    }

    /// Takes over other parameters.
    pub fn refill(&mut self, parameters: &[f32]) {
        self.trained_mut()
            .for_each(|trained| trained.network.refill(parameters));
        let LogStds { places, values, .. } = &mut self.log_stds;
        values.copy_from_slice(&parameters[places.clone()]);
    }

    /// Makes the gradient zeros.
    pub fn clear(&mut self) {
        self.trained_mut()
            .for_each(|trained| trained.gradient.clear());
        self.log_stds.gradient.fill(0.0);
    }

    /// Writes the gradient of all parameters of the run.
    pub fn write(&self, gradient: &mut [f32]) {
        let trained = [Some(&self.actor), self.critic.as_ref()];
        for trained in trained.into_iter().flatten() {
            trained.gradient.write(&trained.network, gradient);
        }
        gradient[self.log_stds.places.clone()].copy_from_slice(&self.log_stds.gradient);
    }

    /// Returns true if the critic's values are wanted before the pass: the advantages that they
    /// make are standardised.
    pub fn needs_values(&self) -> bool {
        self.critic.is_some()
            && self.loss.plan.advantage == Some(Advantage::Value)
            && !self.loss.subtracts_value
    }

    /// Appends the critic's values of observations, if there is a critic.
    pub fn values(&mut self, obs: &[f32], values: &mut Vec<f32>) {
        if let Some(critic) = &self.critic {
            critic.network.forward(obs, &mut self.scratch, None, values);
        }
    }

    /// Returns the log-probability of each sample's action: `[rows]`.
    pub fn log_probs(&mut self, minibatch: &Minibatch) -> Vec<f32> {
        let actor = &self.actor.network;
        let mut outputs = Vec::new();
        actor.forward(&minibatch.obs, &mut self.scratch, None, &mut outputs);
        let num_outputs = outputs.len() / minibatch.len();
        let rows = outputs.chunks_exact_mut(num_outputs);
        let log_stds = &self.log_stds.values;
        if !log_stds.is_empty() {
            return rows
                .zip(minibatch.controls.chunks_exact(log_stds.len()))
                .map(|(means, action)| gaussian::log_prob_row(means, log_stds, action))
                .collect();
        }
        rows.zip(&minibatch.actions)
            .map(|(row, action)| {
                categorical::log_softmax_row(row);
                row[*action as usize]
            })
            .collect()
    }

    fn trained_mut(&mut self) -> impl Iterator<Item = &mut Trained> {
        let trained = [Some(&mut self.actor), self.critic.as_mut()];
        trained.into_iter().flatten()
    }

    /// Adds the gradient of at most [`BLOCK`](crate::ops::mlp::host::BLOCK) rows to the gradient,
    /// and what is measured on them to `sums`. The loss is a mean over `of` rows, of which
    /// `minibatch` has some.
    pub fn add_rows(
        &mut self,
        minibatch: &Minibatch,
        rows: Range<usize>,
        of: usize,
        sums: &mut MeasureSums,
    ) {
        let width = minibatch.obs.len() / minibatch.len();
        let obs = &minibatch.obs[rows.start * width..rows.end * width];
        let share = 1.0 / of as f32;
        self.actor.forward(obs, &mut self.scratch);
        if let Some(critic) = &mut self.critic {
            critic.forward(obs, &mut self.scratch);
        }
        let num_outputs = self.actor.output.len() / rows.len();
        let outputs = self.actor.output.chunks_exact_mut(num_outputs);
        let output_grads = self.actor.output_grad.chunks_exact_mut(num_outputs);
        let LogStds {
            values: log_stds,
            gradient: log_std_grad,
            ..
        } = &mut self.log_stds;
        for (at, (row, (outputs, grad))) in rows.zip(outputs.zip(output_grads)).enumerate() {
            let action = minibatch.actions[row] as usize;
            let controls = &minibatch.controls[row * log_stds.len()..][..log_stds.len()];
            let (log_prob, entropy) = if log_stds.is_empty() {
                categorical::log_softmax_row(outputs);
                (outputs[action], categorical::entropy_row(outputs))
            } else {
                let log_prob = gaussian::log_prob_row(outputs, log_stds, controls);
                (log_prob, gaussian::entropy(log_stds))
            };
            let ret = minibatch.returns[row];
            let value = self.critic.as_ref().map(|critic| critic.output[at]);
            let advantage = match value {
                Some(value) if self.loss.subtracts_value => ret - value,
                _ => minibatch.advantages[row],
            };
            let old_log_prob = minibatch.old_log_prob[row];
            let term = self
                .loss
                .policy([log_prob, old_log_prob, advantage, ret], sums);
            let by_entropy = -self.loss.ent_coef * share;
            let slopes = (term.by_log_prob * share, by_entropy);
            if log_stds.is_empty() {
                categorical::logit_slopes(outputs, action, slopes, entropy, grad);
            } else {
                gaussian::slopes((outputs, log_stds), controls, slopes, grad, log_std_grad);
            }
            sums.policy_loss += f64::from(term.loss);
            sums.entropy += f64::from(entropy);
            if let (Some(critic), Some(value)) = (&mut self.critic, value) {
                let huber_delta = self.loss.huber_delta;
                let (loss, by_value) = match self.loss.value_clip {
                    None => slopes::value(value, ret, huber_delta),
                    Some(clip_coef) => {
                        let old_value = minibatch.old_values[row];
                        slopes::clipped_value(value, old_value, ret, (clip_coef, huber_delta))
                    }
                };
                sums.value_loss += f64::from(loss);
                let through_advantage = match self.loss.flows_to_critic {
                    true => term.by_advantage,
                    false => 0.0,
                };
                critic.output_grad[at] = (self.loss.vf_coef * by_value - through_advantage) * share;
            }
        }
        self.actor.add_gradient(obs);
        if let Some(critic) = &mut self.critic {
            critic.add_gradient(obs);
        }
    }
}

impl LossOf {
    /// Returns what a sample contributes to the policy's loss, and adds what is measured on it.
    fn policy(
        &self,
        [log_prob, old_log_prob, advantage, ret]: [f32; 4],
        sums: &mut MeasureSums,
    ) -> slopes::PolicyTerm {
        let log_ratio = log_prob - old_log_prob;
        let ratio = log_ratio.exp();
        let [low_variance, plain] = columns::kl_row(log_ratio, ratio);
        sums.kl[0] += f64::from(low_variance);
        sums.kl[1] += f64::from(plain);
        match self.plan.loss {
            PolicyLoss::Reinforce => slopes::reinforce(log_prob, ret),
            PolicyLoss::Vpg {
                use_importance_weights,
                clip_coef,
            } => {
                let weight = match use_importance_weights {
                    true => slopes::clamped_ratio(ratio, clip_coef.map(|coef| coef as f32)),
                    false => 1.0,
                };
                sums.weight += f64::from(weight);
                slopes::vpg(log_prob, advantage, weight)
            }
            PolicyLoss::Ppo { clip_coef } => {
                let clip_coef = clip_coef.map(|coef| coef as f32);
                if let Some(coef) = clip_coef {
                    let is_clipped = columns::is_clipped(ratio, coef);
                    let has_no_gradient = columns::has_no_gradient(ratio, advantage, coef);
                    sums.clipped += f64::from(u8::from(is_clipped));
                    sums.without_gradient += f64::from(u8::from(has_no_gradient));
                }
                slopes::ppo(ratio, advantage, clip_coef)
            }
        }
    }
}

impl Trained {
    fn new(mlp: &Mlp, parameters: &[f32]) -> Self {
        let network = Packed::with_transposes(mlp, parameters);
        Self {
            gradient: Gradient::new(&network),
            network,
            hidden: Vec::new(),
            output: Vec::new(),
            output_grad: Vec::new(),
        }
    }

    /// Computes the outputs of a block of rows, and keeps the hidden units.
    fn forward(&mut self, obs: &[f32], scratch: &mut Scratch) {
        self.hidden.clear();
        self.output.clear();
        let kept = Some(&mut self.hidden);
        self.network.forward(obs, scratch, kept, &mut self.output);
        self.output_grad.resize(self.output.len(), 0.0);
    }

    /// Adds the gradient of the block of rows that [`Trained::forward`] saw last.
    fn add_gradient(&mut self, obs: &[f32]) {
        let (network, grad) = (&self.network, &self.output_grad);
        self.gradient.add(network, obs, &self.hidden, grad);
    }
}

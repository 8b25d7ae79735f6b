//! A learning phase on the host, without tensors: each update is one pass over the rows of a minibatch, a block of them at a
//! time through the networks, the loss and back, while the block is in the nearest cache. The losses are those of
//! `train/losses.rs`; what is recorded there as a graph is here the functions of `algos/slopes.rs`. From the second update on only
//! the rows of a minibatch are allocated.

use super::{Learner, StepSize};
use crate::algos::standardise::standardise_column;
use crate::algos::{diagnostics, slopes, vpg};
use crate::config::{Advantage, LearningPlan, PolicyLoss, Standardise, TrainConfig};
use crate::nn::{Mlp, Networks, categorical};
use crate::ops::adam::{Adam, clip, descend};
use crate::ops::mlp::host::{BLOCK, Gradient, HOST_ROWS, Packed, Scratch};
use crate::protocol::metrics::{Metric, Metrics};
use crate::rollout::{BadArgument, Minibatch};
use crate::train::clock::Clock;
use crate::train::update_stats::UpdateStats;

/// The parameters and the optimiser of a run, while it learns on the host.
pub struct HostPhase {
    actor: Trained,
    critic: Option<Trained>,
    scratch: Scratch,
    parameters: Vec<f32>,
    gradient: Vec<f32>,
    moments: [Vec<f32>; 2],
    adam: Adam,
    loss: LossOf,
    metrics: Vec<Metric>,
    /// The measurements of each update, one after the other.
    measures: Vec<f32>,
    /// Rows since others were let in.
    rows_at_once: usize,
}

/// What of the configuration a loss reads.
struct LossOf {
    plan: LearningPlan,
    ent_coef: f32,
    vf_coef: f32,
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

/// Sums over the rows of a minibatch.
#[derive(Default)]
struct Sums {
    policy_loss: f64,
    value_loss: f64,
    entropy: f64,
    kl: [f64; 2],
    weight: f64,
    clipped: f64,
    without_gradient: f64,
}

impl HostPhase {
    /// Begins with the parameters and the optimiser of a learner.
    pub fn new(learner: &Learner, config: &TrainConfig) -> Self {
        let plan = config.plan();
        let Networks { actor, critic } = &learner.networks;
        let parameters = numbers(&learner.parameters);
        let moments = [&learner.adam.first_moment, &learner.adam.second_moment];
        Self {
            actor: Trained::new(actor, &parameters),
            critic: critic.as_ref().map(|it| Trained::new(it, &parameters)),
            scratch: Scratch::default(),
            gradient: vec![0.0; parameters.len()],
            parameters,
            moments: moments.map(numbers),
            adam: learner.adam.clone(),
            metrics: metrics(plan.loss, critic.is_some()),
            loss: LossOf {
                plan,
                ent_coef: config.ent_coef as f32,
                vf_coef: config.vf_coef as f32,
                flows_to_critic: plan.advantage == Some(Advantage::Value)
                    && !config.detach_advantage
                    && critic.is_some(),
            },
            measures: Vec::new(),
            rows_at_once: 0,
        }
    }

    /// Makes one gradient step. VPG's minibatches are `num_worlds` whole environments, step by step.
    ///
    /// # Errors
    /// If a single sample would be standardised.
    pub async fn update(
        &mut self,
        mut minibatch: Minibatch,
        num_worlds: usize,
        step_size: StepSize,
        clock: &Clock,
    ) -> Result<(), BadArgument> {
        let rows = minibatch.len();
        self.set_targets(&mut minibatch, num_worlds)?;
        let mut sums = Sums::default();
        for trained in [Some(&mut self.actor), self.critic.as_mut()]
            .into_iter()
            .flatten()
        {
            trained.gradient.clear();
        }
        for start in (0..rows).step_by(BLOCK) {
            let end = (start + BLOCK).min(rows);
            self.add_rows(&minibatch, start..end, &mut sums);
            self.rows_at_once += end - start;
            if self.rows_at_once >= HOST_ROWS {
                self.rows_at_once = 0;
                clock.let_others_in().await;
            }
        }
        let norm = self.step(step_size);
        let mean = |sum: f64| (sum / rows as f64) as f32;
        let measured = self.metrics.iter().map(|metric| match metric {
            Metric::ClipFraction => mean(sums.clipped),
            Metric::ZeroGradientFraction => mean(sums.without_gradient),
            Metric::ImportanceWeight => mean(sums.weight),
            Metric::ValueLoss => mean(sums.value_loss) * self.loss.vf_coef,
            Metric::PolicyLoss => mean(sums.policy_loss),
            Metric::Entropy => mean(sums.entropy),
            Metric::ApproxKl => mean(sums.kl[0]),
            Metric::OldApproxKl => mean(sums.kl[1]),
            _ => norm,
        });
        self.measures.extend(measured);
        Ok(())
    }

    /// Subtracts the baseline and standardises, as `train/targets.rs` does on a device.
    fn set_targets(
        &mut self,
        minibatch: &mut Minibatch,
        num_worlds: usize,
    ) -> Result<(), BadArgument> {
        let plan = self.loss.plan;
        set_fixed_targets(plan, minibatch, num_worlds)?;
        if let (Some(Advantage::Value), Some(critic)) = (plan.advantage, &mut self.critic) {
            critic.output.clear();
            let (network, output) = (&critic.network, &mut critic.output);
            network.forward(&minibatch.obs, &mut self.scratch, None, output);
            let pairs = minibatch.returns.iter().zip(&critic.output);
            for (advantage, (ret, value)) in minibatch.advantages.iter_mut().zip(pairs) {
                *advantage = ret - value;
            }
        }
        if plan.standardise == Standardise::Advantages {
            standardise_column(&mut minibatch.advantages)?;
        }
        Ok(())
    }

    /// Adds the gradient of a block of rows, and what is measured on them.
    fn add_rows(&mut self, minibatch: &Minibatch, rows: std::ops::Range<usize>, sums: &mut Sums) {
        let width = minibatch.obs.len() / minibatch.len();
        let obs = &minibatch.obs[rows.start * width..rows.end * width];
        let share = 1.0 / minibatch.len() as f32;
        self.actor.forward(obs, &mut self.scratch);
        if let Some(critic) = &mut self.critic {
            critic.forward(obs, &mut self.scratch);
        }
        let num_actions = self.actor.output.len() / rows.len();
        let logits = self.actor.output.chunks_exact_mut(num_actions);
        let logit_grads = self.actor.output_grad.chunks_exact_mut(num_actions);
        for (at, (row, (log_probs, grad))) in rows.zip(logits.zip(logit_grads)).enumerate() {
            categorical::log_softmax_row(log_probs);
            let entropy = categorical::entropy_row(log_probs);
            let action = minibatch.actions[row] as usize;
            let ret = minibatch.returns[row];
            let value = self.critic.as_ref().map(|critic| critic.output[at]);
            let advantage = match value {
                Some(value) if self.loss.flows_to_critic => ret - value,
                _ => minibatch.advantages[row],
            };
            let log_prob = log_probs[action];
            let old_log_prob = minibatch.old_log_prob[row];
            let term = self
                .loss
                .policy([log_prob, old_log_prob, advantage, ret], sums);
            let by_entropy = -self.loss.ent_coef * share;
            let slopes = (term.by_log_prob * share, by_entropy);
            categorical::logit_slopes(log_probs, action, slopes, entropy, grad);
            sums.policy_loss += f64::from(term.loss);
            sums.entropy += f64::from(entropy);
            if let (Some(critic), Some(value)) = (&mut self.critic, value) {
                let (loss, by_value) = slopes::value(value, ret);
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

    /// Clips the gradient and descends. Returns the norm that it had.
    fn step(&mut self, step_size: StepSize) -> f32 {
        let trained = [Some(&self.actor), self.critic.as_ref()];
        for trained in trained.into_iter().flatten() {
            trained.gradient.write(&trained.network, &mut self.gradient);
        }
        let (gradient, norm) = clip(std::mem::take(&mut self.gradient), step_size.max_grad_norm);
        let [first, second] = &mut self.moments;
        let step = self.adam.advance(step_size.learning_rate);
        descend(&mut self.parameters, &gradient, (first, second), step);
        self.gradient = gradient;
        self.actor.network.refill(&self.parameters);
        if let Some(critic) = &mut self.critic {
            critic.network.refill(&self.parameters);
        }
        norm
    }

    /// Returns the measurements of the newest update.
    pub fn newest(&self) -> Metrics {
        let mut found = Metrics::default();
        let from = self.measures.len().saturating_sub(self.metrics.len());
        for (metric, value) in self.metrics.iter().zip(&self.measures[from..]) {
            found.set(*metric, f64::from(*value));
        }
        found
    }
}

impl LossOf {
    /// Returns what a sample contributes to the policy's loss, and adds what is measured on it.
    fn policy(
        &self,
        [log_prob, old_log_prob, advantage, ret]: [f32; 4],
        sums: &mut Sums,
    ) -> slopes::PolicyTerm {
        let log_ratio = log_prob - old_log_prob;
        let ratio = log_ratio.exp();
        let [low_variance, plain] = diagnostics::kl_row(log_ratio, ratio);
        sums.kl[0] += f64::from(low_variance);
        sums.kl[1] += f64::from(plain);
        match self.plan.loss {
            PolicyLoss::Reinforce => slopes::reinforce(log_prob, ret),
            PolicyLoss::Vpg {
                use_importance_weights,
                clip_coef,
            } => {
                let weight = match use_importance_weights {
                    true => slopes::held(ratio, clip_coef.map(|coef| coef as f32)),
                    false => 1.0,
                };
                sums.weight += f64::from(weight);
                slopes::vpg(log_prob, advantage, weight)
            }
            PolicyLoss::Ppo { clip_coef } => {
                let clip_coef = clip_coef.map(|coef| coef as f32);
                if let Some(coef) = clip_coef {
                    let is_clipped = diagnostics::is_clipped(ratio, coef);
                    let is_still = diagnostics::has_no_gradient(ratio, advantage, coef);
                    sums.clipped += f64::from(u8::from(is_clipped));
                    sums.without_gradient += f64::from(u8::from(is_still));
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

/// Standardises the returns of a minibatch and subtracts the baseline, as far as neither depends on the networks. VPG's minibatches
/// are `num_worlds` whole environments, step by step.
///
/// # Errors
/// If a single sample would be standardised.
pub fn set_fixed_targets(
    plan: LearningPlan,
    minibatch: &mut Minibatch,
    num_worlds: usize,
) -> Result<(), BadArgument> {
    if plan.standardise == Standardise::Returns {
        standardise_column(&mut minibatch.returns)?;
        minibatch.advantages.copy_from_slice(&minibatch.returns);
    }
    if plan.advantage == Some(Advantage::WorldMean) {
        minibatch.advantages.copy_from_slice(&minibatch.returns);
        vpg::subtract_step_means(&mut minibatch.advantages, num_worlds);
    }
    Ok(())
}

/// Returns what a loss measures, and last the norm of the gradient.
pub fn metrics(loss: PolicyLoss, has_critic: bool) -> Vec<Metric> {
    let mut metrics = match loss {
        PolicyLoss::Reinforce | PolicyLoss::Ppo { clip_coef: None } => Vec::new(),
        PolicyLoss::Vpg { .. } => vec![Metric::ImportanceWeight],
        PolicyLoss::Ppo { clip_coef: Some(_) } => {
            vec![Metric::ClipFraction, Metric::ZeroGradientFraction]
        }
    };
    metrics.extend(has_critic.then_some(Metric::ValueLoss));
    metrics.extend([
        Metric::PolicyLoss,
        Metric::Entropy,
        Metric::ApproxKl,
        Metric::OldApproxKl,
        Metric::GradNorm,
    ]);
    metrics
}

fn numbers(tensor: &burn::tensor::Tensor<1>) -> Vec<f32> {
    let data = tensor.clone().into_data();
    data.try_to_vec()
        .expect("parameters are single-precision numbers")
}

impl Learner {
    /// Takes over the parameters and the optimiser of a phase on the host. Returns what its updates measured since the last time.
    pub fn take_over_host(&mut self, phase: &mut HostPhase) -> UpdateStats {
        let tensor = |values: &[f32]| burn::tensor::Tensor::<1>::from_floats(values, &self.device);
        self.parameters = tensor(&phase.parameters);
        self.adam = phase.adam.clone();
        self.adam.first_moment = tensor(&phase.moments[0]);
        self.adam.second_moment = tensor(&phase.moments[1]);
        self.host_parameters.clone_from(&phase.parameters);
        let rows = phase.measures.chunks(phase.metrics.len());
        let stats = UpdateStats {
            rows: rows.map(<[f32]>::to_vec).collect(),
            metrics: phase.metrics.clone(),
        };
        phase.measures.clear();
        stats
    }
}

//! The loss of one gradient step for each algorithm, recorded as a graph: the baseline and the
//! standardisation of a minibatch, the policy's loss, the critic's and the entropy bonus, and what
//! is measured.

use burn::tensor::{Int, Tensor};
use policy_lab::config::{Advantage, LearningPlan, PolicyLoss, Standardise, TrainConfig};
use policy_lab::nn::Networks;
use policy_lab::protocol::metrics::Metric;
use policy_lab::rollout::{BadArgument, Minibatch};

use super::standardise::standardise;
use super::{
    actions, categorical, column, diagnostics, gaussian, ppo, reinforce, rows_of, value,
    value_clip, vpg,
};
use crate::oracle::network::Forward as _;

/// A minibatch as tensors of the CPU. Rows are samples.
#[derive(Clone, Debug)]
pub struct Columns {
    /// Observations, `[rows, obs_size]`.
    pub obs: Tensor<2>,
    /// Actions, `[rows]`.
    pub actions: Tensor<1, Int>,
    /// Continuous actions, `[rows, num_controls]`; `None` if actions are discrete.
    pub controls: Option<Tensor<2>>,
    /// Log-probabilities of the actions during the rollout, `[rows]`.
    pub old_log_prob: Tensor<1>,
    /// Advantages, `[rows]`.
    pub advantages: Tensor<1>,
    /// Returns, `[rows]`.
    pub returns: Tensor<1>,
    /// The returns less the advantages, which with GAE are the critic's values of the rollout,
    /// `[rows]`.
    pub old_values: Tensor<1>,
}

impl Columns {
    /// Copies a minibatch.
    pub fn of(minibatch: &Minibatch) -> Self {
        let (advantages, returns) = (column(&minibatch.advantages), column(&minibatch.returns));
        Self {
            obs: rows_of(&minibatch.obs, minibatch.obs.len() / minibatch.len()),
            actions: actions(&minibatch.actions),
            controls: (minibatch.controls.len().checked_div(minibatch.len()))
                .filter(|width| *width > 0)
                .map(|width| rows_of(&minibatch.controls, width)),
            old_log_prob: column(&minibatch.old_log_prob),
            old_values: returns.clone() - advantages.clone(),
            advantages,
            returns,
        }
    }
}

/// The loss of some rows.
#[derive(Clone, Debug)]
pub struct LossTerms {
    /// The mean loss, `[1]`.
    pub loss: Tensor<1>,
    /// Means of the measured metrics, `[1]` each; the same metrics every time.
    pub measures: Vec<(Metric, Tensor<1>)>,
}

/// Subtracts the baseline and standardises, for the samples of one minibatch. VPG's minibatches are
/// `num_worlds` whole environments, step by step. No gradient flows.
///
/// # Errors
/// If a single sample would be standardised.
pub fn normalise_and_baseline(
    mut columns: Columns,
    num_worlds: usize,
    (networks, parameters): (&Networks, &Tensor<1>),
    config: &TrainConfig,
) -> Result<Columns, BadArgument> {
    let plan = config.plan();
    let samples = columns.returns.dims()[0];
    if plan.standardise == Standardise::Returns {
        columns.returns = standardise(columns.returns)?;
        columns.advantages = columns.returns.clone();
    }
    match (plan.advantage, &networks.critic) {
        (Some(Advantage::WorldMean), _) => {
            let shape = [samples / num_worlds, num_worlds];
            let by_step: Tensor<2> = columns.returns.clone().reshape(shape);
            columns.advantages = vpg::advantages(by_step).reshape([samples]);
        }
        (Some(Advantage::Value), Some(critic)) => {
            let values = critic.forward(&parameters.clone().detach(), columns.obs.clone());
            let values = values.reshape([samples]);
            columns.advantages = value::advantage(columns.returns.clone(), values);
        }
        _ => {}
    }
    if plan.standardise == Standardise::Advantages {
        columns.advantages = standardise(columns.advantages)?;
    }
    Ok(columns)
}

/// Returns the loss on some rows, and the metrics measured on them. Gradient flows into
/// `parameters`.
pub fn total_loss(
    networks: &Networks,
    parameters: &Tensor<1>,
    rows: Columns,
    config: &TrainConfig,
) -> LossTerms {
    let plan = config.plan();
    let outputs = networks.actor.forward(parameters, rows.obs.clone());
    let (log_prob, entropy) = match rows.controls.clone() {
        None => (
            categorical::log_prob(outputs.clone(), rows.actions.clone()),
            categorical::entropy(outputs).mean(),
        ),
        Some(controls) => {
            let log_stds = parameters.clone().slice([networks.log_stds()]);
            let log_prob = gaussian::log_prob(outputs, log_stds.clone(), controls);
            (log_prob, gaussian::entropy(log_stds))
        }
    };
    let values = networks.critic.as_ref().map(|critic| {
        let count = rows.returns.dims()[0];
        critic
            .forward(parameters, rows.obs.clone())
            .reshape([count])
    });
    let advantages = match &values {
        // As in the homework: the policy's gradient flows into the critic as well.
        Some(values) if plan.advantage == Some(Advantage::Value) && !config.detach_advantage => {
            value::advantage(rows.returns.clone(), values.clone())
        }
        _ => rows.advantages.clone(),
    };
    let (policy_loss, mut measures) = policy(plan.loss, &log_prob, advantages, &rows);
    let mut loss = policy_loss.clone() - entropy.clone() * config.ent_coef;
    if let Some(values) = values {
        let value_loss = critic((values, rows.old_values), rows.returns, &plan) * config.vf_coef;
        loss = loss + value_loss.clone();
        measures.push((Metric::ValueLoss, value_loss));
    }
    let (approx_kl, old_approx_kl) = diagnostics::approx_kl(log_prob, rows.old_log_prob);
    measures.extend([
        (Metric::PolicyLoss, policy_loss),
        (Metric::Entropy, entropy),
        (Metric::ApproxKl, approx_kl),
        (Metric::OldApproxKl, old_approx_kl),
    ]);
    LossTerms { loss, measures }
}

/// Returns the critic's loss, given its values now and those of the rollout.
fn critic(
    (values, old_values): (Tensor<1>, Tensor<1>),
    returns: Tensor<1>,
    plan: &LearningPlan,
) -> Tensor<1> {
    match (plan.value_clip, plan.huber_delta) {
        (None, None) => value::value_loss(values, returns),
        (None, delta) => value_clip::huber(values - returns.detach(), delta).mean(),
        (Some(clip_coef), delta) => {
            value_clip::value_loss(values, old_values, returns, (clip_coef, delta))
        }
    }
}

/// Returns the policy's loss and the metrics that only it has.
fn policy(
    loss: PolicyLoss,
    log_prob: &Tensor<1>,
    advantages: Tensor<1>,
    rows: &Columns,
) -> (Tensor<1>, Vec<(Metric, Tensor<1>)>) {
    let log_prob = log_prob.clone();
    match loss {
        PolicyLoss::Reinforce => (
            reinforce::policy_loss(log_prob, rows.returns.clone()),
            Vec::new(),
        ),
        PolicyLoss::Vpg {
            use_importance_weights,
            clip_coef,
        } => {
            let weights = if use_importance_weights {
                vpg::importance_weights(log_prob.clone(), rows.old_log_prob.clone(), clip_coef)
            } else {
                log_prob.ones_like()
            };
            (
                vpg::policy_loss(log_prob, advantages, weights.clone()),
                vec![(Metric::ImportanceWeight, weights.mean())],
            )
        }
        PolicyLoss::Ppo { clip_coef } => {
            let ratio = ppo::ratio(log_prob, rows.old_log_prob.clone());
            let mut measures = Vec::new();
            if let Some(clip_coef) = clip_coef {
                let clipped = diagnostics::clip_fraction(ratio.clone(), clip_coef);
                let still = diagnostics::zero_gradient_fraction(
                    ratio.clone(),
                    advantages.clone(),
                    clip_coef,
                );
                measures.push((Metric::ClipFraction, clipped));
                measures.push((Metric::ZeroGradientFraction, still));
            }
            (
                ppo::clipped_surrogate_loss(ratio, advantages, clip_coef),
                measures,
            )
        }
    }
}

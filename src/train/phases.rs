//! What an iteration does after its rollout, for each algorithm: advantages, minibatches, updates.

use burn::tensor::Tensor;

use super::config::TrainConfig;
use super::learner::{Columns, Learner, Terms};
use super::metrics::Metric;
use crate::algos::{diagnostics, ppo, vpg};
use crate::device::ReadError;
use crate::nn::{Networks, categorical};
use crate::random::Stream;
use crate::rollout::{Minibatch, Rollout, advantages, discounted_returns, shuffled};

/// What VPG's updates measure, in order; the gradient norm follows.
pub const VPG_MEASURES: &[Metric] = &[
    Metric::PolicyLoss,
    Metric::Entropy,
    Metric::ApproxKl,
    Metric::OldApproxKl,
    Metric::ImportanceWeight,
    Metric::GradNorm,
];

/// What PPO's updates measure, in order; the gradient norm follows.
pub const PPO_MEASURES: &[Metric] = &[
    Metric::PolicyLoss,
    Metric::ValueLoss,
    Metric::Entropy,
    Metric::ApproxKl,
    Metric::OldApproxKl,
    Metric::ClipFraction,
    Metric::GradNorm,
];

/// What a learning phase gives.
pub struct Learned {
    /// One row of measures per update; of PPO, those of the last epoch.
    pub measures: Vec<Vec<f32>>,
    /// How well the critic predicted the returns before the phase, where there is one.
    pub explained_variance: Option<f64>,
}

/// VPG: each part of the worlds in turn, `update_epochs` times.
pub async fn learn_vpg(
    learner: &mut Learner,
    rollout: &Rollout,
    config: &TrainConfig,
    learning_rate: f64,
) -> Result<Learned, ReadError> {
    let (num_envs, num_steps) = (rollout.num_envs, rollout.num_steps);
    let returns = discounted_returns(&rollout.rewards, &rollout.ended(), num_envs, config.gamma);
    let part = num_envs / config.num_minibatches;
    for _ in 0..config.update_epochs {
        for first in (0..num_envs).step_by(part) {
            let indices: Vec<usize> = (0..num_steps)
                .flat_map(|step| (first..first + part).map(move |world| step * num_envs + world))
                .collect();
            let minibatch = Minibatch::pick(rollout, &returns, &returns, &indices);
            let mut columns = learner.upload(minibatch);
            let mut targets: Tensor<2> = columns.returns.reshape([num_steps, part]);
            if config.normalize_returns {
                targets = vpg::normalize_returns(targets);
            }
            columns.returns = targets.clone().reshape([num_steps * part]);
            columns.advantages = vpg::advantages(targets).reshape([num_steps * part]);
            learner
                .update(
                    columns,
                    (learning_rate, config.max_grad_norm),
                    |networks, parameters, rows| vpg_terms(networks, parameters, rows, config),
                )
                .await;
        }
    }
    Ok(Learned {
        measures: learner.read_back().await?,
        explained_variance: None,
    })
}

fn vpg_terms(
    networks: &Networks,
    parameters: &Tensor<1>,
    rows: Columns,
    config: &TrainConfig,
) -> Terms {
    let logits = networks.actor.forward(parameters, rows.obs);
    let log_prob = categorical::log_prob(logits.clone(), rows.actions);
    let entropy = categorical::entropy(logits).mean();
    let weights = if config.use_importance_weights {
        vpg::importance_weights(
            log_prob.clone(),
            rows.old_log_prob.clone(),
            config.clip_coef,
        )
    } else {
        log_prob.ones_like()
    };
    let policy_loss = vpg::policy_loss(log_prob.clone(), rows.advantages, weights.clone());
    let (approx_kl, old_approx_kl) = diagnostics::approx_kl(log_prob, rows.old_log_prob);
    Terms {
        loss: policy_loss.clone() - entropy.clone() * config.ent_coef,
        measures: vec![
            policy_loss,
            entropy,
            approx_kl,
            old_approx_kl,
            weights.mean(),
        ],
    }
}

/// PPO: shuffled minibatches, `update_epochs` times or until `target_kl` is passed. `epochs_done` counts shuffles over
/// the whole run.
pub async fn learn_ppo(
    learner: &mut Learner,
    rollout: &Rollout,
    config: &TrainConfig,
    learning_rate: f64,
    (shuffles, epochs_done): (&Stream, &mut u32),
) -> Result<Learned, ReadError> {
    let (advantages, returns) = ppo_targets(rollout, config);
    let mut measures = Vec::new();
    for epoch in 0..config.update_epochs {
        for indices in shuffled(
            shuffles,
            *epochs_done,
            rollout.len(),
            config.num_minibatches,
        ) {
            let minibatch = Minibatch::pick(rollout, &advantages, &returns, &indices);
            let mut columns = learner.upload(minibatch);
            if config.norm_adv {
                columns.advantages = ppo::normalize_advantages(columns.advantages);
            }
            learner
                .update(
                    columns,
                    (learning_rate, config.max_grad_norm),
                    |networks, parameters, rows| ppo_terms(networks, parameters, rows, config),
                )
                .await;
        }
        *epochs_done = epochs_done.wrapping_add(1);
        let is_last = epoch + 1 == config.update_epochs;
        if is_last || config.target_kl.is_some() {
            measures = learner.read_back().await?;
        }
        if let Some(target_kl) = config.target_kl
            && mean_of(&measures, PPO_MEASURES, Metric::ApproxKl) > target_kl
        {
            break;
        }
    }
    let last_epoch = measures.len().saturating_sub(config.num_minibatches);
    Ok(Learned {
        measures: measures.split_off(last_epoch),
        explained_variance: diagnostics::explained_variance(&rollout.values, &returns),
    })
}

/// Advantages by GAE, and `returns = advantages + values` (detail 9 of "The 37 Implementation Details of PPO").
fn ppo_targets(rollout: &Rollout, config: &TrainConfig) -> (Vec<f32>, Vec<f32>) {
    let advantages = advantages(
        &rollout.rewards,
        &rollout.values,
        &rollout.next_values(),
        &rollout.ended(),
        rollout.num_envs,
        (config.gamma, config.gae_lambda),
    );
    let returns = advantages
        .iter()
        .zip(&rollout.values)
        .map(|(advantage, value)| advantage + value)
        .collect();
    (advantages, returns)
}

fn ppo_terms(
    networks: &Networks,
    parameters: &Tensor<1>,
    rows: Columns,
    config: &TrainConfig,
) -> Terms {
    let logits = networks.actor.forward(parameters, rows.obs.clone());
    let log_prob = categorical::log_prob(logits.clone(), rows.actions);
    let entropy = categorical::entropy(logits).mean();
    let ratio = ppo::ratio(log_prob.clone(), rows.old_log_prob.clone());
    let clip_fraction = match config.clip_coef {
        Some(clip_coef) => diagnostics::clip_fraction(ratio.clone(), clip_coef),
        None => ratio.clone().detach().mean() * 0.0,
    };
    let policy_loss = ppo::clipped_surrogate_loss(ratio, rows.advantages, config.clip_coef);
    let value_loss = match &networks.critic {
        Some(critic) => {
            let rows_count = rows.returns.dims()[0];
            let values = critic.forward(parameters, rows.obs).reshape([rows_count]);
            ppo::value_loss(values, rows.returns) * config.vf_coef
        }
        None => policy_loss.clone().detach() * 0.0,
    };
    let (approx_kl, old_approx_kl) = diagnostics::approx_kl(log_prob, rows.old_log_prob);
    Terms {
        loss: policy_loss.clone() + value_loss.clone() - entropy.clone() * config.ent_coef,
        measures: vec![
            policy_loss,
            value_loss,
            entropy,
            approx_kl,
            old_approx_kl,
            clip_fraction,
        ],
    }
}

/// The mean of one measure over updates; NaN where there are none.
pub fn mean_of(measures: &[Vec<f32>], order: &[Metric], metric: Metric) -> f64 {
    let Some(column) = order.iter().position(|known| *known == metric) else {
        return f64::NAN;
    };
    let sum: f64 = measures.iter().map(|row| f64::from(row[column])).sum();
    sum / measures.len() as f64
}

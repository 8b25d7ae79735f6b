//! What happens after a rollout: targets, minibatches, updates. Every algorithm goes this way; REINFORCE makes one update
//! of the whole rollout, VPG splits the worlds, PPO shuffles the samples.

use super::hooks::{TrainHooks, measures};
use super::learner::Learner;
use super::losses::total_loss;
use super::observer::Observer;
use super::targets::{normalise_and_baseline, targets};
use super::update_stats::UpdateStats;
use crate::algos::diagnostics;
use crate::config::{LearningPlan, MinibatchOf, TrainConfig};
use crate::device::ReadError;
use crate::protocol::metrics::Metric;
use crate::protocol::stages::{MinibatchIndex, Spread, Stage, StageView};
use crate::random::Stream;
use crate::rollout::{BadArgument, Minibatch, Rollout, shuffled};

/// What a learning phase gives.
pub struct Learned {
    /// What the updates of the last epoch measured.
    pub measured: UpdateStats,
    /// How well the critic predicted the returns before the phase, where there is one.
    pub explained_variance: Option<f64>,
}

/// Why a learning phase could not be done.
#[derive(Debug, thiserror::Error)]
pub enum LearningError {
    /// The rollout is not fit to learn from.
    #[error(transparent)]
    Argument(#[from] BadArgument),
    /// The device did not answer.
    #[error(transparent)]
    Device(#[from] ReadError),
    /// A function that plays a part of the run broke down.
    #[error("{0}")]
    Function(String),
}

/// Where a run stands when a learning phase begins.
pub struct Progress<'a> {
    /// Iterations done.
    pub iterations: usize,
    /// Updates done in this iteration, by earlier rollouts of it.
    pub updates: usize,
    /// The order of samples.
    pub shuffles: &'a Stream,
    /// Shuffles done over the whole run.
    pub epochs_done: &'a mut u32,
    /// Functions that play parts of it.
    pub functions: Option<&'a dyn TrainHooks>,
    /// Whoever looks.
    pub watch: &'a Observer,
}

/// Learns from a rollout, `update_epochs` times or until `target_kl` is passed.
///
/// # Errors
/// When the rollout is empty or holds numbers that are not finite, or the device does not answer.
pub async fn learn(
    learner: &mut Learner,
    rollout: &Rollout,
    config: &TrainConfig,
    progress: Progress<'_>,
) -> Result<Learned, LearningError> {
    let plan = config.plan();
    let (functions, watch) = (progress.functions, progress.watch);
    let iteration = progress.iterations + 1;
    watch.enter(iteration, Stage::Advantages);
    let targets = targets(rollout, config, functions)?;
    if watch.is_looking() {
        let seen = StageView::Targets {
            advantages: Spread::of(&targets.advantages).filter(|_| config.has_gae()),
            returns: Spread::of(&targets.returns),
        };
        watch.reach(&mut learner.clock, seen).await;
    }
    let mut measured = UpdateStats::default();
    let mut updates = progress.updates;
    for epoch in 0..plan.update_epochs {
        let minibatches = minibatches(rollout, &plan, &progress)?;
        let of = minibatches.len();
        for (index, indices) in minibatches.into_iter().enumerate() {
            let turn = MinibatchIndex {
                epoch: epoch + 1,
                epochs: plan.update_epochs,
                index: index + 1,
                of,
            };
            watch.enter(iteration, Stage::Minibatch(turn));
            let minibatch =
                Minibatch::pick(rollout, &targets.advantages, &targets.returns, &indices);
            if watch.is_looking() {
                let seen = StageView::Samples(minibatch.len());
                watch.reach(&mut learner.clock, seen).await;
            }
            watch.enter(iteration, Stage::Update(turn));
            let num_envs = rollout.num_envs / plan.num_minibatches;
            let learning_rate = config.learning_rate_at(progress.iterations, updates);
            let rates = (learning_rate, config.max_grad_norm);
            if let Some(functions) = functions.filter(|it| it.has_loss()) {
                let parameters = learner.parameters().await?;
                let (gradient, values) = functions
                    .gradient(&parameters, &minibatch, num_envs)
                    .map_err(LearningError::Function)?;
                learner.apply_gradient(&gradient, (measures(config), &values), rates);
                learner.clock.let_others_in().await;
            } else {
                let columns = learner.upload(minibatch);
                let columns = normalise_and_baseline(columns, num_envs, learner, config)?;
                learner
                    .update(columns, rates, |networks, parameters, rows| {
                        total_loss(networks, parameters, rows, config)
                    })
                    .await;
            }
            updates += 1;
            if watch.is_looking() {
                let seen = StageView::Measures(learner.newest().await?);
                watch.reach(&mut learner.clock, seen).await;
            }
        }
        *progress.epochs_done = progress.epochs_done.wrapping_add(1);
        if epoch + 1 == plan.update_epochs || plan.target_kl.is_some() {
            measured = learner.read_back().await?;
        }
        if let Some(target_kl) = plan.target_kl
            && measured.mean(Metric::ApproxKl) > target_kl
        {
            break;
        }
    }
    if measured.first_not_finite().is_none() {
        let last_epoch = measured.rows.len().saturating_sub(plan.num_minibatches);
        measured.rows.drain(..last_epoch);
    }
    let has_values = !rollout.values.is_empty();
    Ok(Learned {
        measured,
        explained_variance: has_values
            .then(|| diagnostics::explained_variance(&rollout.values, &targets.returns))
            .flatten(),
    })
}

/// The samples of each minibatch of an epoch.
fn minibatches(
    rollout: &Rollout,
    plan: &LearningPlan,
    progress: &Progress<'_>,
) -> Result<Vec<Vec<usize>>, LearningError> {
    let (len, parts) = (rollout.len(), plan.num_minibatches);
    Ok(match plan.minibatches {
        MinibatchOf::Worlds => by_worlds(rollout, parts)?,
        MinibatchOf::Samples => {
            match (progress.functions).and_then(|it| it.indices(len, len / parts)) {
                Some(indices) => indices.map_err(LearningError::Function)?,
                None => shuffled(progress.shuffles, *progress.epochs_done, len, parts)?,
            }
        }
    })
}

/// The samples of each of `parts` groups of worlds, step by step.
fn by_worlds(rollout: &Rollout, parts: usize) -> Result<Vec<Vec<usize>>, BadArgument> {
    let (num_envs, num_steps) = (rollout.num_envs, rollout.num_steps);
    if parts == 0 || !num_envs.is_multiple_of(parts) {
        return Err(BadArgument::new(
            "num_minibatches",
            format!("{num_envs} worlds do not divide into {parts} equal parts"),
        ));
    }
    let part = num_envs / parts;
    Ok((0..num_envs)
        .step_by(part)
        .map(|first| {
            (0..num_steps)
                .flat_map(|step| (first..first + part).map(move |world| step * num_envs + world))
                .collect()
        })
        .collect())
}

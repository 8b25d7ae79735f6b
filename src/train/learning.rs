//! Learning from a rollout: targets, minibatches, updates. REINFORCE makes one update on the whole rollout, VPG splits
//! the environments into minibatches, PPO shuffles the samples.

use super::failure::LearningError;
use super::hooks::{TrainHooks, measures};
use super::learner::{Learner, StepSize};
#[cfg(feature = "autodiff")]
use super::losses::{normalise_and_baseline, total_loss};
use super::observer::Observer;
use super::targets::targets;
use super::update_stats::UpdateStats;
use crate::algos::diagnostics;
use crate::config::{LearningPlan, MinibatchOf, TrainConfig};
use crate::protocol::metrics::Metric;
use crate::protocol::stages::{MinibatchIndex, Stage, StageView};
use crate::random::Stream;
use crate::rollout::{BadArgument, HookError, Minibatch, Rollout, shuffled};

/// The results of a learning phase.
pub struct Learned {
    /// The measurements of the last epoch's updates.
    pub measured: UpdateStats,
    /// Explained variance of the returns by the critic's values from before the phase, if there is a critic.
    pub explained_variance: Option<f64>,
}

/// The progress of a run at the start of a learning phase.
pub struct RunProgress<'a> {
    /// Iterations done.
    pub iterations: usize,
    /// Updates already done in this iteration, after its earlier rollouts.
    pub updates: usize,
    /// The random numbers that shuffle samples.
    pub shuffles: &'a Stream,
    /// Shuffles done over the whole run.
    pub epochs_done: &'a mut u32,
    /// Functions that replace parts of the run.
    pub hooks: Option<&'a dyn TrainHooks>,
    /// The observer of the run.
    pub observer: &'a Observer,
}

/// Learns from a rollout in `update_epochs` epochs, or fewer if `target_kl` is exceeded.
///
/// # Errors
/// Fails if the rollout is empty or holds numbers that are not finite, if a hook fails, or if the device does not
/// answer.
pub async fn learn(
    learner: &mut Learner,
    rollout: &Rollout,
    config: &TrainConfig,
    progress: RunProgress<'_>,
) -> Result<Learned, LearningError> {
    let plan = config.plan();
    let RunProgress {
        hooks, observer, ..
    } = progress;
    let targets = targets(rollout, config, hooks)?;
    observer
        .stage(&learner.clock, Stage::Advantages, async || {
            Ok(targets.view(config))
        })
        .await?;
    // A loss from outside brings its own gradient.
    let outside = hooks.filter(|hooks| hooks.has_loss());
    let mut host = match outside {
        Some(_) => None,
        None => learner.host_phase(config),
    };
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
            let minibatch =
                Minibatch::pick(rollout, &targets.advantages, &targets.returns, &indices);
            let samples = StageView::Samples(minibatch.len());
            observer
                .stage(&learner.clock, Stage::Minibatch(turn), async || Ok(samples))
                .await?;
            observer.enter(Stage::Update(turn));
            let step_size = StepSize {
                learning_rate: config.learning_rate_at(progress.iterations, updates),
                max_grad_norm: config.max_grad_norm,
            };
            let num_envs = config.num_envs / plan.num_minibatches;
            match (&mut host, outside) {
                (Some(phase), _) => {
                    let clock = &learner.clock;
                    phase.update(minibatch, num_envs, step_size, clock).await?;
                }
                (None, Some(hooks)) => {
                    let parameters = learner.parameters().await?;
                    let (gradient, values) = hooks.gradient(&parameters, &minibatch, num_envs)?;
                    let metrics = measures(config);
                    HookError::check_count("slopes", gradient.len(), parameters.len())?;
                    HookError::check_count("measures", values.len(), metrics.len())?;
                    let measures: Vec<_> = metrics.iter().copied().zip(values).collect();
                    learner.apply_gradient(&gradient, &measures, step_size);
                    learner.clock.let_others_in().await;
                }
                #[cfg(feature = "autodiff")]
                (None, None) => {
                    let columns = learner.upload(minibatch);
                    let columns = normalise_and_baseline(columns, num_envs, learner, config)?;
                    let loss = |networks: &_, parameters: &_, rows| {
                        total_loss(networks, parameters, rows, config)
                    };
                    learner.update(columns, step_size, loss).await;
                }
                #[cfg(not(feature = "autodiff"))]
                (None, None) => unreachable!("there is only the CPU, which learns by itself"),
            }
            updates += 1;
            let measures = async || {
                Ok(StageView::Measures(match &host {
                    Some(phase) => phase.newest(),
                    None => learner.newest().await?,
                }))
            };
            observer
                .stage(&learner.clock, Stage::Update(turn), measures)
                .await?;
        }
        *progress.epochs_done = progress.epochs_done.wrapping_add(1);
        if epoch + 1 == plan.update_epochs || plan.target_kl.is_some() {
            measured = match &mut host {
                Some(phase) => learner.take_over(phase),
                None => learner.read_back().await?,
            };
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

/// Returns the samples of each minibatch of an epoch.
fn minibatches(
    rollout: &Rollout,
    plan: &LearningPlan,
    progress: &RunProgress<'_>,
) -> Result<Vec<Vec<usize>>, LearningError> {
    let (len, parts) = (rollout.len(), plan.num_minibatches);
    Ok(match plan.minibatches {
        MinibatchOf::Worlds => by_worlds(rollout, parts)?,
        MinibatchOf::Samples => {
            match (progress.hooks).and_then(|hooks| hooks.indices(len, len / parts)) {
                Some(given) => {
                    let given = given?;
                    HookError::check_count("minibatches", given.len(), parts)?;
                    for indices in &given {
                        HookError::check_count("indices", indices.len(), len / parts)?;
                        HookError::check_below("index", indices.iter().copied(), len)?;
                    }
                    given
                }
                None => shuffled(progress.shuffles, *progress.epochs_done, len, parts)?,
            }
        }
    })
}

/// Returns the samples of each of `parts` groups of environments, step by step.
fn by_worlds(rollout: &Rollout, parts: usize) -> Result<Vec<Vec<usize>>, BadArgument> {
    let (num_envs, num_steps) = (rollout.num_envs, rollout.num_steps);
    if parts == 0 || !num_envs.is_multiple_of(parts) {
        return Err(BadArgument::new(
            "num_minibatches",
            format!("{num_envs} environments do not divide into {parts} equal parts"),
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

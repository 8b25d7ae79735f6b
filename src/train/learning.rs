//! Learning from a rollout: targets, minibatches, updates. REINFORCE makes one update on the whole rollout, VPG splits
//! the environments into minibatches, PPO shuffles the samples.

#[cfg(feature = "gpu")]
use burn::tensor::{Int, Tensor};

use super::failure::LearningError;
use super::hooks::{TrainHooks, measures};
#[cfg(feature = "gpu")]
use super::learner::{DevicePhase, DeviceState, ReadBack, RecordPart, RunSteps};
use super::learner::{Learner, LearningPhase, StepSize};
#[cfg(feature = "autodiff")]
use super::losses::{normalise_and_baseline, total_loss};
use super::observer::Observer;
use super::shuffles::Shuffles;
use super::targets::targets;
use super::update_stats::UpdateStats;
use crate::algos::columns;
use crate::config::{LearningPlan, MinibatchOf, TrainConfig};
#[cfg(feature = "gpu")]
use crate::device::{Values, yield_now};
use crate::protocol::metrics::Metric;
use crate::protocol::stages::{MinibatchIndex, Stage, StageView};
use crate::rollout::{HookError, Minibatch, Rollout, by_worlds};

/// The results of a learning phase.
pub struct Learned {
    /// The measurements of the last epoch's updates.
    pub measured: UpdateStats,
    /// Explained variance of the returns that the critic is taught, by its values from before the phase, if there is a critic.
    pub explained_variance: Option<f64>,
}

/// The progress of a run at the start of a learning phase.
pub struct RunProgress<'a> {
    /// Iterations done.
    pub iterations: usize,
    /// Updates already done in this iteration, after its earlier rollouts.
    pub updates: usize,
    /// The order of the samples in each epoch.
    pub shuffles: &'a Shuffles,
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
    let mut phase = match outside {
        Some(_) => None,
        None => learner.phase(rollout, &targets, config)?,
    };
    let mut measured = UpdateStats::default();
    let mut updates = progress.updates;
    let num_envs = config.num_envs / plan.num_minibatches;
    for epoch in 0..plan.update_epochs {
        let shape = (rollout.num_envs, rollout.num_steps);
        let minibatches = minibatches(shape, &plan, &progress)?;
        let of = minibatches.len();
        let at_once = match &phase {
            Some(phase) if phase.takes_many() && !observer.is_looking() => of,
            _ => 1,
        };
        for (index, some) in minibatches.chunks(at_once).enumerate() {
            let turn = MinibatchIndex {
                epoch: epoch + 1,
                epochs: plan.update_epochs,
                index: index * at_once + some.len(),
                of,
            };
            let samples = StageView::Samples(some[0].len());
            observer
                .stage(&learner.clock, Stage::Minibatch(turn), async || Ok(samples))
                .await?;
            observer.enter(Stage::Update(turn));
            let step_size = |update| StepSize {
                learning_rate: config.learning_rate_at(progress.iterations, update),
                max_grad_norm: config.max_grad_norm,
            };
            let pick = |indices: &[usize]| {
                Minibatch::pick(rollout, &targets.advantages, &targets.returns, indices)
            };
            match (&mut phase, outside) {
                (Some(LearningPhase::Host(phase)), _) => {
                    let (minibatch, clock) = (pick(&some[0]), &learner.clock);
                    let update = phase.update(minibatch, num_envs, step_size(updates), clock);
                    update.await?;
                }
                #[cfg(feature = "gpu")]
                (Some(LearningPhase::Device(phase)), _) => {
                    phase.update(&[RunSteps {
                        minibatches: some.to_vec(),
                        sizes: (updates..updates + some.len()).map(step_size).collect(),
                    }]);
                    learner.clock.let_others_in().await;
                }
                (None, Some(hooks)) => {
                    let parameters = learner.parameters().await?;
                    let (gradient, values) =
                        hooks.gradient(&parameters, &pick(&some[0]), num_envs)?;
                    let metrics = measures(config);
                    HookError::check_count("slopes", gradient.len(), parameters.len())?;
                    HookError::check_count("measures", values.len(), metrics.len())?;
                    let measures: Vec<_> = metrics.iter().copied().zip(values).collect();
                    learner.apply_gradient(&gradient, &measures, step_size(updates));
                    learner.clock.let_others_in().await;
                }
                #[cfg(feature = "autodiff")]
                (None, None) => {
                    let columns = learner.upload(pick(&some[0]));
                    let columns = normalise_and_baseline(columns, num_envs, learner, config)?;
                    let loss = |networks: &_, parameters: &_, rows| {
                        total_loss(networks, parameters, rows, config)
                    };
                    learner.update(columns, step_size(updates), loss).await;
                }
                #[cfg(not(feature = "autodiff"))]
                (None, None) => unreachable!("there is only the CPU, which learns by itself"),
            }
            updates += some.len();
            let measures = async || {
                Ok(StageView::Measures(match &phase {
                    Some(phase) => phase.newest().await?,
                    None => learner.newest().await?,
                }))
            };
            observer
                .stage(&learner.clock, Stage::Update(turn), measures)
                .await?;
        }
        *progress.epochs_done = progress.epochs_done.wrapping_add(1);
        if epoch + 1 == plan.update_epochs || plan.target_kl.is_some() {
            measured = match &mut phase {
                Some(phase) => learner.take_over(phase).await?,
                None => learner.read_back().await?,
            };
        }
        if let Some(target_kl) = plan.target_kl
            && measured.mean(Metric::ApproxKl) > target_kl
        {
            break;
        }
    }
    keep_last_epoch(&mut measured, &plan);
    let explained_variance = match rollout.values.is_empty() {
        true => None,
        false => columns::explained_variance(&rollout.values, &targets.taught(rollout, &plan)?),
    };
    Ok(Learned {
        measured,
        explained_variance,
    })
}

/// Makes a rollout on the device, learns from it there in the same epochs, and reads all that came of it back at once. Given a vector that
/// begins with the parameters, `launch` returns the rollout.
///
/// # Errors
/// If the rollout is empty, or if the device does not answer.
#[cfg(feature = "gpu")]
pub async fn learn_on_device(
    learner: &mut Learner,
    config: &TrainConfig,
    mut progress: RunProgress<'_>,
    launch: impl FnOnce(&Values) -> Tensor<1, Int>,
) -> Result<ReadBack, LearningError> {
    let plan = config.plan();
    // Epochs are one operation, unless each decides about the next.
    let at_once = match plan.target_kl {
        Some(_) => 1,
        None => plan.update_epochs,
    };
    let mut updates = progress.updates;
    let steps = steps_of(at_once, updates, config, &mut progress)?;
    updates += steps.sizes.len();
    let state = DeviceState::of_learner(learner);
    let (networks, steps) = (&learner.networks, [steps]);
    let mut phase = DevicePhase::with_rollouts(state, networks, &[config], &steps, launch);
    let mut epoch = at_once;
    // The record does not change while the run learns from it, so it comes with the first epoch.
    let mut first: Option<ReadBack> = None;
    loop {
        (progress.observer).enter(Stage::Update(MinibatchIndex {
            epoch,
            epochs: plan.update_epochs,
            index: plan.num_minibatches,
            of: plan.num_minibatches,
        }));
        learner.clock.let_others_in().await;
        let next = (*progress.epochs_done, at_once);
        let shuffling = draw_ahead([(progress.shuffles, next, config)]);
        let wanted = match first {
            None => RecordPart::Whole,
            Some(_) => RecordPart::Nothing,
        };
        let (back, drawn) = futures::join!(learner.take_over_device(&mut phase, wanted), shuffling);
        let mut back = back?;
        drawn?;
        if let Some(first) = first.take() {
            back.record = first.record;
        }
        let kl = back.measured.mean(Metric::ApproxKl);
        if epoch >= plan.update_epochs || plan.target_kl.is_some_and(|most| kl > most) {
            keep_last_epoch(&mut back.measured, &plan);
            return Ok(back);
        }
        first = Some(back);
        let steps = steps_of(at_once, updates, config, &mut progress)?;
        updates += steps.sizes.len();
        phase.update(&[steps]);
        epoch += at_once;
    }
}

/// Draws the order of the samples in the next epochs of some runs, given as the shuffles done and the number to draw, while a device
/// works on the epochs before them. Join it with the wait for the device, which comes first: a browser's device begins with that.
///
/// # Errors
/// If the rollout is empty.
#[cfg(feature = "gpu")]
pub async fn draw_ahead<'a>(
    runs: impl IntoIterator<Item = (&'a Shuffles, (u32, usize), &'a TrainConfig)>,
) -> Result<(), LearningError> {
    yield_now().await;
    for (shuffles, epochs, config) in runs {
        let plan = config.plan();
        if plan.minibatches == MinibatchOf::Samples {
            shuffles.draw_ahead(epochs, config.batch_size(), plan.num_minibatches)?;
        }
    }
    Ok(())
}

/// Returns the steps of the next epochs, given the updates that the iteration has taken already.
///
/// # Errors
/// If the rollout is empty.
#[cfg(feature = "gpu")]
pub fn steps_of(
    epochs: usize,
    updates: usize,
    config: &TrainConfig,
    progress: &mut RunProgress<'_>,
) -> Result<RunSteps, LearningError> {
    let plan = config.plan();
    let shape = (config.num_envs, config.num_steps);
    let mut all = Vec::new();
    for _ in 0..epochs {
        all.extend(minibatches(shape, &plan, progress)?);
        *progress.epochs_done = progress.epochs_done.wrapping_add(1);
    }
    let sizes = (updates..updates + all.len()).map(|update| StepSize {
        learning_rate: config.learning_rate_at(progress.iterations, update),
        max_grad_norm: config.max_grad_norm,
    });
    Ok(RunSteps {
        sizes: sizes.collect(),
        minibatches: all,
    })
}

/// Keeps the measurements of the last epoch, unless one of them is not finite.
pub fn keep_last_epoch(measured: &mut UpdateStats, plan: &LearningPlan) {
    if measured.first_not_finite().is_none() {
        let last_epoch = measured.rows.len().saturating_sub(plan.num_minibatches);
        measured.rows.drain(..last_epoch);
    }
}

/// Returns the samples of each minibatch of an epoch over a rollout of this many environments and steps.
fn minibatches(
    (num_envs, num_steps): (usize, usize),
    plan: &LearningPlan,
    progress: &RunProgress<'_>,
) -> Result<Vec<Vec<usize>>, LearningError> {
    let (len, parts) = (num_envs * num_steps, plan.num_minibatches);
    Ok(match plan.minibatches {
        MinibatchOf::Worlds => by_worlds(num_envs, num_steps, parts)?,
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
                None => (progress.shuffles).minibatches(*progress.epochs_done, len, parts)?,
            }
        }
    })
}

//! Learning from a rollout: targets, minibatches, updates. REINFORCE makes one update on the whole
//! rollout, VPG splits the environments into minibatches, PPO shuffles the samples.

use std::rc::Rc;

use super::failure::LearningError;
use super::gpu::{GpuState, ReadBack, RecordPart, RunSteps};
use super::hooks::TrainHooks;
use super::kl_stop::{ends_after_epoch, ends_before_step};
use super::learner::{HostPhase, Learner, LearningPhase, StepSize};
use super::observer::Observer;
use super::shuffles::Shuffles;
use super::targets::targets;
use super::update_stats::UpdateStats;
use crate::algos::columns;
use crate::config::{LearningPlan, MinibatchOf, TrainConfig};
use crate::device::yield_now;
use crate::ops::rollout::{RolloutPlan, RunWorlds};
use crate::protocol::stages::{MinibatchIndex, Stage, StageView};
use crate::rollout::{HookError, Minibatch, Rollout, by_worlds};

/// The results of a learning phase.
pub struct Learned {
    /// The measurements of the last epoch's updates.
    pub measured: UpdateStats,
    /// Explained variance of the returns that the critic is taught, by its values from before the
    /// phase, if there is a critic.
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

/// Learns from a rollout in `update_epochs` epochs, or until `target_kl` ends it. The first step is
/// always taken: until then nothing has moved.
///
/// # Errors
/// Fails if the rollout is empty or holds numbers that are not finite, if a hook fails, or if the
/// device does not answer.
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
    let outside = hooks.filter(|hooks| hooks.has_loss());
    let mut phase = learner.phase(rollout, &targets, config)?;
    let mut measured = UpdateStats::default();
    let mut updates = progress.updates;
    let num_envs = config.num_envs / plan.num_minibatches;
    for epoch in 0..plan.update_epochs {
        let shape = (rollout.num_envs, rollout.num_steps);
        let minibatches = minibatches(shape, &plan, &progress)?;
        let of = minibatches.len();
        let waits = observer.is_looking() || plan.stops_before_a_step();
        let at_once = match phase.takes_many() && !waits {
            true => of,
            false => 1,
        };
        let mut is_over = epoch + 1 == plan.update_epochs;
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
            let step_size = |index| StepSize {
                learning_rate: config.learning_rate_at(progress.iterations, updates + index),
                max_grad_norm: config.max_grad_norm,
            };
            let clock = &learner.clock;
            match (&mut phase, outside) {
                (LearningPhase::Host(phase), Some(hooks)) => {
                    let (advantages, returns) = (&targets.advantages, &targets.returns);
                    let minibatch = Minibatch::pick(rollout, advantages, returns, &some[0]);
                    step_from_outside(phase, hooks, (&minibatch, num_envs), config, step_size(0))?;
                    clock.let_others_in().await;
                }
                (LearningPhase::Gpu(_), Some(_)) => {
                    unreachable!("a session learns on the host from a loss from outside")
                }
                (phase, None) => {
                    let samples = (rollout, &targets);
                    let update = phase.update(samples, some, num_envs, step_size, clock);
                    update.await?;
                }
            }
            if plan.stops_before_a_step()
                && updates > progress.updates
                && ends_before_step(&plan, &phase.newest().await?)
            {
                phase.undo();
                is_over = true;
                break;
            }
            updates += some.len();
            let measures = async || Ok(StageView::Measures(phase.newest().await?));
            observer
                .stage(&learner.clock, Stage::Update(turn), measures)
                .await?;
        }
        *progress.epochs_done = progress.epochs_done.wrapping_add(1);
        if is_over || plan.target_kl.is_some() && !plan.stops_before_a_step() {
            measured = learner.adopt(&mut phase).await?;
        }
        if is_over || ends_after_epoch(&plan, &measured) {
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

/// Takes a step with the gradient of a loss from outside, on a minibatch of so many whole
/// environments where it is VPG's.
///
/// # Errors
/// Fails if the hook fails, or returns too many or too few numbers.
fn step_from_outside(
    phase: &mut HostPhase,
    hooks: &dyn TrainHooks,
    (minibatch, num_envs): (&Minibatch, usize),
    config: &TrainConfig,
    step_size: StepSize,
) -> Result<(), HookError> {
    let parameters = phase.parameters();
    let (gradient, values) = hooks.gradient(parameters, minibatch, num_envs)?;
    let metrics = hooks.measures(config);
    HookError::check_count("slopes", gradient.len(), parameters.len())?;
    HookError::check_count("measures", values.len(), metrics.len())?;
    let measured: Vec<_> = metrics.into_iter().zip(values).collect();
    phase.apply(gradient, &measured, step_size);
    Ok(())
}

/// Makes a rollout on the device of the learner's state, learns from it there in the same epochs,
/// and reads all that came of it back at once.
///
/// # Errors
/// If the rollout is empty, or if the device does not answer.
pub async fn learn_on_device(
    learner: &mut Learner,
    state: Rc<dyn GpuState>,
    config: &TrainConfig,
    mut progress: RunProgress<'_>,
    (worlds, rollout): (RunWorlds<'_>, RolloutPlan),
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
    let (networks, steps) = (&learner.networks, [steps]);
    let mut phase = state.phase_with_rollouts(networks, &[config], &steps, (&[worlds], rollout));
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
        let (back, drawn) = futures::join!(learner.adopt_gpu(&mut *phase, wanted), shuffling);
        let mut back = back?;
        drawn?;
        if let Some(first) = first.take() {
            back.record = first.record;
        }
        if epoch >= plan.update_epochs || ends_after_epoch(&plan, &back.measured) {
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

/// Draws the order of the samples in the next epochs of some runs, given as the shuffles done and
/// the number to draw, while a device works on the epochs before them. Join it with the wait for
/// the device, which comes first: a browser's device begins with that.
///
/// # Errors
/// If the rollout is empty.
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

/// Returns the samples of each minibatch of an epoch over a rollout of this many environments and
/// steps.
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

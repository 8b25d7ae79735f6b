//! One run: its environments, networks and optimiser, and an iteration with them.

mod checkpoints;
mod collect;
pub mod lockstep;

use std::rc::Rc;

use checkpoints::LastGood;

use super::crew::{Crew, cores_of};
use super::failure::failure;
use super::gpu::{GpuState, Operation, ReadBack, RunDevice};
use super::hooks::TrainHooks;
use super::iteration_stats::IterationStats;
use super::learner::Learner;
use super::learning::{Learned, RunProgress, learn, learn_on_device};
use super::normaliser::Normaliser;
use super::observer::Observer;
use super::setup::RunSetup;
use super::shuffles::Shuffles;
use super::update_stats::UpdateStats;
use crate::config::TrainConfig;
use crate::protocol::{Body, Failure, FailureKind, Frame, IterationReport, RunInfo};
use crate::rollout::{Collector, Lifespans, Rollout};

/// A run under way.
pub struct Run {
    config: TrainConfig,
    hooks: Option<Rc<dyn TrainHooks>>,
    observer: Rc<Observer>,
    learner: Learner,
    collector: Collector,
    lifespans: Lifespans,
    normaliser: Normaliser,
    shuffles: Shuffles,
    epochs_done: u32,
    first_iteration: usize,
    first_step: u64,
    iteration: usize,
    global_step: u64,
    elapsed_secs: f64,
    /// After the newest iteration whose numbers were all finite.
    last_good: Option<LastGood>,
}

/// The result of an iteration.
pub struct Iterated {
    /// Its figures.
    pub report: IterationReport,
    /// Its carts.
    pub frame: Frame,
    /// True if every environment survived, where that ends the run.
    pub is_solved: bool,
}

impl Run {
    /// A run that is about to begin.
    pub fn new(config: TrainConfig, device: &RunDevice) -> Self {
        let RunSetup {
            learner,
            collector,
            lifespans,
            shuffles,
        } = RunSetup::new(&config, device);
        Self {
            learner,
            collector,
            lifespans,
            normaliser: Normaliser::new(&config),
            shuffles,
            epochs_done: 0,
            first_iteration: 0,
            first_step: 0,
            iteration: 0,
            global_step: 0,
            elapsed_secs: 0.0,
            last_good: None,
            hooks: None,
            observer: Rc::default(),
            config,
        }
    }

    /// Returns the run with some of its functions replaced by `hooks`.
    pub fn with_hooks(self, hooks: Option<Rc<dyn TrainHooks>>) -> Self {
        Self { hooks, ..self }
    }

    /// Returns the run with other cores helping it.
    pub fn helped_by(mut self, crew: Option<Rc<dyn Crew>>) -> Self {
        self.learner.crew = crew;
        self
    }

    /// Returns the run with `observer` following it.
    pub fn observed_by(self, observer: Rc<Observer>) -> Self {
        Self { observer, ..self }
    }

    /// Tries the operations that the run will use, and gives those that the device refuses or gets
    /// wrong. Rollouts are then made on the host; without learning the run must go to another
    /// device.
    pub async fn self_test(&mut self) -> Vec<Operation> {
        let distrusted = match self.learner.device() {
            RunDevice::Cpu => Vec::new(),
            RunDevice::Gpu(gpu) => gpu.self_test(&self.config).await,
        };
        if distrusted.contains(&Operation::Rollout) {
            self.learner.use_host_rollouts();
        }
        distrusted
    }

    /// Returns what is known before the first iteration.
    pub fn info(&self) -> RunInfo {
        RunInfo {
            config: self.config.clone(),
            num_iterations: self.config.num_iterations(),
            first_iteration: self.first_iteration,
            first_step: self.first_step,
            num_parameters: self.learner.networks.num_parameters(),
            trained_by: self.trained_by(),
        }
    }

    /// Returns the body that trains the run.
    fn trained_by(&self) -> Body {
        let has_loss = |hooks: &Rc<dyn TrainHooks>| hooks.has_loss();
        match self.learner.device() {
            _ if self.hooks.as_ref().is_some_and(has_loss) => Body::Reader,
            RunDevice::Gpu(_) => Body::Kernels,
            RunDevice::Cpu => Body::Host {
                cores: cores_of(self.learner.crew.as_deref(), &self.config),
            },
        }
    }

    /// Environment steps taken, and seconds of work.
    pub fn spent(&self) -> (u64, f64) {
        (self.global_step, self.elapsed_secs)
    }

    /// True if all iterations are done.
    pub fn is_done(&self) -> bool {
        self.iteration >= self.config.num_iterations()
    }

    /// Collects and learns, once or as often as an iteration says.
    ///
    /// # Errors
    /// When a reward, a loss or a parameter is no longer a finite number, or the device does not
    /// answer.
    pub async fn iterate(&mut self) -> Result<Iterated, Failure> {
        self.learner.clock.start();
        let mut gathered = IterationStats::default();
        let mut rollouts = Vec::new();
        for done in 0..self.config.rollouts_per_iteration {
            let updates = done * self.config.updates_per_rollout();
            let (rollout, learned) = match self.all_on_device() {
                Some(state) => {
                    self.collect_and_learn(state, updates, &mut gathered)
                        .await?
                }
                None => self.collect_then_learn(updates, &mut gathered).await?,
            };
            let are_finite = self.learner.host_parameters.iter().all(|it| it.is_finite());
            self.check_finite(&learned.measured, are_finite)?;
            self.gather(&mut gathered, &rollout, learned);
            rollouts.push(rollout);
        }
        let elapsed_secs = self.learner.clock.stop();
        let done = self.conclude(&gathered, &rollouts, elapsed_secs);
        self.last_good = Some(self.as_it_is());
        Ok(done)
    }

    /// Counts an iteration, and returns what came of it, after so many seconds of work.
    fn conclude(
        &mut self,
        gathered: &IterationStats,
        rollouts: &[Rollout],
        elapsed_secs: f64,
    ) -> Iterated {
        let last_update = self.config.updates_per_iteration() - 1;
        let learning_rate = self.config.learning_rate_at(self.iteration, last_update);
        self.iteration += 1;
        (self.observer).begin(self.iteration + 1, self.config.num_steps);
        self.global_step += gathered.samples as u64;
        let secs = elapsed_secs - self.elapsed_secs;
        self.elapsed_secs = elapsed_secs;
        Iterated {
            frame: gathered.frame(rollouts, self.config.env_id, self.iteration),
            is_solved: self.config.ends_when_solved()
                && gathered.is_solved(self.config.longest_episode()),
            report: IterationReport {
                iteration: self.iteration,
                global_step: self.global_step,
                elapsed_secs: self.elapsed_secs,
                steps_per_sec: gathered.samples as f64 / secs.max(1e-6),
                metrics: gathered.metrics(learning_rate),
            },
        }
    }

    async fn collect_then_learn(
        &mut self,
        updates: usize,
        gathered: &mut IterationStats,
    ) -> Result<(Rollout, Learned), Failure> {
        let rollout = (self.collect(gathered).await)
            .map_err(|error| failure(error, self.iteration, &self.config, None))?;
        let seen = self.normaliser.seen(&rollout);
        let hooks = self.hooks.clone();
        let progress = RunProgress {
            iterations: self.iteration,
            updates,
            shuffles: &self.shuffles,
            epochs_done: &mut self.epochs_done,
            hooks: hooks.as_deref(),
            observer: &self.observer,
        };
        let learned = learn(&mut self.learner, &seen, &self.config, progress).await;
        let learned = learned
            .map_err(|error| failure(error, self.iteration, &self.config, Some(&rollout)))?;
        drop(seen);
        self.normaliser.count_obs(&rollout);
        Ok((rollout, learned))
    }

    /// Returns the state on the device, if that makes the rollout and learns from it without the
    /// host, who sees it afterwards: nothing of the reader's takes part, nobody looks, and one
    /// dispatch takes all steps.
    fn all_on_device(&self) -> Option<Rc<dyn GpuState>> {
        let config = &self.config;
        let gpu = self.learner.device().gpu()?;
        self.learner.acting_state().filter(|_| {
            self.hooks.is_none()
                && !self.observer.is_looking()
                && config.is_all_on_device()
                && gpu.is_one_dispatch(config, &self.learner.networks)
        })
    }

    /// One rollout and what is learned from it, with one copy back.
    async fn collect_and_learn(
        &mut self,
        state: Rc<dyn GpuState>,
        updates: usize,
        gathered: &mut IterationStats,
    ) -> Result<(Rollout, Learned), Failure> {
        let num_steps = self.config.num_steps;
        self.begin_rollout();
        gathered.acted_with(&self.learner.host_parameters);
        self.observer.begin(self.iteration + 1, num_steps);
        let progress = RunProgress {
            iterations: self.iteration,
            updates,
            shuffles: &self.shuffles,
            epochs_done: &mut self.epochs_done,
            hooks: None,
            observer: &self.observer,
        };
        let rollout = (self.collector.run_worlds(), self.collector.plan(num_steps));
        let learning = learn_on_device(&mut self.learner, state, &self.config, progress, rollout);
        let back = learning.await;
        let back = back.map_err(|error| failure(error, self.iteration, &self.config, None))?;
        let rollout = self.collector.rollout(num_steps);
        Ok(self.adopt(back, rollout))
    }

    /// Adopts what a device has made: all steps of an empty rollout, and what it learned from it.
    fn adopt(&mut self, back: ReadBack, mut rollout: Rollout) -> (Rollout, Learned) {
        let num_steps = self.config.num_steps;
        self.collector.absorb(&mut rollout, &back.record, num_steps);
        let learned = Learned {
            measured: back.measured,
            explained_variance: back.explained_variance,
        };
        (rollout, learned)
    }

    fn gather(&mut self, gathered: &mut IterationStats, rollout: &Rollout, learned: Learned) {
        gathered
            .finished
            .extend(self.lifespans.finished_in(rollout));
        if self.config.whole_episodes {
            // A step that only resets belongs to no episode.
            let played = rollout.was_reset.iter().filter(|was_reset| !**was_reset);
            gathered.lengths.push(played.count() as u32);
        } else if self.config.full_reset {
            gathered
                .lengths
                .extend(Lifespans::of_first_episodes(rollout));
        } else {
            let finished = &gathered.finished;
            gathered.lengths = finished.iter().map(|episode| episode.length).collect();
        }
        gathered.rewards += rollout.rewards.iter().map(|r| f64::from(*r)).sum::<f64>();
        gathered.samples += rollout.len();
        gathered.add(learned);
    }

    /// Returns a failure if a measurement of the newest updates, or a parameter after them, is not
    /// finite.
    fn check_finite(&self, measured: &UpdateStats, are_finite: bool) -> Result<(), Failure> {
        let what = match measured.first_not_finite() {
            Some((metric, value)) => format!("{} became {value}", metric.key()),
            None if are_finite => return Ok(()),
            None => "a parameter was no longer a finite number".to_owned(),
        };
        Err(Failure {
            kind: FailureKind::NotFinite,
            message: format!(
                "At iteration {} {what}, so the run was ended. A smaller learning_rate or max_grad_norm keeps the steps small enough",
                self.iteration + 1
            ),
        })
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;

//! One run: its worlds, networks and optimiser, and what an iteration does with them.

mod collecting;

use std::rc::Rc;

use burn::tensor::Device;

use super::device_probe::{Operation, self_test};
use super::failure;
use super::hooks::TrainHooks;
use super::iteration_stats::IterationStats;
use super::learner::{Learner, Snapshot};
use super::learning::{Learned, Progress, learn};
use super::observer::Observer;
use super::setup::RunSetup;
use super::update_stats::UpdateStats;
use crate::config::TrainConfig;
use crate::protocol::checkpoint::{self, Checkpoint};
use crate::protocol::stages::Stage;
use crate::protocol::{Event, Failure, FailureKind, Frame, IterationReport, RunInfo};
use crate::random::Stream;
use crate::rollout::{Collector, Lifespans, Rollout};

/// A run under way.
pub struct Run {
    config: TrainConfig,
    functions: Option<Rc<dyn TrainHooks>>,
    watch: Rc<Observer>,
    learner: Learner,
    collector: Collector,
    lifespans: Lifespans,
    shuffles: Stream,
    epochs_done: u32,
    first_iteration: usize,
    first_step: u64,
    iteration: usize,
    global_step: u64,
    elapsed_secs: f64,
    /// After the newest iteration whose numbers were all finite.
    last_good: Option<(Snapshot, usize, u64)>,
}

/// What an iteration gives.
pub struct Iterated {
    /// Its figures.
    pub report: IterationReport,
    /// Its carts.
    pub frame: Frame,
    /// Whether every world survived, where that ends the run.
    pub is_solved: bool,
}

impl Run {
    /// A run that is about to begin.
    pub fn new(config: TrainConfig, device: &Device) -> Self {
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
            shuffles,
            epochs_done: 0,
            first_iteration: 0,
            first_step: 0,
            iteration: 0,
            global_step: 0,
            elapsed_secs: 0.0,
            last_good: None,
            functions: None,
            watch: Rc::default(),
            config,
        }
    }

    /// The same, with some parts played by `functions`.
    pub fn with(self, functions: Option<Rc<dyn TrainHooks>>) -> Self {
        Self { functions, ..self }
    }

    /// The same, seen by `watch`.
    pub fn seen_by(self, watch: Rc<Observer>) -> Self {
        Self { watch, ..self }
    }

    /// Goes on from a checkpoint.
    ///
    /// # Errors
    /// When it is of other networks.
    pub fn restore(&mut self, checkpoint: &Checkpoint) -> Result<(), String> {
        let needed = self.learner.networks.num_parameters();
        let found = checkpoint.parameters.len();
        if found != needed {
            return Err(format!(
                "The networks that were kept have {found} trainable numbers and these have {needed}: keep env_id, hidden_sizes, algorithm and advantage as they were, or start afresh"
            ));
        }
        self.learner.restore(checkpoint);
        self.first_iteration = checkpoint.iteration;
        self.first_step = checkpoint.global_step;
        self.iteration = checkpoint.iteration;
        self.global_step = checkpoint.global_step;
        Ok(())
    }

    /// Tries the operations that the run will use, and gives those that the device refuses or gets wrong. Rollouts are
    /// then made on the host; without networks or an optimiser the run must go to another device.
    pub async fn self_test(&mut self) -> Vec<Operation> {
        let distrusted = self_test(&self.config, self.learner.device()).await;
        if distrusted.contains(&Operation::Rollout) {
            self.learner.leave_rollouts();
        }
        distrusted
    }

    /// What is known before the first iteration.
    pub fn info(&self) -> RunInfo {
        RunInfo {
            config: self.config.clone(),
            num_iterations: self.config.num_iterations(),
            first_iteration: self.first_iteration,
            first_step: self.first_step,
            num_parameters: self.learner.networks.num_parameters(),
        }
    }

    /// Environment steps taken, and seconds of work.
    pub fn spent(&self) -> (u64, f64) {
        (self.global_step, self.elapsed_secs)
    }

    /// Whether all iterations are done.
    pub fn is_done(&self) -> bool {
        self.iteration >= self.config.num_iterations()
    }

    /// The last good checkpoint, as an event; nothing before the first iteration, or when the device is gone.
    pub async fn keep(&mut self) -> Option<Event> {
        let (snapshot, iteration, global_step) = self.last_good.take()?;
        let checkpoint = snapshot.read(iteration, global_step).await.ok()?;
        Some(Event::Kept(checkpoint))
    }

    /// A checkpoint along the way, where one is due; it costs a read-back. A device that does not answer gives none: the
    /// next iteration finds out.
    pub async fn checkpoint(&self) -> Option<Event> {
        let (snapshot, iteration, global_step) = self.last_good.as_ref()?;
        let num_parameters = self.learner.networks.num_parameters();
        if !checkpoint::is_due(*iteration, num_parameters) {
            return None;
        }
        let checkpoint = snapshot.clone().read(*iteration, *global_step).await.ok()?;
        Some(Event::Checkpoint(checkpoint))
    }

    /// Collects and learns, once or as often as an iteration says.
    ///
    /// # Errors
    /// When a reward, a loss or a parameter is no longer a finite number, or the device does not answer.
    pub async fn iterate(&mut self) -> Result<Iterated, Failure> {
        self.learner.clock.start();
        let mut gathered = IterationStats::default();
        let mut rollouts = Vec::new();
        for done in 0..self.config.rollouts_per_iteration {
            let rollout = (self.collect().await)
                .map_err(|error| failure::failure(error, self.iteration, &self.config, None))?;
            gathered.acted_with(&self.learner.host_parameters);
            let functions = self.functions.clone();
            let progress = Progress {
                iterations: self.iteration,
                updates: done * self.config.updates_per_rollout(),
                shuffles: &self.shuffles,
                epochs_done: &mut self.epochs_done,
                functions: functions.as_deref(),
                watch: &self.watch,
            };
            let learned = learn(&mut self.learner, &rollout, &self.config, progress).await;
            let learned = learned.map_err(|error| {
                failure::failure(error, self.iteration, &self.config, Some(&rollout))
            })?;
            self.check_finite(&learned.measured)?;
            self.gather(&mut gathered, &rollout, learned);
            rollouts.push(rollout);
        }
        let learning_rate = self
            .config
            .learning_rate_at(self.iteration, self.config.updates_per_iteration() - 1);
        self.iteration += 1;
        let next = Stage::Collect {
            step: 0,
            num_steps: self.config.num_steps,
        };
        self.watch.enter(self.iteration + 1, next);
        self.global_step += gathered.samples as u64;
        self.last_good = Some((self.learner.snapshot(), self.iteration, self.global_step));
        let elapsed_secs = self.learner.clock.stop();
        let secs = elapsed_secs - self.elapsed_secs;
        self.elapsed_secs = elapsed_secs;
        Ok(Iterated {
            frame: gathered.frame(&rollouts, self.config.env_id.is_cart(), self.iteration),
            is_solved: self.config.stop_when_solved
                && self.config.full_reset
                && gathered.is_solved(self.config.num_steps),
            report: IterationReport {
                iteration: self.iteration,
                global_step: self.global_step,
                elapsed_secs: self.elapsed_secs,
                steps_per_sec: gathered.samples as f64 / secs.max(1e-6),
                metrics: gathered.metrics(learning_rate),
            },
        })
    }

    fn gather(&mut self, gathered: &mut IterationStats, rollout: &Rollout, learned: Learned) {
        gathered
            .finished
            .extend(self.lifespans.finished_in(rollout));
        if self.config.whole_episodes {
            gathered.lengths.push(rollout.num_steps as u32);
        } else if self.config.full_reset {
            gathered
                .lengths
                .extend(Lifespans::until_first_fall(rollout));
        } else {
            let finished = &gathered.finished;
            gathered.lengths = finished.iter().map(|episode| episode.length).collect();
        }
        gathered.rewards += rollout.rewards.iter().map(|r| f64::from(*r)).sum::<f64>();
        gathered.samples += rollout.len();
        gathered.add(learned);
    }

    fn check_finite(&self, measured: &UpdateStats) -> Result<(), Failure> {
        let parameters = &self.learner.host_parameters;
        let what = match measured.first_not_finite() {
            Some((metric, value)) => format!("{} became {value}", metric.key()),
            None if parameters.iter().all(|value| value.is_finite()) => return Ok(()),
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

//! Shows the clip at work: one rollout, learnt from in the smallest steps, and the clip's effect on
//! every sample of the minibatch in memory. It learns by the host's loop, and everything it shows
//! is read from that.
//!
//! The state of the lab follows from three things alone: the rollout, the settings, and the number
//! of gradient steps since. So another learning rate or clip answers for the very same minibatch:
//! the lab goes back to the rollout and takes the steps again.

use super::failure::LearningError;
use super::gpu::RunDevice;
use super::learner::{HostPhase, HostState, Learner, StepSize};
use super::setup::{RunSetup, networks, optimiser};
use super::shuffles::Shuffles;
use super::targets::{Targets, targets};
use crate::config::TrainConfig;
use crate::config::fields::agree;
use crate::protocol::clip_batch::{ClipBatch, ClipStep};
use crate::rollout::{BadArgument, Collector, Lifespans, Minibatch, Rollout};

/// A rollout that is learnt from, and the way back to before.
struct Held {
    rollout: Rollout,
    episodic_length: Option<f64>,
    targets: Targets,
    before: HostState,
    /// The epoch under way, from 1, and its minibatches.
    epoch: u32,
    order: Vec<Vec<usize>>,
    /// Gradient steps since the rollout, and what the last of them showed.
    steps: usize,
    shown: ClipBatch,
}

/// One learner and one rollout.
pub struct ClipLab {
    config: TrainConfig,
    /// The networks, and the working time.
    learner: Learner,
    /// The parameters and the optimiser, after the steps that were taken.
    state: HostState,
    collector: Collector,
    lifespans: Lifespans,
    shuffles: Shuffles,
    rollouts: u32,
    held: Option<Held>,
    /// True if the steps since the rollout were made with other settings.
    is_outdated: bool,
}

impl ClipLab {
    /// A learner that has learnt nothing yet.
    pub fn new(config: TrainConfig) -> Self {
        let RunSetup {
            learner,
            collector,
            lifespans,
            shuffles,
        } = RunSetup::new(&config, &RunDevice::Cpu);
        let parameters = learner.host_parameters.clone();
        Self {
            state: HostState::new(parameters, optimiser(&config)),
            learner,
            collector,
            lifespans,
            shuffles,
            rollouts: 0,
            held: None,
            is_outdated: false,
            config,
        }
    }

    /// Takes over settings that only learning reads: learning rate, clip, bonus and the like. Gives
    /// whether it could: other environments, networks or optimisers need another lab.
    pub fn adopt(&mut self, config: &TrainConfig) -> bool {
        let fits = networks(config) == networks(&self.config)
            && agree(config, &self.config, |touches| touches.setup);
        if fits && *config != self.config {
            self.is_outdated = true;
            self.config = config.clone();
        }
        fits
    }

    /// Goes where it is asked to.
    ///
    /// # Errors
    /// When a reward is no finite number, or the samples do not divide into minibatches.
    pub async fn go(&mut self, step: ClipStep) -> Result<ClipBatch, LearningError> {
        match step {
            ClipStep::Rollout => self.roll_out()?,
            ClipStep::To(steps) => self.go_to(steps).await?,
        }
        let shown = self.held.as_ref().map(|held| held.shown.clone());
        Ok(shown.unwrap_or_default())
    }

    /// Makes a rollout with the policy as it is. Its first minibatch is in memory, and no step has
    /// been made.
    fn roll_out(&mut self) -> Result<(), LearningError> {
        let parameters = &self.state.parameters;
        let mut rollout = self.collector.rollout(self.config.num_steps);
        (self.collector).advance(&mut rollout, parameters, self.config.num_steps);
        self.collector.finish(&mut rollout, parameters);
        let lengths = self.lifespans.finished_in(&rollout);
        let sum: f64 = lengths
            .iter()
            .map(|episode| f64::from(episode.length))
            .sum();
        self.rollouts += 1;
        self.is_outdated = false;
        let mut held = Held {
            episodic_length: (!lengths.is_empty()).then(|| sum / lengths.len() as f64),
            targets: targets(&rollout, &self.config, None)?,
            order: self.order(&rollout, 1)?,
            before: self.state.clone(),
            epoch: 1,
            steps: 0,
            shown: ClipBatch::default(),
            rollout,
        };
        held.shown = self.look(&held);
        self.held = Some(held);
        Ok(())
    }

    /// Goes to where so many gradient steps since the rollout lead with the settings as they are.
    async fn go_to(&mut self, steps: usize) -> Result<(), LearningError> {
        if self.held.is_none() {
            self.roll_out()?;
        }
        let Some(mut held) = self.held.take() else {
            return Ok(());
        };
        if self.is_outdated || steps < held.steps {
            self.rewind(&mut held)?;
            held.shown = self.look(&held);
        }
        while held.steps < steps {
            self.step(&mut held, steps).await?;
            self.learner.clock.let_others_in().await;
        }
        self.held = Some(held);
        Ok(())
    }

    /// Back to the rollout: parameters and optimiser as they were when it was made.
    fn rewind(&mut self, held: &mut Held) -> Result<(), LearningError> {
        self.state = held.before.clone();
        self.is_outdated = false;
        held.targets = targets(&held.rollout, &self.config, None)?;
        held.epoch = 1;
        held.order = self.order(&held.rollout, 1)?;
        held.steps = 0;
        Ok(())
    }

    /// One gradient step; what is read back is that of the last of `steps`.
    async fn step(&mut self, held: &mut Held, steps: usize) -> Result<(), LearningError> {
        let place = held.steps % held.order.len();
        if place == 0 && held.steps > 0 {
            held.epoch += 1;
            held.order = self.order(&held.rollout, held.epoch)?;
        }
        let minibatch = held.pick(place);
        held.steps += 1;
        let is_last = held.steps == steps;
        let shown = is_last.then(|| self.batch(held, &minibatch, place + 1));
        let mut phase = self.phase();
        let before = is_last.then(|| phase.log_probs(&minibatch));
        let step_size = StepSize {
            learning_rate: self.config.learning_rate,
            max_grad_norm: self.config.max_grad_norm,
        };
        let (num_envs, clock) = (self.config.num_envs, &self.learner.clock);
        let update = phase.update(minibatch.clone(), num_envs, step_size, clock);
        update.await?;
        if let (Some(shown), Some(before)) = (shown, before) {
            held.shown = ClipBatch {
                log_prob: before,
                new_log_prob: phase.log_probs(&minibatch),
                metrics: phase.newest(),
                ..shown
            };
        }
        self.state = phase.into_state();
        Ok(())
    }

    /// Returns a learning phase from the state as it is.
    fn phase(&self) -> HostPhase {
        HostPhase::new(&self.learner, self.state.clone(), &self.config)
    }

    /// The first minibatch before anything is learnt from it.
    fn look(&self, held: &Held) -> ClipBatch {
        let minibatch = held.pick(0);
        let log_prob = self.phase().log_probs(&minibatch);
        ClipBatch {
            new_log_prob: log_prob.clone(),
            log_prob,
            ..self.batch(held, &minibatch, 0)
        }
    }

    fn batch(&self, held: &Held, minibatch: &Minibatch, place: usize) -> ClipBatch {
        ClipBatch {
            rollout: self.rollouts,
            steps: held.steps,
            epoch: held.epoch,
            minibatch: place,
            num_minibatches: held.order.len(),
            episodic_length: held.episodic_length,
            obs: minibatch.obs.clone(),
            actions: minibatch
                .actions
                .iter()
                .map(|action| *action as f32)
                .collect(),
            controls: minibatch.controls.clone(),
            old_log_prob: minibatch.old_log_prob.clone(),
            advantages: minibatch.advantages.clone(),
            ..ClipBatch::default()
        }
    }

    /// Returns the minibatches of an epoch: the same for the same rollout and epoch, so that going
    /// back and on again repeats everything.
    fn order(&self, rollout: &Rollout, epoch: u32) -> Result<Vec<Vec<usize>>, BadArgument> {
        let counter = self.rollouts.wrapping_mul(1_000).wrapping_add(epoch);
        (self.shuffles).minibatches(counter, rollout.len(), self.config.num_minibatches)
    }
}

impl Held {
    fn pick(&self, index: usize) -> Minibatch {
        let indices = self.order.get(index).map_or(&[][..], Vec::as_slice);
        let (advantages, returns) = (&self.targets.advantages, &self.targets.returns);
        Minibatch::pick(&self.rollout, advantages, returns, indices)
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;

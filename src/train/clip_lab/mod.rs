//! Shows the clip at work: one rollout, learnt from in the smallest steps, and the clip's effect on every sample of the minibatch
//! in memory. Everything it shows is read from the tensors that the learner uses.
//!
//! The state of the lab follows from three things alone: the rollout, the settings, and the number of gradient steps since.
//! So another learning rate or clip answers for the very same minibatch: the lab goes back to the rollout and takes the steps
//! again.

use burn::tensor::{Device, Tensor};

use super::failure::LearningError;
use super::learner::{Columns, Learner, LearnerState, StepSize};
use super::losses::{normalise_and_baseline, total_loss};
use super::setup::{RunSetup, networks};
use super::shuffles::Shuffles;
use super::targets::{Targets, targets};
use crate::config::TrainConfig;
use crate::config::fields::agree;
use crate::device::read;
use crate::protocol::clip_batch::{ClipBatch, ClipStep};
use crate::rollout::{BadArgument, Collector, Lifespans, Minibatch, Rollout};

/// A rollout that is learnt from, and the way back to before.
struct Held {
    rollout: Rollout,
    episodic_length: Option<f64>,
    targets: Targets,
    before: LearnerState,
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
    learner: Learner,
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
            rollouts: 0,
            held: None,
            is_outdated: false,
            config,
        }
    }

    /// Takes over settings that only learning reads: learning rate, clip, bonus and the like. Gives whether it could: other
    /// environments, networks or optimisers need another lab.
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
    /// When a reward is no finite number, the samples do not divide into minibatches, or the device does not answer.
    pub async fn go(&mut self, step: ClipStep) -> Result<ClipBatch, LearningError> {
        match step {
            ClipStep::Rollout => self.roll_out().await?,
            ClipStep::To(steps) => self.go_to(steps).await?,
        }
        let shown = self.held.as_ref().map(|held| held.shown.clone());
        Ok(shown.unwrap_or_default())
    }

    /// Makes a rollout with the policy as it is. Its first minibatch is in memory, and no step has been made.
    async fn roll_out(&mut self) -> Result<(), LearningError> {
        let parameters = self.learner.parameters().await?;
        let mut rollout = self.collector.rollout(self.config.num_steps);
        (self.collector).advance(&mut rollout, &parameters, self.config.num_steps);
        self.collector.finish(&mut rollout, &parameters);
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
            before: self.learner.snapshot(),
            epoch: 1,
            steps: 0,
            shown: ClipBatch::default(),
            rollout,
        };
        held.shown = self.look(&held).await?;
        self.held = Some(held);
        Ok(())
    }

    /// Goes to where so many gradient steps since the rollout lead with the settings as they are.
    async fn go_to(&mut self, steps: usize) -> Result<(), LearningError> {
        if self.held.is_none() {
            self.roll_out().await?;
        }
        let Some(mut held) = self.held.take() else {
            return Ok(());
        };
        if self.is_outdated || steps < held.steps {
            self.rewind(&mut held)?;
            held.shown = self.look(&held).await?;
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
        self.learner.rewind(&held.before);
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
        let columns = self.learner.upload(minibatch);
        let before = is_last.then(|| self.learner.log_prob(&columns));
        let columns =
            normalise_and_baseline(columns, self.config.num_envs, &self.learner, &self.config)?;
        let step_size = StepSize {
            learning_rate: self.config.learning_rate,
            max_grad_norm: self.config.max_grad_norm,
        };
        let config = self.config.clone();
        let of =
            |networks: &_, parameters: &_, rows| total_loss(networks, parameters, rows, &config);
        self.learner.update(columns.clone(), step_size, of).await;
        if let (Some(shown), Some(before)) = (shown, before) {
            held.shown = self.measure(shown, before, &columns).await?;
        }
        Ok(())
    }

    /// Reads back what the step just made has seen and done.
    async fn measure(
        &mut self,
        mut shown: ClipBatch,
        before: Tensor<1>,
        columns: &Columns,
    ) -> Result<ClipBatch, LearningError> {
        let after = self.learner.log_prob(columns);
        let mut both = read(Tensor::cat(vec![before, after], 0)).await?;
        shown.new_log_prob = both.split_off(both.len() / 2);
        shown.log_prob = both;
        let measured = self.learner.read_back().await?;
        if let Some(last) = measured.rows.last() {
            for (metric, value) in measured.metrics.iter().zip(last) {
                shown.metrics.set(*metric, f64::from(*value));
            }
        }
        Ok(shown)
    }

    /// The first minibatch before anything is learnt from it.
    async fn look(&mut self, held: &Held) -> Result<ClipBatch, LearningError> {
        let minibatch = held.pick(0);
        let mut batch = self.batch(held, &minibatch, 0);
        let columns = self.learner.upload(minibatch);
        batch.log_prob = read(self.learner.log_prob(&columns)).await?;
        batch.new_log_prob = batch.log_prob.clone();
        Ok(batch)
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
            old_log_prob: minibatch.old_log_prob.clone(),
            advantages: minibatch.advantages.clone(),
            ..ClipBatch::default()
        }
    }

    /// Returns the minibatches of an epoch: the same for the same rollout and epoch, so that going back and on again repeats
    /// everything.
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

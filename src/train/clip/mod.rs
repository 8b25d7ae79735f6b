//! The clip at work: one rollout, learnt from in the smallest steps, and what the clip makes of every sample of the minibatch
//! in memory. Everything it tells is read from the tensors that the learner uses.

use burn::tensor::{Device, Tensor};

use super::clip_batch::{ClipBatch, ClipStep};
use super::config::TrainConfig;
use super::learner::{Learner, Snapshot};
use super::learning::LearningError;
use super::parts::{first_parameters, networks};
use super::targets::{Targets, finish, targets};
use super::updates::terms;
use super::world::env;
use crate::device::read;
use crate::ops::adam::AdamSettings;
use crate::random::{Purpose, Stream};
use crate::rollout::{BadArgument, Collector, Minibatch, Rollout, shuffled};

/// A rollout that is learnt from, and the way back to before.
struct Held {
    rollout: Rollout,
    targets: Targets,
    before: Snapshot,
    epoch: u32,
    /// The minibatches of the epoch, and how many are done.
    order: Vec<Vec<usize>>,
    done: usize,
}

/// One learner and one rollout.
pub struct ClipLab {
    config: TrainConfig,
    learner: Learner,
    collector: Collector,
    shuffles: Stream,
    rollouts: u32,
    held: Option<Held>,
}

impl ClipLab {
    /// A learner that has learnt nothing yet.
    pub fn new(config: TrainConfig, device: &Device) -> Self {
        let networks = networks(&config);
        let settings = AdamSettings {
            epsilon: config.adam_eps,
            weight_decay: config.weight_decay,
        };
        let parameters = first_parameters(&config, &networks);
        Self {
            collector: Collector::new(config.num_envs, env(&config), networks.clone(), config.seed),
            learner: Learner::new(networks, parameters, settings, device),
            shuffles: Stream::new(config.seed, Purpose::Shuffle),
            rollouts: 0,
            held: None,
            config,
        }
    }

    /// Takes over settings that only the coming steps read: learning rate, clip, bonus and the like. Gives whether it could:
    /// other worlds or networks need another lab.
    pub fn adopt(&mut self, config: &TrainConfig) -> bool {
        let of_run = |config: &TrainConfig| {
            let seed = config.seed;
            (
                networks(config),
                config.num_envs,
                config.num_steps,
                config.env_id,
                seed,
            )
        };
        let fits = of_run(config) == of_run(&self.config) && config.reward == self.config.reward;
        if fits {
            self.config = config.clone();
        }
        fits
    }

    /// Goes one step of any kind.
    ///
    /// # Errors
    /// When a reward is no finite number, or the device does not answer.
    pub async fn go(&mut self, step: ClipStep) -> Result<ClipBatch, LearningError> {
        match step {
            ClipStep::Rollout => self.roll_out().await,
            ClipStep::Minibatch => self.step().await,
            ClipStep::Epochs(count) => self.epochs(count).await,
            ClipStep::Rewind => self.rewind().await,
        }
    }

    /// Makes a rollout with the policy as it is. Its first minibatch is in memory, and no step has been made.
    ///
    /// # Errors
    /// When a reward is no finite number, or the device does not answer.
    pub async fn roll_out(&mut self) -> Result<ClipBatch, LearningError> {
        let parameters = self.learner.parameters().await?;
        let mut rollout = self.collector.rollout(self.config.num_steps);
        (self.collector).advance(&mut rollout, &parameters, self.config.num_steps);
        self.collector.finish(&mut rollout, &parameters);
        self.rollouts += 1;
        let held = Held {
            targets: targets(&rollout, &self.config, None)?,
            order: self.order(&rollout, 1)?,
            before: self.learner.snapshot(),
            epoch: 1,
            done: 0,
            rollout,
        };
        self.held = Some(held);
        self.look().await
    }

    /// Learns from the next minibatch.
    ///
    /// # Errors
    /// When the device does not answer.
    pub async fn step(&mut self) -> Result<ClipBatch, LearningError> {
        let Some(mut held) = self.held.take() else {
            return self.roll_out().await;
        };
        if held.done == held.order.len() {
            held.epoch += 1;
            held.order = self.order(&held.rollout, held.epoch)?;
            held.done = 0;
        }
        let minibatch = held.pick(held.done);
        held.done += 1;
        let mut batch = self.batch(&held, &minibatch);
        let columns = self.learner.upload(minibatch);
        let before = self.learner.log_prob(&columns);
        let columns = finish(columns, self.config.num_envs, &self.learner, &self.config)?;
        let rates = (self.config.learning_rate, self.config.max_grad_norm);
        let config = self.config.clone();
        let of = |networks: &_, parameters: &_, rows| terms(networks, parameters, rows, &config);
        self.learner.update(columns.clone(), rates, of).await;
        let after = self.learner.log_prob(&columns);
        let mut both = read(Tensor::cat(vec![before, after], 0)).await?;
        batch.new_log_prob = both.split_off(both.len() / 2);
        batch.log_prob = both;
        let measured = self.learner.read_back().await?;
        for metric in &measured.metrics {
            batch.metrics.set(*metric, measured.mean(*metric));
        }
        self.held = Some(held);
        Ok(batch)
    }

    /// Learns from every minibatch that is left of `epochs` epochs, the one under way among them.
    ///
    /// # Errors
    /// When the device does not answer.
    pub async fn epochs(&mut self, epochs: usize) -> Result<ClipBatch, LearningError> {
        let mut batch = self.step().await?;
        for epoch in 0..epochs {
            while self
                .held
                .as_ref()
                .is_some_and(|held| held.done < held.order.len())
            {
                batch = self.step().await?;
                self.learner.clock.let_others_in().await;
            }
            if epoch + 1 < epochs {
                batch = self.step().await?;
            }
        }
        Ok(batch)
    }

    /// Goes back to the rollout: parameters and optimiser as they were when it was made.
    ///
    /// # Errors
    /// When the device does not answer.
    pub async fn rewind(&mut self) -> Result<ClipBatch, LearningError> {
        let Some(mut held) = self.held.take() else {
            return self.roll_out().await;
        };
        self.learner.rewind(&held.before);
        held.epoch = 1;
        held.order = self.order(&held.rollout, 1)?;
        held.done = 0;
        self.held = Some(held);
        self.look().await
    }

    /// The first minibatch before anything is learnt from it.
    async fn look(&mut self) -> Result<ClipBatch, LearningError> {
        let Some(held) = &self.held else {
            return Ok(ClipBatch::default());
        };
        let minibatch = held.pick(0);
        let mut batch = self.batch(held, &minibatch);
        let columns = self.learner.upload(minibatch);
        batch.log_prob = read(self.learner.log_prob(&columns)).await?;
        batch.new_log_prob = batch.log_prob.clone();
        Ok(batch)
    }

    fn batch(&self, held: &Held, minibatch: &Minibatch) -> ClipBatch {
        ClipBatch {
            rollout: self.rollouts,
            epoch: held.epoch,
            minibatch: held.done,
            num_minibatches: held.order.len(),
            old_log_prob: minibatch.old_log_prob.clone(),
            advantages: minibatch.advantages.clone(),
            ..ClipBatch::default()
        }
    }

    /// The same order for the same rollout and epoch, so that going back and on again repeats everything.
    fn order(&self, rollout: &Rollout, epoch: u32) -> Result<Vec<Vec<usize>>, BadArgument> {
        let counter = self.rollouts.wrapping_mul(1_000).wrapping_add(epoch);
        shuffled(
            &self.shuffles,
            counter,
            rollout.len(),
            self.config.num_minibatches,
        )
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

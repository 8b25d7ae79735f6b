//! The checkpoints of a run: how it gives them, and goes on from one.

use std::borrow::Cow;

use super::Run;
use crate::protocol::checkpoint::{self, Checkpoint, EPISODE_WORDS, WorldsState};
use crate::protocol::moments::Normalisation;
use crate::rollout::Episode;
use crate::train::failure::OtherNetworks;
use crate::train::learner::LearnerState;
use crate::train::normaliser::folded;

/// A run after an iteration.
#[derive(Clone)]
pub(super) struct LastGood {
    learner: LearnerState,
    iteration: usize,
    global_step: u64,
    worlds: WorldsState,
    normalisation: Normalisation,
}

impl LastGood {
    async fn read(self) -> Option<Checkpoint> {
        let read = self.learner.read(self.iteration, self.global_step).await;
        Some(Checkpoint {
            worlds: Some(self.worlds),
            normalisation: Some(Box::new(self.normalisation)),
            ..read.ok()?
        })
    }
}

impl Run {
    /// Goes on from a checkpoint: with its environments, if they are of the same kind and as many
    /// and no episode has passed the time limit, and in fresh ones otherwise. Its running moments
    /// go on in the same kind of environment; in another one its networks see observations as they
    /// are, like those of a file. With the settings of the checkpoint's run, the CPU then computes
    /// what that run computed.
    ///
    /// # Errors
    /// When it is of other networks.
    pub fn restore(&mut self, checkpoint: &Checkpoint) -> Result<(), OtherNetworks> {
        let needed = self.learner.networks.num_parameters();
        let found = checkpoint.parameters.len();
        if found != needed {
            return Err(OtherNetworks { found, needed });
        }
        let of_same = |it: &&WorldsState| it.env_id == self.config.env_id;
        let worlds = checkpoint.worlds.as_ref().filter(of_same);
        let moments = checkpoint.normalisation.as_deref();
        let go_on = moments.filter(|_| worlds.is_some());
        let parameters = self.fitting(checkpoint, go_on.is_some());
        self.learner.restore(checkpoint, &parameters);
        self.normaliser.resume(go_on);
        self.first_iteration = checkpoint.iteration;
        self.first_step = checkpoint.global_step;
        self.iteration = checkpoint.iteration;
        self.global_step = checkpoint.global_step;
        let most = self.config.max_episode_steps;
        let fits = |it: &&WorldsState| {
            let is_within = |length: &u32| (*length as usize) < most;
            it.lengths.len() == self.config.num_envs && it.lengths.iter().all(is_within)
        };
        if let Some(worlds) = worlds.filter(fits)
            && self.collector.resume(&worlds.words, worlds.num_steps)
        {
            self.epochs_done = worlds.num_shuffles;
            let episodes = worlds.lengths.iter().zip(&worlds.total_rewards);
            let episodes = episodes.map(|(length, total_reward)| Episode {
                length: *length,
                total_reward: *total_reward,
            });
            self.lifespans.resume(episodes.collect());
        } else {
            self.normaliser.restart();
        }
        Ok(())
    }

    /// Returns a checkpoint's parameters for what this run shows its networks: as they are, unless
    /// they were trained on normalised observations and this run normalises none, or their moments
    /// do not go on in it.
    fn fitting<'a>(&self, checkpoint: &'a Checkpoint, moments_go_on: bool) -> Cow<'a, [f32]> {
        let (parameters, obs_size) = (&checkpoint.parameters, self.config.env_id.obs_size());
        let moments = checkpoint.normalisation.as_deref();
        match moments.and_then(|it| it.obs_of(obs_size)) {
            Some(moments) if !(self.config.norm_obs && moments_go_on) => {
                Cow::Owned(folded(moments, &self.learner.networks, parameters))
            }
            _ => Cow::Borrowed(parameters),
        }
    }

    /// Returns the environments as they are now.
    fn worlds(&self) -> WorldsState {
        let episodes = self.lifespans.running();
        WorldsState {
            env_id: self.config.env_id,
            num_steps: self.collector.next_step(),
            num_shuffles: self.epochs_done,
            words: self.collector.words(),
            lengths: episodes.iter().map(|it| it.length).collect(),
            total_rewards: episodes.iter().map(|it| it.total_reward).collect(),
        }
    }

    /// Returns what a checkpoint is read from later.
    pub(super) fn as_it_is(&self) -> LastGood {
        LastGood {
            learner: self.learner.snapshot(),
            iteration: self.iteration,
            global_step: self.global_step,
            worlds: self.worlds(),
            normalisation: self.normaliser.state().clone(),
        }
    }

    /// Takes the networks as they were after the last good iteration; none before the first, or
    /// when the device is gone.
    pub async fn take_last_good(&mut self) -> Option<Checkpoint> {
        self.last_good.take()?.read().await
    }

    /// A checkpoint along the way, where one is due or `is_late`; it costs a read-back. A device
    /// that does not answer gives none: the next iteration finds out.
    pub async fn checkpoint(&self, is_late: bool) -> Option<Checkpoint> {
        let last = self.last_good.as_ref()?;
        let of_returns = 2 * usize::from(self.config.norm_reward);
        let words_each = self.config.env_id.world_words() + EPISODE_WORDS + of_returns;
        let num_bytes = checkpoint::num_bytes(
            self.learner.networks.num_parameters(),
            self.config.num_envs * words_each,
        );
        if !is_late && !checkpoint::is_due(last.iteration, num_bytes) {
            return None;
        }
        last.clone().read().await
    }
}

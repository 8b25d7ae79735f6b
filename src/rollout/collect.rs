//! Runs the policy in the environments and records a rollout.

use super::Rollout;
use crate::envs::{Env, Worlds};
use crate::nn::Networks;
use crate::ops::mlp::host::{HOST_ROWS, Packed, Scratch};
use crate::ops::rollout::host::{Policy, Steps};
use crate::ops::rollout::{
    ActionChoice, Recorded, RolloutPlan, RowSize, RunWorlds, TERMINATED_BIT, TRUNCATED_BIT,
};

/// The environments of a run and the policy that acts in them, on the host or on a device. Random
/// numbers depend on (seed, environment, step) alone.
#[derive(Clone, Debug)]
pub struct Collector {
    pub(super) worlds: Worlds,
    pub(super) networks: Networks,
    pub(super) seed: u32,
    pub(super) next_step: u32,
    pub(super) steps: Steps,
    pub(super) recorded: Recorded,
}

impl Collector {
    /// Returns environments at the start of their first episodes, with sampled actions.
    pub fn new(num_envs: usize, env: Env, networks: Networks, seed: u32) -> Self {
        Self {
            worlds: Worlds::new(num_envs, env, seed),
            networks,
            seed,
            next_step: 0,
            steps: Steps::new(ActionChoice::Sampled, seed),
            recorded: Recorded::default(),
        }
    }

    /// Changes the way to choose actions.
    pub fn choosing(mut self, choice: ActionChoice) -> Self {
        self.steps.choice = choice;
        self
    }

    /// Starts a new episode in every environment.
    pub fn reset_worlds(&mut self) {
        self.worlds.reset_all();
    }

    /// Returns an empty rollout of these environments with room for `num_steps` steps.
    pub fn rollout(&self, num_steps: usize) -> Rollout {
        let id = self.worlds.env().id;
        let sizes = (id.obs_size(), RowSize::of(id));
        Rollout::new((self.worlds.num_envs(), num_steps), sizes)
    }

    /// Returns an empty rollout like that of [`Self::rollout`], for a record without observations.
    pub fn rollout_without_obs(&self, num_steps: usize) -> Rollout {
        let sizes = (0, RowSize::default());
        Rollout::new((self.worlds.num_envs(), num_steps), sizes)
    }

    /// Appends `num_steps` steps to `rollout`, acting with `parameters`.
    pub fn advance(&mut self, rollout: &mut Rollout, parameters: &[f32], num_steps: usize) {
        let policy = self.policy(parameters);
        for _ in 0..num_steps {
            self.step(&policy);
        }
        self.append(rollout);
    }

    /// Appends steps of a single environment to `rollout` until its episode ends, `num_steps` at
    /// most. Returns true if the episode ended.
    pub fn advance_to_end(
        &mut self,
        rollout: &mut Rollout,
        parameters: &[f32],
        num_steps: usize,
    ) -> bool {
        let policy = self.policy(parameters);
        let mut ended = false;
        for _ in 0..num_steps {
            self.step(&policy);
            let ends = 1 << TERMINATED_BIT | 1 << TRUNCATED_BIT;
            ended = self
                .recorded
                .taken
                .last()
                .is_some_and(|taken| taken & ends != 0);
            if ended {
                break;
            }
        }
        self.append(rollout);
        ended
    }

    /// Returns what a device needs to know of the environments, to take steps in them.
    pub fn run_worlds(&self) -> RunWorlds<'_> {
        RunWorlds {
            worlds: &self.worlds,
            seed: self.seed,
        }
    }

    /// Returns what a device is to do for `num_steps` steps. Pass what it returns to
    /// [`Collector::absorb`].
    ///
    /// Several runs share a plan if they have the same networks, as many environments, the same
    /// rules except for the terminal reward, and have taken as many steps.
    pub fn plan(&self, num_steps: usize) -> RolloutPlan {
        RolloutPlan {
            policy: self.networks.actor.clone(),
            env: self.worlds.env().clone(),
            choice: self.steps.choice,
            num_envs: self.worlds.num_envs(),
            num_steps,
            first_step: self.next_step,
        }
    }

    /// Appends `num_steps` steps that a device took to `rollout`: the words of its record, without
    /// states if `rollout` has none, and of the environments after them. A reader's reward is
    /// computed from states, so it needs them.
    pub fn absorb(&mut self, rollout: &mut Rollout, words: &[i32], num_steps: usize) {
        let samples = num_steps * self.worlds.num_envs();
        let (record, worlds) = words.split_at(Recorded::num_words(samples, rollout.row));
        self.recorded = Recorded::from_words(record, samples, rollout.row);
        self.recorded.set_rewards(self.worlds.env());
        self.worlds.set_words(worlds);
        self.next_step = self.next_step.wrapping_add(num_steps as u32);
        self.append(rollout);
    }

    /// Completes a rollout. If there is a critic, records its values of the observations, of final
    /// observations and of the observations after the last step.
    pub fn finish(&mut self, rollout: &mut Rollout, parameters: &[f32]) {
        while !self.finish_some(rollout, parameters) {}
    }

    /// Does a part of [`Collector::finish`], some milliseconds long. Returns true if it was the
    /// last part.
    pub fn finish_some(&mut self, rollout: &mut Rollout, parameters: &[f32]) -> bool {
        let Some(critic) = &self.networks.critic else {
            return true;
        };
        let critic = Packed::new(critic, parameters);
        let mut scratch = Scratch::default();
        let mut values = |obs: &[f32], values: &mut Vec<f32>| {
            critic.forward(obs, &mut scratch, None, values);
        };
        let (done, all) = (rollout.values.len(), rollout.len());
        if done < all {
            let end = (done + HOST_ROWS).min(all);
            let obs = &rollout.obs[done * rollout.obs_size..end * rollout.obs_size];
            values(obs, &mut rollout.values);
            return false;
        }
        values(&rollout.final_obs, &mut rollout.final_values);
        let mut next_obs = Vec::new();
        self.worlds.observe_now(&mut next_obs);
        values(&next_obs, &mut rollout.next_value);
        true
    }

    /// Returns the policy that acts on the host with `parameters`.
    pub(super) fn policy(&self, parameters: &[f32]) -> Policy {
        let Networks {
            actor,
            num_log_stds,
            ..
        } = &self.networks;
        Policy::new(actor, *num_log_stds, parameters)
    }

    fn step(&mut self, policy: &Policy) {
        self.steps
            .take(&mut self.worlds, policy, self.next_step, &mut self.recorded);
        self.next_step = self.next_step.wrapping_add(1);
    }

    /// Moves the recorded steps to the end of `rollout`.
    pub(super) fn append(&mut self, rollout: &mut Rollout) {
        rollout.append(&self.recorded, self.worlds.mover());
        self.recorded.states.clear();
        self.recorded.controls.clear();
        self.recorded.taken.clear();
        self.recorded.log_prob.clear();
        self.recorded.rewards.clear();
    }
}

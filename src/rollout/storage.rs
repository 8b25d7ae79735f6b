//! A rollout in memory.

use crate::envs::{Env, Mover};
use crate::ops::rollout::{
    RESET_BIT, Recorded, RowSize, TERMINATED_BIT, TRUNCATED_BIT, action_of, repeat,
};

/// The steps of a batch of environments, in plain memory.
///
/// Every column is `[num_steps, num_envs]`, row-major, unless it says otherwise. A critic's values
/// are empty without a critic.
#[derive(Clone, Debug, Default)]
pub struct Rollout {
    /// Number of environments.
    pub num_envs: usize,
    /// Numbers in an observation; 0 in a rollout that was recorded without them, which has no
    /// `final_obs` either.
    pub obs_size: usize,
    /// Numbers of a recorded sample; none in a rollout without observations.
    pub row: RowSize,
    /// Steps recorded so far.
    pub num_steps: usize,
    /// The observation before the step: `[num_steps, num_envs, obs_size]`.
    pub obs: Vec<f32>,
    /// The state before the step, `[num_steps, num_envs, state_size]`; empty where the policy sees
    /// it as it is: [`Rollout::states`].
    pub hidden: Vec<f32>,
    /// The action taken; 0 for a continuous one.
    pub actions: Vec<u32>,
    /// The numbers of a continuous action as the policy drew them, `[num_steps, num_envs,
    /// num_controls]`; empty if actions are discrete.
    pub controls: Vec<f32>,
    /// The action's log-probability under the policy that took it.
    pub log_prob: Vec<f32>,
    /// The reward of the step.
    pub rewards: Vec<f32>,
    /// True if the step terminated the episode.
    pub terminated: Vec<bool>,
    /// True if the time limit truncated the episode at this step.
    pub truncated: Vec<bool>,
    /// True if the step only reset the environment and ignored its action (see
    /// [`crate::envs::Autoreset::NextStep`]).
    pub was_reset: Vec<bool>,
    /// The critic's value of `obs`.
    pub values: Vec<f32>,
    /// The samples whose steps ended an episode, as `step * num_envs + environment`.
    pub final_samples: Vec<usize>,
    /// The observations that these steps led to: `[final_samples, obs_size]`.
    pub final_obs: Vec<f32>,
    /// The critic's value of the observation after the last step: `[num_envs]`.
    pub next_value: Vec<f32>,
    /// The critic's value of `final_obs`, in the same order.
    pub final_values: Vec<f32>,
}

impl Rollout {
    /// Returns an empty rollout with room for `num_steps` steps.
    pub fn new((num_envs, num_steps): (usize, usize), (obs_size, row): (usize, RowSize)) -> Self {
        let samples = num_envs * num_steps;
        Self {
            num_envs,
            obs_size,
            row,
            obs: Vec::with_capacity(samples * obs_size),
            actions: Vec::with_capacity(samples),
            controls: Vec::with_capacity(samples * row.controls),
            log_prob: Vec::with_capacity(samples),
            rewards: Vec::with_capacity(samples),
            terminated: Vec::with_capacity(samples),
            truncated: Vec::with_capacity(samples),
            was_reset: Vec::with_capacity(samples),
            values: Vec::with_capacity(samples),
            ..Self::default()
        }
    }

    /// Returns a rollout of `env` with these states and what the policy sees of them, without its
    /// other columns.
    pub fn of_states(env: &Env, num_envs: usize, states: Vec<f32>) -> Self {
        let id = env.id;
        let mut rollout = Self::new((num_envs, 0), (id.obs_size(), RowSize::of(id)));
        let mut mover = Mover::new(env);
        mover.observe(&states, &mut rollout.obs);
        rollout.num_steps = states.len() / (num_envs * rollout.row.state);
        if !mover.dynamics().shows_state() {
            rollout.hidden = states;
        }
        rollout
    }

    /// Appends whole steps of the environment of `mover`. The final states of episodes are computed
    /// from their last state and action.
    pub fn append(&mut self, recorded: &Recorded, mover: &mut Mover) {
        let taken = || recorded.taken.iter().copied();
        if self.obs_size > 0 {
            let ends = |taken: u32| taken & (1 << TERMINATED_BIT | 1 << TRUNCATED_BIT) != 0;
            let ended: Vec<usize> = (taken().enumerate())
                .filter_map(|(sample, taken)| ends(taken).then_some(sample))
                .collect();
            let (before, size) = (self.actions.len(), self.row.state);
            let computed = mover.dynamics().computed_size();
            let mut led_to = Vec::with_capacity(ended.len() * size);
            repeat(recorded, &ended, mover, |sample, mover, lane| {
                self.final_samples.push(before + sample);
                led_to.extend((0..computed).map(|number| mover.state(number)[lane]));
                // What the next step would draw is not seen.
                led_to.extend(std::iter::repeat_n(0.0, size - computed));
            });
            mover.observe(&led_to, &mut self.final_obs);
            mover.observe(&recorded.states, &mut self.obs);
            if !mover.dynamics().shows_state() {
                self.hidden.extend_from_slice(&recorded.states);
            }
        }
        // Column by column, so that the compiler vectorises each.
        let has = |bit: u32| taken().map(move |taken| taken >> bit & 1 == 1);
        self.actions.extend(taken().map(action_of));
        self.controls.extend_from_slice(&recorded.controls);
        self.terminated.extend(has(TERMINATED_BIT));
        self.truncated.extend(has(TRUNCATED_BIT));
        self.was_reset.extend(has(RESET_BIT));
        self.log_prob.extend_from_slice(&recorded.log_prob);
        self.rewards.extend_from_slice(&recorded.rewards);
        self.num_steps = self.actions.len() / self.num_envs;
    }

    /// Returns the state before each step: `[num_steps, num_envs, state_size]`.
    pub fn states(&self) -> &[f32] {
        match self.hidden.is_empty() {
            true => &self.obs,
            false => &self.hidden,
        }
    }

    /// Returns a copy. Other observations, if there are any, take the place of its own, and are
    /// then the only trace of its states.
    pub fn seen_as(&self, obs: Option<Vec<f32>>) -> Self {
        let (state, hidden) = match obs {
            Some(_) => (self.obs_size, Vec::new()),
            None => (self.row.state, self.hidden.clone()),
        };
        Self {
            num_envs: self.num_envs,
            obs_size: self.obs_size,
            row: RowSize { state, ..self.row },
            num_steps: self.num_steps,
            obs: obs.unwrap_or_else(|| self.obs.clone()),
            hidden,
            actions: self.actions.clone(),
            controls: self.controls.clone(),
            log_prob: self.log_prob.clone(),
            rewards: self.rewards.clone(),
            terminated: self.terminated.clone(),
            truncated: self.truncated.clone(),
            was_reset: self.was_reset.clone(),
            values: self.values.clone(),
            final_samples: self.final_samples.clone(),
            final_obs: self.final_obs.clone(),
            next_value: self.next_value.clone(),
            final_values: self.final_values.clone(),
        }
    }

    /// Returns the number of recorded samples.
    pub fn len(&self) -> usize {
        self.actions.len()
    }

    /// Returns true if nothing is recorded.
    pub fn is_empty(&self) -> bool {
        self.actions.is_empty()
    }

    /// Returns true for each sample whose step terminated or truncated its episode.
    pub fn ended(&self) -> Vec<bool> {
        self.terminated
            .iter()
            .zip(&self.truncated)
            .map(|(terminated, truncated)| *terminated || *truncated)
            .collect()
    }

    /// Returns how a step of an environment ended, as a number: 0 went on, 1 terminated, 2
    /// truncated.
    pub fn ending(&self, step: usize, world: usize) -> f32 {
        let sample = step * self.num_envs + world;
        match (self.terminated[sample], self.truncated[sample]) {
            (true, _) => 1.0,
            (false, true) => 2.0,
            (false, false) => 0.0,
        }
    }

    /// Returns the value after each step: 0 after termination, the value of `final_obs` after
    /// truncation, otherwise the value of the next observation.
    pub fn next_values(&self) -> Vec<f32> {
        let mut next: Vec<f32> = self
            .values
            .iter()
            .skip(self.num_envs)
            .chain(&self.next_value)
            .copied()
            .collect();
        for (sample, value) in self.final_samples.iter().zip(&self.final_values) {
            next[*sample] = if self.terminated[*sample] {
                0.0
            } else {
                *value
            };
        }
        next
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;
    use crate::envs::EnvId;

    /// Two steps of two environments; a termination, a truncation, and a step that only resets.
    #[test]
    fn a_record_without_observations_fills_the_other_columns() {
        let env = Env::new(EnvId::Cartpole);
        let recorded = Recorded {
            states: (0..16).map(|index| index as f32 / 100.0).collect(),
            controls: Vec::new(),
            taken: vec![
                1,
                1 << TERMINATED_BIT,
                1 | 1 << TRUNCATED_BIT,
                1 << RESET_BIT,
            ],
            log_prob: vec![-0.1, -0.2, -0.3, -0.4],
            rewards: vec![1.0, 2.0, 3.0, 0.0],
        };
        let row = RowSize::of(EnvId::Cartpole);
        let words = recorded.words(row);
        let nothing = RowSize::default();
        let bare = Recorded::from_words(&words[recorded.states.len()..], 4, nothing);
        let of = |obs_size, row| Rollout::new((2, 2), (obs_size, row));
        let [mut whole, mut rest] = [of(4, row), of(0, nothing)];
        whole.append(&recorded, &mut Mover::new(&env));
        rest.append(&bare, &mut Mover::new(&env));

        assert_eq!((rest.num_steps, rest.len()), (2, 4));
        assert!(rest.obs.is_empty() && rest.final_obs.is_empty());
        assert_eq!(rest.actions, [1, 0, 1, 0]);
        assert_eq!(rest.terminated, [false, true, false, false]);
        assert_eq!(rest.truncated, [false, false, true, false]);
        assert_eq!(rest.was_reset, [false, false, false, true]);
        assert_eq!(rest.log_prob, recorded.log_prob);
        assert_eq!(rest.rewards, recorded.rewards);

        assert_eq!(whole.obs, recorded.states);
        assert_eq!(whole.final_samples, [1, 2]);
        let led_to = env.transition(&recorded.states[4..8], action_of(recorded.taken[1]));
        assert_eq!(whole.final_obs[..4], led_to.state);
        let columns = |it: &Rollout| {
            (
                it.actions.clone(),
                it.terminated.clone(),
                it.truncated.clone(),
            )
        };
        assert_eq!(columns(&whole), columns(&rest));
    }
}

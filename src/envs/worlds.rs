//! Many copies of one environment stepped together, each reset on its own when its episode ends.

use std::ops::Range;

use super::cartpole::{OBS_SIZE, State};
use super::{Autoreset, Env, Transition};
use crate::random::{Purpose, Stream};

/// The result of one step of one environment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Reward of the step.
    pub reward: f32,
    /// True if the episode ended by its own rules: the value of `final_obs` is zero.
    pub terminated: bool,
    /// True if the time limit cut the episode off: the state `final_obs` still has a value.
    pub truncated: bool,
    /// True if the step was only a reset, so its action was ignored (with [`Autoreset::NextStep`]).
    pub was_reset: bool,
    /// The state that the step led to. After the end of an episode an environment with
    /// [`Autoreset::SameStep`] is already in the first state of the next one.
    pub final_obs: State,
}

/// Words per environment in [`Worlds::words`].
pub const WORLD_WORDS: usize = OBS_SIZE + 3;

/// A batch of environments.
#[derive(Clone, Debug)]
pub struct Worlds {
    env: Env,
    /// The number of the first environment in its run.
    first: usize,
    resets: Stream,
    states: Vec<State>,
    steps: Vec<u32>,
    episodes: Vec<u32>,
    /// True for each environment whose next step is only a reset.
    is_over: Vec<bool>,
}

impl Worlds {
    /// Creates `num_envs` environments at the start of their first episodes.
    pub fn new(num_envs: usize, env: Env, seed: u32) -> Self {
        Self::part_of(0, num_envs, env, seed)
    }

    /// Creates `num_envs` environments of a run that has more: those from number `first` on. Their
    /// random numbers are the same as in the whole.
    pub fn part_of(first: usize, num_envs: usize, env: Env, seed: u32) -> Self {
        let mut worlds = Self {
            env,
            first,
            resets: Stream::new(seed, Purpose::Reset),
            states: vec![State::default(); num_envs],
            steps: vec![0; num_envs],
            episodes: vec![0; num_envs],
            is_over: vec![false; num_envs],
        };
        for world in 0..num_envs {
            worlds.states[world] = worlds.first_state(world);
        }
        worlds
    }

    /// Returns the number of environments.
    pub fn num_envs(&self) -> usize {
        self.states.len()
    }

    /// Returns the number of the first environment in its run.
    pub fn first(&self) -> usize {
        self.first
    }

    /// Returns the [`Worlds::words`] of some neighbouring environments, by their places here.
    pub fn words_of(&self, places: Range<usize>) -> Vec<i32> {
        let part = Self {
            env: self.env.clone(),
            first: self.first + places.start,
            resets: self.resets,
            states: self.states[places.clone()].to_vec(),
            steps: self.steps[places.clone()].to_vec(),
            episodes: self.episodes[places.clone()].to_vec(),
            is_over: self.is_over[places].to_vec(),
        };
        part.words()
    }

    /// Restores some neighbouring environments from their words.
    pub fn set_words_of(&mut self, places: Range<usize>, words: &[i32]) {
        let count = places.len();
        let word = |plane: usize, index: usize| words[plane * count + index];
        for (index, world) in places.enumerate() {
            self.states[world] =
                std::array::from_fn(|plane| f32::from_bits(word(plane, index) as u32));
            self.steps[world] = word(OBS_SIZE, index) as u32;
            self.episodes[world] = word(OBS_SIZE + 1, index) as u32;
            self.is_over[world] = word(OBS_SIZE + 2, index) != 0;
        }
    }

    /// Returns the rules.
    pub fn env(&self) -> &Env {
        &self.env
    }

    /// Returns the state of each environment.
    pub fn states(&self) -> &[State] {
        &self.states
    }

    /// Appends the observation of each environment to `obs`: `[num_envs, obs_size]`.
    pub fn observe(&self, obs: &mut Vec<f32>) {
        let size = self.env.id.obs_size();
        for state in &self.states {
            obs.extend_from_slice(&state[..size]);
        }
    }

    /// Returns everything that changes about the environments as 32-bit words, in planes of one
    /// word per environment: the bits of the state's four numbers, the steps of the episode, the
    /// number of the episode, and whether the next step is only a reset.
    pub fn words(&self) -> Vec<i32> {
        let coordinate = |index: usize| {
            self.states
                .iter()
                .map(move |state| state[index].to_bits() as i32)
        };
        let counts = self.steps.iter().chain(&self.episodes);
        (0..OBS_SIZE)
            .flat_map(coordinate)
            .chain(counts.map(|count| *count as i32))
            .chain(self.is_over.iter().map(|over| i32::from(*over)))
            .collect()
    }

    /// Restores the environments from [`Worlds::words`].
    pub fn set_words(&mut self, words: &[i32]) {
        self.set_words_of(0..self.num_envs(), words);
    }

    /// Starts a new episode in every environment.
    pub fn reset_all(&mut self) {
        for world in 0..self.num_envs() {
            self.reset(world);
        }
    }

    /// Steps one environment, and resets it if its episode ends.
    pub fn step(&mut self, world: usize, action: u32) -> Step {
        let moved = self.env.transition(self.states[world], action);
        self.step_to(world, moved)
    }

    /// Does what [`Worlds::step`] does, with a transition that is known already.
    pub fn step_to(&mut self, world: usize, moved: Transition) -> Step {
        if self.is_over[world] {
            self.reset(world);
            return Step {
                reward: 0.0,
                terminated: false,
                truncated: false,
                was_reset: true,
                final_obs: self.states[world],
            };
        }
        self.steps[world] += 1;
        let truncated = !moved.terminated && self.steps[world] >= self.env.max_episode_steps;
        self.states[world] = moved.state;
        if moved.terminated || truncated {
            match self.env.autoreset {
                Autoreset::SameStep => self.reset(world),
                Autoreset::NextStep => self.is_over[world] = true,
            }
        }
        Step {
            reward: moved.reward,
            terminated: moved.terminated,
            truncated,
            was_reset: false,
            final_obs: moved.state,
        }
    }

    fn reset(&mut self, world: usize) {
        self.episodes[world] = self.episodes[world].wrapping_add(1);
        self.steps[world] = 0;
        self.is_over[world] = false;
        self.states[world] = self.first_state(world);
    }

    fn first_state(&self, world: usize) -> State {
        self.env.first_state(
            &self.resets,
            (self.first + world) as u32,
            self.episodes[world],
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::cartpole::{MAX_EPISODE_STEPS, RESET_LIMIT, has_fallen};
    use super::super::{EnvId, Expression};
    use super::*;

    fn cartpole(terminal_reward: f32) -> Env {
        Env {
            terminal_reward,
            ..Env::new(EnvId::Cartpole)
        }
    }

    fn fall(worlds: &mut Worlds) -> Step {
        (0..MAX_EPISODE_STEPS)
            .map(|_| worlds.step(0, 1))
            .find(|step| step.terminated)
            .expect("pushing right for ever must fall")
    }

    #[test]
    fn an_episode_that_falls_is_reset_in_the_same_step() {
        let mut worlds = Worlds::new(1, cartpole(0.0), 3);
        let step = fall(&mut worlds);
        assert!(!step.truncated);
        assert_eq!(step.reward, 0.0);
        assert!(has_fallen(step.final_obs));
        let shown = worlds.states()[0];
        assert!(shown.iter().all(|value| value.abs() <= RESET_LIMIT));
        assert_ne!(shown, step.final_obs);
    }

    #[test]
    fn with_next_step_reset_the_fallen_state_is_shown_and_one_step_is_a_mere_reset() {
        let env = Env {
            autoreset: Autoreset::NextStep,
            ..cartpole(1.0)
        };
        let mut worlds = Worlds::new(1, env, 3);
        let end = fall(&mut worlds);
        assert_eq!(worlds.states()[0], end.final_obs);
        let reset = worlds.step(0, 1);
        assert!(reset.was_reset && !reset.terminated && !reset.truncated);
        assert_eq!(reset.reward, 0.0);
        assert_eq!(worlds.states()[0], reset.final_obs);
        assert!(!worlds.step(0, 1).was_reset);
    }

    #[test]
    fn the_time_limit_truncates_without_terminating() {
        // Neither spinning ends an episode nor, near the middle, does the end of the track.
        let mut worlds = Worlds::new(1, Env::new(EnvId::Spincart), 3);
        for step in 1..MAX_EPISODE_STEPS {
            let end = worlds.step(0, step % 2);
            assert!(!end.truncated && !end.terminated, "over after {step} steps");
        }
        let last = worlds.step(0, 0);
        assert!(last.truncated && !last.terminated);
    }

    #[test]
    fn worlds_and_episodes_start_differently_and_repeatably() {
        let mut one = Worlds::new(3, cartpole(1.0), 9);
        let first = one.states().to_vec();
        assert_eq!(first, Worlds::new(3, cartpole(1.0), 9).states());
        assert_ne!(first, Worlds::new(3, cartpole(1.0), 10).states());
        assert_ne!(first[0], first[1]);
        one.reset_all();
        assert_ne!(first, one.states());
    }

    #[test]
    fn worlds_go_on_from_their_words_as_they_would_have() {
        let env = Env {
            autoreset: Autoreset::NextStep,
            max_episode_steps: 7,
            ..cartpole(1.0)
        };
        let mut worlds = Worlds::new(5, env.clone(), 3);
        let mut other = Worlds::new(5, env, 3);
        for step in 0..20 {
            other.set_words(&worlds.words());
            for world in 0..5 {
                let action = (step + world as u32) % 2;
                assert_eq!(worlds.step(world, action), other.step(world, action));
            }
        }
    }

    #[test]
    fn a_part_of_the_environments_does_what_it_does_in_the_whole() {
        let whole = || Worlds::new(5, cartpole(1.0), 3);
        let (mut all, mut part) = (whole(), Worlds::part_of(2, 2, cartpole(1.0), 3));
        assert_eq!(part.states(), &all.states()[2..4]);
        for step in 0..60 {
            let action = step % 2;
            let steps: Vec<Step> = (0..5).map(|world| all.step(world, action)).collect();
            assert_eq!([part.step(0, action), part.step(1, action)], steps[2..4]);
        }
        assert_eq!(part.words(), all.words_of(2..4));
        let mut other = whole();
        other.set_words_of(2..4, &part.words());
        assert_eq!(other.words_of(2..4), part.words());
        assert_eq!(other.words_of(0..2), whole().words_of(0..2));
    }

    #[test]
    fn a_reward_expression_replaces_the_worlds_own_reward() {
        let env = Env {
            reward: Some(Expression::parse("10 + x").expect("an expression")),
            ..cartpole(1.0)
        };
        let mut worlds = Worlds::new(1, env, 3);
        let step = worlds.step(0, 1);
        assert_eq!(step.reward, 10.0 + step.final_obs[0]);
    }
}

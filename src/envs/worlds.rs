//! Many copies of one environment stepped together, each reset on its own when its episode ends.

use std::ops::Range;

use super::block::{BLOCK, Input};
use super::dynamics::{CUT_OFF, is_terminated};
use super::{Actions, Autoreset, Chance, Env, Mover};

/// The result of one step of one environment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Reward of the step.
    pub reward: f32,
    /// True if the episode ended by its own rules: the state after it has the value zero.
    pub terminated: bool,
    /// True if the time limit, or the environment, cut the episode off: the state after it still
    /// has a value.
    pub truncated: bool,
    /// True if the step was only a reset, so its action was ignored (with [`Autoreset::NextStep`]).
    pub was_reset: bool,
}

/// Where one step of each environment leads, before any reset.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Moves {
    /// The states, in planes of one number per environment: `[state_size, num_envs]`. Their random
    /// numbers are still those of the step that led there.
    pub states: Vec<f32>,
    /// Rewards.
    pub rewards: Vec<f32>,
    /// How each step ended the episode, as [`Dynamics::step`](super::Dynamics) says it.
    pub ends: Vec<f32>,
}

impl Moves {
    /// Returns the states in rows: `[num_envs, state_size]`.
    pub fn rows(&self) -> Vec<f32> {
        let mut rows = Vec::new();
        append_rows(&self.states, self.rewards.len(), &mut rows);
        rows
    }
}

/// Appends planes of one number per environment as rows of one environment each.
fn append_rows(planes: &[f32], num_envs: usize, rows: &mut Vec<f32>) {
    let start = rows.len();
    rows.resize(start + planes.len(), 0.0);
    let size = planes.len() / num_envs.max(1);
    for (coordinate, plane) in planes.chunks(num_envs.max(1)).enumerate() {
        let column = rows[start + coordinate..].iter_mut().step_by(size);
        for (entry, number) in column.zip(plane) {
            *entry = *number;
        }
    }
}

/// Words of an environment in [`Worlds::words`] besides its state.
pub const COUNT_WORDS: usize = 3;

/// A batch of environments.
#[derive(Clone, Debug)]
pub struct Worlds {
    env: Env,
    /// The number of the first environment in its run.
    first: usize,
    chance: Chance,
    mover: Mover,
    /// In planes of one number per environment: `[state_size, num_envs]`.
    states: Vec<f32>,
    steps: Vec<u32>,
    episodes: Vec<u32>,
    /// True for each environment whose next step is only a reset.
    is_over: Vec<bool>,
    moves: Moves,
}

impl Worlds {
    /// Creates `num_envs` environments at the start of their first episodes.
    pub fn new(num_envs: usize, env: Env, seed: u32) -> Self {
        let mut worlds = Self::unstarted(0, num_envs, env, seed);
        for world in 0..num_envs {
            worlds.start(world);
        }
        worlds
    }

    /// Creates some neighbouring environments of a run, those from number `first` on, as their
    /// [`Worlds::words`] have them. Their random numbers are the same as in the whole.
    pub fn part_of(first: usize, words: &[i32], env: Env, seed: u32) -> Self {
        let num_envs = words.len() / env.id.world_words();
        let mut worlds = Self::unstarted(first, num_envs, env, seed);
        worlds.set_words(words);
        worlds
    }

    /// Creates environments that have no states yet.
    fn unstarted(first: usize, num_envs: usize, env: Env, seed: u32) -> Self {
        let mover = Mover::new(&env);
        Self {
            env,
            first,
            chance: Chance::new(seed),
            states: vec![0.0; mover.dynamics().state_size() * num_envs],
            mover,
            steps: vec![0; num_envs],
            episodes: vec![0; num_envs],
            is_over: vec![false; num_envs],
            moves: Moves::default(),
        }
    }

    /// Returns the number of environments.
    pub fn num_envs(&self) -> usize {
        self.steps.len()
    }

    /// Returns the number of the first environment in its run.
    pub fn first(&self) -> usize {
        self.first
    }

    /// Returns the words of one environment in [`Worlds::words`].
    pub fn words_each(&self) -> usize {
        self.env.id.world_words()
    }

    /// Returns true if the policy sees the states as they are.
    pub fn shows_state(&self) -> bool {
        self.mover.dynamics().shows_state()
    }

    /// Returns how many numbers a state has.
    pub fn state_size(&self) -> usize {
        self.mover.dynamics().state_size()
    }

    /// Returns the [`Worlds::words`] of some neighbouring environments, by their places here.
    pub fn words_of(&self, places: Range<usize>) -> Vec<i32> {
        let mut words = Vec::with_capacity(places.len() * self.words_each());
        for plane in self.states.chunks(self.num_envs().max(1)) {
            let numbers = plane[places.clone()].iter();
            words.extend(numbers.map(|number| number.to_bits() as i32));
        }
        for counts in [&self.steps, &self.episodes] {
            words.extend(counts[places.clone()].iter().map(|count| *count as i32));
        }
        words.extend(self.is_over[places].iter().map(|over| i32::from(*over)));
        words
    }

    /// Restores some neighbouring environments from their words.
    pub fn set_words_of(&mut self, places: Range<usize>, words: &[i32]) {
        let count = places.len();
        let (size, num_envs) = (self.state_size(), self.num_envs());
        let word = |plane: usize, index: usize| words[plane * count + index];
        for (index, world) in places.enumerate() {
            for plane in 0..size {
                self.states[plane * num_envs + world] = f32::from_bits(word(plane, index) as u32);
            }
            self.steps[world] = word(size, index) as u32;
            self.episodes[world] = word(size + 1, index) as u32;
            self.is_over[world] = word(size + 2, index) != 0;
        }
    }

    /// Returns the rules.
    pub fn env(&self) -> &Env {
        &self.env
    }

    /// Returns the steps of the rules.
    pub fn mover(&mut self) -> &mut Mover {
        &mut self.mover
    }

    /// Returns the state of an environment.
    pub fn state(&self, world: usize) -> Vec<f32> {
        self.states[world..]
            .iter()
            .step_by(self.num_envs())
            .copied()
            .collect()
    }

    /// Returns which environments have taken no step of their episode yet.
    pub fn fresh(&self) -> Vec<bool> {
        self.steps.iter().map(|steps| *steps == 0).collect()
    }

    /// Returns which environments take a step next, and are not merely reset.
    pub fn goes_on(&self) -> Vec<bool> {
        self.is_over.iter().map(|is_over| !is_over).collect()
    }

    /// Replaces numbers of states, from number `first` on, in the environments that `which` says:
    /// `[num_envs, count]`.
    pub fn put(&mut self, which: &[bool], first: usize, rows: &[f32]) {
        let num_envs = self.num_envs();
        let count = rows.len() / num_envs.max(1);
        let those = which.iter().enumerate().filter(|(_, is_meant)| **is_meant);
        for (world, _) in those {
            for number in 0..count {
                let place = (first + number) * num_envs + world;
                self.states[place] = rows[world * count + number];
            }
        }
    }

    /// Appends the state of each environment to `states`: `[num_envs, state_size]`.
    pub fn append_states(&self, states: &mut Vec<f32>) {
        append_rows(&self.states, self.num_envs(), states);
    }

    /// Appends the observation of each environment to `obs`: `[num_envs, obs_size]`.
    pub fn observe_now(&mut self, obs: &mut Vec<f32>) {
        let mut states = Vec::new();
        self.append_states(&mut states);
        self.mover.observe(&states, obs);
    }

    /// Appends what the policy sees of states to `obs`: rows `[rows, state_size]` become rows
    /// `[rows, obs_size]`.
    pub fn observe(&mut self, states: &[f32], obs: &mut Vec<f32>) {
        self.mover.observe(states, obs);
    }

    /// Returns everything that changes about the environments as 32-bit words, in planes of one
    /// word per environment: the bits of the state's numbers, the steps of the episode, the number
    /// of the episode, and whether the next step is only a reset.
    pub fn words(&self) -> Vec<i32> {
        self.words_of(0..self.num_envs())
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
        self.step_by(world, Actions::Discrete(&[action]))
    }

    /// Steps one environment by its action of any kind, and resets it if its episode ends.
    pub fn step_by(&mut self, world: usize, action: Actions<'_>) -> Step {
        let (states, num_envs) = (&self.states, self.num_envs());
        self.mover.run(action, 1, |coordinate| {
            Input::All(states[coordinate * num_envs + world])
        });
        for coordinate in 0..self.mover.dynamics().computed_size() {
            self.states[coordinate * num_envs + world] = self.mover.state(coordinate)[0];
        }
        let end = self.mover.ends()[0];
        self.settle_one(world, self.mover.rewards()[0], end)
    }

    /// Steps every environment by its action, resets those whose episodes end, and tells `each` of
    /// them in order.
    pub fn step_all(&mut self, actions: Actions<'_>, each: impl FnMut(usize, Step)) {
        let moves = self.moves(actions);
        self.settle(moves, each);
    }

    /// Returns where the actions lead, before any reset.
    pub fn moves(&mut self, actions: Actions<'_>) -> Moves {
        let mut moves = std::mem::take(&mut self.moves);
        moves.states.clone_from(&self.states);
        moves.rewards.clear();
        moves.ends.clear();
        let (num_envs, width) = (self.num_envs(), self.mover.dynamics().num_controls);
        for from in (0..num_envs).step_by(BLOCK) {
            let lanes = BLOCK.min(num_envs - from);
            let at = |coordinate| coordinate * num_envs + from;
            self.mover
                .run(actions.after(from, width), lanes, |coordinate| {
                    Input::Each(&self.states[at(coordinate)..][..lanes])
                });
            for coordinate in 0..self.mover.dynamics().computed_size() {
                moves.states[at(coordinate)..][..lanes]
                    .copy_from_slice(self.mover.state(coordinate));
            }
            moves.rewards.extend_from_slice(self.mover.rewards());
            moves.ends.extend_from_slice(self.mover.ends());
        }
        moves
    }

    /// Takes the steps that `moves` are, resets the environments whose episodes end, and tells
    /// `each` of them in order.
    pub fn settle(&mut self, mut moves: Moves, mut each: impl FnMut(usize, Step)) {
        std::mem::swap(&mut self.states, &mut moves.states);
        for world in 0..self.num_envs() {
            let step = self.settle_one(world, moves.rewards[world], moves.ends[world]);
            each(world, step);
        }
        self.moves = moves;
    }

    /// Counts a step that has led to the state that is there, and how it ended the episode.
    fn settle_one(&mut self, world: usize, reward: f32, end: f32) -> Step {
        if self.is_over[world] {
            self.reset(world);
            return Step {
                reward: 0.0,
                terminated: false,
                truncated: false,
                was_reset: true,
            };
        }
        self.steps[world] += 1;
        let is_late = self.steps[world] >= self.env.max_episode_steps;
        let terminated = is_terminated(end);
        let truncated = !terminated && (end == CUT_OFF || is_late);
        if terminated || truncated {
            match self.env.autoreset {
                Autoreset::SameStep => self.reset(world),
                Autoreset::NextStep => self.is_over[world] = true,
            }
        }
        self.draw(world);
        Step {
            reward,
            terminated,
            truncated,
            was_reset: false,
        }
    }

    fn reset(&mut self, world: usize) {
        self.episodes[world] = self.episodes[world].wrapping_add(1);
        self.steps[world] = 0;
        self.is_over[world] = false;
        self.start(world);
    }

    /// Puts an environment into the first state of its episode.
    fn start(&mut self, world: usize) {
        let [number, episode] = self.episode(world);
        let num_envs = self.num_envs();
        let first = self.mover.first_state(&self.chance, number, episode);
        for (coordinate, number) in first.enumerate() {
            self.states[coordinate * num_envs + world] = number;
        }
        self.draw(world);
    }

    /// Draws the random numbers of an environment's next step.
    fn draw(&mut self, world: usize) {
        let (dynamics, num_envs) = (self.mover.dynamics(), self.num_envs());
        if dynamics.step_draws == 0 {
            return;
        }
        let first = dynamics.computed_size() * num_envs + world;
        let (episode, step) = (self.episode(world), self.steps[world]);
        let drawn = (self.chance).of_step(dynamics.step_draws, episode, step);
        let places = self.states[first..].iter_mut().step_by(num_envs);
        for (place, number) in places.zip(drawn) {
            *place = number;
        }
    }

    /// Returns the environment's number in its run, and the number of its episode.
    fn episode(&self, world: usize) -> [u32; 2] {
        [(self.first + world) as u32, self.episodes[world]]
    }
}

#[cfg(test)]
mod tests {
    use super::super::cartpole::{MAX_EPISODE_STEPS, RESET_LIMIT};
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
        let shown = worlds.state(0);
        assert!(shown.iter().all(|value| value.abs() <= RESET_LIMIT));
    }

    #[test]
    fn with_next_step_reset_the_fallen_state_is_shown_and_one_step_is_a_mere_reset() {
        let env = Env {
            autoreset: Autoreset::NextStep,
            ..cartpole(1.0)
        };
        let mut worlds = Worlds::new(1, env, 3);
        fall(&mut worlds);
        let outcome = worlds.env().outcome_of_state(&worlds.state(0));
        assert_eq!(outcome, Some((1.0, true)));
        let reset = worlds.step(0, 1);
        assert!(reset.was_reset && !reset.terminated && !reset.truncated);
        assert_eq!(reset.reward, 0.0);
        let outcome = worlds.env().outcome_of_state(&worlds.state(0));
        assert_eq!(outcome, Some((1.0, false)));
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
        let first = one.state(0);
        assert_eq!(first, Worlds::new(3, cartpole(1.0), 9).state(0));
        assert_ne!(first, Worlds::new(3, cartpole(1.0), 10).state(0));
        assert_ne!(first, one.state(1));
        one.reset_all();
        assert_ne!(first, one.state(0));
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
            assert_eq!(worlds.words(), other.words());
        }
    }

    /// More than one block of them, the last one odd.
    #[test]
    fn environments_do_together_what_each_does_alone() {
        for id in EnvId::ALL {
            let mut all = Worlds::new(BLOCK + 5, Env::new(id), 3);
            let mut one_by_one = all.clone();
            for step in 0..40 {
                let (num_actions, width) = (id.num_actions() as u32, id.controls().len());
                let numbers: Vec<u32> = (0..all.num_envs() as u32)
                    .map(|world| (world * step / 3) % num_actions.max(1))
                    .collect();
                // Some of them beyond what the environment takes.
                let drawn: Vec<f32> = (0..all.num_envs() * width)
                    .map(|at| 3.0 * (at as f32 + step as f32 / 2.0).sin())
                    .collect();
                let actions = match width {
                    0 => Actions::Discrete(&numbers),
                    _ => Actions::Continuous(&drawn),
                };
                let mut steps = Vec::new();
                all.step_all(actions, |_, step| steps.push(step));
                for (world, step) in steps.into_iter().enumerate() {
                    let alone = one_by_one.step_by(world, actions.after(world, width));
                    assert_eq!(alone, step, "{id:?}");
                }
                assert_eq!(one_by_one.words(), all.words(), "{id:?}");
            }
        }
    }

    #[test]
    fn a_part_of_the_environments_does_what_it_does_in_the_whole() {
        let whole = || Worlds::new(5, cartpole(1.0), 3);
        let mut all = whole();
        let mut part = Worlds::part_of(2, &all.words_of(2..4), cartpole(1.0), 3);
        assert_eq!(part.words(), all.words_of(2..4));
        all.reset_all();
        part.reset_all();
        assert_eq!(part.words(), all.words_of(2..4));
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
            reward: Some(Expression::parse("10 + x", EnvId::Cartpole).expect("an expression")),
            ..cartpole(1.0)
        };
        let mut worlds = Worlds::new(1, env, 3);
        let step = worlds.step(0, 1);
        assert_eq!(step.reward, 10.0 + worlds.state(0)[0]);
    }
}

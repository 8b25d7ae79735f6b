//! Many CartPoles side by side, each reset in the very step in which its episode ends.

use super::Task;
use super::cartpole::{MAX_EPISODE_STEPS, RESET_LIMIT, State, next_state};
use crate::random::{Purpose, Stream};

/// What one step of one world gave.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Reward of the step.
    pub reward: f32,
    /// The episode ended by its own rules: the state's value is zero from here on.
    pub terminated: bool,
    /// The time limit cut the episode off: the state `final_obs` still has a value.
    pub truncated: bool,
    /// The state that the step led to. After an ended episode the world already shows the next one's first state.
    pub final_obs: State,
}

/// A batch of CartPole worlds.
///
/// Auto-reset is of the same-step kind (gymnax, `AutoresetMode.SAME_STEP` in Gymnasium): no step is a mere reset, so
/// no made-up transition enters a batch.
#[derive(Clone, Debug)]
pub struct CartPoles {
    task: Task,
    resets: Stream,
    states: Vec<State>,
    steps: Vec<u32>,
    episodes: Vec<u32>,
}

impl CartPoles {
    /// `num_envs` worlds at the start of their first episodes.
    pub fn new(num_envs: usize, task: Task, seed: u32) -> Self {
        let mut worlds = Self {
            task,
            resets: Stream::new(seed, Purpose::Reset),
            states: vec![State::default(); num_envs],
            steps: vec![0; num_envs],
            episodes: vec![0; num_envs],
        };
        for world in 0..num_envs {
            worlds.states[world] = worlds.first_state(world);
        }
        worlds
    }

    /// Number of worlds.
    pub fn num_envs(&self) -> usize {
        self.states.len()
    }

    /// What each world shows now.
    pub fn obs(&self) -> &[State] {
        &self.states
    }

    /// Starts a new episode in every world.
    pub fn reset_all(&mut self) {
        for world in 0..self.num_envs() {
            self.reset(world);
        }
    }

    /// Moves one world by one step, and on to its next episode if this one ends.
    pub fn step(&mut self, world: usize, action: u32) -> Step {
        let state = next_state(self.states[world], action);
        let terminated = (self.task.terminated)(state);
        self.steps[world] += 1;
        let truncated = !terminated && self.steps[world] >= MAX_EPISODE_STEPS;
        self.states[world] = state;
        if terminated || truncated {
            self.reset(world);
        }
        Step {
            reward: (self.task.reward)(state, terminated, self.task.terminal_reward),
            terminated,
            truncated,
            final_obs: state,
        }
    }

    fn reset(&mut self, world: usize) {
        self.episodes[world] = self.episodes[world].wrapping_add(1);
        self.steps[world] = 0;
        self.states[world] = self.first_state(world);
    }

    /// Uniform in ±[`RESET_LIMIT`], a function of (seed, world, episode) alone.
    fn first_state(&self, world: usize) -> State {
        let draw = |half| {
            self.resets.uniforms([
                world as u32,
                self.episodes[world].wrapping_mul(2).wrapping_add(half),
            ])
        };
        let ([a, b], [c, d]) = (draw(0), draw(1));
        [a, b, c, d].map(|unit| (2.0 * unit - 1.0) * RESET_LIMIT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_episode_that_falls_is_reset_in_the_same_step() {
        let mut worlds = CartPoles::new(1, Task::balance(0.0), 3);
        let step = (0..MAX_EPISODE_STEPS)
            .map(|_| worlds.step(0, 1))
            .find(|step| step.terminated)
            .expect("pushing right for ever must fall");
        assert!(!step.truncated);
        assert_eq!(step.reward, 0.0);
        assert!(super::super::cartpole::has_fallen(step.final_obs));
        assert!(
            worlds.obs()[0]
                .iter()
                .all(|value| value.abs() <= RESET_LIMIT)
        );
        assert_ne!(worlds.obs()[0], step.final_obs);
    }

    #[test]
    fn the_time_limit_truncates_without_terminating() {
        let never = Task {
            terminated: |_| false,
            ..Task::balance(1.0)
        };
        let mut worlds = CartPoles::new(1, never, 3);
        for step in 1..MAX_EPISODE_STEPS {
            let end = worlds.step(0, step % 2);
            assert!(!end.truncated, "cut off after {step} steps");
        }
        let last = worlds.step(0, 0);
        assert!(last.truncated && !last.terminated);
        assert_eq!(last.reward, 1.0);
    }

    #[test]
    fn worlds_and_episodes_start_differently_and_repeatably() {
        let mut one = CartPoles::new(3, Task::balance(1.0), 9);
        let first = one.obs().to_vec();
        assert_eq!(first, CartPoles::new(3, Task::balance(1.0), 9).obs());
        assert_ne!(first, CartPoles::new(3, Task::balance(1.0), 10).obs());
        assert_ne!(first[0], first[1]);
        one.reset_all();
        assert_ne!(first, one.obs());
    }
}

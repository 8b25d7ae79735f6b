//! Steps of many environments with the policy inside, as one operation, and its plan and record in
//! plain numbers.
//!
//! The environments and the record are one buffer of 32-bit words each, so that a rollout needs one
//! copy to the device and one back. Floats are stored by their bits.

pub mod host;

use super::mlp::Mlp;
use crate::envs::block::{BLOCK, Input};
use crate::envs::spec::MAX_CONTROLS;
use crate::envs::{Actions, COUNT_WORDS, Env, EnvId, Mover, Step, Worlds};

/// Bit of a sample's `taken` word, set if the step terminated the episode.
pub const TERMINATED_BIT: u32 = 8;
/// Bit of a sample's `taken` word, set if the time limit truncated the episode.
pub const TRUNCATED_BIT: u32 = 9;
/// Bit of a sample's `taken` word, set if the step only reset the environment.
pub const RESET_BIT: u32 = 10;
/// Words of a sample besides its state and the numbers of a continuous action: `taken`,
/// log-probability, reward.
pub const SAMPLE_WORDS: usize = 3;
/// Words of a run after its environments: its seed, and the bits of its terminal reward.
pub const RUN_WORDS: usize = 2;

/// Counters of random numbers of a continuous action, of two normal numbers each.
pub const NORMAL_COUNTERS: u32 = MAX_CONTROLS.div_ceil(2) as u32;

/// The way to choose an action from the policy's distribution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ActionChoice {
    /// Drawn from the distribution.
    Sampled,
    /// The likeliest action, the first of equals; of continuous ones the mean.
    Greedy,
}

/// The description of a rollout.
#[derive(Clone, Debug)]
pub struct RolloutPlan {
    /// The policy. For continuous actions the logarithms of standard deviations follow its weights.
    pub policy: Mlp,
    /// The environment's rules.
    pub env: Env,
    /// The way to choose actions.
    pub choice: ActionChoice,
    /// Environments of a run.
    pub num_envs: usize,
    /// Steps to take.
    pub num_steps: usize,
    /// Steps that the environments took before; random numbers are counted from there.
    pub first_step: u32,
}

impl RolloutPlan {
    /// Returns the words of a run's environments, with its own numbers after them.
    pub fn run_words(&self) -> usize {
        self.num_envs * self.env.id.world_words() + RUN_WORDS
    }

    /// Returns the words of a run's record, with its environments after it.
    pub fn record_words(&self) -> usize {
        record_words(RowSize::of(self.env.id), (self.num_envs, self.num_steps))
    }
}

/// The environments of a run before a rollout.
#[derive(Clone, Copy, Debug)]
pub struct RunWorlds<'a> {
    /// The environments.
    pub worlds: &'a Worlds,
    /// The run's seed.
    pub seed: u32,
}

impl RunWorlds<'_> {
    /// Returns the words that a device needs: [`Worlds::words`], then [`RUN_WORDS`].
    pub fn words(&self) -> Vec<i32> {
        let mut words = self.worlds.words();
        let reward = self.worlds.env().terminal_reward;
        words.extend([self.seed as i32, reward.to_bits() as i32]);
        words
    }
}

/// Returns the words of the record of so many environments and steps of each, with the environments
/// after it.
pub fn record_words(size: RowSize, (num_envs, num_steps): (usize, usize)) -> usize {
    Recorded::num_words(num_envs * num_steps, size) + num_envs * (size.state + COUNT_WORDS)
}

/// The numbers of a recorded sample.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RowSize {
    /// Numbers of a state; 0 in a record without states.
    pub state: usize,
    /// Numbers of a continuous action; 0 if actions are discrete.
    pub controls: usize,
}

impl RowSize {
    /// Returns that of an environment.
    pub const fn of(id: EnvId) -> Self {
        Self {
            state: id.state_size(),
            controls: id.controls().len(),
        }
    }
}

/// Repeats recorded steps by `mover`, and tells `each` of them: its sample, and the block in which
/// it was repeated with its place there.
pub fn repeat(
    recorded: &Recorded,
    samples: &[usize],
    mover: &mut Mover,
    mut each: impl FnMut(usize, &Mover, usize),
) {
    let size = mover.dynamics().state_size();
    let width = mover.dynamics().num_controls;
    let mut states = vec![0.0; size * BLOCK];
    let (mut numbers, mut drawn) = ([0; BLOCK], Vec::new());
    for block in samples.chunks(BLOCK) {
        drawn.clear();
        for (lane, sample) in block.iter().enumerate() {
            let state = &recorded.states[sample * size..][..size];
            for (plane, number) in states.chunks_mut(BLOCK).zip(state) {
                plane[lane] = *number;
            }
            numbers[lane] = action_of(recorded.taken[*sample]);
            drawn.extend_from_slice(&recorded.controls[sample * width..][..width]);
        }
        let lanes = block.len();
        let actions = match width {
            0 => Actions::Discrete(&numbers[..lanes]),
            _ => Actions::Continuous(&drawn),
        };
        mover.run(actions, lanes, |coordinate| {
            Input::Each(&states[coordinate * BLOCK..][..lanes])
        });
        for (lane, sample) in block.iter().enumerate() {
            each(*sample, mover, lane);
        }
    }
}

/// Returns the action of a `taken` word.
pub fn action_of(taken: u32) -> u32 {
    taken & ((1 << TERMINATED_BIT) - 1)
}

/// The record of a rollout. Each column is `[num_steps, num_envs]`, unless it says otherwise.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recorded {
    /// The state before the step: `[num_steps, num_envs, state_size]`.
    pub states: Vec<f32>,
    /// The numbers of a continuous action as the policy drew them, `[num_steps, num_envs,
    /// num_controls]`; empty if actions are discrete.
    pub controls: Vec<f32>,
    /// The action of each step, 0 for a continuous one, with the bits [`TERMINATED_BIT`],
    /// [`TRUNCATED_BIT`] and [`RESET_BIT`].
    pub taken: Vec<u32>,
    /// Log-probabilities of the actions.
    pub log_prob: Vec<f32>,
    /// Rewards.
    pub rewards: Vec<f32>,
}

impl Recorded {
    /// Appends a step of one environment by a discrete action, 0 for a continuous one. Its other
    /// columns are appended for all environments at once.
    pub fn push(&mut self, action: u32, step: &Step) {
        let taken = action
            | u32::from(step.terminated) << TERMINATED_BIT
            | u32::from(step.truncated) << TRUNCATED_BIT
            | u32::from(step.was_reset) << RESET_BIT;
        self.taken.push(taken);
        self.rewards.push(step.reward);
    }

    /// Returns the length of a record of `samples` in words, without the environments that follow
    /// it.
    pub fn num_words(samples: usize, size: RowSize) -> usize {
        samples * (size.state + size.controls + SAMPLE_WORDS)
    }

    /// Reads the record that a device made: one plane for each number of the states, then of
    /// continuous actions, then discrete actions, log-probabilities and rewards.
    pub fn from_words(words: &[i32], samples: usize, size: RowSize) -> Self {
        let plane = |index: usize| &words[index * samples..(index + 1) * samples];
        let floats = |index: usize| plane(index).iter().map(|word| f32::from_bits(*word as u32));
        let rows = |first: usize, width: usize| {
            let mut rows = vec![0.0; samples * width];
            for number in 0..width {
                let column = rows[number..].iter_mut().step_by(width);
                for (entry, value) in column.zip(floats(first + number)) {
                    *entry = value;
                }
            }
            rows
        };
        let end = size.state + size.controls;
        Self {
            states: rows(0, size.state),
            controls: rows(size.state, size.controls),
            taken: plane(end).iter().map(|word| *word as u32).collect(),
            log_prob: floats(end + 1).collect(),
            rewards: floats(end + 2).collect(),
        }
    }

    /// Replaces the rewards by the reader's own, if `env` has one. Each is computed from the
    /// state and the action. The next state does not depend on the reward, so the device that
    /// takes the steps need not know it.
    pub fn set_rewards(&mut self, env: &Env) {
        if env.reward.is_none() {
            return;
        }
        let stepped = |sample: &usize| self.taken[*sample] >> RESET_BIT & 1 == 0;
        let samples: Vec<usize> = (0..self.taken.len()).filter(stepped).collect();
        let mut rewards = std::mem::take(&mut self.rewards);
        repeat(
            self,
            &samples,
            &mut Mover::new(env),
            |sample, mover, lane| {
                rewards[sample] = mover.rewards()[lane];
            },
        );
        self.rewards = rewards;
    }

    /// Returns the words that [`Recorded::from_words`] reads.
    pub fn words(&self, size: RowSize) -> Vec<i32> {
        words(
            [&self.states, &self.controls],
            &self.taken,
            [&self.log_prob, &self.rewards],
            size,
        )
    }
}

/// Returns the words of a record, given its columns: states and continuous actions, discrete
/// actions, log-probabilities and rewards.
pub fn words(rows: [&[f32]; 2], taken: &[u32], figures: [&[f32]; 2], size: RowSize) -> Vec<i32> {
    let bits = |value: &f32| value.to_bits() as i32;
    let mut words = Vec::with_capacity(Recorded::num_words(taken.len(), size));
    for (rows, width) in rows.into_iter().zip([size.state, size.controls]) {
        for number in 0..width {
            words.extend(rows[number..].iter().step_by(width).map(bits));
        }
    }
    words.extend(taken.iter().map(|taken| *taken as i32));
    for figure in figures {
        words.extend(figure.iter().map(bits));
    }
    words
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::{Recorded, RowSize, repeat};
    use crate::envs::probes::PROBE1;
    use crate::envs::spec::StepOutcome;
    use crate::envs::{
        ActionSpace, Control, Dynamics, EnvRules, EnvSpec, Environment, Mover, Strengths,
    };

    /// An environment of two numbers that takes actions of three.
    const OF_THREE: Environment = Environment {
        spec: EnvSpec {
            state: &["one", "two"],
            obs: &["one", "two"],
            actions: ActionSpace::Continuous(&[
                Control {
                    name: "first",
                    low: -1.0,
                    high: 1.0,
                },
                Control {
                    name: "second",
                    low: -2.0,
                    high: 2.0,
                },
                Control {
                    name: "third",
                    low: 0.0,
                    high: 3.0,
                },
            ]),
            ..PROBE1.spec
        },
        rules: EnvRules {
            first: |draws| vec![draws[0], draws[0]],
            next: |before| {
                let [one, two] = before.state();
                vec![one + before.controls[0], two + 10.0 * before.controls[1]]
            },
            outcome: |before, next| StepOutcome {
                reward: next[1] + 100.0 * before.controls[2],
                terminated: next[0].more(1.0),
            },
            ..PROBE1.rules
        },
    };

    /// Each number is read from its own place, and held within its own limits.
    #[test]
    fn steps_with_actions_of_three_numbers_are_repeated() {
        let dynamics = Dynamics::new(&OF_THREE, Strengths::OWN, None);
        assert_eq!((dynamics.num_controls, dynamics.action_size()), (3, 3));
        let recorded = Recorded {
            states: vec![0.5, 4.0, 0.25, -1.0, 0.0, 0.0],
            controls: vec![0.75, 0.5, 1.0, 9.0, -9.0, 9.0, -0.5, 1.5, -4.0],
            taken: vec![0; 3],
            log_prob: vec![0.0; 3],
            rewards: vec![0.0; 3],
        };
        let mut found = Vec::new();
        let mut mover = Mover::of(Cow::Owned(dynamics), 1.0);
        repeat(&recorded, &[2, 0, 1], &mut mover, |sample, mover, lane| {
            let state = [mover.state(0)[lane], mover.state(1)[lane]];
            let reward = mover.rewards()[lane];
            found.push((sample, state, reward, mover.ends()[lane]));
        });
        let expected = [
            // A third number of -4 counts as 0.
            (2, [-0.5, 15.0], 15.0, 0.0),
            (0, [1.25, 9.0], 109.0, 1.0),
            // All three are beyond their limits: 1, -2 and 3.
            (1, [1.25, -21.0], 279.0, 1.0),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_record_survives_its_words() {
        let recorded = Recorded {
            states: vec![0.5, -0.0, 1e-42, f32::MAX, 2.0, 3.0],
            controls: vec![0.25, -7.5, 1e-3, 4.0, 5.0, 6.0],
            taken: vec![1, 256, 1025],
            log_prob: vec![-0.7, -1e-9, f32::NEG_INFINITY],
            rewards: vec![1.0, 0.0, -2.5],
        };
        let size = RowSize {
            state: 2,
            controls: 2,
        };
        let words = recorded.words(size);
        assert_eq!(words.len(), Recorded::num_words(3, size));
        assert_eq!(Recorded::from_words(&words, 3, size), recorded);
    }
}

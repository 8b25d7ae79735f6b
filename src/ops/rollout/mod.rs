//! Steps of many worlds with the policy inside, as one operation: what it takes and what it gives, in plain numbers.
//!
//! Both go through one buffer of 32-bit words each, so that a rollout is one copy to the device and one back; floats keep
//! their bits.

pub mod host;

use burn::backend::Dispatch;
use burn::tensor::{Int, Tensor, TensorData};

use super::DeviceOps;
use super::mlp::Mlp;
use crate::envs::cartpole::State;
use crate::envs::{Env, Step, Transition, Worlds};

/// The bit of the word that holds a sample's action which says that the step ended the episode by its own rules.
pub const TERMINATED_BIT: u32 = 8;
/// The same for the time limit.
pub const TRUNCATED_BIT: u32 = 9;
/// The same for a step that was a mere reset.
pub const RESET_BIT: u32 = 10;
/// Words of a sample besides its observation: action and bits, log-probability, reward.
const SAMPLE_WORDS: usize = 3;

/// Multiplications that one dispatch may take, about a third of a second on a software adapter: a longer one would keep
/// a stop request waiting, or have the browser think that the GPU hangs.
const DISPATCH_WORK: usize = 1 << 28;

/// Steps of `num_envs` worlds that one operation takes at most.
pub fn steps_at_once(policy: &Mlp, num_envs: usize) -> usize {
    (DISPATCH_WORK / (policy.num_parameters() * num_envs)).max(1)
}

/// How an action is chosen from the policy's distribution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ActionChoice {
    /// Drawn from the distribution.
    Sampled,
    /// The likeliest action, the first of equals.
    Greedy,
}

/// What a rollout is about.
#[derive(Clone, Debug)]
pub struct RolloutPlan {
    /// The policy.
    pub policy: Mlp,
    /// The worlds' rules.
    pub env: Env,
    /// How actions are chosen.
    pub choice: ActionChoice,
    /// The run's seed.
    pub seed: u32,
    /// Steps to take.
    pub num_steps: usize,
    /// Steps that the worlds took before: counters of the draws.
    pub first_step: u32,
}

/// Takes the steps on the device of `parameters`. [`Recorded::from_words`] reads the result: the record, and behind it
/// the worlds. On a GPU the rewards are the world's own; [`Recorded::set_rewards`] replaces them by a reader's.
///
/// # Shapes
/// - `parameters`: `[all parameters of the run]`
pub fn rollout(parameters: &Tensor<1>, worlds: &Worlds, plan: RolloutPlan) -> Tensor<1, Int> {
    let words = worlds.words();
    let count = words.len();
    let words = Tensor::<1, Int>::from_data(TensorData::new(words, [count]), &parameters.device());
    Tensor::from_dispatch(<Dispatch as DeviceOps>::rollout(
        parameters.clone().into_dispatch(),
        words.into_dispatch(),
        plan,
    ))
}

/// A recorded step of `env` once more, from what was seen and done.
pub fn repeated(obs: &[f32], taken: u32, env: &Env) -> Transition {
    let mut state = State::default();
    state[..obs.len()].copy_from_slice(obs);
    env.transition(state, action_of(taken))
}

/// The action in a sample's word.
pub fn action_of(taken: u32) -> u32 {
    taken & ((1 << TERMINATED_BIT) - 1)
}

/// What a rollout recorded.
///
/// Columns are `[num_steps, num_envs]`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recorded {
    /// `[num_steps, num_envs, obs_size]`.
    pub obs: Vec<f32>,
    /// Actions, with bits of what they led to.
    pub taken: Vec<u32>,
    /// Log-probabilities of the actions.
    pub log_prob: Vec<f32>,
    /// Rewards.
    pub rewards: Vec<f32>,
}

impl Recorded {
    /// Appends a step of one environment: the action with its log-probability, and what it led to. The observation before
    /// it is appended apart, for all environments at once.
    pub fn push(&mut self, (action, log_prob): (u32, f32), step: &Step) {
        let taken = action
            | u32::from(step.terminated) << TERMINATED_BIT
            | u32::from(step.truncated) << TRUNCATED_BIT
            | u32::from(step.was_reset) << RESET_BIT;
        self.taken.push(taken);
        self.log_prob.push(log_prob);
        self.rewards.push(step.reward);
    }

    /// Words of a record of `samples`, without the worlds behind it.
    pub fn num_words(samples: usize, obs_size: usize) -> usize {
        samples * (obs_size + SAMPLE_WORDS)
    }

    /// Reads what [`rollout`] gave: plane after plane the coordinates of observations, actions, log-probabilities and
    /// rewards.
    pub fn from_words(words: &[i32], samples: usize, obs_size: usize) -> Self {
        let plane = |index: usize| &words[index * samples..(index + 1) * samples];
        let floats = |index: usize| plane(index).iter().map(|word| f32::from_bits(*word as u32));
        let mut obs = vec![0.0; samples * obs_size];
        for coordinate in 0..obs_size {
            let column = obs[coordinate..].iter_mut().step_by(obs_size);
            for (entry, value) in column.zip(floats(coordinate)) {
                *entry = value;
            }
        }
        Self {
            obs,
            taken: plane(obs_size).iter().map(|word| *word as u32).collect(),
            log_prob: floats(obs_size + 1).collect(),
            rewards: floats(obs_size + 2).collect(),
        }
    }

    /// Pays a reader's own reward, where `env` has one, from what was seen and done. Where a step leads does not depend on
    /// what it pays, so that reward need not be known where the steps are taken.
    pub fn set_rewards(&mut self, env: &Env) {
        if env.reward.is_none() {
            return;
        }
        let seen = self.obs.chunks(env.id.obs_size());
        for ((obs, taken), reward) in seen.zip(&self.taken).zip(&mut self.rewards) {
            if taken >> RESET_BIT & 1 == 0 {
                *reward = repeated(obs, *taken, env).reward;
            }
        }
    }

    /// The words that [`Recorded::from_words`] reads.
    pub fn words(&self, obs_size: usize) -> Vec<i32> {
        let bits = |value: &f32| value.to_bits() as i32;
        let mut words = Vec::with_capacity(Self::num_words(self.taken.len(), obs_size));
        for coordinate in 0..obs_size {
            words.extend(self.obs[coordinate..].iter().step_by(obs_size).map(bits));
        }
        words.extend(self.taken.iter().map(|taken| *taken as i32));
        words.extend(self.log_prob.iter().map(bits));
        words.extend(self.rewards.iter().map(bits));
        words
    }
}

#[cfg(test)]
mod tests {
    use super::Recorded;

    #[test]
    fn a_record_survives_its_words() {
        let recorded = Recorded {
            obs: vec![0.5, -0.0, 1e-42, f32::MAX, 2.0, 3.0],
            taken: vec![1, 256, 1025],
            log_prob: vec![-0.7, -1e-9, f32::NEG_INFINITY],
            rewards: vec![1.0, 0.0, -2.5],
        };
        let words = recorded.words(2);
        assert_eq!(words.len(), Recorded::num_words(3, 2));
        assert_eq!(Recorded::from_words(&words, 3, 2), recorded);
    }
}

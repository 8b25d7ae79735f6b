//! The description of an environment. Each environment's file fills in one [`EnvSpec`], with its
//! formulas; [`Dynamics`] are the formulas that they become.

use super::build::{Num, formula};
use super::formula::Formula;

/// One environment: its names, its sizes, and its formulas.
#[derive(Clone, Copy, Debug)]
pub struct EnvSpec {
    /// The name in URLs and in saved files.
    pub key: &'static str,
    /// The name and the task in a few words, for the form.
    pub label: &'static str,
    /// The names of the state's numbers.
    pub state: &'static [&'static str],
    /// Number of actions.
    pub num_actions: usize,
    /// Random numbers that a first state is made of, uniform in [0, 1).
    pub num_draws: usize,
    /// Returns the first state of an episode, from its random numbers.
    pub first: for<'b> fn(draws: &[Num<'b>]) -> Vec<Num<'b>>,
    /// Returns the state that an action leads to.
    pub next: for<'b> fn(before: &Before<'b>) -> Vec<Num<'b>>,
    /// Returns the reward of a step that led to the state `next`, and whether it ends the episode.
    /// A cart's depends on `next` alone.
    pub outcome: for<'b> fn(before: &Before<'b>, next: &[Num<'b>]) -> StepOutcome<'b>,
    /// What else is known of it.
    pub kind: EnvKind,
}

/// What a step begins with.
#[derive(Clone, Debug)]
pub struct Before<'b> {
    /// The state.
    pub state: Vec<Num<'b>>,
    /// The number of the action.
    pub action: Num<'b>,
    /// The reward of a step that ends an episode of [`Cart::pays_per_step`].
    pub terminal_reward: Num<'b>,
}

/// What a step is worth.
#[derive(Clone, Copy, Debug)]
pub struct StepOutcome<'b> {
    /// Its reward.
    pub reward: Num<'b>,
    /// 1 if the episode ended by its own rules, otherwise 0.
    pub terminated: Num<'b>,
}

/// The two kinds of environments.
#[derive(Clone, Copy, Debug)]
pub enum EnvKind {
    /// A cart with a pole.
    Cart(Cart),
    /// A probe.
    Probe(Probe),
}

/// A cart's task.
#[derive(Clone, Copy, Debug)]
pub struct Cart {
    /// True if a pole that leans too far ends an episode. Leaving the track always does.
    pub can_fall: bool,
    /// True if each step has reward 1, or [`Env::terminal_reward`](super::Env::terminal_reward) if
    /// it ends the episode. An undiscounted return is then the episode's length, so the time limit
    /// is the best score.
    pub pays_per_step: bool,
}

/// An environment so small that the correct solution is known. Its state is one number, which is
/// the observation.
#[derive(Clone, Copy, Debug)]
pub struct Probe {
    /// The first observation of an episode: one of the two, with equal probability.
    pub first_obs: [f32; 2],
    /// The correct result for each observation.
    pub solution: &'static [Known],
    /// Largest difference from the solution that a learner may have, from the course.
    pub tolerance: f64,
}

/// The correct result for one observation.
#[derive(Debug)]
pub struct Known {
    /// The observation.
    pub obs: f32,
    /// Its value, with a discount of 0.99.
    pub value: f64,
    /// The probability of each action; empty if there is only one.
    pub probabilities: &'static [f64],
}

impl<'b> Before<'b> {
    /// Returns the first numbers of the state, or all of them.
    pub fn state<const N: usize>(&self) -> [Num<'b>; N] {
        numbers(&self.state)
    }
}

/// Returns the first numbers of a state, or all of them.
pub fn numbers<'b, const N: usize>(state: &[Num<'b>]) -> [Num<'b>; N] {
    std::array::from_fn(|index| state[index])
}

/// What an environment does, as formulas.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dynamics {
    /// Number of actions.
    pub num_actions: usize,
    /// Computes the first state of an episode from its random numbers.
    pub first: Formula,
    /// Computes the next state, the reward, and 1 if the step ended the episode by its own rules,
    /// from the state, the action's number and the reward of a step that ends an episode.
    pub step: Formula,
}

impl Dynamics {
    /// Writes the formulas of an environment, with a reader's own reward if there is one: a
    /// function of the state that a step leads to.
    pub fn new(spec: &EnvSpec, own_reward: Option<&Formula>) -> Self {
        let size = spec.state.len();
        Self {
            num_actions: spec.num_actions,
            first: formula(spec.num_draws, |_, draws| (spec.first)(draws)),
            step: formula(size + 2, |builder, inputs| {
                let before = Before {
                    state: inputs[..size].to_vec(),
                    action: inputs[size],
                    terminal_reward: inputs[size + 1],
                };
                let mut outputs = (spec.next)(&before);
                let StepOutcome { reward, terminated } = (spec.outcome)(&before, &outputs);
                let reward = match own_reward {
                    Some(own) => builder.append(own, &outputs)[0],
                    None => reward,
                };
                outputs.extend([reward, terminated]);
                outputs
            }),
        }
    }

    /// Returns how many numbers a state has.
    pub fn state_size(&self) -> usize {
        self.first.outputs.len()
    }

    /// Returns how many counters of random numbers an episode has, of two numbers each: as many as
    /// its first state needs, and at least two.
    pub fn counters(&self) -> u32 {
        u32::from(self.first.num_inputs).div_ceil(2).max(2)
    }
}

impl EnvSpec {
    /// Writes the formula that computes a cart's reward, and 1 if its episode ended, from the state
    /// that a step led to and the reward of a step that ends an episode. `None` without a cart.
    pub fn outcome_of_state(&self) -> Option<Formula> {
        let EnvKind::Cart(_) = self.kind else {
            return None;
        };
        let size = self.state.len();
        Some(formula(size + 1, |builder, inputs| {
            let before = Before {
                state: inputs[..size].to_vec(),
                action: builder.constant(0.0),
                terminal_reward: inputs[size],
            };
            let StepOutcome { reward, terminated } = (self.outcome)(&before, &inputs[..size]);
            vec![reward, terminated]
        }))
    }
}

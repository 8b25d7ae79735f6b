//! The formulas of an environment, written from its specification.

use super::build::{Num, formula};
use super::formula::{Formula, FormulaOp};
use super::spec::{Before, EnvSpec, StepOutcome, Strengths};

/// What an environment does, as formulas.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dynamics {
    /// Numbers of a continuous action; 0 if actions are discrete.
    pub num_controls: usize,
    /// Random numbers of a step. They are the last numbers of the state that it begins with, so a
    /// recorded step can be repeated. Formulas compute the others, and see all.
    pub step_draws: usize,
    /// Computes the first state of an episode from its random numbers.
    pub first: Formula,
    /// Computes what the policy sees from a state.
    pub observe: Formula,
    /// Computes the next state, the reward, and 1 if the step ended the episode by its own rules,
    /// from the state, the action (its number, or its numbers as they were drawn) and the reward of
    /// a step that ends an episode.
    pub step: Formula,
}

impl Dynamics {
    /// Writes the formulas of an environment, with a reader's own reward if there is one: a formula
    /// of the numbers that [`EnvSpec::step_names`] names.
    pub fn new(spec: &EnvSpec, strengths: Strengths, own_reward: Option<&Formula>) -> Self {
        let computed = spec.state.len();
        let size = computed + spec.step_draws;
        let num_controls = spec.actions.controls().len();
        // A discrete action is one number.
        let end = size + num_controls.max(1);
        Self {
            num_controls,
            step_draws: spec.step_draws,
            first: formula(spec.num_draws, |_, draws| (spec.first)(draws)),
            observe: formula(size, |_, state| (spec.observe)(&state[..computed])),
            step: formula(end + 1, |builder, inputs| {
                let limits = spec.actions.controls().iter();
                let drawn = inputs[size..end].iter();
                let controls: Vec<Num<'_>> = (drawn.zip(limits))
                    .map(|(number, limit)| number.max(limit.low).min(limit.high))
                    .collect();
                let before = Before {
                    state: inputs[..computed].to_vec(),
                    action: *controls.first().unwrap_or(&inputs[size]),
                    controls,
                    draws: inputs[computed..size].to_vec(),
                    terminal_reward: inputs[end],
                    strengths,
                };
                let mut outputs = (spec.next)(&before);
                let StepOutcome { reward, terminated } = (spec.outcome)(&before, &outputs);
                let reward = match own_reward {
                    Some(own) => {
                        let action = match before.controls.is_empty() {
                            true => vec![before.action],
                            false => before.controls.clone(),
                        };
                        let step = [outputs.as_slice(), &action, &[reward, terminated]].concat();
                        builder.append(own, &step)[0]
                    }
                    None => reward,
                };
                outputs.extend([reward, terminated]);
                outputs
            }),
        }
    }

    /// Returns how many numbers a state has, with the random numbers of its next step.
    pub fn state_size(&self) -> usize {
        self.computed_size() + self.step_draws
    }

    /// Returns how many numbers of a state formulas compute: the first ones.
    pub fn computed_size(&self) -> usize {
        self.first.outputs.len()
    }

    /// Returns how many numbers an observation has.
    pub fn obs_size(&self) -> usize {
        self.observe.outputs.len()
    }

    /// Returns how many numbers an action is given to [`Dynamics::step`] by: its inputs besides the
    /// state and the reward of a step that ends an episode.
    pub fn action_size(&self) -> usize {
        usize::from(self.step.num_inputs) - self.state_size() - 1
    }

    /// Returns true if the policy sees the state as it is.
    pub fn shows_state(&self) -> bool {
        self.observe.is_identity()
    }

    /// Returns true if an episode can end by its own rules. Otherwise the formula says of each step
    /// that it ended none, and only the time limit does.
    pub fn ends_episodes(&self) -> bool {
        let last = self.step.outputs.last();
        let last = last.map(|output| self.step.ops[usize::from(*output)]);
        !matches!(last, Some(FormulaOp::Constant(bits)) if f32::from_bits(bits) == 0.0)
    }

    /// Returns how many counters of random numbers an episode has, of two numbers each: as many as
    /// its first state needs, and at least two.
    pub fn counters(&self) -> u32 {
        u32::from(self.first.num_inputs).div_ceil(2).max(2)
    }
}

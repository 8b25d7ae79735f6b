//! The formulas of an environment, written from its rules or taken from a reader's program.

use super::build::{Builder, Num, formula};
use super::formula::{Formula, FormulaOp};
use super::own::OwnProgram;
use super::spec::{Before, EnvSpec, Environment, StepOutcome, Strengths};

/// The end of an episode, as [`Dynamics::step`] computes it, that is no end by the environment's
/// rules: the environment itself has cut the episode off.
pub const CUT_OFF: f32 = 2.0;

/// Returns true if a step with this end ended its episode by the environment's rules.
pub fn is_terminated(end: f32) -> bool {
    end != 0.0 && end != CUT_OFF
}

/// What an environment does, as formulas.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dynamics {
    /// Numbers of a continuous action; 0 if actions are discrete.
    pub num_controls: usize,
    /// Random numbers of a step. They are the last numbers of the state that it begins with, so a
    /// recorded step can be repeated. Formulas compute the others, and see all.
    pub step_draws: usize,
    /// True if bodies are stepped ([`super::bodies`]). Then the formula of a step gets what they
    /// led to in place of the state and its random numbers: the next state, the reward and the end.
    pub is_of_bodies: bool,
    /// Computes the first state of an episode from its random numbers.
    pub first: Formula,
    /// Computes what the policy sees from a state.
    pub observe: Formula,
    /// Computes the next state, the reward, and how the step ends the episode (1 by its own rules,
    /// [`CUT_OFF`] if the environment cuts it off, otherwise 0), from the state, the action (its
    /// number, or its numbers as they were drawn) and the reward of a step that ends an episode.
    pub step: Formula,
}

/// What the rules of a step compute.
struct Stepped<'b> {
    next: Vec<Num<'b>>,
    outcome: StepOutcome<'b>,
    /// 1 if the environment cuts the episode off, where it can.
    truncated: Option<Num<'b>>,
}

impl Dynamics {
    /// Writes the formulas of an environment, with a reader's own reward if there is one: a formula
    /// of the numbers that [`EnvSpec::step_names`] names.
    pub fn new(
        environment: &Environment,
        strengths: Strengths,
        own_reward: Option<&Formula>,
    ) -> Self {
        let Environment { spec, rules } = environment;
        let computed = spec.state.len();
        Self {
            num_controls: spec.actions.controls().len(),
            step_draws: spec.step_draws,
            is_of_bodies: false,
            first: formula(spec.num_draws, |_, draws| (rules.first)(draws)),
            observe: formula(computed + spec.step_draws, |_, state| {
                (rules.observe)(&state[..computed])
            }),
            step: step(spec, strengths, own_reward, |_, before| {
                let next = (rules.next)(before);
                let outcome = (rules.outcome)(before, &next);
                Stepped {
                    next,
                    outcome,
                    truncated: None,
                }
            }),
        }
    }

    /// Takes the formulas of a reader's program, likewise.
    pub fn of_program(spec: &EnvSpec, program: &OwnProgram, own_reward: Option<&Formula>) -> Self {
        let computed = spec.state.len();
        Self {
            num_controls: spec.actions.controls().len(),
            step_draws: spec.step_draws,
            is_of_bodies: false,
            first: program.first.clone(),
            observe: formula(computed + spec.step_draws, |builder, state| {
                let seen = builder.append(&program.observe, &state[..computed]);
                program.shown(&seen)
            }),
            step: step(spec, Strengths::OWN, own_reward, |builder, before| {
                let action = before.action_numbers();
                let begin = [before.state.as_slice(), &action, &before.draws].concat();
                let mut results = builder.append(&program.step, &begin);
                let ends = results.split_off(computed);
                Stepped {
                    next: results,
                    outcome: StepOutcome {
                        reward: ends[0],
                        terminated: ends[1],
                    },
                    truncated: Some(ends[2]),
                }
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

/// Writes the formula of a step: the limits of an action before what `write` computes, and a
/// reader's reward after it.
fn step(
    spec: &EnvSpec,
    strengths: Strengths,
    own_reward: Option<&Formula>,
    write: impl for<'b> FnOnce(&'b Builder, &Before<'b>) -> Stepped<'b>,
) -> Formula {
    let computed = spec.state.len();
    let size = computed + spec.step_draws;
    // A discrete action is one number.
    let end = size + spec.actions.controls().len().max(1);
    formula(end + 1, |builder, inputs| {
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
        let stepped = write(builder, &before);
        let StepOutcome { reward, terminated } = stepped.outcome;
        let reward = match own_reward {
            Some(own) => {
                let action = before.action_numbers();
                let step = [stepped.next.as_slice(), &action, &[reward, terminated]].concat();
                builder.append(own, &step)[0]
            }
            None => reward,
        };
        let ends = match stepped.truncated {
            Some(truncated) => terminated.select(1.0, truncated.select(CUT_OFF, 0.0)),
            None => terminated,
        };
        let mut outputs = stepped.next;
        outputs.extend([reward, ends]);
        outputs
    })
}

//! The rules of one environment: where an episode starts, where an action leads, its reward, and
//! when the episode ends.

use std::borrow::Cow;

use super::block::{BLOCK, Input, Registers};
use super::bodies;
use super::cartpole::MAX_EPISODE_STEPS;
use super::dynamics::{CUT_OFF, is_terminated};
use super::id::RulesOf;
use super::spec::{ACTION, Strengths};
use super::{Autoreset, Dynamics, EnvId, Expression};
use crate::random::{Purpose, Stream};

/// An environment with its adjustable rules.
#[derive(Clone, Debug)]
pub struct Env {
    /// The environment's name.
    pub id: EnvId,
    /// The reward of a step that ends an episode, where each step has reward 1: 1 in Gymnasium, 0
    /// in the course's GPU environment.
    pub terminal_reward: f32,
    /// How strong its forces are.
    pub strengths: Strengths,
    /// A reader's reward in place of the environment's own. A probe keeps its own, which is what it
    /// tests.
    pub reward: Option<Expression>,
    /// Time limit of an episode, in steps.
    pub max_episode_steps: u32,
    /// When the environment is reset after an episode.
    pub autoreset: Autoreset,
}

/// The actions of some environments.
#[derive(Clone, Copy, Debug)]
pub enum Actions<'a> {
    /// The number of each one's action.
    Discrete(&'a [u32]),
    /// The numbers of each one's action, as the policy drew them: `[num_envs, num_controls]`.
    Continuous(&'a [f32]),
}

impl<'a> Actions<'a> {
    /// Returns those of the environments from number `first` on. An action has `num_controls`
    /// numbers if it is continuous.
    pub fn after(self, first: usize, num_controls: usize) -> Self {
        match self {
            Self::Discrete(actions) => Self::Discrete(&actions[first..]),
            Self::Continuous(rows) => Self::Continuous(&rows[first * num_controls..]),
        }
    }
}

/// The result of an action, before any reset.
#[derive(Clone, Debug, PartialEq)]
pub struct Transition {
    /// The state after the step, without the random numbers of the next one.
    pub state: Vec<f32>,
    /// Reward of the step.
    pub reward: f32,
    /// True if the episode ended by its own rules.
    pub terminated: bool,
    /// True if the environment cut it off.
    pub truncated: bool,
}

impl Env {
    /// Returns the environment with the rules of Gymnasium or, for its own environments, of the
    /// course.
    pub fn new(id: EnvId) -> Self {
        Self {
            id,
            terminal_reward: 1.0,
            strengths: Strengths::OWN,
            reward: None,
            max_episode_steps: id.task().map_or(MAX_EPISODE_STEPS, |task| task.time_limit),
            autoreset: Autoreset::SameStep,
        }
    }

    /// Returns its formulas.
    pub fn dynamics(&self) -> Cow<'static, Dynamics> {
        match &self.reward {
            Some(own) if self.id.probe().is_none() => {
                Cow::Owned(self.id.dynamics_with(self.strengths, Some(own.formula())))
            }
            _ => self.physics(),
        }
    }

    /// Returns its formulas without a reader's reward. They lead to the same states, which is all
    /// that a device needs to know.
    pub fn physics(&self) -> Cow<'static, Dynamics> {
        match self.strengths == Strengths::OWN {
            true => Cow::Borrowed(self.id.dynamics()),
            false => Cow::Owned(self.id.dynamics_with(self.strengths, None)),
        }
    }

    /// Returns the first state of an episode, which depends on (seed, world, episode) alone.
    /// `world` is the index of the environment among those that run together.
    pub fn first_state(&self, seed: u32, world: u32, episode: u32) -> Vec<f32> {
        let mut mover = Mover::new(self);
        let computed = mover.first_state(&Chance::new(seed), world, episode);
        self.with_draws(computed.collect(), seed, [world, episode], 0)
    }

    /// Returns the state with which step number `step` of an episode begins, `[world, episode]`:
    /// the numbers that formulas have computed, and the random numbers of the step.
    pub fn with_draws(
        &self,
        mut computed: Vec<f32>,
        seed: u32,
        episode: [u32; 2],
        step: u32,
    ) -> Vec<f32> {
        let count = self.id.dynamics().step_draws;
        computed.extend(Chance::new(seed).of_step(count, episode, step));
        computed
    }

    /// Returns the state that `action` leads to, its reward, and whether it ends the episode.
    pub fn transition(&self, state: &[f32], action: u32) -> Transition {
        self.transition_by(state, Actions::Discrete(&[action]))
    }

    /// Returns [`Env::transition`] by an action of any kind: one environment's.
    pub fn transition_by(&self, state: &[f32], action: Actions<'_>) -> Transition {
        let mut mover = Mover::new(self);
        mover.run(action, 1, |coordinate| Input::All(state[coordinate]));
        Transition {
            state: (0..mover.dynamics().computed_size())
                .map(|coordinate| mover.state(coordinate)[0])
                .collect(),
            reward: mover.rewards()[0],
            terminated: is_terminated(mover.ends()[0]),
            truncated: mover.ends()[0] == CUT_OFF,
        }
    }

    /// Returns a cart's reward for a step that led to `state`, and whether it ends the episode.
    /// `None` without a cart, or if a reader's reward reads the action too.
    pub fn outcome_of_state(&self, state: &[f32]) -> Option<(f32, bool)> {
        Some(self.outcomes()?(state))
    }

    /// Returns [`Env::outcome_of_state`] as a function, for many states.
    pub fn outcomes(&self) -> Option<impl Fn(&[f32]) -> (f32, bool) + use<>> {
        let RulesOf::Here(environment) = self.id.rules() else {
            return None;
        };
        let outcome = environment.outcome_of_state()?;
        let (own, terminal_reward) = (self.reward.clone(), self.terminal_reward);
        if own.as_ref().is_some_and(|own| own.reads(ACTION)) {
            return None;
        }
        Some(move |state: &[f32]| {
            let results = outcome.results(&[state, &[terminal_reward]].concat());
            let (reward, terminated) = (results[0], results[1]);
            // Nothing reads the action.
            let step = || [state, &[0.0, reward, terminated]].concat();
            let paid = own.as_ref().map_or(reward, |own| own.of(&step()));
            (paid, terminated != 0.0)
        })
    }
}

/// The random numbers of the episodes of a run. They depend on (seed, environment, episode, step)
/// alone.
#[derive(Clone, Copy, Debug)]
pub struct Chance {
    resets: Stream,
    steps: Stream,
}

impl Chance {
    /// Returns those of a run with this seed.
    pub fn new(seed: u32) -> Self {
        Self {
            resets: Stream::new(seed, Purpose::Reset),
            steps: Stream::new(seed, Purpose::Step),
        }
    }

    /// Returns the first `count` numbers of a step, uniform in [0, 1). An episode is given by
    /// `[environment, episode]`, and its steps are counted from 0.
    pub fn of_step(
        &self,
        count: usize,
        episode: [u32; 2],
        step: u32,
    ) -> impl Iterator<Item = f32> + use<> {
        let own = self.steps.branch(episode);
        let pairs = (0..).map(move |pair| own.uniforms([step, pair]));
        pairs.flatten().take(count)
    }
}

/// Steps of one environment's formula, for a block of states at a time.
#[derive(Clone, Debug)]
pub struct Mover {
    dynamics: Cow<'static, Dynamics>,
    terminal_reward: f32,
    registers: Registers,
    draws: Vec<f32>,
    planes: Vec<f32>,
    /// Of actions.
    action_planes: Vec<f32>,
    bodies: Bodies,
}

/// Room for bodies.
#[derive(Clone, Debug, Default)]
struct Bodies {
    /// What goes to the program that steps them, and comes back.
    rows: Vec<f32>,
    /// What came back, in planes of [`BLOCK`] numbers.
    told: Vec<f32>,
}

impl Mover {
    /// Returns the steps of `env`.
    pub fn new(env: &Env) -> Self {
        Self::of(env.dynamics(), env.terminal_reward)
    }

    /// Returns the steps of these formulas.
    pub fn of(dynamics: Cow<'static, Dynamics>, terminal_reward: f32) -> Self {
        Self {
            dynamics,
            terminal_reward,
            registers: Registers::default(),
            draws: Vec::new(),
            planes: Vec::new(),
            action_planes: Vec::new(),
            bodies: Bodies::default(),
        }
    }

    /// Returns the formulas.
    pub fn dynamics(&self) -> &Dynamics {
        &self.dynamics
    }

    /// Takes a step from each state of a block of `lanes`, [`BLOCK`] at most, by its action.
    /// `state` gives each number of the states.
    pub fn run<'a>(
        &mut self,
        actions: Actions<'_>,
        lanes: usize,
        state: impl Fn(usize) -> Input<'a>,
    ) {
        debug_assert!(lanes <= BLOCK, "a block is too long");
        let (size, width) = (self.dynamics.state_size(), self.dynamics.action_size());
        self.action_planes.resize(width * BLOCK, 0.0);
        let planes = self.action_planes.chunks_mut(BLOCK).enumerate();
        for (number, plane) in planes {
            match actions {
                Actions::Discrete(actions) => {
                    for (entry, action) in plane.iter_mut().zip(actions) {
                        *entry = *action as f32;
                    }
                }
                Actions::Continuous(rows) => {
                    let column = rows[number..].iter().step_by(width);
                    for (entry, drawn) in plane.iter_mut().zip(column) {
                        *entry = *drawn;
                    }
                }
            }
        }
        let is_of_bodies = self.dynamics.is_of_bodies;
        if is_of_bodies {
            self.move_bodies(lanes, &state);
        }
        let (step, terminal_reward) = (&self.dynamics.step, self.terminal_reward);
        let (planes, told) = (&self.action_planes, &self.bodies.told);
        self.registers.run(step, lanes, |input| match input {
            input if input < size && is_of_bodies => Input::Each(&told[input * BLOCK..][..lanes]),
            input if input < size => state(input),
            input if input < size + width => {
                Input::Each(&planes[(input - size) * BLOCK..][..lanes])
            }
            _ => Input::All(terminal_reward),
        });
    }

    /// Has bodies stepped from these states by the actions in [`Mover::action_planes`].
    fn move_bodies<'a>(&mut self, lanes: usize, state: &impl Fn(usize) -> Input<'a>) {
        let (size, width) = (self.dynamics.state_size(), self.dynamics.action_size());
        let Bodies { rows, told } = &mut self.bodies;
        rows.clear();
        for lane in 0..lanes {
            rows.extend((0..size).map(|number| match state(number) {
                Input::Each(numbers) => numbers[lane],
                Input::All(number) => number,
            }));
            let actions = self.action_planes.iter().skip(lane);
            rows.extend(actions.step_by(BLOCK).take(width));
        }
        bodies::ask(|program| program.step(rows, width));
        told.resize(size * BLOCK, 0.0);
        for (lane, row) in rows.chunks_exact(size + width).enumerate() {
            for (plane, number) in told.chunks_mut(BLOCK).zip(row) {
                plane[lane] = *number;
            }
        }
    }

    /// Returns the numbers of an episode's first state that formulas compute; see
    /// [`Env::first_state`].
    pub fn first_state(
        &mut self,
        chance: &Chance,
        world: u32,
        episode: u32,
    ) -> impl Iterator<Item = f32> + '_ {
        let counters = self.dynamics.counters();
        self.draws.clear();
        for counter in 0..counters {
            let counter = episode.wrapping_mul(counters).wrapping_add(counter);
            self.draws.extend(chance.resets.uniforms([world, counter]));
        }
        let (first, draws) = (&self.dynamics.first, &self.draws);
        (self.registers).run(first, 1, |draw| Input::All(draws[draw]));
        let (registers, begun) = (&self.registers, &mut self.bodies.rows);
        begun.clear();
        if self.dynamics.is_of_bodies {
            begun.extend_from_slice(draws);
            begun.resize(first.outputs.len(), 0.0);
            bodies::ask(|program| program.begin(begun));
        } else {
            begun.extend(first.outputs.iter().map(|output| registers.of(*output)[0]));
        }
        begun.iter().copied()
    }

    /// Appends what the policy sees of states: rows `[rows, state_size]` become rows `[rows,
    /// obs_size]`.
    pub fn observe(&mut self, states: &[f32], obs: &mut Vec<f32>) {
        if self.dynamics.shows_state() {
            obs.extend_from_slice(states);
            return;
        }
        let size = self.dynamics.state_size();
        let observe = &self.dynamics.observe;
        let planes = &mut self.planes;
        planes.resize(size * BLOCK, 0.0);
        for block in states.chunks(size * BLOCK) {
            let lanes = block.len() / size;
            for (lane, state) in block.chunks(size).enumerate() {
                for (plane, number) in planes.chunks_mut(BLOCK).zip(state) {
                    plane[lane] = *number;
                }
            }
            self.registers.run(observe, lanes, |number| {
                Input::Each(&planes[number * BLOCK..][..lanes])
            });
            for lane in 0..lanes {
                let outputs = observe.outputs.iter();
                obs.extend(outputs.map(|output| self.registers.of(*output)[lane]));
            }
        }
    }

    /// Returns a number of the states that the steps led to, one of those that formulas compute.
    pub fn state(&self, coordinate: usize) -> &[f32] {
        self.registers.of(self.dynamics.step.outputs[coordinate])
    }

    /// Returns the rewards.
    pub fn rewards(&self) -> &[f32] {
        self.state(self.dynamics.computed_size())
    }

    /// Returns how the steps of the block ended their episodes, as [`Dynamics::step`] says it.
    pub fn ends(&self) -> &[f32] {
        self.state(self.dynamics.computed_size() + 1)
    }
}

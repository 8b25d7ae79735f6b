//! The description of an environment. Each environment's file fills in one [`Environment`]: what is
//! known of it, and its rules; [`Dynamics`](super::Dynamics) are the formulas that these become.

use super::build::{Num, formula};
use super::formula::Formula;
use super::tables::Table;

/// One environment.
#[derive(Clone, Copy, Debug)]
pub struct Environment {
    /// What is known of it.
    pub spec: EnvSpec,
    /// What it does.
    pub rules: EnvRules,
}

/// What an environment does. A program from elsewhere ([`super::own`]) has formulas in place of
/// these.
#[derive(Clone, Copy, Debug)]
pub struct EnvRules {
    /// Returns the first state of an episode, from its random numbers.
    pub first: for<'b> fn(draws: &[Num<'b>]) -> Vec<Num<'b>>,
    /// Returns what the policy sees of a state.
    pub observe: for<'b> fn(state: &[Num<'b>]) -> Vec<Num<'b>>,
    /// Returns the state that an action leads to.
    pub next: for<'b> fn(before: &Before<'b>) -> Vec<Num<'b>>,
    /// Returns the reward of a step that led to the state `next`, and whether it ends the episode.
    /// A cart's depends on `next` alone.
    pub outcome: for<'b> fn(before: &Before<'b>, next: &[Num<'b>]) -> StepOutcome<'b>,
}

/// What is known of an environment: its names and its sizes.
#[derive(Clone, Copy, Debug)]
pub struct EnvSpec {
    /// The name in URLs and in saved files.
    pub key: &'static str,
    /// The name and the task in a few words, for the form.
    pub label: &'static str,
    /// The names of the state's numbers, without the random numbers of a step. A reader's reward
    /// knows them by these names as well.
    pub state: &'static [&'static str],
    /// The names of the observation's numbers.
    pub obs: &'static [&'static str],
    /// What an action may be.
    pub actions: ActionSpace,
    /// Random numbers that a first state is made of, uniform in [0, 1).
    pub num_draws: usize,
    /// Random numbers that a step takes, likewise; 0 where nothing happens by chance.
    pub step_draws: usize,
    /// What Gymnasium's environment calls gravity and the force of an action, for exported
    /// programs; empty where there is no such attribute.
    pub python_strengths: [&'static str; 2],
    /// What else is known of it.
    pub kind: EnvKind,
}

/// What an action may be.
#[derive(Clone, Copy, Debug)]
pub enum ActionSpace {
    /// One of several, given by their names.
    Discrete(&'static [&'static str]),
    /// A number for each of these, [`MAX_CONTROLS`] at most.
    Continuous(&'static [Control]),
}

/// The name of a discrete action's number in a reader's reward. The numbers of a continuous action
/// have the names of their [`Control`]s.
pub const ACTION: &str = "action";
/// The name of what the environment itself pays for a step, in a reader's reward.
pub const REWARD: &str = "reward";
/// The name in a reader's reward of what is 1 if the step ended its episode by the environment's
/// own rules, otherwise 0.
pub const TERMINATED: &str = "terminated";

/// Most numbers of a continuous action.
pub const MAX_CONTROLS: usize = 4;

/// Most names of a state's numbers that a text lists.
const MOST_TOLD: usize = 32;

/// One number of a continuous action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Control {
    /// Its name.
    pub name: &'static str,
    /// The smallest number that the environment takes; a smaller one counts as this.
    pub low: f32,
    /// The largest number, likewise.
    pub high: f32,
}

impl ActionSpace {
    /// Returns the names of the actions; none if actions are continuous.
    pub const fn names(&self) -> &'static [&'static str] {
        match self {
            Self::Discrete(names) => names,
            Self::Continuous(_) => &[],
        }
    }

    /// Returns the numbers of an action; none if actions are discrete.
    pub const fn controls(&self) -> &'static [Control] {
        match self {
            Self::Discrete(_) => &[],
            Self::Continuous(controls) => controls,
        }
    }
}

/// What a step begins with.
#[derive(Clone, Debug)]
pub struct Before<'b> {
    /// The state.
    pub state: Vec<Num<'b>>,
    /// The number of the action; the first one of a continuous action.
    pub action: Num<'b>,
    /// All numbers of a continuous action.
    pub controls: Vec<Num<'b>>,
    /// The random numbers of the step, [`EnvSpec::step_draws`] of them.
    pub draws: Vec<Num<'b>>,
    /// The reward of a step that ends an episode of [`Cart::pays_per_step`].
    pub terminal_reward: Num<'b>,
    /// How strong the world's forces are.
    pub strengths: Strengths,
}

/// How strong the forces of a world are, in times what they are by themselves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strengths {
    /// Gravity.
    pub gravity: f32,
    /// The push, torque or force of an action.
    pub force: f32,
}

impl Strengths {
    /// As they are by themselves.
    pub const OWN: Self = Self {
        gravity: 1.0,
        force: 1.0,
    };
}

/// What a step is worth.
#[derive(Clone, Copy, Debug)]
pub struct StepOutcome<'b> {
    /// Its reward.
    pub reward: Num<'b>,
    /// 1 if the episode ended by its own rules, otherwise 0.
    pub terminated: Num<'b>,
}

/// The kinds of environments.
#[derive(Clone, Copy, Debug)]
pub enum EnvKind {
    /// A cart with a pole.
    Cart(Cart),
    /// A probe.
    Probe(Probe),
    /// A task that is drawn by a picture of its own.
    Task(Task),
}

/// A task other than the cart's, and its picture.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// Its name in Gymnasium, if it is there.
    pub gym_id: Option<&'static str>,
    /// Lines of Python that define `make_task()`, which an exported program calls to make the
    /// environment without its time limit. Empty where Gymnasium's shows the same observations.
    pub python: &'static str,
    /// The time limit of an episode, in steps: Gymnasium's, where it gives one.
    pub time_limit: u32,
    /// Mean return of an episode from which the task counts as solved; `None` where nobody has set
    /// one.
    ///
    /// # Source
    /// Gymnasium's `reward_threshold`, where it registers one.
    pub solved: Option<f32>,
    /// The first numbers of a state from which an episode ends within some steps, for checks; empty
    /// where every episode ends soon, or only by its time limit.
    pub near_the_end: &'static [f32],
    /// Seconds for which a film shows a step, as Gymnasium does.
    pub step_secs: f64,
    /// The picture.
    pub picture: Picture,
    /// Its cells, if its states can be counted.
    pub table: Option<Table>,
}

/// A picture of a state: points, of which some are joined.
#[derive(Clone, Copy, Debug)]
pub struct Picture {
    /// What is seen, in the picture's own length: `[left, right, bottom, top]`.
    pub window: [f32; 4],
    /// The points' coordinates, x and y of each, y upwards.
    pub points: Points,
    /// The places of two points that a rod joins.
    pub rods: &'static [(usize, usize)],
    /// The places of points with a disc, and its radius.
    pub discs: &'static [(usize, f32)],
    /// Lines that do not move, such as the ground, as their corners `[x, y]`.
    pub scenery: fn() -> Vec<Vec<[f32; 2]>>,
}

/// What computes the points of a picture from a state.
#[derive(Clone, Copy, Debug)]
pub enum Points {
    /// EnvRules in Rust.
    Written(for<'b> fn(state: &[Num<'b>]) -> Vec<Num<'b>>),
    /// A formula from elsewhere.
    Read(&'static Formula),
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
    /// The reward as Python, of `x`, `v`, `theta` and `omega`, for exported programs; `None` if it
    /// is CartPole's.
    pub python_reward: Option<&'static str>,
}

/// An environment so small that the correct solution is known. Its state is one number, which is
/// the observation.
#[derive(Clone, Copy, Debug)]
pub struct Probe {
    /// The first observation of an episode: one of the two, with equal probability.
    pub first_obs: [f32; 2],
    /// The correct result for each observation.
    pub solution: &'static [Known],
    /// The reward of a step as Python, of `self.obs`, `self.is_last` and `action`, for exported
    /// programs.
    pub python_reward: &'static str,
    /// Largest difference from the solution that a learner may have; of discrete actions, from the
    /// course.
    pub tolerance: f64,
}

/// The correct result for one observation.
#[derive(Debug)]
pub struct Known {
    /// The observation.
    pub obs: f32,
    /// Its value under the correct policy, with a discount of 0.99; of a Gaussian policy, without a
    /// deviation ([`Known::value_at`]).
    pub value: f64,
    /// The correct policy.
    pub policy: KnownPolicy,
}

/// The correct policy for one observation.
#[derive(Clone, Copy, Debug)]
pub enum KnownPolicy {
    /// Any: the action changes nothing.
    Any,
    /// The probability of each action.
    Probabilities(&'static [f64]),
    /// The mean of each number of a continuous action. The reward of an action is the value less
    /// the squares of its numbers' distances from these.
    Means(&'static [f64]),
}

impl Known {
    /// Returns the value under the correct policy, if a Gaussian one still has these logarithms of
    /// standard deviations: `V - Σ σ²` where actions count, because `E[(a - μ)²] = σ²`.
    pub fn value_at(&self, log_stds: &[f32]) -> f64 {
        match self.policy {
            KnownPolicy::Any | KnownPolicy::Probabilities(_) => self.value,
            KnownPolicy::Means(_) => {
                let variances = log_stds.iter().map(|it| (2.0 * f64::from(*it)).exp());
                self.value - variances.sum::<f64>()
            }
        }
    }
}

impl<'b> Before<'b> {
    /// Returns the first numbers of the state, or all of them.
    pub fn state<const N: usize>(&self) -> [Num<'b>; N] {
        numbers(&self.state)
    }

    /// Returns the numbers of the action: one, or all of a continuous one.
    pub fn action_numbers(&self) -> Vec<Num<'b>> {
        match self.controls.is_empty() {
            true => vec![self.action],
            false => self.controls.clone(),
        }
    }
}

/// Shows the policy the state as it is.
pub fn as_it_is<'b>(state: &[Num<'b>]) -> Vec<Num<'b>> {
    state.to_vec()
}

/// Returns the first numbers of a state, or all of them.
pub fn numbers<'b, const N: usize>(state: &[Num<'b>]) -> [Num<'b>; N] {
    std::array::from_fn(|index| state[index])
}

/// A picture that can be drawn: its points computed from a state.
#[derive(Clone, Debug)]
pub struct Sketch {
    /// The picture.
    pub picture: &'static Picture,
    /// Lines that do not move, as their corners `[x, y]`.
    pub scenery: Vec<Vec<[f32; 2]>>,
    points: Formula,
}

impl Sketch {
    /// Returns the picture of a task; `None` of what is no task.
    pub fn new(spec: &'static EnvSpec) -> Option<Self> {
        let EnvKind::Task(task) = &spec.kind else {
            return None;
        };
        let picture = &task.picture;
        Some(Self {
            picture,
            scenery: (picture.scenery)(),
            points: match picture.points {
                Points::Written(write) => formula(spec.state.len(), |_, state| write(state)),
                Points::Read(formula) => formula.clone(),
            },
        })
    }

    /// Returns the points of a state, `[x, y]`, y upwards.
    pub fn points(&self, state: &[f32]) -> Vec<[f32; 2]> {
        let numbers = self.points.results(state);
        numbers.chunks_exact(2).map(|it| [it[0], it[1]]).collect()
    }
}

impl EnvSpec {
    /// Returns the name in a sentence: what the label says before its colon.
    pub fn name(&self) -> &'static str {
        self.label.split(':').next().unwrap_or(self.label)
    }

    /// Returns those of [`EnvSpec::step_names`] that a text lists: bodies have dozens of numbers,
    /// of which a reader wants those that the policy sees.
    pub fn told_names(&self) -> impl Iterator<Item = &'static str> + use<> {
        let (obs, state) = (self.obs, self.state);
        let has_many = state.len() > MOST_TOLD;
        (self.step_names())
            .filter(move |name| !has_many || obs.contains(name) || !state.contains(name))
    }

    /// Returns the names of the numbers of a step that a reader's reward may be made of: those of
    /// the state that the step led to, of the action as the environment took it, then [`REWARD`]
    /// and [`TERMINATED`].
    pub fn step_names(&self) -> impl Iterator<Item = &'static str> + use<> {
        let action: &'static [&'static str] = match self.actions {
            ActionSpace::Discrete(_) => &[ACTION],
            ActionSpace::Continuous(_) => &[],
        };
        let controls = self.actions.controls().iter().map(|control| control.name);
        let state = self.state.iter().copied();
        let action = action.iter().copied().chain(controls);
        state.chain(action).chain([REWARD, TERMINATED])
    }
}

impl Environment {
    /// Writes the formula that computes a cart's reward, and 1 if its episode ended, from the state
    /// that a step led to and the reward of a step that ends an episode. `None` without a cart.
    pub fn outcome_of_state(&self) -> Option<Formula> {
        let EnvKind::Cart(_) = self.spec.kind else {
            return None;
        };
        let size = self.spec.state.len();
        Some(formula(size + 1, |builder, inputs| {
            let before = Before {
                state: inputs[..size].to_vec(),
                action: builder.constant(0.0),
                controls: Vec::new(),
                draws: Vec::new(),
                terminal_reward: inputs[size],
                strengths: Strengths::OWN,
            };
            let StepOutcome { reward, terminated } = (self.rules.outcome)(&before, &inputs[..size]);
            vec![reward, terminated]
        }))
    }
}

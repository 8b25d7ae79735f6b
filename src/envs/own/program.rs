//! Programs as they come from elsewhere, and what must be so before one runs.

use serde::{Deserialize, Serialize};

use crate::envs::CUT_OFF;
use crate::envs::build::{Num, formula};
use crate::envs::formula::{Formula, FormulaError, MAX_OPS};
use crate::envs::spec::MAX_CONTROLS;

/// Most numbers of a state.
pub const MAX_STATE: usize = 32;
/// Most numbers of an observation.
pub const MAX_OBS: usize = 64;
/// Most discrete actions.
pub const MAX_ACTIONS: usize = 16;
/// Most random numbers of an episode's start, and of a step.
const MAX_DRAWS: usize = 64;
/// Most operations of a program's step: what the engine adds fits into a formula too.
pub const MAX_STEP_OPS: usize = MAX_OPS - 64;
/// Most bytes of a class's text.
const MAX_SOURCE: usize = 200_000;
/// What a class computes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OwnProgram {
    /// The class's name.
    pub name: String,
    /// The text that defines the class.
    #[serde(default)]
    pub source: String,
    /// The names of the state's numbers.
    pub state: Vec<String>,
    /// What an observation may be.
    pub observation: OwnSpace,
    /// What an action may be.
    pub action: OwnSpace,
    /// The time limit of an episode in steps, if the text sets one.
    #[serde(default)]
    pub time_limit: Option<u32>,
    /// How many random numbers the formulas take.
    pub draws: DrawCounts,
    /// The first state of an episode, from random numbers.
    pub first: Formula,
    /// What the policy sees, from a state.
    pub observe: Formula,
    /// The next state, the reward, and 1 for each of the two ends that came, from the state, the
    /// numbers of the action and random numbers.
    pub step: Formula,
    /// The picture, if the class draws one.
    #[serde(default)]
    pub picture: Option<OwnPicture>,
    /// True of a class that is no program, for which this stands in: see
    /// [`OwnProgram::by_interpreter`].
    #[serde(default)]
    pub is_stand_in: bool,
}

/// What is known of a class before it is a program.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct OwnClass {
    /// Its name.
    pub name: String,
    /// The text that defines it.
    #[serde(default)]
    pub source: String,
    /// What an observation may be.
    pub observation: OwnSpace,
    /// What an action may be.
    pub action: OwnSpace,
    /// The time limit of an episode in steps, if the text sets one.
    #[serde(default)]
    pub time_limit: Option<u32>,
}

/// How many random numbers formulas take, uniform in [0, 1).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct DrawCounts {
    /// Those of a first state.
    pub first: usize,
    /// Those of a step.
    pub step: usize,
}

/// A space of Gymnasium's. Numbers are kept as JSON has them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct OwnSpace {
    /// `discrete`, `box` or `multidiscrete`.
    pub kind: String,
    /// How many numbers a discrete space has.
    #[serde(default)]
    pub n: usize,
    /// The first of them.
    #[serde(default)]
    pub start: i32,
    /// The shape of a box.
    #[serde(default)]
    pub shape: Vec<usize>,
    /// The smallest numbers of a box; `None` without a limit.
    #[serde(default)]
    pub low: Vec<Option<Bound>>,
    /// The largest numbers, likewise.
    #[serde(default)]
    pub high: Vec<Option<Bound>>,
}

/// A limit of a box.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Bound(pub f32);

/// A picture that a class draws: points, of which some are joined.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OwnPicture {
    /// What is seen: left, right, bottom, top.
    pub window: [Bound; 4],
    /// The coordinates of the points, x and y of each, from a state.
    pub points: Formula,
    /// The places of two points that a rod joins.
    pub rods: Vec<(usize, usize)>,
    /// The places of points with a disc, and its radius.
    pub discs: Vec<(usize, Bound)>,
}

/// The reason why a program cannot run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OwnError {
    /// A formula is wrong.
    #[error(transparent)]
    Formula(#[from] FormulaError),
    /// The formulas do not fit together.
    #[error("The formulas have other sizes than the program says")]
    Sizes,
    /// There is too much of something.
    #[error("A world of your own may have {most} {what}, and this one has {found}")]
    TooMany {
        /// What there is too much of.
        what: &'static str,
        /// Most of it.
        most: usize,
        /// What there is.
        found: usize,
    },
    /// Policies have no such actions.
    #[error(
        "Actions are Discrete, or a Box of at most {MAX_CONTROLS} numbers with a smallest and a largest value each"
    )]
    Actions,
    /// An observation that is a number of a table must be one of a few.
    #[error("Observations are a Box, a Discrete space or a MultiDiscrete one, and not empty")]
    Observations,
    /// The picture does not fit.
    #[error("The picture joins points that it does not have, or its window is empty")]
    Picture,
}

impl OwnProgram {
    /// Returns what stands in for a class that cannot become a program. Python steps it, and what a
    /// step led to are the random numbers of that step: `obs_size` numbers of the next observation,
    /// the reward, and how the step ended the episode as [`Dynamics::step`](crate::envs::Dynamics)
    /// says it. So a recorded step can be repeated as any other. The state is the observation.
    pub fn by_interpreter(class: OwnClass, obs_size: usize, action_size: usize) -> Self {
        let OwnClass {
            name,
            source,
            observation,
            action,
            time_limit,
        } = class;
        let told = obs_size + action_size;
        Self {
            name,
            source,
            state: (0..obs_size).map(|place| format!("obs_{place}")).collect(),
            observation,
            action,
            time_limit,
            draws: DrawCounts {
                first: 0,
                step: obs_size + 2,
            },
            first: formula(0, |builder, _| vec![builder.constant(0.0); obs_size]),
            observe: Formula::identity(obs_size),
            step: formula(told + obs_size + 2, |_, inputs| {
                let end = inputs[told + obs_size + 1];
                let mut results = inputs[told..=told + obs_size].to_vec();
                results.extend([end.equals(1.0), end.equals(CUT_OFF)]);
                results
            }),
            picture: None,
            is_stand_in: true,
        }
    }

    /// Checks the formulas, and that their sizes fit together.
    ///
    /// # Errors
    /// Says what is wrong with them first.
    pub fn check(&self) -> Result<(), OwnError> {
        for formula in [&self.first, &self.observe, &self.step] {
            formula.check()?;
        }
        let size = self.state.len();
        let fits = self.first.outputs.len() == size
            && usize::from(self.first.num_inputs) == self.draws.first
            && usize::from(self.observe.num_inputs) == size
            && self.step.outputs.len() == size + 3
            && usize::from(self.step.num_inputs) >= size + self.draws.step;
        match fits {
            true => Ok(()),
            false => Err(OwnError::Sizes),
        }
    }

    /// Returns how many numbers an action has.
    pub fn action_size(&self) -> usize {
        usize::from(self.step.num_inputs) - self.state.len() - self.draws.step
    }

    /// Returns what a policy sees of an observation: itself or, of a number of a discrete space, a
    /// 1 at its place among zeros.
    pub(in crate::envs) fn shown<'b>(&self, seen: &[Num<'b>]) -> Vec<Num<'b>> {
        match (self.observation.kind.as_str(), seen) {
            ("discrete", [number]) => {
                let place = *number - self.observation.start as f32;
                let places = 0..self.observation.n;
                places.map(|at| place.equals(at as f32)).collect()
            }
            _ => seen.to_vec(),
        }
    }

    /// Returns how many numbers a policy sees.
    pub(super) fn obs_size(&self) -> usize {
        match self.observation.kind == "discrete" {
            true => self.observation.n,
            false => self.observe.outputs.len(),
        }
    }

    /// Checks that the program fits a policy, and that there is not too much of anything.
    pub(super) fn check_for_training(&self) -> Result<(), OwnError> {
        self.check()?;
        for (what, most, found) in [
            ("numbers of state", MAX_STATE, self.state.len()),
            ("numbers of observation", MAX_OBS, self.obs_size()),
            ("random numbers of a step", MAX_DRAWS, self.draws.step),
            ("random numbers of a start", MAX_DRAWS, self.draws.first),
            ("operations of a step", MAX_STEP_OPS, self.step.ops.len()),
            ("letters of text", MAX_SOURCE, self.source.len()),
        ] {
            if found > most {
                return Err(OwnError::TooMany { what, most, found });
            }
        }
        if self.state.is_empty() {
            return Err(OwnError::Sizes);
        }
        let is_known = ["discrete", "box", "multidiscrete"].contains(&&*self.observation.kind);
        if !is_known || self.obs_size() == 0 {
            return Err(OwnError::Observations);
        }
        match self.action.kind.as_str() {
            "discrete" if self.action.n > MAX_ACTIONS => {
                let (what, most, found) = ("actions", MAX_ACTIONS, self.action.n);
                Err(OwnError::TooMany { what, most, found })
            }
            "discrete" if self.action.n > 0 && self.action_size() == 1 => Ok(()),
            "box" if self.controls().is_some() => Ok(()),
            _ => Err(OwnError::Actions),
        }?;
        match &self.picture {
            Some(picture) => picture.check(self.state.len()),
            None => Ok(()),
        }
    }

    /// Returns the limits of a continuous action's numbers; `None` if one has none, or if there are
    /// too few or too many.
    pub(super) fn controls(&self) -> Option<Vec<[f32; 2]>> {
        let OwnSpace { low, high, .. } = &self.action;
        let count = self.action_size();
        let fits = (1..=MAX_CONTROLS).contains(&count) && low.len() == count && high.len() == count;
        let limits = low.iter().zip(high).map(|(low, high)| {
            let limits = [(*low)?.0, (*high)?.0];
            (limits.iter().all(|it| it.is_finite()) && limits[0] < limits[1]).then_some(limits)
        });
        limits.collect::<Option<_>>().filter(|_| fits)
    }
}

impl OwnPicture {
    fn check(&self, state_size: usize) -> Result<(), OwnError> {
        self.points.check()?;
        let num_points = self.points.outputs.len() / 2;
        let rods = self.rods.iter().flat_map(|(one, other)| [*one, *other]);
        let mut places = rods.chain(self.discs.iter().map(|(place, _)| *place));
        let [left, right, bottom, top] = self.window.map(|it| it.0);
        let radii = self
            .discs
            .iter()
            .all(|(_, it)| it.0.is_finite() && it.0 > 0.0);
        let fits = usize::from(self.points.num_inputs) == state_size
            && self.points.outputs.len().is_multiple_of(2)
            && places.all(|place| place < num_points)
            && [left, right, bottom, top].iter().all(|it| it.is_finite())
            && left < right
            && bottom < top
            && radii;
        match fits {
            true => Ok(()),
            false => Err(OwnError::Picture),
        }
    }
}

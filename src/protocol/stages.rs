//! The stages of an iteration, and what there is to see at the end of each: plain data.

use serde::{Deserialize, Serialize};

use super::metrics::Metrics;

/// The length of a [`Command::StepOnce`](super::Command::StepOnce).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// One step of every environment.
    EnvStep,
    /// One gradient step.
    Minibatch,
    /// All gradient steps of one pass over a rollout.
    Epoch,
    /// One rollout and its updates.
    Iteration,
}

/// The speed of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Tempo {
    /// As fast as it can.
    #[default]
    Full,
    /// With a rest at the end of each iteration, so that the carts of all of them can be watched.
    Watched {
        /// Length of the rest, in milliseconds.
        millis: u32,
    },
    /// With a rest at the end of each stage.
    Slow {
        /// Length of the rest, in milliseconds.
        millis: u32,
        /// True if every step of the environments is shown, not a few of each rollout.
        env_steps: bool,
    },
}

/// Number of times that a rollout is shown while it is collected in jumps.
const JUMPS: usize = 8;

/// A stage of an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// Steps of the environments.
    Collect {
        /// Steps taken.
        step: usize,
        /// Steps in the rollout; as many as taken once it is complete, for whatever reason.
        num_steps: usize,
    },
    /// Returns and advantages of the whole rollout.
    Advantages,
    /// Samples are picked for a gradient step.
    Minibatch(MinibatchIndex),
    /// The gradient step.
    Update(MinibatchIndex),
}

/// The number of a minibatch. Everything counts from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MinibatchIndex {
    /// The pass over the rollout.
    pub epoch: usize,
    /// Passes at most.
    pub epochs: usize,
    /// The minibatch in its epoch.
    pub index: usize,
    /// Minibatches in an epoch.
    pub of: usize,
}

/// The position of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// The iteration, from 1.
    pub iteration: usize,
    /// The stage.
    pub stage: Stage,
}

/// The report of a run at the end of a stage, or where it is held.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StageReport {
    /// Position of the run.
    pub position: Position,
    /// Figures of the stage; none where the run was held before the stage was done.
    pub view: Option<StageView>,
}

/// Figures of a stage that is done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum StageView {
    /// The newest step of the first environments.
    Step(StepView),
    /// Of [`Stage::Advantages`].
    Targets {
        /// Over the batch; none where the baseline is subtracted in each minibatch by itself.
        advantages: Option<Spread>,
        /// Over the batch; none where nothing learns from returns.
        returns: Option<Spread>,
    },
    /// Samples in the minibatch.
    Samples(usize),
    /// Metrics of the gradient step.
    Measures(Metrics),
}

/// One step of the environments that are drawn.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StepView {
    /// Carts, 16 at most; 0 in an environment without.
    pub num_carts: usize,
    /// `[num_carts, state_size + 1]`, as in a [`Frame`](super::Frame); of an episode that has ended
    /// since the view before, its last step.
    pub poses: Vec<f32>,
    /// Action in the first environment; 0 if actions are continuous.
    pub action: u32,
    /// The numbers of a continuous action there, as the policy drew them; empty if actions are
    /// discrete.
    pub controls: Vec<f32>,
    /// Probability that the policy gave that action, 0 to 1; of a continuous action its probability
    /// density.
    pub probability: Option<f64>,
    /// Reward that it earned.
    pub reward: Option<f64>,
}

/// Mean, deviation and range of some numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation, with the divisor `n`.
    pub deviation: f64,
    /// The smallest.
    pub min: f64,
    /// The largest.
    pub max: f64,
}

/// The detail in which a run is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// Nothing is shown: the run goes on at full speed.
    #[default]
    Nothing,
    /// The end of each stage.
    Stages,
    /// The end of each stage, and some of the steps between.
    Jumps,
    /// The end of each stage, and every step of the environments.
    Steps,
}

impl Stage {
    /// True if the stage is over; while steps are collected, more may follow in the same rollout.
    pub fn is_complete(self) -> bool {
        !matches!(self, Self::Collect { step, num_steps } if step < num_steps)
    }
}

impl StageReport {
    /// True if a run that was asked for one `unit` has done it here. An iteration ends later, with
    /// its figures.
    pub fn completes(&self, unit: Unit) -> bool {
        match (unit, self.position.stage) {
            (Unit::EnvStep, Stage::Collect { .. }) | (Unit::Minibatch, Stage::Update(_)) => true,
            (Unit::Epoch, Stage::Update(turn)) => turn.index == turn.of,
            _ => false,
        }
    }
}

impl Spread {
    /// Returns the spread of some numbers; none if there are no numbers or one is not finite.
    pub fn of(numbers: &[f32]) -> Option<Self> {
        let all = || numbers.iter().map(|number| f64::from(*number));
        if numbers.is_empty() || !all().all(f64::is_finite) {
            return None;
        }
        let count = numbers.len() as f64;
        let mean = all().sum::<f64>() / count;
        let squares: f64 = all().map(|number| (number - mean).powi(2)).sum();
        Some(Self {
            mean,
            deviation: (squares / count).sqrt(),
            min: all().fold(f64::INFINITY, f64::min),
            max: all().fold(f64::NEG_INFINITY, f64::max),
        })
    }
}

impl Detail {
    /// Returns the steps of the environments between two looks at a rollout of `num_steps`; none
    /// where only its end is looked at.
    pub fn stride(self, num_steps: usize) -> Option<usize> {
        match self {
            Self::Nothing | Self::Stages => None,
            Self::Jumps => Some(num_steps.div_ceil(JUMPS).max(1)),
            Self::Steps => Some(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(stage: Stage) -> StageReport {
        StageReport {
            position: Position {
                iteration: 1,
                stage,
            },
            view: None,
        }
    }

    #[test]
    fn each_unit_is_done_by_its_own_stages() {
        let turn = |index| MinibatchIndex {
            epoch: 1,
            epochs: 2,
            index,
            of: 4,
        };
        let step = Stage::Collect {
            step: 3,
            num_steps: 8,
        };
        let done = |stage| {
            let units = [Unit::EnvStep, Unit::Minibatch, Unit::Epoch, Unit::Iteration];
            units.map(|unit| report(stage).completes(unit))
        };
        assert_eq!(done(step), [true, false, false, false]);
        assert_eq!(done(Stage::Advantages), [false; 4]);
        assert_eq!(done(Stage::Minibatch(turn(4))), [false; 4]);
        assert_eq!(done(Stage::Update(turn(3))), [false, true, false, false]);
        assert_eq!(done(Stage::Update(turn(4))), [false, true, true, false]);
    }

    #[test]
    fn a_spread_by_hand() {
        let spread = Spread::of(&[1.0, 3.0, 5.0, 7.0]).expect("a spread");
        assert_eq!((spread.mean, spread.min, spread.max), (4.0, 1.0, 7.0));
        // (9 + 1 + 1 + 9) / 4 = 5
        assert!((spread.deviation - 5.0_f64.sqrt()).abs() < 1e-12);
        assert_eq!(Spread::of(&[]), None);
        assert_eq!(Spread::of(&[1.0, f32::NAN]), None);
    }

    #[test]
    fn a_rollout_is_shown_in_eight_jumps() {
        assert_eq!(Detail::Jumps.stride(128), Some(16));
        assert_eq!(Detail::Jumps.stride(500), Some(63));
        assert_eq!(Detail::Jumps.stride(3), Some(1));
        assert_eq!(Detail::Steps.stride(128), Some(1));
        assert_eq!(Detail::Stages.stride(128), None);
    }
}

//! The state of a play, as the page shows it: plain data.

use super::nudge::NudgeOutcome;
pub use crate::envs::cartpole::State;

/// A push of the cart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Push {
    /// Action 0.
    Left,
    /// Action 1.
    Right,
}

/// The one who chooses the pushes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Driver {
    /// The policy, sampled as in training.
    Sampled,
    /// The policy's likelier action; left if both are equally likely.
    Greedy,
    /// The reader.
    Player,
}

/// How an episode ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The pole leant too far.
    Fell,
    /// The cart left the track.
    LeftTrack,
    /// The time limit cut it off.
    TimeLimit,
}

/// The outputs of the networks for an observation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outputs {
    /// Probabilities of a push to the left and to the right.
    pub probabilities: [f32; 2],
    /// The critic's value, if there is a critic.
    pub value: Option<f32>,
}

impl Outputs {
    /// Returns the probabilities in whole per cent, which add up to 100.
    pub fn percent(&self) -> [u32; 2] {
        let right = (self.probabilities[1] * 100.0).round().clamp(0.0, 100.0) as u32;
        [100 - right, right]
    }
}

/// An episode that is over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayedEpisode {
    /// Steps taken.
    pub steps: u32,
    /// Undiscounted return.
    pub total_reward: f64,
    /// How it ended.
    pub ending: Ending,
}

/// The reason why the cart stands still.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// The policy drives, but there is none or its outputs are not finite.
    Policy,
    /// The reader drives and has not pushed yet in this episode.
    FirstPush,
}

/// Everything that there is to show of a play.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayView {
    /// Position and velocity of cart and pole.
    pub state: State,
    /// The networks' outputs for the observation that the newest push answered; before the first
    /// push, for the current state.
    pub outputs: Option<Outputs>,
    /// The newest push and its driver; `None` before the first push and after a nudge.
    pub taken: Option<(Push, Driver)>,
    /// Steps of this episode.
    pub steps: u32,
    /// Undiscounted sum of this episode's rewards.
    pub total_reward: f64,
    /// How the episode ended, if it has.
    pub ending: Option<Ending>,
    /// The newest episode that is over.
    pub last: Option<PlayedEpisode>,
    /// The episode with the highest return of those that this driver drove alone.
    pub best: Option<PlayedEpisode>,
    /// The outcome of the newest nudge.
    pub outcome: Option<NudgeOutcome>,
    /// The reason why nothing moves, if nothing does.
    pub wait: Option<Wait>,
}

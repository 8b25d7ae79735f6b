//! What there is to show of a play: plain data.

use super::nudge::NudgeOutcome;
pub use crate::envs::cartpole::State;

/// What one can do to a cart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Push {
    /// Action 0.
    Left,
    /// Action 1.
    Right,
}

/// Who chooses the pushes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Driver {
    /// The policy, as in training: drawn from its distribution.
    Sampled,
    /// The policy, always its likelier action; left where both are equal.
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

/// What the networks make of an observation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// Probabilities of a push to the left and to the right.
    pub odds: [f32; 2],
    /// The critic's value, where there is a critic.
    pub value: Option<f32>,
}

impl Look {
    /// The probabilities in whole per cent, which add up to 100.
    pub fn percent(&self) -> [u32; 2] {
        let right = (self.odds[1] * 100.0).round().clamp(0.0, 100.0) as u32;
        [100 - right, right]
    }
}

/// An episode that is over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayedEpisode {
    /// Its steps.
    pub steps: u32,
    /// All that the world paid, undiscounted.
    pub total_reward: f64,
    /// How it ended.
    pub ending: Ending,
}

/// Why the cart stands still.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// The policy drives and there is none, or its numbers are not finite.
    Policy,
    /// The reader drives and has not pushed yet in this episode.
    FirstPush,
}

/// All that there is to show of a play.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// Where cart and pole are.
    pub state: State,
    /// What the networks made of the observation that the newest push answered; before a push, of the state.
    pub look: Option<Look>,
    /// The newest push and who chose it; none before the first and after a nudge.
    pub taken: Option<(Push, Driver)>,
    /// Steps of this episode.
    pub steps: u32,
    /// What the world has paid in it, undiscounted.
    pub total_reward: f64,
    /// How it ended, once it has.
    pub ending: Option<Ending>,
    /// The newest episode that is over.
    pub last: Option<PlayedEpisode>,
    /// The episode that paid most of those in which this driver alone drove.
    pub best: Option<PlayedEpisode>,
    /// What came of the newest nudge.
    pub outcome: Option<NudgeOutcome>,
    /// Why nothing moves, if so.
    pub wait: Option<Wait>,
}

//! The state of a play, as the page shows it: plain data.

use super::nudge::NudgeOutcome;
use crate::envs::{Actions, EnvId};

/// An action of a play.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayAction {
    /// The number of one of several.
    Discrete(u32),
    /// The numbers of a continuous one, as they were drawn or set: `[num_controls]`. The
    /// environment takes them as far as their limits.
    Continuous(Vec<f32>),
}

impl PlayAction {
    /// Returns the action as one environment takes it.
    pub fn actions(&self) -> Actions<'_> {
        match self {
            Self::Discrete(action) => Actions::Discrete(std::slice::from_ref(action)),
            Self::Continuous(numbers) => Actions::Continuous(numbers),
        }
    }
}

/// The one who chooses the actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Driver {
    /// The policy, sampled as in training.
    Sampled,
    /// The policy's likeliest action, the first of equals; the mean of a continuous one.
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
    /// A task's own rule ended it: its goal is reached.
    Goal,
    /// A craft touched the ground with its hull, or left the world to a side.
    Crashed,
    /// A world of cells ended it in a cell that is not its goal, or a reader's own world ended it.
    Elsewhere,
    /// The time limit cut it off.
    TimeLimit,
}

/// The policy's distribution over actions.
#[derive(Clone, Debug, PartialEq)]
pub enum ActionOdds {
    /// The probability of each action.
    Discrete(Vec<f32>),
    /// Of each number of a continuous action its mean and standard deviation:
    /// `[num_controls, 2]`.
    Continuous(Vec<[f32; 2]>),
}

/// The outputs of the networks for an observation.
#[derive(Clone, Debug, PartialEq)]
pub struct Outputs {
    /// The distribution over actions.
    pub odds: ActionOdds,
    /// The critic's value, if there is a critic.
    pub value: Option<f32>,
}

impl ActionOdds {
    /// Returns true if all its numbers are.
    pub fn is_finite(&self) -> bool {
        match self {
            Self::Discrete(odds) => odds.iter().all(|it| it.is_finite()),
            Self::Continuous(numbers) => numbers.as_flattened().iter().all(|it| it.is_finite()),
        }
    }

    /// Returns the probabilities in whole per cent, which add up to 100: what is lost by rounding
    /// down goes to those that lost most. None of a continuous action.
    pub fn percent(&self) -> Vec<u32> {
        let Self::Discrete(odds) = self else {
            return Vec::new();
        };
        let exact: Vec<f32> = odds
            .iter()
            .map(|it| (it * 100.0).clamp(0.0, 100.0))
            .collect();
        let mut percent: Vec<u32> = exact.iter().map(|it| *it as u32).collect();
        let mut by_loss: Vec<usize> = (0..exact.len()).collect();
        by_loss.sort_by(|one, other| exact[*other].fract().total_cmp(&exact[*one].fract()));
        let missing = 100_usize.saturating_sub(percent.iter().sum::<u32>() as usize);
        for place in by_loss.into_iter().take(missing) {
            percent[place] += 1;
        }
        percent
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

/// The reason why nothing moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// The policy drives, but there is none or its outputs are not finite.
    Policy,
    /// The reader drives and has done nothing yet in this episode.
    FirstPush,
    /// The reader drives, and each press is one step.
    NextPush,
}

/// Everything that there is to show of a play.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayView {
    /// The environment.
    pub id: EnvId,
    /// Its state: `[state_size]`.
    pub state: Vec<f32>,
    /// The networks' outputs for the observation that the newest action answered; before the first
    /// action, for that of the current state.
    pub outputs: Option<Outputs>,
    /// The newest action and its driver; `None` before the first one and after a nudge.
    pub taken: Option<(PlayAction, Driver)>,
    /// Where the reader's sliders are; none if actions are discrete.
    pub sliders: Vec<f32>,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn per_cent_add_up_to_100() {
        let percent = |odds: &[f32]| ActionOdds::Discrete(odds.to_vec()).percent();
        assert_eq!(percent(&[0.004, 0.996]), [0, 100]);
        assert_eq!(percent(&[0.5, 0.5]), [50, 50]);
        assert_eq!(percent(&[0.125, 0.246, 0.629]), [12, 25, 63]);
        assert_eq!(percent(&[1.0 / 3.0; 3]), [34, 33, 33]);
        assert_eq!(percent(&[1.0]), [100]);
        assert!(
            ActionOdds::Continuous(vec![[0.0, 1.0]])
                .percent()
                .is_empty()
        );
    }

    #[test]
    fn odds_are_finite_if_all_their_numbers_are() {
        assert!(ActionOdds::Discrete(vec![0.25, 0.75]).is_finite());
        assert!(!ActionOdds::Discrete(vec![0.25, f32::NAN]).is_finite());
        assert!(ActionOdds::Continuous(vec![[0.0, 1.0]]).is_finite());
        assert!(!ActionOdds::Continuous(vec![[0.0, f32::INFINITY]]).is_finite());
    }
}

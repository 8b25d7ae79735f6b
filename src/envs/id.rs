//! The names of the worlds, and of what may differ between two libraries' worlds.

use serde::{Deserialize, Serialize};

/// Which world a run practises in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EnvId {
    /// Gymnasium's CartPole-v1.
    #[default]
    Cartpole,
    /// CartPole with a reward for standing straight in the middle.
    Easycart,
    /// A cart that is paid for spinning its pole; only leaving the track ends an episode.
    Spincart,
    /// The same with the course's slip in the penalty, which makes dying cheap.
    SpincartCourse,
    /// One observation, one action, one step, reward 1.
    Probe1,
    /// Two observations, the reward is the observation.
    Probe2,
    /// Two steps, reward 1 at the end.
    Probe3,
    /// Two actions, the second one pays.
    Probe4,
    /// The action that equals the observation pays.
    Probe5,
}

impl EnvId {
    /// Whether a cart moves in it.
    pub fn is_cart(self) -> bool {
        matches!(
            self,
            Self::Cartpole | Self::Easycart | Self::Spincart | Self::SpincartCourse
        )
    }

    /// Numbers in an observation.
    pub fn obs_size(self) -> usize {
        if self.is_cart() { 4 } else { 1 }
    }

    /// Actions to choose from.
    pub fn num_actions(self) -> usize {
        match self {
            Self::Probe1 | Self::Probe2 | Self::Probe3 => 1,
            _ => 2,
        }
    }
}

/// When a world whose episode ended shows the next one's first state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Autoreset {
    /// In the step that ended the episode (gymnax; `AutoresetMode.SAME_STEP` in Gymnasium). No step is a mere reset.
    #[default]
    SameStep,
    /// In the step after it, whose action is ignored and whose reward is 0 (Gymnasium's default since 1.0). One
    /// made-up transition per episode enters a batch.
    NextStep,
}

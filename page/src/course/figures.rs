//! The figures that texts ask for by name.

/// A figure to play with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    /// Returns of a trajectory, computed backwards step by step.
    Returns,
    /// The weights that GAE gives to each residual and to each n-step estimate.
    GaeWeights,
    /// A batch, shuffled and split into minibatches.
    Minibatches,
    /// Observations and ends of a rollout, in order and shuffled.
    Rollout,
    /// Actor and critic, with the activation of each unit.
    Networks,
    /// The policy's probability of a push to the right, over two of the state's numbers.
    Policy,
    /// The reward over position and angle.
    Reward,
    /// Films of three agents trained with different rewards.
    Recordings,
    /// Every setting with its default, and the sizes derived from them.
    Arguments,
    /// What a discount does to the policy gradient, as three arrows.
    Discount,
    /// Estimators of the policy gradient, with their exact bias and variance.
    Variance,
    /// Recorded seeds of one setting.
    Seeds,
    /// Seeds of two settings, drawn from the recorded ones and compared.
    DrawSeeds,
}

impl Figure {
    /// All figures, by the names that texts use.
    pub const ALL: [(&'static str, Self); 13] = [
        ("returns", Self::Returns),
        ("gae-weights", Self::GaeWeights),
        ("minibatches", Self::Minibatches),
        ("rollout", Self::Rollout),
        ("networks", Self::Networks),
        ("policy", Self::Policy),
        ("reward", Self::Reward),
        ("recordings", Self::Recordings),
        ("arguments", Self::Arguments),
        ("discount", Self::Discount),
        ("variance", Self::Variance),
        ("seeds", Self::Seeds),
        ("draw-seeds", Self::DrawSeeds),
    ];

    /// Returns the figure with this name.
    pub fn find(name: &str) -> Option<Self> {
        let found = Self::ALL.iter().find(|(key, _)| *key == name)?;
        Some(found.1)
    }
}

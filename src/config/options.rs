//! Hyperparameters with a few named options. Each option has a name for URLs and a label for the
//! page.

use serde::{Deserialize, Serialize};

use crate::envs::spec::EnvSpec;
use crate::envs::{Autoreset, EnvId};

/// One option, as the form shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The name in URLs.
    pub key: &'static str,
    /// Its meaning in a few words.
    pub label: &'static str,
}

/// A type whose values are the options of a [`Choice`].
pub trait Chosen: Copy + Sized + 'static {
    /// Returns all values, in the order of the form.
    fn all() -> Vec<Self>;

    /// Returns the value as an option.
    fn option(self) -> Choice;

    /// Returns the name in URLs.
    fn option_key(self) -> &'static str {
        self.option().key
    }

    /// Returns the value whose [`Chosen::option_key`] is `key`.
    fn from_option_key(key: &str) -> Option<Self> {
        Self::all().into_iter().find(|it| it.option_key() == key)
    }
}

macro_rules! options {
    ($type:ident { $($value:ident: $key:literal, $label:literal;)* }) => {
        impl Chosen for $type {
            fn all() -> Vec<Self> {
                vec![$(Self::$value),*]
            }

            fn option(self) -> Choice {
                match self {
                    $(Self::$value => Choice { key: $key, label: $label },)*
                }
            }
        }
    };
}

/// The learning algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Algorithm {
    /// The plain policy gradient: log-probabilities weighted by returns.
    Reinforce,
    /// Vanilla policy gradient: returns minus a baseline.
    Vpg,
    /// Proximal policy optimisation: the clipped surrogate, with many gradient steps per rollout.
    Ppo,
}

values!(
    Algorithm,
    /// Returns the name in URLs.
    key, from_key {
        Reinforce: "reinforce",
        Vpg: "vpg",
        Ppo: "ppo",
    }
);

impl Algorithm {
    /// Returns the name on the page.
    pub fn label(self) -> &'static str {
        match self {
            Self::Reinforce => "REINFORCE",
            Self::Vpg => "VPG",
            Self::Ppo => "PPO",
        }
    }
}

/// The function applied after each hidden layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Activation {
    /// `max(0, x)`.
    Relu,
    /// `tanh(x)`.
    Tanh,
}

options!(Activation {
    Relu: "relu", "ReLU: max(0, x)";
    Tanh: "tanh", "tanh";
});

/// The estimate of how much better than expected an action turned out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Advantage {
    /// The return minus the mean return of all environments at the same step.
    WorldMean,
    /// The return minus the critic's value.
    Value,
    /// Generalised advantage estimation.
    Gae,
}

options!(Advantage {
    WorldMean: "world-mean", "Return − mean over the environments at that step";
    Value: "value", "Return − value of the critic";
    Gae: "gae", "GAE: a blend of the critic and the rewards";
});

/// The unit in which the learning rate's schedule counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AnnealPer {
    /// Gradient steps: the rate falls within an iteration too.
    Minibatch,
    /// Iterations.
    Iteration,
    /// As in the course: the schedule is as long as the number of gradient steps, but moves once
    /// per iteration.
    Course,
}

options!(AnnealPer {
    Minibatch: "minibatch", "Every gradient step";
    Iteration: "iteration", "Every iteration";
    Course: "course", "As in the course: counts gradient steps, moves once an iteration";
});

/// The rule by which learning from a rollout ends at a KL divergence. Its limit is `target_kl`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KlStop {
    /// After an epoch, by the mean `approx_kl` of its minibatches.
    EpochMean,
    /// After an epoch, by the `approx_kl` of its last minibatch.
    Cleanrl,
    /// Before a step, by 1.5 times the limit and the `approx_kl` of its minibatch.
    StableBaselines3,
    /// Before a step, by 1.5 times the limit and the `old_approx_kl` of its minibatch.
    SpinningUp,
}

impl KlStop {
    /// Returns true if it looks at each minibatch before the step on it, false if it looks at an
    /// epoch that is done.
    pub fn is_before_a_step(self) -> bool {
        matches!(self, Self::StableBaselines3 | Self::SpinningUp)
    }
}

options!(KlStop {
    EpochMean: "epoch-mean", "After an epoch, by the mean of its minibatches";
    Cleanrl: "cleanrl", "After an epoch, by its last minibatch, as in CleanRL";
    StableBaselines3: "stable-baselines3", "Before a step, at 1.5 × target_kl, as in Stable-Baselines3";
    SpinningUp: "spinning-up", "Before a step, at 1.5 × target_kl by old_approx_kl, as in Spinning Up";
});

options!(Autoreset {
    SameStep: "same-step", "In the step that ends the episode";
    NextStep: "next-step", "One step later, as in Gymnasium";
});

impl Chosen for EnvId {
    fn all() -> Vec<Self> {
        Self::ALL.into_iter().chain(Self::known_own()).collect()
    }

    fn option(self) -> Choice {
        let &EnvSpec { key, label, .. } = self.spec();
        Choice { key, label }
    }
}

//! The parts of a training run that a reader's function can replace.

use serde::{Deserialize, Serialize};

use crate::config::{Advantage, Algorithm, EnvId, TrainConfig};

/// A part, named after the course's function for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Part {
    /// Discounted returns of one episode.
    CumulativeRewards,
    /// Discounted returns of a batch of environments.
    Returns,
    /// Log-probabilities and entropies of a batch of trajectories.
    LogProbs,
    /// Importance weights.
    Weights,
    /// Returns with mean 0 and standard deviation 1.
    NormalReturns,
    /// VPG's policy term.
    PolicyTerm,
    /// VPG's whole objective; the function is a method of the trainer.
    VpgObjective,
    /// Sampled actions; the function is a method of the agent.
    Actions,
    /// Generalised advantage estimation.
    Advantages,
    /// The order of samples.
    Indices,
    /// PPO's clipped surrogate.
    Surrogate,
    /// The critic's loss.
    ValueLoss,
    /// The entropy bonus.
    EntropyBonus,
    /// PPO's whole objective; the function is a method of the trainer.
    PpoObjective,
    /// The reward of a step.
    Reward,
    /// The reward of a step in an environment with its own rule for `terminated`, as a class.
    Spin,
    /// The reward of a step in an environment that ends as CartPole does, as a class.
    Dance,
}

values!(
    Part,
    /// Returns the name of the reader's function: a name that a cell defines, or a method of a
    /// class that it defines.
    name -> &'static str {
        CumulativeRewards: "get_cumulative_rewards",
        Actions: "VPGAgent.get_actions",
        Returns: "compute_returns",
        LogProbs: "compute_logprobs_and_entropy",
        Weights: "compute_importance_weights",
        NormalReturns: "normalize_returns",
        PolicyTerm: "compute_reinforce_loss",
        VpgObjective: "VPGTrainer.compute_loss",
        Advantages: "compute_advantages",
        Indices: "get_minibatch_indices",
        Surrogate: "calc_clipped_surrogate_objective",
        ValueLoss: "calc_value_function_loss",
        EntropyBonus: "calc_entropy_bonus",
        PpoObjective: "compute_ppo_objective",
        Reward: "cartpole_reward_function",
        Spin: "SpinCart",
        Dance: "DanceCart",
    }
);

impl Part {
    /// Returns why a run with these settings would never call the function of this code, or `None`
    /// if it would.
    pub fn never_called_because(self, config: &TrainConfig, code: &str) -> Option<&'static str> {
        let is = |algorithm| config.algorithm == algorithm;
        let has_gae = config.has_critic() && config.advantage == Advantage::Gae;
        let is_vpg = is(Algorithm::Vpg) && config.advantage == Advantage::WorldMean;
        let needs = |holds: bool, what| (!holds).then_some(what);
        let knows_gaussians = || ["Normal", "log_std"].iter().any(|name| code.contains(name));
        if config.env_id.num_actions() == 0 && self.makes_distribution() && !knows_gaussians() {
            return Some(
                "the actions of this env_id are continuous, and it makes no Normal of the network’s outputs and its log_std",
            );
        }
        match self {
            Self::CumulativeRewards => needs(!has_gae, "GAE takes the place of discounted returns"),
            Self::Returns => needs(!has_gae, "GAE takes the place of discounted returns"),
            Self::LogProbs | Self::PolicyTerm | Self::VpgObjective => needs(
                is_vpg,
                "it belongs to VPG with a baseline over environments",
            ),
            Self::Weights => needs(
                is_vpg && config.use_importance_weights,
                "it belongs to VPG with importance weights",
            ),
            Self::NormalReturns => needs(
                is_vpg && config.normalize_returns,
                "it belongs to VPG with normalize_returns",
            ),
            Self::Actions => needs(
                !config.whole_episodes,
                "with whole episodes a single environment acts at a time",
            ),
            Self::Advantages => needs(has_gae, "it belongs to training with GAE"),
            Self::Indices => needs(is(Algorithm::Ppo), "only PPO shuffles its samples"),
            Self::Surrogate => needs(
                is(Algorithm::Ppo) && config.norm_adv && config.clip_coef.is_some(),
                "it belongs to PPO with norm_adv and a clip_coef",
            ),
            Self::EntropyBonus => needs(
                is(Algorithm::Ppo) && config.norm_adv && config.clip_coef.is_some(),
                "it belongs to PPO's objective, with norm_adv and a clip_coef",
            ),
            Self::ValueLoss | Self::PpoObjective => needs(
                is(Algorithm::Ppo)
                    && config.norm_adv
                    && config.clip_coef.is_some()
                    && !config.clip_vloss
                    && config.huber_delta.is_none(),
                "it belongs to PPO's objective, with norm_adv and a clip_coef, and with neither clip_vloss nor huber_delta, of which it knows nothing",
            ),
            Self::Reward => needs(
                config.env_id.is_cart() && !config.whole_episodes,
                "it rewards carts, in rollouts of many environments",
            ),
            Self::Spin => needs(
                config.env_id == EnvId::Spincart && !config.whole_episodes,
                "it belongs to env_id spincart",
            ),
            Self::Dance => needs(
                config.env_id == EnvId::Cartpole && !config.whole_episodes,
                "it belongs to env_id cartpole",
            ),
        }
    }

    /// Returns true if a class replaces it that decides the reward of a step and the end of an
    /// episode.
    pub fn is_world(self) -> bool {
        matches!(self, Self::Spin | Self::Dance)
    }

    /// Returns true if it decides the reward of a step, so that episodes mean something else than
    /// with ours.
    pub fn decides_reward(self) -> bool {
        self.is_world() || self == Self::Reward
    }

    /// Returns true if its function gets the policy's network, and makes the distribution over
    /// actions by itself.
    pub fn makes_distribution(self) -> bool {
        matches!(
            self,
            Self::Actions | Self::LogProbs | Self::VpgObjective | Self::PpoObjective
        )
    }

    /// Returns true if it belongs to the loss, so that Python computes the whole loss.
    pub fn is_of_loss(self) -> bool {
        matches!(
            self,
            Self::LogProbs
                | Self::Weights
                | Self::NormalReturns
                | Self::PolicyTerm
                | Self::VpgObjective
                | Self::Surrogate
                | Self::ValueLoss
                | Self::EntropyBonus
                | Self::PpoObjective
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::presets::PRESETS;

    /// Where the function gets a distribution, or none at all, it is called with both kinds.
    #[test]
    fn code_of_discrete_actions_is_not_called_with_continuous_ones() {
        for preset in PRESETS {
            let of = |env_id| TrainConfig {
                env_id,
                ..(preset.config)()
            };
            let (discrete, continuous) = (of(EnvId::Acrobot), of(EnvId::Pendulum));
            for part in Part::ALL {
                let why = |config, code| part.never_called_because(config, code);
                let here = why(&discrete, "");
                let of_categorical = why(&continuous, "Categorical(logits=pi(obs))");
                let is_refused = of_categorical.is_some_and(|why| why.contains("Normal"));
                assert_eq!(is_refused, part.makes_distribution(), "{part:?}");
                if !is_refused {
                    assert_eq!(of_categorical, here, "{part:?}");
                }
                for code in ["Normal(pi(obs), 0.5)", "pi.log_std.exp()"] {
                    assert_eq!(why(&continuous, code), here, "{part:?}: {code}");
                }
            }
        }
    }
}

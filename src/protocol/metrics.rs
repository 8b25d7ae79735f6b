//! The metrics and their meaning: definition, healthy values, and the source of both. Charts, table
//! heads and help text derive from these lists.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One measured quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Metric {
    /// Mean length of the episodes that ended in this rollout.
    EpisodicLength,
    /// Shortest of them.
    EpisodicLengthMin,
    /// Longest of them.
    EpisodicLengthMax,
    /// Mean undiscounted return of those episodes.
    EpisodicReturn,
    /// Episodes that ended in this rollout.
    EpisodesFinished,
    /// Negative of the policy objective.
    PolicyLoss,
    /// Mean squared error of the critic times `vf_coef`: what enters the loss, as the course's
    /// `calc_value_function_loss` returns it. The function `value_loss` in `oracle/value.rs` is
    /// without the factor. CleanRL logs `losses/value_loss = 0.5 * mean((V - R)²)`, also without
    /// it: this divided by `2 * vf_coef`.
    ValueLoss,
    /// Mean entropy of the action distribution.
    Entropy,
    /// `mean(ratio - 1 - log ratio)`.
    ApproxKl,
    /// `mean(-log ratio)`.
    OldApproxKl,
    /// Part of the samples whose ratio is outside the clip range.
    ClipFraction,
    /// Part of the samples whose gradient the clip took.
    ZeroGradientFraction,
    /// Mean reward of a step.
    MeanReward,
    /// `1 - Var(returns - values) / Var(returns)`.
    ExplainedVariance,
    /// Norm of the whole gradient before clipping.
    GradNorm,
    /// Adam's step size.
    LearningRate,
    /// Mean importance weight.
    ImportanceWeight,
}

impl Metric {
    /// Its name: metric key, chart title, test id.
    pub fn key(self) -> &'static str {
        match self {
            Self::EpisodicLength => "episodic_length",
            Self::EpisodicLengthMin => "episodic_length_min",
            Self::EpisodicLengthMax => "episodic_length_max",
            Self::EpisodicReturn => "episodic_return",
            Self::EpisodesFinished => "episodes_finished",
            Self::PolicyLoss => "policy_loss",
            Self::ValueLoss => "value_loss",
            Self::Entropy => "entropy",
            Self::ApproxKl => "approx_kl",
            Self::OldApproxKl => "old_approx_kl",
            Self::ClipFraction => "clip_fraction",
            Self::ZeroGradientFraction => "zero_gradient_fraction",
            Self::MeanReward => "mean_reward",
            Self::ExplainedVariance => "explained_variance",
            Self::GradNorm => "grad_norm",
            Self::LearningRate => "learning_rate",
            Self::ImportanceWeight => "importance_weight",
        }
    }
}

/// The numbers of one iteration. What an algorithm does not have is absent, not zero.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Metrics(BTreeMap<Metric, f64>);

impl Metrics {
    /// The value of a metric, where it exists.
    pub fn get(&self, metric: Metric) -> Option<f64> {
        self.0.get(&metric).copied()
    }

    /// Records a value. A number that is not finite is no measurement, and is left out.
    pub fn set(&mut self, metric: Metric, value: f64) {
        if value.is_finite() {
            self.0.insert(metric, value);
        }
    }

    /// All recorded values.
    pub fn iter(&self) -> impl Iterator<Item = (Metric, f64)> + '_ {
        self.0.iter().map(|(metric, value)| (*metric, *value))
    }
}

/// The page's description of a metric.
pub struct MetricInfo {
    /// The metric.
    pub metric: Metric,
    /// Its definition, in one line.
    pub definition: &'static str,
    /// Values of a run that learns well.
    pub healthy: &'static str,
    /// Source of the definition and of the healthy values.
    pub source: &'static str,
}

impl MetricInfo {
    /// Its name: metric key, chart title, test id.
    pub fn key(&self) -> &'static str {
        self.metric.key()
    }
}

const DETAILS: &str = "Huang et al., “The 37 Implementation Details of PPO” (2022)";

/// Every metric that has a chart, in the page's order.
pub static CHARTS: &[MetricInfo] = &[
    MetricInfo {
        metric: Metric::EpisodicLength,
        definition: "Steps until an episode ends: mean over the episodes that ended in the rollout, or, where every rollout begins afresh, the steps that each environment survived; the band is from shortest to longest",
        healthy: "on CartPole it rises from about 22 (random) to 500, or to num_steps where rollouts begin afresh",
        source: "Gymnasium’s CartPole-v1; the course’s lifespan",
    },
    MetricInfo {
        metric: Metric::EpisodicReturn,
        definition: "Undiscounted sum of the rewards of an episode, mean over those that ended in the rollout",
        healthy: "rises; equals the length where every step pays 1",
        source: "Sutton and Barto, “Reinforcement Learning” (2018), section 3.3",
    },
    MetricInfo {
        metric: Metric::EpisodesFinished,
        definition: "Episodes that ended in the rollout: how many samples the two means above rest on",
        healthy: "falls as episodes get longer, and rises as they get shorter; below about 10 the means are noisy",
        source: "counted",
    },
    MetricInfo {
        metric: Metric::MeanReward,
        definition: "Mean reward of a step, over all environments",
        healthy: "no measure of success on CartPole: with same-step reset it is 1 from the first rollout on, with next-step reset L / (L + 1) for episodes of length L, so 0.96 is a random policy; with a shaped reward it rises",
        source: "counted",
    },
    MetricInfo {
        metric: Metric::Entropy,
        definition: "How undecided the policy is, in nats: mean of −Σ p ln p, or of continuous actions Σ (ln σ + ½ ln 2πe)",
        healthy: "starts at ln 2 = 0.69 for two actions and falls slowly; near 0 the policy no longer explores; with continuous actions it starts at 1.42 for each number of an action, and may be negative",
        source: "Williams and Peng, “Function Optimization using Connectionist Reinforcement Learning Algorithms” (1991)",
    },
    MetricInfo {
        metric: Metric::PolicyLoss,
        definition: "The negative of the policy’s objective",
        healthy: "its size says little: where advantages average to zero, as with norm_adv or a mean over environments, it stays near zero while its gradient does the work; with a critic alone it follows the critic’s error, and without a baseline the returns",
        source: DETAILS,
    },
    MetricInfo {
        metric: Metric::ValueLoss,
        definition: "The critic’s mean squared error, times vf_coef; with clip_vloss and huber_delta what they make of it",
        healthy: "may rise while the policy improves, because longer episodes have larger returns",
        source: "detail 9 of Huang et al. (2022)",
    },
    MetricInfo {
        metric: Metric::ExplainedVariance,
        definition: "Part of the variance of the returns that the critic predicts: 1 − Var(R − V) / Var(R)",
        healthy: "rises towards 1; at or below 0 the critic is no better than a constant",
        source: "Schulman, “The Nuts and Bolts of Deep RL Research” (2016)",
    },
    MetricInfo {
        metric: Metric::ApproxKl,
        definition: "How far the policy moved from the one that collected the rollout: mean of (ratio − 1) − ln ratio, never negative and of low variance",
        healthy: "below about 0.02; above 0.1 the update was too large",
        source: "Schulman, “Approximating KL Divergence” (2020), estimator k3",
    },
    MetricInfo {
        metric: Metric::OldApproxKl,
        definition: "The same by the plain estimator: mean of −ln ratio, unbiased but noisy, and negative at times",
        healthy: "around approx_kl; where the two part, there are too few samples to trust either",
        source: "Schulman, “Approximating KL Divergence” (2020), estimator k1",
    },
    MetricInfo {
        metric: Metric::ClipFraction,
        definition: "Part of the samples whose probability ratio left the range 1 ± clip_coef",
        healthy: "0 to 0.3; above that the update fights its own clip",
        source: DETAILS,
    },
    MetricInfo {
        metric: Metric::ZeroGradientFraction,
        definition: "Part of the samples that no longer move the policy: A > 0 with ratio > 1 + clip_coef, or A < 0 with ratio < 1 − clip_coef",
        healthy: "at most clip_fraction, usually about half of it: in the other two corners the minimum keeps the gradient",
        source: "Schulman et al., “Proximal Policy Optimization Algorithms” (2017), equation 7",
    },
    MetricInfo {
        metric: Metric::GradNorm,
        definition: "Length of the gradient over all parameters, before it is scaled down to max_grad_norm",
        healthy: "steady; sudden peaks announce a collapse; far above max_grad_norm the step’s length no longer depends on the data",
        source: "Pascanu et al., “On the difficulty of training recurrent neural networks” (2013); detail 11 of Huang et al. (2022)",
    },
    MetricInfo {
        metric: Metric::LearningRate,
        definition: "Step size of Adam in the last update",
        healthy: "constant, or a straight line when annealed",
        source: "Kingma and Ba, “Adam” (2015); detail 4 of Huang et al. (2022)",
    },
    MetricInfo {
        metric: Metric::ImportanceWeight,
        definition: "Mean of the (detached) probability ratio that weighs VPG’s samples",
        healthy: "1 when a rollout is used once; far from 1 it is no longer the policy’s own experience",
        source: "Precup, Sutton and Singh, “Eligibility Traces for Off-Policy Policy Evaluation” (2000)",
    },
];

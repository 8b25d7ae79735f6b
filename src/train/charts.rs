//! What each metric means: definition, what one hopes to see, and where it comes from. Charts, table heads and help text
//! derive from this list.

use super::metrics::Metric;

/// What the page says about a metric.
pub struct MetricInfo {
    /// The metric.
    pub metric: Metric,
    /// One line: what it is.
    pub definition: &'static str,
    /// What one expects to see.
    pub healthy: &'static str,
    /// Where the definition and the expectation come from.
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
        definition: "Steps until an episode ends: mean over the episodes that ended in the rollout, or, where every rollout begins afresh, the steps that each world survived; the band is from shortest to longest",
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
        healthy: "falls as episodes get longer; below about 10 the means are noisy",
        source: "counted",
    },
    MetricInfo {
        metric: Metric::MeanReward,
        definition: "Mean reward of a step: the homework’s “Reward”",
        healthy: "no measure of success on CartPole: with same-step reset it is 1 from the first rollout on, with next-step reset L / (L + 1) for episodes of length L, so 0.96 is a random policy; with a shaped reward it rises",
        source: "DRL.rollout of the homework",
    },
    MetricInfo {
        metric: Metric::Entropy,
        definition: "How undecided the policy is, in nats: mean of −Σ p ln p",
        healthy: "starts at ln 2 = 0.69 for two actions and falls slowly; near 0 the policy no longer explores",
        source: "Williams and Peng, “Function Optimization using Connectionist Reinforcement Learning Algorithms” (1991)",
    },
    MetricInfo {
        metric: Metric::PolicyLoss,
        definition: "The negative of the policy’s objective",
        healthy: "its size says little: advantages average to about zero, so it stays near zero while its gradient does the work",
        source: DETAILS,
    },
    MetricInfo {
        metric: Metric::ValueLoss,
        definition: "The critic’s mean squared error, times vf_coef",
        healthy: "may rise while the policy improves, because longer episodes have larger returns",
        source: "detail 9 of Huang et al. (2022); the homework’s printed losses rise from 179 to 627",
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

//! What is measured, and what each number means. Chart titles, table heads and help text derive from this list.

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
    /// Mean squared error of the critic, times `vf_coef`.
    ValueLoss,
    /// Mean entropy of the action distribution.
    Entropy,
    /// `mean(ratio - 1 - log ratio)`.
    ApproxKl,
    /// `mean(-log ratio)`.
    OldApproxKl,
    /// Part of the samples whose ratio is outside the clip range.
    ClipFraction,
    /// `1 - Var(returns - values) / Var(returns)`.
    ExplainedVariance,
    /// Norm of the whole gradient before clipping.
    GradNorm,
    /// Adam's step size.
    LearningRate,
    /// Mean importance weight.
    ImportanceWeight,
}

/// What the page says about a metric.
pub struct MetricInfo {
    /// The metric.
    pub metric: Metric,
    /// Its name: metric key, chart title, test id.
    pub key: &'static str,
    /// One line: what it is.
    pub definition: &'static str,
    /// What one expects to see.
    pub healthy: &'static str,
}

/// Every metric that has a chart, in the page's order.
pub static CHARTS: &[MetricInfo] = &[
    MetricInfo {
        metric: Metric::EpisodicLength,
        key: "episodic_length",
        definition: "Steps until an episode ends: mean over the episodes that ended in the rollout; the band is from shortest to longest",
        healthy: "rises from about 22 (random) to 500",
    },
    MetricInfo {
        metric: Metric::Entropy,
        key: "entropy",
        definition: "How undecided the policy is, in nats",
        healthy: "starts at ln 2 = 0.69 and falls slowly; near 0 the policy no longer explores",
    },
    MetricInfo {
        metric: Metric::PolicyLoss,
        key: "policy_loss",
        definition: "The negative of the policy's objective",
        healthy: "its size says little: advantages average to about zero, so it stays near zero",
    },
    MetricInfo {
        metric: Metric::ValueLoss,
        key: "value_loss",
        definition: "The critic's mean squared error, times vf_coef",
        healthy: "may rise while the policy improves, because longer episodes have larger returns",
    },
    MetricInfo {
        metric: Metric::ApproxKl,
        key: "approx_kl",
        definition: "How far the policy moved from the one that collected the rollout: mean of (ratio − 1) − ln ratio",
        healthy: "below about 0.02; above 0.1 the update was too large",
    },
    MetricInfo {
        metric: Metric::ClipFraction,
        key: "clip_fraction",
        definition: "Part of the samples whose probability ratio left the range 1 ± clip_coef",
        healthy: "0 to 0.3",
    },
    MetricInfo {
        metric: Metric::GradNorm,
        key: "grad_norm",
        definition: "Length of the gradient over all parameters, before it is clipped to max_grad_norm",
        healthy: "steady; sudden peaks announce a collapse",
    },
    MetricInfo {
        metric: Metric::ExplainedVariance,
        key: "explained_variance",
        definition: "Part of the variance of the returns that the critic predicts",
        healthy: "rises towards 1; at or below 0 the critic is no help",
    },
    MetricInfo {
        metric: Metric::LearningRate,
        key: "learning_rate",
        definition: "Step size of Adam",
        healthy: "constant, or a straight line when annealed",
    },
];

/// The numbers of one iteration. What an algorithm does not have is absent, not zero.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Metrics(BTreeMap<Metric, f64>);

impl Metrics {
    /// The value of a metric, where it exists.
    pub fn get(&self, metric: Metric) -> Option<f64> {
        self.0.get(&metric).copied()
    }

    /// Records a value. Numbers that are not finite are left out: JSON has no word for them.
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

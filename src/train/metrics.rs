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

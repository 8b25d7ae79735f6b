//! How a run is doing: its vital signs, and what went wrong, when, and after what. Plain data out of a [`History`]; the
//! page makes sentences of it. Each threshold stands with its source in [`metrics`](crate::protocol::metrics) or with the runs that
//! it was tried on (`tests/health.rs`).

mod causes;
mod findings;
mod record;
mod score;
mod signs;

use super::History;
use crate::protocol::metrics::Metric;
use record::Record;
pub use score::Fall;

/// KL divergence above which an update is too large: it can undo what was learnt.
pub const TOO_LARGE: f64 = signs::KL.1;

/// How a vital sign is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// As one hopes to see it.
    Calm,
    /// Outside of that; ordinary for an iteration or two.
    Strained,
    /// So far outside that the update cannot be trusted.
    Alarming,
}

/// The newest value of a vital sign.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sign {
    /// Which.
    pub metric: Metric,
    /// Its newest value.
    pub value: f64,
    /// How it is.
    pub level: Level,
    /// Where calm ends.
    pub limit: f64,
}

/// What is wrong, the gravest first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RunProblem {
    /// A number stopped being finite, and the run ended.
    BrokeOff,
    /// The score fell far below its best, and stayed there.
    Collapsed(Fall),
    /// The policy decides always the same way, long before it is good.
    Deterministic {
        /// Entropy now, in nats.
        entropy: f64,
    },
    /// Half of the run is over and the score is where it began.
    NeverLearnt {
        /// The score of the first iterations.
        start: f64,
        /// And now.
        now: f64,
    },
    /// The policy moves too far at every update, though the score stands it so far.
    LargeUpdates {
        /// Median KL divergence of the newest updates.
        kl: f64,
    },
    /// A large part of the samples is clipped at every update.
    ClipFights {
        /// Median part of the newest updates.
        fraction: f64,
    },
    /// The critic has long predicted the returns worse than a constant would, and the score does not rise.
    CriticUseless {
        /// Median explained variance of the newest iterations.
        explained: f64,
    },
}

impl RunProblem {
    /// Whether the run needs help; the others are worth knowing.
    pub fn is_grave(&self) -> bool {
        matches!(
            self,
            Self::BrokeOff
                | Self::Collapsed(_)
                | Self::Deterministic { .. }
                | Self::NeverLearnt { .. }
        )
    }
}

/// What came before a trouble.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cause {
    /// An update moved the policy far.
    LargeUpdate {
        /// Its KL divergence.
        kl: f64,
        /// The iteration of the largest.
        iteration: usize,
        /// Whether a clip was set.
        is_clipped: bool,
    },
    /// The policy hardly explored any more.
    LowEntropy {
        /// Entropy in nats.
        entropy: f64,
        /// The first iteration with so little.
        iteration: usize,
    },
    /// The gradient was many times as long as usual, and nothing shortened it.
    GradientPeak {
        /// Its length.
        norm: f64,
        /// In usual lengths.
        times: f64,
        /// The iteration.
        iteration: usize,
    },
    /// The critic was no better than a constant.
    BlindCritic {
        /// Median explained variance.
        explained: f64,
    },
    /// The step size is several times what the quick preset of the algorithm has.
    HighLearningRate {
        /// It.
        learning_rate: f64,
        /// In the preset's.
        times: f64,
    },
}

/// A setting to change.
#[derive(Clone, Debug, PartialEq)]
pub struct Remedy {
    /// The field.
    pub key: &'static str,
    /// What to write into it.
    pub text: String,
}

/// Something wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// What.
    pub trouble: RunProblem,
    /// The iteration at which it began, from 1.
    pub iteration: usize,
    /// Environment steps taken by then.
    pub global_step: u64,
    /// What came before it, the likeliest cause first.
    pub causes: Vec<Cause>,
    /// What to change, the best first.
    pub remedies: Vec<Remedy>,
    /// The last checkpoint before it, by its iterations.
    pub back_to: Option<usize>,
}

/// How a run is doing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    /// Those of the five vital signs that the run has.
    pub signs: Vec<Sign>,
    /// What is wrong, the gravest first.
    pub findings: Vec<Finding>,
}

impl Verdict {
    /// Of the run in `history`; empty before its first iteration.
    pub fn of(history: &History) -> Self {
        let Some(record) = Record::of(history) else {
            return Self::default();
        };
        Self {
            signs: signs::signs(&record),
            findings: findings::findings(&record),
        }
    }

    /// The gravest finding that needs help.
    pub fn trouble(&self) -> Option<&Finding> {
        self.findings.iter().find(|it| it.trouble.is_grave())
    }

    /// The finding that stands at one place of a curve, so that it can be marked there: a run that never learnt has none.
    pub fn marked(&self) -> Option<&Finding> {
        let is_everywhere = |it: &&Finding| matches!(it.trouble, RunProblem::NeverLearnt { .. });
        self.trouble().filter(|it| !is_everywhere(it))
    }

    /// Whether nothing was found.
    pub fn is_calm(&self) -> bool {
        self.findings.is_empty()
    }
}

#[cfg(test)]
mod tests;

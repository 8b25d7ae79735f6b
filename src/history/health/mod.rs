//! The health of a run: its vital signs, and what went wrong, when, and after what. Plain data
//! computed from a [`History`]; the page makes sentences of it. The source of each threshold is
//! stated in [`metrics`](crate::protocol::metrics), or the runs that it was tried on are
//! (`tests/health.rs`).

mod causes;
mod code;
mod findings;
mod hindrance;
mod kept;
mod record;
mod score;
mod signs;

use super::History;
use crate::protocol::metrics::Metric;
pub use code::{CodeFault, OwnCode};
pub use hindrance::LearningHindrance;
pub use kept::SolvedRun;
use record::Record;
pub use score::Fall;

/// KL divergence above which an update is so large that it can undo what was learnt.
pub const TOO_LARGE: f64 = signs::KL.1;

/// The distance of a vital sign from its calm range, in three levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Within the calm range.
    Calm,
    /// Outside the calm range, but only because the task is solved.
    Solved,
    /// Outside the calm range, as happens for an iteration or two.
    Strained,
    /// So far outside that the update cannot be trusted.
    Alarming,
}

/// The newest value of a vital sign.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sign {
    /// The metric.
    pub metric: Metric,
    /// Its newest value.
    pub value: f64,
    /// The level of that value.
    pub level: Level,
    /// The end of the calm range.
    pub limit: f64,
}

/// A problem of a run, the gravest kind first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RunProblem {
    /// A number was no longer finite, and the run ended.
    BrokeOff,
    /// The score fell far below its best, and stayed there.
    Collapsed(Fall),
    /// The policy almost always takes the same action, long before it is good.
    Deterministic {
        /// Current entropy, in nats.
        entropy: f64,
    },
    /// Half of the run is over and the score is still where it began.
    NeverLearnt {
        /// The score of the first iterations.
        start: f64,
        /// The current score.
        now: f64,
    },
    /// The policy moves too far at every update, although the score has not suffered so far.
    LargeUpdates {
        /// Median KL divergence of the newest updates.
        kl: f64,
    },
    /// A large fraction of the samples is clipped at every update.
    ClipFights {
        /// Median clip fraction of the newest updates.
        fraction: f64,
    },
    /// The critic has long predicted the returns worse than a constant would, and the score does
    /// not rise.
    CriticUseless {
        /// Median explained variance of the newest iterations.
        explained: f64,
    },
}

impl RunProblem {
    /// Returns true if the run needs help; the other problems are only worth knowing.
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

/// A possible cause of a problem.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cause {
    /// An update moved the policy far.
    LargeUpdate {
        /// Its KL divergence.
        kl: f64,
        /// The iteration with the largest update.
        iteration: usize,
        /// True if a clip was set.
        is_clipped: bool,
    },
    /// The policy hardly explored any more.
    LowEntropy {
        /// Entropy, in nats.
        entropy: f64,
        /// The first iteration with such a low entropy.
        iteration: usize,
    },
    /// The gradient was many times longer than usual, and nothing limited it.
    GradientPeak {
        /// Its norm.
        norm: f64,
        /// The norm as a multiple of the usual one.
        times: f64,
        /// The iteration of the peak.
        iteration: usize,
    },
    /// The critic was no better than a constant.
    BlindCritic {
        /// Median explained variance.
        explained: f64,
    },
    /// The learning rate is several times that of the algorithm's quick preset.
    HighLearningRate {
        /// The run's learning rate.
        learning_rate: f64,
        /// The learning rate as a multiple of the preset's.
        times: f64,
    },
    /// The learning rate is 0, or below that of the algorithm's quick preset.
    LowLearningRate {
        /// The run's learning rate.
        learning_rate: f64,
        /// The learning rate as a multiple of the preset's.
        times: f64,
    },
    /// A setting keeps the policy from learning.
    Setting(LearningHindrance),
}

/// A setting to change.
#[derive(Clone, Debug, PartialEq)]
pub struct Remedy {
    /// Key of the field.
    pub key: &'static str,
    /// The text to write into the field.
    pub text: String,
}

/// A problem, with its time, causes and remedies.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The problem.
    pub problem: RunProblem,
    /// The iteration at which it began, from 1.
    pub iteration: usize,
    /// Environment steps taken by then.
    pub global_step: u64,
    /// The possible causes, the likeliest first.
    pub causes: Vec<Cause>,
    /// The settings to change, the best first.
    pub remedies: Vec<Remedy>,
    /// The last checkpoint before the problem, as the number of its iterations.
    pub back_to: Option<usize>,
}

/// The health of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    /// The vital signs, of five possible ones, that the run has.
    pub signs: Vec<Sign>,
    /// The problems, the gravest first.
    pub findings: Vec<Finding>,
    /// The reason to say that the reader's code is at fault, if it is.
    pub code: Option<CodeFault>,
}

impl Verdict {
    /// Judges the run in `history`. The verdict is empty before the first iteration.
    pub fn of(history: &History) -> Self {
        Self::scored(history, true)
    }

    fn scored(history: &History, is_our_reward: bool) -> Self {
        let Some(record) = Record::of(history, is_our_reward) else {
            return Self::default();
        };
        Self {
            signs: signs::signs(&record),
            findings: findings::findings(&record),
            code: None,
        }
    }

    /// Judges a run with the reader's code beside ours. If the code is at fault, no setting is a
    /// cause or a remedy; nor if the settings are in the code.
    pub fn beside(history: &History, reference: &History, code: OwnCode) -> Self {
        let mut verdict = Self::scored(history, code.has_our_reward());
        verdict.code = CodeFault::of(history, reference, code);
        if verdict.code.is_some() || code.is_loop() {
            for finding in &mut verdict.findings {
                finding.causes.clear();
                finding.remedies.clear();
            }
        }
        verdict
    }

    /// Returns the gravest finding that needs help.
    pub fn grave(&self) -> Option<&Finding> {
        self.findings.iter().find(|it| it.problem.is_grave())
    }

    /// Returns the finding to mark at its place on a curve. A run that never learnt has no such
    /// place.
    pub fn marked(&self) -> Option<&Finding> {
        let is_everywhere = |it: &&Finding| matches!(it.problem, RunProblem::NeverLearnt { .. });
        self.grave().filter(|it| !is_everywhere(it))
    }

    /// Returns true if there are no findings.
    pub fn is_calm(&self) -> bool {
        self.findings.is_empty()
    }
}

#[cfg(test)]
mod tests;

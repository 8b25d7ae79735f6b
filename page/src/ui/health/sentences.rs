//! Findings in words.

use crate::course::words;
use crate::view::format::{count, value};
use policy_lab::history::health::{Cause, Finding, RunProblem, TOO_LARGE};

/// What is wrong, in a few words.
pub fn headline(finding: &Finding) -> String {
    let key = match finding.trouble {
        RunProblem::BrokeOff => "health.broke-off",
        RunProblem::Collapsed(_) => "health.collapsed",
        RunProblem::Deterministic { .. } => "health.sure",
        RunProblem::NeverLearnt { .. } => "health.never",
        RunProblem::LargeUpdates { .. } => "health.large",
        RunProblem::ClipFights { .. } => "health.fights",
        RunProblem::CriticUseless { .. } => "health.blind",
    };
    words(key, &[("iteration", &count(finding.iteration as u64))])
}

/// The same with its numbers, HTML.
pub fn about(finding: &Finding) -> String {
    match finding.trouble {
        RunProblem::BrokeOff => words("health.broke-off-about", &[]),
        RunProblem::Collapsed(fall) => words(
            "health.collapsed-about",
            &[
                ("steps", &count(finding.global_step)),
                ("score", &fall.metric.key()),
                ("best", &value(fall.best)),
                ("lowest", &value(fall.lowest)),
                ("now", &value(fall.now)),
            ],
        ),
        RunProblem::Deterministic { entropy } => {
            words("health.sure-about", &[("entropy", &value(entropy))])
        }
        RunProblem::NeverLearnt { start, now } => words(
            "health.never-about",
            &[("start", &value(start)), ("now", &value(now))],
        ),
        RunProblem::LargeUpdates { kl } => words(
            "health.large-about",
            &[("kl", &value(kl)), ("limit", &TOO_LARGE)],
        ),
        RunProblem::ClipFights { fraction } => {
            words("health.fights-about", &[("fraction", &value(fraction))])
        }
        RunProblem::CriticUseless { explained } => {
            words("health.blind-about", &[("explained", &value(explained))])
        }
    }
}

/// What came before, HTML.
pub fn cause(cause: &Cause) -> String {
    match *cause {
        Cause::LargeUpdate {
            kl,
            iteration,
            is_clipped,
        } => words(
            if is_clipped {
                "health.kl-clipped"
            } else {
                "health.kl-free"
            },
            &[
                ("iteration", &count(iteration as u64)),
                ("kl", &value(kl)),
                ("limit", &TOO_LARGE),
            ],
        ),
        Cause::LowEntropy { entropy, iteration } => words(
            "health.entropy",
            &[
                ("iteration", &count(iteration as u64)),
                ("entropy", &value(entropy)),
            ],
        ),
        Cause::GradientPeak {
            norm,
            times,
            iteration,
        } => words(
            "health.gradient",
            &[
                ("iteration", &count(iteration as u64)),
                ("times", &count(times.round() as u64)),
                ("norm", &value(norm)),
            ],
        ),
        Cause::BlindCritic { explained } => {
            words("health.critic", &[("explained", &value(explained))])
        }
        Cause::HighLearningRate {
            learning_rate,
            times,
        } => words(
            "health.rate",
            &[
                ("rate", &value(learning_rate)),
                ("times", &value((times * 10.0).round() / 10.0)),
            ],
        ),
    }
}

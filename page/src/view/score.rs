//! What the page says of a score.

use policy_lab::protocol::metrics::{CHARTS, MetricInfo};
use policy_lab::protocol::score::ScoreKind;

/// Returns the name of a score at the head of a column or on a button; of runs that are scored by
/// different things it is no more than a score.
pub const fn score_title(kind: Option<ScoreKind>) -> &'static str {
    match kind {
        Some(ScoreKind::Length) => "Length",
        Some(ScoreKind::Return) => "Return",
        None => "Score",
    }
}

/// Returns the name of a score in a sentence that gives a run's newest one.
pub const fn mean_score(kind: ScoreKind) -> &'static str {
    match kind {
        ScoreKind::Length => "mean episode length",
        ScoreKind::Return => "mean return of an episode",
    }
}

/// Returns the test id of a run's newest score.
pub const fn score_test_id(kind: ScoreKind) -> &'static str {
    match kind {
        ScoreKind::Length => "episodic-length",
        ScoreKind::Return => "episodic-return",
    }
}

/// Returns the metric that is a score, with its meaning: that of the headline chart.
pub fn headline(kind: ScoreKind) -> &'static MetricInfo {
    let found = CHARTS.iter().find(|info| info.metric == kind.metric());
    found.unwrap_or(&CHARTS[0])
}

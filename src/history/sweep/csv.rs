//! A sweep as a table for spreadsheets and data frames.

use super::{RunResult, SweepHistory, SweepRun};
use crate::history::compare::csv::line;
use crate::history::compare::{Ended, RunRecord};
use crate::protocol::score::ScoreKind;

/// Returns one row per run: its values of the axes,
/// `seed, solved_at, final_length, iterations, status`; `final_return` where runs are scored by
/// their returns, and `final_score` where they differ in that. What is not known is an empty cell.
pub fn csv(history: &SweepHistory) -> String {
    let plan = history.plan();
    let axes = plan.fields().map(|field| field.key.to_owned());
    let score = format!(
        "final_{}",
        history.score_kind().map_or("score", ScoreKind::noun)
    );
    let results = ["seed", "solved_at", &score, "iterations", "status"];
    let mut text = line(axes.chain(results.map(str::to_owned)));
    for (place, combination) in plan.combinations().iter().enumerate() {
        for (run, state) in history.runs_of(place) {
            let seed = plan.config(run).map(|config| config.seed.to_string());
            let cells = [
                seed.unwrap_or_default(),
                number(state, |result| result.solved_at),
                number(state, |result| result.final_score),
                number(state, |result| {
                    Some(result.record.as_ref()?.iterations as f64)
                }),
                status(state),
            ];
            text += &line(combination.texts.iter().cloned().chain(cells));
        }
    }
    text
}

fn number(run: &SweepRun, of: impl Fn(&RunResult) -> Option<f64>) -> String {
    let number = run.result().and_then(of);
    number.map_or_else(String::new, |number| number.to_string())
}

/// Says how a run stands in a word or, if it failed, in the words of its message.
fn status(run: &SweepRun) -> String {
    let ended = |record: &RunRecord| record.ended == Ended::Solved;
    match run {
        SweepRun::Waiting => "waiting".to_owned(),
        SweepRun::UnderWay(_) => "under way".to_owned(),
        SweepRun::Over(result) => match &result.failure {
            Some(failure) => format!("failed: {}", failure.message),
            None if result.record.as_ref().is_some_and(ended) => "stopped when solved".to_owned(),
            None => "finished".to_owned(),
        },
    }
}

//! The results as lines of JSON, and as tables for people.

use std::fmt::Write as _;

use super::experiments::{EXPERIMENTS, Experiment, Kind};
use super::measure::Outcome;

/// Returns the known results. Lines that cannot be read are ignored.
pub fn read(path: &str) -> Vec<Outcome> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect()
}

/// Writes the log and the tables.
pub fn write(log: &str, page: &str, outcomes: &[Outcome]) {
    let mut sorted: Vec<&Outcome> = outcomes.iter().collect();
    let place = |outcome: &Outcome| EXPERIMENTS.iter().position(|e| e.id == outcome.experiment);
    sorted.sort_by_key(|outcome| (place(outcome), outcome.seed));
    let lines: Vec<String> = sorted
        .iter()
        .filter_map(|outcome| serde_json::to_string(outcome).ok())
        .collect();
    for (path, text) in [(log, lines.join("\n") + "\n"), (page, page_of(&sorted))] {
        if let Err(error) = std::fs::write(path, text) {
            eprintln!("learn: {path}: {error}");
        }
    }
}

fn page_of(outcomes: &[&Outcome]) -> String {
    let mut page = String::from(
        "# What is learnt, beside PyTorch\n\n\
         Made by `scripts/learn` (all of it) or `scripts/learn EXPERIMENT...` from `docs/learning.jsonl`; native, CPU device.\n\
         PyTorch's and JAX's figures are those of the course's own code, or where it says so of the file that the page exports. An entry such as “≥200 at 113” says at which\n\
         iteration, counted from 0, the mean length first was 200. Lengths are given for each seed in turn.\n\
         Evaluation: 100 episodes of at most 500 steps with the final networks.\n\n\
         ## Rollouts that begin afresh: steps survived\n\n\
         | run | reached | length at the end | sampled | greedy | env steps to the first goal | PyTorch |\n\
         |---|---|---|---|---|---|---|\n",
    );
    for (experiment, runs) in of_kind(Kind::Lifespan, outcomes) {
        let _ = writeln!(
            page,
            "| {} | {} | {} | {} | {} | {} | {} |",
            experiment.label,
            reached(&runs),
            list(runs.iter().map(|run| run.curve.last().copied())),
            list(runs.iter().map(|run| Some(run.sampled.0))),
            list(runs.iter().map(|run| Some(run.greedy.0))),
            thousands(runs.iter().map(|run| run.reached.first().map(|r| r.2))),
            experiment.reference.replace('|', "\\|"),
        );
    }
    page += "\n## Episodes across rollouts: when the newest 20 average 475 steps\n\n\
             | run | learned at | median | last 50k steps: mean ± std | sampled | greedy | \\|omega\\| | PyTorch or JAX |\n\
             |---|---|---|---|---|---|---|---|\n";
    for (experiment, runs) in of_kind(Kind::Episodes, outcomes) {
        let learned: Vec<Option<u64>> = runs
            .iter()
            .map(|run| run.reached.first().map(|r| r.2))
            .collect();
        let count = learned.iter().flatten().count();
        let last: Vec<f64> = runs
            .iter()
            .filter_map(|run| run.curve.last().copied())
            .collect();
        let _ = writeln!(
            page,
            "| {} | {count} of {}: {} | {} | {} | {} | {} | {} | {} |",
            experiment.label,
            runs.len(),
            thousands(learned.iter().copied()),
            median(&learned),
            spread(&last),
            list(runs.iter().map(|run| Some(run.sampled.0))),
            list(runs.iter().map(|run| Some(run.greedy.0))),
            list_of(runs.iter().map(|run| match run.mean_omega {
                0.0 => "–".to_owned(),
                omega => format!("{omega:.1}"),
            })),
            experiment.reference.replace('|', "\\|"),
        );
    }
    page += "\n## Curves\n\nMean over the seeds; lifespans at iteration 0 10 25 50 75 100 150 200 and the last, episodes by 50,000 steps.\n\n| run | length |\n|---|---|\n";
    for kind in [Kind::Lifespan, Kind::Episodes] {
        for (experiment, runs) in of_kind(kind, outcomes) {
            let _ = writeln!(page, "| {} | {} |", experiment.label, curve(kind, &runs));
        }
    }
    page
}

fn of_kind<'a>(
    kind: Kind,
    outcomes: &[&'a Outcome],
) -> Vec<(&'static Experiment, Vec<&'a Outcome>)> {
    EXPERIMENTS
        .iter()
        .filter(|experiment| experiment.kind == kind)
        .map(|experiment| {
            let runs = outcomes.iter().filter(|o| o.experiment == experiment.id);
            (experiment, runs.copied().collect::<Vec<_>>())
        })
        .filter(|(_, runs)| !runs.is_empty())
        .collect()
}

/// Formats the iterations at which lengths were reached: `≥200 at 113 103 99, ≥240 at 171 154 135`.
fn reached(runs: &[&Outcome]) -> String {
    let longest = runs.iter().max_by_key(|run| run.reached.len());
    let goals: Vec<f64> =
        longest.map_or(Vec::new(), |run| run.reached.iter().map(|r| r.0).collect());
    let parts: Vec<String> = goals
        .iter()
        .map(|goal| {
            let when = runs.iter().map(|run| {
                let found = run.reached.iter().find(|r| r.0 == *goal);
                found.map_or("–".to_owned(), |r| r.1.to_string())
            });
            format!("≥{goal} at {}", list_of(when))
        })
        .collect();
    parts.join(", ")
}

fn list(values: impl Iterator<Item = Option<f64>>) -> String {
    list_of(values.map(|value| value.map_or("–".to_owned(), |value| format!("{value:.0}"))))
}

fn thousands(values: impl Iterator<Item = Option<u64>>) -> String {
    list_of(values.map(|value| value.map_or("–".to_owned(), |steps| format!("{}k", steps / 1_000))))
}

fn list_of(values: impl Iterator<Item = String>) -> String {
    values.collect::<Vec<_>>().join(" ")
}

fn median(values: &[Option<u64>]) -> String {
    let mut values: Vec<u64> = values
        .iter()
        .map(|value| value.unwrap_or(u64::MAX))
        .collect();
    values.sort_unstable();
    match values.get(values.len() / 2) {
        Some(&steps) if steps < u64::MAX => format!("{}k", steps / 1_000),
        _ => "–".to_owned(),
    }
}

fn spread(values: &[f64]) -> String {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    format!("{mean:.0} ± {:.0}", variance.sqrt())
}

fn curve(kind: Kind, runs: &[&Outcome]) -> String {
    let longest = runs.iter().map(|run| run.curve.len()).max().unwrap_or(0);
    let at = |index: usize| {
        let values: Vec<f64> = runs
            .iter()
            .filter_map(|run| run.curve.get(index).copied())
            .collect();
        format!("{:.0}", values.iter().sum::<f64>() / values.len() as f64)
    };
    match kind {
        Kind::Lifespan => {
            let mut shown: Vec<usize> = [0, 10, 25, 50, 75, 100, 150, 200]
                .into_iter()
                .filter(|index| *index + 1 < longest)
                .collect();
            shown.push(longest - 1);
            list_of(shown.into_iter().map(at))
        }
        Kind::Episodes => list_of((0..longest).map(at)),
    }
}

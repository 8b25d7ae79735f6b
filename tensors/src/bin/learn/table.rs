//! The results as lines of JSON, and as tables for people.

use std::fmt::Write as _;
use std::sync::Mutex;

use super::experiments::{EXPERIMENTS, Experiment, Kind};
use super::measure::{self, Outcome};
use super::runs::{keep, known, moments, on_all_cores};

/// Makes the experiments with these ids, or all, and writes the log and the tables. What the log
/// holds is not made again, so an interrupted program continues where it was.
///
/// # Errors
/// If there is no such experiment.
pub fn make(log: &str, page: &str, wanted: &[&str]) -> Result<(), String> {
    let ids: Vec<&str> = EXPERIMENTS.iter().map(|it| it.id).collect();
    if let Some(unknown) = wanted.iter().find(|id| !ids.contains(*id)) {
        let ids = ids.join(", ");
        return Err(format!("no experiment “{unknown}”; there are: {ids}"));
    }
    let kept: Vec<Outcome> = known(log);
    let is_known = |id: &str, seed: u32| kept.iter().any(|o| o.experiment == id && o.seed == seed);
    let runs: Vec<(&Experiment, u32)> = EXPERIMENTS
        .iter()
        .filter(|it| wanted.is_empty() || wanted.contains(&it.id))
        .flat_map(|it| it.seeds.iter().map(move |seed| (it, *seed)))
        .filter(|(it, seed)| !is_known(it.id, *seed))
        .collect();
    write(log, page, &kept);
    let made = Mutex::new(kept);
    on_all_cores(runs.into_iter(), |(experiment, seed)| {
        let outcome = measure::run(experiment, seed);
        println!("{}", serde_json::to_string(&outcome).unwrap_or_default());
        if let Ok(mut made) = made.lock() {
            made.push(outcome);
            write(log, page, &made);
        }
    });
    Ok(())
}

fn write(log: &str, page: &str, outcomes: &[Outcome]) {
    let mut sorted: Vec<&Outcome> = outcomes.iter().collect();
    let place = |outcome: &Outcome| EXPERIMENTS.iter().position(|e| e.id == outcome.experiment);
    sorted.sort_by_key(|outcome| (place(outcome), outcome.seed));
    keep(log, &sorted, page, page_of(&sorted));
}

fn page_of(outcomes: &[&Outcome]) -> String {
    let mut page = String::from(
        "# What is learnt, beside PyTorch\n\n\
         Made by `scripts/learn` (all of it) or `scripts/learn EXPERIMENT...` from `docs/learning.jsonl`; native, CPU device.\n\
         PyTorch's and JAX's figures are those of the course's own code, or where it says so of the file that the page exports. An entry such as “≥200 at 113” says at which\n\
         iteration, counted from 0, the mean length first was 200. Lengths are given for each seed in turn.\n\
         Evaluation: 100 episodes with the final networks, up to their time limit, which is 500 steps for a cart.\n\n\
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
        let learned = runs.iter().map(|run| run.reached.first().map(|r| r.2));
        let learned: Vec<Option<u64>> = learned.collect();
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
    page += &returns_of(outcomes);
    page += "\n## Curves\n\nMean over the seeds; lifespans at iteration 0 10 25 50 75 100 150 200 and the last, episodes by 50,000 steps, returns by tenths of\nthe iterations in which episodes ended.\n\n| run | length or return |\n|---|---|\n";
    for kind in [Kind::Lifespan, Kind::Episodes, Kind::Returns] {
        for (experiment, runs) in of_kind(kind, outcomes) {
            let _ = writeln!(page, "| {} | {} |", experiment.label, curve(kind, &runs));
        }
    }
    page
}

/// Where the published figures of the tasks are from, and how they were measured.
const PUBLISHED: &str = "\
    - [CleanRL](https://github.com/vwxyzjn/cleanrl/blob/fe8d8a03c41a7ef5b523e2e354bd01c363e786bb/docs/benchmark/ppo.md): episodes while `ppo.py` trains, \
    by sampled actions, mean and deviation of 3 seeds.\n\
    - [SB3 Zoo](https://github.com/DLR-RM/rl-baselines3-zoo/blob/22e3ff2450fd92033f7f032915e1f64894a09584/benchmark.md): one trained run of stable-baselines3, \
    played greedily for 150,000 steps, mean and deviation of its episodes; so compare it to the column “greedy”. “Normalised”: it trained with \
    observations and rewards scaled by running statistics. “gSDE”: the noise of its actions depends on the state. Its authors call the table no quantitative benchmark.\n\n";

/// Returns the table of the tasks that are scored by their returns; nothing without runs.
fn returns_of(outcomes: &[&Outcome]) -> String {
    let all = of_kind(Kind::Returns, outcomes);
    if all.is_empty() {
        return String::new();
    }
    let mut page = format!(
        "\n## Classic control and worlds of cells: returns of episodes\n\n\
         - **Newest 100 episodes**: undiscounted returns of the episodes that ended last, each under the sampled policy of its time, for each seed in turn; then mean \
         and deviation over the seeds. An iteration's episodes count together, so they are those of as many iterations as hold at least 100.\n\
         - **Solved**: the mean return from which the task counts as solved, and the env steps at which the newest 100 episodes first had it.\n\
         - **Seconds**: wall time of training in this native build, on one core for each run, with a run on every core of the machine that made the table.\n\
         {PUBLISHED}\
         | run | seeds | newest 100 episodes | mean ± std | solved | greedy | env steps | seconds | published |\n\
         |---|---|---|---|---|---|---|---|---|\n"
    );
    for (experiment, runs) in all {
        let newest: Vec<f64> = runs.iter().filter_map(|run| run.newest_return).collect();
        let decimals = decimals_of(&newest);
        let _ = writeln!(
            page,
            "| {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            experiment.label,
            list_of(runs.iter().map(|run| run.seed.to_string())),
            numbers(runs.iter().map(|run| run.newest_return), decimals),
            match newest.is_empty() {
                true => "–".to_owned(),
                false => {
                    let (mean, deviation) = moments(&newest);
                    format!("{} ± {deviation:.decimals$}", signed(mean, decimals))
                }
            },
            solved(experiment, &runs),
            numbers(runs.iter().map(|run| Some(run.greedy.1)), decimals),
            thousands(runs.iter().map(|run| Some(run.steps)).take(1)),
            numbers(runs.iter().map(|run| Some(run.secs)), 1),
            experiment.reference.replace('|', "\\|"),
        );
    }
    page
}

/// Formats the return that counts as solved, and when it was reached: `≥−110 on 1 of 2: 100k –`.
fn solved(experiment: &Experiment, runs: &[&Outcome]) -> String {
    let Some(goal) = (experiment.config)().solved_score() else {
        return "–".to_owned();
    };
    let when: Vec<Option<u64>> = runs
        .iter()
        .map(|run| run.reached.first().map(|reached| reached.2))
        .collect();
    format!(
        "≥{} on {} of {}: {}",
        signed(goal, 1).trim_end_matches(".0"),
        when.iter().flatten().count(),
        when.len(),
        thousands(when.iter().copied())
    )
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
    let goals = longest.into_iter().flat_map(|run| &run.reached);
    let parts = goals.map(|(goal, ..)| {
        let when = runs.iter().map(|run| {
            let found = run.reached.iter().find(|r| r.0 == *goal);
            found.map_or("–".to_owned(), |r| r.1.to_string())
        });
        format!("≥{goal} at {}", list_of(when))
    });
    parts.collect::<Vec<_>>().join(", ")
}

fn list(values: impl Iterator<Item = Option<f64>>) -> String {
    list_of(values.map(|value| value.map_or("–".to_owned(), |value| format!("{value:.0}"))))
}

fn numbers(values: impl Iterator<Item = Option<f64>>, decimals: usize) -> String {
    list_of(values.map(|value| value.map_or("–".to_owned(), |value| signed(value, decimals))))
}

/// Returns the decimals with which returns are told apart: two where none is larger than 1.
fn decimals_of(returns: &[f64]) -> usize {
    match returns.iter().all(|value| value.abs() <= 1.0) {
        true => 2,
        false => 1,
    }
}

/// Formats a number with a minus sign as long as a plus.
fn signed(value: f64, decimals: usize) -> String {
    format!("{value:.decimals$}").replace('-', "−")
}

fn thousands(values: impl Iterator<Item = Option<u64>>) -> String {
    list_of(values.map(|value| value.map_or("–".to_owned(), |steps| format!("{}k", steps / 1_000))))
}

fn list_of(values: impl Iterator<Item = String>) -> String {
    values.collect::<Vec<_>>().join(" ")
}

fn median(values: &[Option<u64>]) -> String {
    let mut values = values.to_vec();
    // Those that never learned are the last.
    values.sort_unstable_by_key(|value| value.unwrap_or(u64::MAX));
    thousands(std::iter::once(values[values.len() / 2]))
}

fn spread(values: &[f64]) -> String {
    let (mean, deviation) = moments(values);
    format!("{mean:.0} ± {deviation:.0}")
}

fn curve(kind: Kind, runs: &[&Outcome]) -> String {
    let longest = runs.iter().map(|run| run.curve.len()).max().unwrap_or(0);
    let all: Vec<f64> = runs.iter().flat_map(|run| run.curve.clone()).collect();
    // Whole numbers where one decimal would do.
    let decimals = match decimals_of(&all) {
        1 => 0,
        more => more,
    };
    let at = |index: usize| {
        let values: Vec<f64> = runs
            .iter()
            .filter_map(|run| run.curve.get(index).copied())
            .collect();
        signed(values.iter().sum::<f64>() / values.len() as f64, decimals)
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
        Kind::Episodes | Kind::Returns => list_of((0..longest).map(at)),
    }
}

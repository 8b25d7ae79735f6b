//! The results of several seeds, as a table.

use super::format;
use super::plain_table::NOT_MEASURED;
use policy_lab::history::compare::{RunRecord, SeedStatistic, bootstrap_interval};

/// The seed of the resamples, so that a table says the same each time.
const SEED: u32 = 1;

/// Returns the table, a list of cells for each row: the heads, each seed with the steps after which
/// it solved the task, its best and its final score, their medians, and the 95 % bootstrap
/// intervals of these. Returns no rows for a single run.
pub fn by_seed(runs: &[RunRecord]) -> Vec<Vec<String>> {
    let [first, _, ..] = runs else {
        return Vec::new();
    };
    let (goal, unsolved) = match first.config.solved_score() {
        Some(score) => (format::with_minus(format::compact(score)), "not solved"),
        None => ("solve".to_owned(), NOT_MEASURED),
    };
    let goal = format!("Steps to {goal}");
    let heads = ["Seed", &goal, "Best", "Final"];
    let mut rows = vec![heads.map(str::to_owned).to_vec()];
    let results: Vec<[Option<f64>; 3]> = runs.iter().map(results).collect();
    for (run, results) in runs.iter().zip(&results) {
        rows.push(row(run.config.seed.to_string(), *results, unsolved));
    }
    let medians = [0, 1, 2].map(|column| median(results.iter().map(|row| row[column]).collect()));
    rows.push(row("Median".to_owned(), medians, unsolved));
    // The interval of a column's median in words, unless a value is missing.
    let interval = |column: usize, said: fn(f64) -> String| {
        let values = results.iter().map(|row| row[column]);
        let Some(values) = values.collect::<Option<Vec<f64>>>() else {
            return NOT_MEASURED.to_owned();
        };
        let [low, high] = bootstrap_interval(&values, SeedStatistic::Median, SEED).map(said);
        format!("{low} to {high}")
    };
    let steps = interval(0, |steps| format::count(steps as u64));
    let scores = [1, 2].map(|column| interval(column, format::score));
    let heading = "95 % interval".to_owned();
    rows.push([heading, steps].into_iter().chain(scores).collect());
    rows
}

/// Returns the steps to solve, the best value and the final value.
fn results(run: &RunRecord) -> [Option<f64>; 3] {
    let mut scores = run.score_points().iter().map(|it| it.1);
    let best = scores.clone().reduce(f64::max);
    [run.steps_to_solve(), best, scores.next_back()]
}

/// Returns a row. `without_steps` says what a seed is that has not solved the task.
fn row(name: String, [steps, best, last]: [Option<f64>; 3], without_steps: &str) -> Vec<String> {
    let steps = steps.map(|steps| format::count(steps as u64));
    let steps = steps.unwrap_or_else(|| without_steps.to_owned());
    let value = |value: Option<f64>| value.map_or(NOT_MEASURED.to_owned(), format::score);
    vec![name, steps, value(best), value(last)]
}

/// Returns the value in the middle, or the mean of the two in the middle. Missing values count as
/// the largest: a seed that did not solve the task would have needed more steps than any that did.
pub(super) fn median(values: Vec<Option<f64>>) -> Option<f64> {
    let values = values.into_iter().map(|it| it.unwrap_or(f64::INFINITY));
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    let low = values[middle - usize::from(values.len().is_multiple_of(2))];
    let median = f64::midpoint(low, values[middle]);
    median.is_finite().then_some(median)
}

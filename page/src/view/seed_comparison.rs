//! The reader's own seeds compared: the steps that each setting needed, and whether chance explains
//! the difference.

use super::format;
use policy_lab::history::compare::{
    Permutations, RunRecord, SIGNIFICANCE, SeedStatistic, bootstrap_interval, permutation_test,
};

/// The seed of the shuffles, so that a table says the same each time.
const SEED: u32 = 1;
/// What stands for the seeds of a setting. Of few seeds a median shows less: four and four that do
/// not overlap at all have medians as far apart in 4 of 70 arrangements, and means in 2.
const STATISTIC: SeedStatistic = SeedStatistic::Mean;

/// Settings with several seeds each, beside each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeedComparison {
    /// The table: the heads, then a row for each setting.
    pub rows: Vec<Vec<String>>,
    /// A sentence for each setting after the first, which compares it with the first.
    pub verdicts: Vec<String>,
}

/// Compares the steps to solve the task of entries, each with its name. Entries of a single run are
/// left out; `None` if fewer than two are left, if they have different goals, or if their scores
/// cannot tell.
pub fn compare_seeds(entries: &[(&str, &[RunRecord])]) -> Option<SeedComparison> {
    let several: Vec<&(&str, &[RunRecord])> =
        entries.iter().filter(|(_, runs)| runs.len() > 1).collect();
    let [(first_name, first), others @ ..] = several.as_slice() else {
        return None;
    };
    let goal = |runs: &[RunRecord]| runs.first().and_then(|run| run.config.solved_score());
    if others.is_empty() || others.iter().any(|(_, runs)| goal(runs) != goal(first)) {
        return None;
    }
    let goal = format::with_minus(format::compact(goal(first)?));
    let heads = [
        "Run",
        "Seeds",
        &format!("Mean steps to {goal}"),
        "95 % interval",
    ];
    let mut rows = vec![heads.map(str::to_owned).to_vec()];
    for (name, runs) in &several {
        let seeds = runs.len().to_string();
        rows.push(vec![
            (*name).to_owned(),
            seeds,
            mean_steps(runs),
            interval(runs),
        ]);
    }
    let verdicts = others.iter().map(|(name, runs)| {
        let test = permutation_test(&counted(first), &counted(runs), STATISTIC, SEED);
        let means = [first, runs].map(|runs| mean_steps(runs));
        let verdict = verdict(test, [first.len(), runs.len()]);
        let remark = match is_unsolved(first) || is_unsolved(runs) {
            true => " A seed that did not solve the task counts with all steps of its run.",
            false => "",
        };
        format!(
            "Steps to {goal}, {first_name} against {name}: the means are {} and {}. {verdict}{remark}",
            means[0], means[1]
        )
    });
    Some(SeedComparison {
        rows,
        verdicts: verdicts.collect(),
    })
}

/// Says what a permutation test of groups of these sizes shows.
pub fn verdict(test: Permutations, sizes: [usize; 2]) -> String {
    let share = 100.0 * test.p_value();
    let digits = usize::from(share < 10.0);
    let said = format!(
        "Chance alone separates {} and {} seeds as far in {share:.digits$} % of all arrangements",
        sizes[0], sizes[1]
    );
    if test.is_shown() {
        return format!("{said}: a difference is shown.");
    }
    // The observed arrangement counts, and with groups of one size so does its mirror image.
    let fewest = if sizes[0] == sizes[1] { 2.0 } else { 1.0 };
    match fewest / test.tried as f64 > SIGNIFICANCE {
        true => format!("{said}: nothing is shown, and nothing could be with so few seeds."),
        false => format!("{said}: no difference is shown."),
    }
}

/// Returns the steps to solve of each run; a run that did not counts with all its steps.
fn counted(runs: &[RunRecord]) -> Vec<f64> {
    let all = |run: &RunRecord| run.score_points().last().map_or(0.0, |it| it.0);
    runs.iter()
        .map(|run| run.steps_to_solve().unwrap_or_else(|| all(run)))
        .collect()
}

/// Returns true if some seed did not solve the task.
fn is_unsolved(runs: &[RunRecord]) -> bool {
    runs.iter().any(|run| run.steps_to_solve().is_none())
}

fn mean_steps(runs: &[RunRecord]) -> String {
    let mean = format::count(STATISTIC.of(&counted(runs)).round() as u64);
    match is_unsolved(runs) {
        true => format!("more than {mean}"),
        false => mean,
    }
}

/// Returns the interval of the mean, in words; a dash if a seed did not solve the task.
fn interval(runs: &[RunRecord]) -> String {
    if is_unsolved(runs) {
        return "–".to_owned();
    }
    let ends = bootstrap_interval(&counted(runs), STATISTIC, SEED);
    let [low, high] = ends.map(|steps| format::count(steps.round() as u64));
    format!("{low} to {high}")
}

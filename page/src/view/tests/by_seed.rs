//! The table of several seeds.

use std::collections::BTreeMap;

use crate::view::by_seed::by_seed;
use policy_lab::config::TrainConfig;
use policy_lab::config::presets::Preset;
use policy_lab::envs::EnvId;
use policy_lab::history::compare::{Ended, RunRecord};
use policy_lab::protocol::metrics::Metric;

/// Returns a run with these lengths, one every 1,000 steps.
pub(super) fn record(seed: u32, lengths: &[f64]) -> RunRecord {
    let config = (Preset::find("ppo-quick").expect("a preset").config)();
    let points = lengths.iter().zip(1..);
    let points = points.map(|(length, place)| (1_000.0 * f64::from(place), *length));
    RunRecord {
        config: TrainConfig { seed, ..config },
        device: "CPU".to_owned(),
        iterations: lengths.len(),
        first_iteration: 0,
        ended: Ended::Finished,
        every: 1,
        series: BTreeMap::from([(Metric::EpisodicLength, points.collect())]),
    }
}

/// Returns a run of Pendulum with these returns, likewise. All its episodes last 200 steps.
pub(super) fn task_record(seed: u32, returns: &[f64]) -> RunRecord {
    let mut run = record(seed, returns);
    run.config.env_id = EnvId::Pendulum;
    run.config.max_episode_steps = 200;
    // The first point comes after the time of a whole episode.
    run.config.num_envs = 4;
    let returns = run.series.remove(&Metric::EpisodicLength);
    let returns = returns.unwrap_or_default();
    let lengths = returns.iter().map(|it| (it.0, 200.0)).collect();
    run.series = BTreeMap::from([
        (Metric::EpisodicLength, lengths),
        (Metric::EpisodicReturn, returns),
    ]);
    run
}

fn table(runs: &[RunRecord]) -> Vec<String> {
    let rows = by_seed(runs).into_iter();
    rows.map(|row| row.join(" | ")).collect()
}

#[test]
fn each_seed_has_a_row_and_the_median_counts_the_unsolved_as_late() {
    let runs = [
        record(7, &[20.0, 475.0, 500.0, 300.0]),
        record(8, &[21.0, 30.0, 474.9, 9.0]),
        record(9, &[480.0, 490.0, 490.0, 490.0]),
    ];
    let expected = [
        "Seed | Steps to 475 | Best | Final",
        "7 | 2,000 | 500.0 | 300.0",
        "8 | not solved | 474.9 | 9",
        "9 | 1,000 | 490.0 | 490.0",
        "Median | 2,000 | 490.0 | 300.0",
        "95 % interval | – | 474.9 to 500.0 | 9 to 490.0",
    ];
    assert_eq!(table(&runs), expected);
    assert_eq!(table(&runs[1..])[3], "Median | not solved | 482.4 | 249.5");
    let two = [runs[0].clone(), runs[2].clone()];
    assert_eq!(table(&two)[3], "Median | 1,500 | 495.0 | 395.0");
    let interval = "95 % interval | 1,000 to 2,000 | 490.0 to 500.0 | 300.0 to 490.0";
    assert_eq!(table(&two)[4], interval);
}

#[test]
fn a_tasks_seeds_are_compared_by_their_returns() {
    let runs = [
        task_record(1, &[-1_200.0, -180.0, -150.0]),
        task_record(2, &[-1_300.5, -900.0, -950.0]),
    ];
    let expected = [
        "Seed | Steps to −200 | Best | Final",
        "1 | 2,000 | −150.0 | −150.0",
        "2 | not solved | −900.0 | −950.0",
        "Median | not solved | −525.0 | −550.0",
    ];
    assert_eq!(table(&runs)[..4], expected);
}

#[test]
fn episodes_that_are_too_short_to_tell_solve_nothing() {
    let short = |seed| {
        let mut record = record(seed, &[20.0, 20.0]);
        record.config.max_episode_steps = 20;
        record
    };
    let rows = table(&[short(1), short(2)]);
    assert_eq!(rows[0], "Seed | Steps to solve | Best | Final");
    assert_eq!(rows[1], "1 | – | 20.0 | 20.0");
}

#[test]
fn a_single_run_needs_no_table_and_a_run_without_episodes_has_no_values() {
    assert!(table(&[]).is_empty());
    assert!(table(&[record(1, &[500.0])]).is_empty());
    let rows = table(&[record(1, &[]), record(2, &[])]);
    assert_eq!(
        rows[1..],
        [
            "1 | not solved | – | –",
            "2 | not solved | – | –",
            "Median | not solved | – | –",
            "95 % interval | – | – | –"
        ]
    );
}

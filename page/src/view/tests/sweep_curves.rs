//! The curves of a sweep as pictures and as tables.

use super::sweep::{history, train};
use crate::view::sweep::{SweepFrame, SweepMeasure};

#[test]
fn all_pictures_of_a_sweep_have_the_same_axes() {
    let mut history = history(&[("gamma", "0.9, 0.99")], 2);
    let frame = SweepFrame::of(&history);
    assert_eq!((frame.end, frame.top), (819_200.0, 500.0));
    train(&mut history, 0, &[0.0, 250.0, 500.0]);
    train(&mut history, 2, &[0.0, 0.0, 0.0]);
    let curves = frame.curves(&history, 0);
    assert_eq!(curves.seeds[0], "M1.0 40.0L2.0 20.0L3.0 0.0");
    assert_eq!(curves.median, "M1.0 40.0L2.0 30.0L3.0 20.0");
    assert!(frame.curves(&history, 1).seeds.is_empty());
    assert_eq!(frame.path(&[(1.0, 1.0)]), "");
}

#[test]
fn the_curves_are_a_table_too() {
    let mut history = history(&[("learning_rate", "0.001, 0.01")], 3);
    let frame = SweepFrame::of(&history);
    let empty = frame.table(&history);
    assert_eq!(empty.heads.len(), 3);
    let is_empty = |row: &Vec<String>| row[1..].iter().all(|cell| cell == "–");
    assert!(empty.rows.iter().all(is_empty), "{empty:?}");

    // One point every 8,192 steps, and a row after every tenth of them all.
    let ten = frame.end / 8_192.0 / 10.0;
    let lengths = |by: f64| {
        let lengths = (1..=(10.0 * ten) as usize).map(|it| it as f64 + by);
        lengths.collect::<Vec<_>>()
    };
    let runs = history.runs_of(0).map(|(run, _)| run).collect::<Vec<_>>();
    for (run, by) in runs.into_iter().zip([0.0, 100.0, 10.0]) {
        train(&mut history, run, &lengths(by));
    }
    let table = frame.table(&history);
    let shown = |row: usize| table.rows[row][1].parse::<f64>().expect("a length");
    for row in [0, 4, 9] {
        let at = ((row + 1) as f64 * ten).floor() + 10.0;
        assert!((shown(row) - at).abs() < 1e-9, "{row}: {table:?}");
        assert_eq!(table.rows[row][2], "–", "the other setting");
    }
    assert!(table.heads[1].contains("0.001"), "{table:?}");
}

#[test]
fn a_settings_seeds_are_a_table_with_their_median() {
    let mut history = history(&[("learning_rate", "0.001, 0.01")], 3);
    let frame = SweepFrame::of(&history);
    let table = |history: &_| frame.table_of(history, 0);
    assert!(table(&history).rows.is_empty());
    let runs: Vec<usize> = history.runs_of(0).map(|(run, _)| run).collect();
    let seed = |run: usize| history.plan().config(run).expect("a run").seed;
    let [first, last] = [runs[0], runs[2]].map(seed).map(|it| format!("Seed {it}"));
    train(&mut history, runs[2], &[10.0; 100]);
    let one = table(&history);
    assert_eq!(one.heads, ["Environment steps", &last]);
    train(&mut history, runs[0], &[40.0; 100]);
    // Of another setting.
    let others: Vec<usize> = history.runs_of(1).map(|(run, _)| run).collect();
    train(&mut history, others[0], &[90.0; 100]);
    let two = table(&history);
    assert_eq!(two.heads, ["Environment steps", &first, &last, "Median"]);
    assert_eq!(two.rows.len(), 10);
    assert_eq!(two.rows[0], ["81,920", "40.0", "10.0", "25.0"]);
}

#[test]
fn a_sweep_opens_with_what_its_runs_can_reach() {
    let fitting = |axes: &[(&str, &str)]| SweepMeasure::fitting(&history(axes, 1));
    assert_eq!(fitting(&[("gamma", "0.9, 0.99")]), SweepMeasure::Steps);
    // Nothing says what episodes of this length should earn.
    let short = ("max_episode_steps", "20");
    let never = fitting(&[("env_id", "pendulum"), short]);
    assert_eq!(never, SweepMeasure::Score);
    let some = fitting(&[("env_id", "probe1, cartpole")]);
    assert_eq!(some, SweepMeasure::Steps);
}

//! The lines and bands of kept runs in a chart.

use std::collections::BTreeMap;

use crate::view::curve::Curve;
use crate::view::overlay::{Overlay, lines_as_table};
use policy_lab::config::presets::PRESETS;
use policy_lab::history::compare::{Ended, RunRecord, Shelf};
use policy_lab::history::{History, Point};
use policy_lab::protocol::metrics::Metric;

const METRIC: Metric = Metric::PolicyLoss;

fn record(points: Vec<Point>) -> RunRecord {
    RunRecord {
        config: (PRESETS[0].config)(),
        device: "CPU".to_owned(),
        iterations: points.len(),
        first_iteration: 0,
        ended: Ended::Finished,
        every: 1,
        series: BTreeMap::from([(METRIC, points)]),
    }
}

/// Returns the points of `count` iterations of ten steps.
fn points(count: usize, value: impl Fn(usize) -> f64) -> Vec<Point> {
    let point = |iteration| (10.0 * iteration as f64, value(iteration));
    (1..=count).map(point).collect()
}

#[test]
fn a_run_is_a_line_and_several_are_their_median_over_thin_lines() {
    let mut shelf = Shelf::default();
    shelf.add("one", vec![record(points(3, |_| 2.0))]);
    let two = vec![
        record(points(3, |it| it as f64)),
        record(points(2, |_| 5.0)),
    ];
    let hidden = shelf.add("hidden", vec![record(points(3, |_| 9.0))]);
    shelf.toggle(hidden);
    shelf.add("two", two);
    let found = Overlay::all(&shelf, METRIC, 0.0, None);
    assert_eq!(found.len(), 2);
    assert_eq!([&found[0].name, &found[1].name], ["one", "two"]);
    assert_eq!(found[0].line, points(3, |_| 2.0));
    assert!(found[0].seeds.is_empty() && found[0].smooth.is_empty());
    assert_eq!(found[1].line, [(10.0, 3.0), (20.0, 3.5)]);
    let seeds = [points(3, |it| it as f64), points(2, |_| 5.0)];
    assert_eq!(found[1].seeds, seeds);
    assert_eq!((found[1].end, found[1].extent), (30.0, Some((1.0, 5.0))));
    assert_eq!(Overlay::all(&shelf, Metric::Entropy, 0.0, None), []);
}

#[test]
fn the_last_run_is_a_line_of_its_own_without_a_colour() {
    let run = record(points(3, |it| it as f64));
    let ghost = Overlay::ghost(&run, METRIC, 0.0, None).expect("a line");
    assert_eq!((ghost.slot, ghost.name.as_str()), (None, "last run"));
    assert_eq!(ghost.line, points(3, |it| it as f64));
    assert_eq!((ghost.end, ghost.extent), (30.0, Some((1.0, 3.0))));
    assert_eq!(Overlay::ghost(&run, Metric::Entropy, 0.0, None), None);
}

#[test]
fn long_runs_are_thinned_and_keep_their_peaks() {
    let peak = |iteration: usize| if iteration == 7_777 { 400.0 } else { 1.0 };
    let mut shelf = Shelf::default();
    let runs = [points(20_000, peak), points(20_000, |_| 0.0)];
    shelf.add("group", runs.map(record).to_vec());
    let overlay = &Overlay::all(&shelf, METRIC, 0.9, None)[0];
    for line in [&overlay.line, &overlay.smooth] {
        assert!((100..=242).contains(&line.len()), "{}", line.len());
        assert_eq!(line.last().map(|point| point.0), Some(200_000.0));
    }
    assert!(overlay.line.contains(&(77_770.0, 200.0)));
    assert_eq!(overlay.seeds.len(), 2);
    for seed in &overlay.seeds {
        assert!(seed.len() <= 242);
        assert_eq!(seed.last().map(|point| point.0), Some(200_000.0));
    }
    assert!(overlay.seeds[0].contains(&(77_770.0, 400.0)));
}

#[test]
fn axes_have_room_for_kept_runs_and_the_raw_line_stays() {
    let empty = History::default();
    let alone = Curve::of(&empty, &empty, METRIC, None);
    assert_eq!(alone.clone().beside(METRIC, &[], None, false), alone);
    let beside = alone.beside(
        METRIC,
        &[(30.0, Some((-5.0, 2.0))), (20.0, Some((0.0, 8.0)))],
        None,
        false,
    );
    assert_eq!(beside.x, 0.0..30.0);
    assert!(
        beside.y.start < -5.0 && beside.y.end > 8.0,
        "{:?}",
        beside.y
    );
    let raw = points(3, |iteration| iteration as f64);
    let smoothed = beside.clone().smoothed(&raw, 0.5, None);
    assert_eq!(smoothed.smooth[0], (10.0, 1.0));
    assert_eq!(smoothed.line, beside.line);
    assert!(beside.clone().smoothed(&raw, 0.0, None).smooth.is_empty());
    assert_eq!(beside.mark, None);
    assert_eq!(beside.marked(Some(20.0)).mark, Some(20.0));
}

#[test]
fn the_lines_are_a_table_too() {
    let mut shelf = Shelf::default();
    assert!(lines_as_table(&shelf, None, METRIC).rows.is_empty());
    shelf.add("one", vec![record(points(10, |it| it as f64))]);
    let two = vec![
        record(points(20, |_| 2.0)),
        record(points(20, |it| it as f64)),
    ];
    shelf.add("two", two);
    let hidden = shelf.add("hidden", vec![record(points(3, |_| 9.0))]);
    shelf.toggle(hidden);
    let at_hand = points(5, |_| 0.5);
    let table = lines_as_table(&shelf, Some(("This run", &at_hand)), METRIC);
    assert_eq!(table.heads, ["Environment steps", "one", "two", "This run"]);
    assert_eq!(table.rows.len(), 10);
    assert_eq!(table.rows[0], ["20", "2", "2", "0.5"]);
    // What is over keeps its last value.
    assert_eq!(table.rows[9], ["200", "10.0", "11.0", "0.5"]);
    let empty = lines_as_table(&shelf, Some(("This run", &[])), METRIC);
    assert_eq!(empty.heads.len(), 3);
}

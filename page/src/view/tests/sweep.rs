//! The picture of a sweep and its words.

use crate::view::sweep::{
    LEVELS, SweepFrame, SweepMeasure, SweepScatter, SweepTable, TrainedBy, amount, cells, finding,
    progress, scale, setting_result, time_left, trained_by, trouble,
};
use policy_lab::config::draft::Draft;
use policy_lab::config::fields::Field;
use policy_lab::config::presets::Preset;
use policy_lab::config::sweep::{SweepAxis, SweepDesign, SweepDraft};
use policy_lab::history::sweep::SweepHistory;
use policy_lab::protocol::metrics::{Metric, Metrics};
use policy_lab::protocol::{
    Event, Failure, FailureKind, IterationReport, RunEvent, RunInfo, StopReason,
};

/// Returns a sweep over these axes, of which nothing is trained.
pub fn history(axes: &[(&str, &str)], seeds: usize) -> SweepHistory {
    drawn(axes, seeds, SweepDesign::Grid)
}

fn drawn(axes: &[(&str, &str)], seeds: usize, design: SweepDesign) -> SweepHistory {
    let axes = axes.iter().map(|(name, values)| SweepAxis {
        field: Field::find(name).expect("a field"),
        values: (*values).to_owned(),
    });
    let draft = SweepDraft {
        axes: axes.collect(),
        seeds: seeds.to_string(),
        design,
        draws: "2".to_owned(),
    };
    let base = Draft::new(Preset::find("ppo-quick").expect("a preset"));
    SweepHistory::new(draft.plan(&base).expect("a plan"))
}

/// Tells of a run with these lengths of episodes, which are their returns too, one every 8,192
/// steps.
fn begin(history: &mut SweepHistory, run: usize, lengths: &[f64]) {
    let config = history.plan().config(run).expect("a run");
    let num_iterations = config.num_iterations();
    let info = RunInfo {
        config,
        num_iterations,
        first_iteration: 0,
        first_step: 0,
        num_parameters: 1,
        trained_by: policy_lab::protocol::Body::Host { cores: 1 },
    };
    history.apply(run, Event::Run(RunEvent::Started(info)));
    for (place, length) in lengths.iter().enumerate() {
        let mut metrics = Metrics::default();
        metrics.set(Metric::EpisodicLength, *length);
        metrics.set(Metric::EpisodicReturn, *length);
        let report = IterationReport {
            iteration: place + 1,
            global_step: 8_192 * (place as u64 + 1),
            elapsed_secs: place as f64 + 1.0,
            steps_per_sec: 8_192.0,
            metrics,
        };
        history.apply(run, Event::Run(RunEvent::Iteration(report)));
    }
}

/// Tells of a run as [`begin`] does, and of its end.
pub fn train(history: &mut SweepHistory, run: usize, lengths: &[f64]) {
    begin(history, run, lengths);
    history.apply(run, Event::Run(RunEvent::Stopped(StopReason::Finished)));
}

fn fail(history: &mut SweepHistory, run: usize) {
    let failure = Failure {
        kind: FailureKind::NotFinite,
        message: "A loss is not finite".to_owned(),
    };
    history.apply(run, Event::Failed(failure));
}

/// Two learning rates with two ranges of the clip, from two seeds.
fn grid() -> SweepHistory {
    history(
        &[("learning_rate", "0.001, 0.01"), ("clip_coef", "0.1, 0.2")],
        2,
    )
}

#[test]
fn the_amount_says_what_will_be_trained() {
    let plan = grid().plan().clone();
    for (cores, by, words) in [
        (8, TrainedBy::Cpu, "8 at a time"),
        (3, TrainedBy::Cpu, "3 at a time"),
        (
            3,
            TrainedBy::Faster,
            "3 at a time, or side by side on the GPU if that is faster",
        ),
        (3, TrainedBy::Gpu(String::new()), "side by side on the GPU"),
    ] {
        assert_eq!(
            amount(&plan, cores, &by),
            format!("4 settings × 2 seeds = 8 runs, {words}")
        );
    }
    let plan = history(&[], 1).plan().clone();
    assert_eq!(
        amount(&plan, 8, &TrainedBy::Cpu),
        "1 setting × 1 seed = 1 run, one at a time"
    );
}

#[test]
fn a_reader_hears_of_what_trains_unless_it_is_the_cpu_as_always() {
    assert_eq!(trained_by(&TrainedBy::Cpu), None);
    let gpu = TrainedBy::Gpu("Apple M3".to_owned());
    assert_eq!(
        trained_by(&gpu).as_deref(),
        Some("Side by side on the GPU: Apple M3")
    );
    let lost = TrainedBy::CpuInstead("The device was lost".to_owned());
    assert_eq!(
        trained_by(&lost).as_deref(),
        Some("On the CPU, one run on each core: The device was lost")
    );
}

#[test]
fn a_cell_fills_in_as_its_runs_do() {
    let mut history = grid();
    let cell = |history: &SweepHistory| cells(history, SweepMeasure::Steps).remove(3);
    let waiting = cell(&history);
    assert_eq!(
        (waiting.state, waiting.text.as_str(), waiting.level),
        ("waiting", "", None)
    );
    assert_eq!(
        waiting.label,
        "learning_rate 0.01 with clip_coef 0.2: not trained yet"
    );

    begin(&mut history, 3, &[20.0, 30.0]);
    let running = cell(&history);
    assert_eq!(running.state, "running");
    assert!(
        running.curve.starts_with("M1.0 38.4L2.0 37.6"),
        "{}",
        running.curve
    );

    train(&mut history, 3, &[20.0, 480.0]);
    let half = cell(&history);
    assert_eq!(
        (half.state, half.text.as_str(), half.detail.as_str()),
        ("solved", "16.4k", "1/1 solved")
    );
    assert_eq!(half.level, Some(LEVELS));
    train(&mut history, 7, &[20.0, 20.0, 20.0]);
    let over = cell(&history);
    assert_eq!(
        (over.state, over.text.as_str(), over.level),
        ("unsolved", "not solved", None)
    );
    assert_eq!(
        over.label,
        "learning_rate 0.01 with clip_coef 0.2: 1 of 2 solved, final length 250.0"
    );
    let by_length = cells(&history, SweepMeasure::Score).remove(3);
    assert_eq!(
        (by_length.text.as_str(), by_length.level),
        ("250.0", Some(4))
    );
    fail(&mut history, 0);
    let failed = cells(&history, SweepMeasure::Steps).remove(0);
    assert_eq!(
        (failed.text.as_str(), failed.detail.as_str()),
        ("failed", "0/1, 1 failed")
    );
}

#[test]
fn colours_go_from_the_most_steps_to_the_fewest() {
    let mut history = grid();
    assert_eq!(scale(&history, SweepMeasure::Steps), None);
    train(&mut history, 0, &[480.0]);
    train(&mut history, 1, &[20.0, 20.0, 480.0]);
    train(&mut history, 2, &[20.0, 20.0, 20.0, 20.0, 480.0]);
    let scale = scale(&history, SweepMeasure::Steps).expect("a scale");
    assert_eq!((scale.worst, scale.best), (40_960.0, 8_192.0));
    let levels: Vec<_> = cells(&history, SweepMeasure::Steps)
        .iter()
        .map(|it| it.level)
        .collect();
    assert_eq!(levels, [Some(6), Some(4), Some(1), None]);
}

#[test]
fn the_finding_names_the_best_setting() {
    let mut history = grid();
    assert_eq!(finding(&history), None);
    train(&mut history, 0, &[20.0, 20.0]);
    assert_eq!(
        finding(&history).as_deref(),
        Some(
            "No setting solved the task so far. Longest episodes: learning_rate 0.001 with clip_coef 0.1: 0 of 1 solved, final length 20.0"
        )
    );
    train(&mut history, 2, &[20.0, 480.0]);
    assert_eq!(
        finding(&history).as_deref(),
        Some(
            "Best so far: learning_rate 0.01 with clip_coef 0.1: 1 of 1 solved, after 16,384 steps"
        )
    );
    for run in [1, 3, 4, 5, 6, 7] {
        train(&mut history, run, &[20.0, 480.0]);
    }
    assert_eq!(
        finding(&history).as_deref(),
        Some(
            "Best: learning_rate 0.001 with clip_coef 0.2: 2 of 2 solved, after 16,384 steps (median). 3 of 4 settings solved it from every seed"
        )
    );
}

#[test]
fn failures_and_seeds_alone_have_their_words() {
    let mut alone = history(&[], 3);
    fail(&mut alone, 0);
    assert_eq!(finding(&alone).as_deref(), Some("1 of 1 run broke off"));
    train(&mut alone, 1, &[480.0]);
    train(&mut alone, 2, &[480.0]);
    assert_eq!(
        finding(&alone).as_deref(),
        Some("These settings: 2 of 3 solved, after 8,192 steps (median). 1 run broke off")
    );
    let result = alone.result_of(0);
    assert_eq!(
        setting_result(&result),
        "2 of 3 solved, after 8,192 steps (median), final length 480.0, 1 failed"
    );
}

#[test]
fn progress_says_what_is_done_and_what_is_left() {
    let mut history = grid();
    assert_eq!(
        progress(&history, true),
        "0 of 8 runs are done. The next is starting"
    );
    assert_eq!(time_left(&history), None);
    begin(&mut history, 0, &[20.0]);
    begin(&mut history, 1, &[20.0]);
    assert_eq!(
        progress(&history, true),
        "0 of 8 runs are done, 2 under way"
    );
    // 798 of 800 iterations, at one a second, two at a time.
    assert_eq!(time_left(&history).as_deref(), Some("About 7 min left"));
    history.cancel();
    assert_eq!(progress(&history, false), "Stopped. 0 of 8 runs are done");
    for run in 0..8 {
        train(&mut history, run, &[20.0]);
    }
    assert_eq!(progress(&history, false), "All 8 runs are done");
    assert_eq!(time_left(&history), None);
}

#[test]
fn a_single_run_is_told_of_in_the_singular() {
    let mut alone = history(&[], 1);
    assert_eq!(progress(&alone, false), "Stopped. 0 of 1 run is done");
    train(&mut alone, 0, &[20.0]);
    assert_eq!(progress(&alone, false), "The run is done");
}

#[test]
fn runs_that_break_off_with_their_workers_are_not_done() {
    let mut history = grid();
    assert_eq!(trouble(&history), None);
    for run in 0..8 {
        let failure = Failure {
            kind: FailureKind::Bug,
            message: "The program could not be loaded".to_owned(),
        };
        history.apply(run, Event::Failed(failure));
    }
    assert_eq!(progress(&history, false), "Stopped. 0 of 8 runs are done");
    assert_eq!(finding(&history), None);
    assert!(
        cells(&history, SweepMeasure::Steps)
            .iter()
            .all(|cell| cell.state == "waiting")
    );
    let said =
        "8 runs broke off: The program could not be loaded. Press Train for those that are missing";
    assert_eq!(trouble(&history).as_deref(), Some(said));
}

#[test]
fn the_table_has_rows_and_columns_with_heads() {
    let table = SweepTable::of(grid().plan());
    assert_eq!(table.heads, ["learning_rate", "0.1", "0.2"]);
    assert_eq!(
        (
            table.rows[1].heads.as_slice(),
            table.rows[1].cells.as_slice()
        ),
        (&["0.01".to_owned()][..], &[2, 3][..])
    );
    assert_eq!(table.across.as_deref(), Some("clip_coef"));
    let row = SweepTable::of(history(&[("gamma", "0.9, 0.99")], 1).plan());
    assert_eq!(row.heads, ["gamma", "0.9", "0.99"]);
    assert_eq!(
        (row.rows.len(), row.rows[0].cells.as_slice()),
        (1, &[0, 1][..])
    );
    let alone = SweepTable::of(history(&[], 3).plan());
    assert_eq!(
        (
            alone.heads.len(),
            alone.rows.len(),
            alone.rows[0].cells.len()
        ),
        (2, 1, 1)
    );
    let axes = [("gamma", "0.9, 0.99"), ("clip_coef", "0.1, 0.3")];
    let random = SweepTable::of(drawn(&axes, 1, SweepDesign::Random).plan());
    assert_eq!(random.heads, ["gamma", "clip_coef", "Result"]);
    assert!(
        random
            .rows
            .iter()
            .all(|row| row.heads.len() == 2 && row.cells.len() == 1)
    );
}

#[test]
fn drawn_settings_of_two_numbers_are_points() {
    let axes = [("learning_rate", "0.001, 0.1"), ("clip_coef", "0.1, 0.3")];
    let history = drawn(&axes, 1, SweepDesign::Random);
    let scatter = SweepScatter::of(history.plan()).expect("points");
    assert_eq!(
        scatter.axes.each_ref().map(|axis| axis.key),
        ["learning_rate", "clip_coef"]
    );
    let mut across: Vec<f64> = scatter.points.iter().map(|it| it.0).collect();
    across.sort_by(f64::total_cmp);
    assert_eq!(
        across,
        [0.0, 1.0],
        "the ends are the least and the greatest that were drawn"
    );
    assert!(scatter.points[0].2.starts_with("learning_rate "));
    assert_eq!(SweepScatter::of(grid().plan()), None);
    let words = [("activation", "tanh, relu"), ("clip_coef", "0.1, 0.3")];
    assert_eq!(
        SweepScatter::of(drawn(&words, 1, SweepDesign::Random).plan()),
        None
    );
}

#[test]
fn a_sweep_over_a_task_is_told_by_its_returns() {
    let draft = SweepDraft {
        axes: vec![SweepAxis {
            field: Field::find("learning_rate").expect("a field"),
            values: "0.001, 0.01".to_owned(),
        }],
        seeds: "1".to_owned(),
        ..SweepDraft::default()
    };
    let mut base = Draft::new(Preset::find("ppo-quick").expect("a preset"));
    base.set_text(Field::find("env_id").expect("a field"), "pendulum");
    let mut history = SweepHistory::new(draft.plan(&base).expect("a plan"));
    train(&mut history, 0, &[-1_200.0, -300.0]);
    train(&mut history, 1, &[-1_300.0, -1_250.0]);
    let cells = cells(&history, SweepMeasure::Score);
    assert_eq!(cells[0].text, "−300.0");
    assert_eq!(cells[1].level, Some(1));
    assert!(cells[0].level > cells[1].level);
    let scale = scale(&history, SweepMeasure::Score).expect("a scale");
    assert_eq!((scale.worst, scale.best), (-1_250.0, -200.0));
    assert_eq!(
        finding(&history).expect("a sentence"),
        "No setting solved the task. Highest returns: learning_rate 0.001: 0 of 1 solved, final return −300.0"
    );
    let kind = history.score_kind();
    assert_eq!(SweepMeasure::Score.label(kind), "Final return");
    let frame = SweepFrame::of(&history);
    assert_eq!((frame.bottom, frame.top), (-1_300.0, 0.0));
    assert_eq!(frame.upwards(), "Return of episodes, −1.3k to 0");
    assert_eq!([0.0, -1_300.0].map(|it| frame.height_of(it)), [0.0, 40.0]);
}

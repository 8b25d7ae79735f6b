//! The runs of a sweep, from waiting to over.

mod files;

use super::*;
use crate::config::draft::Draft;
use crate::config::fields::Field;
use crate::config::presets::Preset;
use crate::config::sweep::{SweepAxis, SweepDesign, SweepDraft};
use crate::protocol::checkpoint::Checkpoint;
use crate::protocol::metrics::{Metric, Metrics};
use crate::protocol::{Failure, FailureKind, IterationReport, RunEvent, RunInfo, StopReason};

/// Learning rates 0.001 and 0.01, with two seeds each.
fn plan() -> SweepPlan {
    draft("0.001, 0.01", "2")
}

fn draft(rates: &str, seeds: &str) -> SweepPlan {
    let field = Field::find("learning_rate").expect("a field");
    let draft = SweepDraft {
        axes: vec![SweepAxis {
            field,
            values: rates.to_owned(),
        }],
        seeds: seeds.to_owned(),
        ..SweepDraft::default()
    };
    let base = Draft::new(Preset::find("ppo-quick").expect("a preset"));
    draft.plan(&base).expect("a plan")
}

fn started(plan: &SweepPlan, run: usize) -> Event {
    Event::Run(RunEvent::Started(RunInfo {
        config: plan.config(run).expect("a run"),
        num_iterations: 4,
        first_iteration: 0,
        first_step: 0,
        num_parameters: 1,
        trained_by: crate::protocol::Body::Host { cores: 1 },
    }))
}

/// The score is both: the length of a cart's episodes, and the return of a task's.
fn iteration(iteration: usize, score: f64) -> Event {
    let mut metrics = Metrics::default();
    metrics.set(Metric::EpisodicLength, score);
    metrics.set(Metric::EpisodicReturn, score);
    Event::Run(RunEvent::Iteration(IterationReport {
        iteration,
        global_step: 100 * iteration as u64,
        elapsed_secs: 2.0 * iteration as f64,
        steps_per_sec: 50.0,
        metrics,
    }))
}

fn finished() -> Event {
    Event::Run(RunEvent::Stopped(StopReason::Finished))
}

fn failed() -> Event {
    Event::Failed(Failure {
        kind: FailureKind::NotFinite,
        message: "A loss is not finite".to_owned(),
    })
}

/// Trains a run to its end with these episode lengths.
fn train(history: &mut SweepHistory, run: usize, lengths: &[f64]) {
    history.apply(run, started(&history.plan().clone(), run));
    for (place, length) in lengths.iter().enumerate() {
        history.apply(run, iteration(place + 1, *length));
    }
    history.apply(run, finished());
}

fn waiting(history: &SweepHistory) -> Vec<usize> {
    history.waiting().into_iter().map(|(run, _)| run).collect()
}

#[test]
fn a_run_waits_is_under_way_and_is_over() {
    let mut history = SweepHistory::new(plan());
    assert_eq!(waiting(&history), [0, 1, 2, 3]);
    assert_eq!(
        history.waiting()[3].1,
        history.plan().config(3).expect("a run")
    );
    history.apply(1, started(&plan(), 1));
    history.apply(1, iteration(1, 30.0));
    assert_eq!((history.num_under_way(), history.num_over()), (1, 0));
    assert_eq!(history.runs()[1].score_points(), [(100.0, 30.0)]);
    assert_eq!(history.runs()[1].progress(), 0.25);
    assert_eq!(history.progress(), 0.25 / 4.0);
    assert_eq!(waiting(&history), [0, 2, 3]);
    // Its worker died, and another one begins again.
    history.apply(1, started(&plan(), 1));
    assert_eq!(history.runs()[1].score_points(), []);
    train(&mut history, 1, &[20.0, 480.0, 490.0, 500.0]);
    let result = history.runs()[1].result().expect("a result");
    assert_eq!(
        (result.solved_at, result.final_score),
        (Some(200.0), Some(500.0))
    );
    let record = result.record.as_ref().expect("a record");
    assert_eq!(
        (record.device.as_str(), record.config.clone()),
        ("CPU", plan().config(1).expect("it"))
    );
    assert_eq!(result.config(), Some(&record.config));
    assert_eq!(history.progress(), 0.25);
    // Nothing that comes late changes a result, and an unknown run is nobody's.
    let before = history.clone();
    history.apply(1, started(&plan(), 1));
    history.apply(1, failed());
    history.apply(4, started(&plan(), 1));
    assert_eq!(history, before);
    assert!(!history.is_over());
}

#[test]
fn a_failure_is_a_result_and_the_sweep_goes_on() {
    let mut history = SweepHistory::new(plan());
    history.apply(0, failed());
    history.apply(2, started(&plan(), 2));
    history.apply(2, iteration(1, 30.0));
    history.apply(2, failed());
    train(&mut history, 1, &[480.0]);
    train(&mut history, 3, &[480.0]);
    assert!(history.is_over());
    let first = history.runs()[0].result().expect("a result");
    assert_eq!(
        (
            first.record.is_none(),
            first.failure.as_ref().map(|it| it.message.as_str())
        ),
        (true, Some("A loss is not finite"))
    );
    let result = history.result_of(0);
    assert_eq!((result.over, result.failed, result.solved), (2, 2, 0));
    assert!(result.is_over());
    assert_eq!(
        (result.steps_to_solve, result.final_score),
        (None, Some(30.0))
    );
    assert_eq!(history.best(), Some(1));
}

#[test]
fn seeds_of_a_setting_are_told_by_their_medians() {
    let mut history = SweepHistory::new(draft("0.001, 0.01", "3"));
    assert_eq!(history.best(), None);
    train(&mut history, 0, &[20.0, 480.0, 480.0]);
    train(&mut history, 2, &[480.0, 480.0, 480.0]);
    let result = history.result_of(0);
    assert_eq!((result.seeds, result.over, result.solved), (3, 2, 2));
    assert_eq!(
        (result.steps_to_solve, result.final_score),
        (Some(150.0), Some(480.0))
    );
    // Half of the seeds have solved it so far: the median is not known.
    history.apply(4, started(&history.plan().clone(), 4));
    history.apply(4, iteration(1, 20.0));
    assert_eq!(history.result_of(0).under_way, 1);
    history.apply(4, finished());
    assert_eq!(history.result_of(0).steps_to_solve, Some(200.0));
    // One seed that was lucky is not better than two of three.
    train(&mut history, 1, &[480.0]);
    assert_eq!(history.best(), Some(0));
    train(&mut history, 3, &[480.0]);
    train(&mut history, 5, &[20.0]);
    assert_eq!(history.result_of(1).steps_to_solve, Some(100.0));
    assert_eq!(history.best(), Some(1), "as often, and sooner");
}

#[test]
fn a_cancelled_sweep_keeps_what_is_over_and_can_go_on() {
    let mut history = SweepHistory::new(plan());
    train(&mut history, 0, &[20.0, 30.0]);
    history.apply(1, started(&plan(), 1));
    history.apply(1, iteration(1, 20.0));
    history.cancel();
    assert_eq!(waiting(&history), [1, 2, 3]);
    assert_eq!((history.num_over(), history.num_under_way()), (1, 0));
    // A word of the run that was ended.
    history.apply(1, iteration(2, 20.0));
    assert_eq!(waiting(&history), [1, 2, 3]);
    for run in 1..4 {
        train(&mut history, run, &[20.0]);
    }
    assert!(history.is_over());
    // A run that was stopped is no result.
    let mut history = SweepHistory::new(plan());
    history.apply(0, started(&plan(), 0));
    history.apply(0, Event::Run(RunEvent::Stopped(StopReason::Requested)));
    assert_eq!(waiting(&history), [0, 1, 2, 3]);
}

#[test]
fn another_question_keeps_the_results_that_it_has_too() {
    let mut history = SweepHistory::new(plan());
    for run in 0..4 {
        train(&mut history, run, &[20.0 + run as f64]);
    }
    let other = draft("0.01, 0.1", "3");
    assert_eq!(history.left_and_dropped(&plan()), (0, 0));
    assert_eq!(history.left_and_dropped(&other), (4, 2));
    let next = SweepHistory::after(other, history.clone());
    assert_eq!(next.num_over(), 2);
    assert_eq!(waiting(&next), [1, 3, 4, 5]);
    assert_eq!(next.runs()[2], history.runs()[3], "the second seed of 0.01");
    assert_eq!(SweepHistory::after(plan(), history.clone()), history);
}

#[test]
fn a_run_that_broke_off_with_its_worker_is_trained_again() {
    let broken = Event::Failed(Failure {
        kind: FailureKind::Bug,
        message: "The worker broke off".to_owned(),
    });
    let mut history = SweepHistory::new(plan());
    train(&mut history, 0, &[20.0]);
    history.apply(1, started(&plan(), 1));
    history.apply(1, iteration(1, 20.0));
    history.apply(1, broken);
    assert_eq!((history.num_over(), history.result_of(1).over), (1, 0));
    assert_eq!(history.progress(), 0.25);
    assert_eq!(waiting(&history), [2, 3], "not while the sweep goes on");
    assert_eq!(history.left_and_dropped(&plan()), (3, 0));
    assert_eq!(
        read(&write(&history)).expect("a sweep").history.num_over(),
        1
    );
    assert_eq!(waiting(&SweepHistory::after(plan(), history)), [1, 2, 3]);
}

#[test]
fn final_networks_are_kept_while_there_is_room() {
    let mut history = SweepHistory::new(plan());
    let networks = Checkpoint {
        iteration: 1,
        global_step: 100,
        parameters: vec![0.0; 3 << 20],
        first_moment: vec![0.0; 3 << 20],
        second_moment: vec![0.0; 3 << 20],
        adam_steps: 1,
        ..Checkpoint::default()
    };
    for run in 0..2 {
        history.apply(run, started(&plan(), run));
        history.apply(run, iteration(1, 20.0));
        history.apply(run, Event::Run(RunEvent::LastGood(networks.clone())));
        history.apply(run, finished());
    }
    let kept = [0, 1].map(|run| history.runs()[run].result().expect("it").networks.is_some());
    assert_eq!(kept, [true, false], "36 MB each");
}

#[test]
fn the_best_networks_of_a_combination_are_those_of_the_run_that_solved_first() {
    let networks = |mark: f32| Checkpoint {
        iteration: 1,
        global_step: 100,
        parameters: vec![mark],
        first_moment: vec![0.0],
        second_moment: vec![0.0],
        adam_steps: 1,
        ..Checkpoint::default()
    };
    let trained = |lengths: [&[f64]; 2]| {
        let mut history = SweepHistory::new(plan());
        for (run, lengths) in [0, 2].into_iter().zip(lengths) {
            history.apply(run, started(&plan(), run));
            for (index, length) in lengths.iter().enumerate() {
                history.apply(run, iteration(index + 1, *length));
            }
            let last_good = RunEvent::LastGood(networks(run as f32));
            history.apply(run, Event::Run(last_good));
            history.apply(run, finished());
        }
        history
    };
    let best = |history: &SweepHistory| {
        let (config, networks) = history.best_networks(0)?;
        Some((config.seed, networks.parameters[0]))
    };
    let seeds = [0, 2].map(|run| plan().config(run).expect("a run").seed);
    assert_eq!(best(&SweepHistory::new(plan())), None);
    let longer = trained([&[20.0], &[30.0]]);
    assert_eq!(best(&longer), Some((seeds[1], 2.0)));
    let first = trained([&[20.0, 500.0], &[500.0, 500.0]]);
    assert_eq!(best(&first), Some((seeds[1], 2.0)));
    let solved = trained([&[500.0, 20.0], &[400.0, 400.0]]);
    assert_eq!(best(&solved), Some((seeds[0], 0.0)));
    assert_eq!(solved.best_networks(1), None);
}

/// All episodes of Pendulum last as long, and their returns are below 0.
#[test]
fn of_a_task_the_higher_return_is_better() {
    let mut base = Draft::new(Preset::find("ppo-quick").expect("a preset"));
    base.set_text(Field::find("env_id").expect("a field"), "pendulum");
    let draft = SweepDraft {
        axes: vec![SweepAxis {
            field: Field::find("learning_rate").expect("a field"),
            values: "0.001, 0.01".to_owned(),
        }],
        seeds: "1".to_owned(),
        ..SweepDraft::default()
    };
    let mut history = SweepHistory::new(draft.plan(&base).expect("a plan"));
    assert_eq!(history.score_kind(), Some(ScoreKind::Return));
    train(&mut history, 0, &[-1_200.0, -300.0]);
    train(&mut history, 1, &[-1_200.0, -900.0]);
    assert_eq!(history.best(), Some(0));
    let result = history.result_of(0);
    assert_eq!((result.solved, result.final_score), (0, Some(-300.0)));
    assert_eq!(result.score_kind, ScoreKind::Return);
    let head = csv(&history).lines().next().map(str::to_owned);
    let wanted = "learning_rate,seed,solved_at,final_return,iterations,status";
    assert_eq!(head.as_deref(), Some(wanted));
}

#[test]
fn the_time_left_follows_from_the_pace() {
    let mut history = SweepHistory::new(plan());
    assert_eq!(history.secs_left(), None);
    history.apply(0, started(&plan(), 0));
    assert_eq!(history.secs_left(), None);
    history.apply(0, iteration(1, 20.0));
    // A quarter of a run took 2 s. Three quarters and three whole runs are left, one at a time.
    assert_eq!(history.secs_left(), Some(30.0));
    history.apply(1, started(&plan(), 1));
    history.apply(1, iteration(1, 20.0));
    assert_eq!(history.secs_left(), Some(14.0));
    for run in 0..3 {
        train(&mut history, run, &[20.0, 20.0, 20.0, 20.0]);
    }
    assert_eq!(history.secs_left(), Some(8.0));
    train(&mut history, 3, &[20.0]);
    assert_eq!(history.secs_left(), Some(0.0));
}

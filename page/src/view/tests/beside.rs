//! The reader's run beside ours: both lengths are those of the same step, and the sentence about
//! them.

use crate::view::beside::{Beside, Compared, Ours, RunPlace, sentence};
use policy_lab::config::TrainConfig;
use policy_lab::envs::EnvId;
use policy_lab::history::History;
use policy_lab::history::health::CodeFault;
use policy_lab::protocol::metrics::{Metric, Metrics};
use policy_lab::protocol::{Event, IterationReport, RunEvent, RunInfo, StopReason};

/// Returns a run under way with these points: environment steps, and the mean length where episodes
/// ended.
fn run(points: &[(u64, Option<f64>)]) -> History {
    let mut history = History::default();
    history.apply(Event::Run(RunEvent::Started(RunInfo {
        config: TrainConfig::default(),
        num_iterations: 100,
        first_iteration: 0,
        first_step: 0,
        num_parameters: 1,
        trained_by: policy_lab::protocol::Body::Host { cores: 1 },
    })));
    for (index, (step, length)) in points.iter().enumerate() {
        let mut metrics = Metrics::default();
        if let Some(length) = length {
            metrics.set(Metric::EpisodicLength, *length);
        }
        history.apply(Event::Run(RunEvent::Iteration(IterationReport {
            iteration: index + 1,
            global_step: *step,
            elapsed_secs: 1.0,
            steps_per_sec: 1.0,
            metrics,
        })));
    }
    history
}

/// Returns a run with these lengths, an iteration of 100 steps each.
fn even(lengths: impl IntoIterator<Item = f64>) -> History {
    let points = lengths.into_iter().zip(1..);
    let points: Vec<_> = points.map(|(it, index)| (100 * index, Some(it))).collect();
    run(&points)
}

fn ended(mut history: History) -> History {
    history.apply(Event::Run(RunEvent::Stopped(StopReason::Solved)));
    history
}

fn said(own: &History, ours: &History) -> String {
    sentence(&Beside {
        compared: Compared::of(own, ours),
        ..Beside::default()
    })
}

/// Of a task the returns are compared, and the higher one is better.
#[test]
fn a_tasks_runs_are_compared_by_their_returns() {
    let task = |value: f64| {
        let mut history = run(&[(100, Some(200.0))]);
        let info = history.run.info.clone().expect("a run");
        let config = TrainConfig {
            env_id: EnvId::Pendulum,
            ..info.config.clone()
        };
        history.apply(Event::Run(RunEvent::Started(RunInfo { config, ..info })));
        let mut metrics = Metrics::default();
        metrics.set(Metric::EpisodicLength, 200.0);
        metrics.set(Metric::EpisodicReturn, value);
        history.apply(Event::Run(RunEvent::Iteration(IterationReport {
            iteration: 1,
            global_step: 100,
            elapsed_secs: 1.0,
            steps_per_sec: 1.0,
            metrics,
        })));
        history
    };
    assert_eq!(
        said(&task(-1_100.0), &task(-150.5)),
        "Iteration 1: your episodes return −1100.0 on average, ours −150.5"
    );
    let blamed = Beside {
        compared: Compared::of(&task(-1_100.0), &task(-150.5)),
        fault: Some(CodeFault::BrokeOff { iteration: 2 }),
        ..Beside::default()
    };
    assert!(sentence(&blamed).ends_with("so it is the code"));
}

/// Ours trains faster, so it is ahead for most of the time.
#[test]
fn at_every_moment_the_lengths_are_of_one_step() {
    let length = |iteration: usize| 20.0 + 10.0 * iteration as f64;
    let all = |count| even((1..=count).map(length));
    for (own, ours) in (1..30).flat_map(|own| (1..30).map(move |ours| (own, ours))) {
        let lengths = Compared::of(&all(own), &all(ours)).expect("a length");
        assert_eq!(lengths.at, RunPlace::Iteration(own), "{own} {ours}");
        let wanted = match ours >= own {
            true => Ours::There(length(own)),
            false => Ours::NotYet,
        };
        assert_eq!((lengths.own, lengths.ours), (length(own), wanted));
        let said = said(&all(own), &all(ours));
        assert_eq!(said.ends_with(": the same"), ours >= own, "{said}");
    }
    assert_eq!(Compared::of(&run(&[(100, None)]), &all(3)), None);
    assert_eq!(
        said(&all(1), &History::default()),
        "Iteration 1: your episodes last 30.0 steps"
    );
}

/// Both end at 500 and part on the way there.
#[test]
fn the_same_is_said_of_curves_and_not_of_their_ends() {
    let own = [20.0, 180.0, 500.0];
    let both = "Iteration 3: your episodes last 500.0 steps, ours 500.0";
    assert_eq!(said(&even(own), &even([20.0, 30.0, 500.0])), both);
    assert_eq!(said(&even(own), &even(own)), format!("{both}: the same"));
    // To the digits that are told, and as far as both have come.
    let near = even([20.01, 180.0, 500.0, 9.0]);
    assert_eq!(said(&even(own), &near), format!("{both}: the same"));
    // A dip of ours between two points of the reader's.
    let sparse = run(&[(100, Some(20.0)), (300, Some(20.0))]);
    let said = said(&sparse, &even([20.0, 9.0, 20.0]));
    assert!(said.ends_with("ours 20.0"), "{said}");
}

#[test]
fn where_rollouts_differ_in_length_the_step_counts_and_not_the_iteration() {
    // Iteration 2 of the reader's run is at step 300; ours has 40 steps at 200 and 80 at 400.
    let own = run(&[(100, Some(17.0)), (300, Some(30.0))]);
    let ours = run(&[(200, Some(40.0)), (400, Some(80.0)), (900, Some(500.0))]);
    let lengths = Compared::of(&own, &ours).expect("a length");
    assert_eq!(lengths.at, RunPlace::Step(300));
    assert_eq!((lengths.own, lengths.ours), (30.0, Ours::There(60.0)));
    assert_eq!(
        said(&own, &ours),
        "After 300 environment steps: your episodes last 30.0 steps, ours 60.0"
    );
    // Before the first point of ours there is nothing to read.
    let early = run(&[(100, Some(17.0))]);
    assert_eq!(
        said(&early, &ours),
        "Iteration 1: your episodes last 17.0 steps"
    );
    // No episode has ended in the newest iteration: the point before it counts, for both.
    let gap = run(&[(200, Some(17.0)), (400, None)]);
    assert_eq!(
        said(&gap, &ours),
        "Iteration 1: your episodes last 17.0 steps, ours 40.0"
    );
}

#[test]
fn a_run_of_ours_that_has_ended_is_compared_at_its_end() {
    let own = even((1..=30).map(|it| 10.0 * f64::from(it)));
    let ours = even((1..=19).map(|it| 500.0 * f64::from(it) / 19.0));
    assert_eq!(
        said(&own, &ours),
        "Iteration 30: your episodes last 300.0 steps"
    );
    assert_eq!(
        said(&own, &ended(ours)),
        "Iteration 30: your episodes last 300.0 steps. Ours ended after 19 iterations, where yours lasted 190.0 steps, ours 500.0"
    );
}

#[test]
fn the_code_is_blamed_only_where_it_is_behind() {
    let fault = Some(CodeFault::Behind {
        iteration: 12,
        own: 9.0,
        ours: 120.0,
    });
    let blamed = |own: f64, ours: f64| {
        sentence(&Beside {
            is_over: true,
            compared: Compared::of(&even([own]), &even([ours])),
            fault,
            ..Beside::default()
        })
    };
    assert_eq!(
        blamed(8.42, 120.0),
        "After 1 iteration: your episodes last 8.4 steps, ours 120.0. Settings and seed are the same, so it is the code"
    );
    assert!(!blamed(130.0, 120.0).contains("code"));
}

#[test]
fn a_run_that_broke_off_says_why() {
    let broken = |compared, fault| {
        sentence(&Beside {
            is_over: true,
            compared,
            fault,
            failure: Some("SpinCart gave numbers that are not finite".to_owned()),
            ..Beside::default()
        })
    };
    assert_eq!(
        broken(None, None),
        "Your run broke off before its first result: SpinCart gave numbers that are not finite"
    );
    let both = Compared::of(&even([20.0]), &even([20.0]));
    assert_eq!(
        broken(both, None),
        "After 1 iteration: your episodes last 20.0 steps, ours 20.0. Then your run broke off: SpinCart gave numbers that are not finite"
    );
    let fault = Some(CodeFault::BrokeOff { iteration: 2 });
    assert!(broken(both, fault).contains(
        "ours went on with the same settings and seed, so it is the code: SpinCart gave"
    ));
}

#[test]
fn what_is_not_known_is_not_said() {
    let begins = Beside::default();
    assert_eq!(sentence(&begins), "Your run begins…");
    let of_the_run_before = Beside {
        is_starting: true,
        compared: Compared::of(&even([20.0]), &even([20.0])),
        ..Beside::default()
    };
    assert_eq!(sentence(&of_the_run_before), "Your run begins…");
    let ended = Beside {
        is_over: true,
        ..begins
    };
    assert_eq!(
        sentence(&ended),
        "Your run has ended before its first iteration"
    );
}

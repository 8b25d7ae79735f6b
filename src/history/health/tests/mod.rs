//! Findings on made-up curves, each worked out by hand; this file has those of a score that falls.

use super::*;
use crate::config::presets::Preset;
use crate::config::{EnvId, TrainConfig};
use crate::protocol::checkpoint::Checkpoint;
use crate::protocol::metrics::Metrics;
use crate::protocol::{Event, Failure, FailureKind, IterationReport, RunEvent, RunInfo};

mod code;
mod others;
mod seeds;
mod settings;

/// Environment steps of an iteration.
const STEPS: u64 = 8_192;

fn quick(id: &str) -> TrainConfig {
    Preset::find(id).map_or_else(|| panic!("no {id}"), |preset| (preset.config)())
}

fn unclipped() -> TrainConfig {
    TrainConfig {
        clip_coef: None,
        ..quick("ppo-quick")
    }
}

/// Returns a run of 100 iterations with these episode lengths, and with the metrics that `more`
/// adds to each iteration.
fn history(
    config: TrainConfig,
    lengths: &[f64],
    more: impl Fn(usize) -> Vec<(Metric, f64)>,
) -> History {
    let mut history = History::default();
    history.apply(Event::Run(RunEvent::Started(RunInfo {
        config,
        num_iterations: 100,
        first_iteration: 0,
        first_step: 0,
        num_parameters: 1,
        trained_by: crate::protocol::Body::Host { cores: 1 },
    })));
    for (place, length) in lengths.iter().enumerate() {
        let iteration = place + 1;
        let mut metrics = Metrics::default();
        for (metric, value) in [
            (Metric::EpisodicLength, *length),
            (Metric::EpisodicReturn, *length),
            (Metric::Entropy, 0.6),
            (Metric::ApproxKl, 0.01),
            (Metric::GradNorm, 1.0),
            (Metric::ExplainedVariance, 0.5),
            (Metric::LearningRate, 0.005),
        ] {
            metrics.set(metric, value);
        }
        for (metric, value) in more(iteration) {
            metrics.set(metric, value);
        }
        history.apply(Event::Run(RunEvent::Checkpoint(Checkpoint {
            iteration,
            global_step: iteration as u64 * STEPS,
            parameters: vec![0.0],
            first_moment: vec![0.0],
            second_moment: vec![0.0],
            adam_steps: 0,
            ..Checkpoint::default()
        })));
        history.apply(Event::Run(RunEvent::Iteration(IterationReport {
            iteration,
            global_step: iteration as u64 * STEPS,
            elapsed_secs: 1.0,
            steps_per_sec: 1.0,
            metrics,
        })));
    }
    history
}

/// Returns lengths that rise from 20 to 300 in ten iterations, stay there for `high` iterations and
/// then at 30 for `low`.
fn fallen(high: usize, low: usize) -> Vec<f64> {
    let rise = (0..10).map(|it| 20.0 + f64::from(it) * 28.0);
    rise.chain(std::iter::repeat_n(300.0, high))
        .chain(std::iter::repeat_n(30.0, low))
        .collect()
}

fn problems(history: &History) -> Vec<RunProblem> {
    let verdict = Verdict::of(history);
    verdict.findings.iter().map(|it| it.problem).collect()
}

#[test]
fn nothing_is_said_before_the_first_iteration() {
    assert_eq!(Verdict::of(&History::default()), Verdict::default());
    let started = history(unclipped(), &[], |_| Vec::new());
    assert_eq!(Verdict::of(&started), Verdict::default());
}

#[test]
fn a_collapse_is_named_with_its_iteration_its_cause_and_the_way_back() {
    let large = |iteration| match iteration {
        12 => vec![(Metric::ApproxKl, 0.9), (Metric::Entropy, 0.05)],
        _ => Vec::new(),
    };
    // High until iteration 12; a median of three falls an iteration later, and must stay down for
    // six.
    assert!(Verdict::of(&history(unclipped(), &fallen(2, 6), large)).is_calm());
    let verdict = Verdict::of(&history(unclipped(), &fallen(2, 7), large));
    let finding = verdict.grave().expect("a finding");
    assert_eq!(verdict.marked(), Some(finding));
    assert_eq!(
        finding.problem,
        RunProblem::Collapsed(Fall {
            metric: Metric::EpisodicLength,
            best: 300.0,
            best_at: 12,
            lowest: 30.0,
            now: 30.0,
        })
    );
    assert_eq!((finding.iteration, finding.global_step), (13, 13 * STEPS));
    // The rollout of iteration 12 was good, so the networks to go back to are those after iteration
    // 11.
    assert_eq!(finding.back_to, Some(11));
    assert_eq!(
        finding.causes,
        [
            Cause::LargeUpdate {
                kl: 0.9,
                iteration: 12,
                is_clipped: false
            },
            Cause::LowEntropy {
                entropy: 0.05,
                iteration: 12
            },
        ]
    );
    let clip = Remedy {
        key: "clip_coef",
        text: "0.2".to_owned(),
    };
    assert_eq!(finding.remedies, [clip]);
}

#[test]
fn what_came_long_before_or_after_a_collapse_is_no_cause_of_it() {
    let large = |iteration| match iteration {
        2 | 20 => vec![(Metric::ApproxKl, 0.9)],
        _ => Vec::new(),
    };
    let verdict = Verdict::of(&history(unclipped(), &fallen(5, 12), large));
    let finding = verdict.grave().expect("a finding");
    assert_eq!(finding.causes, []);
    assert_eq!(finding.remedies[0].key, "learning_rate");
    assert_eq!(finding.remedies[0].text, "0.0025");
}

#[test]
fn a_dip_and_a_run_that_has_come_back_are_no_collapse() {
    let dip: Vec<f64> = [fallen(5, 4), vec![290.0; 2]].concat();
    let back: Vec<f64> = [fallen(5, 10), vec![290.0; 7]].concat();
    let half: Vec<f64> = [fallen(5, 0), vec![200.0; 20]].concat();
    // Below half of 300, and above a quarter of the gain over 48, at 111: for fourteen iterations
    // it may come back.
    let long: Vec<f64> = [fallen(5, 0), vec![140.0; 14]].concat();
    // Above half of the best it is a dip, however long.
    let above: Vec<f64> = [fallen(5, 0), vec![155.0; 40]].concat();
    // A twentieth of the preset's learning rate, 479 steps at best, and down to 247.
    let slow: Vec<f64> = [
        vec![21.0, 22.0, 23.0],
        vec![479.0; 20],
        vec![247.0; 8],
        vec![460.0; 9],
    ]
    .concat();
    for lengths in [dip, back, half, long, above, slow] {
        assert_eq!(
            problems(&history(unclipped(), &lengths, |_| Vec::new())),
            []
        );
    }
    let lasting: Vec<f64> = [fallen(5, 0), vec![140.0; 16]].concat();
    let found = problems(&history(unclipped(), &lasting, |_| Vec::new()));
    assert!(matches!(found[..], [RunProblem::Collapsed(_)]), "{found:?}");
    let not_yet: Vec<f64> = [fallen(5, 10), vec![290.0; 5]].concat();
    assert_eq!(
        problems(&history(unclipped(), &not_yet, |_| Vec::new())).len(),
        1
    );
}

#[test]
fn a_run_that_went_back_has_time_to_find_its_feet() {
    let mut run = history(unclipped(), &fallen(5, 9), |_| Vec::new());
    assert_eq!(problems(&run).len(), 1);
    // Back to iteration 12 and down again at once: 24 iterations are not judged, and then it takes
    // six more.
    run.apply(Event::Run(RunEvent::Started(RunInfo {
        config: unclipped(),
        num_iterations: 100,
        first_iteration: 12,
        first_step: 12 * STEPS,
        num_parameters: 1,
        trained_by: crate::protocol::Body::Host { cores: 1 },
    })));
    assert_eq!(problems(&run), []);
    for iteration in 13..=42 {
        let later = history(unclipped(), &vec![30.0; iteration], |_| Vec::new());
        run.apply(Event::Run(RunEvent::Iteration(
            later.run.last.expect("figures"),
        )));
        assert_eq!(
            problems(&run).len(),
            usize::from(iteration >= 42),
            "{iteration}"
        );
    }
}

#[test]
fn a_policy_that_is_worse_than_untrained_has_collapsed_too() {
    let lengths = [vec![21.0; 4], vec![9.0; 7]].concat();
    let found = problems(&history(quick("vpg-quick"), &lengths, |_| Vec::new()));
    assert!(
        matches!(found[..], [RunProblem::Collapsed(Fall { best_at: 4, .. })]),
        "{found:?}"
    );
}

/// Returns the returns of a run of Pendulum that does what [`fallen`] does.
fn fallen_below_0(high: usize, low: usize) -> Vec<f64> {
    let returns = fallen(high, low).into_iter();
    returns.map(|it| 4.0 * it - 1_300.0).collect()
}

#[test]
fn a_return_below_0_collapses_too() {
    let pendulum = || TrainConfig {
        env_id: EnvId::Pendulum,
        ..quick("ppo-quick")
    };
    let found = |returns: &[f64]| problems(&history(pendulum(), returns, |_| Vec::new()));
    assert_eq!(found(&fallen_below_0(2, 6)), []);
    assert_eq!(
        found(&fallen_below_0(2, 7)),
        [RunProblem::Collapsed(Fall {
            metric: Metric::EpisodicReturn,
            best: -100.0,
            best_at: 12,
            lowest: -1_180.0,
            now: -1_180.0,
        })]
    );
    // It has learned little, keeps most of it, solves the task still, or has never been better.
    let little = [vec![-1_200.0; 5], vec![-900.0; 9], vec![-1_250.0; 20]].concat();
    let most = [fallen_below_0(5, 0), vec![-300.0; 20]].concat();
    let solved = [vec![-190.0; 5], vec![-100.0; 9], vec![-195.0; 20]].concat();
    for returns in [little, most, solved, vec![-1_200.0; 40]] {
        assert_eq!(found(&returns), [], "{returns:?}");
    }
}

/// The first episodes of Acrobot to end are those that swung up by chance.
#[test]
fn a_task_is_not_judged_by_the_episodes_that_end_first() {
    let acrobot = TrainConfig {
        env_id: EnvId::Acrobot,
        num_envs: 128,
        ..quick("ppo-quick")
    };
    // All have had the time of 500 steps after 7.8 iterations.
    assert_eq!(acrobot.first_telling_step(), 64_000.0);
    let found = |returns: &[f64]| problems(&history(acrobot.clone(), returns, |_| Vec::new()));
    let lucky = [vec![-300.0; 3], vec![-110.0; 4], vec![-480.0; 20]].concat();
    assert_eq!(found(&lucky), []);
    // What is learned after that and lost again is a collapse.
    let lost = [vec![-480.0; 10], vec![-120.0; 5], vec![-480.0; 12]].concat();
    assert!(
        matches!(found(&lost)[..], [RunProblem::Collapsed(Fall { .. })]),
        "{:?}",
        found(&lost)
    );
}

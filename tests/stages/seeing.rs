//! The reports to an observer. Observing must not change a run.

use policy_lab::config::TrainConfig;
use policy_lab::protocol::metrics::Metric;
use policy_lab::protocol::stages::{Detail, Stage, StageView};
use policy_lab::protocol::{Event, POSE, RunEvent};

use super::{computed, looked_at, stage_report, tiny};
use crate::support::runs::{events, preset, small};

#[test]
fn a_run_computes_the_same_bits_whoever_looks() {
    let early = TrainConfig {
        early_stop: true,
        num_steps: 200,
        total_timesteps: 8 * 200 * 2,
        ..small("vpg-quick", 2)
    };
    let careful = TrainConfig {
        target_kl: Some(1e-4),
        ..tiny()
    };
    let episodes = TrainConfig {
        rollouts_per_iteration: 3,
        total_timesteps: 3 * 1_000 * 2,
        ..preset("reinforce-episodes")
    };
    for config in [tiny(), early, careful, episodes, small("vpg-homework", 2)] {
        let alone = computed(&events(config.clone()));
        assert!(alone.len() >= 4, "{alone:?}");
        for detail in [Detail::Stages, Detail::Jumps, Detail::Steps] {
            let seen = computed(&looked_at(config.clone(), detail));
            assert_eq!(seen, alone, "{detail:?} of {config:?}");
        }
    }
}

#[test]
fn nothing_is_told_to_nobody() {
    let told = events(tiny());
    assert_eq!(told.iter().filter_map(stage_report).count(), 0);
    assert_eq!(looked_at(tiny(), Detail::Nothing).len(), told.len());
}

#[test]
fn stages_come_in_their_order() {
    let events = looked_at(tiny(), Detail::Jumps);
    let names: String = (events.iter())
        .filter_map(|event| match event {
            Event::Run(RunEvent::Iteration(_)) => Some('.'),
            Event::Run(RunEvent::Stage(report)) => Some(match report.position.stage {
                Stage::Collect { .. } => 'c',
                Stage::Advantages => 'a',
                Stage::Minibatch(_) => 'm',
                Stage::Update(_) => 'u',
            }),
            _ => None,
        })
        .collect();
    assert_eq!(
        names,
        "cccccccca".to_owned() + "mumumumumumumumu.ccccccccamumumumumumumumu."
    );
    let positions = events
        .iter()
        .filter_map(stage_report)
        .map(|report| report.position);
    let iterations: Vec<usize> = positions.map(|position| position.iteration).collect();
    assert_eq!((iterations[0], iterations[24], iterations[25]), (1, 1, 2));
}

#[test]
fn what_is_seen_is_what_was_computed() {
    let events = looked_at(tiny(), Detail::Steps);
    let mut frame = None;
    let mut poses = Vec::new();
    let mut policy_losses = Vec::new();
    for event in &events {
        match event {
            Event::Run(RunEvent::Frame(newest)) if frame.is_none() => frame = Some(newest),
            Event::Run(RunEvent::Iteration(report)) => {
                let mean = policy_losses.iter().sum::<f64>() / policy_losses.len() as f64;
                let told = report.metrics.get(Metric::PolicyLoss).expect("a loss");
                assert!((told - mean).abs() < 1e-9, "{told} {mean}");
                break;
            }
            Event::Run(RunEvent::Stage(report)) => {
                match report.view.as_ref().expect("something to see") {
                    StageView::Step(step) => {
                        assert_eq!((step.num_carts, step.poses.len()), (8, 8 * POSE));
                        assert!(step.probability.is_some_and(|it| it > 0.2 && it < 0.8));
                        assert_eq!(step.reward, Some(1.0));
                        poses.extend(&step.poses);
                    }
                    StageView::Targets {
                        advantages,
                        returns,
                    } => {
                        assert!(advantages.is_some_and(|it| it.min < it.mean && it.mean < it.max));
                        assert!(returns.is_some_and(|it| it.deviation > 0.0));
                    }
                    StageView::Samples(count) => assert_eq!(*count, 8 * 32 / 4),
                    StageView::Measures(metrics) => {
                        assert!(metrics.get(Metric::GradNorm).is_some_and(|norm| norm > 0.0));
                        let Stage::Update(turn) = report.position.stage else {
                            panic!("{report:?}");
                        };
                        if turn.epoch == 2 {
                            policy_losses.push(metrics.get(Metric::PolicyLoss).expect("a loss"));
                        }
                    }
                }
            }
            _ => {}
        }
    }
    assert_eq!(frame.map(|frame| &frame.poses), Some(&poses));
}

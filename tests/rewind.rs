//! Checkpoints during a run, and going back to one.

use crate::support::runs::{events, events_of, history, last_good_in, preset, small};
use futures::StreamExt as _;
use policy_lab::config::{Autoreset, EnvId, TrainConfig};
use policy_lab::history::{History, Phase};
use policy_lab::policy::weights;
use policy_lab::protocol::checkpoint::{Checkpoint, MOST, is_due};
use policy_lab::protocol::encoding::{decode, encode};
use policy_lab::protocol::metrics::Metric;
use policy_lab::protocol::moments::Normalisation;
use policy_lab::protocol::{Event, RunEvent, StopReason};
use policy_lab::train::gpu::RunDevice;
use policy_lab::train::session::Session;

#[test]
fn checkpoints_come_before_the_figures_of_their_iteration() {
    let events = events(small("ppo-quick", 3));
    let kinds: Vec<&str> = events
        .iter()
        .map(|event| match event {
            Event::Run(RunEvent::Started(_)) => "started",
            Event::Run(RunEvent::Frame(_)) => "frame",
            Event::Run(RunEvent::Checkpoint(_)) => "checkpoint",
            Event::Run(RunEvent::Iteration(_)) => "iteration",
            Event::Run(RunEvent::LastGood(_)) => "last good",
            Event::Run(RunEvent::Stopped(_)) => "stopped",
            _ => "other",
        })
        .collect();
    let one = ["frame", "checkpoint", "iteration"];
    let whole = [
        &["started"][..],
        &one,
        &one,
        &one,
        &["last good", "stopped"],
    ]
    .concat();
    assert_eq!(kinds, whole);
    let checkpoint = events.iter().rev().find_map(|event| match event {
        Event::Run(RunEvent::Checkpoint(checkpoint)) => Some(checkpoint),
        _ => None,
    });
    let last_good = events.iter().find_map(|event| match event {
        Event::Run(RunEvent::LastGood(checkpoint)) => Some(checkpoint),
        _ => None,
    });
    assert_eq!(checkpoint, last_good, "the last one is that of the end");
}

/// Returns the iterations of the checkpoints that are kept.
fn kept_iterations(history: &History) -> Vec<usize> {
    let checkpoints = history.run.checkpoints.iter();
    checkpoints.map(|it| it.iteration).collect()
}

#[test]
fn a_long_run_keeps_few_of_them() {
    let config = TrainConfig {
        hidden_sizes: vec![4],
        update_epochs: 1,
        ..small("ppo-quick", 130)
    };
    let history = history(config);
    let kept = kept_iterations(&history);
    assert_eq!(kept, (8..=128).step_by(8).collect::<Vec<_>>());
    assert!(kept.len() <= MOST && is_due(128, 1));
}

#[test]
fn whole_episodes_have_checkpoints_too() {
    let config = TrainConfig {
        rollouts_per_iteration: 2,
        total_timesteps: 2 * 1_000 * 3,
        ..preset("reinforce-episodes")
    };
    let kept = history(config).run.checkpoints;
    let steps: Vec<i32> = kept.iter().map(|it| it.adam_steps).collect();
    assert_eq!(steps, [2, 4, 6]);
}

#[test]
fn going_back_cuts_the_curves_and_they_go_on_from_there() {
    let config = small("ppo-quick", 6);
    let mut history = history(config.clone());
    let before = history.run.series(Metric::GradNorm).to_vec();
    let checkpoint = history.run.checkpoint(4).cloned().expect("a checkpoint");
    let session = Session {
        checkpoint: Some(checkpoint),
        ..Session::new(config, RunDevice::Cpu)
    };
    let events: Vec<Event> = pollster::block_on(session.events().collect());
    let mut events = events.into_iter();
    let started = events.next().expect("a start");
    assert!(matches!(&started, Event::Run(RunEvent::Started(run))
        if run.first_iteration == 4 && run.first_step == 4 * 8 * 32));
    history.apply(started);

    // The page's state before the first new iteration is done.
    assert_eq!(history.phase, Phase::Running);
    assert_eq!(history.run.series(Metric::GradNorm), &before[..4]);
    let last = history.run.last.clone().expect("figures");
    assert_eq!((last.iteration, last.global_step), (4, 4 * 8 * 32));
    assert_eq!(last.metrics.get(Metric::GradNorm), Some(before[3].1));
    assert_eq!(history.run.progress(), 4.0 / 6.0);
    assert_eq!(history.run.secs_left(), None, "nothing is timed yet");
    let lengths = history.run.series(Metric::EpisodicLength).last();
    assert_eq!(history.run.episodic_length, lengths.map(|point| point.1));
    let kept = kept_iterations(&history);
    assert_eq!(kept, [1, 2, 3, 4]);

    for event in events {
        history.apply(event);
    }
    assert_eq!(history.phase, Phase::Stopped(StopReason::Finished));
    let after = history.run.series(Metric::GradNorm);
    assert_eq!(after.len(), 6);
    assert_eq!(after[5].0, before[5].0, "the count of steps goes on");
    assert_eq!(history.run.progress(), 1.0);
    assert!(history.run.secs_left().is_some_and(|secs| secs == 0.0));
    assert_eq!(history.run.checkpoints.len(), 6);
}

/// Returns all figures of the iterations after `after`, with their bits, and the newest networks.
/// Times are left out.
fn course_of(events: &[Event], after: usize) -> (Vec<String>, Vec<u32>) {
    let reports = events.iter().filter_map(|event| match event {
        Event::Run(RunEvent::Iteration(report)) if report.iteration > after => Some(report),
        _ => None,
    });
    let figures = reports.map(|it| format!("{} {} {:?}", it.iteration, it.global_step, it.metrics));
    let networks = last_good_in(events).parameters.iter();
    (figures.collect(), networks.map(|it| it.to_bits()).collect())
}

#[test]
fn a_run_that_goes_on_computes_what_it_would_have_computed_unbroken() {
    let configs = [
        small("ppo-quick", 6),
        small("ppo-probe", 6),
        small("ppo-homework-gae", 6),
        small("vpg-quick", 6),
        small("vpg-course", 6),
        small("reinforce-homework", 6),
        TrainConfig {
            autoreset: Autoreset::NextStep,
            max_episode_steps: 21,
            ..small("ppo-quick", 6)
        },
        TrainConfig {
            rollouts_per_iteration: 2,
            total_timesteps: 2 * 1_000 * 6,
            ..preset("reinforce-episodes")
        },
        TrainConfig {
            env_id: EnvId::Pendulum,
            max_episode_steps: 21,
            norm_obs: true,
            norm_reward: true,
            ..small("ppo-quick", 6)
        },
    ];
    for config in configs {
        let unbroken = events(config.clone());
        let checkpoint = unbroken.iter().find_map(|event| match event {
            Event::Run(RunEvent::Checkpoint(checkpoint)) if checkpoint.iteration == 4 => {
                Some(checkpoint.clone())
            }
            _ => None,
        });
        // As it lies in the browser's database.
        let stored = encode(&checkpoint).expect("bytes");
        let session = Session {
            checkpoint: decode(&stored).expect("a checkpoint"),
            ..Session::new(config.clone(), RunDevice::Cpu)
        };
        let goes_on = events_of(session);
        let expected = course_of(&unbroken, 4);
        assert_eq!(expected.0.len(), 2, "{config:?}");
        assert_eq!(course_of(&goes_on, 4), expected, "{config:?}");
    }
}

/// Without running moments the same networks act, from parameters that have these folded in.
#[test]
fn networks_that_saw_normalised_observations_go_on_without() {
    let config = TrainConfig {
        norm_obs: true,
        ..small("ppo-quick", 6)
    };
    let checkpoint = history(config.clone()).run.checkpoint(4).cloned();
    let acting = weights::acting(&config, checkpoint.as_ref().expect("a checkpoint")).into_owned();
    for norm_obs in [true, false] {
        let config = TrainConfig {
            norm_obs,
            ..config.clone()
        };
        let session = Session {
            checkpoint: checkpoint.clone(),
            ..Session::new(config, RunDevice::Cpu)
        };
        let frame = events_of(session)
            .into_iter()
            .find_map(|event| match event {
                Event::Run(RunEvent::Frame(frame)) => Some(frame),
                _ => None,
            });
        let frame = frame.expect("carts");
        assert_eq!(frame.parameters, acting, "norm_obs: {norm_obs}");
    }
}

#[test]
fn a_run_with_other_environments_goes_on_in_fresh_ones() {
    let config = small("ppo-quick", 6);
    let checkpoint = history(config.clone()).run.checkpoint(4).cloned();
    for config in [
        TrainConfig {
            num_envs: 16,
            total_timesteps: 16 * 32 * 6,
            ..config.clone()
        },
        TrainConfig {
            env_id: EnvId::Easycart,
            ..config
        },
    ] {
        let session = Session {
            checkpoint: checkpoint.clone(),
            ..Session::new(config.clone(), RunDevice::Cpu)
        };
        let mut alone = checkpoint.clone().expect("a checkpoint");
        alone.worlds = None;
        let fresh = Session {
            checkpoint: Some(alone),
            ..Session::new(config, RunDevice::Cpu)
        };
        let [session, fresh] = [session, fresh].map(|it| course_of(&events_of(it), 4));
        assert_eq!(session.0.len(), 2);
        assert_eq!(session, fresh);
    }
}

/// In another environment the networks of a run go on like those of a file.
#[test]
fn moments_go_on_where_they_were_measured() {
    let config = TrainConfig {
        norm_obs: true,
        norm_reward: true,
        ..small("ppo-quick", 6)
    };
    let checkpoint = history(config.clone()).run.checkpoint(4).cloned();
    let checkpoint = checkpoint.expect("a checkpoint");
    let course = |config: &TrainConfig, checkpoint: &Checkpoint| {
        let session = Session {
            checkpoint: Some(checkpoint.clone()),
            ..Session::new(config.clone(), RunDevice::Cpu)
        };
        course_of(&events_of(session), 4)
    };
    let from_file = Checkpoint {
        parameters: weights::acting(&config, &checkpoint).into_owned(),
        worlds: None,
        normalisation: None,
        ..checkpoint.clone()
    };
    let elsewhere = TrainConfig {
        env_id: EnvId::Easycart,
        ..config.clone()
    };
    assert_eq!(course(&elsewhere, &checkpoint).0.len(), 2);
    assert_eq!(
        course(&elsewhere, &checkpoint),
        course(&elsewhere, &from_file)
    );

    // Observations are the same with other rewards, whose moments begin anew.
    let without = |forget: fn(&mut Normalisation)| {
        let mut checkpoint = checkpoint.clone();
        forget(checkpoint.normalisation.as_mut().expect("moments"));
        checkpoint
    };
    let without_rewards = without(|it| it.rewards = None);
    assert_ne!(
        course(&config, &checkpoint),
        course(&config, &without_rewards)
    );
    let other = TrainConfig {
        gamma: 0.5,
        ..config.clone()
    };
    let goes_on = course(&other, &checkpoint);
    assert_eq!(goes_on, course(&other, &without_rewards));
    assert_ne!(goes_on, course(&other, &without(|it| it.obs = None)));
}

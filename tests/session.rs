//! The training loop as its stream of events, without a worker or a page.

use crate::support::runs::{events, history, preset, small};
use policy_lab::config::presets::PRESETS;
use policy_lab::config::{Autoreset, TrainConfig};
use policy_lab::history::Phase;
use policy_lab::policy::host_policy::HostPolicy;
use policy_lab::protocol::encoding::{decode, encode};
use policy_lab::protocol::metrics::CHARTS;
use policy_lab::protocol::metrics::Metric;
use policy_lab::protocol::{Event, FIELD_CARTS, FIELD_MOMENTS, POSE, RunEvent, StopReason};

#[test]
fn a_run_starts_iterates_and_stops() {
    let events = events(small("ppo-quick", 3));
    assert!(
        matches!(events[0], Event::Run(RunEvent::Started(ref info)) if info.num_iterations == 3 && info.num_parameters == 9_155)
    );
    assert_eq!(
        events
            .iter()
            .filter(|event| matches!(event, Event::Run(RunEvent::Iteration(_))))
            .count(),
        3
    );
    assert_eq!(
        events.last(),
        Some(&Event::Run(RunEvent::Stopped(StopReason::Finished)))
    );
    let Some(Event::Run(RunEvent::Frame(frame))) = events
        .iter()
        .find(|event| matches!(event, Event::Run(RunEvent::Frame(_))))
    else {
        panic!("no frame");
    };
    assert_eq!(
        (frame.num_steps, frame.num_carts, frame.poses.len()),
        (32, 8, 32 * 8 * POSE)
    );
    let config = small("ppo-quick", 3);
    assert!(
        HostPolicy::new(&config, frame).is_some(),
        "the networks that acted come with the carts"
    );
}

/// The first of them are also among the poses.
#[test]
fn a_run_of_many_environments_shows_a_thousand_of_them() {
    let config = TrainConfig {
        num_envs: 1_100,
        num_steps: 20,
        total_timesteps: 1_100 * 20,
        num_minibatches: 1,
        update_epochs: 1,
        ..small("ppo-quick", 1)
    };
    let frame = history(config).run.frame.expect("a frame");
    assert_eq!(frame.field.len(), FIELD_MOMENTS * FIELD_CARTS * 2);
    for (moment, step) in [(0, 0), (8, 10), (15, 18)] {
        for cart in 0..frame.num_carts {
            let place = (moment * FIELD_CARTS + cart) * 2;
            let pose = (step * frame.num_carts + cart) * POSE;
            let seen = [frame.poses[pose], frame.poses[pose + 2]];
            assert_eq!(frame.field[place..place + 2], seen);
        }
    }
    let few = history(small("ppo-quick", 1)).run.frame.expect("a frame");
    assert!(few.field.is_empty());
}

#[test]
fn the_pace_of_an_iteration_is_that_of_its_own_steps_and_seconds() {
    let (mut steps, mut secs) = (0, 0.0);
    for event in events(small("ppo-quick", 4)) {
        let Event::Run(RunEvent::Iteration(report)) = event else {
            continue;
        };
        let taken = (report.global_step - steps) as f64;
        let worked = (report.elapsed_secs - secs).max(1e-6);
        assert_eq!(report.steps_per_sec, taken / worked);
        (steps, secs) = (report.global_step, report.elapsed_secs);
    }
    assert_eq!(steps, 4 * 8 * 32);
}

#[test]
fn the_same_seed_gives_the_same_run_and_another_seed_another() {
    let series = |seed, id| {
        let history = history(TrainConfig {
            seed,
            ..small(id, 3)
        });
        [Metric::GradNorm, Metric::PolicyLoss, Metric::Entropy]
            .map(|metric| history.run.series(metric).to_vec())
    };
    for id in ["ppo-quick", "vpg-quick"] {
        let first = series(5, id);
        assert!(
            first.iter().all(|points| points.len() == 3),
            "{id}: {first:?}"
        );
        assert_eq!(first, series(5, id), "{id}");
        assert_ne!(first, series(6, id), "{id}");
    }
}

#[test]
fn every_chart_of_an_algorithm_gets_a_point_an_iteration() {
    let ratio = [Metric::ClipFraction, Metric::ZeroGradientFraction];
    let critic = [Metric::ValueLoss, Metric::ExplainedVariance];
    // A mean over episodes that ended is missing if none did.
    let optional = [Metric::EpisodicLength, Metric::EpisodicReturn];
    for (id, missing) in [
        (
            "reinforce-quick",
            [&ratio[..], &critic, &[Metric::ImportanceWeight]].concat(),
        ),
        ("vpg-quick", [ratio, critic].concat()),
        ("vpg-homework", ratio.to_vec()),
        ("ppo-quick", vec![Metric::ImportanceWeight]),
        ("ppo-homework", vec![Metric::ImportanceWeight]),
    ] {
        let history = history(small(id, 2));
        for chart in CHARTS {
            let points = history.run.series(chart.metric).len();
            if missing.contains(&chart.metric) {
                assert_eq!(points, 0, "{id} {}", chart.key());
            } else if !optional.contains(&chart.metric) {
                assert_eq!(points, 2, "{id} {}", chart.key());
            }
        }
        assert!(
            history
                .run
                .episodic_length
                .is_some_and(|length| length > 5.0),
            "{id}"
        );
        assert_eq!(history.phase, Phase::Stopped(StopReason::Finished), "{id}");
        assert_eq!(history.run.progress(), 1.0, "{id}");
    }
}

/// Trains two iterations of every preset with fewer environments, so that all of the page's
/// algorithms, environments and networks run.
#[test]
fn every_preset_runs() {
    for preset in PRESETS {
        let full = (preset.config)();
        let config = TrainConfig {
            num_envs: full.num_envs.min(8),
            num_steps: full.num_steps.min(64),
            rollouts_per_iteration: full.rollouts_per_iteration.min(3),
            stop_when_solved: false,
            ..full
        };
        let config = TrainConfig {
            total_timesteps: 2 * config.batch_size() * config.rollouts_per_iteration,
            ..config
        };
        let history = history(config);
        assert_eq!(
            history.phase,
            Phase::Stopped(StopReason::Finished),
            "{}",
            preset.id
        );
        assert_eq!(
            history.run.series(Metric::GradNorm).len(),
            2,
            "{}",
            preset.id
        );
        let last_good = history.run.last_good.expect("the networks at the end");
        assert_eq!(last_good.iteration, 2, "{}", preset.id);
    }
}

#[test]
fn whole_episodes_end_with_the_episode_and_make_an_update_each() {
    let config = TrainConfig {
        rollouts_per_iteration: 5,
        total_timesteps: 5 * 1_000 * 2,
        ..preset("reinforce-episodes")
    };
    let history = history(config);
    let last = history.run.last.expect("an iteration");
    assert_eq!(last.metrics.get(Metric::EpisodesFinished), Some(5.0));
    let length = last.metrics.get(Metric::EpisodicLength).expect("a length");
    assert_eq!(last.metrics.get(Metric::EpisodicReturn), Some(length));
    assert_eq!(history.run.last_good.map(|it| it.adam_steps), Some(10));
    let frame = history.run.frame.expect("a frame");
    assert_eq!(frame.num_carts, 5);
}

#[test]
fn next_step_reset_pays_nothing_for_its_made_up_steps() {
    let mean_reward = |id: &str, autoreset| {
        let config = TrainConfig {
            autoreset,
            ..small(id, 1)
        };
        history(config).run.series(Metric::MeanReward)[0].1
    };
    assert_eq!(mean_reward("ppo-homework", Autoreset::SameStep), 1.0);
    let random = mean_reward("ppo-homework", Autoreset::NextStep);
    assert!((0.9..0.99).contains(&random), "{random}");
}

#[test]
fn importance_weights_let_vpg_use_a_rollout_more_than_once() {
    let config = TrainConfig {
        use_importance_weights: true,
        // So slow that poles still fall, because a solved run stops early.
        learning_rate: 1e-4,
        update_epochs: 3,
        num_minibatches: 2,
        normalize_returns: true,
        ..small("vpg-quick", 2)
    };
    let history = history(config);
    assert_eq!(history.phase, Phase::Stopped(StopReason::Finished));
    let moved = history
        .run
        .series(Metric::ApproxKl)
        .iter()
        .map(|point| point.1)
        .fold(0.0, f64::max);
    assert!(moved > 0.0, "later passes see a moved policy");
}

#[test]
fn early_stop_cuts_the_rollout_when_all_have_fallen() {
    let long = TrainConfig {
        num_steps: 500,
        total_timesteps: 8 * 500,
        ..small("vpg-quick", 1)
    };
    let steps = |early_stop| {
        history(TrainConfig {
            early_stop,
            ..long.clone()
        })
        .run
        .last
        .map(|last| last.global_step)
    };
    assert_eq!(steps(false), Some(8 * 500));
    let cut = steps(true).expect("an iteration");
    assert!(cut < 8 * 500 && cut % (8 * 16) == 0, "{cut} steps");
}

#[test]
fn every_preset_validates_and_has_iterations() {
    for preset in PRESETS {
        let config = (preset.config)();
        assert_eq!(
            policy_lab::config::validate::problems(&config),
            [],
            "{}",
            preset.id
        );
        assert!(config.num_iterations() > 0, "{}", preset.id);
    }
    assert_eq!(preset("vpg-args-fast").num_iterations(), 195);
}

#[test]
fn events_arrive_as_they_were_sent() {
    for event in events(small("ppo-quick", 1)) {
        let bytes = encode(&event).expect("bytes");
        let arrived: Event = decode(&bytes).expect("an event");
        assert_eq!(arrived, event);
    }
}

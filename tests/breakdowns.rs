//! Runs that cannot continue: what they say, and what they keep.

use crate::support::runs::{events, history, small};
use futures::StreamExt as _;
use policy_lab::config::{EnvId, TrainConfig};
use policy_lab::history::{History, Phase};
use policy_lab::protocol::checkpoint::Checkpoint;
use policy_lab::protocol::metrics::Metric;
use policy_lab::protocol::{Event, StopReason};
use policy_lab::train::gpu::RunDevice;
use policy_lab::train::session::Session;

#[test]
fn a_loss_that_is_no_number_ends_the_run_and_keeps_the_last_good_networks() {
    let config = TrainConfig {
        learning_rate: 1.0,
        learning_rate_end: 1.0,
        max_grad_norm: None,
        weight_decay: 1.0,
        reward: "1e30 * (1 + x)".to_owned(),
        ..small("ppo-homework", 20)
    };
    let history = history(config.clone());
    let Phase::Failed(failure) = &history.phase else {
        panic!("{:?}", history.phase);
    };
    let iteration = history.run.last.as_ref().map_or(0, |last| last.iteration);
    assert!(
        failure
            .message
            .starts_with(&format!("At iteration {}", iteration + 1)),
        "{failure:?}"
    );
    match &history.run.last_good {
        Some(last_good) => {
            assert_eq!(last_good.iteration, iteration);
            assert!(last_good.parameters.iter().all(|value| value.is_finite()));
        }
        None => assert_eq!(iteration, 0),
    }
}

fn resumed_from(config: TrainConfig, checkpoint: Option<Checkpoint>) -> Session {
    Session {
        checkpoint,
        ..Session::new(config, RunDevice::Cpu)
    }
}

#[test]
fn a_run_goes_on_from_what_was_kept() {
    let whole = history(small("ppo-quick", 4));
    let half = history(small("ppo-quick", 2));
    let last_good = half.run.last_good.clone().expect("networks");
    let mut resumed = half;
    let events: Vec<Event> = pollster::block_on(
        resumed_from(small("ppo-quick", 4), Some(last_good))
            .events()
            .collect(),
    );
    for event in events {
        resumed.apply(event);
    }
    assert_eq!(resumed.run.series(Metric::GradNorm).len(), 4);
    let steps = |history: &History| history.run.last_good.as_ref().map(|it| it.adam_steps);
    assert_eq!(steps(&resumed), steps(&whole));
    assert_eq!(resumed.phase, Phase::Stopped(StopReason::Finished));

    let other = pollster::block_on(
        resumed_from(small("vpg-quick", 4), resumed.run.last_good.clone())
            .events()
            .collect::<Vec<_>>(),
    );
    assert!(
        matches!(&other[..], [Event::Failed(failure)] if failure.message.contains("9155")),
        "{other:?}"
    );
}

#[test]
fn a_reward_that_is_no_number_is_named_with_its_state() {
    let config = TrainConfig {
        reward: "ln(x)".to_owned(),
        ..small("ppo-quick", 1)
    };
    let history = history(config);
    assert!(
        matches!(&history.phase, Phase::Failed(failure)
            if failure.message.contains("“ln(x)” is NaN for x = -")),
        "{:?}",
        history.phase
    );
}

/// The policy sees Pendulum's angle by its cosine and sine.
#[test]
fn a_tasks_reward_that_is_no_number_is_named_with_what_the_policy_saw() {
    let config = TrainConfig {
        env_id: EnvId::Pendulum,
        reward: "ln(torque - 3)".to_owned(),
        ..small("ppo-quick", 1)
    };
    let history = history(config);
    assert!(
        matches!(&history.phase, Phase::Failed(failure)
            if failure.message.contains("“ln(torque - 3)” is NaN for cos_theta = ")
                && failure.message.contains(", sin_theta = ")),
        "{:?}",
        history.phase
    );
}

#[test]
fn a_configuration_that_does_not_validate_is_refused_in_words() {
    let broken = TrainConfig {
        num_minibatches: 3,
        ..small("ppo-quick", 1)
    };
    let events = events(broken);
    assert_eq!(events.len(), 1);
    assert!(
        matches!(&events[0], Event::Failed(failure) if failure.message.starts_with("num_minibatches"))
    );
}

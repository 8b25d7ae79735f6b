//! Losses that are recorded as graphs beside the host's own loop: rows by the thousand, and what is seen of a step.

use crate::support::runs::{events_of, last_good, small};
use burn::tensor::Device;
use policy_lab::config::{Advantage, TrainConfig};
use policy_lab::device::read;
use policy_lab::protocol::metrics::{Metric, Metrics};
use policy_lab::protocol::stages::{Detail, StageView};
use policy_lab::protocol::{Event, RunEvent};
use policy_lab::rollout::Minibatch;
use policy_lab::train::session::Session;
use policy_lab::train::setup;

fn session(config: TrainConfig) -> Session {
    Session::new(config, Device::flex())
}

/// Returns the figures of a run's only iteration.
fn measured(config: TrainConfig, records_losses: bool) -> Metrics {
    let events = events_of(session(config), records_losses);
    let metrics = events.into_iter().find_map(|event| match event {
        Event::Run(RunEvent::Iteration(report)) => Some(report.metrics),
        _ => None,
    });
    metrics.expect("an iteration")
}

/// More rows than are recorded as one graph, and than the host computes before it lets others in: their gradients are added up.
#[test]
fn a_large_minibatch_has_one_gradient_in_both_ways() {
    let large = TrainConfig {
        num_envs: 100,
        num_steps: 200,
        total_timesteps: 100 * 200,
        hidden_sizes: vec![4],
        update_epochs: 1,
        num_minibatches: 1,
        rollouts_per_iteration: 1,
        max_grad_norm: None,
        weight_decay: 0.0,
        ..small("vpg-quick", 1)
    };
    for advantage in [Advantage::WorldMean, Advantage::Value] {
        let config = TrainConfig {
            advantage,
            early_stop: false,
            ..large.clone()
        };
        let [host, recorded] =
            [false, true].map(|records| last_good(session(config.clone()), records).first_moment);
        let largest = recorded.iter().fold(0.0_f32, |most, it| most.max(it.abs()));
        let pairs = host.iter().zip(&recorded);
        let far = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(
            far < 1e-4 * largest,
            "{advantage:?}: {far} of {largest} at most"
        );
        assert_ne!(host, recorded, "both are computed in the same way");

        let [host, recorded] = [false, true].map(|records| measured(config.clone(), records));
        for metric in [Metric::PolicyLoss, Metric::Entropy, Metric::GradNorm] {
            let (host, recorded) = (host.get(metric), recorded.get(metric));
            let (host, recorded) = (host.expect("a number"), recorded.expect("a number"));
            let allowed = 1e-4 * (1.0 + host.abs());
            assert!(
                (host - recorded).abs() < allowed,
                "{}: {host}, {recorded}",
                metric.key()
            );
        }
    }
}

/// Rows beyond the 16,384 that are computed at once have the numbers that they have alone.
#[test]
fn a_row_of_many_has_the_numbers_that_it_has_alone() {
    let config = TrainConfig {
        hidden_sizes: vec![4],
        ..small("ppo-quick", 1)
    };
    let learner = setup::RunSetup::new(&config, &Device::flex()).learner;
    let critic = learner.networks.critic.as_ref().expect("a critic");
    let rows = 20_000;
    let waves = |from: usize, count: usize| -> Vec<f32> {
        let numbers = from..from + count;
        numbers.map(|at| (at as f32 * 0.7).sin()).collect()
    };
    let minibatch = |first: usize, count: usize| Minibatch {
        obs: waves(first * 4, count * 4),
        actions: (first..first + count).map(|row| row as i32 % 2).collect(),
        old_log_prob: vec![0.0; count],
        advantages: vec![0.0; count],
        returns: vec![0.0; count],
    };
    let numbers = |first, count| {
        let columns = learner.upload(minibatch(first, count));
        let values = learner.values(critic, &columns.obs).inner();
        [learner.log_prob(&columns), values].map(|column| {
            let column = pollster::block_on(read(column));
            column.expect("the CPU answers")
        })
    };
    let all = numbers(0, rows);
    for (first, count) in [(0, 10), (16_380, 10), (19_990, 10)] {
        for (all, alone) in all.iter().zip(numbers(first, count)) {
            assert_eq!(all.len(), rows);
            for (all, alone) in all[first..first + count].iter().zip(&alone) {
                assert!(
                    (all - alone).abs() < 1e-5,
                    "from row {first}: {all} and {alone}"
                );
            }
        }
    }
}

/// With one step in an iteration, what is shown of the step is what the iteration reports.
#[test]
fn who_watches_a_step_sees_what_it_measured() {
    for records_losses in [false, true] {
        let config = TrainConfig {
            update_epochs: 1,
            num_minibatches: 1,
            rollouts_per_iteration: 1,
            ..small("ppo-quick", 1)
        };
        let session = session(config);
        session.observer.look(Detail::Stages);
        let events = events_of(session, records_losses);
        let measured = events.iter().find_map(|event| match event {
            Event::Run(RunEvent::Stage(report)) => match &report.view {
                Some(StageView::Measures(metrics)) => Some(metrics),
                _ => None,
            },
            _ => None,
        });
        let reported = events.iter().find_map(|event| match event {
            Event::Run(RunEvent::Iteration(report)) => Some(&report.metrics),
            _ => None,
        });
        let (measured, reported) = (measured.expect("a step"), reported.expect("an iteration"));
        for metric in [Metric::PolicyLoss, Metric::ValueLoss, Metric::GradNorm] {
            assert!(measured.get(metric).is_some(), "{}", metric.key());
            assert_eq!(measured.get(metric), reported.get(metric));
        }
    }
}

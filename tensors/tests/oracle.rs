//! The oracle beside the host's loop: rows by the thousand, and what is seen of a step.

use policy_lab::config::{Advantage, TrainConfig};
use policy_lab::protocol::metrics::{Metric, Metrics};
use policy_lab::protocol::stages::{Detail, StageView};
use policy_lab::protocol::{Event, RunEvent};
use policy_lab::train::gpu::RunDevice;
use policy_lab::train::session::Session;

use crate::support::runs::small;
use crate::support::{events_of, last_good};

fn session(config: TrainConfig) -> Session {
    Session::new(config, RunDevice::Cpu)
}

/// Returns the figures of a run's only iteration.
fn measured(config: TrainConfig, by_oracle: bool) -> Metrics {
    let events = events_of(session(config), by_oracle);
    let metrics = events.into_iter().find_map(|event| match event {
        Event::Run(RunEvent::Iteration(report)) => Some(report.metrics),
        _ => None,
    });
    metrics.expect("an iteration")
}

/// More rows than the host computes before it lets others in: their gradients are added up.
#[test]
fn a_large_minibatch_has_the_oracles_gradient() {
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
        let [host, oracle] = [false, true]
            .map(|by_oracle| last_good(session(config.clone()), by_oracle).first_moment);
        let largest = oracle.iter().fold(0.0_f32, |most, it| most.max(it.abs()));
        let pairs = host.iter().zip(&oracle);
        let far = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(
            far < 1e-4 * largest,
            "{advantage:?}: {far} of {largest} at most"
        );
        assert_ne!(host, oracle, "both are computed in the same way");

        let [host, oracle] = [false, true].map(|by_oracle| measured(config.clone(), by_oracle));
        for metric in [Metric::PolicyLoss, Metric::Entropy, Metric::GradNorm] {
            let (host, oracle) = (host.get(metric), oracle.get(metric));
            let (host, oracle) = (host.expect("a number"), oracle.expect("a number"));
            let allowed = 1e-4 * (1.0 + host.abs());
            assert!(
                (host - oracle).abs() < allowed,
                "{}: {host}, {oracle}",
                metric.key()
            );
        }
    }
}

/// With one step in an iteration, what is shown of the step is what the iteration reports.
#[test]
fn who_watches_a_step_sees_what_it_measured() {
    for by_oracle in [false, true] {
        let config = TrainConfig {
            update_epochs: 1,
            num_minibatches: 1,
            rollouts_per_iteration: 1,
            ..small("ppo-quick", 1)
        };
        let session = session(config);
        session.observer.look(Detail::Stages);
        let events = events_of(session, by_oracle);
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

//! What the gradient steps of a run change: in the host's loop, and by the oracle. Nothing here
//! knows a formula of the losses; the numbers follow from what a step must do.

use std::cell::RefCell;
use std::rc::Rc;

use policy_lab::config::{Advantage, AnnealPer, TrainConfig};
use policy_lab::ops::adam::clip;
use policy_lab::ops::rollout::RowSize;
use policy_lab::protocol::metrics::Metric;
use policy_lab::protocol::{Event, RunEvent};
use policy_lab::rollout::{Minibatch, Rollout, StepHooks};
use policy_lab::train::gpu::RunDevice;
use policy_lab::train::hooks::{HookResult, TrainHooks, measures};
use policy_lab::train::session::Session;
use policy_lab::train::setup;
use policy_lab::train::targets::targets;

use crate::support::runs::small;
use crate::support::{events_of, last_good};

fn session(config: TrainConfig) -> Session {
    Session::new(config, RunDevice::Cpu)
}

/// A learning rate that falls to 0 over two iterations is whole in the first and half in the
/// second, to the bit.
#[test]
fn the_learning_rate_falls_after_an_iteration_and_not_before() {
    for by_oracle in [false, true] {
        let annealed = TrainConfig {
            anneal_lr: true,
            learning_rate: 0.01,
            learning_rate_end: 0.0,
            anneal_fraction: 1.0,
            anneal_per: AnnealPer::Iteration,
            ..small("ppo-quick", 2)
        };
        let constant = |learning_rate, iterations| TrainConfig {
            anneal_lr: false,
            learning_rate,
            ..small("ppo-quick", iterations)
        };
        let first = last_good(session(constant(0.01, 1)), by_oracle);
        let second = Session {
            checkpoint: Some(first),
            ..session(constant(0.005, 2))
        };
        let second = last_good(second, by_oracle);
        let annealed = last_good(session(annealed), by_oracle);
        let pairs = annealed.parameters.iter().zip(&second.parameters);
        let far = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert_eq!(far, 0.0, "by the oracle: {by_oracle}");
    }
}

/// The metric is the rate of the iteration's last step.
#[test]
fn the_rate_that_is_shown_is_that_of_the_last_step() {
    for (anneal_per, rates) in [
        (AnnealPer::Iteration, [0.01, 0.005]),
        // Of 16 steps the eighth has made seven before it, and the last fifteen.
        (AnnealPer::Minibatch, [0.01 * 9.0 / 16.0, 0.01 * 1.0 / 16.0]),
    ] {
        let config = TrainConfig {
            anneal_lr: true,
            learning_rate: 0.01,
            learning_rate_end: 0.0,
            anneal_fraction: 1.0,
            anneal_per,
            update_epochs: 4,
            num_minibatches: 2,
            ..small("ppo-quick", 2)
        };
        let shown: Vec<f64> = events_of(session(config), false)
            .iter()
            .filter_map(|event| match event {
                Event::Run(RunEvent::Iteration(report)) => report.metrics.get(Metric::LearningRate),
                _ => None,
            })
            .collect();
        assert_eq!(shown.len(), 2);
        for (shown, rate) in shown.iter().zip(rates) {
            assert!((shown - rate).abs() < 1e-9, "{anneal_per:?}: {shown}");
        }
    }
}

/// Functions of a reader.
enum Reader {
    /// A loss whose gradient is 1 everywhere. Adam then moves each parameter by the learning rate,
    /// whatever the update.
    Slope,
    /// Advantages, and the rewards that they were asked for with.
    Advantages(RefCell<Vec<f32>>),
}

impl StepHooks for Reader {}

impl TrainHooks for Reader {
    fn advantages(&self, rollout: &Rollout, rewards: &[f32]) -> Option<HookResult<Vec<f32>>> {
        match self {
            Self::Slope => None,
            Self::Advantages(asked) => {
                *asked.borrow_mut() = rewards.to_vec();
                Some(Ok(vec![1.0; rollout.len()]))
            }
        }
    }

    fn has_loss(&self) -> bool {
        matches!(self, Self::Slope)
    }

    fn gradient(
        &self,
        parameters: &[f32],
        _: &Minibatch,
        _: usize,
    ) -> HookResult<(Vec<f32>, Vec<f32>)> {
        let count = measures(&small("ppo-quick", 1)).len();
        Ok((vec![1.0; parameters.len()], vec![0.0; count]))
    }
}

/// Two iterations of two rollouts with three steps each are twelve steps, whose rates are 12, 11, …
/// 1 twelfths: 6.5 in all.
#[test]
fn every_step_has_its_place_in_a_schedule_by_minibatch() {
    let config = TrainConfig {
        anneal_lr: true,
        learning_rate: 0.001,
        learning_rate_end: 0.0,
        anneal_fraction: 1.0,
        anneal_per: AnnealPer::Minibatch,
        rollouts_per_iteration: 2,
        update_epochs: 3,
        num_minibatches: 1,
        max_grad_norm: None,
        target_kl: None,
        weight_decay: 0.0,
        ..small("ppo-quick", 4)
    };
    let before = setup::first_parameters(&config, &setup::networks(&config));
    let session = Session {
        hooks: Some(Rc::new(Reader::Slope)),
        ..session(config)
    };
    let after = last_good(session, false);
    assert_eq!(after.adam_steps, 12);
    for (before, after) in before.iter().zip(&after.parameters) {
        let moved = before - after;
        assert!((moved - 0.0065).abs() < 2e-6, "{before} moved by {moved}");
    }
}

/// One step on a gradient of 1: the decay takes its share of the parameter, and Adam moves it by
/// `learning_rate / (1 + adam_eps)`.
#[test]
fn the_optimiser_has_the_epsilon_and_the_decay_of_the_settings() {
    let config = TrainConfig {
        anneal_lr: false,
        learning_rate: 0.1,
        adam_eps: 1.0,
        weight_decay: 0.5,
        rollouts_per_iteration: 1,
        update_epochs: 1,
        num_minibatches: 1,
        max_grad_norm: None,
        ..small("ppo-quick", 1)
    };
    let before = setup::first_parameters(&config, &setup::networks(&config));
    let session = Session {
        hooks: Some(Rc::new(Reader::Slope)),
        ..session(config)
    };
    let after = last_good(session, false);
    for (before, after) in before.iter().zip(&after.parameters) {
        let expected = before * 0.95 - 0.05;
        assert!(
            (after - expected).abs() < 1e-5,
            "{before} became {after}, not {expected}"
        );
    }
}

/// The baseline of VPG is a mean over the environments of a minibatch. Of a single one it is the
/// return itself, and nothing is left.
#[test]
fn a_minibatch_of_one_environment_has_no_advantage() {
    for by_oracle in [false, true] {
        let config = TrainConfig {
            num_minibatches: 8,
            ent_coef: 0.0,
            anneal_lr: false,
            weight_decay: 0.0,
            normalize_returns: false,
            use_importance_weights: true,
            advantage: Advantage::WorldMean,
            ..small("vpg-quick", 1)
        };
        let before = setup::first_parameters(&config, &setup::networks(&config));
        let after = last_good(session(config.clone()), by_oracle);
        assert_eq!(before, after.parameters, "by the oracle: {by_oracle}");

        let with_a_baseline = TrainConfig {
            num_minibatches: 4,
            ..config
        };
        let after = last_good(session(with_a_baseline), by_oracle);
        assert_ne!(before, after.parameters, "by the oracle: {by_oracle}");
    }
}

/// An episode that only the time limit ended would have gone on: its last reward holds half of the
/// 7 that the critic expected of that. One that ended by itself is worth its rewards.
#[test]
fn a_readers_advantages_are_given_what_the_time_limit_cut_off() {
    let rollout = Rollout {
        num_envs: 1,
        num_steps: 4,
        obs_size: 1,
        obs: vec![0.0; 4],
        actions: vec![0; 4],
        log_prob: vec![0.0; 4],
        rewards: vec![1.0, 2.0, 3.0, 4.0],
        terminated: vec![false, false, true, false],
        truncated: vec![false, true, false, false],
        was_reset: vec![false; 4],
        values: vec![10.0, 20.0, 30.0, 40.0],
        row: RowSize {
            state: 1,
            controls: 0,
        },
        hidden: Vec::new(),
        controls: Vec::new(),
        final_samples: vec![1, 2],
        final_obs: vec![0.0; 2],
        next_value: vec![50.0],
        final_values: vec![7.0, 9.0],
    };
    let config = TrainConfig {
        gamma: 0.5,
        advantage: Advantage::Gae,
        ..small("ppo-quick", 1)
    };
    let reader = Reader::Advantages(RefCell::default());
    let targets = targets(&rollout, &config, Some(&reader)).expect("advantages");
    let Reader::Advantages(asked) = reader else {
        unreachable!()
    };
    assert_eq!(asked.take(), [1.0, 5.5, 3.0, 4.0]);
    assert_eq!(targets.returns, [11.0, 21.0, 31.0, 41.0]);
}

/// PyTorch adds 1e-6 to the norm, so a gradient of that norm is halved where that is its limit.
#[test]
fn a_gradient_is_scaled_by_its_limit_over_its_norm() {
    let (clipped, norm) = clip(vec![1e-6], Some(1e-6));
    assert_eq!((clipped, norm), (vec![5e-7], 1e-6));
    let (clipped, norm) = clip(vec![3.0, -4.0], Some(1.0));
    assert_eq!(norm, 5.0);
    assert!((clipped[0] - 0.6).abs() < 1e-6 && (clipped[1] + 0.8).abs() < 1e-6);
    assert_eq!(clip(vec![3.0, -4.0], Some(6.0)), (vec![3.0, -4.0], 5.0));
    assert_eq!(clip(vec![3.0, -4.0], None), (vec![3.0, -4.0], 5.0));
}

/// Without rewards the policy's own loss is 0, and the bonus is all that is left of it.
#[test]
fn an_entropy_bonus_alone_evens_the_policy_out() {
    for by_oracle in [false, true] {
        for id in ["reinforce-quick", "vpg-quick"] {
            let config = TrainConfig {
                reward: "0".to_owned(),
                orthogonal_init: false,
                ent_coef: 0.1,
                learning_rate: 0.02,
                anneal_lr: false,
                normalize_returns: false,
                stop_when_solved: false,
                ..small(id, 20)
            };
            let entropies: Vec<f64> = events_of(session(config), by_oracle)
                .iter()
                .filter_map(|event| match event {
                    Event::Run(RunEvent::Iteration(report)) => report.metrics.get(Metric::Entropy),
                    _ => None,
                })
                .collect();
            let (early, late) = (entropies[1], entropies[19]);
            let most = std::f64::consts::LN_2;
            assert!(
                most - late < 0.1 * (most - early),
                "{id}, by the oracle {by_oracle}: {entropies:?}"
            );
        }
    }
}

use pollster::block_on;

use super::*;
use crate::config::presets::Preset;
use crate::config::{EnvId, KlStop};
use crate::policy::clip::cases::counts;
use crate::protocol::metrics::Metric;

fn lab() -> ClipLab {
    let config = TrainConfig {
        num_envs: 8,
        num_steps: 32,
        num_minibatches: 4,
        learning_rate: 0.02,
        ..(Preset::find("ppo-quick").expect("a preset").config)()
    };
    ClipLab::new(config)
}

fn go(lab: &mut ClipLab, step: ClipStep) -> ClipBatch {
    block_on(lab.go(step)).expect("a batch")
}

fn is_near_one(batch: &ClipBatch) -> bool {
    let ratios = batch.ratios();
    ratios.iter().all(|ratio| (ratio - 1.0).abs() < 1e-4)
}

#[test]
fn ratios_are_one_until_the_first_step() {
    let mut lab = lab();
    let batch = go(&mut lab, ClipStep::Rollout);
    assert_eq!(
        (batch.epoch, batch.minibatch, batch.num_minibatches),
        (1, 0, 4)
    );
    assert_eq!(batch.advantages.len(), 64);
    assert_eq!((batch.obs.len(), batch.actions.len()), (256, 64));
    assert!(is_near_one(&batch));
    let first = go(&mut lab, ClipStep::To(1));
    assert!(
        is_near_one(&first),
        "the loss saw the policy of the rollout"
    );
    assert_ne!(first.log_prob, first.new_log_prob);
    let second = go(&mut lab, ClipStep::To(2));
    let moved = |ratio: &f32| (ratio - 1.0).abs() > 1e-3;
    assert!(second.ratios().iter().any(moved));
    assert_eq!((second.steps, second.minibatch), (2, 2));
}

#[test]
fn continuous_actions_come_with_their_numbers() {
    let config = TrainConfig {
        env_id: EnvId::Pendulum,
        ..lab().config
    };
    let mut lab = ClipLab::new(config);
    let batch = go(&mut lab, ClipStep::Rollout);
    assert_eq!((batch.actions, batch.controls.len()), (vec![0.0; 64], 64));
    let first = go(&mut lab, ClipStep::To(1));
    assert!(is_near_one(&first));
    assert_ne!(first.log_prob, first.new_log_prob);
}

#[test]
fn the_six_cases_agree_with_what_the_loss_measured() {
    let mut lab = lab();
    let batch = go(&mut lab, ClipStep::To(12));
    assert_eq!((batch.epoch, batch.minibatch), (3, 4));
    let counts = counts(&batch.ratios(), &batch.advantages, 0.2);
    let size = batch.advantages.len();
    assert_eq!(counts.iter().sum::<usize>(), size);
    let outside = counts[0] + counts[2] + counts[3] + counts[5];
    let measured = batch.metrics.get(Metric::ClipFraction).expect("measured");
    assert!(
        (outside as f64 / size as f64 - measured).abs() < 1e-6,
        "{outside} {measured}"
    );
}

#[test]
fn steps_are_the_same_one_by_one_and_after_going_back() {
    let mut lab = lab();
    let at_once = go(&mut lab, ClipStep::To(8));
    assert!(is_near_one(&go(&mut lab, ClipStep::To(0))));
    let mut one_by_one = ClipBatch::default();
    for steps in 1..=8 {
        one_by_one = go(&mut lab, ClipStep::To(steps));
    }
    assert_eq!(at_once, one_by_one);
}

/// An instructor shows this: the same minibatch after as many steps, with and without the clip.
#[test]
fn other_settings_answer_for_the_same_minibatch() {
    let mut lab = lab();
    let clipped = go(&mut lab, ClipStep::To(8));
    let without = TrainConfig {
        clip_coef: None,
        ..lab.config.clone()
    };
    assert!(lab.adopt(&without));
    let unclipped = go(&mut lab, ClipStep::To(8));
    assert_eq!(clipped.old_log_prob, unclipped.old_log_prob);
    assert_eq!(clipped.advantages, unclipped.advantages);
    let furthest = |batch: &ClipBatch| {
        let ratios = batch.ratios();
        let distances = ratios.iter().map(|ratio| (ratio - 1.0).abs());
        distances.fold(0.0, f32::max)
    };
    assert!(
        furthest(&unclipped) > furthest(&clipped),
        "{} {}",
        furthest(&unclipped),
        furthest(&clipped)
    );
    assert!(lab.adopt(&clipped_again(&without)));
    assert_eq!(go(&mut lab, ClipStep::To(8)), clipped);
}

fn clipped_again(config: &TrainConfig) -> TrainConfig {
    TrainConfig {
        clip_coef: Some(0.2),
        ..config.clone()
    }
}

#[test]
fn rollout_after_rollout_the_policy_learns() {
    let mut lab = lab();
    let first = go(&mut lab, ClipStep::Rollout);
    let mut last = first.clone();
    for _ in 0..12 {
        go(&mut lab, ClipStep::To(16));
        last = go(&mut lab, ClipStep::Rollout);
    }
    assert_eq!(last.rollout, 13);
    let lengths = (first.episodic_length, last.episodic_length);
    assert!(
        lengths.1 > lengths.0.map(|length| 1.5 * length),
        "{lengths:?}"
    );
}

#[test]
fn other_environments_need_another_lab() {
    let lab_with = |change: fn(&mut TrainConfig)| {
        let mut lab = lab();
        let mut config = lab.config.clone();
        change(&mut config);
        lab.adopt(&config)
    };
    assert!(lab_with(|config| config.learning_rate = 0.5));
    assert!(lab_with(|config| config.gamma = 0.5));
    assert!(!lab_with(|config| config.num_envs = 16));
    assert!(!lab_with(|config| config.terminal_reward = 0.0));
    assert!(!lab_with(|config| config.hidden_sizes = vec![8]));
}

#[test]
fn the_losses_settings_hold_here_and_those_of_a_run_do_not() {
    let batch_with = |change: fn(&mut TrainConfig)| {
        let mut config = lab().config;
        change(&mut config);
        go(&mut ClipLab::new(config), ClipStep::To(8))
    };
    let plain = batch_with(|_| {});
    for kl_stop in [KlStop::EpochMean, KlStop::SpinningUp] {
        let config = TrainConfig {
            norm_obs: true,
            norm_reward: true,
            target_kl: Some(1e-9),
            kl_stop,
            ..lab().config
        };
        assert_eq!(go(&mut ClipLab::new(config), ClipStep::To(8)), plain);
    }
    for of_loss in [
        batch_with(|config| config.clip_vloss = true),
        batch_with(|config| config.huber_delta = Some(0.1)),
    ] {
        let value_loss = |batch: &ClipBatch| batch.metrics.get(Metric::ValueLoss);
        assert_ne!(value_loss(&of_loss), value_loss(&plain));
    }
}

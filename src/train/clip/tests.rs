use pollster::block_on;

use super::*;
use crate::train::cases::counts;
use crate::train::metrics::Metric;
use crate::train::presets::Preset;

fn lab() -> ClipLab {
    let config = TrainConfig {
        num_envs: 8,
        num_steps: 32,
        num_minibatches: 4,
        learning_rate: 0.02,
        ..(Preset::find("ppo-quick").expect("a preset").config)()
    };
    ClipLab::new(config, &Device::flex())
}

#[test]
fn ratios_are_one_until_the_first_step() {
    let mut lab = lab();
    let batch = block_on(lab.roll_out()).expect("a rollout");
    assert_eq!(
        (batch.epoch, batch.minibatch, batch.num_minibatches),
        (1, 0, 4)
    );
    assert_eq!(batch.advantages.len(), 64);
    assert!(
        batch
            .ratios()
            .iter()
            .all(|ratio| (ratio - 1.0).abs() < 1e-4)
    );
    let first = block_on(lab.step()).expect("a step");
    assert!(
        first
            .ratios()
            .iter()
            .all(|ratio| (ratio - 1.0).abs() < 1e-4)
    );
    assert_ne!(first.log_prob, first.new_log_prob);
    let second = block_on(lab.step()).expect("a step");
    assert!(
        second
            .ratios()
            .iter()
            .any(|ratio| (ratio - 1.0).abs() > 1e-3)
    );
}

#[test]
fn the_six_cases_agree_with_what_the_loss_measured() {
    let mut lab = lab();
    block_on(lab.roll_out()).expect("a rollout");
    let batch = block_on(lab.epochs(3)).expect("three epochs");
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
fn going_back_and_on_again_repeats_everything() {
    let mut lab = lab();
    block_on(lab.roll_out()).expect("a rollout");
    let first = block_on(lab.epochs(2)).expect("two epochs");
    let back = block_on(lab.rewind()).expect("the rollout");
    assert!(back.ratios().iter().all(|ratio| (ratio - 1.0).abs() < 1e-4));
    let again = block_on(lab.epochs(2)).expect("two epochs");
    assert_eq!(first, again);
}

#[test]
fn other_rates_are_adopted_and_other_worlds_are_not() {
    let mut lab = lab();
    let rates = TrainConfig {
        learning_rate: 0.5,
        clip_coef: None,
        ..lab.config.clone()
    };
    assert!(lab.adopt(&rates));
    let wider = TrainConfig {
        num_envs: 16,
        ..rates
    };
    assert!(!lab.adopt(&wider));
}

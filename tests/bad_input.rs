//! Arguments that cannot be learnt from are refused by name: by the library's functions, and by the
//! validation that the page shows.

use crate::support::runs::{history, preset, small};
use policy_lab::config::validate;
use policy_lab::config::{Advantage, TrainConfig};
use policy_lab::history::Phase;
use policy_lab::ops::rollout::RowSize;
use policy_lab::protocol::StopReason;
use policy_lab::random::{Purpose, Stream};
use policy_lab::rollout::{
    BadArgument, GaeParams, Rollout, discounted_returns, generalised_advantages, shuffled,
};

fn named<T>(result: Result<T, BadArgument>) -> &'static str {
    result.err().map_or("nothing", |error| error.argument)
}

fn gae_params(gamma: f64, gae_lambda: f64) -> GaeParams {
    GaeParams { gamma, gae_lambda }
}

#[test]
fn empty_rollouts_are_refused() {
    assert_eq!(named(discounted_returns(&[], &[], 4, 0.9)), "rewards");
    assert_eq!(
        named(generalised_advantages(
            &[],
            &[],
            &[],
            &[],
            4,
            gae_params(0.9, 0.9)
        )),
        "rewards"
    );
    assert_eq!(named(discounted_returns(&[], &[], 0, 0.9)), "num_envs");
    let stream = Stream::new(1, Purpose::Shuffle);
    assert_eq!(named(shuffled(&stream, 0, 0, 1)), "batch_size");
    assert_eq!(
        Rollout::new((4, 8), (4, RowSize::default())).next_values(),
        Vec::<f32>::new()
    );
}

#[test]
fn lengths_that_differ_are_refused() {
    let two = [1.0_f32, 2.0];
    assert_eq!(named(discounted_returns(&two, &[true], 1, 0.9)), "ended");
    assert_eq!(
        named(discounted_returns(&two, &[true; 2], 4, 0.9)),
        "rewards"
    );
    let flags = [false; 2];
    let short = [0.0_f32];
    assert_eq!(
        named(generalised_advantages(
            &two,
            &short,
            &two,
            &flags,
            1,
            gae_params(0.9, 0.9)
        )),
        "values"
    );
    assert_eq!(
        named(generalised_advantages(
            &two,
            &two,
            &short,
            &flags,
            1,
            gae_params(0.9, 0.9)
        )),
        "next_values"
    );
}

#[test]
fn discounts_outside_0_to_1_are_refused() {
    for bad in [-0.1, 1.000_1, f64::NAN, f64::INFINITY] {
        assert_eq!(named(discounted_returns(&[1.0], &[true], 1, bad)), "gamma");
        let gae = |discounts| generalised_advantages(&[1.0], &[0.0], &[0.0], &[true], 1, discounts);
        assert_eq!(named(gae(gae_params(bad, 0.9))), "gamma");
        assert_eq!(named(gae(gae_params(0.9, bad))), "gae_lambda");
        let config = TrainConfig {
            gamma: bad,
            ..preset("ppo-quick")
        };
        let fields: Vec<_> = validate::problems(&config)
            .iter()
            .map(|p| p.field)
            .collect();
        assert_eq!(fields, ["gamma"]);
    }
}

#[test]
fn numbers_that_are_not_finite_are_refused_with_their_sample() {
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let error = discounted_returns(&[1.0, bad], &[false; 2], 1, 0.9).expect_err("refused");
        assert_eq!(error.argument, "rewards");
        assert!(error.to_string().contains("Sample 1"), "{error}");
        let values = [0.0, bad];
        let gae = generalised_advantages(
            &[1.0; 2],
            &values,
            &[0.0; 2],
            &[false; 2],
            1,
            gae_params(0.9, 0.9),
        );
        assert_eq!(named(gae), "values");
    }
}

#[test]
fn minibatches_that_do_not_divide_are_refused() {
    let stream = Stream::new(1, Purpose::Shuffle);
    assert_eq!(named(shuffled(&stream, 0, 10, 3)), "num_minibatches");
    assert_eq!(named(shuffled(&stream, 0, 10, 0)), "num_minibatches");
    let config = TrainConfig {
        num_minibatches: 3,
        ..preset("ppo-quick")
    };
    let problems = validate::problems(&config);
    assert_eq!(problems[0].field, "num_minibatches");
    assert!(problems[0].message.contains("8192"), "{problems:?}");
}

#[test]
fn a_single_sample_has_no_standard_deviation() {
    for (id, field) in [
        ("ppo-quick", "norm_adv"),
        ("vpg-course", "normalize_returns"),
    ] {
        let config = TrainConfig {
            num_envs: 1,
            num_steps: 1,
            num_minibatches: 1,
            ..preset(id)
        };
        let fields: Vec<_> = validate::problems(&config)
            .iter()
            .map(|p| p.field)
            .collect();
        assert_eq!(fields, [field], "{id}");
    }
}

#[test]
fn all_terminated_a_single_world_and_a_single_step_are_learnt_from() {
    // Every step ends its episode, so the advantage is the reward minus the value.
    let ours = generalised_advantages(
        &[1.0, 2.0],
        &[0.25, 0.5],
        &[0.0; 2],
        &[true; 2],
        1,
        gae_params(0.99, 0.95),
    );
    assert_eq!(ours, Ok(vec![0.75, 1.5]));
    for (id, num_envs, num_steps) in [
        ("reinforce-quick", 1, 1),
        ("reinforce-quick", 8, 1),
        ("vpg-homework", 1, 1),
        ("vpg-homework", 1, 32),
        ("ppo-homework", 8, 1),
        ("ppo-probe", 8, 4),
    ] {
        let config = TrainConfig {
            num_envs,
            num_steps,
            total_timesteps: 2 * num_envs * num_steps,
            stop_when_solved: false,
            ..small(id, 1)
        };
        let phase = history(config).phase;
        assert_eq!(
            phase,
            Phase::Stopped(StopReason::Finished),
            "{id} {num_envs} {num_steps}"
        );
    }
}

#[test]
fn contradictions_name_the_field_and_the_way_out() {
    let cases = [
        ("ppo-quick", "advantage"),
        ("reinforce-episodes", "num_envs"),
        ("ppo-homework", "norm_adv"),
    ];
    for (id, field) in cases {
        let mut config = preset(id);
        match field {
            "advantage" => config.advantage = Advantage::WorldMean,
            "num_envs" => config.num_envs = 2,
            _ => config.norm_adv = true,
        }
        config.total_timesteps *= 2;
        let fields: Vec<_> = validate::problems(&config)
            .iter()
            .map(|p| p.field)
            .collect();
        assert_eq!(fields, [field], "{id}");
    }
}

//! Where a browser ends: numbers of more than 32 bits, losses that a GPU has no phase for, and
//! steps that go too far.

use futures::StreamExt as _;
use policy_lab::config::presets::Preset;
use policy_lab::config::{Advantage, AnnealPer, TrainConfig, url, validate};
use policy_lab::device::DeviceChoice;
use policy_lab::protocol::{Event, RunEvent, StopReason};
use policy_lab::train::lockstep::Lockstep;
use policy_lab::train::session::Session;
use policy_lab_tensors::device::open;
use policy_lab_tensors::train::run_device;
use wasm_bindgen_test::wasm_bindgen_test;

use super::{start, tiny};

/// A browser counts in 32 bits, and a native test does not.
#[wasm_bindgen_test]
fn large_numbers_are_refused_or_counted_and_never_cut() {
    for (name, value, most) in [
        ("seed", "5000000000", "4294967295"),
        ("seed", "4294967297", "4294967295"),
        ("total_timesteps", "1e12", "1000000000"),
        ("num_envs", "4294967300", "16384"),
        ("hidden_sizes", "64-4294967360", "256"),
    ] {
        let draft = url::read([("preset", "ppo-quick"), (name, value)]).0.draft;
        let problems = draft.config().expect_err(value);
        assert_eq!(problems[0].field, name);
        assert!(
            problems[0].message.contains(most) || name == "hidden_sizes",
            "{problems:?}"
        );
    }
    let long = TrainConfig {
        num_envs: 1,
        num_steps: 1_024,
        num_minibatches: 1_024,
        update_epochs: 100,
        total_timesteps: 1_000_000_000,
        norm_adv: false,
        anneal_lr: true,
        anneal_per: AnnealPer::Minibatch,
        ..(Preset::find("ppo-quick").expect("a preset").config)()
    };
    let rate = long.learning_rate_at(long.num_iterations() / 2, 0);
    assert!((rate / long.learning_rate - 0.5).abs() < 1e-6, "{rate}");
    let wide = TrainConfig {
        num_envs: 16_384,
        num_steps: 128,
        rollouts_per_iteration: 1_000,
        total_timesteps: 1_000_000_000,
        ..(Preset::find("reinforce-quick").expect("a preset").config)()
    };
    let problems = validate::problems(&wide);
    assert!(problems[0].message.contains("2097152000"), "{problems:?}");
}

/// Tests of WebGPU where a (software) adapter exists.
pub mod with_adapter {
    use super::*;

    /// Its advantages depend on the critic's newest values, which the device subtracts and
    /// standardises before each step.
    #[wasm_bindgen_test]
    async fn a_device_that_standardises_newest_values_is_not_accused() {
        start();
        let device = open(DeviceChoice::Webgpu, None).await.device;
        let config = TrainConfig {
            advantage: Advantage::Value,
            norm_adv: true,
            ..tiny("ppo-quick")
        };
        let events: Vec<Event> = Session::new(config, run_device(&device))
            .events()
            .collect()
            .await;
        let said = |event: &&Event| matches!(event, Event::Device(_) | Event::Failed(_));
        assert_eq!(events.iter().find(said), None);
        assert_eq!(
            events.last(),
            Some(&Event::Run(RunEvent::Stopped(StopReason::Finished)))
        );
    }

    /// A last step can lead to parameters that are not finite, which no step measures any more.
    #[wasm_bindgen_test]
    async fn a_run_beside_others_ends_in_the_iteration_in_which_its_parameters_do() {
        start();
        let device = open(DeviceChoice::Webgpu, None).await.device;
        let with = |seed, learning_rate| TrainConfig {
            seed,
            learning_rate,
            num_minibatches: 1,
            hidden_sizes: vec![8],
            ..tiny("ppo-quick")
        };
        let runs = vec![(0, with(1, 1e-3)), (1, with(2, 1e39))];
        let device = run_device(&device);
        let gpu = device.gpu().expect("a software adapter");
        let lockstep = Lockstep::begin(runs, &**gpu).await.expect("one shape");
        let events: Vec<(usize, Event)> = lockstep.events().collect().await;
        let of = |run: usize| events.iter().filter(move |(of, _)| *of == run);
        assert!(
            of(1).any(|(_, event)| matches!(event, Event::Failed(why) if why.message.starts_with("At iteration 1 a parameter"))),
            "{:?}",
            of(1).collect::<Vec<_>>()
        );
        let is_report = |it: &&(usize, Event)| matches!(it.1, Event::Run(RunEvent::Iteration(_)));
        assert_eq!(
            (
                of(0).filter(is_report).count(),
                of(1).filter(is_report).count()
            ),
            (2, 0)
        );
    }
}

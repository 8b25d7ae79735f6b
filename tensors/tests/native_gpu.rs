//! The checks and fixtures on this machine's GPU through Vulkan:
//! `cargo test -p policy-lab-tensors --features wgpu --test native_gpu`.

#![cfg(not(target_arch = "wasm32"))]

use std::rc::Rc;

use burn::tensor::{Device, Tensor};
use futures::StreamExt as _;
use policy_lab::checks::list::{CHECKS, CheckInfo};
use policy_lab::config::presets::Preset;
use policy_lab::config::{Advantage, Algorithm, TrainConfig};
use policy_lab::device::{DeviceChoice, DeviceKind};
use policy_lab::envs::build::formula;
use policy_lab::protocol::check_report::CheckState;
use policy_lab::protocol::metrics::Metric;
use policy_lab::protocol::{Event, ManyEvent, RunEvent};
use policy_lab::train::gpu::{Gpu, RunDevice};
use policy_lab::train::lockstep::Lockstep;
use policy_lab::train::many::train_many;
use policy_lab::train::session::Session;
use policy_lab_tensors::checks::run;
use policy_lab_tensors::device::{open, read};
use policy_lab_tensors::ops::formula::formula_rows;
use policy_lab_tensors::train::run_device;

/// What is no number has the sign 0, as on the host. WGSL promises nothing of such a number, so
/// this is no check of the page's.
#[test]
fn a_sign_is_one_of_three_numbers() {
    let opened = pollster::block_on(open(DeviceChoice::Webgpu, None));
    let sign = formula(1, |_, inputs| vec![inputs[0].sign()]);
    let inputs = [
        2.5,
        f32::INFINITY,
        0.0,
        -0.0,
        f32::NAN,
        -1e-30,
        f32::NEG_INFINITY,
    ];
    let on_device = Tensor::<1>::from_floats(inputs, &opened.device);
    let found = pollster::block_on(read(formula_rows(on_device, sign.clone())));
    let expected = inputs.map(|number| sign.results(&[number])[0]);
    assert_eq!(found.expect("an answer"), expected);
}

/// WGSL has no spelling for infinity, and 0 has no logarithm to make a power of.
#[test]
fn infinite_constants_and_powers_of_zero_are_the_hosts() {
    let opened = pollster::block_on(open(DeviceChoice::Webgpu, None));
    let written = formula(2, |_, inputs| {
        let [a, b] = [inputs[0], inputs[1]];
        vec![
            a.min(f32::INFINITY),
            a.pow(b),
            b.gather(&[1.0, f32::INFINITY]),
        ]
    });
    let rows = [[0.0, 2.0], [0.0, 0.0], [0.0, 0.5], [1.0, -7.0]];
    let on_device = Tensor::<1>::from_floats(rows.as_flattened(), &opened.device);
    let found = pollster::block_on(read(formula_rows(on_device, written.clone())));
    let expected: Vec<f32> = rows.iter().flat_map(|row| written.results(row)).collect();
    assert_eq!(found.expect("an answer"), expected);
}

/// Kernels against the same sums on the host.
#[test]
fn operations_agree() {
    pass(|check| check.id.starts_with("device-"));
}

#[test]
fn every_fast_check_passes() {
    pass(|check| !check.is_slow);
}

fn pass(wanted: impl Fn(&CheckInfo) -> bool) {
    let opened = pollster::block_on(open(DeviceChoice::Webgpu, None));
    assert_eq!(
        opened.report.kind,
        DeviceKind::Webgpu,
        "{:?}",
        opened.report
    );
    println!("{:?}", opened.report);
    let mut failed = Vec::new();
    for check in CHECKS.iter().filter(|check| wanted(check)) {
        let report = pollster::block_on(run(check.id, &opened.device));
        println!(
            "{:<26} {:>6.2} s {:?}",
            check.id, report.elapsed_secs, report.state
        );
        if report.state != CheckState::Passed {
            failed.push(report);
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
}

/// A run that breaks off, and one that solves its task at once, leave the others as they would be
/// alone.
#[test]
fn runs_that_end_leave_the_others_alone() {
    let opened = pollster::block_on(open(DeviceChoice::Webgpu, None));
    let base = TrainConfig {
        num_envs: 1,
        num_steps: 100,
        total_timesteps: 4 * 100,
        num_minibatches: 1,
        update_epochs: 1,
        hidden_sizes: vec![8],
        ..(Preset::first_for(Algorithm::Ppo).config)()
    };
    let with = |seed: u32, learning_rate: f64| TrainConfig {
        seed,
        learning_rate,
        ..base.clone()
    };
    // By chance its first pole stays up for all hundred steps, as one of 1,500 does.
    let solved = TrainConfig {
        full_reset: true,
        stop_when_solved: true,
        ..with(1_807, 1e-3)
    };
    // Its first step leads to parameters that are not finite, which nothing measures before the
    // next one.
    let too_far = with(5, 1e39);
    let runs = [with(1, 1e-3), with(2, 1e30), solved, with(4, 1e-3), too_far];
    let together = pollster::block_on(side_by_side(&runs, &opened.device));
    for run in [0, 3] {
        let alone = pollster::block_on(side_by_side(&runs[run..=run], &opened.device));
        assert_eq!(ends_of(&together[run]), "Started 1 2 3 4 LastGood Finished");
        assert_eq!(
            networks_of(&together[run]),
            networks_of(&alone[0]),
            "run {run}"
        );
    }
    assert_eq!(ends_of(&together[1]), "Started 1 LastGood NotFinite");
    assert!(networks_of(&together[1]).iter().all(|it| it.is_finite()));
    assert_eq!(ends_of(&together[2]), "Started 1 LastGood Solved");
    assert_eq!(ends_of(&together[4]), "Started NotFinite");
}

/// Its advantages depend on the critic's newest values, which the device subtracts and standardises
/// before each step.
#[test]
fn a_device_that_standardises_newest_values_is_not_accused() {
    let opened = pollster::block_on(open(DeviceChoice::Webgpu, None));
    let config = TrainConfig {
        num_envs: 8,
        num_steps: 16,
        total_timesteps: 8 * 16,
        advantage: Advantage::Value,
        norm_adv: true,
        ..(Preset::find("ppo-quick").expect("a preset").config)()
    };
    let events = Session::new(config, run_device(&opened.device)).events();
    let events = pollster::block_on(events.collect::<Vec<_>>());
    let said = |event: &&Event| matches!(event, Event::Device(_) | Event::Failed(_));
    assert_eq!(events.iter().find(said), None);
}

/// A driver that ends long loops early (llvmpipe does) is found out, and the host makes the
/// rollouts.
#[test]
fn a_long_rollout_is_learned_from_to_its_end() {
    let opened = pollster::block_on(open(DeviceChoice::Webgpu, None));
    let config = TrainConfig {
        num_envs: 8,
        num_steps: 1_000,
        total_timesteps: 8 * 1_000,
        ..(Preset::find("reinforce-quick").expect("a preset").config)()
    };
    let mean_reward = |device: &RunDevice| {
        let events = Session::new(config.clone(), device.clone()).events();
        let events = pollster::block_on(events.collect::<Vec<_>>());
        let reports = events.iter().filter_map(|event| match event {
            Event::Run(RunEvent::Iteration(report)) => report.metrics.get(Metric::MeanReward),
            _ => None,
        });
        reports.collect::<Vec<f64>>()
    };
    let (here, host) = (
        mean_reward(&run_device(&opened.device)),
        mean_reward(&RunDevice::Cpu),
    );
    assert_eq!(host.len(), 1);
    assert!(
        here.len() == 1 && (here[0] - host[0]).abs() < 0.01,
        "{here:?}, on the host {host:?}"
    );
}

/// Each shape is trained by itself; what needs the host, and what the CPU does faster, is left to
/// the CPU.
#[test]
fn many_runs_are_trained_or_left_to_the_cpu() {
    let opened = pollster::block_on(open(DeviceChoice::Webgpu, None));
    let small = |seed: u32, hidden: usize| TrainConfig {
        seed,
        num_envs: 2,
        num_steps: 8,
        total_timesteps: 3 * 2 * 8,
        num_minibatches: 1,
        update_epochs: 1,
        hidden_sizes: vec![hidden],
        ..(Preset::first_for(Algorithm::Ppo).config)()
    };
    let own_reward = TrainConfig {
        reward: "1 - abs(x)".to_owned(),
        ..small(3, 8)
    };
    let runs = [small(1, 8), small(1, 9), own_reward, small(2, 8)];
    let many = |against: Option<usize>| {
        let numbered = runs.iter().cloned().enumerate().collect();
        let events = train_many(numbered, gpu_of(&opened.device), against);
        pollster::block_on(events.collect::<Vec<_>>())
    };
    let mut told = vec![Vec::new(); runs.len()];
    let mut left = Vec::new();
    let events = many(None);
    assert_eq!(events.last(), Some(&ManyEvent::Done));
    for event in events {
        match event {
            ManyEvent::Events(some) => {
                some.into_iter()
                    .for_each(|(run, event)| told[run].push(event));
            }
            ManyEvent::LeftToCpu { runs, why } => left.push((runs, why)),
            ManyEvent::Done => {}
        }
    }
    for run in [0, 1, 3] {
        assert_eq!(ends_of(&told[run]), "Started 1 2 3 LastGood Finished");
    }
    assert!(told[2].is_empty());
    assert_eq!(left.len(), 1);
    assert_eq!(left[0].0, [2]);

    let longer = |config: &TrainConfig| TrainConfig {
        total_timesteps: 1 << 20,
        ..config.clone()
    };
    let runs = [longer(&runs[0]), longer(&runs[3])];
    let numbered = runs.into_iter().enumerate().collect();
    // No machine has so many cores.
    let events = train_many(numbered, gpu_of(&opened.device), Some(1 << 30));
    let events = pollster::block_on(events.collect::<Vec<_>>());
    let [.., ManyEvent::LeftToCpu { runs, why }, ManyEvent::Done] = &events[..] else {
        panic!("{events:?}");
    };
    assert_eq!(runs, &[0, 1]);
    assert!(why.contains("slower"), "{why}");
}

/// Returns a device as runs side by side train on it.
fn gpu_of(device: &Device) -> Rc<dyn Gpu> {
    let device = run_device(device);
    Rc::clone(device.gpu().expect("a GPU"))
}

async fn side_by_side(runs: &[TrainConfig], device: &Device) -> Vec<Vec<Event>> {
    let numbered = runs.iter().cloned().enumerate().collect();
    let gpu = gpu_of(device);
    let lockstep = Lockstep::begin(numbered, &*gpu).await.expect("one shape");
    let mut told = vec![Vec::new(); runs.len()];
    let mut events = std::pin::pin!(lockstep.events());
    while let Some((run, event)) = events.next().await {
        told[run].push(event);
    }
    told
}

/// Names the events of a run; an iteration by its number.
fn ends_of(events: &[Event]) -> String {
    let names = events.iter().map(|event| match event {
        Event::Run(RunEvent::Started(_)) => "Started".to_owned(),
        Event::Run(RunEvent::Iteration(report)) => report.iteration.to_string(),
        Event::Run(RunEvent::LastGood(_)) => "LastGood".to_owned(),
        Event::Run(RunEvent::Stopped(reason)) => format!("{reason:?}"),
        Event::Failed(failure) => format!("{:?}", failure.kind),
        other => format!("{other:?}"),
    });
    names.collect::<Vec<_>>().join(" ")
}

fn networks_of(events: &[Event]) -> &[f32] {
    let found = events.iter().find_map(|event| match event {
        Event::Run(RunEvent::LastGood(networks)) => Some(networks.parameters.as_slice()),
        _ => None,
    });
    found.expect("networks at the end")
}

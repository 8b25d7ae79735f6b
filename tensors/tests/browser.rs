//! Things that exist only in a browser: WebGPU in a worker, the yield, the constructors.
//!
//! `scripts/test` runs them twice: with a software adapter and without the module
//! `without_adapter`, then without an adapter and without the module `with_adapter`.

#![cfg(target_arch = "wasm32")]

#[path = "browser/edges.rs"]
mod edges;
#[macro_use]
mod suite;
#[path = "browser/training.rs"]
mod training;

use burn::tensor::Device;
use futures::StreamExt as _;
use policy_lab::checks::list::{CHECKS, CheckGroup, CheckInfo};
use policy_lab::config::TrainConfig;
use policy_lab::config::presets::Preset;
use policy_lab::device::{
    AdapterInfo, DeviceChoice, DeviceKind, DeviceReport, run_constructors, yield_now,
};
use policy_lab::envs::{EnvId, Expression};
use policy_lab::protocol::check_report::CheckState;
use policy_lab::protocol::{Event, RunEvent, StopReason};
use policy_lab::train::session::Session;
use policy_lab::train::setup::networks;
use policy_lab_tensors::checks::run;
use policy_lab_tensors::device::{constructor_runs, open, probe};
use policy_lab_tensors::train::gpu::fits_on_device;
use policy_lab_tensors::train::run_device;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_dedicated_worker);

fn start() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(run_constructors);
}

/// Returns a run that a software adapter finishes in seconds.
fn tiny(id: &str) -> TrainConfig {
    let config = TrainConfig {
        num_envs: 8,
        num_steps: 16,
        update_epochs: 1,
        ..(Preset::find(id).expect("a preset").config)()
    };
    TrainConfig {
        total_timesteps: 2 * config.batch_size(),
        ..config
    }
}

macro_rules! failures {
    ($($topic:ident in $module:ident, $file:literal $section:literal;)*) => {
        /// Returns the topics of the fixtures that differ on `device`, with the first difference of
        /// each.
        async fn failures(device: &Device) -> Vec<String> {
            let mut failures = Vec::new();
            $(
                match suite::$topic(device).await {
                    Ok(0) => failures.push(concat!(stringify!($topic), ": nothing to compare").to_owned()),
                    Ok(_) => {}
                    Err(difference) => failures.push(format!("{}: {difference}", stringify!($topic))),
                }
            )*
            failures
        }
    };
}

for_each_topic!(failures);

#[wasm_bindgen_test]
async fn every_fixture_agrees_on_the_cpu() {
    start();
    let opened = open(DeviceChoice::Cpu, None).await;
    assert_eq!(opened.report.kind, DeviceKind::Cpu, "{:?}", opened.report);
    assert_eq!(failures(&opened.device).await, Vec::<String>::new());
}

#[wasm_bindgen_test]
async fn training_gives_what_burns_own_operations_give() {
    start();
    let compared = suite::generic::training().await;
    assert!(
        compared.as_ref().is_ok_and(|count| *count > 0),
        "{compared:?}"
    );
}

/// Runs the page's quick checks that are wanted, and fails with those that do on `device`.
async fn pass(device: &Device, wanted: impl Fn(&CheckInfo) -> bool) {
    let quick = CHECKS.iter().filter(|check| !check.is_slow);
    let wanted: Vec<&CheckInfo> = quick.filter(|check| wanted(check)).collect();
    assert!(!wanted.is_empty(), "no check is wanted");
    let mut failed = Vec::new();
    for check in wanted {
        let report = run(check.id, device).await;
        if report.state != CheckState::Passed {
            failed.push(format!("{report:?}"));
        }
    }
    assert_eq!(failed, Vec::<String>::new());
}

#[wasm_bindgen_test]
async fn every_quick_check_passes_on_the_cpu() {
    start();
    let device = open(DeviceChoice::Cpu, None).await.device;
    pass(&device, |_| true).await;
}

/// A worker's stack is smaller than a native one.
#[wasm_bindgen_test]
fn the_longest_reward_does_not_overflow_the_stack() {
    let signs = "-".repeat(299) + "x";
    assert!(Expression::parse(&signs, EnvId::Cartpole).is_ok());
    let deep = "-(".repeat(24) + "x" + &")".repeat(24);
    assert!(Expression::parse(&deep, EnvId::Cartpole).is_ok());
    let powers = "x^".repeat(149) + "x";
    assert!(Expression::parse(&powers, EnvId::Cartpole).is_err());
}

/// Tests of WebGPU where a (software) adapter exists.
pub mod with_adapter {
    use super::*;

    #[wasm_bindgen_test]
    async fn webgpu_opens_when_asked_for_and_computes_what_the_host_computes() {
        start();
        let opened = open(DeviceChoice::Webgpu, None).await;
        let report = &opened.report;
        assert_eq!(
            (report.kind, report.is_fallback),
            (DeviceKind::Webgpu, false),
            "{report:?}"
        );
        assert_eq!(report.alternative, Some(DeviceKind::Cpu));
        assert!(!report.name.is_empty());
        assert_eq!(probe(&opened.device).await, Ok(()));
    }

    #[wasm_bindgen_test]
    async fn every_fixture_agrees_on_webgpu() {
        start();
        let opened = open(DeviceChoice::Webgpu, None).await;
        let report = &opened.report;
        assert_eq!(report.kind, DeviceKind::Webgpu, "{report:?}");
        assert_eq!(failures(&opened.device).await, Vec::<String>::new());
    }

    /// Checks whose kernels take long to compile, in a group of tests each: `scripts/test` runs two
    /// groups at once.
    const LEARNING: &[&str] = &["device-learning"];
    const ROLLOUTS: &[&str] = &["device-rollouts", "device-formulas"];

    async fn pass_on_webgpu(wanted: impl Fn(&CheckInfo) -> bool) {
        start();
        let opened = open(DeviceChoice::Webgpu, None).await;
        let report = &opened.report;
        assert_eq!(report.kind, DeviceKind::Webgpu, "{report:?}");
        pass(&opened.device, wanted).await;
    }

    #[wasm_bindgen_test]
    async fn checks_on_webgpu_of_learning() {
        pass_on_webgpu(|check| LEARNING.contains(&check.id)).await;
    }

    #[wasm_bindgen_test]
    async fn checks_on_webgpu_of_rollouts() {
        pass_on_webgpu(|check| ROLLOUTS.contains(&check.id)).await;
    }

    /// Without those that train, because each takes a minute on a software adapter. The end-to-end
    /// tests run one of them there.
    #[wasm_bindgen_test]
    async fn checks_on_webgpu_of_the_rest() {
        let trains =
            |check: &CheckInfo| check.group == CheckGroup::Probes || check.id == "exact-values";
        let is_elsewhere = |id: &str| LEARNING.contains(&id) || ROLLOUTS.contains(&id);
        pass_on_webgpu(|check| !trains(check) && !is_elsewhere(check.id)).await;
    }

    #[wasm_bindgen_test]
    async fn auto_never_takes_a_software_adapter() {
        start();
        let report = open(DeviceChoice::Auto, None).await.report;
        assert_eq!(report.kind, DeviceKind::Cpu, "{report:?}");
        assert!(report.reason.contains("software"), "{}", report.reason);
        assert_eq!(report.alternative, Some(DeviceKind::Webgpu));
    }
}

/// Tests of WebGPU where there is no adapter.
pub mod without_adapter {
    use super::*;

    #[wasm_bindgen_test]
    async fn asking_for_webgpu_gives_the_cpu_and_says_why() {
        start();
        for (choice, is_fallback) in [(DeviceChoice::Webgpu, true), (DeviceChoice::Auto, false)] {
            let opened = open(choice, None).await;
            let report = &opened.report;
            assert_eq!(
                (report.kind, report.is_fallback),
                (DeviceKind::Cpu, is_fallback),
                "{report:?}"
            );
            assert!(report.reason.contains("WebGPU"), "{}", report.reason);
            assert_eq!(report.alternative, None);
            assert_eq!(probe(&opened.device).await, Ok(()));
        }
    }
}

/// Opens the CPU where `requestAdapter` is this JavaScript, and returns what is said of WebGPU.
async fn opened_where(request_adapter: &str, choice: DeviceChoice) -> DeviceReport {
    let put = format!(
        "Object.defineProperty(navigator, 'gpu', {{ configurable: true, value: {{ requestAdapter: {request_adapter} }} }})"
    );
    js_sys::eval(&put).expect("a property");
    let report = open(choice, None).await.report;
    js_sys::eval("delete navigator.gpu").expect("as it was");
    report
}

/// While a browser starts its GPU again, it has none for a moment.
#[wasm_bindgen_test]
async fn an_adapter_that_is_there_at_the_second_question_is_found() {
    start();
    let late = "(() => { let asked = 0; return async () => asked++ ? { info: { vendor: 'late' } } : null; })()";
    let report = opened_where(late, DeviceChoice::Cpu).await;
    assert_eq!(report.alternative, Some(DeviceKind::Webgpu), "{report:?}");
    let adapter = report.adapter.expect("the adapter");
    assert_eq!(adapter.max_buffer_bytes, None, "it says nothing of it");
    let never = opened_where("async () => null", DeviceChoice::Cpu).await;
    assert_eq!(never.alternative, None, "{never:?}");
}

#[wasm_bindgen_test]
async fn what_an_adapter_says_of_itself_is_passed_on() {
    start();
    let says = "async () => ({
        info: { vendor: 'acme', architecture: 'one', isFallbackAdapter: true },
        limits: { maxBufferSize: 2 ** 32, maxComputeInvocationsPerWorkgroup: 256 },
    })";
    let report = opened_where(says, DeviceChoice::Auto).await;
    let expected = AdapterInfo {
        name: "acme one".to_owned(),
        is_software: true,
        max_buffer_bytes: Some(1 << 32),
        max_workgroup_invocations: Some(256),
    };
    assert_eq!(report.adapter, Some(expected));
}

#[wasm_bindgen_test]
async fn a_browser_that_never_answers_leads_to_the_cpu() {
    start();
    let report = opened_where("() => new Promise(() => {})", DeviceChoice::Webgpu).await;
    assert_eq!(
        (report.kind, report.is_fallback),
        (DeviceKind::Cpu, true),
        "{report:?}"
    );
    assert!(report.reason.contains("not answered"), "{}", report.reason);
}

/// The order of so many samples for each of so many epochs would not fit a binding.
#[wasm_bindgen_test]
fn a_run_with_too_large_a_buffer_is_not_all_on_the_device() {
    let of = |update_epochs: usize| TrainConfig {
        num_envs: 16_384,
        num_steps: 256,
        update_epochs,
        ..(Preset::find("ppo-quick").expect("a preset").config)()
    };
    let fits = |config: TrainConfig| fits_on_device(&config, &networks(&config));
    assert!(fits(of(4)));
    assert!(!fits(of(9)));
}

#[wasm_bindgen_test]
async fn a_failed_gpu_leads_to_the_cpu_with_its_reason() {
    start();
    let why = "The GPU was lost: test".to_owned();
    let report = open(DeviceChoice::Cpu, Some(why.clone())).await.report;
    assert_eq!(
        (report.kind, report.is_fallback, report.reason),
        (DeviceKind::Cpu, true, why)
    );
}

#[wasm_bindgen_test]
async fn a_yield_lets_a_waiting_message_in() {
    use wasm_bindgen::{JsCast as _, closure::Closure};

    let arrived = std::rc::Rc::new(std::cell::Cell::new(false));
    let channel = web_sys::MessageChannel::new().expect("a channel");
    let flag = arrived.clone();
    let hear = Closure::<dyn Fn()>::new(move || flag.set(true));
    channel
        .port1()
        .set_onmessage(Some(hear.as_ref().unchecked_ref()));
    channel
        .port2()
        .post_message(&wasm_bindgen::JsValue::NULL)
        .expect("posted");
    for _ in 0..3 {
        yield_now().await;
    }
    assert!(
        arrived.get(),
        "the message waits for ever behind a loop that yields"
    );
}

/// A run may wait for its turn while a check runs.
#[wasm_bindgen_test]
async fn two_that_yield_at_once_both_go_on() {
    let three = async || {
        for _ in 0..3 {
            yield_now().await;
        }
    };
    futures::join!(three(), three());
}

/// If the linker wrapped the exports, each call from JavaScript would run the constructors again.
#[wasm_bindgen_test]
async fn constructors_run_once() {
    start();
    let before = constructor_runs();
    for _ in 0..5 {
        yield_now().await;
    }
    assert_eq!((before, constructor_runs()), (1, 1));
}

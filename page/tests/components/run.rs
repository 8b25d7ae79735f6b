//! Events of a training worker about a device and a run.

use policy_lab::config::TrainConfig;
use policy_lab::config::presets::Preset;
use policy_lab::protocol::metrics::{Metric, Metrics};
use policy_lab::protocol::{
    DeviceEvent, DeviceKind, DeviceReport, Event, IterationReport, RunEvent, RunInfo,
};

/// Environment steps of an iteration.
const STEPS: u64 = 100;

/// Returns the event that the CPU is open.
pub fn opened() -> Event {
    Event::Device(DeviceEvent::Opened(cpu()))
}

/// Returns the report of the CPU, with no other device on offer.
pub fn cpu() -> DeviceReport {
    DeviceReport {
        kind: DeviceKind::Cpu,
        name: String::new(),
        reason: "No WebGPU adapter answered".to_owned(),
        timing: None,
        is_fallback: false,
        distrusted: Vec::new(),
        alternative: None,
        adapter: None,
    }
}

/// Returns the settings of the page's first preset with this seed.
pub fn settings(seed: u32) -> TrainConfig {
    let preset = Preset::find("ppo-quick").expect("a preset");
    TrainConfig {
        seed,
        ..(preset.config)()
    }
}

/// Returns the event that a run of ten iterations began.
pub fn started(config: TrainConfig) -> Event {
    Event::Run(RunEvent::Started(RunInfo {
        config,
        num_iterations: 10,
        first_iteration: 0,
        first_step: 0,
        num_parameters: 4_610,
        trained_by: policy_lab::protocol::Body::Host { cores: 1 },
    }))
}

/// Returns the event of one iteration with these metrics.
pub fn iteration(iteration: usize, metrics: &[(Metric, f64)]) -> Event {
    let mut measured = Metrics::default();
    for (metric, value) in metrics {
        measured.set(*metric, *value);
    }
    Event::Run(RunEvent::Iteration(IterationReport {
        iteration,
        global_step: iteration as u64 * STEPS,
        elapsed_secs: iteration as f64,
        steps_per_sec: STEPS as f64,
        metrics: measured,
    }))
}

/// Returns the events of a run with these episode lengths, one an iteration, which has not ended.
pub fn run(config: TrainConfig, lengths: &[f64]) -> Vec<Event> {
    let iterations = lengths.iter().enumerate();
    let iterations = iterations
        .map(|(index, length)| iteration(index + 1, &[(Metric::EpisodicLength, *length)]));
    std::iter::once(started(config)).chain(iterations).collect()
}

//! What a training worker tells of a device and of a run.

use policy_lab::config::TrainConfig;
use policy_lab::config::presets::Preset;
use policy_lab::protocol::metrics::{Metric, Metrics};
use policy_lab::protocol::{
    DeviceEvent, DeviceKind, DeviceReport, Event, IterationReport, RunEvent, RunInfo,
};

/// Environment steps of an iteration.
const STEPS: u64 = 100;

/// Tells that the CPU is open.
pub fn opened() -> Event {
    Event::Device(DeviceEvent::Opened(cpu()))
}

/// The CPU as a worker reports it, with nothing else on offer.
pub fn cpu() -> DeviceReport {
    DeviceReport {
        kind: DeviceKind::Cpu,
        name: String::new(),
        reason: "No WebGPU adapter answered".to_owned(),
        timing: None,
        is_fallback: false,
        distrusted: Vec::new(),
        alternative: None,
    }
}

/// Settings of the page's first preset, with another seed.
pub fn settings(seed: u32) -> TrainConfig {
    let preset = Preset::find("ppo-quick").expect("a preset");
    TrainConfig {
        seed,
        ..(preset.config)()
    }
}

/// Tells that a run of ten iterations began.
pub fn started(config: TrainConfig) -> Event {
    Event::Run(RunEvent::Started(RunInfo {
        config,
        num_iterations: 10,
        first_iteration: 0,
        first_step: 0,
        num_parameters: 4_610,
    }))
}

/// Tells the figures of one iteration.
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

/// Tells a run with these episode lengths, an iteration each; it goes on.
pub fn run(config: TrainConfig, lengths: &[f64]) -> Vec<Event> {
    let iterations = lengths.iter().enumerate();
    let iterations = iterations
        .map(|(index, length)| iteration(index + 1, &[(Metric::EpisodicLength, *length)]));
    std::iter::once(started(config)).chain(iterations).collect()
}

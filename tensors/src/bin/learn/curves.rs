//! A fingerprint of how each preset learns on the CPU, to compare before and after a change that
//! must not alter learning. It is valid for one machine and one build: processors round
//! differently.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use policy_lab::config::TrainConfig;
use policy_lab::config::presets::{PRESETS, Preset};
use policy_lab::protocol::{Event, RunEvent};
use policy_lab::train::gpu::RunDevice;
use policy_lab::train::session::Session;

use super::runs::told;

/// Limits of a run: late enough that every kind of update was made, early enough that all presets
/// together take minutes.
const MOST_ITERATIONS: usize = 20;
const MOST_STEPS: u64 = 400_000;

/// Prints a line for each preset: its name, the iterations followed, and the fingerprint.
pub fn print() {
    for preset in PRESETS {
        let (iterations, print) = fingerprint(preset);
        println!("{:<26} {iterations:>3} {print:016x}", preset.id);
    }
}

fn fingerprint(preset: &Preset) -> (usize, u64) {
    let config: TrainConfig = (preset.config)();
    // The hash has fixed keys, so two builds of one toolchain agree.
    let mut hash = DefaultHasher::new();
    let mut iterations = 0;
    for event in told(Session::new(config, RunDevice::Cpu).events()) {
        match event {
            Event::Run(RunEvent::Iteration(report)) => {
                iterations = report.iteration;
                for (metric, value) in report.metrics.iter() {
                    metric.key().hash(&mut hash);
                    value.to_bits().hash(&mut hash);
                }
                if iterations == MOST_ITERATIONS || report.global_step > MOST_STEPS {
                    break;
                }
            }
            Event::Run(RunEvent::Checkpoint(checkpoint)) => {
                for number in &checkpoint.parameters {
                    number.to_bits().hash(&mut hash);
                }
            }
            Event::Failed(failure) => failure.message.hash(&mut hash),
            _ => {}
        }
    }
    (iterations, hash.finish())
}

//! The race of the CPU and the GPU: what both train, how fast each of them is, and the sentence
//! about both. Knows nothing of workers.

use crate::view::format::{count, plural, trim};
use policy_lab::config::presets::Preset;
use policy_lab::config::{Algorithm, TrainConfig};
use policy_lab::protocol::{AdapterInfo, DeviceReport, IterationReport};

/// The numbers of environments that are raced with.
pub const SIZES: [usize; 3] = [64, 1_024, 16_384];
/// Steps of an environment in a rollout: as many as a CPU still takes within a few seconds where
/// there are most environments.
pub const NUM_STEPS: usize = 32;
/// Seconds of work before the time is taken: a GPU compiles its programs, and other cores wake up.
const WARM_UP_SECS: f64 = 1.0;
/// Seconds of work that count.
const COUNTED_SECS: f64 = 2.0;
/// Speeds whose ratio is nearer to 1 are as good as equal: runs of a few seconds differ by as much.
const EQUAL: f64 = 1.1;

/// Returns the settings of a race: those of the page's first preset, with another size.
pub fn settings(num_envs: usize) -> TrainConfig {
    TrainConfig {
        num_envs,
        num_steps: NUM_STEPS,
        // The race ends by the clock.
        total_timesteps: 1_000_000_000,
        ..(Preset::first_for(Algorithm::Ppo).config)()
    }
}

/// A device's run at one size.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Lane {
    /// Seconds of work and environment steps when the time began to count.
    begun: Option<(f64, u64)>,
    /// Environment steps per second, learning included; 0 before the first iteration.
    pub steps_per_sec: f64,
    /// The part of its time that is over, from 0 to 1.
    pub part: f64,
}

impl Lane {
    /// Takes an iteration into account.
    pub fn take(&mut self, report: &IterationReport) {
        let (secs, steps) = (report.elapsed_secs, report.global_step);
        match self.begun {
            Some((from_secs, from_steps)) => {
                let spent = secs - from_secs;
                self.steps_per_sec = (steps - from_steps) as f64 / spent.max(1e-6);
                self.part = (spent / COUNTED_SECS).min(1.0);
            }
            None => {
                self.steps_per_sec = report.steps_per_sec;
                self.begun = (secs >= WARM_UP_SECS).then_some((secs, steps));
            }
        }
    }

    /// Returns true if its time is over.
    pub fn is_over(&self) -> bool {
        self.part >= 1.0
    }

    /// Returns the length of its bar, from 0 to 1: the way that it has come, where the faster of
    /// both comes to the end.
    pub fn length(&self, other: &Self) -> f64 {
        self.part * self.steps_per_sec / self.steps_per_sec.max(other.steps_per_sec).max(1.0)
    }
}

/// Says which device is faster, and how many times, once both are done.
pub fn verdict(cpu: &Lane, gpu: &Lane) -> Option<String> {
    if !(cpu.is_over() && gpu.is_over()) {
        return None;
    }
    let (name, ratio) = match gpu.steps_per_sec / cpu.steps_per_sec {
        ratio if ratio >= 1.0 => ("GPU", ratio),
        ratio => ("CPU", 1.0 / ratio),
    };
    Some(match ratio {
        ratio if ratio < EQUAL => "Both are about as fast".to_owned(),
        ratio if ratio < 10.0 => {
            format!(
                "The {name} is {} times as fast",
                trim(format!("{ratio:.1}"))
            )
        }
        ratio => format!(
            "The {name} is {} times as fast",
            count(ratio.round() as u64)
        ),
    })
}

/// Says which GPU there is, with the adapter's own figures, once `report` tells what a search came
/// to: `GPU: apple metal-3 · largest buffer 4 GiB · largest workgroup 1,024 invocations`. A device
/// in place of one that failed tells nothing of what there is.
pub fn gpu_row(report: &DeviceReport) -> Option<String> {
    let (whose, adapter) = match &report.adapter {
        Some(adapter) if adapter.is_software => ("No GPU here, only a software adapter", adapter),
        Some(adapter) => ("GPU", adapter),
        None if report.is_fallback => return None,
        None => return Some("No GPU here".to_owned()),
    };
    Some(format!("{whose}: {}", figures_of(adapter)))
}

fn figures_of(adapter: &AdapterInfo) -> String {
    let buffer = adapter.max_buffer_bytes;
    let buffer = buffer.map(|bytes| format!("largest buffer {}", binary_size(bytes)));
    let workgroup = adapter.max_workgroup_invocations.map(|most| {
        let most = plural(most as usize, "invocation");
        format!("largest workgroup {most}")
    });
    let parts = [Some(adapter.name.clone()), buffer, workgroup];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// Returns a number of bytes as memory is counted: `4 GiB`, `256 MiB`.
fn binary_size(bytes: u64) -> String {
    let mebibytes = bytes as f64 / f64::from(1 << 20);
    if mebibytes < 1_024.0 {
        return format!("{mebibytes:.0} MiB");
    }
    let gibibytes = trim(format!("{:.1}", mebibytes / 1_024.0));
    format!("{gibibytes} GiB")
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;
    use policy_lab::config::validate;
    use policy_lab::protocol::cpu_report;
    use policy_lab::protocol::metrics::Metrics;

    fn report(elapsed_secs: f64, global_step: u64) -> IterationReport {
        IterationReport {
            iteration: 1,
            global_step,
            elapsed_secs,
            steps_per_sec: global_step as f64 / elapsed_secs,
            metrics: Metrics::default(),
        }
    }

    fn lane(steps_per_sec: f64, part: f64) -> Lane {
        Lane {
            begun: None,
            steps_per_sec,
            part,
        }
    }

    /// An iteration of 1.5 seconds that compiles, then 1,000 steps in each half second.
    #[test]
    fn the_time_begins_after_the_first_second_of_work() {
        let mut lane = Lane::default();
        lane.take(&report(1.5, 300));
        assert_eq!((lane.steps_per_sec, lane.part), (200.0, 0.0));
        lane.take(&report(2.0, 1_300));
        assert_eq!((lane.steps_per_sec, lane.part), (2_000.0, 0.25));
        lane.take(&report(4.0, 5_300));
        assert_eq!((lane.steps_per_sec, lane.part), (2_000.0, 1.0));
        assert!(lane.is_over());
    }

    #[test]
    fn the_faster_one_comes_to_the_end_and_the_other_to_its_share() {
        let (cpu, gpu) = (lane(100.0, 1.0), lane(400.0, 0.5));
        assert_eq!((cpu.length(&gpu), gpu.length(&cpu)), (0.25, 0.5));
        assert_eq!(Lane::default().length(&Lane::default()), 0.0);
    }

    #[test]
    fn the_sentence_names_the_faster_one_and_how_many_times() {
        let said = |cpu, gpu| verdict(&lane(cpu, 1.0), &lane(gpu, 1.0)).unwrap_or_default();
        assert_eq!(said(1_000.0, 2_540.0), "The GPU is 2.5 times as fast");
        assert_eq!(said(1_000.0, 52_400.0), "The GPU is 52 times as fast");
        assert_eq!(said(3_000.0, 1_000.0), "The CPU is 3 times as fast");
        assert_eq!(said(1_050.0, 1_000.0), "Both are about as fast");
        assert_eq!(verdict(&lane(1.0, 1.0), &lane(1.0, 0.9)), None);
    }

    #[test]
    fn a_gpu_is_named_with_its_own_figures_and_so_is_what_stands_in_for_one() {
        let nothing = cpu_report(String::new());
        assert_eq!(gpu_row(&nothing).as_deref(), Some("No GPU here"));
        let failed = DeviceReport {
            is_fallback: true,
            ..nothing.clone()
        };
        assert_eq!(gpu_row(&failed), None, "it may still be there");
        let row = |adapter| {
            gpu_row(&DeviceReport {
                adapter: Some(adapter),
                ..nothing.clone()
            })
        };
        let real = AdapterInfo {
            name: "acme one".to_owned(),
            is_software: false,
            max_buffer_bytes: Some(4 << 30),
            max_workgroup_invocations: Some(1_024),
        };
        let said = "GPU: acme one · largest buffer 4 GiB · largest workgroup 1,024 invocations";
        assert_eq!(row(real.clone()).as_deref(), Some(said));
        let software = AdapterInfo {
            is_software: true,
            max_buffer_bytes: Some(256 << 20),
            max_workgroup_invocations: None,
            ..real
        };
        let said = "No GPU here, only a software adapter: acme one · largest buffer 256 MiB";
        assert_eq!(row(software).as_deref(), Some(said));
    }

    #[test]
    fn a_run_can_have_the_settings_of_every_size() {
        assert!(
            SIZES
                .iter()
                .all(|size| validate::problems(&settings(*size)).is_empty())
        );
    }
}

//! Which device a reader's choice comes to, as far as it can be known before a GPU is opened: the
//! GPU if there is a real one, otherwise the CPU, always with a sentence that gives the reason.

use super::{DeviceChoice, DeviceKind, DeviceReport, cpu_report};

/// The result of the search for a graphics adapter.
pub enum Adapter {
    /// A usable adapter.
    Found {
        /// The adapter's name.
        name: String,
        /// True if it is a software adapter, by its own flag or its name.
        is_software: bool,
    },
    /// No adapter, with the reason as a sentence.
    Missing(String),
}

/// What a choice comes to.
pub enum Wanted {
    /// The CPU, with its report.
    Cpu(DeviceReport),
    /// The GPU of this adapter.
    Gpu {
        /// The adapter's name.
        name: String,
        /// True if it is a software adapter.
        is_software: bool,
    },
}

/// Returns the device that `choice` comes to on a machine with this adapter. `because` is the
/// reason why another device failed before, if one did.
pub async fn wanted(
    choice: DeviceChoice,
    because: Option<String>,
    look_for_adapter: impl AsyncFnOnce() -> Adapter,
) -> Wanted {
    // After a failure the GPU is not offered again in this visit: it would fail again.
    if let (DeviceChoice::Cpu, Some(reason)) = (choice, because) {
        return Wanted::Cpu(instead(reason));
    }
    let webgpu = Some(DeviceKind::Webgpu);
    match (look_for_adapter().await, choice) {
        (adapter, DeviceChoice::Cpu) => Wanted::Cpu(DeviceReport {
            alternative: webgpu.filter(|_| matches!(adapter, Adapter::Found { .. })),
            ..cpu_report("You asked for the CPU".to_owned())
        }),
        (Adapter::Missing(why), DeviceChoice::Webgpu) => Wanted::Cpu(instead(why)),
        (Adapter::Missing(why), DeviceChoice::Auto) => Wanted::Cpu(cpu_report(why)),
        (
            Adapter::Found {
                name,
                is_software: true,
            },
            DeviceChoice::Auto,
        ) => Wanted::Cpu(DeviceReport {
            alternative: webgpu,
            ..cpu_report(format!(
                "The only WebGPU adapter, {name}, is software, and the CPU is faster without it"
            ))
        }),
        (Adapter::Found { name, is_software }, _) => Wanted::Gpu { name, is_software },
    }
}

/// Returns the report of the CPU in place of another device, for this reason.
pub fn instead(reason: String) -> DeviceReport {
    DeviceReport {
        is_fallback: true,
        ..cpu_report(reason)
    }
}

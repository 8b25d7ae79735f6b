//! The device that a reader asks for, and the device that runs.

use serde::{Deserialize, Serialize};

use super::Timing;

/// The device that the reader asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DeviceChoice {
    /// The GPU if there is a real one and it is faster than the CPU, otherwise the CPU.
    #[default]
    Auto,
    /// WebGPU, even with a software adapter.
    Webgpu,
    /// The CPU.
    Cpu,
}

values!(
    DeviceChoice,
    /// Returns the value of the URL's `device` parameter.
    key, from_key {
        Auto: "auto",
        Webgpu: "webgpu",
        Cpu: "cpu",
    }
);

/// The kind of device that holds the tensors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DeviceKind {
    /// A GPU, or a software adapter, through WebGPU.
    Webgpu,
    /// This machine's processor.
    Cpu,
}

impl DeviceKind {
    /// Returns the name on the page.
    pub fn label(self) -> &'static str {
        match self {
            Self::Webgpu => "WebGPU",
            Self::Cpu => "CPU",
        }
    }
}

/// What a graphics adapter says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AdapterInfo {
    /// Its name: vendor, architecture and description, as far as they are revealed.
    pub name: String,
    /// True if it is a software adapter, by its own flag or its name.
    pub is_software: bool,
    /// Most bytes of a buffer, if it says so.
    pub max_buffer_bytes: Option<u64>,
    /// Most invocations of a workgroup, if it says so.
    pub max_workgroup_invocations: Option<u32>,
}

/// The device that runs, and the reason for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DeviceReport {
    /// The kind of device.
    pub kind: DeviceKind,
    /// The adapter's own name, or the CPU build's.
    pub name: String,
    /// The reason why this device runs, as a sentence.
    pub reason: String,
    /// The speeds of both devices, if they decided the choice.
    pub timing: Option<Timing>,
    /// True if the reader asked for another device or another device failed.
    pub is_fallback: bool,
    /// Sentences about operations that failed the device's self-test, and what computes them
    /// instead.
    pub distrusted: Vec<String>,
    /// The other device, if it is available.
    pub alternative: Option<DeviceKind>,
    /// The graphics adapter, whichever device runs, if one was looked for and answered.
    pub adapter: Option<AdapterInfo>,
}

/// Returns the report of the CPU device, chosen for this reason and not as a fallback.
pub fn cpu_report(reason: String) -> DeviceReport {
    let name = if cfg!(target_feature = "simd128") {
        "one core, SIMD"
    } else {
        "one core"
    };
    DeviceReport {
        kind: DeviceKind::Cpu,
        name: name.to_owned(),
        reason,
        timing: None,
        is_fallback: false,
        distrusted: Vec::new(),
        alternative: None,
        adapter: None,
    }
}

//! What can be asked for, and what runs.

use serde::{Deserialize, Serialize};

use super::Timing;

/// Which device the reader asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DeviceChoice {
    /// The GPU where a real one answers and is faster than the CPU, else the CPU.
    #[default]
    Auto,
    /// WebGPU, a software adapter included.
    Webgpu,
    /// The CPU.
    Cpu,
}

impl DeviceChoice {
    /// All choices.
    pub const ALL: [Self; 3] = [Self::Auto, Self::Webgpu, Self::Cpu];

    /// The value of the URL's `device` parameter.
    pub fn key(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Webgpu => "webgpu",
            Self::Cpu => "cpu",
        }
    }

    /// Reads [`DeviceChoice::key`] back.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|choice| choice.key() == key)
    }
}

/// Where tensors live.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DeviceKind {
    /// A GPU (or its software stand-in) through WebGPU.
    Webgpu,
    /// This machine's processor.
    Cpu,
}

impl DeviceKind {
    /// The name on the page.
    pub fn label(self) -> &'static str {
        match self {
            Self::Webgpu => "WebGPU",
            Self::Cpu => "CPU",
        }
    }
}

/// The device that runs, and why it is that one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DeviceReport {
    /// Where tensors live.
    pub kind: DeviceKind,
    /// The adapter's own name, or the CPU build's.
    pub name: String,
    /// Why this one runs, as a sentence.
    pub reason: String,
    /// How fast both devices were, where that decided.
    #[serde(default)]
    pub timing: Option<Timing>,
    /// Whether this is a fallback: the reader asked for something else, or something failed.
    pub is_fallback: bool,
    /// What it did wrong in a test, and what goes on instead: sentences.
    #[serde(default)]
    pub distrusted: Vec<String>,
    /// The other device, when it can be had.
    pub alternative: Option<DeviceKind>,
}

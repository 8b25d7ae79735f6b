//! Choosing a device: the GPU where a real one answers, else the CPU, and always a sentence that says why.

use burn::tensor::Device;
use futures::channel::mpsc::{UnboundedReceiver, unbounded};

use super::gpu::{connect, look_for_adapter};
use crate::device::{DeviceChoice, DeviceKind, DeviceReport};

/// Something that went wrong on a device outside any call: it was lost, or refused a shader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What to tell the reader.
    pub message: String,
}

/// A device that is ready to compute.
pub struct Opened {
    /// The device.
    pub device: Device,
    /// What it is and why.
    pub report: DeviceReport,
    /// Yields when the device fails later.
    pub faults: UnboundedReceiver<Fault>,
}

/// What the search for a graphics adapter gave.
pub(super) enum Adapter {
    /// A usable adapter.
    #[cfg_attr(
        not(feature = "gpu"),
        expect(dead_code, reason = "this build finds none")
    )]
    Found {
        /// Its own name.
        name: String,
        /// Whether it calls itself software.
        is_software: bool,
    },
    /// None, and why, as a sentence.
    Missing(String),
}

/// What a device is.
pub fn kind(device: &Device) -> DeviceKind {
    if device.clone().inner() == Device::flex() {
        DeviceKind::Cpu
    } else {
        DeviceKind::Webgpu
    }
}

/// Opens the device that `choice` asks for, or the CPU where it cannot be had. `because` tells of a device that
/// failed before.
pub async fn open(choice: DeviceChoice, because: Option<String>) -> Opened {
    let (sender, faults) = unbounded();
    if choice == DeviceChoice::Cpu {
        let reason = because
            .clone()
            .unwrap_or_else(|| "You asked for the CPU".to_owned());
        // After a failure the GPU is not offered again in this visit: it would fail again.
        let other = if because.is_none() {
            look_for_adapter().await
        } else {
            Adapter::Missing(reason.clone())
        };
        let alternative = matches!(other, Adapter::Found { .. }).then_some(DeviceKind::Webgpu);
        return on_cpu(reason, because.is_some(), alternative, faults);
    }
    match look_for_adapter().await {
        Adapter::Missing(why) => on_cpu(why, choice == DeviceChoice::Webgpu, None, faults),
        Adapter::Found {
            name,
            is_software: true,
        } if choice == DeviceChoice::Auto => on_cpu(
            format!("The only WebGPU adapter, {name}, is software: the CPU is faster directly"),
            false,
            Some(DeviceKind::Webgpu),
            faults,
        ),
        Adapter::Found { name, is_software } => match connect(sender, is_software).await {
            Ok(device) => Opened {
                device,
                report: DeviceReport {
                    kind: DeviceKind::Webgpu,
                    name,
                    reason: match choice {
                        DeviceChoice::Webgpu => "You asked for WebGPU".to_owned(),
                        _ => "This browser offers a GPU through WebGPU. A run begins with a short test of whether the CPU is faster".to_owned(),
                    },
                    timing: None,
                    is_fallback: false,
                    distrusted: Vec::new(),
                    alternative: Some(DeviceKind::Cpu),
                },
                faults,
            },
            Err(why) => on_cpu(
                format!("WebGPU on {name} could not be used: {why}"),
                true,
                None,
                faults,
            ),
        },
    }
}

fn on_cpu(
    reason: String,
    is_fallback: bool,
    alternative: Option<DeviceKind>,
    faults: UnboundedReceiver<Fault>,
) -> Opened {
    Opened {
        device: Device::flex(),
        report: DeviceReport {
            is_fallback,
            alternative,
            ..cpu_report(reason)
        },
        faults,
    }
}

/// The CPU device, which was taken for this reason and not as a fallback.
pub fn cpu_report(reason: String) -> DeviceReport {
    let name = if cfg!(target_feature = "simd128") {
        "one core, SIMD"
    } else if cfg!(target_arch = "wasm32") {
        "one core, no SIMD"
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
    }
}

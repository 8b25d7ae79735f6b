//! Choosing a device: the GPU if there is a real one, otherwise the CPU, always with a sentence
//! that gives the reason.

use burn::tensor::Device;
use futures::channel::mpsc::{UnboundedReceiver, unbounded};
use policy_lab::device::{DeviceChoice, DeviceKind, DeviceReport, cpu_report};

use super::gpu::{connect, look_for_adapter};

/// A failure of a device outside any call: the device was lost, or it refused a shader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The message for the reader.
    pub message: String,
}

/// A device that is ready to compute.
pub struct Opened {
    /// The device.
    pub device: Device,
    /// A description of the device and the reason for it.
    pub report: DeviceReport,
    /// The device's later faults.
    pub faults: UnboundedReceiver<Fault>,
}

/// The result of the search for a graphics adapter.
pub(super) enum Adapter {
    /// A usable adapter.
    #[cfg_attr(
        not(feature = "wgpu"),
        expect(dead_code, reason = "this build finds none")
    )]
    Found {
        /// The adapter's name.
        name: String,
        /// True if it is a software adapter, by its own flag or its name.
        is_software: bool,
    },
    /// No adapter, with the reason as a sentence.
    Missing(String),
}

/// Returns the kind of a device.
pub fn kind(device: &Device) -> DeviceKind {
    if device.clone().inner() == Device::flex() {
        DeviceKind::Cpu
    } else {
        DeviceKind::Webgpu
    }
}

/// Opens the device that `choice` asks for, or the CPU if it is not available. `because` is the
/// reason why another device failed before, if one did.
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
            format!("The only WebGPU adapter, {name}, is software, and the CPU is faster without it"),
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

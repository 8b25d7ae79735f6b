//! Opening a device: the GPU if the choice comes to one and it computes, otherwise the CPU.

use burn::tensor::Device;
use futures::channel::mpsc::{UnboundedReceiver, unbounded};
use policy_lab::device::{
    AdapterInfo, DeviceChoice, DeviceKind, DeviceReport, Wanted, instead, wanted,
};

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
    let on_cpu = |report| (Device::flex(), report);
    let (device, report) = match wanted(choice, because, look_for_adapter).await {
        Wanted::Cpu(report) => on_cpu(report),
        Wanted::Gpu(adapter) => match connect(sender, adapter.is_software).await {
            Ok(device) => (device, report_of(adapter, choice)),
            Err(why) => {
                let reason = format!("WebGPU on {} could not be used: {why}", adapter.name);
                on_cpu(DeviceReport {
                    adapter: Some(adapter),
                    ..instead(reason)
                })
            }
        },
    };
    Opened {
        device,
        report,
        faults,
    }
}

fn report_of(adapter: AdapterInfo, choice: DeviceChoice) -> DeviceReport {
    let reason = match choice {
        DeviceChoice::Webgpu => "You asked for WebGPU",
        _ => {
            "This browser offers a GPU through WebGPU. A run begins with a short test of whether the CPU is faster"
        }
    };
    DeviceReport {
        kind: DeviceKind::Webgpu,
        name: adapter.name.clone(),
        reason: reason.to_owned(),
        timing: None,
        is_fallback: false,
        distrusted: Vec::new(),
        alternative: Some(DeviceKind::Cpu),
        adapter: Some(adapter),
    }
}

//! Choosing a device: the GPU where a real one answers, else the CPU, and always a sentence that says why.

use std::sync::{Arc, Mutex};

use burn::tensor::Device;
use burn::tensor::wgpu::wgpu::Error;
use futures::channel::mpsc::{UnboundedReceiver, UnboundedSender, unbounded};

use super::{DeviceChoice, DeviceKind, DeviceReport, probe};

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
    Found {
        /// Its own name.
        name: String,
        /// Whether it calls itself software.
        is_software: bool,
    },
    /// None, and why, as a sentence.
    Missing(String),
}

/// Opens the device that `choice` asks for, or the CPU where it cannot be had. `because` tells of a device that
/// failed before.
pub async fn open(choice: DeviceChoice, because: Option<String>) -> Opened {
    let (sender, faults) = unbounded();
    if choice == DeviceChoice::Cpu {
        let reason = because.clone().unwrap_or_else(|| "You asked for the CPU".to_owned());
        // After a failure the GPU is not offered again in this visit: it would fail again.
        let other = if because.is_none() { look_for_adapter().await } else { Adapter::Missing(reason.clone()) };
        let alternative = matches!(other, Adapter::Found { .. }).then_some(DeviceKind::Webgpu);
        return on_cpu(reason, because.is_some(), alternative, faults);
    }
    match look_for_adapter().await {
        Adapter::Missing(why) => on_cpu(why, choice == DeviceChoice::Webgpu, None, faults),
        Adapter::Found { name, is_software: true } if choice == DeviceChoice::Auto => on_cpu(
            format!("The only WebGPU adapter, {name}, is software: the CPU is faster directly"),
            false,
            Some(DeviceKind::Webgpu),
            faults,
        ),
        Adapter::Found { name, .. } => match on_gpu(sender).await {
            Ok(device) => Opened {
                device,
                report: DeviceReport {
                    kind: DeviceKind::Webgpu,
                    name,
                    reason: match choice {
                        DeviceChoice::Webgpu => "You asked for WebGPU".to_owned(),
                        _ => "This browser offers a GPU through WebGPU".to_owned(),
                    },
                    is_fallback: false,
                    alternative: Some(DeviceKind::Cpu),
                },
                faults,
            },
            Err(why) => on_cpu(format!("WebGPU on {name} could not be used: {why}"), true, None, faults),
        },
    }
}

fn on_cpu(
    reason: String,
    is_fallback: bool,
    alternative: Option<DeviceKind>,
    faults: UnboundedReceiver<Fault>,
) -> Opened {
    let name = if cfg!(target_feature = "simd128") { "one core, SIMD" } else { "one core" };
    Opened {
        device: Device::flex(),
        report: DeviceReport {
            kind: DeviceKind::Cpu,
            name: name.to_owned(),
            reason,
            is_fallback,
            alternative,
        },
        faults,
    }
}

/// The GPU once it runs (its runtime can be registered only once) and whoever listens to its faults now.
static GPU: Mutex<Option<Device>> = Mutex::new(None);
static LISTENER: Mutex<Option<UnboundedSender<Fault>>> = Mutex::new(None);

async fn on_gpu(listener: UnboundedSender<Fault>) -> Result<Device, String> {
    *LISTENER.lock().map_err(|error| error.to_string())? = Some(listener);
    let known = GPU.lock().map_err(|error| error.to_string())?.clone();
    if let Some(device) = known {
        return Ok(device);
    }
    let (device, setup) = Device::wgpu_options()
        .init_with_setup_async()
        .await
        .map_err(|error| error.to_string())?;
    setup
        .device
        .set_device_lost_callback(|_, message| report_fault("The GPU was lost", &message));
    setup.device.on_uncaptured_error(Arc::new(|error: Error| {
        report_fault("The GPU refused an operation", &error.to_string());
    }));
    probe(&device).await?;
    *GPU.lock().map_err(|error| error.to_string())? = Some(device.clone());
    Ok(device)
}

/// Tells whoever listens, in a sentence that ends in the first line of `detail`.
fn report_fault(what: &str, detail: &str) {
    let message = sentence(what, detail);
    if let Ok(listener) = LISTENER.lock()
        && let Some(listener) = listener.as_ref()
    {
        // The receiver is gone only when nobody uses the device any more.
        let _ = listener.unbounded_send(Fault { message });
    }
}

fn sentence(what: &str, detail: &str) -> String {
    match detail.lines().map(str::trim).find(|line| !line.is_empty()) {
        Some(detail) => format!("{what}: {detail}"),
        None => what.to_owned(),
    }
}

#[cfg(target_arch = "wasm32")]
use super::web::look_for_adapter;

#[cfg(not(target_arch = "wasm32"))]
async fn look_for_adapter() -> Adapter {
    use burn::tensor::wgpu::wgpu;

    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    match instance.request_adapter(&wgpu::RequestAdapterOptions::default()).await {
        Ok(adapter) => {
            let info = adapter.get_info();
            Adapter::Found {
                is_software: info.device_type == wgpu::DeviceType::Cpu,
                name: info.name,
            }
        }
        Err(error) => Adapter::Missing(format!("No graphics adapter was found: {error}")),
    }
}

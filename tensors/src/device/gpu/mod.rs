//! The GPU: finding an adapter, setting up burn's runtime on it, and reporting its faults.

#[cfg(target_arch = "wasm32")]
mod nudge;
mod refusals;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex};

use burn::tensor::Device;
use burn::tensor::wgpu::wgpu;
use futures::channel::mpsc::UnboundedSender;
use futures::lock;
#[cfg(target_arch = "wasm32")]
pub(super) use policy_lab::device::look_for_adapter;
#[cfg(not(target_arch = "wasm32"))]
use policy_lab::device::{Adapter, AdapterInfo};

pub use self::refusals::Refusals;

#[cfg(target_arch = "wasm32")]
pub(super) use self::nudge::nudging;
use self::refusals::count_if_expected;
use super::open::Fault;
use super::probe;

/// The GPU, once it runs. burn's runtime can be registered only once, so whoever asks while it is
/// being started waits.
static GPU: LazyLock<lock::Mutex<Option<Device>>> = LazyLock::new(lock::Mutex::default);
/// The receiver of the GPU's faults.
static LISTENER: Mutex<Option<UnboundedSender<Fault>>> = Mutex::new(None);
/// True if the GPU that runs is a software adapter.
static IS_SOFTWARE: AtomicBool = AtomicBool::new(false);

/// Returns true if the GPU that runs is a software adapter: a processor that computes what a GPU
/// would.
pub fn gpu_is_software() -> bool {
    IS_SOFTWARE.load(Ordering::Relaxed)
}

/// Lays out the work that follows as for a software adapter or as for hardware, whichever runs, and
/// returns what it was: so a benchmark counts on a software adapter what a GPU would be asked for.
pub fn lay_out_for_software(is_software: bool) -> bool {
    IS_SOFTWARE.swap(is_software, Ordering::Relaxed)
}

/// Starts the GPU, or returns it if it runs already, and sends its later faults to `listener`.
///
/// # Errors
/// The reason why the GPU cannot compute, as a sentence.
pub(super) async fn connect(
    listener: UnboundedSender<Fault>,
    is_software: bool,
) -> Result<Device, String> {
    *LISTENER.lock().map_err(|error| error.to_string())? = Some(listener);
    let mut running = GPU.lock().await;
    if let Some(device) = &*running {
        return Ok(device.clone());
    }
    IS_SOFTWARE.store(is_software, Ordering::Relaxed);
    let (device, setup) = Device::wgpu_options()
        .init_with_setup_async()
        .await
        .map_err(|error| error.to_string())?;
    setup
        .device
        .set_device_lost_callback(|_, message| report_fault("The GPU was lost", &message));
    setup
        .device
        .on_uncaptured_error(Arc::new(|error: wgpu::Error| {
            if !count_if_expected() {
                report_fault("The GPU refused an operation", &error.to_string());
            }
        }));
    #[cfg(target_arch = "wasm32")]
    nudge::remember(&setup.queue);
    probe(&device).await?;
    *running = Some(device.clone());
    Ok(device)
}

/// Sends a fault to the listener: a sentence that ends in the first line of `detail`.
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

#[cfg(not(target_arch = "wasm32"))]
pub(super) async fn look_for_adapter() -> Adapter {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    match instance
        .request_adapter(&wgpu::RequestAdapterOptions::default())
        .await
    {
        Ok(adapter) => {
            let (info, limits) = (adapter.get_info(), adapter.limits());
            Adapter::Found(AdapterInfo {
                is_software: info.device_type == wgpu::DeviceType::Cpu,
                name: info.name,
                max_buffer_bytes: Some(limits.max_buffer_size),
                max_workgroup_invocations: Some(limits.max_compute_invocations_per_workgroup),
            })
        }
        Err(error) => Adapter::Missing(format!("No graphics adapter was found: {error}")),
    }
}

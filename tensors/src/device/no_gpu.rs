//! Replaces `gpu` in a build without the feature `wgpu`.

use burn::tensor::Device;
use futures::channel::mpsc::UnboundedSender;

use policy_lab::device::Adapter;

use super::open::Fault;

const REASON: &str = "This build has no GPU support; the feature wgpu adds it";

/// Returns false: there is no GPU.
pub fn gpu_is_software() -> bool {
    false
}

pub(super) async fn look_for_adapter() -> Adapter {
    Adapter::Missing(REASON.to_owned())
}

pub(super) async fn connect(_: UnboundedSender<Fault>, _: bool) -> Result<Device, String> {
    Err(REASON.to_owned())
}

/// Waits for a copy.
#[cfg(target_arch = "wasm32")]
pub(super) async fn nudging<T>(copy: impl Future<Output = T>) -> T {
    copy.await
}

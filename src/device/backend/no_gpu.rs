//! Stands in for `gpu` where the build has none.

use burn::tensor::Device;
use futures::channel::mpsc::UnboundedSender;

use super::open::{Adapter, Fault};

const REASON: &str = "This build has no GPU support; the feature native-gpu adds it";

pub(super) async fn look_for_adapter() -> Adapter {
    Adapter::Missing(REASON.to_owned())
}

pub(super) async fn connect(_: UnboundedSender<Fault>) -> Result<Device, String> {
    Err(REASON.to_owned())
}

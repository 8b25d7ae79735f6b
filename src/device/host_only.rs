//! Replaces `backend` in a build without burn: the CPU is the only device. What stands here has of burn's types what the training
//! loop asks of them, so the loop is the same in both builds.

use super::DeviceKind;

/// The CPU.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Device(());

impl Device {
    /// Returns the CPU, under the name that it has in the other builds.
    pub fn flex() -> Self {
        Self::default()
    }
}

/// Returns false: there is no GPU.
pub fn gpu_is_software() -> bool {
    false
}

/// Returns the kind of a device.
pub fn kind(_: &Device) -> DeviceKind {
    DeviceKind::Cpu
}

/// A flat vector on a GPU, of which there is none.
#[derive(Clone, Debug)]
pub enum HostValues {}

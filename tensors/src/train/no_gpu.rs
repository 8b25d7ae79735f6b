//! Replaces `gpu` in a build without the feature `wgpu`.

use burn::tensor::Device;
use policy_lab::train::gpu::RunDevice;

/// Returns the CPU: there is no other device.
pub fn run_device(_: &Device) -> RunDevice {
    RunDevice::Cpu
}

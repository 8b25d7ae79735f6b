//! A GPU that trains, by the kernels.

mod buffers;
mod phase;
mod self_test;
mod state;

use std::rc::Rc;

use burn::tensor::Device;
use futures::future::{FutureExt as _, LocalBoxFuture};
use policy_lab::config::TrainConfig;
use policy_lab::device::DeviceKind;
use policy_lab::nn::{Mlp, Networks};
use policy_lab::ops::rollout::RowSize;
use policy_lab::train::gpu::{Gpu, GpuState, Operation, RunDevice};
use policy_lab::train::learner::HostState;

pub use self::buffers::fits_on_device;
use self::state::DeviceState;
use crate::device::kind;
use crate::ops::gpu_layout::Layout;

/// Returns a device as a run trains on it.
pub fn run_device(device: &Device) -> RunDevice {
    match kind(device) {
        DeviceKind::Cpu => RunDevice::Cpu,
        DeviceKind::Webgpu => RunDevice::Gpu(Rc::new(TensorGpu(device.clone()))),
    }
}

/// A GPU with burn's runtime.
struct TensorGpu(Device);

impl Gpu for TensorGpu {
    fn self_test<'a>(&'a self, config: &'a TrainConfig) -> LocalBoxFuture<'a, Vec<Operation>> {
        self_test::self_test(config, &self.0).boxed_local()
    }

    fn steps_at_once(&self, policy: &Mlp, row: RowSize, num_envs: usize) -> usize {
        Layout::of_adapter().steps_at_once(policy, row, num_envs)
    }

    fn is_one_dispatch(&self, config: &TrainConfig, networks: &Networks) -> bool {
        buffers::is_one_dispatch(config, networks)
    }

    fn most_runs(&self, config: &TrainConfig) -> usize {
        buffers::most_runs(config)
    }

    fn hold(&self, runs: &[&HostState]) -> Rc<dyn GpuState> {
        Rc::new(DeviceState::new(runs, &self.0))
    }
}

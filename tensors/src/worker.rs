//! The training worker that has a GPU, and the checks.

use std::cell::RefCell;
use std::rc::Rc;

use burn::tensor::Device;
use futures::StreamExt as _;
use futures::future::{FutureExt as _, LocalBoxFuture};
use futures::stream::LocalBoxStream;
use policy_lab::config::TrainConfig;
use policy_lab::protocol::check_report::CheckReport;
use policy_lab::protocol::{DeviceChoice, DeviceKind, ManyEvent};
use policy_lab::train;
use policy_lab::worker::server::{self, Devices, OpenDevice};

use crate::train::run_device;
use crate::{checks, device};

/// Starts to listen, and says so.
pub fn start() {
    server::start(Gpu::default());
}

/// The GPU, once one was opened.
#[derive(Default)]
struct Gpu(RefCell<Option<Device>>);

impl Devices for Gpu {
    fn open(
        &self,
        choice: DeviceChoice,
        because: Option<String>,
    ) -> LocalBoxFuture<'_, OpenDevice> {
        async move {
            let opened = device::open(choice, because).await;
            let device = run_device(&opened.device);
            if opened.report.kind == DeviceKind::Webgpu {
                self.0.replace(Some(opened.device));
            }
            OpenDevice {
                device,
                report: opened.report,
                faults: opened.faults.map(|fault| fault.message).boxed_local(),
            }
        }
        .boxed_local()
    }

    fn check(&self, ids: Vec<String>, on: DeviceKind) -> LocalBoxStream<'static, CheckReport> {
        let gpu = self.0.borrow().clone();
        let device = match (on, gpu) {
            (DeviceKind::Webgpu, Some(gpu)) => gpu,
            _ => Device::flex(),
        };
        checks::stream(ids, device).boxed_local()
    }

    fn train_many(
        &self,
        runs: Vec<(usize, TrainConfig)>,
        gpu: Rc<dyn train::gpu::Gpu>,
        against: Option<usize>,
    ) -> LocalBoxStream<'static, ManyEvent> {
        train::many::train_many(runs, gpu, against).boxed_local()
    }
}

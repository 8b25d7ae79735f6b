//! The training worker that has the CPU and nothing else: small, and all that most readers need. It
//! looks whether there is a GPU, and leaves that to the worker in `tensors/`.

use std::rc::Rc;

use futures::StreamExt as _;
use futures::future::{FutureExt as _, LocalBoxFuture};
use futures::stream::{self, LocalBoxStream};

use super::port::post;
use super::server::{self, Devices, OpenDevice};
use crate::config::TrainConfig;
use crate::device::{DeviceReport, Wanted, cpu_report, look_for_adapter, wanted};
use crate::protocol::check_report::CheckReport;
use crate::protocol::{DeviceChoice, DeviceEvent, DeviceKind, Event, ManyEvent};
use crate::train::gpu::{Gpu, RunDevice};

/// Starts to listen, and says so.
pub fn start() {
    server::start(Cpu);
}

struct Cpu;

impl Devices for Cpu {
    fn open(
        &self,
        choice: DeviceChoice,
        because: Option<String>,
    ) -> LocalBoxFuture<'_, OpenDevice> {
        async move {
            let report = match wanted(choice, because, look_for_adapter).await {
                Wanted::Cpu(report) => report,
                Wanted::Gpu(adapter) => {
                    post::<Event>(&DeviceEvent::FoundGpu.into());
                    let reason = format!(
                        "What trains on {} is still on its way, so the CPU trains until it is here",
                        adapter.name
                    );
                    DeviceReport {
                        adapter: Some(adapter),
                        ..cpu_report(reason)
                    }
                }
            };
            OpenDevice {
                device: RunDevice::Cpu,
                report,
                faults: stream::empty().boxed_local(),
            }
        }
        .boxed_local()
    }

    fn check(&self, _: Vec<String>, _: DeviceKind) -> LocalBoxStream<'static, CheckReport> {
        // The page asks the other worker: the checks hold this program to another.
        stream::empty().boxed_local()
    }

    fn train_many(
        &self,
        _: Vec<(usize, TrainConfig)>,
        _: Rc<dyn Gpu>,
        _: Option<usize>,
    ) -> LocalBoxStream<'static, ManyEvent> {
        stream::empty().boxed_local()
    }
}

//! The device of the runs.

use crate::protocol::arrival::Arrival;
use crate::protocol::{DeviceEvent, DeviceReport};

/// The device, as far as it is known.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeviceHistory {
    /// How far the worker's program has come, until a device is open.
    pub arrival: Option<Arrival>,
    /// The device that runs, once one is open.
    pub report: Option<DeviceReport>,
    /// The cores of the CPU that share the run.
    pub cores: usize,
    /// True while both devices are timed for the run that is about to begin.
    pub is_timing: bool,
}

impl DeviceHistory {
    /// Takes in one event.
    pub fn apply(&mut self, event: DeviceEvent) {
        match event {
            DeviceEvent::Arriving(arrival) => self.arrival = Some(arrival),
            DeviceEvent::Opened(report) => {
                self.arrival = None;
                self.report = Some(report);
            }
            DeviceEvent::Distrusted(instead) => {
                // Every run on the device says it again.
                if let Some(report) = &mut self.report
                    && !report.distrusted.contains(&instead)
                {
                    report.distrusted.push(instead);
                }
            }
            // Of use to the page's end of the worker alone.
            DeviceEvent::FoundGpu => {}
            DeviceEvent::Cores(cores) => self.cores = cores,
            DeviceEvent::Timing => self.is_timing = true,
            DeviceEvent::Timed(..) => self.is_timing = false,
        }
    }
}

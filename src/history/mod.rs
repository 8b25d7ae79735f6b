//! Folds events into what the page shows. Pure: the same events give the same view.

mod checks;
mod clip;
pub mod compare;
mod device;
pub mod health;
mod run;
pub mod sweep;

pub use self::checks::CheckHistory;
pub use self::clip::ClipHistory;
pub use self::device::DeviceHistory;
pub use self::run::{MOST_ITERATIONS, Point, RunHistory};

use crate::protocol::{DeviceEvent, Event, Failure, RunEvent, StopReason};

/// State of the current run.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Phase {
    /// The worker is loading or a device is being opened.
    #[default]
    Loading,
    /// A device is open and nothing runs.
    Idle,
    /// Training.
    Running,
    /// Held by the reader.
    Paused,
    /// Over.
    Stopped(StopReason),
    /// Broken off.
    Failed(Failure),
}

/// All that is known of the device, the current run, the checks and the clip lab.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    /// State of the run.
    pub phase: Phase,
    /// The device that runs.
    pub device: DeviceHistory,
    /// The current run, or the last one.
    pub run: RunHistory,
    /// The checks of the device.
    pub checks: CheckHistory,
    /// The clip lab.
    pub clip: ClipHistory,
}

impl History {
    /// Takes in one event.
    pub fn apply(&mut self, event: Event) {
        match event {
            // A worker that starts again after a failure does not take the failure's message away.
            Event::Ready => self.device.arrival = None,
            Event::Device(event) => self.apply_device(event),
            Event::Run(event) => self.apply_run(event),
            Event::Check(event) => self.checks.apply(event),
            Event::Clip(event) => self.clip.apply(event),
            // They have histories of their own.
            Event::Many(_) => {}
            Event::Failed(failure) => self.fail(failure),
        }
    }

    fn apply_device(&mut self, event: DeviceEvent) {
        if matches!(event, DeviceEvent::Opened(_)) && self.phase == Phase::Loading {
            self.phase = Phase::Idle;
        }
        self.device.apply(event);
    }

    fn apply_run(&mut self, event: RunEvent) {
        match &event {
            RunEvent::Started(_) | RunEvent::Resumed => self.phase = Phase::Running,
            RunEvent::Paused => self.phase = Phase::Paused,
            RunEvent::Stopped(reason) => {
                // It may end while the devices are timed for it.
                self.device.is_timing = false;
                self.phase = Phase::Stopped(*reason);
            }
            RunEvent::Iteration(_)
            | RunEvent::Frame(_)
            | RunEvent::Stage(_)
            | RunEvent::Unobserved
            | RunEvent::LastGood(_)
            | RunEvent::Checkpoint(_) => {}
        }
        self.run.apply(event);
    }

    fn fail(&mut self, failure: Failure) {
        if failure.kind.ends_worker() {
            self.clip.forget_batch();
        }
        self.checks.end();
        self.device.is_timing = false;
        self.run.stage = None;
        self.phase = Phase::Failed(failure);
    }

    /// Forgets the run. The device, the checks and the clip lab stay.
    pub fn reset(&mut self) {
        self.run = RunHistory::default();
        self.device.is_timing = false;
        self.phase = match self.device.report {
            Some(_) => Phase::Idle,
            None => Phase::Loading,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::{DeviceKind, cpu_report};
    use crate::protocol::{ClipEvent, DeviceReport, FailureKind};

    fn opened(kind: DeviceKind) -> Event {
        Event::Device(DeviceEvent::Opened(DeviceReport {
            kind,
            ..cpu_report(String::new())
        }))
    }

    /// It computes on the CPU, whatever trains.
    #[test]
    fn the_clip_lab_stays_as_long_as_its_worker_does() {
        let mut history = History::default();
        history.apply(ClipEvent::Batch(Box::default()).into());
        history.apply(opened(DeviceKind::Webgpu));
        assert!(history.clip.batch.is_some());
        for (kind, stays) in [(FailureKind::Run, true), (FailureKind::Bug, false)] {
            history.apply(ClipEvent::Batch(Box::default()).into());
            history.apply(Event::Failed(Failure {
                kind,
                message: String::new(),
            }));
            assert_eq!(history.clip.batch.is_some(), stays, "{kind:?}");
        }
    }
}

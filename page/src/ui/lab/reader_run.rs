//! A run with the reader's functions. It takes the place of the page's own run, which goes on beside it as the reference: same
//! settings, same seed, our functions.

use std::rc::Rc;
use std::time::Duration;

use leptos::prelude::*;

use super::Lab;
use policy_lab::config::TrainConfig;
use policy_lab::history::{History, Phase};
use policy_lab::protocol::{
    Command, DeviceEvent, DeviceReport, Event, RunEvent, StopReason, Tempo,
};

/// Time for the reader's functions to give way to a stop.
const PATIENCE: Duration = Duration::from_millis(1_500);

/// Takes commands to a run.
pub type RunDriver = Rc<dyn Fn(Command)>;

/// The reader's run and its reference.
#[derive(Clone, Copy)]
pub struct ReaderRun {
    /// True while the run that is shown is one with the reader's functions.
    pub is_shown: RwSignal<bool>,
    /// The same run with our own functions; empty unless the reader's is shown.
    pub reference: RwSignal<History>,
    /// Takes commands to the reader's run.
    pub driver: StoredValue<Option<RunDriver>, LocalStorage>,
    /// The training worker's device, while the reader's run is shown with the device of Python.
    own_device: StoredValue<Option<DeviceReport>>,
}

impl ReaderRun {
    pub(super) fn new() -> Self {
        Self {
            is_shown: RwSignal::new(false),
            reference: RwSignal::new(History::default()),
            driver: StoredValue::new_local(None),
            own_device: StoredValue::new(None),
        }
    }

    /// Takes in an event of the reference.
    fn take_reference(self, event: Event) {
        match event {
            Event::Device(DeviceEvent::Opened(report)) => self.own_device.set_value(Some(report)),
            // The carts that are shown are those of the reader's run, and so are the networks to go back to.
            Event::Run(RunEvent::Frame(_) | RunEvent::Checkpoint(_)) => {}
            event => {
                let is_stream = matches!(event, Event::Run(RunEvent::Iteration(_)));
                self.reference
                    .update_untracked(|reference| reference.apply(event));
                // The reader's own iterations announce both.
                if !is_stream {
                    self.reference.notify();
                }
            }
        }
    }
}

impl Lab {
    /// Takes in an event of the training worker: while the reader's run is shown, its runs are the reference.
    pub fn take(self, event: Event) {
        let is_of_run = match &event {
            Event::Run(_) | Event::Device(_) | Event::Failed(_) => true,
            Event::Ready | Event::Check(_) | Event::Clip(_) => false,
        };
        if is_of_run && self.reader_run.is_shown.get_untracked() {
            self.reader_run.take_reference(event);
        } else {
            self.run.record(event);
        }
    }

    /// Takes in an event of the reader's run.
    pub fn take_from_reader(self, event: Event) {
        if self.reader_run.is_shown.get_untracked() {
            self.run.record(event);
        }
    }

    /// Begins the reference, and waits for the first event of the reader's run.
    pub fn begin_reader_run(self, config: &TrainConfig) {
        let reader_run = self.reader_run;
        if !reader_run.is_shown.get_untracked() {
            let history = self.run.history;
            let device = history.with_untracked(|history| history.device.report.clone());
            reader_run.own_device.set_value(device);
            reader_run.is_shown.set(true);
        }
        self.run.await_start();
        reader_run.reference.update(History::reset);
        self.keep_pace();
        // Nobody looks at the reference.
        self.send(Command::Pace(Tempo::Full));
        self.send(Command::Start {
            config: Box::new(config.clone()),
            from: None,
        });
    }

    /// Goes back to runs with our functions: the reader's ends, and its reference is forgotten.
    pub fn leave_reader_run(self) {
        let reader_run = self.reader_run;
        if !reader_run.is_shown.get_untracked() {
            return;
        }
        self.drive(Command::Stop);
        reader_run.is_shown.set(false);
        reader_run.reference.update(History::reset);
        let device = reader_run.own_device.get_value();
        (self.run.history).update(|history| history.device.report = device);
    }

    /// Python has ended, and with it the reader's run.
    pub fn lose_reader_run(self) {
        let is_under_way = self.run.is_starting.get_untracked()
            || matches!(
                self.run.phase.get_untracked(),
                Phase::Running | Phase::Paused
            );
        if self.reader_run.is_shown.get_untracked() && is_under_way {
            self.run
                .record(RunEvent::Stopped(StopReason::Requested).into());
        }
    }

    /// Commands the run that is shown.
    pub(in crate::ui) fn drive(self, command: Command) {
        if !self.reader_run.is_shown.get_untracked() {
            self.send(command);
            return;
        }
        let stops = command == Command::Stop;
        if let Some(drive) = self.reader_run.driver.get_value() {
            drive(command);
        }
        if stops {
            self.send(Command::Stop);
        }
    }

    /// Calls `then` if the reader's run still goes on some time after a stop was asked for.
    pub(in crate::ui) fn after_patience(self, then: impl Fn() + 'static) {
        let check = move || {
            if self.reader_run.is_shown.get_untracked()
                && self.run.phase.get_untracked() == Phase::Running
            {
                then();
            }
        };
        set_timeout(check, PATIENCE);
    }
}

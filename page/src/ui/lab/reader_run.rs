//! A run with the reader's code. It replaces the page's own run on show. Beside it the page trains
//! the reference: the same settings and seed with our functions or, of a loop of the reader's, the
//! settings with which its cell begins, where there are such.

use std::rc::Rc;
use std::time::Duration;

use leptos::prelude::*;

use super::Lab;
use policy_lab::config::TrainConfig;
use policy_lab::history::health::OwnCode;
use policy_lab::history::{History, Phase};
use policy_lab::protocol::{
    Command, DeviceEvent, DeviceReport, Event, RunEvent, StopReason, Tempo,
};
use policy_lab::python::part::Part;

/// Time for the reader's functions to respond to a stop.
const PATIENCE: Duration = Duration::from_millis(1_500);

/// A function that sends commands to a run.
pub type RunDriver = Rc<dyn Fn(Command)>;

/// What trains in an environment that Python steps ([`policy_lab::envs::EnvId::is_stand_in`]).
#[derive(Clone)]
pub struct PythonTrainer {
    /// Starts a run.
    pub begin: Rc<dyn Fn(&TrainConfig)>,
    /// Sends commands to it.
    pub drive: RunDriver,
}

/// The reader's run and its reference.
#[derive(Clone, Copy)]
pub struct ReaderRun {
    /// True while the run on show uses the reader's functions.
    pub is_shown: RwSignal<bool>,
    /// The history of our own run beside it; empty unless the reader's run is on show.
    pub reference: RwSignal<History>,
    /// What the reader's code decides in the run.
    pub code: RwSignal<OwnCode>,
    /// The parts of the run that the reader's functions replace.
    pub parts: RwSignal<Vec<Part>>,
    /// What a loop of the reader's trains, if the run is one.
    pub own_loop: RwSignal<Option<String>>,
    /// Sends commands to the reader's run.
    pub driver: StoredValue<Option<RunDriver>, LocalStorage>,
    /// What trains in an environment that Python steps.
    pub python: StoredValue<Option<PythonTrainer>, LocalStorage>,
    /// The number of runs begun, which tells a run from the one before it.
    begun: StoredValue<u32>,
    /// The training worker's device, kept while the reader's run shows the device of Python.
    own_device: StoredValue<Option<DeviceReport>>,
}

impl ReaderRun {
    pub(super) fn new() -> Self {
        Self {
            is_shown: RwSignal::new(false),
            reference: RwSignal::new(History::default()),
            code: RwSignal::new(OwnCode::default()),
            parts: RwSignal::new(Vec::new()),
            own_loop: RwSignal::new(None),
            driver: StoredValue::new_local(None),
            python: StoredValue::new_local(None),
            begun: StoredValue::new(0),
            own_device: StoredValue::new(None),
        }
    }

    /// Returns true if a run of the reader's is on show, with one of ours beside it.
    pub fn is_compared(self) -> bool {
        self.is_shown.get() && !self.code.get().is_alone()
    }

    /// Records an event of the reference.
    fn take_reference(self, event: Event) {
        match event {
            Event::Device(DeviceEvent::Opened(report)) => self.own_device.set_value(Some(report)),
            // What the training worker still tells of is the end of another run.
            Event::Run(_) if self.code.get_untracked().is_alone() => {}
            // Carts and checkpoints on show are those of the reader's run.
            Event::Run(RunEvent::Frame(_) | RunEvent::Checkpoint(_)) => {}
            event => {
                let is_stream = matches!(event, Event::Run(RunEvent::Iteration(_)));
                (self.reference).update_untracked(|reference| reference.apply(event));
                // The reader's own iterations notify the views of both runs.
                if !is_stream {
                    self.reference.notify();
                }
            }
        }
    }
}

impl Lab {
    /// Records an event of the training worker. While the reader's run is on show, the worker's
    /// runs are the reference.
    pub fn take(self, event: Event) {
        let is_of_run = match &event {
            Event::Run(_) | Event::Device(_) | Event::Failed(_) => true,
            Event::Ready | Event::Check(_) | Event::Clip(_) | Event::Many(_) => false,
        };
        if is_of_run && self.reader_run.is_shown.get_untracked() {
            self.reader_run.take_reference(event);
        } else {
            self.run.record(event);
        }
    }

    /// Records an event of the reader's run.
    pub fn take_from_reader(self, event: Event) {
        if self.reader_run.is_shown.get_untracked() {
            self.run.record(event);
        }
    }

    /// Starts the reference, and waits for the first event of the reader's run, in which their
    /// functions replace `parts`.
    pub fn begin_reader_run(self, config: &TrainConfig, parts: &[Part]) {
        let code = match parts.iter().any(|part| part.decides_reward()) {
            true => OwnCode::Reward,
            false => OwnCode::Functions,
        };
        self.reader_run.parts.set(parts.to_vec());
        self.reader_run.own_loop.set(None);
        self.begin_beside(code, Some(config));
    }

    /// Starts the reference, if there is one, and waits for the first event of a loop of the
    /// reader's, which trains `what`.
    pub fn begin_own_loop(self, what: String, reference: Option<&TrainConfig>) {
        let code = match reference {
            Some(_) => OwnCode::Loop,
            None => OwnCode::LoneLoop,
        };
        self.reader_run.parts.set(Vec::new());
        self.reader_run.own_loop.set(Some(what));
        self.begin_beside(code, reference);
    }

    /// Starts a run in an environment that Python steps. Nothing of ours trains beside it.
    pub(super) fn begin_with_python(self, config: &TrainConfig) {
        self.reader_run.parts.set(Vec::new());
        self.reader_run.own_loop.set(None);
        self.begin_beside(OwnCode::Environment, None);
        if let Some(python) = self.reader_run.python.get_value() {
            (python.begin)(config);
        }
    }

    fn begin_beside(self, code: OwnCode, reference: Option<&TrainConfig>) {
        let reader_run = self.reader_run;
        reader_run.begun.update_value(|begun| *begun += 1);
        reader_run.code.set(code);
        if !reader_run.is_shown.get_untracked() {
            let history = self.run.history;
            let device = history.with_untracked(|history| history.device.report.clone());
            reader_run.own_device.set_value(device);
            reader_run.is_shown.set(true);
        }
        self.run.await_start();
        reader_run.reference.update(History::reset);
        self.keep_pace();
        let Some(config) = reference else {
            self.send(Command::Stop);
            return;
        };
        // The reference needs no slow motion, because nobody watches it.
        self.send(Command::Pace(Tempo::Full));
        self.send(Command::Start {
            config: Box::new(config.clone()),
            from: None,
        });
    }

    /// Returns to runs with our functions: ends the reader's run and forgets its reference.
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

    /// Records that Python has ended, and the reader's run with it.
    pub fn lose_reader_run(self) {
        if self.reader_run.is_shown.get_untracked() && untrack(|| self.can_stop()) {
            let stopped = RunEvent::Stopped(StopReason::Requested);
            self.run.record(stopped.into());
        }
    }

    /// Sends a command to the run on show.
    pub(in crate::ui) fn drive(self, command: Command) {
        if !self.reader_run.is_shown.get_untracked() {
            self.send(command);
            return;
        }
        let stops = command == Command::Stop;
        let drive = match self.reader_run.code.get_untracked() {
            OwnCode::Environment => self.reader_run.python.get_value().map(|it| it.drive),
            OwnCode::Functions | OwnCode::Reward | OwnCode::Loop | OwnCode::LoneLoop => {
                self.reader_run.driver.get_value()
            }
        };
        if let Some(drive) = drive {
            drive(command);
        }
        if stops {
            self.send(Command::Stop);
        }
    }

    /// Calls `then` if the reader's run has not stopped some time after a stop was requested. A run
    /// that was begun in the meantime is left alone.
    pub(in crate::ui) fn after_patience(self, then: impl Fn() + 'static) {
        let begun = self.reader_run.begun;
        let stopped = begun.get_value();
        let check = move || {
            // The page may be gone by then.
            if self.reader_run.is_shown.try_get_untracked() == Some(true)
                && begun.try_get_value() == Some(stopped)
                && self.run.phase.get_untracked() == Phase::Running
            {
                then();
            }
        };
        set_timeout(check, PATIENCE);
    }
}

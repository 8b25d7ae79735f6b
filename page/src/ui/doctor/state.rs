//! Looks at scripts in a worker of its own, so that the notebook's names stay as they are.

use std::rc::Rc;
use std::time::Duration;

use leptos::prelude::*;

use crate::ui::browser::chance;
use crate::ui::cells::CellState;
use crate::ui::scratch::ScratchCell;
use crate::view::doctor::report::{self, DoctorReport};
use crate::view::doctor::{ANSWER, asking};
use crate::workers::python::PythonClient;
use policy_lab::python::protocol::{CellFailure, Program, PythonAnswer, PythonRequest};

/// All scripts are looked at in one notebook, so that modules are imported once.
const NOTEBOOK: &str = "doctor";
/// The time limit. The doctor itself ends well before it.
const LIMIT: Duration = Duration::from_secs(240);

/// A script that is looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Examined {
    /// The number of its cell.
    pub cell: u32,
    /// The name of its file.
    pub file: String,
    /// Its text.
    pub text: String,
}

/// What is known of the script that was looked at last. A copyable handle.
#[derive(Clone, Copy)]
pub struct DoctorState {
    /// The script.
    pub examined: RwSignal<Examined>,
    /// How far it is. `Passed` means that there is a report.
    pub state: RwSignal<CellState>,
    /// What it is doing, in a phrase.
    pub doing: RwSignal<String>,
    /// What it has found.
    pub report: RwSignal<Option<DoctorReport>>,
    /// True once the reader wants the answer, and not a hint alone.
    pub is_open: RwSignal<bool>,
    client: StoredValue<Option<Rc<PythonClient>>, LocalStorage>,
    timer: StoredValue<Option<TimeoutHandle>>,
    answer: StoredValue<Option<Vec<u8>>>,
}

impl DoctorState {
    /// Creates the state. Does not load Python yet.
    pub fn new() -> Self {
        let doctor = Self {
            examined: RwSignal::default(),
            state: RwSignal::default(),
            doing: RwSignal::default(),
            report: RwSignal::new(None),
            is_open: RwSignal::new(false),
            client: StoredValue::new_local(None),
            timer: StoredValue::new(None),
            answer: StoredValue::new(None),
        };
        let client = PythonClient::new(move |answer| doctor.take(answer));
        doctor.client.set_value(Some(Rc::new(client)));
        doctor
    }

    /// Returns true while a script is looked at.
    pub fn is_busy(self) -> bool {
        self.state.with(CellState::is_busy)
    }

    /// Returns true if there is something to show of a cell's script.
    pub fn is_about(self, cell: ScratchCell) -> bool {
        let is_asked = self.state.with(|state| *state != CellState::Fresh);
        is_asked && self.examined.with(|it| it.cell == cell.id)
    }

    /// Looks at a script. `beside` are the files that it can import, `files` what lies in folders.
    pub fn examine(self, examined: Examined, program: Program) {
        if self.state.with_untracked(CellState::is_busy) {
            return;
        }
        self.report.set(None);
        self.is_open.set(false);
        self.doing.set(String::new());
        self.answer.set_value(None);
        let source = asking(&examined.text, &examined.file);
        self.examined.set(examined);
        self.state.set(CellState::Running);
        self.watch();
        if let Some(client) = self.client.get_value() {
            client.send(PythonRequest::RunProgram(Program {
                notebook: NOTEBOOK.to_owned(),
                file: "doctor_asks.py".to_owned(),
                source,
                seed: chance::seed(),
                ..program
            }));
        }
    }

    /// Returns the line of the first finding in a cell's text as it is now, from 1; 0 if there is
    /// none, or if the reader has only asked for a hint.
    pub fn line_in(self, cell: ScratchCell) -> usize {
        let examined = self.examined.get();
        let is_same = examined.cell == cell.id && cell.text.with(|text| *text == examined.text);
        if !is_same || !self.is_open.get() {
            return 0;
        }
        let line = |report: &DoctorReport| report.findings.first()?.line;
        self.report
            .with(|it| it.as_ref().and_then(line))
            .unwrap_or(0)
    }

    /// Ends it. The script stays.
    pub fn stop(self) {
        self.end("Stopped. Your text is still here");
    }

    /// Forgets what was found.
    pub fn close(self) {
        if self.state.with_untracked(CellState::is_busy) {
            self.end("");
        }
        self.report.set(None);
        self.state.set(CellState::Fresh);
    }

    /// Takes an answer of the worker.
    pub fn take(self, answer: PythonAnswer) {
        if !self.state.with_untracked(CellState::is_busy) {
            return;
        }
        match answer {
            PythonAnswer::Ended(why) => {
                self.clear_timer();
                self.state.set(CellState::Ended(why));
            }
            PythonAnswer::Arriving(arrival) => self.state.set(CellState::Arriving(arrival)),
            PythonAnswer::Ready => {
                self.state.set(CellState::Running);
                // Loading does not count.
                self.watch();
            }
            PythonAnswer::Printed(text) => {
                let newest = text.lines().rev().find(|line| !line.trim().is_empty());
                if let Some(line) = newest {
                    self.doing.set(line.trim().to_owned());
                }
            }
            PythonAnswer::Written(file) if file.path == ANSWER => {
                self.answer.set_value(Some(file.bytes));
            }
            PythonAnswer::Ran(failure) => self.finish(failure),
            // What the script draws and writes is not shown here.
            PythonAnswer::Written(_)
            | PythonAnswer::Cleared
            | PythonAnswer::Figure(_)
            | PythonAnswer::Markup(_)
            | PythonAnswer::Pose(_)
            | PythonAnswer::Run(_) => {}
        }
    }

    fn finish(self, failure: Option<CellFailure>) {
        self.clear_timer();
        let answer = self.answer.try_update_value(Option::take).flatten();
        let found = match (failure, answer) {
            (Some(failure), _) => return self.state.set(CellState::Failed(failure)),
            (None, Some(answer)) => report::read(&answer),
            (None, None) => Err("Python has left no answer. Ask again".to_owned()),
        };
        match found {
            Ok(found) => {
                self.is_open.set(!found.has_hint());
                self.report.set(Some(found));
                self.state.set(CellState::Passed);
            }
            Err(why) => self.state.set(CellState::Ended(why)),
        }
    }

    fn end(self, why: &str) {
        self.clear_timer();
        if let Some(client) = self.client.get_value() {
            client.restart();
        }
        if self.state.with_untracked(CellState::is_busy) {
            self.state.set(CellState::Ended(why.to_owned()));
        }
    }

    /// Starts the time limit. It starts again when Python is ready, and while it arrives.
    fn watch(self) {
        self.clear_timer();
        let on_time = move || {
            match self.state.get_untracked() {
            CellState::Arriving(_) => self.watch(),
            CellState::Running => self.end(
                "Nothing was found within four minutes, so it was ended. Does a line of the script never end?",
            ),
            CellState::Fresh | CellState::Passed | CellState::Failed(_) | CellState::Ended(_) => {}
        }
        };
        self.timer
            .set_value(set_timeout_with_handle(on_time, LIMIT).ok());
    }

    fn clear_timer(self) {
        if let Some(timer) = self.timer.get_value() {
            timer.clear();
        }
    }
}

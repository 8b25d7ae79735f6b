//! The state of the reader's code, and the few ways to change it.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::Duration;

use leptos::prelude::*;

use super::super::lab::Lab;
use super::store;
use super::support::is_without_python;
use crate::course::{EXERCISES, Exercise};
use crate::workers::python::PythonClient;
use policy_lab::protocol::Command;
use policy_lab::python::protocol::{Cell, CellFailure, PythonRequest};

/// Time limits of a cell, in seconds; the first holds until the reader chooses another.
pub const LIMITS_SECS: [u64; 3] = [60, 10, 600];

/// Where a run of a cell stands.
#[derive(Clone, Debug, PartialEq)]
pub enum CellState {
    /// Nothing has run, or the text has changed since.
    Fresh,
    /// Python is on its way: bytes so far, and of how many.
    Loading(f64, Option<f64>),
    /// Python is still being built, on the machine that serves the page.
    Building,
    /// The cell runs.
    Running,
    /// It ran, and its checks passed.
    Passed,
    /// It raised, or a check failed.
    Failed(CellFailure),
    /// It was ended from outside: a sentence.
    Ended(String),
}

/// Everything about the reader's code. A copyable handle: components get it from the context.
#[derive(Clone, Copy)]
pub struct Workbench {
    /// The exercise at hand.
    pub exercise: RwSignal<&'static Exercise>,
    /// What was written, by exercise; what is not there is still the starter.
    pub texts: RwSignal<BTreeMap<String, String>>,
    /// Counts texts that were replaced from outside the editor.
    pub replaced: RwSignal<u32>,
    /// Where the newest run of a cell stands.
    pub state: RwSignal<CellState>,
    /// The exercise that it belongs to.
    pub ran: RwSignal<&'static str>,
    /// What was printed.
    pub printed: RwSignal<String>,
    /// The exercises whose texts as they stand have passed their checks.
    pub passed: RwSignal<BTreeSet<&'static str>>,
    /// The exercises whose functions take part in training, beside the one at hand.
    pub also: RwSignal<BTreeSet<&'static str>>,
    /// Seconds after which a cell is ended.
    pub limit_secs: RwSignal<u64>,
    /// What was changed about the settings, as a sentence.
    pub changed: RwSignal<Option<String>>,
    /// Whether the browser keeps what is written.
    pub is_kept: RwSignal<bool>,
    pub(super) lab: Lab,
    client: StoredValue<Option<Rc<PythonClient>>, LocalStorage>,
    timer: StoredValue<Option<TimeoutHandle>>,
    /// The text that was sent to be run.
    pub(super) sent: StoredValue<String>,
    /// Whether what runs is the beginning of a training run, which checks nothing.
    pub(super) is_training: StoredValue<bool>,
}

impl Workbench {
    /// Reads what was kept; loads no Python yet.
    pub fn new(lab: Lab) -> Self {
        let wanted = lab.address.exercise.get_untracked();
        let exercise = wanted.as_deref().and_then(Exercise::find);
        let bench = Self {
            exercise: RwSignal::new(exercise.unwrap_or_else(Exercise::first)),
            texts: RwSignal::new(store::read()),
            replaced: RwSignal::new(0),
            state: RwSignal::new(CellState::Fresh),
            ran: RwSignal::new(""),
            printed: RwSignal::new(String::new()),
            passed: RwSignal::new(BTreeSet::new()),
            also: RwSignal::new(BTreeSet::new()),
            limit_secs: RwSignal::new(LIMITS_SECS[0]),
            changed: RwSignal::new(None),
            is_kept: RwSignal::new(true),
            lab,
            client: StoredValue::new_local(None),
            timer: StoredValue::new(None),
            sent: StoredValue::new(String::new()),
            is_training: StoredValue::new(false),
        };
        if let (Some(id), None) = (wanted, exercise) {
            let ids: Vec<&str> = EXERCISES.iter().map(|exercise| exercise.id).collect();
            lab.address.notices.update(|notices| {
                let all = ids.join(", ");
                notices.push(format!(
                    "The link asks for exercise “{id}”; there are {all}"
                ));
            });
        }
        let client = PythonClient::new(move |answer| bench.take(answer));
        bench.client.set_value(Some(Rc::new(client)));
        lab.reader_run
            .driver
            .set_value(Some(Rc::new(move |command| {
                let stops = command == Command::Stop;
                bench.send(PythonRequest::Drive(command));
                if stops {
                    lab.after_patience(move || {
                        bench.end("Your code did not give way, so Python was started afresh");
                    });
                }
            })));
        bench
    }

    /// The reader's text of an exercise, or its starter.
    pub fn text(self, exercise: &Exercise) -> String {
        self.texts
            .with(|texts| texts.get(exercise.id).cloned())
            .unwrap_or_else(|| exercise.starter.to_owned())
    }

    /// Turns to another exercise.
    pub fn choose(self, exercise: &'static Exercise) {
        self.exercise.set(exercise);
        self.changed.set(None);
        (self.lab.address.exercise).set(Some(exercise.id.to_owned()));
    }

    /// Takes over what the reader has typed, and keeps it.
    pub fn edit(self, exercise: &'static Exercise, text: String) {
        if self.text_untracked(exercise) == text {
            return;
        }
        self.texts.update(|texts| {
            if text == exercise.starter {
                texts.remove(exercise.id);
            } else {
                texts.insert(exercise.id.to_owned(), text);
            }
        });
        self.is_kept.set(self.texts.with_untracked(store::write));
        if self
            .passed
            .with_untracked(|passed| passed.contains(exercise.id))
        {
            self.passed
                .update(|passed| passed.retain(|id| *id != exercise.id));
        }
        // A failure stays in view while the reader mends it; praise does not hold for another text.
        let has_passed = self
            .state
            .with_untracked(|state| *state == CellState::Passed);
        if has_passed && self.ran.get_untracked() == exercise.id {
            self.state.set(CellState::Fresh);
        }
    }

    /// Puts the starter back.
    pub fn reset(self) {
        self.put(self.exercise.get_untracked().starter);
    }

    /// Puts a text into the cell.
    pub fn put(self, text: &str) {
        self.edit(self.exercise.get_untracked(), text.to_owned());
        self.replaced.update(|count| *count += 1);
    }

    /// Puts other texts in place of all.
    pub fn replace_all(self, texts: BTreeMap<String, String>) {
        self.is_kept.set(store::write(&texts));
        self.texts.set(texts);
        self.passed.update(BTreeSet::clear);
        self.state.set(CellState::Fresh);
        self.replaced.update(|count| *count += 1);
    }

    /// Whether a cell is under way.
    pub fn is_busy(self) -> bool {
        matches!(
            self.state.get(),
            CellState::Loading(..) | CellState::Building | CellState::Running
        )
    }

    /// Runs the cell at hand and its checks.
    pub fn run(self) {
        if self.is_busy() {
            return;
        }
        let exercise = self.exercise.get_untracked();
        self.begin(exercise, false);
        if is_without_python() {
            self.state.set(CellState::Ended(
                "This browser’s WebAssembly has no SIMD instructions, which Python needs here. \
                 Chrome 91, Edge 91, Firefox 89 and Safari 16.4 are the first that have; \
                 everything else on this page works"
                    .to_owned(),
            ));
            return;
        }
        let cell = self.cell(exercise, true);
        self.sent.set_value(cell.source.clone());
        self.send(PythonRequest::Run(cell));
        self.watch();
    }

    /// Ends whatever Python does. The texts stay; what cells have defined is gone.
    pub fn stop(self) {
        self.end(
            "Stopped. Python was started afresh, so run the \
             earlier cells again if this one needs them",
        );
    }

    pub(super) fn cell(self, exercise: &Exercise, is_checked: bool) -> Cell {
        let own = |name: &&str| (*name).to_owned();
        Cell {
            source: self.text_untracked(exercise),
            names: exercise.names.iter().map(own).collect(),
            check: is_checked.then(|| exercise.check.to_owned()),
        }
    }

    pub(super) fn begin(self, exercise: &Exercise, is_training: bool) {
        self.is_training.set_value(is_training);
        self.printed.set(String::new());
        self.ran.set(exercise.id);
        self.state.set(CellState::Running);
    }

    pub(super) fn send(self, request: PythonRequest) {
        if let Some(client) = self.client.get_value() {
            client.send(request);
        }
    }

    /// Ends the worker, and a run of it with it.
    pub(super) fn end(self, why: &str) {
        self.clear_timer();
        if let Some(client) = self.client.get_value() {
            client.restart();
        }
        if self.is_busy() {
            self.state.set(CellState::Ended(why.to_owned()));
        }
        self.lab.lose_reader_run();
    }

    /// Ends a cell that takes too long; loading does not count.
    pub(super) fn watch(self) {
        self.clear_timer();
        let secs = self.limit_secs.get_untracked();
        let on_time = move || match self.state.get_untracked() {
            CellState::Loading(..) | CellState::Building => self.watch(),
            CellState::Running => self.end(&format!(
                "Ended after {secs} seconds: does a loop never \
                 stop? A longer limit can be chosen above"
            )),
            _ => {}
        };
        let handle = set_timeout_with_handle(on_time, Duration::from_secs(secs));
        self.timer.set_value(handle.ok());
    }

    pub(super) fn clear_timer(self) {
        if let Some(timer) = self.timer.get_value() {
            timer.clear();
        }
    }

    pub(super) fn text_untracked(self, exercise: &Exercise) -> String {
        untrack(|| self.text(exercise))
    }
}

/// The state of the reader's code, from within any component.
pub fn use_workbench() -> Workbench {
    expect_context::<Workbench>()
}

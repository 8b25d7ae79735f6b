//! The state of the reader's code, and the functions that change it.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::Duration;

use leptos::prelude::*;

use super::super::lab::Lab;
use super::cell_run::{CellRun, CellState};
use super::store;
use crate::course::{Catalogue, EXERCISES, Exercise};
use crate::marking::{LIMIT_SECS, answers_for, limit_secs};
use crate::ui::browser::chance;
use crate::view::tabs::SharedCode;
use crate::workers::python::PythonClient;
use policy_lab::protocol::Command;
use policy_lab::python::protocol::{Answer, Cell, PythonRequest};

/// Time limits of a cell, in seconds. The first is the default.
pub const LIMITS_SECS: [u64; 3] = [LIMIT_SECS, 10, 600];

/// The state of the reader's code. A copyable handle that components get from the context.
#[derive(Clone, Copy)]
pub struct Workbench {
    /// The current exercise.
    pub exercise: RwSignal<&'static Exercise>,
    /// The reader's code by exercise id. An exercise that is missing here still has its starter.
    pub texts: RwSignal<BTreeMap<String, String>>,
    /// Texts of another tab, by exercise, that differ from what was edited here. `None` stands for
    /// the starter.
    pub elsewhere: RwSignal<BTreeMap<String, Option<String>>>,
    /// What this tab knows of the code that all tabs share.
    pub(super) shared: StoredValue<SharedCode>,
    /// Number of times that a text was replaced from outside the editor.
    pub replaced: RwSignal<u32>,
    /// The newest run of a cell with its checks.
    pub checked: CellRun,
    /// The newest start of training with a cell. What it meets says nothing about the checks.
    pub training: CellRun,
    /// Ids of the exercises whose present text has passed its checks.
    pub passed: RwSignal<BTreeSet<&'static str>>,
    /// The exercise whose checks ran last, to their end or to the time limit. It is set again by
    /// each such run.
    pub tried: RwSignal<Option<&'static Exercise>>,
    /// Ids of the exercises whose functions take part in training, besides the current one.
    pub also: RwSignal<BTreeSet<&'static str>>,
    /// Time limit of a cell, in seconds.
    pub limit_secs: RwSignal<u64>,
    /// A sentence about settings that were changed before training, if any were.
    pub changed: RwSignal<Option<String>>,
    /// True if the reader prefers a plain text field for code.
    pub is_plain: RwSignal<bool>,
    /// True if the browser stores the reader's code.
    pub is_kept: RwSignal<bool>,
    pub(super) lab: Lab,
    client: StoredValue<Option<Rc<PythonClient>>, LocalStorage>,
    timer: StoredValue<Option<TimeoutHandle>>,
    /// The source of the cell that was sent to be run and checked last.
    pub(super) sent: StoredValue<String>,
    /// True if the present run is the start of training, which runs no checks.
    pub(super) is_training: StoredValue<bool>,
}

impl Workbench {
    /// Creates the state from what the browser has stored. Does not load Python yet.
    pub fn new(lab: Lab) -> Self {
        let wanted = lab.address.exercise.get_untracked();
        let exercise = wanted.as_deref().and_then(Exercise::find);
        let texts = store::read().unwrap_or_default();
        let shared = SharedCode {
            seen: texts.clone(),
            ..SharedCode::default()
        };
        let bench = Self {
            exercise: RwSignal::new(exercise.unwrap_or_else(Exercise::first)),
            texts: RwSignal::new(texts),
            elsewhere: RwSignal::new(BTreeMap::new()),
            shared: StoredValue::new(shared),
            replaced: RwSignal::new(0),
            checked: CellRun::default(),
            training: CellRun::default(),
            passed: RwSignal::new(BTreeSet::new()),
            tried: RwSignal::new(None),
            also: RwSignal::new(BTreeSet::new()),
            limit_secs: RwSignal::new(LIMITS_SECS[0]),
            changed: RwSignal::new(None),
            is_plain: RwSignal::new(store::wants_plain()),
            is_kept: RwSignal::new(true),
            lab,
            client: StoredValue::new_local(None),
            timer: StoredValue::new(None),
            sent: StoredValue::new(String::new()),
            is_training: StoredValue::new(false),
        };
        let shown = bench.exercise.get_untracked();
        lab.address.exercise.set(Some(shown.id.to_owned()));
        if let (Some(id), None) = (wanted, exercise) {
            let ids = EXERCISES.iter().map(|exercise| exercise.id);
            lab.address.tell_missing("exercise", &id, ids);
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
                        bench.end("Your code did not stop by itself, so Python was started again");
                    });
                }
            })));
        bench
    }

    /// Returns the reader's code for an exercise, or its starter.
    pub fn text(self, exercise: &Exercise) -> String {
        self.texts
            .with(|texts| texts.get(exercise.id).cloned())
            .unwrap_or_else(|| exercise.starter().to_owned())
    }

    /// Returns the code that is stored, as this tab has read or written it last.
    pub fn stored_code(self) -> BTreeMap<String, String> {
        self.shared.with_value(|shared| shared.seen.clone())
    }

    /// Goes to an exercise.
    pub fn choose(self, exercise: &'static Exercise) {
        self.exercise.set(exercise);
        self.changed.set(None);
        (self.lab.address.exercise).set(Some(exercise.id.to_owned()));
    }

    /// Takes over and stores what the reader has typed.
    pub fn edit(self, exercise: &'static Exercise, text: String) {
        if self.text_untracked(exercise) == text {
            return;
        }
        // What another tab has written meanwhile must not be overwritten unseen.
        self.mark_edited(exercise);
        self.hear_other_tab();
        self.mark_edited(exercise);
        self.texts.update(|texts| {
            // Before the texts are there nobody knows the starter.
            if Catalogue::is_filled() && text == exercise.starter() {
                texts.remove(exercise.id);
            } else {
                texts.insert(exercise.id.to_owned(), text);
            }
        });
        self.store_texts();
        (self.passed).maybe_update(|passed| passed.remove(exercise.id));
        // A failure stays visible while the reader fixes it, but a pass holds only for the text
        // that was checked.
        let checked = self.checked;
        let has_passed = (checked.state).with_untracked(|state| *state == CellState::Passed);
        if has_passed && checked.exercise.get_untracked() == exercise.id {
            checked.state.set(CellState::Fresh);
        }
    }

    /// Restores the starter of the current exercise.
    pub fn reset(self) {
        self.put(self.exercise.get_untracked().starter());
    }

    /// Replaces the code of the current exercise.
    pub fn put(self, text: &str) {
        self.edit(self.exercise.get_untracked(), text.to_owned());
        self.replaced.update(|count| *count += 1);
    }

    /// Replaces the code of all exercises.
    pub fn replace_all(self, texts: BTreeMap<String, String>) {
        // A cell that runs has the old code, and its answer would count for the new.
        if self.is_busy() {
            self.stop();
        }
        self.texts.set(texts);
        self.shared.set_value(SharedCode::default());
        self.elsewhere.update(BTreeMap::clear);
        self.store_texts();
        self.passed.update(BTreeSet::clear);
        self.checked.clear();
        self.training.clear();
        self.replaced.update(|count| *count += 1);
    }

    /// Returns what there is to say about the current exercise's cell: the state of its newest run,
    /// or else that its present text has passed the checks before.
    pub fn shown(self) -> CellState {
        let id = self.exercise.get().id;
        let state = self.checked.state_of(id);
        let has_passed = self.passed.with(|passed| passed.contains(id));
        match state {
            CellState::Fresh if has_passed => CellState::Passed,
            state => state,
        }
    }

    /// Returns true if the checks have failed because the reader has written nothing yet. In the
    /// gallery of bugs everything is written.
    pub fn is_unwritten(self) -> bool {
        let exercise = self.exercise.get();
        let has_begun = (self.texts).with(|texts| texts.contains_key(exercise.id));
        let has_failed = matches!(self.shown(), CellState::Failed(_));
        has_failed && !has_begun && exercise.bug_in.is_none()
    }

    /// Returns true if a cell is running, or waiting for Python.
    pub fn is_busy(self) -> bool {
        // Read both, so that a view follows both.
        let is_checking = self.checked.state.with(CellState::is_busy);
        let is_training = self.training.state.with(CellState::is_busy);
        is_checking || is_training
    }

    /// Returns the run that Python was asked for last.
    pub(super) fn current(self) -> CellRun {
        match self.is_training.get_value() {
            true => self.training,
            false => self.checked,
        }
    }

    /// Runs the current cell and its checks.
    pub fn run(self) {
        if self.is_busy() {
            return;
        }
        let exercise = self.exercise.get_untracked();
        self.begin(exercise, false);
        let cell = self.cell(exercise, true);
        self.sent.set_value(cell.answer.source.clone());
        self.send(PythonRequest::Run(cell));
        self.watch();
    }

    /// Stops Python and starts it again. The texts stay.
    pub fn stop(self) {
        self.end("Stopped. Your code is still here");
    }

    /// Returns what Python needs to run the reader's code for an exercise: with its check, other
    /// random numbers every time.
    pub(super) fn cell(self, exercise: &Exercise, is_checked: bool) -> Cell {
        let answer = exercise.answer(self.text_untracked(exercise));
        let check = is_checked.then(|| exercise.check.to_owned());
        let seed = check.as_ref().map_or(0, |_| chance::seed());
        Cell {
            passed: self.passed_before(exercise, &answer.source),
            answer,
            check,
            seed,
        }
    }

    /// Returns the reader's passed answers to the other exercises, as far as this one needs them.
    fn passed_before(self, exercise: &Exercise, source: &str) -> Vec<Answer> {
        let has_passed =
            |it: &Exercise| (self.passed).with_untracked(|passed| passed.contains(it.id));
        answers_for(exercise, source, has_passed, |it| self.text_untracked(it))
    }

    pub(super) fn begin(self, exercise: &Exercise, is_training: bool) {
        self.is_training.set_value(is_training);
        if !is_training {
            // What a start of training has met may be mended by now.
            self.training.clear();
        }
        self.current().begin(exercise.id);
    }

    pub(super) fn send(self, request: PythonRequest) {
        if let Some(client) = self.client.get_value() {
            client.send(request);
        }
    }

    /// Restarts Python, which also ends a training run with the reader's code.
    pub(super) fn end(self, why: &str) {
        self.clear_timer();
        if let Some(client) = self.client.get_value() {
            client.restart();
        }
        self.current().end(why);
        self.lab.lose_reader_run();
    }

    /// Starts the time limit of a cell. It starts again when Python is ready, and whenever it
    /// passes before that.
    pub(super) fn watch(self) {
        self.clear_timer();
        let id = self.current().exercise.get_untracked();
        let secs = self.secs_of(self.limit_secs.get_untracked(), id);
        let on_time = move || match self.current().state.get_untracked() {
            CellState::Arriving(_) => self.watch(),
            CellState::Running => {
                self.note_try();
                self.end(&format!(
                    "Ended after {secs} seconds: does a loop never \
                     stop? A longer limit can be chosen above"
                ));
            }
            _ => {}
        };
        let handle = set_timeout_with_handle(on_time, Duration::from_secs(secs));
        self.timer.set_value(handle.ok());
    }

    /// Returns the seconds that a time limit, one of `LIMITS_SECS`, means for an exercise: the
    /// default is longer where an agent learns the probes.
    pub fn secs_of(self, limit: u64, id: &str) -> u64 {
        match Exercise::find(id) {
            Some(exercise) if limit == LIMITS_SECS[0] => limit_secs(exercise),
            _ => limit,
        }
    }

    /// Notes that the checks have run, if what runs has checks.
    pub(super) fn note_try(self) {
        if !self.is_training.get_value() {
            let id = self.checked.exercise.get_untracked();
            self.tried.set(Exercise::find(id));
        }
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

/// Returns the state of the reader's code, from within any component.
pub fn use_workbench() -> Workbench {
    expect_context::<Workbench>()
}

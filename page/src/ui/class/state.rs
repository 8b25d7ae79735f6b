//! The state of a class: its table, what was said of files, and the checks that run again.

use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Duration;

use leptos::prelude::*;

use crate::course::Exercise;
use crate::marking::{
    ClassTable, FileNews, HandedIn, Recheck, SortBy, ToCheck, cell_of, limit_secs, summary,
};
use crate::workers::python::PythonClient;
use policy_lab::protocol::arrival::Arrival;
use policy_lab::python::protocol::{PythonAnswer, PythonRequest};

/// Code of students, side by side.
#[derive(Clone, Copy)]
pub enum SideBySideCode {
    /// What they wrote for an exercise.
    Exercise(&'static Exercise),
    /// The classes of their own worlds.
    Worlds,
}

/// The state of a class. A copyable handle that components get from the context.
#[derive(Clone, Copy)]
pub struct ClassState {
    /// The hand-ins.
    pub table: RwSignal<ClassTable>,
    /// What became of the files that came last.
    pub said: RwSignal<Vec<FileNews>>,
    /// Number of files that are still to be read.
    pub reading: RwSignal<usize>,
    /// The order of the table, and true if it is descending.
    pub order: RwSignal<(SortBy, bool)>,
    /// What is shown side by side.
    pub beside: RwSignal<Option<SideBySideCode>>,
    /// The numbers of the two hand-ins to show; all of them where both are `None`.
    pub pair: RwSignal<[Option<usize>; 2]>,
    /// The cell that runs, or waits for Python.
    pub running: RwSignal<Option<ToCheck>>,
    /// Number of cells that have run, and of all that were asked for.
    pub progress: RwSignal<(usize, usize)>,
    /// How Python arrives, while it does.
    pub arrival: RwSignal<Option<Arrival>>,
    /// What came of the checks, in sentences.
    pub outcome: RwSignal<Vec<String>>,
    queue: StoredValue<VecDeque<ToCheck>>,
    /// True if the worker has answered that it is ready, so that its end is the cell's doing.
    is_ready: StoredValue<bool>,
    /// True if this worker has run other cells before, so that its end may be their doing.
    has_run: StoredValue<bool>,
    timer: StoredValue<Option<TimeoutHandle>>,
    client: StoredValue<Option<Rc<PythonClient>>, LocalStorage>,
}

impl ClassState {
    /// Creates the state of an empty table. Does not load Python yet.
    pub fn new() -> Self {
        let class = Self {
            table: RwSignal::new(ClassTable::default()),
            said: RwSignal::new(Vec::new()),
            reading: RwSignal::new(0),
            order: RwSignal::new((SortBy::Student, false)),
            beside: RwSignal::new(None),
            pair: RwSignal::new([None, None]),
            running: RwSignal::new(None),
            progress: RwSignal::new((0, 0)),
            arrival: RwSignal::new(None),
            outcome: RwSignal::new(Vec::new()),
            queue: StoredValue::new(VecDeque::new()),
            is_ready: StoredValue::new(false),
            has_run: StoredValue::new(false),
            timer: StoredValue::new(None),
            client: StoredValue::new_local(None),
        };
        let client = PythonClient::new(move |answer| class.take(answer));
        class.client.set_value(Some(Rc::new(client)));
        class
    }

    /// Says that something could not be done.
    pub fn tell(self, why: &str) {
        self.said.set(vec![FileNews::refused(why.to_owned())]);
    }

    /// Returns true if the code for this exercise is shown side by side.
    pub fn shows(self, exercise: &Exercise) -> bool {
        let shown = self.beside.get();
        matches!(shown, Some(SideBySideCode::Exercise(shown)) if shown.id == exercise.id)
    }

    /// Returns true if the code of a hand-in is to be shown.
    pub fn is_chosen(self, row: &HandedIn) -> bool {
        let pair = self.pair.get();
        pair == [None, None] || pair.contains(&Some(row.id))
    }

    /// Empties the table.
    pub fn empty(self) {
        self.stop();
        self.table.update(ClassTable::clear);
        self.said.set(Vec::new());
        self.outcome.set(Vec::new());
        self.beside.set(None);
        self.pair.set([None, None]);
    }

    /// Runs the checks of all hand-ins again.
    pub fn check(self) {
        if self.running.with_untracked(Option::is_some) {
            return;
        }
        self.outcome.set(Vec::new());
        self.table.update(ClassTable::forget_outcomes);
        let cells = self.table.with_untracked(ClassTable::to_check);
        self.progress.set((0, cells.len()));
        self.queue.set_value(cells.into());
        self.next();
    }

    /// Ends the checks. What they have found stays.
    pub fn stop(self) {
        if self.running.with_untracked(Option::is_none) {
            return;
        }
        self.restart();
        let (done, all) = self.progress.get_untracked();
        self.end(Some(format!("Stopped after {done} of {all} cells")));
    }

    /// Takes an answer of the worker.
    pub fn take(self, answer: PythonAnswer) {
        match answer {
            PythonAnswer::Arriving(arrival) => self.arrival.set(Some(arrival)),
            PythonAnswer::Ready => {
                self.is_ready.set_value(true);
                self.has_run.set_value(false);
                self.arrival.set(None);
                // Loading does not count.
                self.watch();
            }
            PythonAnswer::Ran(failure) => {
                self.has_run.set_value(true);
                self.record(Recheck::from(failure.as_ref()));
            }
            PythonAnswer::Ended(why) => self.lose(why),
            // What a cell prints, draws and writes is not shown here.
            PythonAnswer::Printed(_)
            | PythonAnswer::Figure(_)
            | PythonAnswer::Markup(_)
            | PythonAnswer::Cleared
            | PythonAnswer::Pose(_)
            | PythonAnswer::Written(_)
            | PythonAnswer::Run(_) => {}
        }
    }

    fn next(self) {
        self.clear_timer();
        let next = self.queue.try_update_value(VecDeque::pop_front).flatten();
        let Some((id, exercise)) = next else {
            return self.end(None);
        };
        let cell = (self.table).with_untracked(|table| Some(cell_of(table.find(id)?, exercise)));
        let (Some(cell), Some(client)) = (cell, self.client.get_value()) else {
            return self.end(None);
        };
        self.running.set(Some((id, exercise)));
        self.watch();
        client.send(PythonRequest::Run(cell));
    }

    /// Writes what came of the running cell into the table, and goes on.
    fn record(self, outcome: Recheck) {
        let Some((id, exercise)) = self.running.get_untracked() else {
            return;
        };
        (self.table).update(|table| table.record(id, exercise, outcome));
        self.progress.update(|(done, _)| *done += 1);
        self.next();
    }

    /// Takes note that the worker has ended: a cell may be the reason, but not before the worker
    /// was ready. Cells leave something in a worker's memory, so a cell that was not its first runs
    /// once more in a new one before anything is said of it.
    fn lose(self, why: String) {
        let was_ready = self.is_ready.get_value();
        self.is_ready.set_value(false);
        self.arrival.set(None);
        if !was_ready {
            if self.running.with_untracked(Option::is_some) {
                self.end(Some(why));
            }
            return;
        }
        // The client lets go of the old worker first.
        let go_on = move || match self.has_run.get_value() {
            true => self.run_again(),
            false => self.record(Recheck::Ended(why)),
        };
        set_timeout(go_on, Duration::ZERO);
    }

    fn run_again(self) {
        if let Some(cell) = self.running.get_untracked() {
            self.queue.update_value(|queue| queue.push_front(cell));
            self.next();
        }
    }

    /// Starts the time limit of the running cell. It starts again when Python is ready, and when it
    /// passes before that.
    fn watch(self) {
        self.clear_timer();
        let Some((_, exercise)) = self.running.get_untracked() else {
            return;
        };
        let secs = limit_secs(exercise);
        let on_time = move || match self.is_ready.get_value() {
            false => self.watch(),
            true => {
                self.restart();
                self.record(Recheck::Ended(format!("did not end within {secs} seconds")));
            }
        };
        let handle = set_timeout_with_handle(on_time, Duration::from_secs(secs));
        self.timer.set_value(handle.ok());
    }

    fn clear_timer(self) {
        if let Some(timer) = self.timer.get_value() {
            timer.clear();
        }
        self.timer.set_value(None);
    }

    fn restart(self) {
        self.is_ready.set_value(false);
        if let Some(client) = self.client.get_value() {
            client.restart();
        }
    }

    /// Ends the checks and says what came of them, after a sentence if there is a reason.
    fn end(self, why: Option<String>) {
        self.clear_timer();
        self.queue.set_value(VecDeque::new());
        self.running.set(None);
        self.arrival.set(None);
        let found = self.table.with_untracked(summary);
        self.outcome.set(why.into_iter().chain(found).collect());
    }
}

impl Default for ClassState {
    fn default() -> Self {
        Self::new()
    }
}

/// Returns the state of the class, from within any component.
pub fn use_class() -> ClassState {
    expect_context::<ClassState>()
}

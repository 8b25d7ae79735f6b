//! Runs the cells of the scratchpad, in a worker of their own, and takes what the worker answers.

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::folder::has_files;
use super::program::ScratchCell;
use super::state::ScratchState;
use crate::ui::browser::chance;
use crate::ui::cells::CellState;
use crate::ui::doctor::Examined;
use crate::view::scratch::arguments;
use policy_lab::python::output::Output;
use policy_lab::python::protocol::{CellFailure, Pose, Program, PythonAnswer, PythonRequest};

/// All cells belong to one notebook: they share their names.
const NOTEBOOK: &str = "scratchpad";
/// Time between two looks at the clock while a program runs.
const TICK: Duration = Duration::from_secs(1);

/// What has come from the worker and is shown in the next frame of the screen: programs print
/// faster than that.
#[derive(Default)]
pub struct PendingOutput {
    printed: String,
    /// True if what was printed before is to be seen no more.
    is_cleared: bool,
    pose: Option<Pose>,
    is_asked: bool,
}

impl ScratchState {
    /// Returns true if a cell is running, or waiting for Python.
    pub fn is_busy(self) -> bool {
        self.running.with(Option::is_some)
    }

    /// Runs a cell.
    pub fn run(self, cell: ScratchCell) {
        if self.running.get_untracked().is_none() {
            self.queue.set(Vec::new());
            self.begin(cell);
        }
    }

    /// Runs all cells from top to bottom. The first that fails ends it.
    pub fn run_all(self) {
        if self.running.get_untracked().is_some() {
            return;
        }
        let cells = self.cells.get_untracked();
        cells.iter().for_each(|cell| cell.clear());
        self.queue.set(cells.iter().map(|cell| cell.id).collect());
        self.next();
    }

    /// Ends Python, whatever it is doing, and starts it again. The texts stay.
    pub fn stop(self) {
        let had_names = self.has_names.get_untracked();
        if let Some(client) = self.client.get_value() {
            client.restart();
        }
        self.forget("Stopped. Your text is still here");
        self.is_forgetful.set(had_names);
    }

    fn next(self) {
        let next = (self.queue).try_update(|queue| (!queue.is_empty()).then(|| queue.remove(0)));
        if let Some(cell) = next.flatten().and_then(|id| self.find(id)) {
            self.begin(cell);
        }
    }

    fn begin(self, cell: ScratchCell) {
        cell.clear();
        let arguments = match arguments::split(&cell.arguments.get_untracked()) {
            Ok(arguments) => arguments,
            Err(why) => {
                self.queue.set(Vec::new());
                return cell.state.set(CellState::Ended(why));
            }
        };
        self.pending.set_value(PendingOutput::default());
        cell.state.set(CellState::Running);
        self.running.set(Some(cell.id));
        self.start_clock();
        self.watch(cell);
        let program = Program {
            notebook: NOTEBOOK.to_owned(),
            file: cell.file.get_untracked(),
            source: cell.text.get_untracked(),
            beside: self.beside(cell),
            files: None,
            arguments,
            seed: chance::seed(),
        };
        if !self.has_new_files.get_value() {
            return self.send(program);
        }
        let files = self.files_beside();
        spawn_local(async move {
            let files = files.await;
            // It may have been stopped meanwhile, and even have been run again.
            let is_under_way = self.running.get_untracked() == Some(cell.id);
            if is_under_way && self.has_new_files.get_value() {
                self.has_new_files.set_value(files.is_none());
                self.send(Program { files, ..program });
            }
        });
    }

    /// Asks why a cell's script does not learn.
    pub fn examine(self, cell: ScratchCell) {
        let examined = Examined {
            cell: cell.id,
            file: cell.file.get_untracked(),
            text: cell.text.get_untracked(),
        };
        let arguments = arguments::split(&cell.arguments.get_untracked()).unwrap_or_default();
        let beside = self.beside(cell);
        let files = has_files().then(|| self.files_beside());
        spawn_local(async move {
            let files = match files {
                Some(files) => files.await,
                None => None,
            };
            let program = Program {
                beside,
                files,
                arguments,
                ..Program::default()
            };
            self.doctor.examine(examined, program);
        });
    }

    fn send(self, program: Program) {
        if let Some(client) = self.client.get_value() {
            client.send(PythonRequest::RunProgram(program));
        }
    }

    /// Returns the names and texts of the other cells' files.
    fn beside(self, cell: ScratchCell) -> Vec<(String, String)> {
        let cells = self.cells.get_untracked().into_iter();
        let others = cells.filter(|other| other.id != cell.id);
        let file = |other: ScratchCell| (other.file.get_untracked(), other.text.get_untracked());
        others.map(file).collect()
    }

    /// Takes an answer of the worker.
    pub(super) fn take(self, answer: PythonAnswer) {
        match (answer, self.at_work()) {
            (PythonAnswer::Ended(why), _) => self.forget(&why),
            (_, None) | (PythonAnswer::Run(_), _) => {}
            (PythonAnswer::Arriving(arrival), Some(cell)) => {
                cell.state.set(CellState::Arriving(arrival));
            }
            (PythonAnswer::Ready, Some(cell)) => {
                cell.state.set(CellState::Running);
                // Loading does not count.
                self.start_clock();
            }
            (PythonAnswer::Printed(text), _) => {
                (self.pending).update_value(|pending| pending.printed.push_str(&text));
                self.ask_to_show();
            }
            (PythonAnswer::Pose(pose), _) => {
                (self.pending).update_value(|pending| pending.pose = Some(pose));
                self.ask_to_show();
            }
            (PythonAnswer::Figure(svg), Some(cell)) => cell.shown.add_figure(svg),
            (PythonAnswer::Markup(html), Some(cell)) => cell.shown.add_markup(html),
            (PythonAnswer::Cleared, Some(cell)) => {
                cell.shown.clear_pictures();
                self.pending.update_value(|pending| {
                    pending.printed.clear();
                    pending.is_cleared = true;
                });
                self.ask_to_show();
            }
            (PythonAnswer::Written(file), Some(cell)) => cell.shown.add_written(file),
            (PythonAnswer::Ran(failure), Some(cell)) => self.finish(cell, failure),
        }
    }

    fn finish(self, cell: ScratchCell, failure: Option<CellFailure>) {
        self.show_what_came();
        cell.secs.set(self.clock_secs());
        self.running.set(None);
        self.has_names.set(true);
        self.is_forgetful.set(false);
        match failure {
            Some(failure) => {
                self.queue.set(Vec::new());
                cell.state.set(CellState::Failed(failure));
            }
            None => {
                cell.state.set(CellState::Passed);
                self.next();
            }
        }
    }

    /// Ends the run under way and forgets the names, which have ended with the worker.
    fn forget(self, why: &str) {
        self.show_what_came();
        if let Some(cell) = self.at_work() {
            cell.secs.set(self.clock_secs());
            cell.state.set(CellState::Ended(why.to_owned()));
        }
        self.running.set(None);
        self.queue.set(Vec::new());
        self.is_forgetful.set(self.has_names.get_untracked());
        self.has_names.set(false);
        self.has_new_files.set_value(has_files());
    }

    /// Returns the cell that is running, or waits for Python.
    fn at_work(self) -> Option<ScratchCell> {
        self.running.get_untracked().and_then(|id| self.find(id))
    }

    fn start_clock(self) {
        self.began_at_millis.set_value(js_sys::Date::now());
    }

    fn clock_secs(self) -> f64 {
        ((js_sys::Date::now() - self.began_at_millis.get_value()) / 1000.0).max(0.0)
    }

    /// Shows the seconds for which the cell has run, as long as it runs.
    fn watch(self, cell: ScratchCell) {
        let look = move || {
            if self.running.get_untracked() == Some(cell.id) {
                cell.secs.set(self.clock_secs());
                self.watch(cell);
            }
        };
        set_timeout(look, TICK);
    }

    fn ask_to_show(self) {
        let was_asked = self
            .pending
            .try_update_value(|pending| std::mem::replace(&mut pending.is_asked, true));
        if was_asked == Some(false) {
            request_animation_frame(move || self.show_what_came());
        }
    }

    /// Shows what has come since the last frame.
    fn show_what_came(self) {
        let Some(came) = self.pending.try_update_value(std::mem::take) else {
            return;
        };
        let Some(cell) = self.at_work() else {
            return;
        };
        if came.is_cleared {
            cell.printed.set(Output::default());
        }
        if !came.printed.is_empty() {
            cell.printed.update(|printed| printed.write(&came.printed));
        }
        if let Some(pose) = came.pose {
            cell.shown.set_pose(pose);
        }
    }
}

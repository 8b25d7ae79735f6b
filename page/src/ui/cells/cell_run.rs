//! One use of the reader's code: a run of a cell with its checks, or the start of training with it.

use leptos::prelude::*;

use super::shown::Screen;
use policy_lab::protocol::arrival::Arrival;
use policy_lab::python::protocol::CellFailure;

/// The state of the newest run of a cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum CellState {
    /// There is no result to show: nothing has run yet, or the last result no longer holds.
    #[default]
    Fresh,
    /// Python is on its way.
    Arriving(Arrival),
    /// The cell is running.
    Running,
    /// The cell ran, and its checks passed.
    Passed,
    /// The cell raised an error, or a check failed.
    Failed(CellFailure),
    /// The run was ended from outside; a sentence says why.
    Ended(String),
}

impl CellState {
    /// Returns true if a cell is running, or waiting for Python.
    pub fn is_busy(&self) -> bool {
        matches!(self, Self::Arriving(_) | Self::Running)
    }

    /// Returns the line on which the cell failed.
    pub fn line(&self) -> Option<usize> {
        match self {
            Self::Failed(failure) => failure.line,
            _ => None,
        }
    }
}

/// The newest run of a cell: of which exercise, its state, and what came of it.
#[derive(Clone, Copy, Default)]
pub struct CellRun {
    /// The state of the run.
    pub state: RwSignal<CellState>,
    /// Id of the exercise; empty before the first run.
    pub exercise: RwSignal<&'static str>,
    /// The printed output.
    pub printed: RwSignal<String>,
    /// What it has shown and left.
    pub shown: Screen,
}

impl CellRun {
    /// Returns true if the run was one of this exercise.
    pub fn is_of(self, id: &str) -> bool {
        self.exercise.get() == id
    }

    /// Returns the state if the run was one of this exercise.
    pub fn state_of(self, id: &str) -> CellState {
        match self.is_of(id) {
            true => self.state.get(),
            false => CellState::Fresh,
        }
    }

    /// Returns what was printed if the run was one of this exercise.
    pub fn printed_of(self, id: &str) -> String {
        match self.is_of(id) {
            true => self.printed.get(),
            false => String::new(),
        }
    }

    /// Returns true if a run of this exercise has printed, drawn or left something.
    pub fn has_shown(self, id: &str) -> bool {
        self.is_of(id) && !(self.printed.with(String::is_empty) && self.shown.is_empty())
    }

    pub(super) fn begin(self, id: &'static str) {
        self.printed.set(String::new());
        self.shown.clear();
        self.exercise.set(id);
        self.state.set(CellState::Running);
    }

    /// Forgets the result and what was printed.
    pub(super) fn clear(self) {
        self.printed.set(String::new());
        self.shown.clear();
        self.state.set(CellState::Fresh);
    }

    /// Ends the run if it is under way.
    pub(super) fn end(self, why: &str) {
        if self.state.with_untracked(CellState::is_busy) {
            self.state.set(CellState::Ended(why.to_owned()));
        }
    }
}

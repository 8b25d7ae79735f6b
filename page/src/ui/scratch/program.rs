//! A cell of the scratchpad while the page is open: its text, and what came of running it.

use leptos::prelude::*;

use crate::ui::cells::{CellState, Screen};
use crate::view::scratch::ScratchText;
use policy_lab::python::output::Output;

/// A cell. A copyable handle.
#[derive(Clone, Copy)]
pub struct ScratchCell {
    /// A number that no other cell has.
    pub id: u32,
    /// The name of its file.
    pub file: RwSignal<String>,
    /// The program.
    pub text: RwSignal<String>,
    /// The words after the file's name, as typed.
    pub arguments: RwSignal<String>,
    /// Where it comes from, which it leaves with.
    origin: StoredValue<String>,
    /// Number of times that the text was replaced from outside the editor.
    pub replaced: RwSignal<u32>,
    /// The state of the newest run. `Passed` means that it ran to its end.
    pub state: RwSignal<CellState>,
    /// What it printed.
    pub printed: RwSignal<Output>,
    /// What it has shown and left.
    pub shown: Screen,
    /// Seconds for which it has run.
    pub secs: RwSignal<f64>,
}

impl ScratchCell {
    /// Creates a cell that has not run.
    pub fn new(kept: ScratchText) -> Self {
        Self {
            id: kept.id,
            file: RwSignal::new(kept.file),
            text: RwSignal::new(kept.text),
            arguments: RwSignal::new(kept.arguments),
            origin: StoredValue::new(kept.origin),
            replaced: RwSignal::default(),
            state: RwSignal::default(),
            printed: RwSignal::default(),
            shown: Screen::default(),
            secs: RwSignal::default(),
        }
    }

    /// Returns what outlasts the visit.
    pub fn kept(self) -> ScratchText {
        ScratchText {
            id: self.id,
            file: self.file.get_untracked(),
            text: self.text.get_untracked(),
            arguments: self.arguments.get_untracked(),
            origin: self.origin.get_value(),
        }
    }

    /// Takes over what another tab has written.
    pub fn take_over(self, kept: &ScratchText) {
        let now = self.kept();
        self.origin.set_value(kept.origin.clone());
        if now.file != kept.file {
            self.file.set(kept.file.clone());
        }
        if now.arguments != kept.arguments {
            self.arguments.set(kept.arguments.clone());
        }
        if now.text != kept.text {
            self.text.set(kept.text.clone());
            self.replaced.update(|count| *count += 1);
        }
    }

    /// Forgets what came of the last run.
    pub fn clear(self) {
        self.printed.set(Output::default());
        self.shown.clear();
        self.secs.set(0.0);
        self.state.set(CellState::Fresh);
    }
}

//! A cell of the scratchpad while the page is open: its text, and what came of running it.

use leptos::prelude::*;

use crate::ui::cells::CellState;
use crate::view::scratch::ScratchText;
use policy_lab::python::output::Output;
use policy_lab::python::protocol::{Pose, WrittenFile};

/// Most figures that are shown below a cell.
pub const MOST_FIGURES: usize = 20;

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
    /// Number of times that the text was replaced from outside the editor.
    pub replaced: RwSignal<u32>,
    /// The state of the newest run. `Passed` means that it ran to its end.
    pub state: RwSignal<CellState>,
    /// What it printed.
    pub printed: RwSignal<Output>,
    /// The newest figures with their numbers, from 1.
    pub figures: RwSignal<Vec<(usize, String)>>,
    /// The newest pose of an environment.
    pub pose: RwSignal<Option<Pose>>,
    /// The files that it has written.
    pub written: RwSignal<Vec<WrittenFile>>,
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
            replaced: RwSignal::new(0),
            state: RwSignal::new(CellState::Fresh),
            printed: RwSignal::new(Output::default()),
            figures: RwSignal::new(Vec::new()),
            pose: RwSignal::new(None),
            written: RwSignal::new(Vec::new()),
            secs: RwSignal::new(0.0),
        }
    }

    /// Returns what outlasts the visit.
    pub fn kept(self) -> ScratchText {
        ScratchText {
            id: self.id,
            file: self.file.get_untracked(),
            text: self.text.get_untracked(),
            arguments: self.arguments.get_untracked(),
        }
    }

    /// Takes over what another tab has written.
    pub fn take_over(self, kept: &ScratchText) {
        let now = self.kept();
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
        self.figures.set(Vec::new());
        self.pose.set(None);
        self.written.set(Vec::new());
        self.secs.set(0.0);
        self.state.set(CellState::Fresh);
    }

    /// Adds a file, or takes over what is in it now.
    pub fn add_written(self, file: WrittenFile) {
        self.written.update(
            |written| match written.iter_mut().find(|it| it.path == file.path) {
                Some(known) => *known = file,
                None => written.push(file),
            },
        );
    }

    /// Adds a figure. The oldest makes room for it.
    pub fn add_figure(self, svg: String) {
        self.figures.update(|figures| {
            let number = figures.last().map_or(1, |(number, _)| number + 1);
            figures.push((number, svg));
            if figures.len() > MOST_FIGURES {
                figures.remove(0);
            }
        });
    }
}

//! The state of the scratchpad, and the functions that change its cells.

use std::rc::Rc;

use leptos::ev;
use leptos::prelude::*;
use leptos::reactive::owner::WeakOwner;

use super::folder::has_files;
use super::program::ScratchCell;
use super::runner::PendingOutput;
use crate::ui::browser::{chance, storage};
use crate::ui::doctor::DoctorState;
use crate::view::scratch::kept::{self, Unusable};
use crate::view::scratch::opened::NewCell;
use crate::view::scratch::{ScratchText, file_name, first, free_name, new_name};
use crate::workers::python::PythonClient;

/// The key in the browser's storage.
const KEY: &str = "policy-lab-scratch";
/// The id of the first cell, the same in every tab.
const FIRST: u32 = 1;

/// The state of the scratchpad. A copyable handle that components get from the context.
#[derive(Clone, Copy)]
pub struct ScratchState {
    /// The cells, from top to bottom.
    pub cells: RwSignal<Vec<ScratchCell>>,
    /// The cell that is running, or waits for Python.
    pub running: RwSignal<Option<u32>>,
    /// The cells that run after it.
    pub queue: RwSignal<Vec<u32>>,
    /// True if programs have defined names in this worker.
    pub has_names: RwSignal<bool>,
    /// True if names that programs had defined are gone.
    pub is_forgetful: RwSignal<bool>,
    /// Sentences about the files opened last, true if a file could not be opened.
    pub said: RwSignal<Vec<(bool, String)>>,
    /// The cell that was deleted last, and its place.
    pub deleted: RwSignal<Option<(usize, ScratchText)>>,
    /// The newest cell, to be scrolled to.
    pub newest: RwSignal<Option<u32>>,
    /// What the doctor says of one of the cells.
    pub doctor: DoctorState,
    /// A sentence if the browser does not keep the cells.
    pub unkept: RwSignal<Option<&'static str>>,
    /// The cells that are stored, as this tab has read or written them last.
    stored: StoredValue<String>,
    /// False if what is stored must stay as it is.
    may_write: StoredValue<bool>,
    /// Owns the cells' signals, which outlast the view, and this state too: a strong link would
    /// keep both for ever.
    owner: StoredValue<WeakOwner>,
    /// True if Python has not been told yet what lies beside the cells.
    pub(super) has_new_files: StoredValue<bool>,
    pub(super) client: StoredValue<Option<Rc<PythonClient>>, LocalStorage>,
    pub(super) pending: StoredValue<PendingOutput>,
    pub(super) began_at_millis: StoredValue<f64>,
}

impl ScratchState {
    /// Creates the state from what the browser has stored. Does not load Python yet.
    pub fn of_browser() -> Self {
        // Every tab begins with the same cell.
        let stored = storage::get(KEY).unwrap_or_else(|| kept::to_text(&[first(FIRST)]));
        let read = kept::from_text(&stored);
        let refused = read.as_ref().err().copied();
        let texts = read.unwrap_or_else(|_| vec![first(FIRST)]);
        let scratch = Self {
            cells: RwSignal::new(texts.into_iter().map(ScratchCell::new).collect()),
            running: RwSignal::new(None),
            queue: RwSignal::new(Vec::new()),
            has_names: RwSignal::new(false),
            is_forgetful: RwSignal::new(false),
            said: RwSignal::new(Vec::new()),
            deleted: RwSignal::new(None),
            newest: RwSignal::new(None),
            doctor: DoctorState::new(),
            unkept: RwSignal::new(refused.map(Unusable::sentence)),
            stored: StoredValue::new(stored),
            may_write: StoredValue::new(refused.is_none()),
            owner: StoredValue::new(Owner::current().unwrap_or_default().downgrade()),
            has_new_files: StoredValue::new(has_files()),
            client: StoredValue::new_local(None),
            pending: StoredValue::new(PendingOutput::default()),
            began_at_millis: StoredValue::new(0.0),
        };
        let client = PythonClient::new(move |answer| scratch.take(answer));
        scratch.client.set_value(Some(Rc::new(client)));
        let handle = window_event_listener(ev::storage, move |_| scratch.hear_other_tab());
        on_cleanup(move || handle.remove());
        scratch
    }

    /// Returns the cell with this id.
    pub fn find(self, id: u32) -> Option<ScratchCell> {
        (self.cells).with_untracked(|cells| cells.iter().find(|cell| cell.id == id).copied())
    }

    /// Returns what outlasts the visit of all cells.
    pub fn texts(self) -> Vec<ScratchText> {
        (self.cells).with_untracked(|cells| cells.iter().map(|cell| cell.kept()).collect())
    }

    /// Returns the names of all files.
    pub fn names(self) -> Vec<String> {
        let names = self.texts().into_iter();
        names.map(|cell| cell.file).collect()
    }

    /// Takes over what the reader has typed into a cell's editor.
    pub fn edit(self, cell: ScratchCell, text: String) {
        if cell.text.with_untracked(|now| *now != text) {
            cell.text.set(text);
            self.store();
        }
    }

    /// Puts a text in the place of a cell's.
    pub fn put_text(self, cell: ScratchCell, text: String) {
        cell.replaced.update(|count| *count += 1);
        self.edit(cell, text);
    }

    /// Takes over the arguments of a cell.
    pub fn set_arguments(self, cell: ScratchCell, arguments: String) {
        cell.arguments.set(arguments);
        self.store();
    }

    /// Gives a cell's file another name, with a number if another cell has it. An empty name leaves
    /// the old one.
    pub fn rename(self, cell: ScratchCell, typed: &str) {
        let others = self.texts().into_iter().filter(|it| it.id != cell.id);
        let others: Vec<String> = others.map(|it| it.file).collect();
        // Set it in any case: the field shows what was typed.
        let name = file_name(typed).map(|name| free_name(&name, &others));
        cell.file
            .set(name.unwrap_or_else(|| cell.file.get_untracked()));
        self.store();
    }

    /// Adds an empty cell.
    pub fn add_empty(self) {
        let file = new_name(&self.names());
        self.add(vec![NewCell {
            file,
            ..NewCell::default()
        }]);
    }

    /// Adds the cell of a first visit.
    pub fn add_example(self) {
        let ScratchText { file, text, .. } = first(FIRST);
        let file = free_name(&file, &self.names());
        self.add(vec![NewCell {
            file,
            text,
            ..NewCell::default()
        }]);
    }

    /// Adds cells at the end.
    pub fn add(self, cells: Vec<NewCell>) {
        let cells = cells.into_iter().map(|new| ScratchText {
            id: chance::seed(),
            file: new.file,
            text: new.text,
            arguments: new.arguments,
            origin: new.origin,
        });
        let cells: Vec<ScratchCell> = cells.map(|text| self.owned(text)).collect();
        self.newest.set(cells.first().map(|cell| cell.id));
        self.cells.update(|all| all.extend(cells));
        self.store();
    }

    /// Deletes a cell. It can be put back as long as no other one is deleted.
    pub fn delete(self, cell: ScratchCell) {
        if self.running.get_untracked() == Some(cell.id) {
            self.stop();
        }
        self.queue.update(|queue| queue.retain(|id| *id != cell.id));
        let at = self.cells.try_update(|cells| {
            let at = cells.iter().position(|it| it.id == cell.id)?;
            cells.remove(at);
            Some(at)
        });
        if let Some(at) = at.flatten() {
            self.deleted.set(Some((at, cell.kept())));
        }
        self.store();
    }

    /// Puts the cell back that was deleted last.
    pub fn undelete(self) {
        let Some((at, text)) = self.deleted.get_untracked() else {
            return;
        };
        self.deleted.set(None);
        let cell = self.owned(text);
        self.newest.set(Some(cell.id));
        self.cells
            .update(|cells| cells.insert(at.min(cells.len()), cell));
        self.store();
    }

    /// Moves a cell by one place: -1 up, 1 down.
    pub fn shift(self, cell: ScratchCell, by: isize) {
        self.cells.update(|cells| {
            let at = cells.iter().position(|it| it.id == cell.id);
            let to = at.and_then(|at| at.checked_add_signed(by));
            if let (Some(at), Some(to)) = (at, to.filter(|to| *to < cells.len())) {
                cells.swap(at, to);
            }
        });
        self.store();
    }

    /// Replaces all cells by those of a file.
    pub fn replace_all(self, texts: Vec<ScratchText>) {
        if self.running.get_untracked().is_some() {
            self.stop();
        }
        self.may_write.set_value(true);
        self.deleted.set(None);
        self.said.set(Vec::new());
        let texts = kept::distinct(texts).into_iter();
        self.cells.set(texts.map(|text| self.owned(text)).collect());
        self.write();
    }

    /// Forgets what the reader has written.
    pub fn start_over(self) {
        self.clear_files();
        self.replace_all(vec![first(FIRST)]);
    }

    /// Creates a cell whose signals outlast the component that asks for it.
    fn owned(self, text: ScratchText) -> ScratchCell {
        match self.owner.with_value(WeakOwner::upgrade) {
            Some(owner) => owner.with(|| ScratchCell::new(text)),
            None => ScratchCell::new(text),
        }
    }

    /// Stores all cells, with what another tab has stored since.
    fn store(self) {
        self.hear_other_tab();
        if self.may_write.get_value() {
            self.write();
        }
    }

    /// Stores all cells, over whatever is stored.
    fn write(self) {
        let text = kept::to_text(&self.texts());
        let is_kept = storage::set(KEY, &text);
        self.unkept.set((!is_kept).then_some(
            "This browser does not keep these cells: it stores nothing for this page, or they are too large for it. \
             Save what you want to keep",
        ));
        if is_kept {
            self.stored.set_value(text);
        }
    }

    /// Takes over what another tab has stored since.
    fn hear_other_tab(self) {
        let is_new = |text: &String| self.stored.with_value(|stored| stored != text);
        let Some(text) = storage::get(KEY).filter(is_new) else {
            return;
        };
        let theirs = match kept::from_text(&text) {
            Ok(theirs) => theirs,
            Err(why) => {
                self.may_write.set_value(false);
                return self.unkept.set(Some(why.sentence()));
            }
        };
        let before = self.stored.with_value(|stored| kept::from_text(stored));
        let mine = self.texts();
        let joined = kept::join(&mine, &before.unwrap_or_default(), &theirs, chance::seed);
        self.stored.set_value(text);
        if joined == mine {
            return;
        }
        let cells = joined.into_iter().map(|text| match self.find(text.id) {
            Some(cell) => {
                cell.take_over(&text);
                cell
            }
            None => self.owned(text),
        });
        let cells: Vec<ScratchCell> = cells.collect();
        let running = self.running.get_untracked();
        if running.is_some_and(|id| cells.iter().all(|cell| cell.id != id)) {
            self.stop();
        }
        self.cells.set(cells);
    }
}

/// Returns the state of the scratchpad, from within any component.
pub fn use_scratch() -> ScratchState {
    expect_context::<ScratchState>()
}

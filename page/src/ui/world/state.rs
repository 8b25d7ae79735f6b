//! The state of the reader's own world, and the functions that change its text.

use std::rc::Rc;

use leptos::ev;
use leptos::prelude::*;

use super::programs;
use crate::ui::browser::storage;
use crate::ui::cells::CellState;
use crate::ui::lab::Lab;
use crate::view::world::kept::KeptWorld;
use crate::view::world::report::WorldReport;
use crate::view::world::{STARTERS, known};
use crate::workers::python::PythonClient;
use policy_lab::config::draft::Draft;
use policy_lab::envs::EnvId;
use policy_lab::python::output::Output;

/// The key in the browser's storage.
const KEY: &str = "policy-lab-world";

/// The state of the reader's own world. A copyable handle that components get from the context.
#[derive(Clone, Copy)]
pub struct WorldState {
    /// The page's state.
    pub lab: Lab,
    /// The text of the class, and what the reader had before.
    pub kept: RwSignal<KeptWorld>,
    /// Number of times that the text was replaced from outside the editor.
    pub replaced: RwSignal<u32>,
    /// The state of the newest check. `Passed` means that there is a report, whatever it says.
    pub state: RwSignal<CellState>,
    /// What the newest check found, and the text that it looked at.
    pub report: RwSignal<Option<(String, WorldReport)>>,
    /// What the class has printed while it was checked.
    pub printed: RwSignal<Output>,
    /// A sentence about the last file, link or starter, true if it is a problem.
    pub said: RwSignal<Option<(bool, String)>>,
    /// A sentence if the browser does not keep the text or the programs.
    pub unkept: RwSignal<Option<&'static str>>,
    /// The world that the text has become, if it has.
    pub ready: Memo<Option<EnvId>>,
    /// Number of programs that have become known.
    pub(super) num_known: RwSignal<u32>,
    /// True if the lab's picture is to be steered by the reader when it is shown next.
    pub(super) is_to_steer: StoredValue<bool>,
    /// False if what is stored must stay as it is.
    may_write: StoredValue<bool>,
    /// True if the reader has typed here since the text came from another tab.
    is_typed_here: StoredValue<bool>,
    /// True if Python is loaded, or on its way.
    pub(super) is_warm: StoredValue<bool>,
    pub(super) client: StoredValue<Option<Rc<PythonClient>>, LocalStorage>,
    pub(super) timer: StoredValue<Option<TimeoutHandle>>,
    /// The text that is being checked, and what Python has left about it.
    pub(super) asked: StoredValue<(String, Option<Vec<u8>>)>,
}

impl WorldState {
    /// Creates the state from what the browser has stored, and opens the class of the address. Does
    /// not load Python yet.
    pub fn new(lab: Lab) -> Self {
        let stored = storage::get(KEY);
        let read = stored.as_deref().map(KeptWorld::from_text);
        let is_refused = matches!(read, Some(None));
        let kept = RwSignal::new(read.flatten().unwrap_or_default());
        let num_known = RwSignal::new(0);
        let ready = Memo::new(move |_| {
            num_known.track();
            kept.with(|kept| known(&kept.text))
        });
        let world = Self {
            lab,
            kept,
            replaced: RwSignal::new(0),
            state: RwSignal::new(CellState::Fresh),
            report: RwSignal::new(None),
            printed: RwSignal::new(Output::default()),
            said: RwSignal::new(None),
            unkept: RwSignal::new(is_refused.then_some(
                "A newer version of this page has kept your class. Reload the page to get that version; until then \
                 nothing that you write here is kept",
            )),
            ready,
            num_known,
            is_to_steer: StoredValue::new(false),
            may_write: StoredValue::new(!is_refused),
            is_typed_here: StoredValue::new(false),
            is_warm: StoredValue::new(false),
            client: StoredValue::new_local(None),
            timer: StoredValue::new(None),
            asked: StoredValue::new((String::new(), None)),
        };
        let client = PythonClient::new(move |answer| world.take(answer));
        world.client.set_value(Some(Rc::new(client)));
        world.offer_to_train();
        let handle = window_event_listener(ev::storage, move |_| world.hear_other_tab());
        on_cleanup(move || handle.remove());
        // A world that a file or a kept run has brought is known after a reload too, when the
        // address names its key.
        let chosen = Memo::new(move |_| lab.settings.draft.with(Draft::env_id));
        Effect::new(move || {
            let chosen = chosen.get();
            if chosen.own_program().is_some() {
                world.keep_program(chosen);
            }
        });
        Effect::new(move || {
            if let Some(packed) = lab.address.world.get() {
                world.open_link(packed);
            }
        });
        world
    }

    /// Returns the text, once.
    pub fn text(self) -> String {
        self.kept.with_untracked(|kept| kept.text.clone())
    }

    /// Returns the class that the reader has written last, once.
    pub fn own(self) -> Option<String> {
        (self.kept).with_untracked(|kept| kept.own().map(str::to_owned))
    }

    /// Takes over the reader's own class from another browser. What they had here can be put back.
    pub fn open_own(self, text: &str) {
        self.put(text);
        self.kept.update(|kept| kept.edit(text.to_owned()));
        self.store();
        self.leave_link();
    }

    /// Takes over what the reader has typed.
    pub fn edit(self, text: String) {
        if self.kept.with_untracked(|kept| kept.text == text) {
            return;
        }
        self.kept.update(|kept| kept.edit(text));
        self.is_typed_here.set_value(true);
        self.store();
        self.leave_link();
        self.warm_up();
    }

    /// Puts a text in the place of the reader's, which can be put back.
    pub fn open(self, text: &str) {
        self.put(text);
        self.store();
        self.leave_link();
    }

    /// Does the same with the text of a link. It stays in the address until the reader changes
    /// something, and until then what the browser keeps stays as it is.
    pub(super) fn put(self, text: &str) {
        self.kept.update(|kept| kept.replace(text.to_owned()));
        self.replaced.update(|count| *count += 1);
    }

    /// Begins with one of the page's classes.
    pub fn start_with(self, starter: usize) {
        self.said.set(None);
        self.open(STARTERS[starter].text);
    }

    /// Opens the class of a world, and shows it.
    pub fn open_class(self, id: EnvId) {
        if let Some(program) = id.own_program() {
            self.said.set(None);
            self.open(&program.source);
        }
    }

    /// Puts back what the reader had before.
    pub fn put_back(self) {
        self.kept.update(KeptWorld::put_back);
        self.replaced.update(|count| *count += 1);
        self.said.set(None);
        self.store();
        self.leave_link();
    }

    /// Forgets the class, what was found of it, and the programs of classes.
    pub fn start_over(self) {
        self.kept.set(KeptWorld::default());
        self.replaced.update(|count| *count += 1);
        self.report.set(None);
        self.state.set(CellState::Fresh);
        self.said.set(None);
        self.may_write.set_value(true);
        self.store();
        programs::forget();
    }

    /// Tells the reader something about the text.
    pub fn tell(self, is_problem: bool, said: impl Into<String>) {
        self.said.set(Some((is_problem, said.into())));
    }

    /// Returns true if a class is being checked, or waits for Python.
    pub fn is_busy(self) -> bool {
        self.state.with(CellState::is_busy)
    }

    /// Returns the report on the text as it is now.
    pub fn shown(self) -> Option<WorldReport> {
        let report = self.report.get()?;
        let is_same = self.kept.with(|kept| kept.text == report.0);
        is_same.then_some(report.1)
    }

    /// Returns the line that the newest check names, from 1; 0 if there is none.
    pub fn fault(self) -> usize {
        let of_report = self.shown().filter(|report| !report.became_program);
        let line = of_report.and_then(|report| report.line);
        line.unwrap_or(0)
    }

    /// Keeps the program of a world for later visits.
    pub(super) fn keep_program(self, id: EnvId) {
        self.num_known.update(|count| *count += 1);
        if let Some(program) = id.own_program()
            && !programs::keep(program)
        {
            self.unkept.set(Some(UNKEPT));
        }
    }

    /// Takes the class of a link out of the address, because it is no longer what is shown.
    fn leave_link(self) {
        if self.lab.address.world.with_untracked(Option::is_some) {
            self.lab.address.world.set(None);
        }
    }

    fn store(self) {
        if self.may_write.get_value() {
            let text = self.kept.with_untracked(KeptWorld::to_text);
            let is_kept = storage::set(KEY, &text);
            self.unkept.set((!is_kept).then_some(UNKEPT));
        }
    }

    /// Takes over what another tab has written since.
    fn hear_other_tab(self) {
        let Some(theirs) = storage::get(KEY).as_deref().and_then(KeptWorld::from_text) else {
            return;
        };
        if self.kept.with_untracked(|kept| kept.text == theirs.text) {
            return;
        }
        let is_typed_here = self.is_typed_here.get_value();
        self.is_typed_here.set_value(false);
        self.kept
            .update(|kept| kept.take_over(theirs, is_typed_here));
        self.replaced.update(|count| *count += 1);
    }
}

/// What is said where the browser does not keep the class.
const UNKEPT: &str = "This browser does not keep your class: it stores nothing for this page, or has no room left. Save it as a file";

/// Returns the state of the reader's own world, from within any component.
pub fn use_world() -> WorldState {
    expect_context::<WorldState>()
}

//! The same course in two tabs: what each has done adds up.

use leptos::ev;
use leptos::prelude::*;

use super::state::{Course, KEY};
use crate::course::Exercise;
use crate::ui::browser::storage;
use crate::view::progress::Progress;
use crate::view::tabs::join_progress;

impl Course {
    /// Listens to what other tabs store.
    pub(super) fn listen(self) {
        let handle = window_event_listener(ev::storage, move |_| self.hear_other_tab());
        on_cleanup(move || handle.remove());
    }

    /// Takes over what another tab has stored since.
    fn hear_other_tab(self) {
        self.bench.hear_other_tab();
        if let Some(mine) = self.joined() {
            let is_kept = |id: &String| Some(Exercise::find(id)?.id);
            let passed: Vec<&str> = mine.passed.iter().filter_map(is_kept).collect();
            self.progress.set(mine);
            self.bench.passed.update(|all| all.extend(passed));
        }
    }

    /// Returns the progress here with what another tab has stored since, or `None` if that changes
    /// nothing.
    fn joined(self) -> Option<Progress> {
        let is_new = |text: &String| self.stored.with_value(|stored| stored != text);
        let text = storage::get(KEY).filter(is_new)?;
        let theirs = Progress::from_text(&text).ok()?;
        let before = self.stored.get_value();
        let before = Progress::from_text(&before).unwrap_or_default();
        self.stored.set_value(text);
        let code = self.bench.stored_code();
        let mine = self.progress.get_untracked();
        let mut joined = mine.clone();
        join_progress(&mut joined, &before, &theirs, |id| {
            (self.bench.texts).with_untracked(|texts| texts.get(id) == code.get(id))
        });
        (joined != mine).then_some(joined)
    }

    /// Stores the progress, with what another tab has stored since.
    pub(super) fn store(self) {
        self.hear_other_tab();
        let text = self.progress.with_untracked(Progress::to_text);
        let is_kept = storage::set(KEY, &text);
        if is_kept {
            self.stored.set_value(text);
        } else if self.is_kept.get_untracked() {
            // Once: “Your work” goes on saying it.
            self.lab.address.tell(storage::REFUSED);
        }
        self.is_kept.set(is_kept);
    }
}

//! The settings of the next run.

use leptos::prelude::*;

use policy_lab::config::TrainConfig;
use policy_lab::config::draft::Draft;
use policy_lab::config::fields::Field;
use policy_lab::config::validate::Problem;
use policy_lab::protocol::DeviceChoice;

/// The settings of the next run.
#[derive(Clone, Copy)]
pub struct Settings {
    /// The form's texts, as typed.
    pub draft: RwSignal<Draft>,
    /// The draft as a configuration, or the problems that prevent it.
    pub config: Memo<Result<TrainConfig, Vec<Problem>>>,
    /// The requested device.
    pub choice: RwSignal<DeviceChoice>,
    /// The newest draft that took the place of the reader's own.
    replaced: RwSignal<Option<ReplacedDraft>>,
}

/// A draft that took the place of another, which can be given back.
#[derive(Clone)]
struct ReplacedDraft {
    before: Draft,
    after: Draft,
}

impl Settings {
    pub(super) fn new(draft: Draft, choice: DeviceChoice) -> Self {
        let draft = RwSignal::new(draft);
        Self {
            draft,
            config: Memo::new(move |_| draft.with(Draft::config)),
            choice: RwSignal::new(choice),
            replaced: RwSignal::new(None),
        }
    }

    /// Writes the text of a setting into the form.
    pub fn write(self, key: &str, text: &str) {
        if let Some(field) = Field::find(key) {
            self.draft.update(|draft| draft.set_text(field, text));
        }
    }

    /// Puts settings into the form, and keeps those that they replace. A run under way goes on with
    /// its own.
    pub fn put(self, after: Draft) {
        let before = self.draft.get_untracked();
        if before != after {
            self.draft.set(after.clone());
            self.replaced.set(Some(ReplacedDraft { before, after }));
        }
    }

    /// Returns the settings of before, as long as those that were put into the form are there
    /// unchanged.
    pub fn before(self) -> Option<Draft> {
        let replaced = self.replaced.get()?;
        self.draft
            .with(|draft| *draft == replaced.after)
            .then_some(replaced.before)
    }

    /// Gives the settings of before back to the form.
    pub fn give_back(self) {
        if let Some(before) = untrack(|| self.before()) {
            self.replaced.set(None);
            self.draft.set(before);
        }
    }
}

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
    /// True if a run with the reader's code brought the settings with it.
    is_of_run: bool,
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
        self.replace(after, false);
    }

    /// Puts the settings of a run with the reader's code into the form. They are the reader's own
    /// no more than that run's, so links to texts and exercises leave them out.
    pub fn put_for_run(self, after: Draft) {
        self.replace(after, true);
    }

    fn replace(self, after: Draft, is_of_run: bool) {
        // Of several such runs in a row, the settings before the first are the reader's.
        let before = match is_of_run {
            true => untrack(|| self.own()),
            false => self.draft.get_untracked(),
        };
        if self.draft.get_untracked() != after {
            self.draft.set(after.clone());
            self.replaced.set(Some(ReplacedDraft {
                before,
                after,
                is_of_run,
            }));
        }
    }

    /// Returns the settings that the reader has chosen: those of the form, or the ones of before if
    /// a run with the reader's code has replaced them and nobody has changed them since.
    pub fn own(self) -> Draft {
        let draft = self.draft.get();
        self.replaced.with(|replaced| match replaced {
            Some(replaced) if replaced.is_of_run && replaced.after == draft => {
                replaced.before.clone()
            }
            _ => draft,
        })
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

//! The same exercise in two tabs: what the other one has written is taken over, or the reader is
//! asked.

use leptos::prelude::*;

use super::store;
use super::workbench::{Workbench, use_workbench};
use crate::course::Exercise;
use crate::ui::browser::focus;
use crate::view::tabs::{self, CodeNews};

impl Workbench {
    /// Takes over what another tab has stored since, where nothing was edited here.
    pub(in crate::ui) fn hear_other_tab(self) {
        // Nothing is stored: the browser refuses, or the reader has cleared it.
        let Some(stored) = store::read() else { return };
        let heard = self.shared.try_update_value(|shared| {
            (self.texts).try_with_untracked(|texts| shared.hear(texts, stored))
        });
        let Some(news) = heard.flatten() else { return };
        if news == CodeNews::default() {
            return;
        }
        self.elsewhere.update(|elsewhere| {
            for id in news.taken.keys().chain(&news.settled) {
                elsewhere.remove(id);
            }
            elsewhere.extend(news.disputed);
        });
        if news.taken.is_empty() {
            return;
        }
        let taken = |id: &str| news.taken.contains_key(id);
        (self.passed).update(|passed| passed.retain(|id| !taken(id)));
        if taken(self.checked.exercise.get_untracked()) {
            self.checked.clear();
        }
        self.texts.update(|texts| tabs::apply(texts, &news.taken));
        if taken(self.exercise.get_untracked().id) {
            self.replaced.update(|count| *count += 1);
        }
    }

    /// Ends the question about an exercise that was changed in another tab, with that tab's text if
    /// `takes_it`.
    fn settle(self, exercise: &'static Exercise, takes_it: bool) {
        let theirs = (self.elsewhere).try_update(|elsewhere| elsewhere.remove(exercise.id));
        let Some(theirs) = theirs.flatten() else {
            return;
        };
        if takes_it {
            self.put(theirs.as_deref().unwrap_or(exercise.starter()));
            (self.shared).update_value(|shared| {
                shared.edited.remove(exercise.id);
            });
        } else {
            self.store_texts();
        }
    }

    /// Remembers that an exercise was edited here.
    pub(super) fn mark_edited(self, exercise: &Exercise) {
        self.shared.update_value(|shared| {
            shared.edited.insert(exercise.id.to_owned());
        });
    }

    /// Stores the code of all exercises, and remembers that this tab has. What another tab has
    /// written of an exercise stays as long as the reader has not been asked about it.
    pub(super) fn store_texts(self) {
        let mut texts = self.texts.get_untracked();
        let at_hand = self.exercise.get_untracked().id;
        self.elsewhere.with_untracked(|elsewhere| {
            let others = elsewhere.iter().filter(|(id, _)| *id != at_hand);
            tabs::apply(&mut texts, others);
        });
        self.is_kept.set(store::write(&texts));
        self.shared.update_value(|shared| shared.seen = texts);
    }
}

/// Asks which text counts, if the exercise on show was edited here and in another tab.
#[component]
pub fn OtherTab() -> impl IntoView {
    let bench = use_workbench();
    let is_disputed = Memo::new(move |_| {
        let id = bench.exercise.get().id;
        (bench.elsewhere).with(|elsewhere| elsewhere.contains_key(id))
    });
    let answer = move |takes_it| {
        bench.settle(bench.exercise.get_untracked(), takes_it);
        // The pressed button disappears.
        focus::on("cells-title");
    };
    view! {
        <Show when=move || is_disputed.get()>
            <div class="notice" role="alert" data-testid="other-tab">
                <p>"This exercise was changed in another tab"</p>
                <p>
                    <button class="link" on:click=move |_| answer(true)>"Take that text"</button>
                    " "
                    <button class="link" on:click=move |_| answer(false)>"Keep mine"</button>
                </p>
            </div>
        </Show>
    }
}

//! Keeps the newest sweep in this browser, and brings it back on the next visit.

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::state::Sweep;
use crate::ui::browser::{database, leaving};
use policy_lab::config::sweep::SweepDraft;
use policy_lab::history::sweep::{SweepHistory, read, write};

/// The key in the database.
const KEY: &str = "sweep";
/// Said of a stored sweep that this page cannot read.
const UNREADABLE: &str = "The sweep of an earlier visit cannot be read by this version of the page. It is left alone until you train another";
/// Time from a run that is over until it is stored with the sweep.
const AFTER: Duration = Duration::from_secs(2);

/// What tells whether a sweep has changed since it was stored: its question, and how many of its
/// runs are over.
type SweepMark = (SweepDraft, usize);

/// Stores the sweep as its runs finish, and brings back that of an earlier visit.
pub fn keep_sweep(sweep: Sweep) {
    let written = StoredValue::new(None::<SweepMark>);
    let is_due = StoredValue::new(false);
    let store = move || {
        // The page may be gone by then.
        if is_due.try_get_value().is_some() {
            is_due.set_value(false);
            spawn_local(store(sweep, written));
        }
    };
    Effect::new(move || {
        if sweep.job.history.with(Option::is_some) && !is_due.get_value() {
            is_due.set_value(true);
            set_timeout(store, AFTER);
        }
    });
    leaving::on_leaving(store);
    spawn_local(restore(sweep, written));
}

fn mark_of(history: &SweepHistory) -> SweepMark {
    (history.plan().draft().clone(), history.num_over())
}

/// Stores the sweep if it has changed.
async fn store(sweep: Sweep, written: StoredValue<Option<SweepMark>>) {
    let before = written.get_value();
    let changed = sweep.job.history.with_untracked(|history| {
        let history = history.as_ref()?;
        let mark = mark_of(history);
        (Some(&mark) != before.as_ref()).then(|| (mark, write(history)))
    });
    let Some((mark, text)) = changed else { return };
    let put = [(KEY.to_owned(), text.into_bytes())];
    let is_stored = database::write(&put, &[]).await.is_ok();
    sweep.is_kept.try_set(is_stored);
    if is_stored {
        written.try_set_value(Some(mark));
    }
}

/// Shows the sweep of the last visit, unless the address asks another question, or one has begun
/// meanwhile.
async fn restore(sweep: Sweep, written: StoredValue<Option<SweepMark>>) {
    let Ok(stored) = database::read(KEY).await else {
        sweep.is_kept.try_set(false);
        return;
    };
    let Some(bytes) = stored else { return };
    let text = String::from_utf8(bytes).ok();
    let Some(loaded) = text.and_then(|text| read(&text).ok()) else {
        // A newer page may have stored it, and read it again.
        sweep.said.try_set(Some(UNREADABLE.to_owned()));
        return;
    };
    let question = loaded.history.plan().draft().clone();
    let asked = sweep.draft.try_get_untracked();
    let settings = sweep.lab.settings.draft;
    let first = settings.try_with_untracked(SweepDraft::first);
    if asked.is_none() || (asked != first && asked.as_ref() != Some(&question)) {
        return;
    }
    if sweep.job.history.try_with_untracked(Option::is_none) == Some(true) {
        written.set_value(Some(mark_of(&loaded.history)));
        sweep.draft.set(question);
        sweep.job.history.set(Some(loaded.history));
    }
}

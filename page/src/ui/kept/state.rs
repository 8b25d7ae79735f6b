//! What is stored of runs, and the functions that store it and bring it back.

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::super::compare::Compare;
use super::super::lab::Lab;
use crate::ui::browser::{database, leaving, locks};
use crate::view::kept_runs::{LastRun, RunLedger};
use crate::view::settings::label_of;
use policy_lab::history::Phase;
use policy_lab::history::compare::{RunRecord, draft_of};
use policy_lab::protocol::checkpoint::Checkpoint;
use policy_lab::protocol::encoding::{decode, encode};

/// The start of the keys of kept runs.
const KEPT: &str = "run-";
/// The start of the keys of tabs, under which each stores its newest run.
const LAST: &str = "last";
/// The end of the key of a run's curves, behind that of its tab.
const RUN: &str = "-run";
/// The end of the key of its networks.
const NETWORKS: &str = "-checkpoint";
/// The end of the key of the time at which they were stored.
const TIME: &str = "-time";
/// Most runs of tabs that are closed which stay stored. Only the newest one is offered.
const MOST_LEFT: usize = 4;
/// Time from a change of the kept runs until they are stored.
const AFTER: Duration = Duration::from_millis(250);
/// Longest wait for a page to be closed that is loaded again.
const UNTIL_CLOSED: Duration = Duration::from_secs(2);
/// Least milliseconds between two times that a run under way is stored.
const EVERY_MILLIS: f64 = 5_000.0;
/// Most part of the time that goes into storing a run under way.
const MOST_SHARE: f64 = 0.01;

const REFUSED: &str = "This browser keeps nothing for this page, so these runs are gone when it is closed. Save those that matter as \
     a file";
const FULL: &str = "More runs are kept than this page can store, so the newest are gone when it is closed. Save them as a file, or \
     remove others";
const UNREADABLE: &str = "A run that was kept on an earlier visit cannot be read by this version of the page. It is left alone";

/// What tells whether a run has changed since it was stored: its phase, its iteration, that of its
/// newest checkpoint.
type RunMark = (Phase, usize, Option<usize>);

/// The state of what is stored of runs. A copyable handle that components get from the context.
#[derive(Clone, Copy)]
pub struct RunStore {
    /// The newest run of an earlier visit, until the next one starts.
    pub last: RwSignal<Option<LastRun>>,
    /// A sentence about what could not be stored or read.
    pub trouble: RwSignal<Option<&'static str>>,
    lab: Lab,
    compare: Compare,
    ledger: StoredValue<RunLedger>,
    /// True while the kept runs wait to be stored.
    is_due: StoredValue<bool>,
    /// The run as it was stored last, and the time from which on it is stored again while under
    /// way, in milliseconds.
    written: StoredValue<Option<(RunMark, f64)>>,
    /// The key of this tab.
    tab: StoredValue<String>,
    /// The key of the tab whose run is offered, until this tab stores one of its own.
    offered: StoredValue<Option<String>>,
    /// The keys of the tabs that are closed and have left a run.
    left: StoredValue<Vec<String>>,
}

impl RunStore {
    /// Brings back what earlier visits have stored, and stores what follows.
    pub fn new(lab: Lab, compare: Compare) -> Self {
        let tab = format!("{LAST}-{}", js_sys::Math::random());
        locks::hold(&lock_of(&tab));
        let store = Self {
            last: RwSignal::new(None),
            trouble: RwSignal::new(None),
            lab,
            compare,
            ledger: StoredValue::new(RunLedger::default()),
            is_due: StoredValue::new(false),
            written: StoredValue::new(None),
            tab: StoredValue::new(tab),
            offered: StoredValue::new(None),
            left: StoredValue::new(Vec::new()),
        };
        spawn_local(store.restore());
        Effect::new(move || {
            compare.shelf.track();
            if !store.is_due.get_value() {
                store.is_due.set_value(true);
                set_timeout(move || store.store_kept(), AFTER);
            }
        });
        Effect::new(move || {
            lab.run.beat.track();
            let phase = lab.run.phase.get();
            let is_new = matches!(phase, Phase::Running | Phase::Paused);
            if is_new && store.last.with_untracked(Option::is_some) {
                store.last.set(None);
            }
            store.store_run(phase, false);
        });
        leaving::on_leaving(move || {
            store.store_run(lab.run.phase.get_untracked(), true);
            if store.is_due.get_value() {
                store.store_kept();
            }
        });
        store
    }

    async fn restore(self) {
        // Without a database there is nothing to bring back; whoever keeps a run is told.
        let Ok(found) = database::read_all().await else {
            return;
        };
        let Some(mut ledger) = self.ledger.try_get_value() else {
            return;
        };
        let kept = found.iter().filter(|(key, _)| key.starts_with(KEPT));
        if kept.clone().next().is_some() {
            // Behind what the reader has kept meanwhile.
            let unread = self.compare.shelf.try_update(|shelf| {
                let unread = kept.filter(|(key, bytes)| !ledger.restore(key, bytes, shelf));
                unread.count()
            });
            self.ledger.set_value(ledger);
            if unread.is_some_and(|unread| unread > 0) {
                self.trouble.set(Some(UNREADABLE));
            }
        }
        let of = |key: String| {
            let mut found = found.iter();
            found.find(|it| it.0 == key).map(|it| it.1.as_slice())
        };
        let tabs = found.iter().filter_map(|(key, _)| key.strip_suffix(RUN));
        let tabs = tabs.filter(|tab| tab.starts_with(LAST));
        let mut tabs: Vec<String> = tabs.map(str::to_owned).collect();
        // As texts of the same length, times are in order.
        tabs.sort_by_key(|tab| of(format!("{tab}{TIME}")).map(<[u8]>::to_vec));
        if let Some(newest) = tabs.last() {
            // It may be this page, before it was loaded again.
            locks::until_free(&lock_of(newest), UNTIL_CLOSED).await;
        }
        // A run that goes on in another tab is there, and not left.
        let open = locks::held().await;
        tabs.retain(|tab| !open.iter().flatten().any(|name| *name == lock_of(tab)));
        let read = |tab: &String| {
            let networks = of(format!("{tab}{NETWORKS}"));
            let checkpoint: Option<Checkpoint> = networks.and_then(|bytes| decode(bytes).ok());
            let file = of(format!("{tab}{RUN}"))?;
            (self.compare.shelf)
                .try_with_untracked(|shelf| LastRun::read(file, checkpoint, shelf))
                .flatten()
        };
        let is_unused = (self.lab.run.history)
            .try_with_untracked(|history| history.run.info.is_none())
            .unwrap_or_default();
        let newest = tabs.last().and_then(read).filter(|_| is_unused);
        let old: Vec<String> = tabs.drain(..tabs.len().saturating_sub(MOST_LEFT)).collect();
        if newest.is_some() {
            // Where nobody knows which tabs are open, a new run must not delete what may be
            // another's.
            let offered = tabs.last().filter(|_| open.is_some()).cloned();
            self.offered.set_value(offered);
            self.left.set_value(tabs);
            self.last.set(newest);
        }
        if !old.is_empty() {
            let old: Vec<String> = old.iter().flat_map(|tab| keys_of(tab)).collect();
            // What is left over now is tried again on the next visit.
            let _ = database::write(&[], &old).await;
        }
    }

    /// Stores the kept runs that have changed, and deletes those that were removed.
    fn store_kept(self) {
        // The page may be gone by then.
        let Some(mut ledger) = self.ledger.try_get_value() else {
            return;
        };
        self.is_due.set_value(false);
        let now_millis = js_sys::Date::now();
        let key = |id: usize| format!("{KEPT}{now_millis:015}-{id:04}-{}", js_sys::Math::random());
        let changes =
            (self.compare.shelf).with_untracked(|shelf| ledger.changes(shelf.entries(), key));
        self.ledger.set_value(ledger);
        if changes.is_full {
            self.trouble.set(Some(FULL));
        }
        if changes.put.is_empty() && changes.gone.is_empty() {
            return;
        }
        spawn_local(async move {
            let written = database::write(&changes.put, &changes.gone).await;
            match written {
                Ok(()) if !changes.is_full => {
                    self.trouble.try_set(None);
                }
                Ok(()) => {}
                Err(_) => {
                    self.ledger
                        .try_update_value(|ledger| ledger.take_back(&changes));
                    self.trouble.try_set(Some(REFUSED));
                }
            }
        });
    }

    /// Stores the run on show if it has changed: at once when it is held or over or `is_leaving`,
    /// or has its first checkpoint; now and then while it is under way.
    fn store_run(self, phase: Phase, is_leaving: bool) {
        let start_millis = js_sys::Date::now();
        let is_under_way = phase == Phase::Running;
        let mark = self.lab.run.history.with_untracked(|history| {
            let last = history.run.last.as_ref()?;
            let checkpoint = history.run.newest_checkpoint().map(|it| it.iteration);
            history.run.info.as_ref()?;
            Some((phase, last.iteration, checkpoint))
        });
        let written = self.written.get_value();
        let Some(mark) = mark else {
            let is_discarded =
                (self.lab.run.history).with_untracked(|history| history.run.info.is_none());
            if is_discarded && written.is_some() {
                self.forget_own(Vec::new());
            }
            return;
        };
        if let Some((before, next_millis)) = written {
            // A run can go on as soon as there is a checkpoint.
            let is_first = before.2.is_none() && mark.2.is_some();
            let is_early = is_under_way && !is_leaving && !is_first && start_millis < next_millis;
            if before == mark || (before.0 == mark.0 && is_early) {
                return;
            }
        }
        let is_own = self.lab.reader_run.is_shown.get_untracked();
        let (record, checkpoint) = self.lab.run.history.with_untracked(|history| {
            // The reader's functions are not stored with the run, so it cannot go on.
            let checkpoint = history.run.newest_checkpoint().filter(|_| !is_own);
            (
                RunRecord::of(history),
                checkpoint.and_then(|it| encode(it).ok()),
            )
        });
        let Some(record) = record else { return };
        let mut name = label_of(&draft_of(&record.config));
        if is_own {
            name += ", your code";
        }
        let [run, networks, time] = keys_of(&self.tab.get_value());
        let stored_at = format!("{start_millis:015}").into_bytes();
        let mut put = vec![(run, LastRun::file(name, record)), (time, stored_at)];
        // The offer ended with the start of this run.
        let offered = self.offered.try_update_value(Option::take).flatten();
        let mut gone: Vec<String> = offered.iter().flat_map(|tab| keys_of(tab)).collect();
        match checkpoint {
            Some(bytes) => put.push((networks, bytes)),
            None => gone.push(networks),
        }
        let end_millis = js_sys::Date::now();
        let pause_millis = EVERY_MILLIS.max((end_millis - start_millis) / MOST_SHARE);
        self.written
            .set_value(Some((mark, end_millis + pause_millis)));
        spawn_local(async move {
            // Without a database the run is gone with the page, and there is nothing to do about it
            // while it runs.
            let _ = database::write(&put, &gone).await;
        });
    }

    /// Returns true if the last run is offered: not while another one starts, which may fail.
    pub fn is_offering(self) -> bool {
        self.last.with(Option::is_some) && !self.lab.run.is_starting.get()
    }

    /// Goes on with the last run, with its settings, from its newest networks.
    pub fn go_on(self) {
        if let Some(last) = self.last.get_untracked()
            && let Some(checkpoint) = last.checkpoint
        {
            let config = last.record.config.clone();
            self.lab.settings.put(draft_of(&config));
            (self.lab.run.history).update(|history| history.run.recall(last.record));
            self.lab.begin(config, Some(checkpoint));
        }
    }

    /// Adds the curve of the last run to the kept runs.
    pub fn keep_curve(self) {
        let Some(mut last) = self.last.get_untracked() else {
            return;
        };
        let runs = vec![last.record.clone()];
        self.compare.shelf.update(|shelf| {
            shelf.add(&last.name, runs);
        });
        last.is_kept = true;
        self.last.set(Some(last).filter(LastRun::is_of_use));
    }

    /// Forgets the last run, with all that closed tabs have left, and the run of this tab.
    pub fn forget(self) {
        self.last.set(None);
        self.offered.set_value(None);
        let left = self.left.try_update_value(std::mem::take);
        self.forget_own(left.unwrap_or_default());
    }

    /// Deletes what is stored of the run of this tab and of others.
    fn forget_own(self, others: Vec<String>) {
        self.written.set_value(None);
        let tabs = others.into_iter().chain([self.tab.get_value()]);
        let gone: Vec<String> = tabs.flat_map(|tab| keys_of(&tab)).collect();
        spawn_local(async move {
            // What could not be stored need not be deleted.
            let _ = database::write(&[], &gone).await;
        });
    }
}

/// Returns the name of the lock that a tab holds while it is open.
fn lock_of(tab: &str) -> String {
    format!("policy-lab-{tab}")
}

/// Returns the keys of a tab's newest run: of its curves, of its networks, and of its time.
fn keys_of(tab: &str) -> [String; 3] {
    [RUN, NETWORKS, TIME].map(|end| format!("{tab}{end}"))
}

/// Returns the state of what is stored of runs, from within any component.
pub(super) fn use_run_store() -> RunStore {
    expect_context::<RunStore>()
}

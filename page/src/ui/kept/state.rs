//! What is stored of runs, and the functions that store it and bring it back.

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::super::compare::Compare;
use super::super::lab::Lab;
use crate::ui::browser::database;
use crate::view::kept_runs::{LastRun, RunLedger};
use crate::view::settings::label_of;
use policy_lab::history::compare::{RunRecord, draft_of};
use policy_lab::history::{History, Phase};
use policy_lab::protocol::checkpoint::Checkpoint;
use policy_lab::protocol::encoding::{decode, encode};

/// The start of the keys of kept runs.
const KEPT: &str = "run-";
/// The keys of the newest run's curves and of its networks.
const LAST: [&str; 2] = ["last-run", "last-checkpoint"];
/// Time from a change of the kept runs until they are stored.
const AFTER: Duration = Duration::from_millis(250);
/// Milliseconds between two times that a run under way is stored.
const EVERY_MILLIS: f64 = 5_000.0;

const REFUSED: &str = "This browser keeps nothing for this page, so these runs are gone when it is closed. Save those that matter as \
     a file";
const FULL: &str = "More runs are kept than this page can store, so the newest are gone when it is closed. Save them as a file, or \
     remove others";
const UNREADABLE: &str = "A run that was kept on an earlier visit cannot be read by this version of the page. It is left alone";

/// What tells whether a run has changed since it was stored: its phase, its iteration, that of its newest checkpoint.
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
    /// The run as it was stored last, and when that was, in milliseconds.
    written: StoredValue<Option<(RunMark, f64)>>,
}

impl RunStore {
    /// Brings back what earlier visits have stored, and stores what follows.
    pub fn new(lab: Lab, compare: Compare) -> Self {
        let store = Self {
            last: RwSignal::new(None),
            trouble: RwSignal::new(None),
            lab,
            compare,
            ledger: StoredValue::new(RunLedger::default()),
            is_due: StoredValue::new(false),
            written: StoredValue::new(None),
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
            let is_starting = lab.run.is_starting.get();
            let phase = lab.run.phase.get();
            let is_new = is_starting || matches!(phase, Phase::Running | Phase::Paused);
            if is_new && store.last.with_untracked(Option::is_some) {
                store.last.set(None);
            }
            store.store_run(phase);
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
        let of = |key: &str| {
            found
                .iter()
                .find(|it| it.0 == key)
                .map(|it| it.1.as_slice())
        };
        let checkpoint: Option<Checkpoint> = of(LAST[1]).and_then(|bytes| decode(bytes).ok());
        let Some(file) = of(LAST[0]) else { return };
        let last = (self.compare.shelf)
            .try_with_untracked(|shelf| LastRun::read(file, checkpoint, shelf))
            .flatten();
        let is_unused = !self.lab.run.is_starting.get_untracked()
            && (self.lab.run.history).with_untracked(|history| history.run.info.is_none());
        if last.is_some() && is_unused {
            self.last.set(last);
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

    /// Stores the run on show if it has changed: at once when it is held or over, now and then while it is under way.
    fn store_run(self, phase: Phase) {
        let now_millis = js_sys::Date::now();
        let is_under_way = phase == Phase::Running;
        let mark = self.lab.run.history.with_untracked(|history| {
            let last = history.run.last.as_ref()?;
            let checkpoint = newest(history).map(|it| it.iteration);
            history.run.info.as_ref()?;
            Some((phase, last.iteration, checkpoint))
        });
        let written = self.written.get_value();
        let Some(mark) = mark else {
            let is_discarded =
                (self.lab.run.history).with_untracked(|history| history.run.info.is_none());
            if is_discarded && written.is_some() {
                self.forget();
            }
            return;
        };
        if let Some((before, at_millis)) = written {
            let is_early = (0.0..EVERY_MILLIS).contains(&(now_millis - at_millis));
            if before == mark || (is_under_way && before.0 == mark.0 && is_early) {
                return;
            }
        }
        self.written.set_value(Some((mark, now_millis)));
        let is_own = self.lab.reader_run.is_shown.get_untracked();
        let (record, checkpoint) = self.lab.run.history.with_untracked(|history| {
            // The reader's functions are not stored with the run, so it cannot go on.
            let checkpoint = newest(history).filter(|_| !is_own);
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
        let mut put = vec![(LAST[0].to_owned(), LastRun::file(name, record))];
        let mut gone = Vec::new();
        match checkpoint {
            Some(bytes) => put.push((LAST[1].to_owned(), bytes)),
            None => gone.push(LAST[1].to_owned()),
        }
        spawn_local(async move {
            // Without a database the run is gone with the page, and there is nothing to do about it while it runs.
            let _ = database::write(&put, &gone).await;
        });
    }

    /// Returns true if the last run can go on now.
    pub fn can_go_on(self) -> bool {
        self.lab.has_device() && !self.lab.run.is_starting.get()
    }

    /// Goes on with the last run, with its settings, from its newest networks.
    pub fn go_on(self) {
        let Some(last) = self.last.get_untracked() else {
            return;
        };
        let Some(checkpoint) = last.checkpoint else {
            return;
        };
        let record = last.record;
        self.lab.settings.put(draft_of(&record.config));
        (self.lab.run.history).update(|history| history.run.recall(record.series));
        self.lab.begin(record.config, Some(checkpoint));
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

    /// Forgets the last run, and what is stored of it.
    pub fn forget(self) {
        self.last.set(None);
        self.written.set_value(None);
        spawn_local(async {
            // What could not be stored need not be deleted.
            let _ = database::write(&[], &LAST.map(str::to_owned)).await;
        });
    }
}

/// Returns the newest networks of a run.
fn newest(history: &History) -> Option<&Checkpoint> {
    let run = &history.run;
    let all = run.checkpoints.last().into_iter().chain(&run.last_good);
    all.max_by_key(|checkpoint| checkpoint.iteration)
}

/// Returns the state of what is stored of runs, from within any component.
pub fn use_run_store() -> RunStore {
    expect_context::<RunStore>()
}

//! What is known of the kept page, and the functions that change it.

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::super::cells::Workbench;
use super::super::compare::Compare;
use super::super::course::Course;
use super::super::lab::Lab;
use super::super::scratch::ScratchState;
use super::super::sweep::RunPool;
use crate::ui::browser::offline::{self, OfflineWorker, WorkerNews};
use crate::ui::browser::storage;
use crate::view::offline::{
    Durability, Group, KeepFailure, Keeping, NewVersion, OfflineState, UnderWay,
};
use policy_lab::history::Phase;

/// Time from the opening of the page until it is kept: its own files and the first moments of a run
/// come before.
const AFTER: Duration = Duration::from_secs(6);

/// The key under which the browser stores that it has been asked to keep the reader's work.
const ASKED: &str = "policy-lab-asked-to-last";

/// What is known of the kept page. A copyable handle that components get from the context.
#[derive(Clone, Copy)]
pub struct Offline {
    /// Whether the page is kept.
    pub state: RwSignal<OfflineState>,
    /// The groups that are being kept, while they are.
    pub keeping: RwSignal<Option<Keeping>>,
    /// Why the groups could not be kept when they were last asked for.
    pub failure: RwSignal<Option<KeepFailure>>,
    /// Another version than the one that is open.
    pub version: RwSignal<NewVersion>,
    /// True if the reader wants to hear of a new version later.
    pub is_put_off: RwSignal<bool>,
    /// How long the browser keeps the reader's work.
    pub durability: RwSignal<Durability>,
    /// True once the browser has refused to keep it for longer.
    pub is_refused: RwSignal<bool>,
    lab: Lab,
    bench: Workbench,
    scratch: ScratchState,
    pool: RunPool,
    course: Course,
    worker: StoredValue<Option<OfflineWorker>, LocalStorage>,
    /// True if the reader waits for all of the page to be kept.
    is_all_wanted: StoredValue<bool>,
    /// True from the press of the button until the new version is there.
    is_taking_over: StoredValue<bool>,
}

impl Offline {
    /// Creates the state. Nothing is registered yet.
    pub fn new(
        lab: Lab,
        bench: Workbench,
        scratch: ScratchState,
        pool: RunPool,
        course: Course,
        compare: Compare,
    ) -> Self {
        let offline = Self {
            state: RwSignal::new(OfflineState::Unasked),
            keeping: RwSignal::new(None),
            failure: RwSignal::new(None),
            version: RwSignal::new(NewVersion::None),
            is_put_off: RwSignal::new(false),
            durability: RwSignal::new(Durability::Unknown),
            is_refused: RwSignal::new(false),
            lab,
            bench,
            scratch,
            pool,
            course,
            worker: StoredValue::new_local(None),
            is_all_wanted: StoredValue::new(false),
            is_taking_over: StoredValue::new(false),
        };
        let has_work = Memo::new(move |_| {
            let has_texts = bench.texts.with(|texts| !texts.is_empty());
            let has_runs = compare.shelf.with(|shelf| !shelf.entries().is_empty());
            let has_answers = course
                .progress
                .with(|it| !it.answers.is_empty() || !it.passed.is_empty());
            has_texts || has_runs || has_answers
        });
        spawn_local(async move {
            offline.durability.try_set(offline::durability().await);
        });
        Effect::new(move || {
            if has_work.get() && storage::get(ASKED).is_none() {
                offline.ask_to_last();
            }
        });
        offline
    }

    /// Keeps the page some seconds from now, when what trains has arrived: on a slow line that
    /// comes first.
    pub fn begin_later(self) {
        let begin = move || match self.lab.run.phase.try_get_untracked() {
            Some(Phase::Loading) => self.begin_later(),
            _ => self.begin(),
        };
        set_timeout(begin, AFTER);
    }

    /// Keeps the page, if that has not begun.
    pub fn begin(self) {
        let Some(OfflineState::Unasked | OfflineState::NotKept(_)) = self.state.try_get_untracked()
        else {
            return;
        };
        self.state.set(OfflineState::Keeping);
        spawn_local(async move {
            match OfflineWorker::register(move |news| self.hear(news)).await {
                Ok(worker) => {
                    let (is_first, has_waiting) = (worker.is_installing(), worker.has_waiting());
                    self.worker.try_set_value(Some(worker));
                    if has_waiting {
                        self.hear(WorkerNews::Waiting);
                    }
                    if !is_first {
                        self.look();
                    }
                }
                Err(state) => drop(self.state.try_set(state)),
            }
        });
    }

    /// Keeps all of the page, because the reader asks for it.
    pub fn keep_all(self) {
        self.failure.set(None);
        self.is_all_wanted.set_value(true);
        match self.state.get_untracked() {
            OfflineState::Kept(files) => self.keep(files.missing()),
            _ => self.begin(),
        }
    }

    /// Loads the new version, in all tabs.
    pub fn take_over(self) {
        if self.version.get_untracked() != NewVersion::Ready {
            reload();
            return;
        }
        self.is_taking_over.set_value(true);
        self.ask(OfflineWorker::take_over);
    }

    /// Asks the browser to keep the reader's work until the reader deletes it.
    pub fn ask_to_last(self) {
        storage::set(ASKED, "yes");
        spawn_local(async move {
            let answer = offline::ask_to_last().await;
            self.durability.try_set(answer);
            self.is_refused.try_set(answer == Durability::BestEffort);
        });
    }

    /// Returns what ends when this tab is loaded again.
    pub fn under_way(self) -> UnderWay {
        let is_kept = self.bench.is_kept.get()
            && self.course.is_kept.get()
            && self.scratch.unkept.with(Option::is_none);
        let has_run = matches!(self.lab.run.phase.get(), Phase::Running | Phase::Paused);
        UnderWay {
            run: has_run.then(|| !self.lab.reader_run.is_shown.get()),
            has_sweep: self.pool.is_busy.get(),
            has_python: self.bench.is_busy() || self.scratch.is_busy(),
            has_unkept: !is_kept,
        }
    }

    /// Asks which files are kept.
    fn look(self) {
        self.ask(|worker| worker.ask(move |news| self.hear(news)));
    }

    /// Asks for these groups to be kept.
    fn keep(self, groups: Vec<Group>) {
        self.is_all_wanted.set_value(false);
        // The answers come later.
        self.ask(|worker| worker.keep(&groups, move |news| self.hear(news)));
        self.keeping.set(Some(Keeping {
            groups,
            done_bytes: 0,
            all_bytes: 0,
        }));
    }

    /// Asks something of the service worker, if there is one. The page may be gone by then.
    fn ask(self, question: impl FnOnce(&OfflineWorker)) {
        let asked = |worker: &Option<OfflineWorker>| worker.as_ref().map(question);
        self.worker.try_with_value(asked);
    }

    fn hear(self, news: WorkerNews) {
        // The page may be gone by then.
        let Some(state) = self.state.try_get_untracked() else {
            return;
        };
        match news {
            WorkerNews::State { files, is_own } => {
                if !is_own {
                    self.version.set(NewVersion::TakenOver);
                    return;
                }
                self.state.set(OfflineState::Kept(files));
                let mut missing = files.missing();
                let is_over = |it: &Keeping| !it.groups.iter().any(|it| missing.contains(it));
                if self
                    .keeping
                    .with_untracked(|it| it.as_ref().is_some_and(is_over))
                {
                    self.keeping.set(None);
                }
                if self.keeping.with_untracked(Option::is_none) {
                    // What was loaded before the page was kept is kept after it.
                    let is_all = self.is_all_wanted.get_value();
                    missing.retain(|it| is_all || offline::has_loaded(script(*it)));
                    if !missing.is_empty() {
                        self.keep(missing);
                    }
                }
            }
            WorkerNews::Progress {
                done_bytes,
                all_bytes,
            } => self.keeping.update(|keeping| {
                if let Some(keeping) = keeping {
                    keeping.done_bytes = done_bytes;
                    keeping.all_bytes = all_bytes;
                }
            }),
            WorkerNews::NotKept(why) => match state {
                // What was kept stays: it is a group that is missing, or a newer version.
                OfflineState::Kept(_) => {
                    if self.keeping.with_untracked(Option::is_some) {
                        self.keeping.set(None);
                        self.failure.set(Some(why));
                    }
                }
                _ => self.state.set(OfflineState::NotKept(why)),
            },
            WorkerNews::Newer => {
                if self.version.get_untracked() == NewVersion::None {
                    self.version.set(NewVersion::OnServer);
                }
            }
            WorkerNews::Waiting => {
                self.version.set(NewVersion::Ready);
                self.is_put_off.set(false);
            }
            WorkerNews::Controlled if self.is_taking_over.get_value() => reload(),
            WorkerNews::Controlled => self.look(),
            WorkerNews::Dropped if state == OfflineState::Keeping => {
                self.state.set(OfflineState::NotKept(KeepFailure::Network));
            }
            WorkerNews::Dropped => {}
        }
    }
}

/// Returns the script that the page loads when it first uses a group.
fn script(group: Group) -> &'static str {
    match group {
        Group::Python => "python_loader.js",
        Group::Gpu => "gpu_loader.js",
    }
}

fn reload() {
    // It fails where a page may not be loaded again, and then the notice is still there.
    let _ = location().reload();
}

/// Returns what is known of the kept page, from within any component.
pub fn use_offline() -> Offline {
    expect_context::<Offline>()
}

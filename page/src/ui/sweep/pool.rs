//! The workers that train many runs at once, and the job that they have. There is one pool for the whole page, with one job at a
//! time, because a second job would only take the cores of the first.

use std::rc::Rc;

use leptos::prelude::*;

use super::super::lab::CoreSetting;
use crate::workers::replicas::Replicas;
use policy_lab::config::TrainConfig;
use policy_lab::protocol::Event;

/// A function that hears of the runs of a job, by their numbers.
type Listener = Rc<dyn Fn(usize, Event)>;

/// The workers and their job. A copyable handle that components get from the context.
#[derive(Clone, Copy)]
pub struct RunPool {
    /// The number of runs that are trained at once: one on each core.
    pub cores: CoreSetting,
    /// True while there is a job.
    pub is_busy: RwSignal<bool>,
    listener: StoredValue<Option<Listener>, LocalStorage>,
    replicas: StoredValue<Option<Rc<Replicas>>, LocalStorage>,
}

impl RunPool {
    /// Creates a pool without a job, which starts no worker.
    pub fn new(cores: CoreSetting) -> Self {
        let pool = Self {
            cores,
            is_busy: RwSignal::new(false),
            listener: StoredValue::new_local(None),
            replicas: StoredValue::new_local(None),
        };
        Effect::new(move || {
            let chosen = cores.chosen.get();
            if let Some(replicas) = pool.replicas.get_value() {
                replicas.use_cores(chosen);
            }
        });
        pool
    }

    /// Trains runs, each with its number, in this order. Whoever calls this has seen that the pool is not busy.
    pub fn begin(self, runs: Vec<(usize, TrainConfig)>, listener: impl Fn(usize, Event) + 'static) {
        self.is_busy.set(true);
        self.listener.set_value(Some(Rc::new(listener)));
        let replicas = self.replicas.get_value().unwrap_or_else(|| {
            let replicas = Rc::new(Replicas::new(move |run, event| self.take(run, event)));
            self.replicas.set_value(Some(Rc::clone(&replicas)));
            replicas
        });
        replicas.use_cores(self.cores.chosen.get_untracked());
        replicas.train(runs);
    }

    /// Ends the job: at once, whatever is under way.
    pub fn end(self) {
        if let Some(replicas) = self.replicas.get_value() {
            replicas.cancel();
        }
        self.leave();
    }

    /// Takes note that all runs of the job are over.
    pub fn leave(self) {
        self.listener.set_value(None);
        self.is_busy.set(false);
    }

    /// Passes on what happened to a run.
    pub fn take(self, run: usize, event: Event) {
        // The page may be gone when a worker still speaks.
        if let Some(listener) = self.listener.try_get_value().flatten() {
            listener(run, event);
        }
    }
}

/// Returns the pool, from within any component.
pub fn use_run_pool() -> RunPool {
    expect_context::<RunPool>()
}

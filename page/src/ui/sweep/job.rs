//! A sweep that is trained by the pool: its history grows while the reader is anywhere on the page.

use std::time::Duration;

use leptos::prelude::*;

use super::pool::RunPool;
use crate::view::sweep::TrainedBy;
use policy_lab::history::sweep::SweepHistory;
use policy_lab::protocol::Event;

/// Shortest time between two redraws while runs are under way.
const REDRAW_EVERY: Duration = Duration::from_millis(200);

/// A sweep, and whether it is under way.
#[derive(Clone, Copy)]
pub struct SweepJob {
    /// What is known of it; `None` before the first one. Events are recorded at once, but views are
    /// notified only a few times a second.
    pub history: RwSignal<Option<SweepHistory>>,
    /// True while it is under way.
    pub is_busy: RwSignal<bool>,
    /// What trains it, or has.
    pub trained_by: RwSignal<TrainedBy>,
    pool: RunPool,
    /// True while a redraw is scheduled.
    redraw_due: StoredValue<bool>,
}

impl SweepJob {
    /// Creates a job without runs.
    pub fn new(pool: RunPool) -> Self {
        Self {
            history: RwSignal::new(None),
            is_busy: RwSignal::new(false),
            trained_by: RwSignal::new(TrainedBy::Cpu),
            pool,
            redraw_due: StoredValue::new(false),
        }
    }

    /// Trains the runs of a sweep that wait. The results that it has already stay.
    pub fn begin(self, history: SweepHistory) {
        let runs = history.waiting();
        self.history.set(Some(history));
        if !runs.is_empty() {
            self.is_busy.set(true);
            self.pool.begin(runs, self.trained_by, move |run, event| {
                self.take(run, event);
            });
        }
    }

    /// Stops the sweep. What is over stays.
    pub fn stop(self) {
        if self.is_busy.get_untracked() {
            self.pool.end();
            self.is_busy.set(false);
            self.history.update(|history| {
                if let Some(history) = history {
                    history.cancel();
                }
            });
        }
    }

    fn take(self, run: usize, event: Event) {
        let is_over = self.history.try_update_untracked(|history| {
            let history = history.as_mut()?;
            history.apply(run, event);
            Some(history.is_over())
        });
        if is_over.flatten() == Some(true) {
            self.pool.leave();
            self.is_busy.set(false);
            self.history.notify();
        } else if !self.redraw_due.get_value() {
            self.redraw_due.set_value(true);
            set_timeout(move || self.redraw(), REDRAW_EVERY);
        }
    }

    fn redraw(self) {
        // The page may be gone when its redraw comes.
        if self.redraw_due.try_get_value().is_some() {
            self.redraw_due.set_value(false);
            self.history.notify();
        }
    }
}

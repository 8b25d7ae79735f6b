//! What comes from a worker, taken into the history.

use std::time::Duration;

use leptos::prelude::*;

use super::Lab;
use policy_lab::protocol::Event;

/// Shortest time between two redraws while iterations stream in.
const REDRAW_EVERY: Duration = Duration::from_millis(200);

impl Lab {
    /// Records an event of the training worker and lets the views know.
    pub fn take(self, event: Event) {
        match self.is_of_reference(&event) {
            true => self.take_reference(event),
            false => self.record(event),
        }
    }

    pub(in crate::ui) fn record(self, event: Event) {
        match &event {
            Event::Started(run) => {
                if run.first_iteration == 0
                    && let Some(farewell) = self.farewell.get_value()
                {
                    self.history.with_untracked(|history| farewell(history));
                }
                self.deaf.set_value(false);
                self.starting.set(false);
                self.failure.set(None);
            }
            Event::Stopped(_) => self.starting.set(false),
            Event::Failed(failure) => {
                self.starting.set(false);
                self.failure.set(Some(failure.clone()));
            }
            Event::Ready
            | Event::Opened(_)
            | Event::Distrusted(_)
            | Event::Timing
            | Event::Timed(..)
            | Event::Check(_)
            | Event::ChecksDone => {}
            _ if self.deaf.get_value() => return,
            _ => {}
        }
        let is_stream = matches!(
            event,
            Event::Iteration(_) | Event::Frame(_) | Event::Checkpoint(_)
        );
        self.history
            .update_untracked(|history| history.apply(event));
        if !is_stream {
            self.history.notify();
        } else if !self.redraw_due.get_value() {
            self.redraw_due.set_value(true);
            set_timeout(
                move || {
                    self.redraw_due.set_value(false);
                    self.history.notify();
                },
                REDRAW_EVERY,
            );
        }
    }
}

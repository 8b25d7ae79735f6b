//! The working time of a run.

use std::cell::Cell;

use web_time::{Duration, Instant};

use crate::device;

/// A stopwatch that is stopped while the run yields to others, and so also while the run is paused.
#[derive(Debug, Default)]
pub struct Clock {
    worked: Cell<Duration>,
    since: Cell<Option<Instant>>,
}

impl Clock {
    /// Starts the clock.
    pub fn start(&self) {
        self.since.set(Some(Instant::now()));
    }

    /// Stops the clock, and returns the seconds worked since it was created.
    pub fn stop(&self) -> f64 {
        if let Some(since) = self.since.take() {
            self.worked.set(self.worked.get() + since.elapsed());
        }
        self.worked.get().as_secs_f64()
    }

    /// Yields so that waiting messages are handled. A paused run waits here.
    pub async fn let_others_in(&self) {
        self.stop();
        device::yield_now().await;
        self.start();
    }
}

//! Time that the run itself takes.

use std::cell::Cell;

use web_time::{Duration, Instant};

use crate::device;

/// A stopwatch that stands still while the run lets others in, and so while it is held.
#[derive(Debug, Default)]
pub struct Clock {
    worked: Cell<Duration>,
    since: Cell<Option<Instant>>,
}

impl Clock {
    /// Runs from now.
    pub fn start(&self) {
        self.since.set(Some(Instant::now()));
    }

    /// Stands still, and returns the seconds worked since the clock was made.
    pub fn stop(&self) -> f64 {
        if let Some(since) = self.since.take() {
            self.worked.set(self.worked.get() + since.elapsed());
        }
        self.worked.get().as_secs_f64()
    }

    /// Lets waiting messages in; a run that is held stays here.
    pub async fn let_others_in(&self) {
        self.stop();
        device::yield_now().await;
        self.start();
    }
}

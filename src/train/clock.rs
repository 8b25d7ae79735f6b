//! Time that the run itself takes.

use web_time::{Duration, Instant};

use crate::device;

/// A stopwatch that stands still while the run lets others in, and so while it is held.
#[derive(Clone, Copy, Debug, Default)]
pub struct Clock {
    worked: Duration,
    since: Option<Instant>,
}

impl Clock {
    /// Runs from now.
    pub fn start(&mut self) {
        self.since = Some(Instant::now());
    }

    /// Stands still, and gives the seconds worked since the clock was made.
    pub fn stop(&mut self) -> f64 {
        self.worked += self
            .since
            .take()
            .map_or(Duration::ZERO, |since| since.elapsed());
        self.worked.as_secs_f64()
    }

    /// Lets waiting messages in; a run that is held stays here.
    pub async fn let_others_in(&mut self) {
        self.stop();
        device::yield_now().await;
        self.start();
    }
}

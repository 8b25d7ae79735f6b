//! A run under way: holding it, stepping it, and letting few frames through.

use futures::StreamExt as _;
use futures::channel::mpsc::UnboundedReceiver;
use futures::future::{Either, select};
use futures::stream::LocalBoxStream;
use web_time::{Duration, Instant};

use crate::train::protocol::{Command, Event, StopReason};

/// Shortest time between two frames: the page plays each for longer anyway.
const FRAME_INTERVAL: Duration = Duration::from_millis(200);

/// Takes events out of a run and posts them.
pub struct Pump {
    post: fn(&Event),
    run: Option<LocalBoxStream<'static, Event>>,
    is_held: bool,
    /// Whether to hold the run again after its next iteration.
    is_stepping: bool,
    last_frame: Option<Instant>,
    /// A frame that came too soon after another: shown after all when no newer one follows.
    late_frame: Option<Event>,
}

impl Pump {
    /// Without a run.
    pub fn new(post: fn(&Event)) -> Self {
        Self {
            post,
            run: None,
            is_held: false,
            is_stepping: false,
            last_frame: None,
            late_frame: None,
        }
    }

    /// Takes a run; one under way is dropped.
    pub fn begin(&mut self, run: LocalBoxStream<'static, Event>) {
        *self = Self {
            run: Some(run),
            ..Self::new(self.post)
        };
    }

    /// The next event of the run, or what comes into the inbox before it: the run goes on where it was afterwards.
    pub async fn next_or<T>(
        &mut self,
        inbox: &mut UnboundedReceiver<T>,
    ) -> Either<Option<Event>, Option<T>> {
        let Some(run) = self.run.as_mut().filter(|_| !self.is_held) else {
            return Either::Right(inbox.next().await);
        };
        match select(run.next(), inbox.next()).await {
            Either::Left((event, _)) => Either::Left(event),
            Either::Right((input, _)) => Either::Right(input),
        }
    }

    /// Posts an event of the run, or takes note of its end.
    pub fn pass_on(&mut self, event: Option<Event>) {
        let Some(event) = event else {
            self.run = None;
            return;
        };
        if matches!(event, Event::Frame(_)) {
            self.late_frame = None;
            let is_soon = self
                .last_frame
                .is_some_and(|last| last.elapsed() < FRAME_INTERVAL);
            if is_soon && !self.is_stepping {
                self.late_frame = Some(event);
                return;
            }
            self.last_frame = Some(Instant::now());
        }
        if matches!(event, Event::Stopped(_)) {
            self.post_late_frame();
        }
        let ends_step = self.is_stepping && matches!(event, Event::Iteration(_));
        (self.post)(&event);
        if ends_step {
            self.is_held = true;
            (self.post)(&Event::Paused);
        }
    }

    /// Holds, goes on, steps or stops; without a run there is nothing to do.
    pub fn obey(&mut self, command: &Command) {
        match command {
            Command::Pause if self.run.is_some() => {
                self.is_held = true;
                self.post_late_frame();
                (self.post)(&Event::Paused);
            }
            Command::Resume if self.run.is_some() => {
                self.is_held = false;
                self.is_stepping = false;
                (self.post)(&Event::Resumed);
            }
            Command::StepOnce(_) if self.run.is_some() => {
                self.is_held = false;
                self.is_stepping = true;
                (self.post)(&Event::Resumed);
            }
            Command::Stop => self.stop(),
            _ => {}
        }
    }

    /// Ends the run, and says so.
    pub fn stop(&mut self) {
        if self.run.take().is_some() {
            self.post_late_frame();
            (self.post)(&Event::Stopped(StopReason::Requested));
        }
        self.is_held = false;
        self.is_stepping = false;
    }

    /// Drops the run without a word.
    pub fn forget(&mut self) {
        self.run = None;
    }

    fn post_late_frame(&mut self) {
        if let Some(frame) = self.late_frame.take() {
            (self.post)(&frame);
        }
    }
}

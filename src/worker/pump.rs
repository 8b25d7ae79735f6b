//! A run under way: holding it, stepping it, slowing it down, and letting few frames through.

use std::pin::pin;
use std::rc::Rc;

use futures::StreamExt as _;
use futures::channel::mpsc::UnboundedReceiver;
use futures::future::{Either, select};
use futures::stream::LocalBoxStream;
use web_time::{Duration, Instant};

use crate::device;
use crate::protocol::run_control::{NextStep, Stepping};
use crate::protocol::{Command, Event, Frame, RunEvent, StopReason, Unit};
use crate::train::observer::Observer;

/// Shortest time between two frames: the page plays each for longer anyway.
const FRAME_INTERVAL: Duration = Duration::from_millis(200);

/// Takes events out of a run and posts them.
pub struct Pump {
    post: fn(&Event),
    run: Option<LocalBoxStream<'static, Event>>,
    stepping: Stepping,
    observer: Rc<Observer>,
    /// After which unit the next run is held.
    first: Option<Unit>,
    /// Until when the run rests.
    rests_until: Option<Instant>,
    last_frame: Option<Instant>,
    /// A frame that came too soon after another: shown after all when no newer one follows.
    late_frame: Option<Frame>,
}

impl Pump {
    /// Without a run.
    pub fn new(post: fn(&Event)) -> Self {
        Self {
            post,
            run: None,
            stepping: Stepping::default(),
            observer: Rc::default(),
            first: None,
            rests_until: None,
            last_frame: None,
            late_frame: None,
        }
    }

    /// The observer of the runs to come: only a run that it follows can be stepped and slowed down.
    pub fn observer(&self) -> Rc<Observer> {
        Rc::clone(&self.observer)
    }

    /// Takes a run; one under way is dropped.
    pub fn begin(&mut self, run: LocalBoxStream<'static, Event>) {
        self.run = Some(run);
        self.rests_until = None;
        self.last_frame = None;
        self.late_frame = None;
        self.stepping.begin(self.first.take());
        self.observer.clear();
        self.observer.look(self.stepping.detail());
    }

    /// The next event of the run, or what comes into the inbox before it: the run goes on where it
    /// was afterwards.
    pub async fn next_or<T>(
        &mut self,
        inbox: &mut UnboundedReceiver<T>,
    ) -> Either<Option<Event>, Option<T>> {
        let is_held = self.stepping.is_held();
        let Some(run) = self.run.as_mut().filter(|_| !is_held) else {
            return Either::Right(inbox.next().await);
        };
        if let Some(until) = self.rests_until {
            let left = until.saturating_duration_since(Instant::now());
            let rest = pin!(device::rest(left));
            if let Either::Right((input, _)) = select(rest, inbox.next()).await {
                return Either::Right(input);
            }
            self.rests_until = None;
        }
        match select(run.next(), inbox.next()).await {
            Either::Left((event, _)) => Either::Left(event),
            Either::Right((input, _)) => Either::Right(input),
        }
    }

    /// Posts an event of the run, or takes note of its end.
    pub fn pass_on(&mut self, event: Option<Event>) {
        match event {
            Some(Event::Run(RunEvent::Frame(frame))) => self.pass_on_frame(frame),
            Some(Event::Run(event)) => {
                if matches!(event, RunEvent::Stopped(_)) {
                    self.post_late_frame();
                }
                let next = self.stepping.after(&event);
                self.post(event);
                match next {
                    NextStep::GoOn => {}
                    NextStep::Rest(millis) => {
                        let rest = Duration::from_millis(u64::from(millis));
                        self.rests_until = Some(Instant::now() + rest);
                    }
                    NextStep::Hold => self.post(RunEvent::Paused),
                }
            }
            Some(event) => (self.post)(&event),
            None => self.run = None,
        }
    }

    fn pass_on_frame(&mut self, frame: Frame) {
        let last = self.last_frame;
        let is_soon = last.is_some_and(|last| last.elapsed() < FRAME_INTERVAL);
        if is_soon && !self.stepping.is_slow() {
            self.late_frame = Some(frame);
            return;
        }
        self.late_frame = None;
        self.last_frame = Some(Instant::now());
        self.post(RunEvent::Frame(frame));
    }

    /// Holds, goes on, steps, changes the pace or stops. Without a run only the pace is taken note
    /// of.
    pub fn handle(&mut self, command: &Command) {
        match command {
            Command::Stop => return self.stop(),
            Command::HoldNext(unit) => return self.first = Some(*unit),
            Command::Pace(_) => {}
            _ if self.run.is_none() => return,
            _ => {}
        }
        let events = self.stepping.handle(command, self.observer.position());
        self.observer.look(self.stepping.detail());
        self.rests_until = None;
        if *command == Command::Pause {
            self.post_late_frame();
        }
        events.into_iter().for_each(|event| self.post(event));
    }

    /// Ends the run, and says so.
    pub fn stop(&mut self) {
        if self.run.take().is_some() {
            self.post_late_frame();
            self.post(RunEvent::Stopped(StopReason::Requested));
        }
        self.stepping.begin(None);
    }

    /// Drops the run without a word.
    pub fn forget(&mut self) {
        self.run = None;
    }

    fn post_late_frame(&mut self) {
        if let Some(frame) = self.late_frame.take() {
            self.post(RunEvent::Frame(frame));
        }
    }

    fn post(&self, event: RunEvent) {
        (self.post)(&event.into());
    }
}

//! The run on show, and its controls.

use std::rc::Rc;
use std::time::Duration;

use leptos::prelude::*;

use policy_lab::history::{History, Phase};
use policy_lab::protocol::{Event, Failure, RunEvent, Tempo, Unit};

/// Shortest time between two redraws while iterations arrive.
const REDRAW_EVERY: Duration = Duration::from_millis(200);
/// Milliseconds for which slow motion shows a stage.
const STAGE_MILLIS: u32 = 1_250;

/// A function that receives the history of a run that is about to change, and the iteration from which it goes on: 0 if
/// another run takes its place.
pub type OnReplaced = Rc<dyn Fn(&History, usize)>;

/// The run on show.
#[derive(Clone, Copy)]
pub struct RunState {
    /// The run's history. Iterations are recorded at once, but views are notified only a few times a second.
    pub history: RwSignal<History>,
    /// The phase of the run.
    pub phase: Memo<Phase>,
    /// True from the request for a start until the worker answers.
    pub is_starting: RwSignal<bool>,
    /// The newest failure, until the next run starts. It is kept here so that a worker that starts again does not clear the
    /// message.
    pub failure: RwSignal<Option<Failure>>,
    /// The unit of a step.
    pub unit: RwSignal<Unit>,
    /// True if runs go in slow motion.
    pub is_slow: RwSignal<bool>,
    /// Called with a run that the next one is about to replace, or that goes back to a checkpoint.
    pub on_replaced: StoredValue<Option<OnReplaced>, LocalStorage>,
    /// True from the time when the reader discards the run until the next one starts. Its events are ignored meanwhile.
    is_discarded: StoredValue<bool>,
    /// True while a redraw is scheduled.
    redraw_due: StoredValue<bool>,
}

impl RunState {
    pub(super) fn new() -> Self {
        let history = RwSignal::new(History::default());
        Self {
            history,
            phase: Memo::new(move |_| history.with(|history| history.phase.clone())),
            is_starting: RwSignal::new(false),
            failure: RwSignal::new(None),
            unit: RwSignal::new(Unit::Iteration),
            is_slow: RwSignal::new(false),
            on_replaced: StoredValue::new_local(None),
            is_discarded: StoredValue::new(false),
            redraw_due: StoredValue::new(false),
        }
    }

    /// Returns the pace that the reader has chosen.
    pub fn tempo(self) -> Tempo {
        match self.is_slow.get_untracked() {
            true => Tempo::Slow {
                millis: STAGE_MILLIS,
                env_steps: self.unit.get_untracked() == Unit::EnvStep,
            },
            false => Tempo::Full,
        }
    }

    /// Records that a start was requested.
    pub(super) fn await_start(self) {
        self.is_starting.set(true);
        self.failure.set(None);
    }

    /// Discards the run.
    pub(super) fn discard(self) {
        self.is_discarded.set_value(true);
        self.is_starting.set(false);
        self.failure.set(None);
        self.history.update(History::reset);
    }

    /// Records an event and notifies the views.
    pub(super) fn record(self, event: Event) {
        match &event {
            Event::Run(RunEvent::Started(info)) => {
                if let Some(on_replaced) = self.on_replaced.get_value() {
                    self.history
                        .with_untracked(|history| on_replaced(history, info.first_iteration));
                }
                self.is_discarded.set_value(false);
                self.is_starting.set(false);
                self.failure.set(None);
            }
            Event::Run(RunEvent::Stopped(_)) => self.is_starting.set(false),
            Event::Run(_) if self.is_discarded.get_value() => return,
            Event::Failed(failure) => {
                self.is_starting.set(false);
                self.failure.set(Some(failure.clone()));
            }
            Event::Run(_) | Event::Ready | Event::Device(_) | Event::Check(_) | Event::Clip(_) => {}
        }
        let is_stream = matches!(
            event,
            Event::Run(RunEvent::Iteration(_) | RunEvent::Frame(_) | RunEvent::Checkpoint(_))
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

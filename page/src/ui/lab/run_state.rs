//! The run on show, and its controls.

use std::rc::Rc;
use std::time::Duration;

use leptos::prelude::*;

use policy_lab::config::TrainConfig;
use policy_lab::history::{History, Phase};
use policy_lab::protocol::{Event, Failure, RunEvent, Tempo, Unit};

/// Shortest time between two redraws while iterations arrive.
const REDRAW_EVERY: Duration = Duration::from_millis(200);
/// Shortest time in milliseconds between two changes of numbers in texts, because faster changes
/// could not be read.
const BEAT_MILLIS: f64 = 500.0;
/// Milliseconds for which slow motion shows a stage.
const STAGE_MILLIS: u32 = 1_250;
/// Milliseconds for which a watched run shows an iteration.
const WATCH_MILLIS: u32 = 900;
/// Part of that time in which the film of the iteration plays.
const FILM_PART: f64 = 0.8;

/// The pace of runs that the reader chooses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PaceChoice {
    /// As fast as the device can.
    #[default]
    Full,
    /// Slow enough to see the rollout of every iteration.
    Watch,
    /// Slow enough to see every stage of an iteration.
    Slow,
}

/// A function that receives the history of a run that is about to change, and the iteration from
/// which it goes on: 0 if another run takes its place.
pub type OnReplaced = Rc<dyn Fn(&History, usize)>;

/// The run on show.
#[derive(Clone, Copy)]
pub struct RunState {
    /// The run's history. Iterations are recorded at once, but views are notified only a few times
    /// a second.
    pub history: RwSignal<History>,
    /// The phase of the run.
    pub phase: Memo<Phase>,
    /// True from the request for a start until the worker answers.
    pub is_starting: RwSignal<bool>,
    /// The newest failure, until the next run starts. It is kept here so that a worker that starts
    /// again does not clear the message.
    pub failure: RwSignal<Option<Failure>>,
    /// The unit of a step.
    pub unit: RwSignal<Unit>,
    /// The pace of runs.
    pub pace: RwSignal<PaceChoice>,
    /// Counts up when something of the run has changed, but at most twice a second while iterations
    /// arrive. Texts follow it, so that all of them show the numbers of the same moment.
    pub beat: RwSignal<u32>,
    /// Called with a run that the next one is about to replace, or that goes back to a checkpoint.
    pub on_replaced: StoredValue<Option<OnReplaced>, LocalStorage>,
    /// True while the view is on show that lends a pace.
    is_lending: StoredValue<bool>,
    /// True from the time when the reader discards the run until the next one starts. Its events
    /// are ignored meanwhile.
    is_discarded: StoredValue<bool>,
    /// True while a redraw is scheduled.
    redraw_due: StoredValue<bool>,
    /// The time of the last beat, in milliseconds.
    beaten_at_millis: StoredValue<f64>,
    /// True while a beat is scheduled.
    beat_due: StoredValue<bool>,
    /// True if the page, not the reader, has chosen the pace: until the view that lends it is left
    /// and no run is under way.
    is_pace_lent: StoredValue<bool>,
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
            pace: RwSignal::new(PaceChoice::default()),
            beat: RwSignal::new(0),
            on_replaced: StoredValue::new_local(None),
            is_lending: StoredValue::new(false),
            is_discarded: StoredValue::new(false),
            redraw_due: StoredValue::new(false),
            beaten_at_millis: StoredValue::new(f64::NEG_INFINITY),
            beat_due: StoredValue::new(false),
            is_pace_lent: StoredValue::new(false),
        }
    }

    /// Returns a memo of what `read` finds in the history.
    pub fn memo<T: PartialEq + Send + Sync + 'static>(
        self,
        read: impl Fn(&History) -> T + Send + Sync + 'static,
    ) -> Memo<T> {
        Memo::new(move |_| self.history.with(&read))
    }

    /// Returns a memo of what `read` finds in the history, renewed as often as texts are.
    pub fn at_beats<T: PartialEq + Send + Sync + 'static>(
        self,
        read: impl Fn(&History) -> T + Send + Sync + 'static,
    ) -> Memo<T> {
        Memo::new(move |_| {
            self.beat.track();
            self.phase.track();
            self.history.with_untracked(&read)
        })
    }

    /// Returns the settings of the run, if there is one.
    pub fn config(self) -> Option<TrainConfig> {
        (self.history).with(|history| Some(history.run.info.as_ref()?.config.clone()))
    }

    /// Returns the pace that the reader has chosen.
    pub fn tempo(self) -> Tempo {
        match self.pace.get_untracked() {
            PaceChoice::Full => Tempo::Full,
            PaceChoice::Watch => Tempo::Watched {
                millis: WATCH_MILLIS,
            },
            PaceChoice::Slow => Tempo::Slow {
                millis: STAGE_MILLIS,
                env_steps: self.unit.get_untracked() == Unit::EnvStep,
            },
        }
    }

    /// Returns the seconds in which the film of an iteration has to play, if the run under way is
    /// watched.
    pub fn hurry_secs(self) -> Option<f64> {
        let is_watched = self.pace.get() == PaceChoice::Watch && self.phase.get() == Phase::Running;
        is_watched.then_some(f64::from(WATCH_MILLIS) / 1000.0 * FILM_PART)
    }

    /// Returns the seconds for which the run rests after each iteration.
    pub fn rest_secs(self) -> f64 {
        match self.pace.get() {
            PaceChoice::Watch => f64::from(WATCH_MILLIS) / 1000.0,
            PaceChoice::Full | PaceChoice::Slow => 0.0,
        }
    }

    /// Lets the runs of a view be watched, if its first is the first of all, unless the reader
    /// has chosen a pace.
    pub fn lend_pace(self) {
        self.is_lending.set_value(true);
        let is_unused = !self.is_starting.get_untracked()
            && (self.history).with_untracked(|history| history.run.info.is_none());
        if is_unused && self.pace.get_untracked() == PaceChoice::Full {
            self.is_pace_lent.set_value(true);
            self.pace.set(PaceChoice::Watch);
        }
    }

    /// Takes back the pace that was lent, as soon as no run is under way.
    pub fn take_pace_back(self) {
        // A view may be taken down together with the page.
        if let Some(is_starting) = self.is_starting.try_get_untracked() {
            self.is_lending.set_value(false);
            let phase = self.phase.get_untracked();
            if !is_starting && !matches!(phase, Phase::Running | Phase::Paused) {
                self.end_loan();
            }
        }
    }

    fn end_loan(self) {
        if self.is_pace_lent.get_value() && !self.is_lending.get_value() {
            self.is_pace_lent.set_value(false);
            self.pace.set(PaceChoice::Full);
        }
    }

    /// Notes the pace that the reader has chosen.
    pub(super) fn choose_pace(self, pace: PaceChoice) {
        self.is_pace_lent.set_value(false);
        self.pace.set(pace);
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
        self.beat();
    }

    /// Records an event and notifies the views.
    pub(super) fn record(self, event: Event) {
        match &event {
            Event::Run(RunEvent::Started(info)) => {
                if let Some(on_replaced) = self.on_replaced.get_value() {
                    let first = info.first_iteration;
                    (self.history).with_untracked(|history| on_replaced(history, first));
                }
                self.is_discarded.set_value(false);
                self.is_starting.set(false);
                self.failure.set(None);
            }
            Event::Run(RunEvent::Stopped(_)) => {
                self.is_starting.set(false);
                self.end_loan();
            }
            Event::Run(_) if self.is_discarded.get_value() => return,
            Event::Failed(failure) => {
                self.is_starting.set(false);
                self.end_loan();
                self.failure.set(Some(failure.clone()));
            }
            Event::Run(_)
            | Event::Ready
            | Event::Device(_)
            | Event::Check(_)
            | Event::Clip(_)
            | Event::Many(_) => {}
        }
        let is_stream = matches!(
            event,
            Event::Run(RunEvent::Iteration(_) | RunEvent::Frame(_) | RunEvent::Checkpoint(_))
        );
        (self.history).update_untracked(|history| history.apply(event));
        if !is_stream {
            self.history.notify();
            self.beat();
        } else if !self.redraw_due.get_value() {
            self.redraw_due.set_value(true);
            let redraw = move || {
                self.redraw_due.set_value(false);
                self.history.notify();
                self.beat_soon();
            };
            set_timeout(redraw, REDRAW_EVERY);
        }
    }

    fn beat(self) {
        self.beaten_at_millis.set_value(js_sys::Date::now());
        self.beat.update(|beat| *beat = beat.wrapping_add(1));
    }

    /// Beats now, or as soon as the last beat is long enough ago.
    fn beat_soon(self) {
        // The page may be gone when its redraw comes.
        let (Some(false), Some(beaten_at_millis)) = (
            self.beat_due.try_get_value(),
            self.beaten_at_millis.try_get_value(),
        ) else {
            return;
        };
        let left_millis = beaten_at_millis + BEAT_MILLIS - js_sys::Date::now();
        let beat = move || {
            self.beat_due.set_value(false);
            self.beat();
        };
        // A clock that was set back must not hold the texts up.
        if (0.0..BEAT_MILLIS).contains(&left_millis) {
            self.beat_due.set_value(true);
            set_timeout(beat, Duration::from_secs_f64(left_millis / 1000.0));
        } else {
            beat();
        }
    }
}

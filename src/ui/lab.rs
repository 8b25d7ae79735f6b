//! The state of the page, and the few ways to change it.

use std::rc::Rc;
use std::time::Duration;

use leptos::prelude::*;

use super::link;
use crate::train::config::TrainConfig;
use crate::train::draft::Draft;
use crate::train::fields::Field;
use crate::train::history::{History, Phase};
use crate::train::protocol::{
    Command, DeviceChoice, DeviceKind, DeviceReport, Event, Failure, Unit,
};
use crate::train::url::PageState;
use crate::train::validate::Problem;
use crate::worker::client::Client;

/// Shortest time between two redraws while iterations stream in.
const REDRAW_EVERY: Duration = Duration::from_millis(200);

/// Takes commands to a run.
pub type Driver = Rc<dyn Fn(Command)>;

/// Everything the page knows. A copyable handle: components get it from the context.
#[derive(Clone, Copy)]
pub struct Lab {
    /// What the reader has typed.
    pub draft: RwSignal<Draft>,
    /// The device asked for.
    pub choice: RwSignal<DeviceChoice>,
    /// What the worker has told. Iterations are recorded at once and announced a few times a second.
    pub history: RwSignal<History>,
    /// What in the address could not be used.
    pub notices: RwSignal<Vec<String>>,
    /// Whether a start was asked for and the worker has not answered yet.
    pub starting: RwSignal<bool>,
    /// What failed last, until the next run begins: a worker that starts again must not wipe the message away.
    pub failure: RwSignal<Option<Failure>>,
    /// The draft as a configuration, or why it is none.
    pub config: Memo<Result<TrainConfig, Vec<Problem>>>,
    /// Where the run stands.
    pub phase: Memo<Phase>,
    /// The curves of the same run with our own functions, where the run at hand is one with the reader's.
    pub reference: RwSignal<History>,
    /// Whether it is.
    pub is_mine: RwSignal<bool>,
    /// Takes commands to a run with the reader's functions.
    pub driver: StoredValue<Option<Driver>, LocalStorage>,
    /// The exercise and the lesson of the address.
    course: RwSignal<(Option<String>, Option<String>)>,
    /// What the training worker computes on, while a run with the reader's functions is shown.
    pub(super) own_device: StoredValue<Option<DeviceReport>>,
    client: StoredValue<Option<Rc<Client>>, LocalStorage>,
    /// Whether a redraw is already on its way.
    redraw_due: StoredValue<bool>,
    /// Whether what still comes from the worker belongs to a run that the reader has thrown away.
    deaf: StoredValue<bool>,
}

impl Lab {
    /// Reads the address; opens nothing yet.
    pub fn from_address() -> Self {
        let (state, notices) = link::read();
        let draft = RwSignal::new(state.draft);
        let history = RwSignal::new(History::default());
        Self {
            draft,
            choice: RwSignal::new(state.device),
            history,
            notices: RwSignal::new(notices),
            starting: RwSignal::new(false),
            failure: RwSignal::new(None),
            config: Memo::new(move |_| draft.with(Draft::config)),
            phase: Memo::new(move |_| history.with(|history| history.phase.clone())),
            reference: RwSignal::new(History::default()),
            is_mine: RwSignal::new(false),
            driver: StoredValue::new_local(None),
            course: RwSignal::new((state.lesson, state.exercise)),
            own_device: StoredValue::new(None),
            client: StoredValue::new_local(None),
            redraw_due: StoredValue::new(false),
            deaf: StoredValue::new(false),
        }
    }

    /// Starts the worker and asks it for a device.
    pub fn connect(self) {
        let client = Client::new(self.choice.get_untracked(), move |event| self.take(event));
        self.client.set_value(Some(Rc::new(client)));
    }

    /// What the address should say.
    pub fn page_state(self) -> PageState {
        let (lesson, exercise) = self.course.get();
        PageState {
            draft: self.draft.get(),
            device: self.choice.get(),
            lesson,
            exercise,
        }
    }

    /// The exercise that the address asks for.
    pub fn exercise(self) -> Option<String> {
        self.course.with_untracked(|(_, exercise)| exercise.clone())
    }

    /// The lesson that the address asks for.
    pub fn lesson(self) -> Option<String> {
        self.course.with_untracked(|(lesson, _)| lesson.clone())
    }

    /// Writes a lesson into the address.
    pub fn set_lesson(self, key: Option<&str>) {
        self.course
            .update(|(lesson, _)| *lesson = key.map(str::to_owned));
    }

    /// Writes an exercise into the address.
    pub fn set_exercise(self, id: &str) {
        self.course
            .update(|(_, exercise)| *exercise = Some(id.to_owned()));
    }

    /// Whether a device is open.
    pub fn has_device(self) -> bool {
        self.history.with(|history| history.device.is_some()) && self.phase.get() != Phase::Loading
    }

    /// Whether a run is under way, held or not.
    pub fn is_busy(self) -> bool {
        matches!(self.phase.get(), Phase::Running | Phase::Paused)
    }

    /// Whether a run may begin now. After a failure that took the device with it, a start opens one again.
    pub fn can_start(self) -> bool {
        (self.has_device() || matches!(self.phase.get(), Phase::Failed(_)))
            && !self.starting.get()
            && self.phase.get() != Phase::Running
            && self.config.with(Result::is_ok)
    }

    /// Begins a new run with the settings as they stand; one that is held is dropped.
    pub fn train(self) {
        if let Ok(config) = self.config.get_untracked() {
            self.leave_mine();
            self.starting.set(true);
            self.failure.set(None);
            self.send(Command::Start {
                config: Box::new(config),
                from: None,
            });
        }
    }

    /// Goes on from the networks that were kept when the run broke off, with the settings as they stand.
    pub fn go_on(self) {
        let kept = self
            .history
            .with_untracked(|history| history.kept.clone().map(Box::new));
        if let (Ok(config), Some(_)) = (self.config.get_untracked(), &kept) {
            self.leave_mine();
            self.starting.set(true);
            self.failure.set(None);
            self.send(Command::Start {
                config: Box::new(config),
                from: kept,
            });
        }
    }

    /// Holds the run.
    pub fn pause(self) {
        self.drive(Command::Pause);
    }

    /// Goes on with a held run.
    pub fn resume(self) {
        self.drive(Command::Resume);
    }

    /// Does one iteration: of the held run, or as the first of a new one.
    pub fn step(self) {
        if self.phase.get_untracked() != Phase::Paused {
            self.train();
            self.pause();
        }
        self.drive(Command::StepOnce(Unit::Iteration));
    }

    /// Ends the run.
    pub fn stop(self) {
        self.drive(Command::Stop);
    }

    /// Throws the run away; the settings, the seed among them, stay.
    pub fn reset(self) {
        self.drive(Command::Stop);
        self.leave_mine();
        self.deaf.set_value(true);
        self.starting.set(false);
        self.failure.set(None);
        self.history.update(History::reset);
    }

    /// Runs checks, in the order of the list; none stops those under way.
    pub fn check(self, ids: Vec<String>) {
        self.send(Command::RunChecks(ids));
    }

    /// Writes a fresh random number into the seed field.
    pub fn new_seed(self) {
        if let Some(field) = Field::find("seed") {
            let seed = (js_sys::Math::random() * f64::from(u32::MAX)) as u32;
            self.draft
                .update(|draft| draft.set_text(field, &seed.to_string()));
        }
    }

    /// Moves to another device. The curves stay; a run under way ends.
    pub fn use_device(self, kind: DeviceKind) {
        let choice = match kind {
            DeviceKind::Webgpu => DeviceChoice::Webgpu,
            DeviceKind::Cpu => DeviceChoice::Cpu,
        };
        if self.is_busy() {
            self.send(Command::Stop);
        }
        self.choice.set(choice);
        self.history.update(|history| history.device = None);
        self.send(Command::Open {
            choice,
            because: None,
        });
    }

    pub(super) fn send(self, command: Command) {
        if let Some(client) = self.client.get_value() {
            client.send(command);
        }
    }

    /// Records an event and lets the views know.
    fn take(self, event: Event) {
        match self.is_of_reference(&event) {
            true => self.take_reference(event),
            false => self.record(event),
        }
    }

    pub(super) fn record(self, event: Event) {
        match &event {
            Event::Started(_) => {
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
        let is_stream = matches!(event, Event::Iteration(_) | Event::Frame(_));
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

/// The page's state, from within any component.
pub fn use_lab() -> Lab {
    expect_context::<Lab>()
}

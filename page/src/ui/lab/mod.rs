//! The state of the page, and the few ways to change it.

mod commands;
mod reader_run;
mod record;

use std::rc::Rc;

use leptos::prelude::*;

use crate::ui::browser::link;
use crate::workers::training::TrainingClient;
use policy_lab::config::TrainConfig;
use policy_lab::config::draft::Draft;
use policy_lab::config::url::{PageState, View};
use policy_lab::config::validate::Problem;
use policy_lab::history::{History, Phase};
use policy_lab::protocol::{Command, DeviceChoice, DeviceReport, Failure, Unit};

/// Takes commands to a run.
pub type RunDriver = Rc<dyn Fn(Command)>;

/// Looks at a run that is about to make room for the next.
pub type Farewell = Rc<dyn Fn(&History)>;

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
    /// Which parts of the page are shown.
    pub view: RwSignal<View>,
    /// How far a step goes.
    pub unit: RwSignal<Unit>,
    /// Whether runs go in slow motion.
    pub is_slow: RwSignal<bool>,
    /// Takes commands to a run with the reader's functions.
    pub driver: StoredValue<Option<RunDriver>, LocalStorage>,
    /// Looks at a run that is about to make room for the next.
    pub farewell: StoredValue<Option<Farewell>, LocalStorage>,
    /// The exercise and the lesson of the address.
    course: RwSignal<(Option<String>, Option<String>)>,
    /// What the training worker computes on, while a run with the reader's functions is shown.
    own_device: StoredValue<Option<DeviceReport>>,
    client: StoredValue<Option<Rc<TrainingClient>>, LocalStorage>,
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
            view: RwSignal::new(state.view),
            unit: RwSignal::new(Unit::Iteration),
            is_slow: RwSignal::new(false),
            driver: StoredValue::new_local(None),
            farewell: StoredValue::new_local(None),
            course: RwSignal::new((state.lesson, state.exercise)),
            own_device: StoredValue::new(None),
            client: StoredValue::new_local(None),
            redraw_due: StoredValue::new(false),
            deaf: StoredValue::new(false),
        }
    }

    /// Starts the worker and asks it for a device.
    pub fn connect(self) {
        let client =
            TrainingClient::new(self.choice.get_untracked(), move |event| self.take(event));
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
            view: self.view.get(),
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

    /// Whether a run may go back to a checkpoint now: one under way gives way.
    pub fn can_rewind(self) -> bool {
        let is_open = self.has_device() || matches!(self.phase.get(), Phase::Failed(_));
        is_open && !self.starting.get() && self.config.with(Result::is_ok)
    }

    pub(super) fn send(self, command: Command) {
        if let Some(client) = self.client.get_value() {
            client.send(command);
        }
    }
}

/// The page's state, from within any component.
pub fn use_lab() -> Lab {
    expect_context::<Lab>()
}

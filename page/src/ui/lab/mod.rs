//! The state of the page, and the functions that change it.

mod address;
mod commands;
mod cores;
mod reader_run;
mod run_state;
mod settings;

use std::rc::Rc;

use leptos::prelude::*;

pub use self::address::Address;
pub use self::cores::CoreSetting;
pub use self::reader_run::{PythonTrainer, ReaderRun};
pub use self::run_state::{PaceChoice, RunState};
pub use self::settings::Settings;
use crate::ui::browser::link;
use crate::workers::training::TrainingClient;
use policy_lab::config::draft::Draft;
use policy_lab::config::sweep::SweepDraft;
use policy_lab::config::url::{PageState, View};
use policy_lab::envs::EnvId;
use policy_lab::history::Phase;
use policy_lab::protocol::Command;
use policy_lab::protocol::score::ScoreKind;

/// The whole state of the page. A copyable handle, which components get from the context.
#[derive(Clone, Copy)]
pub struct Lab {
    /// The settings of the next run.
    pub settings: Settings,
    /// The part of the page that the address opens.
    pub address: Address,
    /// The cores that training on the CPU may use.
    pub cores: CoreSetting,
    /// The run on show.
    pub run: RunState,
    /// The reader's run and its reference.
    pub reader_run: ReaderRun,
    client: StoredValue<Option<Rc<TrainingClient>>, LocalStorage>,
}

impl Lab {
    /// Reads the address. Opens no device yet.
    pub fn from_address() -> Self {
        let (state, notices) = link::read();
        Self {
            settings: Settings::new(state.draft.clone(), state.device),
            address: Address::new(state, notices),
            cores: CoreSetting::new(),
            run: RunState::new(),
            reader_run: ReaderRun::new(),
            client: StoredValue::new_local(None),
        }
    }

    /// Returns what the run on show acts in or, without a run, the next one; `None` while the
    /// settings are invalid.
    pub fn env_id(self) -> Option<EnvId> {
        let of_run = (self.run.history).with(|it| Some(it.run.info.as_ref()?.config.env_id));
        of_run.or_else(|| {
            let config = self.settings.config;
            config.with(|config| Some(config.as_ref().ok()?.env_id))
        })
    }

    /// Returns what the run on show is scored by or, before there is one, the next, whatever else
    /// the form says.
    pub fn score_kind(self) -> ScoreKind {
        let drafted = || self.settings.draft.with(Draft::env_id);
        ScoreKind::of(self.env_id().unwrap_or_else(drafted))
    }

    /// Starts the worker and asks it for a device.
    pub fn connect(self) {
        let choice = self.settings.choice.get_untracked();
        let client = TrainingClient::new(choice, move |event| self.take(event));
        self.client.set_value(Some(Rc::new(client)));
        // At once, and whenever the reader chooses otherwise.
        Effect::new(move || self.send(Command::Cores(self.cores.chosen.get())));
    }

    /// Returns the state that the address should contain.
    pub fn page_state(self) -> PageState {
        let place = self.address.place();
        // Where nothing trains with the form, a link has no leftovers of the last exercise.
        let is_course = place.view == View::Work || place.view.head() == Some(View::Read);
        PageState {
            draft: match is_course && place.panels.is_empty() {
                true => self.settings.own(),
                false => self.settings.draft.get(),
            },
            device: self.settings.choice.get(),
            lesson: place.lesson,
            exercise: place.exercise,
            view: place.view,
            presentation: self.address.presentation.get(),
            sweep: self.shown_sweep(),
            world: self.address.shown_world(),
        }
    }

    /// Returns the question of the sweep, if that is on show and is not the one that the page asks
    /// by itself.
    fn shown_sweep(self) -> Option<SweepDraft> {
        let asked = self.address.shown_sweep()?;
        let first = self.settings.draft.with(SweepDraft::first);
        (asked != first).then_some(asked)
    }

    /// Returns true if a device is open.
    pub fn has_device(self) -> bool {
        (self.run.history).with(|history| history.device.report.is_some())
            && self.run.phase.get() != Phase::Loading
    }

    /// Returns true once a run has begun, or could not.
    pub fn has_run(self) -> bool {
        !matches!(self.run.phase.get(), Phase::Loading | Phase::Idle)
    }

    /// Returns true if a run is under way, paused or not.
    pub fn is_busy(self) -> bool {
        matches!(self.run.phase.get(), Phase::Running | Phase::Paused)
    }

    /// Returns true if a run can start now. After a failure that also closed the device, a start
    /// opens one again.
    pub fn can_start(self) -> bool {
        self.can_rewind() && self.run.phase.get() != Phase::Running
    }

    /// Returns true if the run can go back to a checkpoint now. If it is under way it ends.
    pub fn can_rewind(self) -> bool {
        let is_open = self.has_device() || matches!(self.run.phase.get(), Phase::Failed(_));
        is_open && !self.run.is_starting.get() && self.settings.config.with(Result::is_ok)
    }

    /// Returns true if a run is under way or starting.
    pub fn can_stop(self) -> bool {
        self.is_busy() || self.run.is_starting.get()
    }

    /// Returns true if a run is on show or starting.
    pub fn can_reset(self) -> bool {
        self.run.is_starting.get() || (self.run.history).with(|it| it.run.info.is_some())
    }

    /// Asks for the training worker anew, which has not arrived.
    pub fn ask_again(self) {
        if let Some(client) = self.client.get_value() {
            client.ask_again();
        }
    }

    pub(super) fn send(self, command: Command) {
        if let Some(client) = self.client.get_value() {
            client.send(command);
        }
    }
}

/// Returns the page's state, in any component.
pub fn use_lab() -> Lab {
    expect_context::<Lab>()
}

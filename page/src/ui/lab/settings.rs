//! The settings of the next run.

use leptos::prelude::*;

use policy_lab::config::TrainConfig;
use policy_lab::config::draft::Draft;
use policy_lab::config::validate::Problem;
use policy_lab::protocol::DeviceChoice;

/// The settings of the next run.
#[derive(Clone, Copy)]
pub struct Settings {
    /// The form's texts, as typed.
    pub draft: RwSignal<Draft>,
    /// The draft as a configuration, or the problems that prevent it.
    pub config: Memo<Result<TrainConfig, Vec<Problem>>>,
    /// The requested device.
    pub choice: RwSignal<DeviceChoice>,
}

impl Settings {
    pub(super) fn new(draft: Draft, choice: DeviceChoice) -> Self {
        let draft = RwSignal::new(draft);
        Self {
            draft,
            config: Memo::new(move |_| draft.with(Draft::config)),
            choice: RwSignal::new(choice),
        }
    }
}

//! The settings of the next run.

use leptos::prelude::*;

use policy_lab::config::TrainConfig;
use policy_lab::config::draft::Draft;
use policy_lab::config::validate::Problem;
use policy_lab::protocol::DeviceChoice;

/// What the next run is made of.
#[derive(Clone, Copy)]
pub struct Settings {
    /// What the reader has typed.
    pub draft: RwSignal<Draft>,
    /// The draft as a configuration, or why it is none.
    pub config: Memo<Result<TrainConfig, Vec<Problem>>>,
    /// The device asked for.
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

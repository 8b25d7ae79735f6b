//! The state of the clip lab and its requests to the worker, of which one is under way at a time.

use leptos::prelude::*;

use super::super::lab::Lab;
use crate::view::clip_queue::ClipQueue;
use policy_lab::config::draft::print_number;
use policy_lab::config::{Algorithm, TrainConfig};
use policy_lab::history::Phase;
use policy_lab::policy::clip::summary::StepSide;
use policy_lab::protocol::Command;
use policy_lab::protocol::clip_batch::{ClipBatch, ClipStep};

/// The clip coefficient to show before any clip was in use.
const USUAL_RANGE: f64 = 0.2;

/// The state of the clip lab. A copyable handle that components get from the context.
#[derive(Clone, Copy)]
pub struct Clip {
    /// True if the page shows the clip lab.
    pub is_open: Memo<bool>,
    /// True if a request is under way.
    pub is_busy: RwSignal<bool>,
    /// Gradient steps since the rollout, as requested last.
    pub target: RwSignal<usize>,
    /// The policy whose ratios are shown: the one before or after the newest step.
    pub side: RwSignal<StepSide>,
    /// Index in the minibatch of the sample whose formula is shown.
    pub picked: RwSignal<Option<usize>>,
    /// Index in `Case::ALL` of the case whose samples are highlighted.
    pub marked: RwSignal<Option<usize>>,
    /// The settings of the form, if they are valid and the algorithm is PPO.
    pub config: Memo<Option<TrainConfig>>,
    /// The clip coefficient; without a clip, the one that was last in use.
    pub range: Memo<f64>,
    lab: Lab,
    /// The requests under way and waiting.
    queue: StoredValue<ClipQueue>,
    /// The settings of the newest request.
    asked_with: StoredValue<Option<TrainConfig>>,
}

impl Clip {
    /// Creates the state. Sends no request before the reader asks for something.
    pub fn new(lab: Lab, is_open: Memo<bool>) -> Self {
        let config = Memo::new(move |_| {
            let config = lab.settings.config.get().ok();
            config.filter(|config| config.algorithm == Algorithm::Ppo)
        });
        let range = Memo::new(move |before: Option<&f64>| {
            let now = config.with(|config| config.as_ref().and_then(|config| config.clip_coef));
            now.or(before.copied()).unwrap_or(USUAL_RANGE)
        });
        let clip = Self {
            is_open,
            is_busy: RwSignal::new(false),
            target: RwSignal::new(0),
            side: RwSignal::new(StepSide::default()),
            picked: RwSignal::new(None),
            marked: RwSignal::new(None),
            config,
            range,
            lab,
            queue: StoredValue::new(ClipQueue::default()),
            asked_with: StoredValue::new(None),
        };
        clip.hear_answers();
        clip.follow_settings();
        clip
    }

    /// Returns true if a device is open and the settings can be used.
    pub fn is_ready(self) -> bool {
        self.lab.has_device() && self.config.with(Option::is_some)
    }

    /// Returns true if there is a rollout to learn from.
    pub fn has_rollout(self) -> bool {
        (self.lab.run.history).with(|history| history.clip.batch.is_some())
    }

    /// Requests a new rollout.
    pub fn roll_out(self) {
        self.target.set(0);
        self.picked.set(None);
        self.ask(ClipStep::Rollout);
    }

    /// Requests the state after `steps` gradient steps since the rollout.
    pub fn go_to(self, steps: usize) {
        self.target.set(steps);
        self.ask(ClipStep::To(steps));
    }

    /// Requests one more gradient step.
    pub fn next_minibatch(self) {
        self.go_to(self.target.get_untracked() + 1);
    }

    /// Requests the state at the end of the current epoch and `more` further ones.
    pub fn epochs(self, more: usize) {
        let size = self.num_minibatches();
        self.go_to((self.target.get_untracked() / size + 1 + more) * size);
    }

    /// Returns the number of minibatches in an epoch, from the settings.
    pub fn num_minibatches(self) -> usize {
        let number = self.setting(|config| config.num_minibatches);
        number.unwrap_or_default().max(1)
    }

    /// Returns what `read` finds in the settings, if they can be used.
    pub fn setting<T>(self, read: impl FnOnce(&TrainConfig) -> T) -> Option<T> {
        self.config.with(|config| config.as_ref().map(read))
    }

    /// Returns true if the settings can be used, and the loss clips.
    pub fn is_clipped(self) -> bool {
        self.setting(|config| config.clip_coef.is_some()) == Some(true)
    }

    /// Writes a setting into the form.
    pub fn set(self, key: &str, text: &str) {
        self.lab.settings.write(key, text);
    }

    /// Turns the clip off, or on with the coefficient that was last in use.
    pub fn switch(self) {
        match self.is_clipped() {
            true => self.set("clip_coef", ""),
            false => self.set("clip_coef", &print_number(self.range.get())),
        }
    }

    /// Returns the current minibatch.
    pub fn batch(self) -> Option<std::sync::Arc<ClipBatch>> {
        (self.lab.run.history).with(|history| history.clip.batch.clone())
    }

    fn ask(self, step: ClipStep) {
        let Some(config) = self.config.get_untracked() else {
            return;
        };
        let now = self.queue.try_update_value(|queue| queue.ask(step));
        self.is_busy.set(true);
        if let Some(step) = now.flatten() {
            self.send(config, step);
        }
    }

    fn send(self, config: TrainConfig, step: ClipStep) {
        self.asked_with.set_value(Some(config.clone()));
        self.lab.send(Command::Clip {
            config: Box::new(config),
            step,
        });
    }

    /// Sends the next request, if one waits and the settings can be used.
    fn go_on(self) {
        let next = self.queue.try_update_value(ClipQueue::answered);
        match (next.flatten(), self.config.get_untracked()) {
            (Some(step), Some(config)) => self.send(config, step),
            _ => self.forget_requests(),
        }
    }

    fn forget_requests(self) {
        self.queue.set_value(ClipQueue::default());
        self.is_busy.set(false);
    }

    fn hear_answers(self) {
        let lab = self.lab;
        let answers = lab.run.memo(|history| history.clip.answers);
        let is_gone = Memo::new(move |_| {
            matches!(lab.run.phase.get(), Phase::Failed(_) | Phase::Loading) || !lab.has_device()
        });
        Effect::new(move || {
            // A memo is updated only if something reads it.
            let _ = answers.get();
            self.go_on();
        });
        Effect::new(move || {
            if is_gone.get() {
                self.forget_requests();
            }
        });
        // Another device has no rollout yet.
        let has_rollout = Memo::new(move |_| self.has_rollout());
        Effect::new(move || {
            if !has_rollout.get() {
                self.picked.set(None);
                self.target.set(0);
            }
        });
    }

    /// Requests the same number of steps again, from the same rollout, when the settings change.
    fn follow_settings(self) {
        Effect::new(move || {
            let config = self.config.get();
            if !self.is_open.get() || !untrack(|| self.has_rollout()) {
                return;
            }
            let asked = self.asked_with.get_value();
            if config.is_some() && config != asked {
                self.ask(ClipStep::To(self.target.get_untracked()));
            }
        });
    }
}

/// Returns the state of the clip lab, from within any component.
pub fn use_clip() -> Clip {
    expect_context::<Clip>()
}

//! Where the clip lab stands, and what was asked of it: one question at a time, and of those that wait only the newest.

use leptos::prelude::*;

use super::super::lab::Lab;
use policy_lab::config::draft::print_number;
use policy_lab::config::fields::Field;
use policy_lab::config::{Algorithm, TrainConfig};
use policy_lab::history::Phase;
use policy_lab::policy::clip::summary::StepSide;
use policy_lab::protocol::Command;
use policy_lab::protocol::clip_batch::{ClipBatch, ClipStep};

/// The clip coefficient of a reader who has only ever trained without one.
const USUAL_RANGE: f64 = 0.2;

/// The clip lab. A copyable handle: components get it from the context.
#[derive(Clone, Copy)]
pub struct Clip {
    /// Whether the page shows it.
    pub is_open: Memo<bool>,
    /// Whether an answer is awaited.
    pub is_busy: RwSignal<bool>,
    /// Gradient steps since the rollout that were asked for last.
    pub target: RwSignal<usize>,
    /// Which ratios are shown.
    pub side: RwSignal<StepSide>,
    /// The sample whose formula is shown: its place in the minibatch.
    pub picked: RwSignal<Option<usize>>,
    /// The case whose samples stand out: its place in `Case::ALL`.
    pub marked: RwSignal<Option<usize>>,
    /// The settings that it may use, if they are PPO's and can be read.
    pub config: Memo<Option<TrainConfig>>,
    /// The clip coefficient, or without a clip the one that was last in use.
    pub range: Memo<f64>,
    lab: Lab,
    /// What is asked next.
    waiting: StoredValue<Option<ClipStep>>,
    /// The settings of the question that was asked last.
    asked_with: StoredValue<Option<TrainConfig>>,
}

impl Clip {
    /// Nothing is asked before the reader does.
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
            waiting: StoredValue::new(None),
            asked_with: StoredValue::new(None),
        };
        clip.hear_answers();
        clip.follow_settings();
        clip
    }

    /// Whether anything can be asked now.
    pub fn is_ready(self) -> bool {
        self.lab.has_device() && self.config.with(Option::is_some)
    }

    /// Whether there is a rollout to learn from.
    pub fn has_rollout(self) -> bool {
        self.lab
            .run
            .history
            .with(|history| history.clip.batch.is_some())
    }

    /// Makes a rollout.
    pub fn roll_out(self) {
        self.target.set(0);
        self.picked.set(None);
        self.ask(ClipStep::Rollout);
    }

    /// Goes to so many gradient steps after the rollout.
    pub fn go_to(self, steps: usize) {
        self.target.set(steps);
        self.ask(ClipStep::To(steps));
    }

    /// One minibatch on.
    pub fn next_minibatch(self) {
        self.go_to(self.target.get_untracked() + 1);
    }

    /// To the end of this epoch and of `more` others.
    pub fn epochs(self, more: usize) {
        let size = self.num_minibatches();
        self.go_to((self.target.get_untracked() / size + 1 + more) * size);
    }

    /// Minibatches of an epoch, by the settings.
    pub fn num_minibatches(self) -> usize {
        self.config.with(|config| {
            let config = config.as_ref();
            config.map_or(1, |config| config.num_minibatches.max(1))
        })
    }

    /// Writes a setting into the form.
    pub fn set(self, key: &str, text: &str) {
        if let Some(field) = Field::find(key) {
            self.lab
                .settings
                .draft
                .update(|draft| draft.set_text(field, text));
        }
    }

    /// Clip or no clip.
    pub fn switch(self) {
        let is_clipped = self.config.with(|config| {
            let config = config.as_ref();
            config.is_some_and(|config| config.clip_coef.is_some())
        });
        match is_clipped {
            true => self.set("clip_coef", ""),
            false => self.set("clip_coef", &print_number(self.range.get())),
        }
    }

    /// The minibatch in memory.
    pub fn batch(self) -> Option<std::sync::Arc<ClipBatch>> {
        self.lab
            .run
            .history
            .with(|history| history.clip.batch.clone())
    }

    fn ask(self, step: ClipStep) {
        let Some(config) = self.config.get_untracked() else {
            return;
        };
        if self.is_busy.get_untracked() {
            // A rollout that waits is not skipped for a step: the step starts from it.
            let is_rollout = self.waiting.get_value() == Some(ClipStep::Rollout);
            if !is_rollout || step == ClipStep::Rollout {
                self.waiting.set_value(Some(step));
            }
            return;
        }
        self.is_busy.set(true);
        self.asked_with.set_value(Some(config.clone()));
        self.lab.send(Command::Clip {
            config: Box::new(config),
            step,
        });
    }

    fn hear_answers(self) {
        let lab = self.lab;
        let answers = Memo::new(move |_| lab.run.history.with(|history| history.clip.answers));
        let is_gone = Memo::new(move |_| {
            matches!(lab.run.phase.get(), Phase::Failed(_) | Phase::Loading) || !lab.has_device()
        });
        Effect::new(move || {
            // A memo that nobody reads hears of nothing.
            let _ = answers.get();
            self.is_busy.set(false);
            if let Some(step) = self.waiting.get_value() {
                self.waiting.set_value(None);
                self.ask(step);
            }
        });
        Effect::new(move || {
            if is_gone.get() {
                self.waiting.set_value(None);
                self.is_busy.set(false);
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

    /// Other settings lead elsewhere from the same rollout.
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

/// The clip lab, from within any component.
pub fn use_clip() -> Clip {
    expect_context::<Clip>()
}

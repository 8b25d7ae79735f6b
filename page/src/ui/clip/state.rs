//! The state of the clip lab and its requests to the worker, of which one is under way at a time.

use std::time::Duration;

use leptos::prelude::*;

use super::super::lab::Lab;
use crate::ui::browser::theme::Theme;
use crate::view::clip_before::ClipPast;
use crate::view::clip_queue::{ClipQueue, next_frame};
use crate::view::format::joined;
use policy_lab::config::draft::print_number;
use policy_lab::config::fields::Field;
use policy_lab::config::{Algorithm, TrainConfig};
use policy_lab::history::Phase;
use policy_lab::policy::clip::summary::StepSide;
use policy_lab::protocol::Command;
use policy_lab::protocol::clip_batch::{ClipBatch, ClipStep};

/// The clip coefficient to show before any clip was in use.
const USUAL_RANGE: f64 = 0.2;
/// The settings that the lab has controls for.
const KNOBS: [&str; 3] = ["clip_coef", "learning_rate", "norm_adv"];
/// Milliseconds for which each picture on the way to more steps stays at least.
const FRAME_MILLIS: f64 = 40.0;

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
    /// The settings that the current minibatch was made with.
    pub made_with: Memo<Option<TrainConfig>>,
    /// The current minibatch, and the same samples before the last change.
    pub past: Memo<ClipPast>,
    /// True while the steps of the current minibatch are taken again with other settings.
    pub is_outdated: Memo<bool>,
    lab: Lab,
    theme: Theme,
    /// The requests under way and waiting.
    queue: StoredValue<ClipQueue>,
    /// The settings of the newest request.
    asked_with: StoredValue<Option<TrainConfig>>,
    /// The time of the newest request, in milliseconds.
    asked_at_millis: StoredValue<f64>,
}

impl Clip {
    /// Creates the state. Sends no request before the reader asks for something.
    pub fn new(lab: Lab, is_open: Memo<bool>, theme: Theme) -> Self {
        let config = Memo::new(move |_| {
            let config = lab.settings.config.get().ok();
            config.filter(|config| config.algorithm == Algorithm::Ppo)
        });
        let range = Memo::new(move |before: Option<&f64>| {
            let now = config.with(|config| config.as_ref().and_then(|config| config.clip_coef));
            now.or(before.copied()).unwrap_or(USUAL_RANGE)
        });
        let asked_with = StoredValue::new(None::<TrainConfig>);
        let answers = lab.run.memo(|history| {
            let clip = &history.clip;
            (clip.answers, clip.failure.is_some())
        });
        // One request is under way at a time, so an answer is that to the newest one.
        let made_with =
            Memo::new(
                move |before: Option<&Option<TrainConfig>>| match answers.get().1 {
                    true => before.cloned().flatten(),
                    false => asked_with.get_value(),
                },
            );
        let asked_at_millis = StoredValue::new(0.0_f64);
        let past = Memo::new(move |past: Option<&ClipPast>| {
            answers.track();
            let mut past = past.cloned().unwrap_or_default();
            let batch = (lab.run.history).with_untracked(|history| history.clip.batch.clone());
            if let Some((batch, config)) = batch.zip(made_with.get()) {
                let times_millis = (asked_at_millis.get_value(), js_sys::Date::now());
                past.show(batch, config, times_millis);
            }
            past
        });
        let is_busy = RwSignal::new(false);
        let has_learnt = lab.run.memo(|history| {
            let batch = history.clip.batch.as_ref();
            batch.is_some_and(|batch| batch.steps > 0)
        });
        let is_outdated = Memo::new(move |_| {
            is_busy.get() && has_learnt.get() && config.get() != made_with.get()
        });
        let clip = Self {
            is_open,
            is_busy,
            target: RwSignal::new(0),
            side: RwSignal::new(StepSide::default()),
            picked: RwSignal::new(None),
            marked: RwSignal::new(None),
            config,
            range,
            made_with,
            past,
            is_outdated,
            lab,
            theme,
            queue: StoredValue::new(ClipQueue::default()),
            asked_with,
            asked_at_millis,
        };
        clip.hear_answers(answers);
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

    /// Requests the state after `steps` gradient steps since the rollout. Another number of steps
    /// is another minibatch, which does not have the picked sample.
    pub fn go_to(self, steps: usize) {
        if self.target.get_untracked() != steps {
            self.picked.set(None);
        }
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

    /// Returns which of the lab's settings differ from the preset, such as `clip_coef empty`. They
    /// are the form's, so a training run will have them.
    pub fn changes(self) -> Option<String> {
        let changes = self.lab.settings.draft.with(|draft| {
            let fields = KNOBS.iter().filter_map(|key| Field::find(key));
            let changed = fields.filter(|field| draft.is_changed(field));
            let said = changed.map(|field| match draft.text(field).trim() {
                "" => format!("no {}", field.key),
                text => format!("{} {text}", field.key),
            });
            said.collect::<Vec<_>>()
        });
        (!changes.is_empty()).then(|| joined(changes))
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
        let step = self.first_picture(&config, step);
        self.asked_with.set_value(Some(config.clone()));
        self.asked_at_millis.set_value(js_sys::Date::now());
        self.lab.send(Command::Clip {
            config: Box::new(config),
            step,
        });
    }

    /// Returns the request for the next picture on the way to `step`. Steps that are taken again
    /// with other settings show their end at once, and so does everything under reduced motion.
    fn first_picture(self, config: &TrainConfig, step: ClipStep) -> ClipStep {
        let is_same = self
            .made_with
            .with_untracked(|made| made.as_ref() == Some(config));
        match (step, untrack(|| self.batch())) {
            (ClipStep::To(target), Some(batch))
                if is_same && !self.theme.reduced_motion.get_untracked() =>
            {
                ClipStep::To(next_frame(batch.steps, target, batch.num_minibatches))
            }
            _ => step,
        }
    }

    /// Returns the gradient steps since the rollout that the newest answer shows, unless it is a
    /// failure.
    fn reached(self) -> Option<usize> {
        (self.lab.run.history).with_untracked(|history| {
            let batch = history.clip.batch.as_ref();
            let batch = batch.filter(|_| history.clip.failure.is_none());
            batch.map(|batch| batch.steps)
        })
    }

    /// Takes note of an answer, and sends the next request once its picture was on show for a
    /// while.
    fn hear(self) {
        let reached = self.reached();
        let left_millis = self.asked_at_millis.get_value() + FRAME_MILLIS - js_sys::Date::now();
        let plays_on = self.queue.with_value(|queue| queue.plays_on(reached));
        // A clock that was set back must not hold the pictures up.
        if plays_on && (0.0..FRAME_MILLIS).contains(&left_millis) {
            let go_on = move || {
                // The page may be gone when the time has come.
                if self.queue.try_with_value(ClipQueue::is_busy) == Some(true) {
                    self.go_on();
                }
            };
            set_timeout(go_on, Duration::from_secs_f64(left_millis / 1000.0));
        } else {
            self.go_on();
        }
    }

    /// Sends the next request, if there is one and the settings can be used.
    fn go_on(self) {
        let reached = self.reached();
        let next = self.queue.try_update_value(|queue| queue.answered(reached));
        match (next.flatten(), self.config.get_untracked()) {
            (Some(step), Some(config)) => self.send(config, step),
            _ => self.forget_requests(),
        }
    }

    fn forget_requests(self) {
        self.queue.set_value(ClipQueue::default());
        self.is_busy.set(false);
    }

    fn hear_answers(self, answers: Memo<(u32, bool)>) {
        let lab = self.lab;
        let is_gone = Memo::new(move |_| {
            matches!(lab.run.phase.get(), Phase::Failed(_) | Phase::Loading) || !lab.has_device()
        });
        Effect::new(move || {
            answers.track();
            // A memo is updated only if something reads it: before the next request is sent.
            self.past.with(|_| ());
            untrack(|| self.hear());
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

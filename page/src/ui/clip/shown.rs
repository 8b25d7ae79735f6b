//! The shown side of the current minibatch.

use leptos::prelude::*;

use super::state::Clip;
use policy_lab::policy::clip::summary::{ClipPicture, Samples, StepSide};

/// The text in place of the picture before the first rollout.
pub const EMPTY: &str = "Press Rollout: the policy plays, and its first minibatch appears here";

/// The two sides of a gradient step, with the labels of the choice between them.
pub const SIDES: [(StepSide, &str); 2] = [
    (StepSide::BeforeStep, "as the loss saw it"),
    (StepSide::AfterStep, "after the step"),
];

/// The current minibatch as the views show it. Each memo is computed once, however many views read
/// it.
#[derive(Clone, Copy)]
pub struct ShownSample {
    /// Ratios and advantages.
    pub samples: Memo<Samples>,
    /// Axes, counts and means; `None` if there are no samples, or some numbers are not finite.
    pub picture: Memo<Option<ClipPicture>>,
    /// True if the loss clips.
    pub is_clipped: Memo<bool>,
}

impl ShownSample {
    pub fn new(clip: Clip) -> Self {
        let norm_adv = Memo::new(move |_| clip.setting(|it| it.norm_adv) == Some(true));
        let is_clipped = Memo::new(move |before: Option<&bool>| {
            let now = clip.setting(|config| config.clip_coef.is_some());
            now.or(before.copied()).unwrap_or(true)
        });
        let samples = Memo::new(move |_| {
            let batch = clip.batch();
            batch.map_or_else(Samples::default, |batch| {
                Samples::of(&batch, clip.side.get(), norm_adv.get())
            })
        });
        let picture = Memo::new(move |_| {
            samples.with(|samples| {
                let is_fit = !samples.is_empty() && samples.are_finite();
                is_fit.then(|| ClipPicture::new(samples, clip.range.get(), is_clipped.get()))
            })
        });
        Self {
            samples,
            picture,
            is_clipped,
        }
    }
}

//! The shown side of the current minibatch.

use leptos::prelude::*;

use super::state::Clip;
use crate::view::clip_before::ClipGhost;
use policy_lab::config::TrainConfig;
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
    /// The same samples before the last change, if they were elsewhere.
    pub before: Memo<Option<ClipGhost>>,
    /// True if the loss clips.
    pub is_clipped: Memo<bool>,
    /// The clip coefficient; without a clip, the one that was last in use.
    pub range: Memo<f64>,
}

impl ShownSample {
    /// Shows the minibatch with the settings that it was made with: a picture with those of the
    /// form would be false until the steps are taken again. Before the first step it depends on
    /// none of them, and follows the form.
    pub fn new(clip: Clip) -> Self {
        let steps = Memo::new(move |_| clip.batch().map_or(0, |batch| batch.steps));
        let settings = Memo::new(move |_| {
            let (form, made) = (clip.config.get(), clip.made_with.get());
            match steps.get() {
                0 => form.or(made),
                _ => made,
            }
        });
        let read = move |read: fn(&TrainConfig) -> bool| {
            settings.with(|settings| settings.as_ref().map(read))
        };
        let norm_adv = Memo::new(move |_| read(|config| config.norm_adv) == Some(true));
        let is_clipped =
            Memo::new(move |_| read(|config| config.clip_coef.is_some()).unwrap_or(true));
        let range = Memo::new(move |_| {
            let in_use = settings.with(|settings| settings.as_ref()?.clip_coef);
            in_use.unwrap_or_else(|| clip.range.get())
        });
        let samples = Memo::new(move |_| {
            let batch = clip.batch();
            batch.map_or_else(Samples::default, |batch| {
                Samples::of(&batch, clip.side.get(), norm_adv.get())
            })
        });
        let scale = Memo::new(move |_| (clip.batch().map(|batch| batch.rollout), norm_adv.get()));
        // The height of the axis of advantages, for the rollout and scale that it belongs to.
        let height = StoredValue::new(None::<((Option<u32>, bool), f64)>);
        let picture = Memo::new(move |_| {
            samples.with(|samples| {
                if samples.is_empty() || !samples.are_finite() {
                    return None;
                }
                let scale = scale.get();
                let held = height.get_value().filter(|(of, _)| *of == scale);
                let least = held.map_or(0.0, |(_, least)| least);
                let picture = ClipPicture::new(samples, range.get(), is_clipped.get(), least);
                height.set_value(Some((scale, picture.height)));
                Some(picture)
            })
        });
        let before = Memo::new(move |_| {
            if picture.with(Option::is_none) {
                return None;
            }
            clip.past.with(|past| {
                let before = past.before.as_ref()?;
                let (side, norm_adv, range) = (clip.side.get(), norm_adv.get(), range.get());
                samples.with(|now| ClipGhost::behind(now, before, side, norm_adv, range))
            })
        });
        Self {
            samples,
            picture,
            before,
            is_clipped,
            range,
        }
    }
}

//! The clip lab's picture before the last change: the same samples, drawn faintly behind where they
//! are now, and what the numbers beside them were.

use std::sync::Arc;

use crate::view::format;
use crate::view::plain_table::extremes;
use policy_lab::config::TrainConfig;
use policy_lab::policy::clip::summary::{ClipPicture, Samples, StepSide};
use policy_lab::protocol::clip_batch::ClipBatch;
use policy_lab::protocol::metrics::Metrics;

/// The name of the faint points.
pub const BEFORE: &str = "before the change";

/// Milliseconds after which the reader has seen a picture. Those on the way of a slider or to more
/// epochs stay for less, and are not compared with.
const SEEN_MILLIS: f64 = 500.0;

/// A minibatch, with the settings that it was made with.
#[derive(Clone, Debug, PartialEq)]
pub struct MadeBatch {
    batch: Arc<ClipBatch>,
    config: TrainConfig,
    /// A number for each sample, sorted: every epoch has the samples in another order.
    samples: Vec<u64>,
}

impl MadeBatch {
    fn new(batch: Arc<ClipBatch>, config: TrainConfig) -> Self {
        let size = batch.obs.len() / batch.old_log_prob.len().max(1);
        let rows = batch.obs.chunks(size.max(1)).zip(&batch.old_log_prob);
        let number = |(obs, log_prob): (&[f32], &f32)| {
            let bits = obs.iter().chain([log_prob]).map(|part| part.to_bits());
            bits.fold(0_u64, |number, part| {
                number.rotate_left(13) ^ u64::from(part)
            })
        };
        let mut samples: Vec<u64> = rows.map(number).collect();
        samples.sort_unstable();
        Self {
            batch,
            config,
            samples,
        }
    }
}

/// The minibatch on show, and the one to compare it with.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClipPast {
    /// The minibatch on show, and the time in milliseconds at which it came.
    now: Option<(MadeBatch, f64)>,
    /// The same samples as the reader saw them before the last change.
    pub before: Option<MadeBatch>,
}

impl ClipPast {
    /// Takes note of a minibatch, its settings, and the times in milliseconds at which it was asked
    /// for and came. A failure leaves the minibatch as it is, and so nothing changes.
    pub fn show(
        &mut self,
        batch: Arc<ClipBatch>,
        config: TrainConfig,
        (asked_at_millis, came_at_millis): (f64, f64),
    ) {
        let is_shown = |(now, _): &(MadeBatch, f64)| Arc::ptr_eq(&now.batch, &batch);
        if self.now.as_ref().is_some_and(is_shown) {
            return;
        }
        let new = MadeBatch::new(batch, config);
        let old = self.now.take();
        let is_seen =
            |(_, since_millis): &(MadeBatch, f64)| asked_at_millis - since_millis >= SEEN_MILLIS;
        let was_seen = old.as_ref().is_some_and(is_seen);
        // What was seen takes the place of what was there before it.
        let earlier = self.before.take().filter(|_| !was_seen);
        let mut found = earlier.into_iter().chain(old.map(|(old, _)| old));
        self.before = found.find(|it| it.samples == new.samples);
        self.now = Some((new, came_at_millis));
    }
}

/// The samples of the current minibatch as they were before the last change.
#[derive(Clone, Debug, PartialEq)]
pub struct ClipGhost {
    /// Their ratios, with advantages on the scale of the current picture.
    pub samples: Samples,
    /// Their counts and means, by the settings of that time.
    pub picture: ClipPicture,
    /// Metrics of the step that made them.
    pub metrics: Metrics,
}

impl ClipGhost {
    /// Returns what stands behind the samples `now`, on the same side of the step. `norm_adv` says
    /// whether their advantages are normalised; `range` is the clip range where the loss had none.
    /// `None` if nothing has moved, or if some numbers are not finite.
    pub fn behind(
        now: &Samples,
        before: &MadeBatch,
        side: StepSide,
        norm_adv: bool,
        range: f64,
    ) -> Option<Self> {
        let MadeBatch { batch, config, .. } = before;
        let own = Samples::of(batch, side, config.norm_adv);
        let clip_coef = config.clip_coef;
        let picture = ClipPicture::new(&own, clip_coef.unwrap_or(range), clip_coef.is_some(), 0.0);
        let samples = Samples {
            advantages: batch.advantages(norm_adv),
            ..own
        };
        (samples.are_finite() && samples != *now).then(|| Self {
            samples,
            picture,
            metrics: batch.metrics.clone(),
        })
    }

    /// Describes it for those who do not see the picture.
    pub fn said(&self) -> Option<String> {
        let (low, high) = extremes(self.samples.ratios.iter().copied())?;
        let moving = format::plural(self.picture.moving, "sample");
        Some(format!(
            "{BEFORE}, drawn faintly: ratios from {low:.2} to {high:.2}; {moving} moved the \
             policy"
        ))
    }
}

#[cfg(test)]
mod tests {
    use std::f32::consts::LN_2;

    use super::*;

    const FIRST: [f32; 3] = [1.0, 2.0, 3.0];
    const OTHER: [f32; 3] = [4.0, 5.0, 6.0];

    /// Returns a minibatch of samples with these advantages. The logarithm of each ratio is `moved`
    /// before the step, and twice as much after it.
    fn batch(advantages: [f32; 3], moved: f32) -> Arc<ClipBatch> {
        Arc::new(ClipBatch {
            obs: advantages.iter().flat_map(|it| [*it, 1.0]).collect(),
            old_log_prob: advantages.map(|it| -it).to_vec(),
            log_prob: advantages.map(|it| moved - it).to_vec(),
            new_log_prob: advantages.map(|it| 2.0 * moved - it).to_vec(),
            advantages: advantages.to_vec(),
            ..ClipBatch::default()
        })
    }

    fn config(clip_coef: Option<f64>) -> TrainConfig {
        TrainConfig {
            norm_adv: false,
            clip_coef,
            ..TrainConfig::default()
        }
    }

    /// Shows a minibatch that was asked for at `asked` and came 100 ms later. Returns the one to
    /// compare it with.
    fn shown(past: &mut ClipPast, batch: Arc<ClipBatch>, asked: f64) -> Option<Arc<ClipBatch>> {
        past.show(batch, config(Some(0.2)), (asked, asked + 100.0));
        past.before.as_ref().map(|before| before.batch.clone())
    }

    #[test]
    fn the_same_samples_are_compared_with_what_was_seen_last() {
        let mut past = ClipPast::default();
        let [one, two] = [0.1, 0.2].map(|moved| batch(FIRST, moved));
        assert_eq!(shown(&mut past, one.clone(), 0.0), None);
        assert_eq!(shown(&mut past, two.clone(), 1_000.0), Some(one.clone()));
        // A failure shows the same once more.
        assert_eq!(shown(&mut past, two.clone(), 2_000.0), Some(one.clone()));
        assert_eq!(shown(&mut past, one.clone(), 3_000.0), Some(two));
        // Another epoch has the samples in another order.
        let shuffled = batch([3.0, 1.0, 2.0], 0.3);
        assert_eq!(shown(&mut past, shuffled, 4_000.0), Some(one));
    }

    #[test]
    fn other_samples_are_compared_with_nothing() {
        let mut past = ClipPast::default();
        shown(&mut past, batch(FIRST, 0.1), 0.0);
        shown(&mut past, batch(FIRST, 0.2), 1_000.0);
        assert_eq!(shown(&mut past, batch(OTHER, 0.2), 2_000.0), None);
        let elsewhere = ClipBatch {
            obs: vec![9.0; 6],
            ..(*batch(OTHER, 0.3)).clone()
        };
        assert_eq!(shown(&mut past, Arc::new(elsewhere), 3_000.0), None);
        let other_action = ClipBatch {
            obs: vec![9.0; 6],
            ..(*batch(FIRST, 0.3)).clone()
        };
        assert_eq!(shown(&mut past, Arc::new(other_action), 4_000.0), None);
    }

    #[test]
    fn pictures_on_the_way_are_passed_over() {
        let mut past = ClipPast::default();
        let at = |moved| batch(FIRST, moved);
        shown(&mut past, at(0.1), 0.0);
        // A slider moves: the first picture was seen, the next ones were there for a moment.
        assert_eq!(shown(&mut past, at(0.2), 600.0), Some(at(0.1)));
        assert_eq!(shown(&mut past, at(0.3), 1_199.0), Some(at(0.1)));
        assert_eq!(shown(&mut past, at(0.4), 1_799.0), Some(at(0.3)));
        // What follows another minibatch at once has nothing else to be compared with.
        assert_eq!(shown(&mut past, batch(OTHER, 0.4), 1_900.0), None);
        let next = shown(&mut past, batch(OTHER, 0.5), 2_010.0);
        assert_eq!(next, Some(batch(OTHER, 0.4)));
    }

    #[test]
    fn the_ghost_has_the_scale_of_the_picture_and_its_own_means() {
        let behind = |moved, clip_coef, side| {
            let now = Samples::of(&batch(FIRST, 0.0), side, true);
            let before = MadeBatch::new(batch(FIRST, moved), config(clip_coef));
            ClipGhost::behind(&now, &before, side, true, 0.3)
        };
        let ghost = behind(LN_2, Some(0.2), StepSide::BeforeStep).expect("a ghost");
        assert_eq!(ghost.samples.advantages, [-1.0, 0.0, 1.0]);
        // Ratios of 2 and advantages of 1, 2 and 3: the clip takes 1.2 of each.
        let ClipPicture {
            unclipped, taken, ..
        } = ghost.picture;
        assert!((unclipped - 4.0).abs() < 1e-5 && (taken - 2.4).abs() < 1e-5);
        assert_eq!(
            ghost.said().as_deref(),
            Some(
                "before the change, drawn faintly: ratios from 2.00 to 2.00; 0 samples moved \
                 the policy"
            )
        );
        let free = behind(LN_2, None, StepSide::AfterStep).expect("a ghost");
        assert_eq!(free.picture.moving, 3);
        let near_four = |ratio: &f32| (ratio - 4.0).abs() < 1e-5;
        assert!(free.samples.ratios.iter().all(near_four));

        let still = behind(0.0, None, StepSide::BeforeStep);
        assert_eq!(still, None, "nothing has moved");
        let broken = behind(f32::INFINITY, None, StepSide::BeforeStep);
        assert_eq!(broken, None, "no finite number");
    }
}

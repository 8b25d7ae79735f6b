//! The numbers that the clip lab draws and counts for a minibatch. Plain numbers: no tensor, no
//! canvas.

use super::cases::{Case, counts, surrogate};
use crate::protocol::clip_batch::ClipBatch;

/// Bars of the histogram.
pub const BARS: usize = 40;
/// Possible distances from 1 to the ends of the ratios' axis.
const REACHES: [f64; 9] = [0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 100.0, 1e3];
/// Possible distances from 0 to the ends of the advantages' axis.
const HEIGHTS: [f64; 9] = [0.5, 1.0, 2.0, 4.0, 8.0, 20.0, 50.0, 200.0, 1e3];
/// Fraction of the samples that an axis must hold; those beyond it are drawn at its end.
const INSIDE: f64 = 0.995;

/// The policy whose ratios are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StepSide {
    /// The policy that the loss saw, before the gradient step.
    #[default]
    BeforeStep,
    /// The policy after the gradient step.
    AfterStep,
}

/// The samples of a minibatch, as the loss sees them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Samples {
    /// Probability ratios, `[size]`.
    pub ratios: Vec<f32>,
    /// Advantages, `[size]`; normalised if the settings say so.
    pub advantages: Vec<f32>,
}

impl Samples {
    /// Returns the samples of `batch` before or after the step.
    pub fn of(batch: &ClipBatch, side: StepSide, norm_adv: bool) -> Self {
        Self {
            ratios: match side {
                StepSide::BeforeStep => batch.ratios(),
                StepSide::AfterStep => batch.new_ratios(),
            },
            advantages: batch.advantages(norm_adv),
        }
    }

    /// Returns the number of samples.
    pub fn len(&self) -> usize {
        self.ratios.len()
    }

    /// Returns true if there are no samples.
    pub fn is_empty(&self) -> bool {
        self.ratios.is_empty()
    }

    /// Returns the ratio and the advantage of a sample.
    pub fn get(&self, index: usize) -> Option<(f64, f64)> {
        let (ratio, advantage) = (self.ratios.get(index)?, self.advantages.get(index)?);
        Some((f64::from(*ratio), f64::from(*advantage)))
    }

    /// Returns true if every number is finite. A learning rate that is far too large leads to NaN
    /// or infinity.
    pub fn are_finite(&self) -> bool {
        let all = self.ratios.iter().chain(&self.advantages);
        all.into_iter().all(|number| number.is_finite())
    }

    /// Returns the indices of at most `most` samples, evenly spaced.
    pub fn some(&self, most: usize) -> Vec<usize> {
        let drawn = self.len().min(most);
        (0..drawn).map(|place| place * self.len() / drawn).collect()
    }
}

/// Axes, counts and means of a minibatch for one clip range.
#[derive(Clone, Debug, PartialEq)]
pub struct ClipPicture {
    /// Distance from 1 to the ends of the ratios' axis, which never reaches below 0.
    pub reach: f64,
    /// Distance from 0 to the ends of the advantages' axis.
    pub height: f64,
    /// Samples in each of [`Case::ALL`]. Without a clip, the clip range that was last in use
    /// separates them.
    pub counts: [usize; 6],
    /// Samples in each bar of the histogram of ratios, from left to right. Samples beyond an end of
    /// the axis are in the bar at that end.
    pub bars: Vec<Bar>,
    /// Mean of `ratio * advantage`.
    pub unclipped: f64,
    /// Mean of the term that is maximised.
    pub taken: f64,
    /// Samples that move the policy.
    pub moving: usize,
}

/// One bar of the histogram.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bar {
    /// Samples in the bar that move the policy.
    pub moving: usize,
    /// Samples in the bar whose gradient the clip removed.
    pub still: usize,
}

impl ClipPicture {
    /// Summarises the samples for the clip range 1 ± `range`. `is_clipped` says whether the loss
    /// uses the clip.
    pub fn new(samples: &Samples, range: f64, is_clipped: bool) -> Self {
        let distances = samples.ratios.iter().map(|ratio| (ratio - 1.0).abs());
        let sizes = samples.advantages.iter().map(|advantage| advantage.abs());
        let reach = axis(distances, &REACHES, 1.5 * range);
        let mut picture = Self {
            reach,
            height: axis(sizes, &HEIGHTS, 0.0),
            counts: counts(&samples.ratios, &samples.advantages, range),
            bars: vec![Bar::default(); BARS],
            unclipped: 0.0,
            taken: 0.0,
            moving: 0,
        };
        let pairs = samples.ratios.iter().zip(&samples.advantages);
        for (ratio, advantage) in pairs {
            let (ratio, advantage) = (f64::from(*ratio), f64::from(*advantage));
            let terms = surrogate(ratio, advantage, is_clipped.then_some(range));
            picture.unclipped += terms.unclipped;
            picture.taken += terms.taken;
            picture.moving += usize::from(terms.has_gradient);
            let bar = picture.bar(ratio);
            if let Some(bar) = picture.bars.get_mut(bar) {
                match terms.has_gradient {
                    true => bar.moving += 1,
                    false => bar.still += 1,
                }
            }
        }
        let count = samples.len().max(1) as f64;
        picture.unclipped /= count;
        picture.taken /= count;
        picture
    }

    /// Returns the smallest and the largest ratio of the axis.
    pub fn ratios(&self) -> (f64, f64) {
        ((1.0 - self.reach).max(0.0), 1.0 + self.reach)
    }

    fn bar(&self, ratio: f64) -> usize {
        let (low, high) = self.ratios();
        let part = (ratio - low) / (high - low);
        ((part * BARS as f64).max(0.0) as usize).min(BARS - 1)
    }
}

/// Returns true if a sample of this case moves the policy, with or without the clip.
pub fn moves(case: Case, is_clipped: bool) -> bool {
    !is_clipped || case.has_gradient()
}

/// Returns the smallest of `ends` that is at least `least` and holds nearly all of the numbers.
fn axis(numbers: impl Iterator<Item = f32>, ends: &[f64], least: f64) -> f64 {
    let mut numbers: Vec<f32> = numbers.collect();
    let place = (numbers.len() as f64 * INSIDE) as usize;
    let place = place.min(numbers.len().saturating_sub(1));
    let needed = if numbers.is_empty() {
        0.0
    } else {
        f64::from(*numbers.select_nth_unstable_by(place, f32::total_cmp).1)
    };
    let needed = needed.max(least);
    let found = ends.iter().find(|end| **end >= needed);
    found.or(ends.last()).copied().unwrap_or(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples() -> Samples {
        Samples {
            ratios: vec![0.5, 1.1, 1.5, 0.5, 0.9, 1.5],
            advantages: vec![2.0, 2.0, 2.0, -2.0, -2.0, -2.0],
        }
    }

    #[test]
    fn a_minibatch_of_six_by_hand() {
        let picture = ClipPicture::new(&samples(), 0.2, true);
        assert_eq!(picture.counts, [1; 6]);
        assert_eq!(picture.moving, 4);
        // 1 + 2.2 + 3 - 1 - 1.8 - 3 and 1 + 2.2 + 2.4 - 1.6 - 1.8 - 3.
        assert!((picture.unclipped - 0.4 / 6.0).abs() < 1e-6);
        assert!((picture.taken - -0.8 / 6.0).abs() < 1e-6);
        assert!((picture.reach - 0.5).abs() < 1e-9 && (picture.height - 2.0).abs() < 1e-9);
        let in_bars = picture.bars.iter().map(|bar| (bar.moving, bar.still));
        let sums = in_bars.fold((0, 0), |sum, bar| (sum.0 + bar.0, sum.1 + bar.1));
        assert_eq!(sums, (4, 2));
        // From 0.5 to 1.5 the lowest ratio is in the first bar, the highest in the last.
        assert_eq!(
            picture.bars[0],
            Bar {
                moving: 1,
                still: 1
            }
        );
        assert_eq!(
            picture.bars[BARS - 1],
            Bar {
                moving: 1,
                still: 1
            }
        );
    }

    #[test]
    fn a_ratio_stands_in_the_bar_at_its_place_on_the_axis() {
        let far = Samples {
            ratios: vec![0.75, 3.0],
            advantages: vec![1.0, 1.0],
        };
        let picture = ClipPicture::new(&far, 0.2, false);
        assert_eq!(picture.ratios(), (0.0, 3.0));
        assert_eq!(picture.bars[BARS / 4].moving, 1);
        assert_eq!(picture.bars[BARS - 1].moving, 1);
    }

    #[test]
    fn without_a_clip_everything_moves_and_the_cases_stay() {
        let picture = ClipPicture::new(&samples(), 0.2, false);
        assert_eq!((picture.counts, picture.moving), ([1; 6], 6));
        assert!((picture.taken - picture.unclipped).abs() < 1e-9);
    }

    #[test]
    fn axes_hold_the_clip_range_and_nearly_all_samples() {
        let mut samples = Samples {
            ratios: vec![1.0; 1_000],
            advantages: vec![0.1; 1_000],
        };
        assert!((ClipPicture::new(&samples, 0.2, true).reach - 0.5).abs() < 1e-9);
        samples.ratios[7] = 80.0;
        assert!((ClipPicture::new(&samples, 0.05, true).reach - 0.1).abs() < 1e-9);
        samples.ratios[..20].fill(1.9);
        let picture = ClipPicture::new(&samples, 0.05, true);
        assert_eq!(picture.ratios(), (0.0, 2.0));
        assert_eq!(ClipPicture::new(&Samples::default(), 0.2, true).moving, 0);
    }

    #[test]
    fn a_large_minibatch_is_thinned_evenly() {
        let samples = Samples {
            ratios: vec![1.0; 25],
            advantages: vec![0.0; 25],
        };
        assert_eq!(samples.some(5), [0, 5, 10, 15, 20]);
        assert_eq!(samples.some(100).len(), 25);
        assert!(samples.are_finite());
        assert!(Samples::default().some(5).is_empty());
    }
}

//! The numbers that the clip lab draws and counts for a minibatch. Plain numbers: no tensor, no
//! canvas.

use super::cases::{Case, counts, surrogate};
use crate::protocol::clip_batch::ClipBatch;

/// Bars of the histogram on an axis that does not end at 0. An odd number: the middle one has the
/// ratio 1, where every sample begins, at its centre.
const BARS: f64 = 41.0;
/// Possible distances from 1 to the ends of the ratios' axis.
const REACHES: [f64; 7] = [0.5, 1.0, 2.0, 5.0, 10.0, 100.0, 1e3];
/// Possible distances from 0 to the ends of the advantages' axis.
const HEIGHTS: [f64; 9] = [0.5, 1.0, 2.0, 4.0, 8.0, 20.0, 50.0, 200.0, 1e3];
/// Fraction of the samples that the axis of advantages must hold; those beyond it are drawn at its
/// end.
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
    /// Distance from 1 to the ends of the ratios' axis, which never reaches below 0. It follows
    /// from the clip range alone, so pictures of one rollout can be compared.
    pub reach: f64,
    /// Distance from 0 to the ends of the advantages' axis.
    pub height: f64,
    /// Samples in each of [`Case::ALL`]. Without a clip, the clip range that was last in use
    /// separates them.
    pub counts: [usize; 6],
    /// The bars of the histogram of ratios, from left to right.
    pub bars: Vec<Bar>,
    /// Samples below the lower end and above the upper end of the axis. No bar counts them.
    pub beyond: (usize, usize),
    /// Mean of `ratio * advantage`.
    pub unclipped: f64,
    /// Mean of the term that is maximised.
    pub taken: f64,
    /// Samples that move the policy.
    pub moving: usize,
}

/// One bar of the histogram.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bar {
    /// The smallest and the largest ratio of the bar.
    pub ratios: (f64, f64),
    /// Samples in the bar that move the policy.
    pub moving: usize,
    /// Samples in the bar whose gradient the clip removed.
    pub still: usize,
}

impl ClipPicture {
    /// Summarises the samples for the clip range 1 ± `range`. `is_clipped` says whether the loss
    /// uses the clip; the axis of advantages ends at `least_height` or beyond.
    pub fn new(samples: &Samples, range: f64, is_clipped: bool, least_height: f64) -> Self {
        let sizes = samples.advantages.iter().map(|advantage| advantage.abs());
        let reach = end_of_axis(1.5 * range, &REACHES);
        let mut picture = Self {
            reach,
            height: end_of_axis(most(sizes).max(least_height), &HEIGHTS),
            counts: counts(&samples.ratios, &samples.advantages, range),
            bars: bars(reach),
            beyond: (0, 0),
            unclipped: 0.0,
            taken: 0.0,
            moving: 0,
        };
        let (low, high) = picture.ratios();
        let pairs = samples.ratios.iter().zip(&samples.advantages);
        for (ratio, advantage) in pairs {
            let (ratio, advantage) = (f64::from(*ratio), f64::from(*advantage));
            let terms = surrogate(ratio, advantage, is_clipped.then_some(range));
            picture.unclipped += terms.unclipped;
            picture.taken += terms.taken;
            picture.moving += usize::from(terms.has_gradient);
            picture.beyond.0 += usize::from(ratio < low);
            picture.beyond.1 += usize::from(ratio > high);
            let place = picture.bars.partition_point(|bar| bar.ratios.1 < ratio);
            let bar = picture.bars.get_mut(place);
            if let Some(bar) = bar.filter(|bar| bar.ratios.0 <= ratio) {
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
        ends(self.reach)
    }
}

/// Returns the smallest and the largest ratio of an axis that reaches so far from 1.
fn ends(reach: f64) -> (f64, f64) {
    ((1.0 - reach).max(0.0), 1.0 + reach)
}

/// Returns empty bars along the axis, of which one has 1 at its centre. Where the axis ends at 0,
/// the first bar is cut there.
fn bars(reach: f64) -> Vec<Bar> {
    let (low, high) = ends(reach);
    let half = ((BARS - 1.0) / 2.0) as i32;
    let edge = |place: f64| (1.0 + place / BARS * 2.0 * reach).clamp(low, high);
    let all = (-half..=half).map(|place| Bar {
        ratios: (edge(f64::from(place) - 0.5), edge(f64::from(place) + 0.5)),
        ..Bar::default()
    });
    all.filter(|bar| bar.ratios.0 < bar.ratios.1).collect()
}

/// Returns true if a sample of this case moves the policy, with or without the clip.
pub fn moves(case: Case, is_clipped: bool) -> bool {
    !is_clipped || case.has_gradient()
}

/// Returns the first of `ends` that is at least `needed`, or the last one.
fn end_of_axis(needed: f64, ends: &[f64]) -> f64 {
    let found = ends.iter().find(|end| **end >= needed);
    found.or(ends.last()).copied().unwrap_or(1.0)
}

/// Returns the number that nearly all of `numbers` do not exceed, or 0 if there are none.
fn most(numbers: impl Iterator<Item = f32>) -> f64 {
    let mut numbers: Vec<f32> = numbers.collect();
    let place = (numbers.len() as f64 * INSIDE) as usize;
    let place = place.min(numbers.len().saturating_sub(1));
    if numbers.is_empty() {
        return 0.0;
    }
    f64::from(*numbers.select_nth_unstable_by(place, f32::total_cmp).1)
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
        let picture = ClipPicture::new(&samples(), 0.2, true, 0.0);
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
        for bar in [&picture.bars[0], &picture.bars[40]] {
            assert_eq!((bar.moving, bar.still), (1, 1), "{bar:?}");
        }
        assert_eq!(picture.beyond, (0, 0));
    }

    #[test]
    fn one_is_at_the_middle_of_a_bar() {
        for range in [0.05, 0.2, 0.6, 1.0, 3.0] {
            let picture = ClipPicture::new(&samples(), range, true, 0.0);
            let (low, high) = picture.ratios();
            let edges: Vec<(f64, f64)> = picture.bars.iter().map(|bar| bar.ratios).collect();
            assert!(
                (edges[0].0 - low).abs() < 1e-9 && (edges[edges.len() - 1].1 - high).abs() < 1e-9
            );
            assert!(
                edges
                    .windows(2)
                    .all(|pair| (pair[0].1 - pair[1].0).abs() < 1e-9)
            );
            let holds_one = edges.iter().find(|(low, high)| *low < 1.0 && 1.0 < *high);
            let middle = holds_one.map(|(low, high)| (low + high) / 2.0);
            assert!(
                middle.is_some_and(|middle| (middle - 1.0).abs() < 1e-9),
                "{range}"
            );
        }
    }

    #[test]
    fn a_ratio_beyond_the_axis_is_counted_and_in_no_bar() {
        let far = Samples {
            ratios: vec![0.3, 0.75, 1.0, 3.0, 4.0],
            advantages: vec![1.0; 5],
        };
        let picture = ClipPicture::new(&far, 0.2, false, 0.0);
        assert_eq!((picture.ratios(), picture.beyond), ((0.5, 1.5), (1, 2)));
        let in_bars = picture.bars.iter().map(|bar| bar.moving);
        assert_eq!(in_bars.sum::<usize>(), 2);
        assert_eq!(picture.bars[20].moving, 1);
    }

    #[test]
    fn without_a_clip_everything_moves_and_the_cases_stay() {
        let picture = ClipPicture::new(&samples(), 0.2, false, 0.0);
        assert_eq!((picture.counts, picture.moving), ([1; 6], 6));
        assert!((picture.taken - picture.unclipped).abs() < 1e-9);
    }

    #[test]
    fn the_axis_of_ratios_holds_the_clip_range_whatever_the_samples_are() {
        let mut samples = Samples {
            ratios: vec![1.0; 1_000],
            advantages: vec![0.1; 1_000],
        };
        let ratios =
            |samples: &Samples, range| ClipPicture::new(samples, range, true, 0.0).ratios();
        assert_eq!(ratios(&samples, 0.2), (0.5, 1.5));
        samples.ratios[..700].fill(80.0);
        assert_eq!(
            ratios(&samples, 0.2),
            (0.5, 1.5),
            "before and after can be compared"
        );
        assert_eq!(ratios(&samples, 0.6), (0.0, 2.0));
        let empty = ClipPicture::new(&Samples::default(), 0.2, true, 0.0);
        assert_eq!(empty.moving, 0);
    }

    #[test]
    fn the_axis_of_advantages_holds_nearly_all_samples_and_what_it_held_before() {
        let height = |least| ClipPicture::new(&samples(), 0.2, true, least).height;
        assert_eq!([0.0, 2.0, 4.0].map(height), [2.0, 2.0, 4.0]);
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

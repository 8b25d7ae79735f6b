//! What stands on the clip lab's picture and where, so that nothing covers anything else.

use crate::view::format;
use policy_lab::policy::clip::summary::ClipPicture;

/// Width of a character relative to the height of the text, generously.
const CHARACTER: f64 = 0.6;
/// Largest part of the axis for the words at one of its ends.
const WORDS: f64 = 0.4;

/// Returns the width of words in text of this height.
pub fn text_width(words: &str, text: f64) -> f64 {
    CHARACTER * text * words.chars().count() as f64
}

/// Returns the largest height of text, at most `text`, in which words are no wider than `room`.
pub fn text_that_fits(words: &str, text: f64, room: f64) -> f64 {
    text * (room / text_width(words, text)).min(1.0)
}

/// Returns which words have room along a line: those that stand clear of all before them in the
/// list. Each has a centre and a width.
pub fn clear_of_others(places: &[(f64, f64)], gap: f64) -> Vec<bool> {
    let mut kept: Vec<(f64, f64)> = Vec::new();
    let is_clear = |place: &(f64, f64)| {
        let apart = |it: &(f64, f64)| (it.0 - place.0).abs() >= (it.1 + place.1) / 2.0 + gap;
        let is_clear = kept.iter().all(apart);
        if is_clear {
            kept.push(*place);
        }
        is_clear
    };
    places.iter().map(is_clear).collect()
}

/// Returns what to say at both ends of the axis of ratios about the samples beyond them.
pub fn beyond(picture: &ClipPicture) -> [Option<String>; 2] {
    let (low, high) = picture.ratios();
    let (low, high) = (format::compact(low), format::compact(high));
    let samples = |count: usize| (count > 0).then(|| format::plural(count, "sample"));
    [
        samples(picture.beyond.0).map(|samples| format!("← {samples} below {low}")),
        samples(picture.beyond.1).map(|samples| format!("{samples} beyond {high} →")),
    ]
}

/// Returns [`beyond`] for an axis of this width: without the words where they are too wide.
pub fn beyond_in(picture: &ClipPicture, text: f64, width: f64) -> [Option<String>; 2] {
    let (below, above) = picture.beyond;
    let short = [
        format!("← {}", format::count(below as u64)),
        format!("{} →", format::count(above as u64)),
    ];
    let mut short = short.into_iter();
    beyond(picture).map(|words| {
        let short = short.next()?;
        let fits = text_width(words.as_ref()?, text) <= WORDS * width;
        if fits { words } else { Some(short) }
    })
}

/// A corner of the picture's scatter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Corner {
    /// True for the right side.
    pub is_right: bool,
    /// True for the lower side.
    pub is_low: bool,
}

impl Corner {
    /// All corners, the ones to take first in front.
    pub const ALL: [Self; 4] = [
        Self::new(false, false),
        Self::new(true, false),
        Self::new(false, true),
        Self::new(true, true),
    ];

    const fn new(is_right: bool, is_low: bool) -> Self {
        Self { is_right, is_low }
    }

    /// Returns the corner in which a card covers the fewest points, and not the picked one.
    /// Points and the card's width and height are parts of the scatter's, from the upper left.
    pub fn freest(points: &[(f64, f64)], picked: (f64, f64), card: (f64, f64)) -> Self {
        let covers = |corner: &Self, (x, y): (f64, f64)| {
            let x = if corner.is_right { 1.0 - x } else { x };
            let y = if corner.is_low { 1.0 - y } else { y };
            x <= card.0 && y <= card.1
        };
        let cost = |corner: &Self| {
            let covered = points.iter().filter(|point| covers(corner, **point));
            (covers(corner, picked), covered.count())
        };
        let corners = Self::ALL.into_iter();
        corners.min_by_key(cost).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use policy_lab::policy::clip::summary::Samples;

    #[test]
    fn words_shrink_until_they_fit_and_no_more() {
        assert_eq!(text_that_fits("samples", 10.0, 100.0), 10.0);
        let small = text_that_fits("samples", 10.0, 21.0);
        assert!(small < 10.0 && text_width("samples", small) <= 21.0 + 1e-9);
    }

    #[test]
    fn labels_that_would_print_over_one_before_are_left_out() {
        let labels = [(100.0, 10.0), (0.0, 20.0), (108.0, 30.0), (140.0, 30.0)];
        assert_eq!(clear_of_others(&labels, 4.0), [true, true, false, true]);
    }

    #[test]
    fn samples_beyond_the_axis_are_told_at_its_ends() {
        let mut ratios = vec![1.0; 700];
        ratios[..605].fill(3.0);
        ratios[605] = 0.2;
        let samples = Samples {
            advantages: vec![1.0; ratios.len()],
            ratios,
        };
        let picture = ClipPicture::new(&samples, 0.2, false, 0.0);
        let told = [
            Some("← 1 sample below 0.5".to_owned()),
            Some("605 samples beyond 1.5 →".to_owned()),
        ];
        assert_eq!(beyond(&picture), told);
        assert_eq!(beyond_in(&picture, 12.0, 600.0), told);
        let short = beyond_in(&picture, 12.0, 240.0).map(Option::unwrap_or_default);
        assert_eq!(short, ["← 1", "605 →"]);
        let held = ClipPicture::new(&samples, 3.0, false, 0.0);
        assert_eq!(beyond(&held), [None, None]);
    }

    #[test]
    fn the_card_covers_few_points_and_never_the_picked_one() {
        let low_left = [(0.2, 0.8), (0.3, 0.9), (0.7, 0.3)];
        let card = (0.46, 0.6);
        let corner = |picked| Corner::freest(&low_left, picked, card);
        assert_eq!(corner((0.7, 0.3)), Corner::new(false, false));
        assert_eq!(corner((0.1, 0.1)), Corner::new(true, true));
        // A card as tall as the scatter still has the other side.
        for picked in [(0.4, 0.5), (0.5, 0.5), (0.6, 0.1)] {
            let corner = Corner::freest(&low_left, picked, (0.48, 1.0));
            let x = if corner.is_right {
                1.0 - picked.0
            } else {
                picked.0
            };
            assert!(x > 0.48);
        }
    }
}

//! The labels at the ends of a chart's lines: what they say, whether there is room for them, and
//! how they keep out of each other's way. Knows nothing of a canvas.

use std::ops::Range;

use crate::view::format;
use policy_lab::history::Point;

/// Most lines that have labels.
const MOST_LINES: usize = 4;
/// A chart is at least so many times as wide as its labels. Those of a phone are not.
const LEAST_SHARE: f64 = 5.0;
/// Width of a letter, in CSS pixels at the usual text size.
pub const LETTER: f64 = 5.6;
/// Space between the end of a line and its label, in CSS pixels at the usual text size.
pub const GAP: f64 = 7.0;
/// The part of the text's colour in that of a label.
const INK: f64 = 0.3;
/// What our run beside the reader's is called.
pub const OURS: &str = "ours";
/// What the run before the current one is called.
pub const LAST: &str = "last run";

/// The names of a chart's lines, for labels at their ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndNames {
    /// This run, beside the last one and kept ones.
    Runs,
    /// The reader's run, beside ours.
    Codes,
}

impl EndNames {
    /// Returns the names for a chart of this width, in CSS pixels at the usual text size; `None` if
    /// it has too many lines or is too narrow. `is_mine` says that the run is of the reader's code.
    pub fn fitting(lines: usize, is_mine: bool, chart_px: f64) -> Option<Self> {
        let names = match is_mine {
            true => Self::Codes,
            false => Self::Runs,
        };
        (lines <= MOST_LINES && chart_px >= LEAST_SHARE * names.width()).then_some(names)
    }

    /// Returns what the run on show is called.
    pub fn own(self) -> &'static str {
        match self {
            Self::Runs => "this run",
            Self::Codes => "yours",
        }
    }

    /// Returns the width of a label with the gap before it, in CSS pixels at the usual text size.
    pub fn width(self) -> f64 {
        LETTER * self.most_letters() as f64 + GAP
    }

    fn most_letters(self) -> usize {
        match self {
            Self::Runs => 13,
            Self::Codes => 10,
        }
    }

    /// Returns the label of a line: its name and its last value, or as much of the name as there is
    /// room for.
    pub fn words(self, name: &str, value: f64) -> String {
        let most = self.most_letters();
        let with_value = format!("{name} {}", format::whole(value.round()));
        let is_short = |words: &str| words.chars().count() <= most;
        if is_short(&with_value) {
            return with_value;
        }
        if is_short(name) {
            return name.to_owned();
        }
        let cut: String = name.chars().take(most - 1).collect();
        format!("{}…", cut.trim_end())
    }
}

/// Returns the last point of a line, or of the smooth line that is drawn over it.
pub fn end_of(line: &[Point], smooth: &[Point]) -> Option<Point> {
    bold(line, smooth).last().copied()
}

/// Returns the bold one of a line and the smooth line that is drawn over it.
pub fn bold<'a>(line: &'a [Point], smooth: &'a [Point]) -> &'a [Point] {
    match smooth.len() > 1 {
        true => smooth,
        false => line,
    }
}

/// Moves labels of this height apart, so that they are within `bounds` and none covers another.
/// Takes the heights at which their middles should be, the most important first, and returns those
/// at which they are, in the same order. A label above another one stays above it. Of more labels
/// than there is room for, the last have no place.
pub fn spread(wanted: &[f64], height: f64, bounds: &Range<f64>) -> Vec<Option<f64>> {
    let room = ((bounds.end - bounds.start) / height).max(0.0) as usize;
    let mut order: Vec<usize> = (0..wanted.len().min(room)).collect();
    order.sort_by(|one, other| wanted[*one].total_cmp(&wanted[*other]));
    let mut middles = wanted.to_vec();
    let mut least = bounds.start + height / 2.0;
    for label in &order {
        middles[*label] = middles[*label].max(least);
        least = middles[*label] + height;
    }
    // Some may have been moved out at the other end.
    let mut most = bounds.end - height / 2.0;
    for label in order.iter().rev() {
        middles[*label] = middles[*label].min(most);
        most = middles[*label] - height;
    }
    let places = middles.into_iter().enumerate();
    places
        .map(|(label, middle)| (label < room).then_some(middle))
        .collect()
}

/// Returns the colour of a label, red, green and blue: that of its line, with so much of the text's
/// that small letters can be read.
pub fn legible(line: [u8; 3], ink: [u8; 3]) -> [u8; 3] {
    std::array::from_fn(|channel| {
        let [line, ink] = [line, ink].map(|colour| f64::from(colour[channel]));
        (line + INK * (ink - line)).round() as u8
    })
}

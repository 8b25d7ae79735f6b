//! Where a minibatch stands on the canvas: three plots above each other, which share the axis of ratios.

use crate::ui::browser::canvas::Size;
use policy_lab::policy::clip::summary::ClipPicture;

/// Parts of the height that scatter and histogram take; the curves have the rest.
const SCATTER: f64 = 0.58;
const HISTOGRAM: f64 = 0.16;

/// Where things are on the canvas, in CSS pixels.
#[derive(Clone, Copy)]
pub struct ClipLayout {
    /// Left end of the plots.
    pub left: f64,
    /// Right end of the plots.
    pub right: f64,
    /// Height of the words.
    pub text: f64,
    /// Top and bottom of the scatter.
    pub scatter: (f64, f64),
    /// Top and bottom of the histogram.
    pub histogram: (f64, f64),
    /// Top and bottom of the curves.
    pub curves: (f64, f64),
    /// Smallest and largest ratio.
    pub ratios: (f64, f64),
    /// How far advantages reach to either side of 0.
    pub height: f64,
}

impl ClipLayout {
    /// For a canvas of this size, with the page's text size.
    pub fn new(size: Size, rem: f64, picture: &ClipPicture) -> Self {
        let text = 0.75 * rem;
        let gap = 1.2 * text;
        let room = size.1 - 3.6 * text - 2.0 * gap;
        let scatter = (0.6 * text, 0.6 * text + SCATTER * room);
        let histogram = (scatter.1 + gap, scatter.1 + gap + HISTOGRAM * room);
        let curves = (histogram.1 + gap, 0.6 * text + room + 2.0 * gap);
        Self {
            left: 2.9 * text,
            right: size.0 - 0.6 * text,
            text,
            scatter,
            histogram,
            curves,
            ratios: picture.ratios(),
            height: picture.height,
        }
    }

    /// Across: a ratio; beyond the axis at its end.
    pub fn x(&self, ratio: f64) -> f64 {
        let (low, high) = self.ratios;
        let part = ((ratio - low) / (high - low)).clamp(0.0, 1.0);
        self.left + part * (self.right - self.left)
    }

    /// Up in the scatter: an advantage; beyond the axis at its end.
    pub fn y(&self, advantage: f64) -> f64 {
        let part = (0.5 - advantage / self.height / 2.0).clamp(0.0, 1.0);
        self.scatter.0 + part * (self.scatter.1 - self.scatter.0)
    }

    /// Up in the curves: a surrogate of an advantage of ±1.
    pub fn curve_y(&self, surrogate: f64) -> f64 {
        let most = self.ratios.1;
        let part = (0.5 - surrogate / most / 2.0).clamp(0.0, 1.0);
        self.curves.0 + part * (self.curves.1 - self.curves.0)
    }

    /// Whether a point of the canvas is in the scatter.
    pub fn is_in_scatter(&self, point: (f64, f64)) -> bool {
        point.1 <= self.scatter.1 + self.text
    }
}

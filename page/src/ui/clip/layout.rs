//! The layout of the clip lab's canvas: three plots above each other that share the axis of ratios.

use crate::ui::browser::canvas::Size;
use policy_lab::policy::clip::summary::ClipPicture;

/// Fractions of the plots' total height for scatter and histogram. The curves get the rest.
const SCATTER: f64 = 0.58;
const HISTOGRAM: f64 = 0.16;

/// The positions of the plots on the canvas, in CSS pixels.
#[derive(Clone, Copy)]
pub struct ClipLayout {
    /// Left end of the plots.
    pub left: f64,
    /// Right end of the plots.
    pub right: f64,
    /// Height of the text.
    pub text: f64,
    /// Top and bottom of the scatter.
    pub scatter: (f64, f64),
    /// Top and bottom of the histogram.
    pub histogram: (f64, f64),
    /// Top and bottom of the curves.
    pub curves: (f64, f64),
    /// Smallest and largest ratio on the axis.
    pub ratios: (f64, f64),
    /// Distance from 0 to the ends of the axis of advantages.
    pub height: f64,
}

impl ClipLayout {
    /// Computes the layout for a canvas of this size and the page's text size `rem`, both in CSS
    /// pixels.
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

    /// Returns the x coordinate of a ratio. A ratio beyond the axis is drawn at its end.
    pub fn x(&self, ratio: f64) -> f64 {
        let (low, high) = self.ratios;
        let part = ((ratio - low) / (high - low)).clamp(0.0, 1.0);
        self.left + part * (self.right - self.left)
    }

    /// Returns the y coordinate of an advantage in the scatter. An advantage beyond the axis is
    /// drawn at its end.
    pub fn y(&self, advantage: f64) -> f64 {
        let part = (0.5 - advantage / self.height / 2.0).clamp(0.0, 1.0);
        self.scatter.0 + part * (self.scatter.1 - self.scatter.0)
    }

    /// Returns the y coordinate of a surrogate in the plot of curves, for an advantage of 1 or -1.
    pub fn curve_y(&self, surrogate: f64) -> f64 {
        let most = self.ratios.1;
        let part = (0.5 - surrogate / most / 2.0).clamp(0.0, 1.0);
        self.curves.0 + part * (self.curves.1 - self.curves.0)
    }

    /// Returns a sample's place in the scatter, as parts of its width and height from the upper
    /// left.
    pub fn place(&self, (ratio, advantage): (f64, f64)) -> (f64, f64) {
        let (top, bottom) = self.scatter;
        let x = (self.x(ratio) - self.left) / (self.right - self.left);
        (x, (self.y(advantage) - top) / (bottom - top))
    }

    /// Returns the distance between two plots.
    pub fn gap(&self) -> f64 {
        self.histogram.0 - self.scatter.1
    }

    /// Returns true if a point of the canvas is in the scatter.
    pub fn is_in_scatter(&self, point: (f64, f64)) -> bool {
        point.1 <= self.scatter.1 + self.text
    }
}

//! Draws a cart: the track, the limits of its pole, the pole. The same in the grid, in recordings
//! and in what the reader plays with.

use web_sys::CanvasRenderingContext2d;

use crate::ui::browser::pen;
use crate::ui::browser::theme::Palette;
use crate::view::cart_room::{CartRoom, JOINT};
use policy_lab::envs::cartpole::THETA_LIMIT_RAD;

/// Radius of a wheel, in metres.
const WHEEL: f64 = 0.14;
/// Distance of a wheel from the middle of the cart, in metres.
const WHEEL_AWAY: f64 = 0.26;
/// Half of the cart's width, in metres.
pub const HALF_CART: f64 = 0.42;
/// Height of the cart's body, in metres.
const BODY: f64 = 0.28;
/// Smallest radius of a wheel whose spoke can be seen, in CSS pixels.
const SPOKE_PX: f64 = 4.0;
/// How visible the limits are, and what lies between them.
const LIMIT_ALPHA: [f64; 2] = [0.4, 0.07];

/// A cart's picture on a canvas.
#[derive(Clone, Copy)]
pub struct CartPicture<'a> {
    /// The canvas, in CSS pixels.
    pub context: &'a CanvasRenderingContext2d,
    /// The colours.
    pub palette: &'a Palette,
    /// The scale and the place.
    pub room: CartRoom,
}

impl CartPicture<'_> {
    /// Draws the track and its ends.
    pub fn track(&self) {
        let CartRoom { metre, ground, .. } = self.room;
        let [left, right] = self.room.track_ends();
        let stop = 0.2 * metre;
        self.fade(0.6, || {
            pen::take(self.context, &self.palette.muted, (0.04 * metre).max(1.0));
            self.line(&[(left, ground), (right, ground)]);
            pen::take(self.context, &self.palette.muted, (0.07 * metre).max(1.5));
            for end in [left, right] {
                self.line(&[(end, ground - stop), (end, ground + 0.4 * stop)]);
            }
        });
    }

    /// Draws the angles at which the pole has fallen, to both sides, and returns their ends.
    pub fn limits(&self, x: f64) -> [(f64, f64); 2] {
        let limit = f64::from(THETA_LIMIT_RAD);
        let ends = [-limit, limit].map(|lean| self.room.along_pole(x, lean, 1.04));
        let joint = self.room.joint(x);
        let [edge, between] = LIMIT_ALPHA;
        self.fade(between, || {
            self.context.set_fill_style_str(&self.palette.ink);
            self.context.begin_path();
            for (x, y) in [joint, ends[0], ends[1]] {
                self.context.line_to(x, y);
            }
            self.context.fill();
        });
        self.fade(edge, || {
            pen::take(self.context, &self.palette.muted, 1.0);
            self.line(&[ends[0], joint, ends[1]]);
        });
        ends
    }

    /// Draws the cart without its pole. The wheels turn as it rolls.
    pub fn cart(&self, x: f64) {
        let CartRoom { metre, ground, .. } = self.room;
        let middle = self.room.across(x);
        let body = BODY * metre;
        let end = HALF_CART * metre - body / 2.0;
        let height = ground - JOINT * metre + 0.6 * body;
        pen::take(self.context, &self.palette.accent, body);
        self.line(&[(middle - end, height), (middle + end, height)]);
        let radius = WHEEL * metre;
        for side in [-1.0, 1.0] {
            let axle = (middle + side * WHEEL_AWAY * metre, ground - radius);
            self.context.set_fill_style_str(&self.palette.ink);
            pen::disc(self.context, axle, radius);
            if radius >= SPOKE_PX {
                let (sin, cos) = (x / WHEEL).sin_cos();
                let (across, up) = (0.65 * radius * cos, 0.65 * radius * sin);
                pen::take(self.context, &self.palette.cell, 0.22 * radius);
                self.line(&[
                    (axle.0 - across, axle.1 - up),
                    (axle.0 + across, axle.1 + up),
                ]);
            }
        }
    }

    /// Draws the pole of a cart at `x`.
    pub fn pole(&self, x: f64, theta_rad: f64) {
        if !theta_rad.is_finite() {
            return;
        }
        let joint = self.room.joint(x);
        let metre = self.room.metre;
        pen::take(self.context, &self.palette.ink, (0.1 * metre).max(2.0));
        self.line(&[joint, self.room.along_pole(x, theta_rad, 1.0)]);
        self.context.set_fill_style_str(&self.palette.ink);
        pen::disc(self.context, joint, (0.1 * metre).max(1.6));
        self.context.set_fill_style_str(&self.palette.cell);
        pen::disc(self.context, joint, 0.045 * metre);
    }

    /// Draws where the pole was a moment ago, the fainter the longer ago; `from_now` is 0 now and 1
    /// where it has faded.
    pub fn trace(&self, x: f64, theta_rad: f64, from_now: f64) {
        if !theta_rad.is_finite() {
            return;
        }
        self.fade(0.28 * (1.0 - from_now), || {
            let width = (0.08 * self.room.metre).max(1.5);
            pen::take(self.context, &self.palette.ink, width);
            self.line(&[
                self.room.along_pole(x, theta_rad, 0.25),
                self.room.along_pole(x, theta_rad, 1.0),
            ]);
        });
    }

    /// Draws a line through the points.
    pub fn line(&self, points: &[(f64, f64)]) {
        pen::line(self.context, points);
    }

    /// Draws with less than full ink.
    pub fn fade(&self, alpha: f64, draw: impl FnOnce()) {
        self.context.set_global_alpha(alpha.clamp(0.0, 1.0));
        draw();
        self.context.set_global_alpha(1.0);
    }
}

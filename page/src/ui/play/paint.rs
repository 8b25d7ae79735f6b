//! Draws the cart that the reader plays with: track, limits, cart, pole, pushes and nudges.

use std::f64::consts::TAU;

use web_sys::CanvasRenderingContext2d;

use crate::ui::browser::canvas::{Size, rem_px};
use crate::ui::browser::pen;
use crate::ui::browser::theme::Palette;
use policy_lab::policy::play::{Ending, Nudge, Push, State, Target};

/// The end of the track, where the episode ends too: `x_threshold` of CartPole, in metres.
const TRACK_END: f64 = 2.4;
/// Metres from the middle of the picture to its edge: the track, and a cart that has just left it.
const HALF_WIDTH: f64 = 3.0;
/// The angle at which the pole has fallen: 12 degrees, in radians.
const THETA_LIMIT_RAD: f64 = 12.0 * TAU / 360.0;
/// Length of the drawn pole in metres. It is 1 m in the simulation, but drawn longer, as in the
/// grid of carts.
const POLE_LENGTH: f64 = 1.8;
/// Length of a nudge's arrow in metres for each m/s or rad/s.
const ARROW_LENGTH: f64 = 0.45;

/// The scene to draw.
pub struct CartScene {
    /// `[x, v, theta, omega]`.
    pub state: State,
    /// True if a pole that leans too far ends the episode.
    pub can_fall: bool,
    /// The ending of the episode, once it has ended.
    pub ending: Option<Ending>,
    /// The newest push.
    pub push: Option<Push>,
    /// The newest nudge, and how visible its arrow still is: 1 at first, 0 when it has faded.
    pub nudge: Option<(Nudge, f64)>,
}

/// Returns the horizontal place of a position on the track in a picture of this width, in CSS
/// pixels.
pub fn across(width: f64, x: f64) -> f64 {
    // Keep a cart that has left the track at the edge.
    let x = if x.is_finite() { x } else { 0.0 };
    width / 2.0 + x.clamp(0.42 - HALF_WIDTH, HALF_WIDTH - 0.42) * metre(width)
}

/// Returns the number of CSS pixels in a metre.
fn metre(width: f64) -> f64 {
    width / 2.0 / HALF_WIDTH
}

/// Draws the scene.
pub fn scene(
    context: &CanvasRenderingContext2d,
    size: Size,
    scale: f64,
    scene: &CartScene,
    palette: &Palette,
) {
    if context.scale(scale, scale).is_err() {
        return;
    }
    let (width, height) = size;
    let metre = metre(width);
    // Leave room for words at the top. A pole that may spin needs room below the track as well.
    let (ground, tallest) = match scene.can_fall {
        true => (0.84 * height, 0.58 * height),
        false => (0.58 * height, 0.4 * height),
    };
    let picture = Picture {
        context,
        palette,
        metre,
        x: across(width, f64::from(scene.state[0])),
        axle: ground - 0.32 * metre,
        pole: (POLE_LENGTH * metre).min(tallest),
        text: 0.7 * rem_px(),
    };
    context.set_fill_style_str(match scene.ending {
        Some(Ending::Fell | Ending::LeftTrack) => &palette.fallen,
        Some(Ending::TimeLimit) => &palette.survived,
        None => &palette.cell,
    });
    context.fill_rect(0.0, 0.0, width, height);
    picture.track(width, ground);
    if scene.can_fall {
        picture.limits();
    }
    picture.cart(ground, f64::from(scene.state[2]));
    if let Some(push) = scene.push {
        picture.push(push, ground);
    }
    if let Some((nudge, left)) = &scene.nudge {
        picture.nudge(*nudge, *left, f64::from(scene.state[2]));
    }
}

/// The measures of a picture, in CSS pixels.
struct Picture<'a> {
    context: &'a CanvasRenderingContext2d,
    palette: &'a Palette,
    metre: f64,
    /// The cart's distance from the left edge.
    x: f64,
    /// The distance of the pole's lower end from the top.
    axle: f64,
    /// Length of the pole.
    pole: f64,
    /// The height of text.
    text: f64,
}

impl Picture<'_> {
    fn track(&self, width: f64, ground: f64) {
        let ends = [-TRACK_END, TRACK_END].map(|end| width / 2.0 + end * self.metre);
        pen::take(self.context, &self.palette.hairline, 2.0);
        self.line(&ends.map(|end| (end, ground)));
        pen::take(self.context, &self.palette.muted, 2.0);
        for end in ends {
            self.line(&[(end, ground - 7.0), (end, ground + 7.0)]);
        }
        for (end, text) in ends.iter().zip(["−2.4 m", "2.4 m"]) {
            self.say(text, (*end, ground + 7.0 + 1.2 * self.text));
        }
    }

    /// Draws the angles at which the pole falls, to both sides.
    fn limits(&self) {
        for lean in [-THETA_LIMIT_RAD, THETA_LIMIT_RAD] {
            let end = self.along_pole(lean, 1.04);
            pen::take(self.context, &self.palette.muted, 1.0);
            self.context.set_global_alpha(0.45);
            self.line(&[(self.x, self.axle), end]);
            self.context.set_global_alpha(1.0);
            let beside = 1.3 * self.text * lean.signum();
            self.say("12°", (end.0 + beside, end.1 + 0.35 * self.text));
        }
    }

    fn cart(&self, ground: f64, theta_rad: f64) {
        let (half_width, height) = (0.4 * self.metre, ground - self.axle);
        self.context.set_fill_style_str(&self.palette.accent);
        (self.context).fill_rect(self.x - half_width, self.axle, 2.0 * half_width, height);
        if theta_rad.is_finite() {
            let width_px = (0.075 * self.metre).max(3.0);
            pen::take(self.context, &self.palette.ink, width_px);
            self.line(&[(self.x, self.axle), self.along_pole(theta_rad, 1.0)]);
        }
        self.context.set_fill_style_str(&self.palette.ink);
        let radius = (0.06 * self.metre).max(2.5);
        pen::disc(self.context, (self.x, self.axle), radius);
    }

    /// Draws a small arrow behind the cart in the direction of the push.
    fn push(&self, push: Push, ground: f64) {
        let sign = if push == Push::Right { 1.0 } else { -1.0 };
        let y = (self.axle + ground) / 2.0;
        let tip = self.x - sign * 0.47 * self.metre;
        pen::take(self.context, &self.palette.muted, 2.0);
        self.arrow(tip - sign * 0.3 * self.metre, tip, y);
    }

    /// Draws an arrow at the nudged part, the longer the stronger the nudge.
    fn nudge(&self, nudge: Nudge, left: f64, theta_rad: f64) {
        let change = f64::from(nudge.change);
        let length = (change.abs() * ARROW_LENGTH * self.metre).max(14.0);
        let ((x, y), away) = match nudge.target {
            Target::Pole => (self.along_pole(theta_rad, 0.94), 6.0),
            Target::Cart => ((self.x, self.axle + 0.16 * self.metre), 0.45 * self.metre),
        };
        if !x.is_finite() {
            return;
        }
        self.context.set_global_alpha(left.clamp(0.0, 1.0));
        pen::take(self.context, &self.palette.fallen_mark, 3.5);
        let start = x + change.signum() * away;
        self.arrow(start, start + change.signum() * length, y);
        self.context.set_global_alpha(1.0);
    }

    /// Returns a point of a pole with this angle: `part` is 0 at the axle and 1 at the end.
    fn along_pole(&self, theta_rad: f64, part: f64) -> (f64, f64) {
        (
            self.x + theta_rad.sin() * part * self.pole,
            self.axle - theta_rad.cos() * part * self.pole,
        )
    }

    fn arrow(&self, from: f64, to: f64, y: f64) {
        let back = (to - from).signum() * 6.0;
        self.line(&[(from, y), (to, y)]);
        self.line(&[(to - back, y - 5.0), (to, y), (to - back, y + 5.0)]);
    }

    fn line(&self, points: &[(f64, f64)]) {
        pen::line(self.context, points);
    }

    fn say(&self, words: &str, at: (f64, f64)) {
        self.context.set_fill_style_str(&self.palette.muted);
        pen::say(self.context, self.text, words, at, "center");
    }
}

//! Draws the cart that the reader plays with, its pushes and nudges.

use web_sys::CanvasRenderingContext2d;

use crate::ui::browser::canvas::{Size, rem_px};
use crate::ui::browser::pen;
use crate::ui::browser::theme::Palette;
use crate::ui::cart::{CartPicture, HALF_CART};
use crate::view::cart_room::{Area, CartRoom};
use crate::view::fall::toppled;
use policy_lab::envs::cartpole::State;
use policy_lab::policy::play::{Ending, Nudge, Target};

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
    /// Seconds for which a fallen pole has been toppling.
    pub over_secs: f64,
    /// The newest push: -1 to the left, 1 to the right.
    pub push: Option<f64>,
    /// The newest nudge, and how visible its arrow still is: 1 at first, 0 when it has faded.
    pub nudge: Option<(Nudge, f64)>,
}

/// Returns where the cart is drawn in a picture of this size. Words stand in a line above and
/// below it.
pub fn room((width, height): Size, can_fall: bool) -> CartRoom {
    let line = 1.5 * text_px();
    let area = Area {
        left: 0.0,
        top: line,
        width,
        height: height - 2.0 * line,
    };
    CartRoom::within(area, !can_fall)
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
    let state = scene.state.map(f64::from);
    let [x, _, theta_rad, _] = state;
    let has_failed = matches!(scene.ending, Some(Ending::Fell | Ending::LeftTrack));
    let theta_rad = match has_failed && scene.can_fall {
        true => toppled(state, scene.over_secs),
        false => theta_rad,
    };
    let picture = Scene {
        cart: CartPicture {
            context,
            palette,
            room: room(size, scene.can_fall),
        },
        x,
        theta_rad,
        text: text_px(),
    };
    context.set_fill_style_str(match scene.ending {
        Some(Ending::Fell | Ending::LeftTrack | Ending::Crashed | Ending::Elsewhere) => {
            &palette.fallen
        }
        Some(Ending::Goal | Ending::TimeLimit) => &palette.survived,
        None => &palette.cell,
    });
    context.fill_rect(0.0, 0.0, size.0, size.1);
    picture.track();
    if scene.can_fall {
        picture.limits();
    }
    picture.cart.cart(x);
    picture.cart.pole(x, theta_rad);
    if let Some(push) = scene.push {
        picture.push(push);
    }
    if let Some((nudge, left)) = &scene.nudge {
        picture.nudge(*nudge, *left);
    }
}

fn text_px() -> f64 {
    0.7 * rem_px()
}

/// The cart, and what is drawn beside it.
struct Scene<'a> {
    cart: CartPicture<'a>,
    x: f64,
    theta_rad: f64,
    /// The height of text, in CSS pixels.
    text: f64,
}

impl Scene<'_> {
    fn track(&self) {
        self.cart.track();
        let ends = self.cart.room.track_ends();
        for (end, text) in ends.iter().zip(["−2.4 m", "2.4 m"]) {
            let below = 7.0 + 1.2 * self.text;
            self.say(text, (*end, self.cart.room.ground + below));
        }
    }

    fn limits(&self) {
        for (end, side) in self.cart.limits(self.x).into_iter().zip([-1.0, 1.0]) {
            let beside = 1.3 * self.text * side;
            self.say("12°", (end.0 + beside, end.1 + 0.35 * self.text));
        }
    }

    /// Draws a small arrow behind the cart in the direction of the push.
    fn push(&self, sign: f64) {
        let (x, y) = self.middle();
        let metre = self.cart.room.metre;
        let tip = x - sign * (HALF_CART + 0.07) * metre;
        pen::take(self.cart.context, &self.cart.palette.muted, 2.0);
        self.arrow(tip - sign * 0.3 * metre, tip, y);
    }

    /// Draws an arrow at the nudged part, the longer the stronger the nudge.
    fn nudge(&self, nudge: Nudge, left: f64) {
        let metre = self.cart.room.metre;
        let change = f64::from(nudge.change);
        let length = (change.abs() * ARROW_LENGTH * metre).max(14.0);
        let ((x, y), away) = match nudge.target {
            Target::Pole => (self.cart.room.along_pole(self.x, self.theta_rad, 0.94), 6.0),
            Target::Cart => (self.middle(), (HALF_CART + 0.05) * metre),
        };
        if !x.is_finite() {
            return;
        }
        self.cart.fade(left, || {
            pen::take(self.cart.context, &self.cart.palette.fallen_mark, 3.5);
            let start = x + change.signum() * away;
            self.arrow(start, start + change.signum() * length, y);
        });
    }

    /// Returns the middle of the cart.
    fn middle(&self) -> (f64, f64) {
        let (x, joint) = self.cart.room.joint(self.x);
        (x, joint + 0.16 * self.cart.room.metre)
    }

    fn arrow(&self, from: f64, to: f64, y: f64) {
        let back = (to - from).signum() * 6.0;
        self.cart.line(&[(from, y), (to, y)]);
        let head = [(to - back, y - 5.0), (to, y), (to - back, y + 5.0)];
        self.cart.line(&head);
    }

    fn say(&self, words: &str, at: (f64, f64)) {
        let (context, palette) = (self.cart.context, self.cart.palette);
        context.set_fill_style_str(&palette.muted);
        pen::say(context, self.text, words, at, "center");
    }
}

//! Draws the pose of an environment.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use web_sys::CanvasRenderingContext2d;

use crate::ui::browser::canvas::Size;
use crate::ui::browser::pen;
use crate::ui::browser::theme::Palette;
use crate::ui::play::{CartScene, paint_cart};
use policy_lab::python::protocol::Pose;

/// The ends of MountainCar's track.
const TRACK: (f64, f64) = (-1.2, 0.6);
/// Pendulum's largest torque.
const MOST_TORQUE: f64 = 2.0;

/// Draws a pose. Of an environment that nobody knows how to draw, only the ground is drawn.
pub fn pose(
    context: &CanvasRenderingContext2d,
    size: Size,
    scale: f64,
    pose: &Pose,
    palette: &Palette,
) {
    let quantity = |name: &str| {
        let mut all = pose.quantities.iter();
        let value = all.find(|(it, _)| it == name).map(|(_, value)| *value);
        value.filter(|value| value.is_finite()).unwrap_or(0.0)
    };
    if pose.environment == "CartPole" {
        let scene = CartScene {
            state: [quantity("x") as f32, 0.0, quantity("theta") as f32, 0.0],
            can_fall: true,
            ending: None,
            over_secs: 0.0,
            push: None,
            nudge: None,
        };
        return paint_cart(context, size, scale, &scene, palette);
    }
    if context.scale(scale, scale).is_err() {
        return;
    }
    context.set_fill_style_str(&palette.cell);
    context.fill_rect(0.0, 0.0, size.0, size.1);
    let picture = Picture {
        context,
        palette,
        size,
    };
    match pose.environment.as_str() {
        "MountainCar" => picture.mountain(quantity("x"), 0.5),
        "Continuous_MountainCar" => picture.mountain(quantity("x"), 0.45),
        "Pendulum" => picture.pendulum(quantity("theta"), quantity("torque")),
        "Acrobot" => picture.acrobot(quantity("theta1"), quantity("theta2")),
        _ => {}
    }
}

struct Picture<'a> {
    context: &'a CanvasRenderingContext2d,
    palette: &'a Palette,
    /// In CSS pixels.
    size: Size,
}

impl Picture<'_> {
    /// Draws the valley, the car on its slope, and the flag at the goal.
    fn mountain(&self, x: f64, goal: f64) {
        let (width, height) = self.size;
        let unit = (width / (TRACK.1 - TRACK.0)).min(height / 1.25);
        let left = (width - unit * (TRACK.1 - TRACK.0)) / 2.0;
        let ground = |x: f64| (3.0 * x).sin() * 0.45 + 0.55;
        let place = |x: f64, up: f64| (left + (x - TRACK.0) * unit, height - (up + 0.05) * unit);
        let hill: Vec<(f64, f64)> = (0..=60)
            .map(|step| TRACK.0 + (TRACK.1 - TRACK.0) * f64::from(step) / 60.0)
            .map(|x| place(x, ground(x)))
            .collect();
        pen::take(self.context, &self.palette.muted, 2.0);
        pen::line(self.context, &hill);

        let (foot, top) = (place(goal, ground(goal)), place(goal, ground(goal) + 0.17));
        pen::take(self.context, &self.palette.survived_mark, 2.0);
        pen::line(self.context, &[foot, top]);
        let flag = 0.045 * unit;
        pen::line(
            self.context,
            &[
                top,
                (top.0 + 1.6 * flag, top.1 + flag),
                (top.0, top.1 + 2.0 * flag),
            ],
        );

        let x = x.clamp(TRACK.0, TRACK.1);
        // The angle of the slope, and the directions along it and away from it.
        let slope = (3.0 * 0.45 * (3.0 * x).cos()).atan();
        let (along, up) = ((slope.cos(), -slope.sin()), (-slope.sin(), -slope.cos()));
        let wheel = 0.026 * unit;
        let foot = place(x, ground(x));
        let at = |a: f64, b: f64| {
            (
                foot.0 + (a * along.0 + b * up.0) * wheel,
                foot.1 + (a * along.1 + b * up.1) * wheel,
            )
        };
        pen::take(self.context, &self.palette.accent, 1.8 * wheel);
        pen::line(self.context, &[at(-2.0, 2.6), at(2.0, 2.6)]);
        self.context.set_fill_style_str(&self.palette.ink);
        for side in [-1.7, 1.7] {
            pen::disc(self.context, at(side, 1.0), wheel);
        }
    }

    /// Draws the rod, which leans to the left for positive angles as Gymnasium's does, and an arrow
    /// for the torque.
    fn pendulum(&self, theta: f64, torque: f64) {
        let (width, height) = self.size;
        let pivot = (width / 2.0, height / 2.0);
        let length = 0.4 * width.min(height);
        let end = away(pivot, -length, theta);
        pen::take(self.context, &self.palette.hairline, 1.0);
        pen::ring(self.context, pivot, length);
        pen::take(self.context, &self.palette.accent, (0.16 * length).max(4.0));
        pen::line(self.context, &[pivot, end]);
        self.context.set_fill_style_str(&self.palette.ink);
        pen::disc(self.context, pivot, (0.05 * length).max(2.5));
        let part = (torque / MOST_TORQUE).clamp(-1.0, 1.0);
        if part.abs() > 0.02 {
            self.turn(pivot, 0.35 * length, part * 0.75 * PI);
        }
    }

    /// Draws an arrow around a point, from its top; positive angles turn to the left.
    fn turn(&self, centre: (f64, f64), radius: f64, angle: f64) {
        let at = |turned: f64, radius: f64| {
            let direction = -FRAC_PI_2 - turned;
            (
                centre.0 + radius * direction.cos(),
                centre.1 + radius * direction.sin(),
            )
        };
        let arc: Vec<(f64, f64)> = (0..=24)
            .map(|step| at(angle * f64::from(step) / 24.0, radius))
            .collect();
        pen::take(self.context, &self.palette.fallen_mark, 2.0);
        pen::line(self.context, &arc);
        let back = angle - angle.signum() * (0.06 * TAU).min(angle.abs());
        pen::line(
            self.context,
            &[
                at(back, 0.8 * radius),
                at(angle, radius),
                at(back, 1.2 * radius),
            ],
        );
    }

    /// Draws both links, the first hanging from the middle, and the height that the end must reach.
    fn acrobot(&self, theta1: f64, theta2: f64) {
        let (width, height) = self.size;
        let pivot = (width / 2.0, height / 2.0);
        let length = width.min(height) / 4.5;
        let joint = away(pivot, length, theta1);
        let end = away(joint, length, theta1 + theta2);
        let goal = pivot.1 - length;
        pen::take(self.context, &self.palette.survived_mark, 1.5);
        pen::dash(self.context, &[6.0, 5.0]);
        pen::line(self.context, &[(0.0, goal), (width, goal)]);
        pen::dash(self.context, &[]);
        pen::take(self.context, &self.palette.accent, (0.14 * length).max(4.0));
        pen::line(self.context, &[pivot, joint, end]);
        self.context.set_fill_style_str(&self.palette.ink);
        for point in [pivot, joint] {
            pen::disc(self.context, point, (0.08 * length).max(3.0));
        }
    }
}

/// Returns the point at a distance below another, turned by an angle to the right.
fn away((x, y): (f64, f64), distance: f64, angle: f64) -> (f64, f64) {
    (x + distance * angle.sin(), y + distance * angle.cos())
}

//! The parts of the landing craft: their outlines, their weights and their hinges.
//!
//! # Source
//! The constants of Gymnasium's `lunar_lander.py`.

use std::sync::LazyLock;

use crate::body::{Body, Shape};
use crate::joint::Joint;
use crate::vector::Vector;

/// Gymnasium draws so many pixels for a metre, and gives lengths in pixels.
pub const SCALE: f64 = 30.0;
/// Seconds of a step.
pub const STEP_SECS: f64 = 1.0 / 50.0;
/// Corners of the hull, in pixels, counter-clockwise.
pub const HULL: [[f64; 2]; 6] = [
    [-14.0, 17.0],
    [-17.0, 0.0],
    [-17.0, -10.0],
    [17.0, -10.0],
    [17.0, 0.0],
    [14.0, 17.0],
];
/// Half the width and half the height of a leg, in pixels.
pub const LEG: [f64; 2] = [2.0, 8.0];
/// How far a leg is from the hull, to the side and downwards, in pixels.
const LEG_AWAY: [f64; 2] = [20.0, 18.0];
/// The torque of a leg's motor, N m.
const MOTOR_TORQUE: f64 = 40.0;
/// Friction of a body with the ground: the root of the product of the coefficients of both, where
/// that of the ground is 0.1, of the hull 0.1 and of a leg 0.2.
pub const FRICTION: [f64; 3] = [0.1, 0.141_421_356_237_309_5, 0.141_421_356_237_309_5];

/// The craft.
#[derive(Clone, Debug)]
pub struct Craft {
    /// The hull, the right-hand leg and the left-hand one.
    pub shapes: [Shape; 3],
    /// The hinges of the legs.
    pub joints: [Joint; 2],
}

/// Returns the craft.
pub fn craft() -> &'static Craft {
    static CRAFT: LazyLock<Craft> = LazyLock::new(|| {
        let [half_width, half_height] = LEG.map(|it| it / SCALE);
        let leg = [
            [-half_width, -half_height],
            [half_width, -half_height],
            [half_width, half_height],
            [-half_width, half_height],
        ];
        let hull = Shape::new(&HULL.map(|corner| corner.map(|it| it / SCALE)), 5.0);
        let leg = Shape::new(&leg, 1.0);
        let joint = |side: f64| Joint {
            on_hull: -hull.center,
            on_leg: Vector::new(-side * LEG_AWAY[0] / SCALE, LEG_AWAY[1] / SCALE),
            rest_angle: -side * FIRST_LEAN,
            limits: match side > 0.0 {
                true => [0.4, 0.9],
                false => [-0.9, -0.4],
            },
            motor_speed: -side * 0.3,
            max_motor_impulse: MOTOR_TORQUE * STEP_SECS,
        };
        Craft {
            joints: [joint(1.0), joint(-1.0)],
            shapes: [hull.clone(), leg.clone(), leg],
        }
    });
    &CRAFT
}

/// How far a leg leans when an episode begins, rad.
const FIRST_LEAN: f64 = 0.05;

impl Craft {
    /// Returns the bodies at the place where an episode begins. The legs are still too high: the
    /// hinges pull them into place.
    pub fn bodies_at(&self, origin: Vector) -> [Body; 3] {
        let leg = |side: f64| {
            let beside = Vector::new(side * LEG_AWAY[0] / SCALE, 0.0);
            Body::at(&self.shapes[1], origin + beside, -side * FIRST_LEAN)
        };
        [Body::at(&self.shapes[0], origin, 0.0), leg(1.0), leg(-1.0)]
    }
}

//! A hinge with a motor and limits between the hull and a leg, solved by sequential impulses.
//!
//! # Source
//! Catto, "Iterative Dynamics with Temporal Coherence" (2005) and "Modeling and Solving
//! Constraints" (2009): constraints `C = 0` are held in their velocities, `J v = 0`, by impulses
//! `λ = −(J M⁻¹ Jᵀ)⁻¹ J v`, one constraint after the other; what is to push only is clamped in sum,
//! not step by step; and what is left of `C` is taken out of the positions afterwards.

use crate::body::{Body, Shape};
use crate::vector::Vector;

/// Largest error of a point that is left as it is, m.
pub const POINT_SLOP: f64 = 0.005;
/// Largest error of an angle that is left as it is, rad.
pub const ANGLE_SLOP: f64 = 2.0 / 180.0 * std::f64::consts::PI;
/// Largest change of an angle in one correction, rad.
const MAX_TURN: f64 = 8.0 / 180.0 * std::f64::consts::PI;

/// A hinge: what does not change about it.
#[derive(Clone, Copy, Debug)]
pub struct Joint {
    /// Where it is on the hull, from the hull's centre of mass.
    pub on_hull: Vector,
    /// Where it is on the leg, from the leg's centre of mass.
    pub on_leg: Vector,
    /// The leg's angle to the hull that counts as 0, rad.
    pub rest_angle: f64,
    /// The smallest and the largest angle, rad.
    pub limits: [f64; 2],
    /// The angular velocity that the motor seeks, rad/s.
    pub motor_speed: f64,
    /// The largest impulse of the motor in a step, N m s.
    pub max_motor_impulse: f64,
}

/// What a hinge has done in a step. The next step begins with it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct JointImpulse {
    /// What holds the two points together, on the leg.
    pub point: Vector,
    /// What holds a limit.
    pub limit: f64,
    /// What the motor gave.
    pub motor: f64,
}

/// The limit that an angle has reached.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Reached {
    Lower,
    Upper,
}

/// The mass that two bodies oppose to a relative motion of their two points and angles: a symmetric
/// matrix, of which the point's part is `[[xx, xy], [xy, yy]]`.
#[derive(Clone, Copy, Debug)]
struct Response {
    xx: f64,
    xy: f64,
    yy: f64,
    /// Of the angle on the point.
    across: Vector,
    angle: f64,
}

impl Response {
    fn new((hull, leg): (&Shape, &Shape), on_hull: Vector, on_leg: Vector) -> Self {
        let mass = hull.inverse_mass + leg.inverse_mass;
        let (i, j) = (hull.inverse_inertia, leg.inverse_inertia);
        Self {
            xx: mass + i * on_hull.y * on_hull.y + j * on_leg.y * on_leg.y,
            xy: -(i * on_hull.x * on_hull.y + j * on_leg.x * on_leg.y),
            yy: mass + i * on_hull.x * on_hull.x + j * on_leg.x * on_leg.x,
            across: on_hull.quarter_turn() * i + on_leg.quarter_turn() * j,
            angle: i + j,
        }
    }

    /// Returns the impulse that gives the points this relative velocity.
    fn point(&self, wanted: Vector) -> Vector {
        solved([self.xx, self.xy, self.yy], wanted)
    }

    /// Returns the impulses, of points and angle, that give both these relative velocities: the
    /// angle is eliminated first.
    fn point_and_angle(&self, wanted: Vector, turn: f64) -> (Vector, f64) {
        let share = self.across * (1.0 / self.angle);
        let left = [
            self.xx - share.x * self.across.x,
            self.xy - share.x * self.across.y,
            self.yy - share.y * self.across.y,
        ];
        let point = solved(left, wanted - share * turn);
        (point, (turn - self.across.dot(point)) / self.angle)
    }
}

/// Solves a symmetric system of two equations, `[[a, b], [b, c]] x = wanted`.
fn solved([a, b, c]: [f64; 3], wanted: Vector) -> Vector {
    let determinant = a * c - b * b;
    Vector::new(c * wanted.x - b * wanted.y, a * wanted.y - b * wanted.x) * (1.0 / determinant)
}

/// A hinge during one step.
#[derive(Clone, Copy, Debug)]
pub struct JointStep<'a> {
    joint: &'a Joint,
    shapes: (&'a Shape, &'a Shape),
    on_hull: Vector,
    on_leg: Vector,
    response: Response,
    reached: Option<Reached>,
    /// What it has done so far.
    pub impulse: JointImpulse,
}

impl<'a> JointStep<'a> {
    /// Begins a step with what the hinge did in the last one, and gives it to the bodies.
    pub fn new(
        joint: &'a Joint,
        shapes: (&'a Shape, &'a Shape),
        (hull, leg): (&mut Body, &mut Body),
        before: JointImpulse,
    ) -> Self {
        let on_hull = joint.on_hull.turned(Vector::at_angle(hull.angle));
        let on_leg = joint.on_leg.turned(Vector::at_angle(leg.angle));
        let angle = leg.angle - hull.angle - joint.rest_angle;
        let [lower, upper] = joint.limits;
        let (reached, limit) = match angle {
            angle if angle <= lower => (Some(Reached::Lower), before.limit.max(0.0)),
            angle if angle >= upper => (Some(Reached::Upper), before.limit.min(0.0)),
            _ => (None, 0.0),
        };
        let impulse = JointImpulse { limit, ..before };
        let step = Self {
            joint,
            shapes,
            on_hull,
            on_leg,
            response: Response::new(shapes, on_hull, on_leg),
            reached,
            impulse,
        };
        step.give(hull, leg, impulse.point, impulse.limit + impulse.motor);
        step
    }

    /// Gives both bodies an impulse between the points, and one that turns.
    fn give(&self, hull: &mut Body, leg: &mut Body, point: Vector, turn: f64) {
        let (of_hull, of_leg) = self.shapes;
        hull.strike(of_hull, self.on_hull, -point);
        leg.strike(of_leg, self.on_leg, point);
        hull.omega -= turn * of_hull.inverse_inertia;
        leg.omega += turn * of_leg.inverse_inertia;
    }

    /// Solves motor, points and limit once. Returns the largest impulse that this took.
    pub fn solve(&mut self, hull: &mut Body, leg: &mut Body) -> f64 {
        let missing = self.joint.motor_speed - (leg.omega - hull.omega);
        let most = self.joint.max_motor_impulse;
        let motor = (self.impulse.motor + missing / self.response.angle).clamp(-most, most);
        let by_motor = motor - self.impulse.motor;
        self.impulse.motor = motor;
        self.give(hull, leg, Vector::default(), by_motor);

        let apart = leg.velocity_at(self.on_leg) - hull.velocity_at(self.on_hull);
        let turning = leg.omega - hull.omega;
        let before = self.impulse.limit;
        let (point, by_limit) = match self.reached {
            None => (self.response.point(-apart), 0.0),
            Some(reached) => {
                let (point, turn) = self.response.point_and_angle(-apart, -turning);
                let pushes = match reached {
                    Reached::Lower => before + turn >= 0.0,
                    Reached::Upper => before + turn <= 0.0,
                };
                match pushes {
                    true => (point, turn),
                    // The limit lets go: the points alone, without what it had given.
                    false => {
                        let wanted = self.response.across * before - apart;
                        (self.response.point(wanted), -before)
                    }
                }
            }
        };
        self.impulse.point += point;
        self.impulse.limit = before + by_limit;
        self.give(hull, leg, point, by_limit);
        [by_motor, by_limit, point.x, point.y]
            .into_iter()
            .fold(0.0, |most, it| most.max(it.abs()))
    }

    /// Moves the bodies towards where the hinge holds: first its limit, then its points. Returns
    /// true if it held already, but for the slop.
    pub fn correct(&self, hull: &mut Body, leg: &mut Body) -> bool {
        let (of_hull, of_leg) = self.shapes;
        let angle = leg.angle - hull.angle - self.joint.rest_angle;
        let [lower, upper] = self.joint.limits;
        // How far the angle is outside, and how much of that is mended.
        let (outside, mended) = match self.reached {
            Some(Reached::Lower) => {
                let outside = angle - lower;
                (-outside, (outside + ANGLE_SLOP).clamp(-MAX_TURN, 0.0))
            }
            Some(Reached::Upper) => {
                let outside = angle - upper;
                (outside, (outside - ANGLE_SLOP).clamp(0.0, MAX_TURN))
            }
            None => (0.0, 0.0),
        };
        let turn = -mended / self.response.angle;
        hull.angle -= turn * of_hull.inverse_inertia;
        leg.angle += turn * of_leg.inverse_inertia;

        let on_hull = self.joint.on_hull.turned(Vector::at_angle(hull.angle));
        let on_leg = self.joint.on_leg.turned(Vector::at_angle(leg.angle));
        let apart = (leg.center + on_leg) - (hull.center + on_hull);
        let point = Response::new(self.shapes, on_hull, on_leg).point(-apart);
        hull.shift(of_hull, on_hull, -point);
        leg.shift(of_leg, on_leg, point);
        apart.length() <= POINT_SLOP && outside <= ANGLE_SLOP
    }
}

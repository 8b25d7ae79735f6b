//! Contacts of bodies with the ground, solved by sequential impulses: they push and never pull, and
//! rub at most as much as they push, times a coefficient (Coulomb).
//!
//! # Source
//! As in [`crate::joint`].

use crate::body::{Body, Shape};
use crate::ground::Meeting;
use crate::joint::POINT_SLOP;
use crate::vector::Vector;

/// Share of an overlap that one correction takes out.
const CORRECTION: f64 = 0.2;
/// So deep a body may fall into the skin before it is pushed, m, and may stay in it.
const DEPTH: f64 = 3.0 * POINT_SLOP;
/// So deep a body that came down in this step may be in the skin at its end, m.
const SUNK: f64 = 3.25 * POINT_SLOP;
/// Largest correction, m.
const MAX_CORRECTION: f64 = 0.2;

/// A point of contact during one step.
#[derive(Clone, Copy, Debug)]
pub struct Contact {
    /// The number of the body.
    pub body: usize,
    /// Where it is.
    pub meeting: Meeting,
    normal: Vector,
    arm: Vector,
    /// True if the skins touched when the step began.
    has_touched: bool,
    friction: f64,
    /// One over the mass that opposes an impulse along the normal, and across it.
    response: [f64; 2],
    /// Pushed so far, and rubbed.
    pushed: f64,
    rubbed: f64,
}

/// Returns one over the mass that a body opposes to an impulse in a direction.
fn response(shape: &Shape, arm: Vector, direction: Vector) -> f64 {
    let turn = arm.cross(direction);
    shape.inverse_mass + turn * turn * shape.inverse_inertia
}

impl Contact {
    /// Begins a step.
    pub fn new(
        (number, shape, body): (usize, &Shape, &Body),
        meeting: Meeting,
        friction: f64,
    ) -> Self {
        let stand = meeting.stand(shape, body);
        let (normal, arm) = (stand.normal, stand.arm);
        Self {
            body: number,
            meeting,
            normal,
            arm,
            has_touched: stand.gap <= 0.0,
            friction,
            response: [normal, normal.quarter_turn()].map(|it| response(shape, arm, it)),
            pushed: 0.0,
            rubbed: 0.0,
        }
    }

    /// Solves friction and push once. Returns the largest impulse that this took.
    pub fn solve(&mut self, shape: &Shape, body: &mut Body) -> f64 {
        if !self.has_touched {
            return 0.0;
        }
        let across = self.normal.quarter_turn();
        let slides = body.velocity_at(self.arm).dot(across);
        let most = self.friction * self.pushed;
        let rubbed = (self.rubbed - slides / self.response[1]).clamp(-most, most);
        let by_friction = rubbed - self.rubbed;
        self.rubbed = rubbed;
        body.strike(shape, self.arm, across * by_friction);

        let leaves = body.velocity_at(self.arm).dot(self.normal);
        let pushed = (self.pushed - leaves / self.response[0]).max(0.0);
        let by_push = pushed - self.pushed;
        self.pushed = pushed;
        body.strike(shape, self.arm, self.normal * by_push);
        by_friction.abs().max(by_push.abs())
    }

    /// Moves the body out of the ground. Returns true if it was not far in it.
    pub fn correct(&self, shape: &Shape, body: &mut Body) -> bool {
        if !self.has_touched {
            return true;
        }
        let stand = self.meeting.stand(shape, body);
        let mended = (CORRECTION * (stand.gap + POINT_SLOP)).clamp(-MAX_CORRECTION, 0.0);
        let impulse = -mended / response(shape, stand.arm, stand.normal);
        body.shift(shape, stand.arm, stand.normal * impulse);
        stand.gap >= -DEPTH
    }

    /// Stops a body that has come into the ground in this step: its place is mended at once, and
    /// its velocity in the next step. Returns true if the body has touched the ground.
    pub fn stop(&self, shape: &Shape, body: &mut Body) -> bool {
        if self.has_touched {
            return true;
        }
        let stand = self.meeting.stand(shape, body);
        let too_deep = -(stand.gap + SUNK);
        if too_deep <= 0.0 {
            return false;
        }
        body.shift(
            shape,
            stand.arm,
            stand.normal * (too_deep / response(shape, stand.arm, stand.normal)),
        );
        let leaves = body.velocity_at(stand.arm).dot(stand.normal);
        let push = (-leaves / response(shape, stand.arm, stand.normal)).max(0.0);
        body.strike(shape, stand.arm, stand.normal * push);
        let across = stand.normal.quarter_turn();
        let slides = body.velocity_at(stand.arm).dot(across);
        let most = self.friction * push;
        let rub = (-slides / response(shape, stand.arm, across)).clamp(-most, most);
        body.strike(shape, stand.arm, across * rub);
        true
    }
}

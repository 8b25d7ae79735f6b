//! One step of the three bodies: forces, impulses, positions.

use crate::body::Body;
use crate::contact::Contact;
use crate::craft::{Craft, FRICTION, STEP_SECS};
use crate::ground::{GROUND_CORNERS, Ground, Meeting};
use crate::joint::{JointImpulse, JointStep};
use crate::vector::Vector;

/// Most rounds in which all impulses are solved one after the other.
const VELOCITY_ROUNDS: usize = 180;
/// Most rounds in which positions are corrected.
const POSITION_ROUNDS: usize = 60;
/// A round that changes no impulse by more, N s, is the last one.
const SETTLED: f64 = 1e-10;
/// Meetings with the ground are looked for so far beyond what a step moves, m.
const BESIDE: f64 = 0.05;
/// The order in which hinges are solved: the one that was made last comes first.
const ORDER: [usize; 2] = [1, 0];

/// What acts on the hull during a step besides gravity.
#[derive(Clone, Copy, Debug, Default)]
pub struct Push {
    /// At the centre of mass, N.
    pub force: Vector,
    /// N m.
    pub torque: f64,
}

/// What a step led to.
#[derive(Clone, Copy, Debug)]
pub struct Moved {
    /// True for each line of the ground that a body has touched.
    pub touches: [[bool; GROUND_CORNERS - 1]; 3],
    /// True if hinges hold and nothing overlaps, but for the slop.
    pub is_in_place: bool,
}

/// Moves the bodies by one step: velocities first, then positions by the new velocities.
pub fn advance(
    craft: &Craft,
    ground: &Ground,
    (bodies, impulses): (&mut [Body; 3], &mut [JointImpulse; 2]),
    gravity: f64,
    push: Push,
) -> Moved {
    let mut contacts = contacts(craft, ground, bodies);
    for body in bodies.iter_mut() {
        body.velocity.y += gravity * STEP_SECS;
    }
    let hull = &craft.shapes[0];
    bodies[0].velocity += push.force * (hull.inverse_mass * STEP_SECS);
    bodies[0].omega += push.torque * hull.inverse_inertia * STEP_SECS;

    let [hull, legs @ ..] = bodies;
    let mut joints = ORDER.map(|number| {
        let shapes = (&craft.shapes[0], &craft.shapes[1 + number]);
        let joint = &craft.joints[number];
        JointStep::new(joint, shapes, (hull, &mut legs[number]), impulses[number])
    });
    for _ in 0..VELOCITY_ROUNDS {
        let mut largest = 0.0_f64;
        for (joint, number) in joints.iter_mut().zip(ORDER) {
            let [hull, legs @ ..] = &mut *bodies;
            largest = largest.max(joint.solve(hull, &mut legs[number]));
        }
        for contact in &mut contacts {
            let number = contact.body;
            largest = largest.max(contact.solve(&craft.shapes[number], &mut bodies[number]));
        }
        if largest <= SETTLED {
            break;
        }
    }
    for (joint, number) in joints.iter().zip(ORDER) {
        impulses[number] = joint.impulse;
    }
    for body in bodies.iter_mut() {
        body.center += body.velocity * STEP_SECS;
        body.angle += body.omega * STEP_SECS;
    }
    let mut is_in_place = false;
    for _ in 0..POSITION_ROUNDS {
        is_in_place = true;
        for contact in &contacts {
            let number = contact.body;
            is_in_place &= contact.correct(&craft.shapes[number], &mut bodies[number]);
        }
        for (joint, number) in joints.iter().zip(ORDER) {
            let [hull, legs @ ..] = &mut *bodies;
            is_in_place &= joint.correct(hull, &mut legs[number]);
        }
        if is_in_place {
            break;
        }
    }
    let mut touches = [[false; GROUND_CORNERS - 1]; 3];
    for contact in &contacts {
        let number = contact.body;
        touches[number][contact.meeting.line] |=
            contact.stop(&craft.shapes[number], &mut bodies[number]);
    }
    Moved {
        touches,
        is_in_place,
    }
}

/// Returns where the bodies meet the ground, or may do so during the step.
fn contacts(craft: &Craft, ground: &Ground, bodies: &[Body; 3]) -> Vec<Contact> {
    let mut contacts = Vec::new();
    let mut meetings: Vec<Meeting> = Vec::new();
    for (number, (body, shape)) in bodies.iter().zip(&craft.shapes).enumerate() {
        let speed = body.velocity.length() + body.omega.abs();
        ground.meet(shape, body, BESIDE + speed * STEP_SECS, &mut meetings);
        contacts.extend(meetings.drain(..).map(|meeting| {
            let of = (number, shape, body);
            Contact::new(of, meeting, FRICTION[number])
        }));
    }
    contacts
}

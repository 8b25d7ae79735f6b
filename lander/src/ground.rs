//! The ground, and where a body meets it.

use crate::body::{Body, Shape};
use crate::vector::Vector;

/// Corners of the ground.
pub const GROUND_CORNERS: usize = 11;
/// Width of the world, m.
pub const WIDTH: f64 = 20.0;
/// Bodies and ground keep this apart, m: a skin on both.
const SKIN: f64 = 0.02;
/// A side of a body is what meets the ground, not the ground's own, if it is further away by more.
const PREFERENCE: f64 = 0.01;

/// The ground: its height at [`GROUND_CORNERS`] places, which are as far apart as each other, and
/// straight lines between them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ground(pub [f64; GROUND_CORNERS]);

/// Where a point of contact is held.
#[derive(Clone, Copy, Debug)]
enum Held {
    /// A point of the body, from its centre of mass and unturned, meets the ground at this corner
    /// and with this normal.
    ByGround {
        point: Vector,
        corner: Vector,
        normal: Vector,
    },
    /// A point of the ground meets this side of the body.
    BySide { point: Vector, side: usize },
}

/// A point at which a body meets the ground, or soon may.
#[derive(Clone, Copy, Debug)]
pub struct Meeting {
    held: Held,
    /// The number of the ground's line, from the left.
    pub line: usize,
}

/// How a body stands at such a point.
#[derive(Clone, Copy, Debug)]
pub struct Stand {
    /// What is between the skins, m; negative where they overlap.
    pub gap: f64,
    /// The direction in which the ground pushes.
    pub normal: Vector,
    /// The point, from the centre of mass.
    pub arm: Vector,
}

impl Meeting {
    /// Returns how the body stands there now.
    pub fn stand(&self, shape: &Shape, body: &Body) -> Stand {
        let direction = Vector::at_angle(body.angle);
        match self.held {
            Held::ByGround {
                point,
                corner,
                normal,
            } => {
                let arm = point.turned(direction);
                let gap = normal.dot(body.center + arm - corner) - SKIN;
                Stand { gap, normal, arm }
            }
            Held::BySide { point, side } => {
                let outwards = shape.normals[side].turned(direction);
                let arm = point - body.center;
                let from = arm - shape.corners[side].turned(direction);
                Stand {
                    gap: outwards.dot(from) - SKIN,
                    normal: -outwards,
                    arm,
                }
            }
        }
    }
}

impl Ground {
    /// Returns the ground of twelve heights: each of its corners is the mean of three neighbouring
    /// ones, but for one percent, the first of them the last where there is none before it. The
    /// five in the middle are the pad's.
    pub fn of_heights(mut heights: [f64; GROUND_CORNERS + 1], pad: f64) -> Self {
        let middle = GROUND_CORNERS / 2;
        heights[middle - 2..=middle + 2].fill(pad);
        let at = |place: usize| heights[place % heights.len()];
        Self(std::array::from_fn(|corner| {
            0.33 * (at(corner + GROUND_CORNERS) + at(corner) + at(corner + 1))
        }))
    }

    /// Returns a corner.
    pub fn corner(&self, place: usize) -> Vector {
        let apart = WIDTH / (GROUND_CORNERS - 1) as f64;
        Vector::new(place as f64 * apart, self.0[place])
    }

    /// Adds the points at which a body meets the ground, or is nearer to it than `near`.
    pub fn meet(&self, shape: &Shape, body: &Body, near: f64, meetings: &mut Vec<Meeting>) {
        let reach = shape.corners.iter().map(|it| it.length());
        let reach = reach.fold(near, f64::max) + near;
        let highest = self.0.iter().copied().fold(f64::MIN, f64::max);
        if body.center.y - reach > highest {
            return;
        }
        for line in 0..GROUND_CORNERS - 1 {
            let ends = [self.corner(line), self.corner(line + 1)];
            let is_beside = body.center.x + reach < ends[0].x || body.center.x - reach > ends[1].x;
            if !is_beside {
                let held = meet_line(shape, body, ends, near + SKIN);
                meetings.extend(
                    held.into_iter()
                        .flatten()
                        .map(|held| Meeting { held, line }),
                );
            }
        }
    }
}

/// Returns where a body meets a line of the ground: the direction along which the two are furthest
/// apart is a normal of the line or of a side of the body, and the other one's nearest side is cut
/// to what lies over it.
///
/// # Source
/// Separating axes: Gottschalk, "Separating Axis Theorem" (1996); cutting: Sutherland and Hodgman,
/// "Reentrant Polygon Clipping" (1974).
fn meet_line(shape: &Shape, body: &Body, [from, to]: [Vector; 2], near: f64) -> [Option<Held>; 2] {
    let direction = Vector::at_angle(body.angle);
    let at = |corner: usize| {
        let corner = shape.corners[corner % shape.corners.len()];
        body.center + corner.turned(direction)
    };
    let length = (to - from).length();
    let along = (to - from) * (1.0 / length);
    let up = along.quarter_turn();
    let corners = 0..shape.corners.len();
    let least =
        |of: &dyn Fn(Vector) -> f64| corners.clone().map(at).map(of).fold(f64::MAX, f64::min);
    let above = least(&|corner| up.dot(corner - from));
    let is_apart = above > near
        || least(&|corner| along.dot(corner - to)) > near
        || least(&|corner| along.dot(from - corner)) > near;
    if is_apart {
        return [None; 2];
    }
    let outwards = |side: usize| shape.normals[side].turned(direction);
    // The side that looks at the ground most, and the one that is furthest from it.
    let (mut facing, mut down) = (0, f64::MAX);
    let (mut furthest, mut away) = (None, f64::MIN);
    for side in corners.clone() {
        let normal = outwards(side);
        let [one, other] = [from, to].map(|end| normal.dot(end - at(side)));
        if one.min(other) > near {
            return [None; 2];
        }
        let looks = normal.dot(up);
        if looks < down {
            (facing, down) = (side, looks);
        }
        if looks < 0.0 && one.min(other) > away {
            (furthest, away) = (Some(side), one.min(other));
        }
    }
    match furthest.filter(|_| away > above + PREFERENCE) {
        Some(side) => {
            let (begin, end) = (at(side), at(side + 1));
            let ends = cut([from, to], begin, end - begin);
            ends.map(|point| {
                let point = point?;
                let is_near = outwards(side).dot(point - begin) <= near;
                is_near.then_some(Held::BySide { point, side })
            })
        }
        None => cut([at(facing), at(facing + 1)], from, to - from).map(|point| {
            let point = point?;
            let is_near = up.dot(point - from) <= near;
            is_near.then(|| Held::ByGround {
                point: (point - body.center).turned_back(direction),
                corner: from,
                normal: up,
            })
        }),
    }
}

/// Cuts a line to what lies between the beginning and the end of another one.
fn cut([one, other]: [Vector; 2], begin: Vector, extent: Vector) -> [Option<Vector>; 2] {
    let scale = 1.0 / extent.dot(extent);
    let [first, last] = [one, other].map(|end| (end - begin).dot(extent) * scale);
    // The share of the line at which it is over the beginning, and over the end.
    let at = |place: f64| (place - first) / (last - first);
    let is_upright = (last - first).abs() < 1e-9;
    let [mut low, mut high] = match is_upright {
        true if (0.0..=1.0).contains(&first) => [0.0, 1.0],
        true => return [None; 2],
        false if first < last => [at(0.0), at(1.0)],
        false => [at(1.0), at(0.0)],
    };
    low = low.max(0.0);
    high = high.min(1.0);
    match low <= high {
        true => [low, high].map(|share| Some(one + (other - one) * share)),
        false => [None; 2],
    }
}

//! Rigid bodies: a convex outline, what it weighs, and how it moves.

use crate::vector::Vector;

/// The outline of a body, and what follows from it.
#[derive(Clone, Debug)]
pub struct Shape {
    /// Its corners, counter-clockwise, from the centre of mass.
    pub corners: Vec<Vector>,
    /// The normals of its sides, outwards; side `i` begins at corner `i`.
    pub normals: Vec<Vector>,
    /// The centre of mass, from the origin of the drawing.
    pub center: Vector,
    /// One over the mass, 1/kg.
    pub inverse_mass: f64,
    /// One over the moment of inertia about the centre of mass, 1/(kg m²).
    pub inverse_inertia: f64,
}

impl Shape {
    /// Returns the shape of a convex outline, its corners counter-clockwise, of this mass per area.
    ///
    /// It is cut into triangles from the origin. One with the corners `0, a, b` has the area
    /// `a × b / 2`, its centre at `(a + b) / 3`, and the moment `(a·a + a·b + b·b) / 6` about the
    /// origin per mass. The moment about the centre of mass is smaller by `mass · |centre|²`
    /// (Steiner).
    pub fn new(outline: &[[f64; 2]], density: f64) -> Self {
        let corners: Vec<Vector> = outline.iter().map(|[x, y]| Vector::new(*x, *y)).collect();
        let sides = || {
            let next = corners.iter().cycle().skip(1);
            corners.iter().copied().zip(next.copied())
        };
        let (mut mass, mut moment, mut center) = (0.0, 0.0, Vector::default());
        for (a, b) in sides() {
            let part = density * a.cross(b) / 2.0;
            mass += part;
            center += (a + b) * (part / 3.0);
            moment += part * (a.dot(a) + a.dot(b) + b.dot(b)) / 6.0;
        }
        center = center * (1.0 / mass);
        let normals = sides().map(|(a, b)| {
            let along = b - a;
            -along.quarter_turn() * (1.0 / along.length())
        });
        Self {
            normals: normals.collect(),
            inverse_mass: 1.0 / mass,
            inverse_inertia: 1.0 / (moment - mass * center.dot(center)),
            center,
            corners: corners.into_iter().map(|corner| corner - center).collect(),
        }
    }
}

/// A body in motion.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Body {
    /// The place of the centre of mass, m.
    pub center: Vector,
    /// The angle, rad.
    pub angle: f64,
    /// The velocity of the centre of mass, m/s.
    pub velocity: Vector,
    /// The angular velocity, rad/s.
    pub omega: f64,
}

impl Body {
    /// Returns a body at rest whose shape's origin is here.
    pub fn at(shape: &Shape, origin: Vector, angle: f64) -> Self {
        Self {
            center: origin + shape.center.turned(Vector::at_angle(angle)),
            angle,
            ..Self::default()
        }
    }

    /// Returns where the origin of its shape is.
    pub fn origin(&self, shape: &Shape) -> Vector {
        self.center - shape.center.turned(Vector::at_angle(self.angle))
    }

    /// Returns the velocity of what is at this arm from the centre of mass.
    pub fn velocity_at(&self, arm: Vector) -> Vector {
        self.velocity + arm.quarter_turn() * self.omega
    }

    /// Strikes the body: an impulse, N s, at an arm from the centre of mass.
    pub fn strike(&mut self, shape: &Shape, arm: Vector, impulse: Vector) {
        self.velocity += impulse * shape.inverse_mass;
        self.omega += arm.cross(impulse) * shape.inverse_inertia;
    }

    /// Moves the body as such an impulse would in one second.
    pub fn shift(&mut self, shape: &Shape, arm: Vector, impulse: Vector) {
        self.center += impulse * shape.inverse_mass;
        self.angle += arm.cross(impulse) * shape.inverse_inertia;
    }
}

//! Vectors in the plane. An angular velocity stands upright on it, so a cross product with one
//! turns a vector by a quarter.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A vector.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vector {
    /// To the right.
    pub x: f64,
    /// Upwards.
    pub y: f64,
}

impl Vector {
    /// Returns a vector.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// Returns the unit vector at this angle to the right-hand side, counter-clockwise.
    pub fn at_angle(angle: f64) -> Self {
        let (y, x) = angle.sin_cos();
        Self { x, y }
    }

    /// Returns the scalar product.
    pub fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// Returns how much a force `other` at this arm turns: `x₁ y₂ − y₁ x₂`.
    pub fn cross(self, other: Self) -> f64 {
        self.x * other.y - self.y * other.x
    }

    /// Returns the vector turned by a quarter, counter-clockwise.
    pub fn quarter_turn(self) -> Self {
        Self::new(-self.y, self.x)
    }

    /// Returns the vector turned by the angle of the unit vector `direction`.
    pub fn turned(self, direction: Self) -> Self {
        direction * self.x + direction.quarter_turn() * self.y
    }

    /// Returns the vector turned back by that angle.
    pub fn turned_back(self, direction: Self) -> Self {
        self.turned(Self::new(direction.x, -direction.y))
    }

    /// Returns the length.
    pub fn length(self) -> f64 {
        self.dot(self).sqrt()
    }
}

impl Add for Vector {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Vector {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Vector {
    type Output = Self;

    fn mul(self, factor: f64) -> Self {
        Self::new(self.x * factor, self.y * factor)
    }
}

impl Neg for Vector {
    type Output = Self;

    fn neg(self) -> Self {
        self * -1.0
    }
}

impl AddAssign for Vector {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Vector {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

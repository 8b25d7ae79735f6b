//! A craft as 32-bit numbers, and back: what it sees comes first.

use crate::body::Body;
use crate::craft::STEP_SECS;
use crate::craft::craft;
use crate::ground::{GROUND_CORNERS, WIDTH};
use crate::joint::JointImpulse;
use crate::lander::{HEIGHT, LEVEL, Lander, OBS_SIZE, Rules};
use crate::vector::Vector;

/// Numbers of a craft: the observation, from which the hull follows; both legs; what the hinges
/// did; the lines that the legs touch; the rest; the engines; and the ground but for the pad.
pub const WORDS: usize = OBS_SIZE + 2 * 6 + 2 * 4 + 2 + 1 + 2 + GROUND_CORNERS - 3;

/// The corners of the ground that are the pad's.
const PAD_CORNERS: std::ops::Range<usize> = GROUND_CORNERS / 2 - 1..GROUND_CORNERS / 2 + 2;

impl Lander {
    /// Returns the craft as numbers. Its rules and its wind are not among them.
    pub fn words(&self) -> [f32; WORDS] {
        let mut words = [0.0; WORDS];
        let mut places = words.iter_mut();
        let mut put = |number: f64| {
            if let Some(place) = places.next() {
                *place = number as f32;
            }
        };
        self.obs().into_iter().for_each(&mut put);
        for leg in &self.bodies[1..] {
            let numbers = [
                leg.center.x,
                leg.center.y,
                leg.angle,
                leg.velocity.x,
                leg.velocity.y,
                leg.omega,
            ];
            numbers.into_iter().for_each(&mut put);
        }
        for impulse in &self.impulses {
            let numbers = [
                impulse.point.x,
                impulse.point.y,
                impulse.limit,
                impulse.motor,
            ];
            numbers.into_iter().for_each(&mut put);
        }
        for touches in &self.touches {
            let bits = touches.iter().enumerate();
            put(bits
                .map(|(line, touches)| f64::from(u32::from(*touches) << line))
                .sum());
        }
        put(self.rested);
        self.powers.into_iter().for_each(&mut put);
        for (corner, height) in self.ground.0.into_iter().enumerate() {
            if !PAD_CORNERS.contains(&corner) {
                put(height);
            }
        }
        words
    }

    /// Returns the craft of such numbers, without wind.
    pub fn of_words(rules: Rules, words: &[f32; WORDS]) -> Self {
        let mut numbers = words.iter().map(|word| f64::from(*word));
        let mut next = || numbers.next().unwrap_or_default();
        let [x, y, vx, vy, angle, omega, right, left]: [f64; OBS_SIZE] =
            std::array::from_fn(|_| next());
        let (half_width, half_height) = (WIDTH / 2.0, HEIGHT / 2.0);
        let origin = Vector::new(half_width + x * half_width, LEVEL + y * half_height);
        let mut bodies = [Body::at(&craft().shapes[0], origin, angle); 3];
        bodies[0].velocity = Vector::new(vx / half_width, vy / half_height) * (1.0 / STEP_SECS);
        bodies[0].omega = omega / (20.0 * STEP_SECS);
        for leg in &mut bodies[1..] {
            *leg = Body {
                center: Vector::new(next(), next()),
                angle: next(),
                velocity: Vector::new(next(), next()),
                omega: next(),
            };
        }
        let impulses = std::array::from_fn(|_| JointImpulse {
            point: Vector::new(next(), next()),
            limit: next(),
            motor: next(),
        });
        let touches = std::array::from_fn(|_| {
            let bits = next() as u32;
            std::array::from_fn(|line| bits >> line & 1 == 1)
        });
        let rested = next();
        let powers = std::array::from_fn(|_| next());
        let mut ground = craft_ground();
        for (corner, height) in ground.0.iter_mut().enumerate() {
            if !PAD_CORNERS.contains(&corner) {
                *height = next();
            }
        }
        Self {
            rules,
            ground,
            bodies,
            impulses,
            touches,
            legs: [right, left].map(|it| it != 0.0),
            rested,
            wind: [0; 2],
            powers,
        }
    }
}

/// Returns a level ground, as high as the pad everywhere.
fn craft_ground() -> crate::ground::Ground {
    crate::ground::Ground::of_heights([HEIGHT / 4.0; GROUND_CORNERS + 1], HEIGHT / 4.0)
}

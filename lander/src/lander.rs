//! An episode: engines, wind, what is seen, what is paid, and how it ends.

use crate::body::Body;
use crate::craft::{Craft, SCALE, STEP_SECS, craft};
use crate::ground::{GROUND_CORNERS, Ground, WIDTH};
use crate::joint::JointImpulse;
use crate::motion::{Push, advance};
use crate::vector::Vector;

/// Numbers of an observation.
pub const OBS_SIZE: usize = 8;
/// Random numbers of an episode's beginning: the heights of the ground, the push in both
/// directions, and those of the first step.
pub const FIRST_DRAWS: usize = GROUND_CORNERS + 5;
/// Height of the world, m.
pub const HEIGHT: f64 = 400.0 / SCALE;
/// Height from which the craft's is counted: that of the pad, nearly.
const PAD: f64 = HEIGHT / 4.0;
/// Impulse of an engine at full power, N s per metre of its arm.
const MAIN_POWER: f64 = 13.0;
const SIDE_POWER: f64 = 0.6;
/// Where the engines are, in pixels: the main one below the origin; the side ones above it and to
/// the side. Their impulse acts 17 pixels along the hull's x, not 14: Gymnasium's own number.
const MAIN_DOWN: f64 = 4.0;
const SIDE_UP: f64 = 14.0;
const SIDE_AWAY: f64 = 12.0;
const SIDE_ARM: f64 = 17.0;
/// Largest force of the push with which an episode begins, N.
const FIRST_PUSH: f64 = 1000.0;
/// The craft rests if it is slower than this, m/s and rad/s, for so long, s.
const STILL: f64 = 0.01;
const STILL_TURN: f64 = 2.0 / 180.0 * std::f64::consts::PI;
const REST_SECS: f64 = 0.5;

/// The rules of an episode.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// Upwards, m/s²: negative.
    pub gravity: f64,
    /// The wind, if there is any.
    pub wind: Option<Wind>,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            gravity: -10.0,
            wind: None,
        }
    }
}

/// A wind that comes and goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wind {
    /// Its largest force, N.
    pub power: f64,
    /// Its largest torque, N m.
    pub turbulence: f64,
}

/// What an episode begins with.
#[derive(Clone, Copy, Debug)]
pub struct Begin {
    /// Heights of the ground, m, before they are smoothed.
    pub heights: [f64; GROUND_CORNERS + 1],
    /// The push, N.
    pub force: [f64; 2],
    /// The steps at which the wind's force and its torque begin.
    pub wind: [i64; 2],
    /// Random numbers of the first step, between -1 and 1.
    pub dispersion: [f64; 2],
}

impl Begin {
    /// Returns a beginning from random numbers, uniform in [0, 1).
    pub fn of_draws(draws: &[f32; FIRST_DRAWS]) -> Self {
        let draw = |place: usize| f64::from(draws[place]);
        let signed = |place: usize| 2.0 * draw(place) - 1.0;
        let first = GROUND_CORNERS + 1;
        Self {
            heights: std::array::from_fn(|place| draw(place) * HEIGHT / 2.0),
            force: [first, first + 1].map(|place| signed(place) * FIRST_PUSH),
            wind: [0; 2],
            dispersion: [first + 2, first + 3].map(signed),
        }
    }
}

/// What the engines are told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action {
    /// 0 nothing, 1 the left-hand engine, 2 the main one, 3 the right-hand one.
    Discrete(u32),
    /// The main engine, which runs above 0, and the side engines, which run beyond ±0.5.
    Continuous([f64; 2]),
}

impl Action {
    /// Returns the power of the main engine, from 0 to 1, and of the side engines, from -1 (left)
    /// to 1.
    fn powers(self) -> [f64; 2] {
        match self {
            Self::Discrete(1) => [0.0, -1.0],
            Self::Discrete(2) => [1.0, 0.0],
            Self::Discrete(3) => [0.0, 1.0],
            Self::Discrete(_) => [0.0; 2],
            Self::Continuous(told) => {
                let [main, side] = told.map(|it| it.clamp(-1.0, 1.0));
                [
                    if main > 0.0 { (main + 1.0) / 2.0 } else { 0.0 },
                    if side.abs() > 0.5 { side } else { 0.0 },
                ]
            }
        }
    }
}

/// How an episode ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The hull touched the ground.
    Crashed,
    /// It left the world to a side.
    FlewOff,
    /// It came to rest.
    Landed,
}

/// What a step was worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// Its reward.
    pub reward: f64,
    /// How it ended the episode, if it did.
    pub ending: Option<Ending>,
}

/// A landing craft in the middle of an episode.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lander {
    /// The rules.
    pub rules: Rules,
    /// The ground.
    pub ground: Ground,
    /// The hull, the right-hand leg and the left-hand one.
    pub bodies: [Body; 3],
    /// What the hinges did in the last step.
    pub impulses: [JointImpulse; 2],
    /// True for each line of the ground that a leg touches.
    pub touches: [[bool; GROUND_CORNERS - 1]; 2],
    /// True for each leg that counts as being on the ground.
    pub legs: [bool; 2],
    /// Seconds for which nothing has moved.
    pub rested: f64,
    /// The steps of the wind's force and of its torque.
    pub wind: [i64; 2],
    /// The powers of the engines in the last step, main and side.
    pub powers: [f64; 2],
}

impl Lander {
    /// Returns the craft at the beginning of an episode: one step after it was pushed.
    pub fn begin(rules: Rules, begin: &Begin) -> Self {
        let mut lander = Self {
            rules,
            ground: Ground::of_heights(begin.heights, PAD),
            bodies: craft().bodies_at(Vector::new(WIDTH / 2.0, HEIGHT)),
            impulses: Default::default(),
            touches: Default::default(),
            legs: Default::default(),
            rested: 0.0,
            wind: begin.wind,
            powers: [0.0; 2],
        };
        let [x, y] = begin.force;
        lander.act([0.0; 2], begin.dispersion, Vector::new(x, y));
        lander
    }

    /// Returns what is seen: place and velocity to the side and upwards, angle, angular velocity,
    /// and 1 for each leg on the ground. Places are those of the hull's origin, and velocities
    /// those of its centre of mass.
    pub fn obs(&self) -> [f64; OBS_SIZE] {
        let hull = &self.bodies[0];
        let origin = hull.origin(&craft().shapes[0]);
        let (half_width, half_height) = (WIDTH / 2.0, HEIGHT / 2.0);
        let [right, left] = self.legs.map(|touches| f64::from(u8::from(touches)));
        [
            (origin.x - half_width) / half_width,
            (origin.y - LEVEL) / half_height,
            hull.velocity.x * half_width * STEP_SECS,
            hull.velocity.y * half_height * STEP_SECS,
            hull.angle,
            20.0 * hull.omega * STEP_SECS,
            right,
            left,
        ]
    }

    /// Takes a step by an action, with two random numbers between -1 and 1.
    pub fn step(&mut self, action: Action, dispersion: [f64; 2]) -> Outcome {
        let before = shaping(&self.obs());
        let powers = action.powers();
        let has_crashed = self.act(powers, dispersion, Vector::default());
        let obs = self.obs();
        let ending = if self.rested >= REST_SECS {
            Some(Ending::Landed)
        } else if has_crashed {
            Some(Ending::Crashed)
        } else if obs[0].abs() >= 1.0 {
            Some(Ending::FlewOff)
        } else {
            None
        };
        let [main, side] = powers;
        let reward = match ending {
            Some(Ending::Landed) => 100.0,
            Some(Ending::Crashed | Ending::FlewOff) => -100.0,
            None => shaping(&obs) - before - 0.30 * main - 0.03 * side.abs(),
        };
        Outcome { reward, ending }
    }

    /// Moves everything by one step. Returns true if the hull touches the ground.
    fn act(&mut self, powers: [f64; 2], dispersion: [f64; 2], force: Vector) -> bool {
        let craft = craft();
        let mut push = self.blow();
        push.force += force;
        self.powers = powers;
        self.fire(craft, powers, dispersion);
        let moving = (&mut self.bodies, &mut self.impulses);
        let moved = advance(craft, &self.ground, moving, self.rules.gravity, push);
        for leg in 0..2 {
            let (before, now) = (self.touches[leg], moved.touches[1 + leg]);
            let changes = || before.into_iter().zip(now);
            // A line that a leg leaves clears its flag, though it may touch the next one still.
            if changes().any(|(before, now)| before && !now) {
                self.legs[leg] = false;
            }
            if changes().any(|(before, now)| now && !before) {
                self.legs[leg] = true;
            }
            self.touches[leg] = now;
        }
        let is_still =
            |body: &Body| body.velocity.length() <= STILL && body.omega.abs() <= STILL_TURN;
        self.rested = match self.bodies.iter().all(is_still) {
            true if self.rested + STEP_SECS >= REST_SECS && !moved.is_in_place => self.rested,
            true => self.rested + STEP_SECS,
            false => 0.0,
        };
        moved.touches[0].contains(&true)
    }

    /// Returns the push of the wind, which blows while no leg is on the ground.
    fn blow(&mut self) -> Push {
        let Some(wind) = self.rules.wind.filter(|_| !self.legs.contains(&true)) else {
            return Push::default();
        };
        let gust = |step: i64| {
            let step = step as f64;
            ((0.02 * step).sin() + (std::f64::consts::PI * 0.01 * step).sin()).tanh()
        };
        let [force, torque] = self.wind.map(gust);
        self.wind = self.wind.map(|step| step + 1);
        Push {
            force: Vector::new(force * wind.power, 0.0),
            torque: torque * wind.turbulence,
        }
    }

    /// Fires the engines. They strike the hull where their flames leave it, and random numbers move
    /// them a little.
    fn fire(&mut self, craft: &Craft, [main, side]: [f64; 2], dispersion: [f64; 2]) {
        let shape = &craft.shapes[0];
        let hull = &mut self.bodies[0];
        let (sin, cos) = hull.angle.sin_cos();
        let (tip, beside) = (Vector::new(sin, cos), Vector::new(-cos, sin));
        let [along, across] = dispersion.map(|it| it / SCALE);
        let arm = hull.origin(shape) - hull.center;
        let mirrored = |it: Vector| Vector::new(it.x, -it.y);
        if main > 0.0 {
            let out = tip * (MAIN_DOWN / SCALE + 2.0 * along) + beside * across;
            let out = mirrored(out);
            hull.strike(shape, arm + out, -out * (MAIN_POWER * main));
        }
        if side != 0.0 {
            let away = side.signum() * SIDE_AWAY / SCALE;
            let out = mirrored(tip * along + beside * (3.0 * across + away));
            let at = Vector::new(-tip.x * SIDE_ARM, tip.y * SIDE_UP) * (1.0 / SCALE);
            hull.strike(shape, arm + out + at, -out * (SIDE_POWER * side.abs()));
        }
    }
}

/// Height of the hull's origin that counts as 0, m: on its legs it stands there.
pub const LEVEL: f64 = PAD + 18.0 / SCALE;

/// Returns how good a state is: nearer, slower, more upright and on its legs is better.
///
/// `−100 √(x² + y²) − 100 √(vx² + vy²) − 100 |angle| + 10 leg₀ + 10 leg₁`
fn shaping(obs: &[f64; OBS_SIZE]) -> f64 {
    let [x, y, vx, vy, angle, _, right, left] = *obs;
    -100.0 * (x.hypot(y) + vx.hypot(vy) + angle.abs()) + 10.0 * (right + left)
}

//! The moment after the end of an episode: a fallen pole topples to the ground. Training resets the
//! cart at once, so this is not in the recording; it goes on from the last pose that is.

use std::f64::consts::FRAC_PI_2;

use policy_lab::envs::cartpole::{GRAVITY, HALF_LENGTH, X_LIMIT};
use policy_lab::policy::play::STEPS_PER_SEC;
use policy_lab::protocol::POSE;

/// How many times faster than in nature a pole topples, so that it lies before its time is over.
const FALL_PACE: f64 = 2.0;
/// Time between two points of a fall, in seconds on the screen.
const FALL_DT_SECS: f64 = 0.005;
/// The angle of a pole that lies on the ground: its joint is as high as the cart.
const LYING_RAD: f64 = 1.8;

/// The ending of an episode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameEnding {
    /// Its own rules ended it: the pole fell, or the cart left the track. A task's goal, if it has
    /// one, is reached.
    Terminated,
    /// The time limit ended it.
    Truncated,
}

/// One cart at one step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CartPose {
    /// Position in metres.
    pub x: f64,
    /// Angle in radians, positive to the right.
    pub theta_rad: f64,
    /// How its episode has just ended, if it has: the pose is then the last of that episode, and a
    /// fallen pole on its way to the ground.
    pub ending: Option<FrameEnding>,
}

/// Reads how an episode ended from the last number of a pose.
pub fn ending(flag: f32) -> Option<FrameEnding> {
    match flag as u8 {
        1 => Some(FrameEnding::Terminated),
        2 => Some(FrameEnding::Truncated),
        _ => None,
    }
}

/// Returns an episode's pose some seconds after its end.
pub fn ended(&[x, v, theta, omega, _]: &[f32; POSE], ending: FrameEnding, secs: f64) -> CartPose {
    // The step that ended the episode moved it on: positions change by the old velocities.
    let [x, v, theta, omega] = [x, v, theta, omega].map(f64::from);
    let tau = 1.0 / STEPS_PER_SEC;
    let x = x + v * tau;
    let theta_rad = theta + omega * tau;
    CartPose {
        x,
        theta_rad: match ending {
            FrameEnding::Terminated => toppled([x, v, theta_rad, omega], secs),
            FrameEnding::Truncated => theta_rad,
        },
        ending: Some(ending),
    }
}

/// Returns the angle of a pole some seconds on the screen after the state `[x, v, theta, omega]`
/// that ended its episode: it falls as a rod on a joint at rest, until it lies. One that hangs
/// stays.
pub fn toppled([x, v, theta_rad, omega]: [f64; 4], secs: f64) -> f64 {
    if theta_rad.abs() > FRAC_PI_2 {
        return theta_rad;
    }
    // A rod of length 2 l has the moment of inertia 4/3 m l² about its end.
    let length = 4.0 / 3.0 * f64::from(HALF_LENGTH);
    let rate = f64::from(GRAVITY) / length;
    // The end of the track stops the cart, and its pole keeps its speed.
    let kick = match x.abs() > f64::from(X_LIMIT) {
        true => v / length,
        false => 0.0,
    };
    let (mut theta, mut omega) = (theta_rad, omega + kick);
    let dt = FALL_DT_SECS * FALL_PACE;
    for _ in 0..(secs / FALL_DT_SECS).round() as usize {
        omega += rate * theta.sin() * dt;
        theta = (theta + omega * dt).clamp(-LYING_RAD, LYING_RAD);
    }
    theta
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fallen_pole_topples_to_the_side_it_leans_to_until_it_lies() {
        for side in [-1.0_f32, 1.0] {
            let pose = [0.1, 0.5, side * 0.2, side * 0.9, 1.0];
            let at = |secs| f64::from(side) * ended(&pose, FrameEnding::Terminated, secs).theta_rad;
            // The last step of the episode is what ended it.
            assert!((at(0.0) - 0.218).abs() < 1e-6 && at(0.0) > 12_f64.to_radians());
            let angles: Vec<f64> = (0..=8).map(|it| at(f64::from(it) * 0.04)).collect();
            assert!(angles.is_sorted(), "{angles:?}");
            assert!((at(0.32) - LYING_RAD).abs() < 1e-9, "it lies: {angles:?}");
            assert!((ended(&pose, FrameEnding::Terminated, 0.3).x - 0.11).abs() < 1e-6);
        }
    }

    #[test]
    fn a_fall_keeps_the_energy_of_a_rod() {
        // omega² / 2 = rate * (cos θ₀ - cos θ), so the time to 90 degrees is an integral.
        let rate = f64::from(GRAVITY) / (4.0 / 3.0 * f64::from(HALF_LENGTH));
        let (from, parts) = (0.25_f64, 100_000);
        let width = (FRAC_PI_2 - from) / f64::from(parts);
        let secs: f64 = (0..parts)
            .map(|part| from + (f64::from(part) + 0.5) * width)
            .map(|theta| width / (1.0 + 2.0 * rate * (from.cos() - theta.cos())).sqrt())
            .sum();
        let theta = toppled([0.0, 0.0, from, 1.0], secs / FALL_PACE);
        assert!((theta - FRAC_PI_2).abs() < 0.06, "{theta} after {secs} s");
    }

    #[test]
    fn a_cart_that_leaves_the_track_throws_its_pole_over() {
        let pose = [2.39, 1.5, 0.01, 0.0, 1.0];
        let lying = ended(&pose, FrameEnding::Terminated, 0.36);
        assert!(lying.x > 2.4 && lying.theta_rad > FRAC_PI_2, "{lying:?}");
    }

    #[test]
    fn who_reaches_the_time_limit_stands_and_who_hangs_hangs_on() {
        let pose = [0.5, 0.0, 0.05, 0.3, 2.0];
        let stands = ended(&pose, FrameEnding::Truncated, 0.3);
        assert!((stands.theta_rad - 0.056).abs() < 1e-6);
        assert!((toppled([0.0, 0.0, 3.0, 2.0], 0.3) - 3.0).abs() < 1e-9);
    }
}

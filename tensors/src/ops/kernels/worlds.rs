//! [`policy_lab::envs`] on the GPU: first states, one step, what it pays.

use burn::cubecl::{self, prelude::*};
use policy_lab::envs::EnvId;
use policy_lab::envs::cartpole::{
    CART_MASS, FORCE, GRAVITY, HALF_LENGTH, POLE_MASS, RESET_LIMIT, TAU_SECS, THETA_LIMIT_RAD,
    X_LIMIT,
};
use policy_lab::envs::easycart::EASY_THETA_RAD;

use super::threefry::{threefry, unit};

/// A world's state; a probe's observation is `x`.
#[derive(CubeType, CubeTypeMut, Clone, Copy)]
pub struct CartState {
    /// Position, m.
    pub x: f32,
    /// Velocity, m/s.
    pub v: f32,
    /// Angle from upright, rad.
    pub theta: f32,
    /// Angular velocity, rad/s.
    pub omega: f32,
}

/// Reads a world's state, whose numbers lie `plane` words apart; a probe's has only the first.
#[cube]
pub fn read_cart(words: &[i32], at: usize, plane: usize, #[comptime] numbers: usize) -> CartState {
    let mut state = shown(f32::reinterpret(words[at]));
    if comptime!(numbers == 4) {
        state.v = f32::reinterpret(words[plane + at]);
        state.theta = f32::reinterpret(words[2 * plane + at]);
        state.omega = f32::reinterpret(words[3 * plane + at]);
    }
    state
}

/// Writes a world's state as [`read_cart()`] reads it.
#[cube]
pub fn write_cart(
    words: &mut [i32],
    at: usize,
    plane: usize,
    state: &CartState,
    #[comptime] numbers: usize,
) {
    words[at] = i32::reinterpret(state.x);
    if comptime!(numbers == 4) {
        words[plane + at] = i32::reinterpret(state.v);
        words[2 * plane + at] = i32::reinterpret(state.theta);
        words[3 * plane + at] = i32::reinterpret(state.omega);
    }
}

/// The outcome of a step.
#[derive(CubeType, Clone, Copy)]
pub struct Moved {
    /// The state after it.
    pub state: CartState,
    /// Its reward.
    pub reward: f32,
    /// True if it terminated the episode.
    pub terminated: bool,
}

/// Returns the first state of an episode; see [`policy_lab::envs::Env::first_state`].
#[cube]
pub fn first_state(
    seed: u32,
    purpose: u32,
    world: u32,
    episode: u32,
    #[comptime] id: EnvId,
) -> CartState {
    let one = threefry(seed, purpose, world, episode * 2u32);
    match comptime!(id.probe()) {
        None => {
            let two = threefry(seed, purpose, world, episode * 2u32 + 1u32);
            CartState {
                x: spread(one.x),
                v: spread(one.y),
                theta: spread(two.x),
                omega: spread(two.y),
            }
        }
        Some(probe) => {
            let [tail, head] = comptime!(probe.first_obs);
            shown(select(unit(one.x) < 0.5f32, tail, head))
        }
    }
}

#[cube]
fn spread(bits: u32) -> f32 {
    (2.0f32 * unit(bits) - 1.0f32) * RESET_LIMIT
}

/// Returns where one step leads: an arm for each environment, the twin of its file in
/// [`policy_lab::envs`]. The check `device-rollouts` compares the two.
#[cube]
pub fn transition(
    state: &CartState,
    action: u32,
    terminal_reward: f32,
    #[comptime] id: EnvId,
) -> Moved {
    match comptime!(id) {
        EnvId::Cartpole => {
            let state = push(state, action);
            let terminated = has_fallen(&state);
            Moved {
                state,
                reward: select(terminated, terminal_reward, 1.0f32),
                terminated,
            }
        }
        EnvId::Easycart => {
            let state = push(state, action);
            let upright = 1.0f32 - (state.theta / EASY_THETA_RAD).abs();
            let central = 1.0f32 - (state.x / X_LIMIT).abs();
            Moved {
                reward: (upright + central) / 2.0f32,
                terminated: has_fallen(&state),
                state,
            }
        }
        EnvId::Spincart | EnvId::SpincartCourse => {
            let state = push(state, action);
            let off_centre = if comptime!(id == EnvId::Spincart) {
                min(off_centre(&state), 1.0f32)
            } else {
                max(off_centre(&state), 1.0f32)
            };
            Moved {
                reward: spin(&state) - 0.5f32 * off_centre,
                terminated: has_left_track(&state),
                state,
            }
        }
        EnvId::Probe1 => end(state, 1.0f32),
        EnvId::Probe2 => end(state, state.x),
        EnvId::Probe3 => {
            let is_first = state.x == 0.0f32;
            Moved {
                state: shown(select(is_first, 1.0f32, state.x)),
                reward: select(is_first, 0.0f32, 1.0f32),
                terminated: !is_first,
            }
        }
        EnvId::Probe4 => end(state, signed(action == 1u32)),
        EnvId::Probe5 => end(state, signed(f32::cast_from(action) == state.x)),
    }
}

#[cube]
fn has_left_track(state: &CartState) -> bool {
    state.x.abs() > X_LIMIT
}

/// See [`policy_lab::envs::cartpole::has_fallen`].
#[cube]
fn has_fallen(state: &CartState) -> bool {
    has_left_track(state) || state.theta.abs() > THETA_LIMIT_RAD
}

/// See [`policy_lab::envs::cartpole::next_state`].
#[cube]
fn push(state: &CartState, action: u32) -> CartState {
    let total_mass = comptime!(CART_MASS + POLE_MASS);
    let pole_moment = comptime!(POLE_MASS * HALF_LENGTH);
    let force = select(action == 1u32, FORCE, -FORCE);
    let angle = sin_cos(state.theta);
    let sin = angle.sin;
    let cos = angle.cos;
    let push = (force + pole_moment * state.omega * state.omega * sin) / total_mass;
    let theta_acc = (GRAVITY * sin - cos * push)
        / (HALF_LENGTH * (comptime!(4.0f32 / 3.0) - POLE_MASS * cos * cos / total_mass));
    let x_acc = push - pole_moment * theta_acc * cos / total_mass;
    CartState {
        x: state.x + TAU_SECS * state.v,
        v: state.v + TAU_SECS * x_acc,
        theta: state.theta + TAU_SECS * state.omega,
        omega: state.omega + TAU_SECS * theta_acc,
    }
}

/// The sine and cosine of an angle.
#[derive(CubeType, Clone, Copy)]
struct SinCos {
    sin: f32,
    cos: f32,
}

/// Both to single precision. A GPU's own may be wrong by 2^-11, which is a visible push on the
/// cart.
///
/// The angle less whole quarter turns lies within ±π/4, where Taylor's series to degrees 9 and 8
/// are within 3e-8.
#[cube]
fn sin_cos(angle: f32) -> SinCos {
    // A quarter turn in two parts, of which whole multiples lose nothing (Cody and Waite).
    let quarter = comptime!([1.570_312_5f32, 4.838_268e-4f32]);
    let turns = (angle * std::f32::consts::FRAC_2_PI + 0.5f32).floor();
    let rest = (angle - turns * comptime!(quarter[0])) - turns * comptime!(quarter[1]);
    let square = rest * rest;
    let sin_series = ((square / 72.0f32 - 1.0f32) * square / 42.0f32 + 1.0f32) * square / 20.0f32;
    let sin = rest * ((sin_series - 1.0f32) * square / 6.0f32 + 1.0f32);
    let cos_series = ((square / 56.0f32 - 1.0f32) * square / 30.0f32 + 1.0f32) * square / 12.0f32;
    let cos = (cos_series - 1.0f32) * square / 2.0f32 + 1.0f32;
    let quadrant = i32::cast_from(turns) & 3i32;
    let swapped = quadrant == 1i32 || quadrant == 3i32;
    let one = select(swapped, cos, sin);
    let other = select(swapped, sin, cos);
    SinCos {
        sin: select(quadrant >= 2i32, -one, one),
        cos: select(quadrant == 1i32 || quadrant == 2i32, -other, other),
    }
}

#[cube]
fn spin(state: &CartState) -> f32 {
    min(0.1f32 * state.omega.abs(), 1.0f32)
}

#[cube]
fn off_centre(state: &CartState) -> f32 {
    (state.x / 2.5f32).abs() + (state.v / 10.0f32).abs()
}

/// Returns the state of a probe that shows `obs`.
#[cube]
pub fn shown(obs: f32) -> CartState {
    CartState {
        x: obs,
        v: 0.0f32,
        theta: 0.0f32,
        omega: 0.0f32,
    }
}

/// Returns the end of a probe's episode.
#[cube]
fn end(state: &CartState, reward: f32) -> Moved {
    Moved {
        state: shown(state.x),
        reward,
        terminated: true.runtime(),
    }
}

#[cube]
fn signed(is_right: bool) -> f32 {
    select(is_right, 1.0f32, -1.0f32)
}

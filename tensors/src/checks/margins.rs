//! How far apart two bodies of a step are, and what rounding may decide between them.

use std::f64::consts::{PI, TAU};

use policy_lab::envs::{Actions, Env, EnvId};

/// Returns the larger number; NaN is larger than any.
pub fn larger(one: f64, other: f64) -> f64 {
    match other.is_nan() || one.is_nan() {
        true => f64::NAN,
        false => one.max(other),
    }
}

/// Returns how far apart two numbers of a state are, by their size above 1. An angle of Acrobot's
/// that is half a turn may be the one or the other.
pub fn apart(id: EnvId, one: f32, other: f32) -> f64 {
    let (one, other) = (f64::from(one), f64::from(other));
    let away = (one - other).abs();
    let is_turned = id == EnvId::Acrobot && (one.abs() - PI).abs() < 1e-4;
    let away = if is_turned {
        away.min((away - TAU).abs())
    } else {
        away
    };
    away / one.abs().max(1.0)
}

/// Returns true if rounding may decide whether a step ends its episode: from a state as good as the
/// same it would have gone the other way. A cell is one or another.
pub fn is_at_the_limit(env: &Env, before: &[f32], action: Actions<'_>) -> bool {
    if env.id.task().is_some_and(|task| task.table.is_some()) {
        return false;
    }
    let ends = |state: &[f32]| env.transition_by(state, action).terminated;
    let as_it_was = ends(before);
    (0..before.len()).any(|number| {
        [-1e-4, 1e-4].into_iter().any(|by| {
            let mut moved = before.to_vec();
            moved[number] += by * moved[number].abs().max(1.0);
            ends(&moved) != as_it_was
        })
    })
}

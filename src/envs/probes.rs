//! Probe worlds: each is so small that what a right learner must find is known by heart, and each needs one more part
//! of the learner to work than the one before.
//!
//! # Source
//! Andy Jones, "Debugging Reinforcement Learning Systems" (2021), as used by the course.

use super::cartpole::State;
use super::{EnvId, Transition};

/// The first observation of a probe's episode, from a number uniform in [0, 1).
pub fn first_obs(id: EnvId, uniform: f32) -> f32 {
    let coin = uniform < 0.5;
    match id {
        EnvId::Probe2 => {
            if coin {
                -1.0
            } else {
                1.0
            }
        }
        EnvId::Probe5 => f32::from(u8::from(!coin)),
        _ => 0.0,
    }
}

/// One step of a probe; only the state's first entry counts.
pub fn transition(id: EnvId, [obs, ..]: State, action: u32) -> Transition {
    let end = |reward| Transition {
        state: [obs, 0.0, 0.0, 0.0],
        reward,
        terminated: true,
    };
    let signed = |is_right| if is_right { 1.0 } else { -1.0 };
    match id {
        EnvId::Probe2 => end(obs),
        EnvId::Probe3 if obs == 0.0 => Transition {
            state: [1.0, 0.0, 0.0, 0.0],
            reward: 0.0,
            terminated: false,
        },
        EnvId::Probe4 => end(signed(action == 1)),
        EnvId::Probe5 => end(signed(action as f32 == obs)),
        _ => end(1.0),
    }
}

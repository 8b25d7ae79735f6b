//! Environments: CartPole and its variants, other tasks of classic control, worlds of a few cells,
//! and the probes. No policy, no learning.
//!
//! An environment is data: formulas of numbers ([`formula`]) that compute its first states, its
//! steps and its rewards. The host reads them ([`block`]) and a GPU compiles them, so both do the
//! same. Each environment is one file that fills in an [`Environment`], and a line below.
//! A reader's own is a program from elsewhere ([`own`]). docs/recipes/environment.md adds one step
//! by step.

pub mod block;
pub mod bodies;
pub mod build;
mod dynamics;
mod env;
pub mod exact;
mod expression;
mod folding;
pub mod formula;
mod grammar;
mod id;
pub mod own;
pub mod spec;
mod spelling;
pub mod tables;
#[cfg(test)]
mod tests;
mod worlds;

pub use dynamics::{CUT_OFF, Dynamics};
pub use env::{Actions, Chance, Env, Mover, Transition};
pub use expression::{Expression, ParseError};
pub use id::{Autoreset, RulesOf};
pub use own::{OwnError, OwnProgram};
pub use spec::{
    ActionSpace, Cart, Control, EnvRules, EnvSpec, Environment, Picture, Points, Probe, Sketch,
    Strengths, Task,
};
pub use tables::Table;
pub use worlds::{COUNT_WORDS, Moves, Step, Worlds};

// Files, and the names of the environments in them. The form lists them in this order.
id::environments! {
    cartpole { Cartpole: SPEC }
    easycart { Easycart: SPEC }
    spincart { Spincart: SPEC, SpincartCourse: COURSE_SPEC }
    probes {
        Probe1: PROBE1, Probe2: PROBE2, Probe3: PROBE3, Probe4: PROBE4, Probe5: PROBE5,
        Probe1Continuous: PROBE1_CONTINUOUS, Probe2Continuous: PROBE2_CONTINUOUS, Probe3Continuous: PROBE3_CONTINUOUS,
        Probe4Continuous: PROBE4_CONTINUOUS, Probe5Continuous: PROBE5_CONTINUOUS
    }
    mountaincar { Mountaincar: SPEC, MountaincarContinuous: CONTINUOUS_SPEC }
    acrobot { Acrobot: SPEC }
    pendulum { Pendulum: SPEC }
    bandit { Bandit: SPEC }
    corridor { Corridor: SPEC }
    cliff_walking { CliffWalking: SPEC }
    frozen_lake { FrozenLake: SPEC }
    lunar_lander { LunarLander: SPEC, LunarLanderContinuous: CONTINUOUS_SPEC }
}

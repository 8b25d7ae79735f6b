//! The landing craft of LunarLander: a hull with two legs on hinges, engines, and a ground. Plain
//! numbers in double precision, without memory besides a [`Lander`], which goes into
//! [words](Lander::words) and comes back from them.
//!
//! It must not know what learns, what is drawn, or where random numbers come from.
//!
//! # Source
//! Gymnasium's `LunarLander-v3`; the numbers that it is held to are in
//! `tests/fixtures/13_lunar_lander.json`. Gymnasium steps it by Box2D. What the bodies do here is
//! written from the published method (see [`joint`] and [`contact`]): in flight it leads to the
//! same numbers; on the ground it leads to the same ends, not to the same digits.

pub mod body;
pub mod contact;
pub mod craft;
pub mod ground;
pub mod joint;
mod lander;
mod motion;
mod rows;
pub mod vector;
mod words;

pub use lander::{Action, Begin, Ending, FIRST_DRAWS, Lander, OBS_SIZE, Outcome, Rules, Wind};
pub use rows::{STEP_DRAWS, begin_rows, row_size, step_rows};
pub use words::WORDS;

//! The course as data: what there is to write, and what the reader starts from. No logic.

mod exercises;

pub use exercises::{EXERCISES, Exercise};

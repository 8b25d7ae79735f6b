//! What of the views only computes: how numbers read, which moment of a rollout is on show, what of a curve is drawn, what a stage
//! says, what a reader has done. Plain data in, plain data out, on every target.

pub mod clip_queue;
pub mod curve;
pub mod film;
pub mod format;
pub mod overlay;
pub mod progress;
pub mod stage_text;

#[cfg(test)]
mod tests;

//! The parts of views that only compute: numbers as text, the step of a rollout on show, the points of a curve, the sentences
//! about a stage and about a run, the reader's progress, the places that Back leads to. Plain data in, plain data out, on every target.

pub mod clip_queue;
pub mod code_type;
pub mod curve;
pub mod film;
pub mod format;
pub mod overlay;
pub mod place;
pub mod progress;
pub mod rates;
pub mod run_story;
pub mod sparkline;
pub mod stage_text;

#[cfg(test)]
mod tests;

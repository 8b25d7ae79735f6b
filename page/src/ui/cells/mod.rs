//! The reader's own code: exercises to write, a cell to run them in, and training with what they define.

mod answers;
mod cell;
mod editor;
mod export;
mod output;
mod store;
mod support;
mod training;
mod workbench;

pub use cell::Cells;
pub use workbench::{Workbench, use_workbench};

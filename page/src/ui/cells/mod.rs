//! The reader's own code: an editor, what a cell prints, the checks of what it defines, and training with it. Knows no exercise but by
//! id; the course puts the pieces together.

mod answers;
mod editor;
pub mod export;
mod output;
mod store;
mod support;
mod training;
mod workbench;

pub use editor::Editor;
pub use output::Output;
pub use training::TrainMine;
pub use workbench::{LIMITS_SECS, Workbench, use_workbench};

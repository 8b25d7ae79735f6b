//! The reader's own code: an editor, the output of a cell, the checks of what it defines, and
//! training with it. It knows exercises only by id; the course puts the pieces together.

mod answers;
mod cell_run;
mod editor;
pub mod export;
mod output;
mod shown;
mod store;
mod tabs;
mod training;
mod workbench;

pub use cell_run::CellState;
pub use editor::{CodeField, Edited, Editor, EditorFoot};
pub use output::{Output, TrainingOutput, Trouble, key, verdict};
pub use shown::{Screen, ScreenView};
pub use store::wants_plain;
pub use tabs::OtherTab;
pub use training::{TrainMine, TrainingChoices};
pub use workbench::{LIMITS_SECS, Workbench, use_workbench};

//! The course on the page: chapters to read, questions to answer, and the current exercise.

mod difference;
mod exercise;
mod export;
mod fingerprint;
mod next_step;
mod progress;
mod question;
mod reader;
mod state;

pub use exercise::{ExerciseText, Help};
pub use next_step::NextStep;
pub use progress::ProgressPanel;
pub use question::QuestionCard;
pub use reader::Reader;
pub use state::{Course, use_course};

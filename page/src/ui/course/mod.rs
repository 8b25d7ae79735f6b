//! The course on the page: chapters to read, questions to answer, and the current exercise.

mod answers;
mod cards;
mod chapter_list;
mod difference;
mod exercise;
mod export;
mod hand_in;
mod margin;
mod next_step;
mod once_more;
mod progress;
mod question;
mod reader;
mod sections;
mod set_up;
mod state;
mod step_line;
mod tabs;
mod texts;
mod tries;

pub use cards::ExerciseCards;
pub use exercise::{ExerciseText, Help, HintButton};
pub use next_step::NextStep;
pub use once_more::OnceMore;
pub use progress::{CourseProgress, ProgressPanel};
pub use question::QuestionCard;
pub use reader::Reader;
pub use state::{Course, use_course};
pub use step_line::StepLine;
pub use texts::{CourseTexts, WithTexts, load_texts, provide_texts, use_texts};

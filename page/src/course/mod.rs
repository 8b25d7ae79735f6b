//! The course as data: its order, its texts, the code to write and the code to start from. No
//! logic.

mod catalogue;
mod changes;
mod chapters;
mod comparisons;
mod exercises;
mod figures;
mod next;
mod recordings;
mod running;
mod seeds;
mod table;
mod teaches;
mod term_id;
mod time;

pub use catalogue::{
    Catalogue, Page, Question, QuestionAnswer, QuestionChoice, Section, SectionKind, Term,
    chapter_page, exercise_page, question, questions, source,
};
pub use changes::{Engine, engine, since};
pub use chapters::{Chapter, ChapterStep};
pub use comparisons::{ComparedCurve, Comparison};
pub use exercises::{Exercise, Facts, Training};
pub use figures::Figure;
pub use next::{CourseStep, text_place};
pub use recordings::Recording;
pub use running::{Excerpt, running};
pub use seeds::RecordedSeeds;
pub use table::{CHAPTERS, EXERCISES, REFERENCES};
pub use teaches::{asks, teaches};
pub use time::{count_words, reading_minutes, writing_minutes};

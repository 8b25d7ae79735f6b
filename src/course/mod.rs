//! The course as data: its order, its texts, what there is to write, and what the reader starts from. No logic.

mod catalogue;
mod chapters;
mod exercises;

pub use catalogue::{Answer, Catalogue, Choice, Page, Question, Section, SectionKind};
pub use chapters::{CHAPTERS, Chapter, Facts, facts};
pub use exercises::{EXERCISES, Exercise};

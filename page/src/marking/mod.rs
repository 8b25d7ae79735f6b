//! What a reader's work is worth: which answers are right, how far a reader is, and the hand-ins of
//! a class with their table. The page and the native command `grade` share it. Knows neither the
//! browser nor the interpreter: whoever runs the checks again tells the table what came of them.

mod again;
mod answers;
mod class;
mod hand_in;
mod legible;
mod standing;
mod table;

pub use again::{LIMIT_SECS, ToCheck, answers_for, cell_of, limit_secs};
pub use answers::{is_near, is_right, number, written};
pub use class::{Agreement, ClassTable, FileNews, HandedIn, Recheck, Report, SortBy};
pub use hand_in::{HandIn, MOST_BYTES, too_large};
pub use legible::{clean, day_and_time, sentence, shown_code};
pub use standing::Standing;
pub use table::{csv, json, summary, text, words_of};

#[cfg(test)]
mod tests;

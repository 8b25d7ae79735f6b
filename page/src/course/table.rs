//! The table of the course, made of its folders when the crate is built (`build/course/table.rs`).

use super::{Chapter, ChapterStep, Exercise, Facts, Training};
use policy_lab::python::part::Part;

include!(concat!(env!("OUT_DIR"), "/course.rs"));

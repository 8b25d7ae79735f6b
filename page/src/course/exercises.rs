//! The exercises: each is code to write. The folder `exercises/ID` is all there is of one; `build/course` makes the table.

use super::{Catalogue, EXERCISES};
use policy_lab::python::part::Part;

/// Something to write.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exercise {
    /// Its name in the course and that of its folder: `S0-E3`.
    pub id: &'static str,
    /// What the reader starts from: `starter.py`.
    pub starter: &'static str,
    /// Our own answer: `solution.py`.
    pub solution: &'static str,
    /// The names that the reader's text must define: the first parameters of the tests in `test.py`.
    pub names: &'static [&'static str],
    /// The Python that runs these tests.
    pub check: &'static str,
    /// Which parts of a training run it can play: `replaces` in `text.md`.
    pub parts: &'static [Part],
    /// The preset that shows what it does, where the settings at hand would not.
    pub preset: &'static str,
    /// What has to be set besides: names of fields and their texts.
    pub settings: &'static [(&'static str, &'static str)],
    /// The exercise that it has a bug in: everything is written, and one line is wrong.
    pub bug_in: Option<&'static str>,
    /// The exercise that its code grows out of.
    pub grows_out_of: Option<&'static str>,
    /// The file of the engine that does the same.
    pub engine: Option<&'static str>,
    /// What the course says of it beside its text, where it does.
    pub facts: Option<Facts>,
}

/// What the course says of an exercise beside its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Of five.
    pub difficulty: u8,
    /// Of five.
    pub importance: u8,
    /// Minutes to spend.
    pub minutes: &'static str,
}

impl Exercise {
    /// Returns the one that a newcomer meets: a loop of four lines that trains at once.
    pub fn first() -> &'static Self {
        Self::find("S0-E3").unwrap_or(&EXERCISES[0])
    }

    /// Returns what it is about, in a few words, as its text says.
    pub fn title(&self) -> &'static str {
        let page = Catalogue::english().exercises.get(self.id);
        page.map_or(self.id, |page| page.title.as_str())
    }

    /// Finds the one with this id.
    pub fn find(id: &str) -> Option<&'static Self> {
        EXERCISES.iter().find(|exercise| exercise.id == id)
    }
}

/// Returns the facts of an exercise, where the course tells them: the day of batched VPG does.
pub fn facts(id: &str) -> Option<Facts> {
    Exercise::find(id)?.facts
}

//! The exercises, in which the reader writes code: each is one folder `course/exercises/ID`, and
//! `build/course` makes the table from them.

use super::{CHAPTERS, Catalogue, EXERCISES};
use policy_lab::config::draft::Draft;
use policy_lab::config::fields::Field;
use policy_lab::config::presets::Preset;
use policy_lab::python::part::Part;
use policy_lab::python::protocol::Answer;

/// Settings that differ from a preset's: names of fields and their texts.
pub type Changes = &'static [(&'static str, &'static str)];

/// A loop that the reader's code can train with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Training {
    /// What it trains.
    pub what: &'static str,
    /// The Python expression that creates it.
    pub expression: &'static str,
    /// The preset of our run beside it and the settings that differ: the algorithm, settings,
    /// resets, reward and time limit with which the cell begins. `None` if no run of ours has
    /// these.
    pub beside: Option<(&'static str, Changes)>,
}

impl Training {
    /// Returns the settings of our run beside it; `None` if there is no such run.
    pub fn reference(&self) -> Option<Draft> {
        let (preset, changes) = self.beside?;
        draft_of(preset, changes)
    }
}

/// An exercise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exercise {
    /// The name in the course and of the folder: `S0-E3`.
    pub id: &'static str,
    pub(super) title: &'static str,
    /// The fingerprint of its starter, its check and its text, which tells whether it has changed
    /// since an earlier visit.
    pub mark: u32,
    /// The names that the reader's code must define: the first parameters of the tests in
    /// `test.py`.
    pub names: &'static [&'static str],
    /// The Python that runs these tests.
    pub check: &'static str,
    /// The parts of a training run that the reader's code can replace: `replaces` in `text.md`.
    pub parts: &'static [Part],
    /// The loops that the reader's code can train with.
    pub trains: &'static [Training],
    /// The Python expression of a loop's own names that says how many iterations it has.
    pub iterations: Option<&'static str>,
    /// The preset with which a run shows what the code does.
    pub preset: &'static str,
    /// Settings that differ from the preset: names of fields and their texts.
    pub settings: Changes,
    /// The exercise whose solution has a bug here: everything is written, and one line is wrong.
    pub bug_in: Option<&'static str>,
    /// The exercise that the code grew out of.
    pub grows_out_of: Option<&'static str>,
    /// The file of the engine that does the same as the exercise's code.
    pub engine: Option<&'static str>,
    /// The name by which other exercises know the answer, if that is not its own.
    pub known_as: Option<&'static str>,
    /// How hard the exercise is, how much depends on it, and how long it takes.
    pub facts: Facts,
}

/// How hard an exercise is, how much depends on it, and how long it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The difficulty, from 1 to 5.
    pub difficulty: u8,
    /// The importance, from 1 to 5.
    pub importance: u8,
    /// Minutes to spend.
    pub minutes: &'static str,
}

impl Exercise {
    /// Returns the exercise that a newcomer sees first: that of the first chapter that has any.
    pub fn first() -> &'static Self {
        let first = CHAPTERS
            .iter()
            .find_map(|chapter| chapter.exercises().next());
        first.unwrap_or(&EXERCISES[0])
    }

    /// Returns the title that the exercise's text has.
    pub fn title(&self) -> &'static str {
        self.title
    }

    /// Returns the code that the reader starts from, `starter.py`; empty before the texts have been
    /// loaded.
    pub fn starter(&self) -> &'static str {
        let starters = &Catalogue::english().starters;
        starters.get(self.id).map_or("", String::as_str)
    }

    /// Returns the title and, behind it, the name in the course, whose order no reader can follow.
    pub fn label(&self) -> String {
        format!("{} ({})", self.title, self.id)
    }

    /// Returns our own solution, `solution.py`; empty before the texts have been loaded.
    pub fn solution(&self) -> &'static str {
        let solutions = &Catalogue::english().solutions;
        solutions.get(self.id).map_or("", String::as_str)
    }

    /// Returns an answer of this text.
    pub fn answer(&self, source: String) -> Answer {
        let names = self.names.iter();
        Answer {
            source,
            names: names.map(|name| (*name).to_owned()).collect(),
            known_as: self.known_as.map(str::to_owned),
        }
    }

    /// Returns true if the reader's code can take part in training.
    pub fn takes_part(&self) -> bool {
        !self.parts.is_empty() || !self.trains.is_empty()
    }

    /// Returns the link that opens the exercise.
    pub fn link(&self) -> String {
        format!("?exercise={}", self.id)
    }

    /// Returns the settings with which a run shows what the code does.
    pub fn draft(&self) -> Option<Draft> {
        draft_of(self.preset, self.settings)
    }

    /// Returns a function of the reader's code that a run with these settings would never call, and
    /// why. Settings that cannot be read miss none.
    pub fn missed(&self, draft: &Draft, code: &str) -> Option<(&'static str, &'static str)> {
        let config = draft.config().ok()?;
        let missed = |part: &Part| Some((part.name(), part.never_called_because(&config, code)?));
        self.parts.iter().find_map(missed)
    }

    /// Finds the exercise with this id.
    pub fn find(id: &str) -> Option<&'static Self> {
        EXERCISES.iter().find(|exercise| exercise.id == id)
    }
}

/// Returns a preset's draft with some changes; `None` if there is no such preset or field.
fn draft_of(preset: &str, changes: Changes) -> Option<Draft> {
    let mut draft = Draft::new(Preset::find(preset)?);
    for (key, text) in changes {
        draft.set_text(Field::find(key)?, text);
    }
    Some(draft)
}

//! The exercises: one folder `exercises/ID` each, with `text.md`, `starter.py`, `solution.py` and,
//! unless the task is to find a bug in another exercise's code, `test.py`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

use super::chapters::Chapter;
use super::fingerprint::fingerprint;
use super::front_matter::FrontMatter;
use super::task::{Task, defines};
use super::{entries, markdown, name_of, predictions};

/// The files that a folder may hold.
const FILES: [&str; 5] = [
    "text.md",
    "starter.py",
    "solution.py",
    "test.py",
    "answers.md",
];
/// The sections that the text of an exercise must have.
const SECTIONS: [&str; 4] = ["Idea", "Changed", "Hint", "Solution"];

/// An exercise.
pub struct Exercise {
    /// The name of its folder: `S2-E1c`.
    pub id: String,
    /// The key of its chapter.
    pub chapter: String,
    /// Its position within the chapter; the smallest comes first.
    pub position: u32,
    /// Difficulty and importance, out of five each, and the minutes that it takes.
    pub facts: (u32, u32, String),
    /// The exercise whose solution, with a bug in it, is the starter.
    pub bug_in: Option<String>,
    /// The exercise whose solution is compared with its own.
    pub grows_out_of: Option<String>,
    /// The file of the engine that is shown with it.
    pub engine: Option<String>,
    /// The name by which other exercises know the answer, if that is not its own.
    pub known_as: Option<String>,
    /// The task.
    pub task: Task,
    /// Its text.
    pub page: Value,
    /// The fingerprint of its starter, its check and its text.
    pub mark: u32,
}

/// Reads all folders, in the order of study.
pub fn read(folder: &Path, chapters: &[Chapter]) -> Result<Vec<Exercise>, String> {
    let paths = entries(folder)?;
    let exercises = paths.iter().map(|path| Exercise::read(path, chapters));
    let mut exercises: Vec<Exercise> = exercises.collect::<Result<_, _>>()?;
    let place = |chapter: &str| chapters.iter().position(|it| it.key == chapter);
    exercises.sort_by_key(|it| (place(&it.chapter), it.position));
    hold_together(&exercises).map_err(|why| format!("{}/{why}", folder.display()))?;
    let tasks = exercises.iter().map(|it| (it.id.clone(), it.task.clone()));
    let tasks: BTreeMap<String, Task> = tasks.collect();
    for exercise in &mut exercises {
        if let Some(task) = exercise.bug_in.as_ref().and_then(|id| tasks.get(id)) {
            exercise.task = task.clone();
        }
        let folder = folder.join(&exercise.id);
        hold_names(&folder, &exercise.task.names)?;
        exercise.mark = exercise.fingerprint(&read_file(&folder, "starter.py")?);
    }
    Ok(exercises)
}

impl Exercise {
    /// Reads one folder.
    fn read(folder: &Path, chapters: &[Chapter]) -> Result<Self, String> {
        let id = name_of(folder);
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
        if !id.chars().all(is_plain) {
            return Err(format!(
                "{}: an id is made of letters, digits and `-`, since it stands in addresses",
                folder.display()
            ));
        }
        for path in entries(folder)? {
            let name = name_of(&path);
            if !FILES.contains(&name.as_str()) {
                return Err(format!(
                    "{}: {name} has no place here, only {}",
                    folder.display(),
                    FILES.join(", ")
                ));
            }
        }
        let text = read_file(folder, "text.md")?;
        let mut exercise = Self::of_text(id, &text, chapters)
            .map_err(|why| format!("{}: {why}", folder.join("text.md").display()))?;
        let test = folder.join("test.py");
        let told = |why: String| format!("{}: {why}", test.display());
        match &exercise.bug_in {
            Some(other) if test.exists() => Err(told(format!(
                "a bug in {other} is checked by the tests of {other}"
            ))),
            Some(_) => Ok(exercise),
            None => {
                let source = read_file(folder, "test.py")?;
                exercise.task.take_tests(&source).map_err(told)?;
                Ok(exercise)
            }
        }
    }

    fn of_text(id: String, text: &str, chapters: &[Chapter]) -> Result<Self, String> {
        let (mut front, text) = FrontMatter::split(text)?;
        let chapter = front.need("chapter")?;
        if !chapters.iter().any(|it| it.key == chapter) {
            return Err(format!(
                "there is no chapter `{chapter}`, no file chapters/chapter-{chapter}.md"
            ));
        }
        let position = front.number("position")?;
        let facts = (
            front.number("difficulty")?,
            front.number("importance")?,
            front.need("minutes")?,
        );
        let bug_in = front.take("bug_in");
        let mut task = Task::default();
        if bug_in.is_none() {
            task.take_fields(&mut front)?;
        }
        let exercise = Self {
            id,
            chapter,
            position,
            facts,
            bug_in,
            grows_out_of: front.take("grows_out_of"),
            engine: front.take("engine"),
            known_as: front.take("known_as"),
            task,
            page: markdown::page(text)?,
            mark: 0,
        };
        front.finish()?;
        predictions::hold_order(&exercise.page)?;
        let sections = markdown::sections(text);
        for wanted in SECTIONS {
            let is_wanted = |heading: &str| heading.split([' ', ':']).next() == Some(wanted);
            if !sections.iter().any(|(heading, _)| is_wanted(heading)) {
                return Err(format!("the section `## {wanted}` is missing"));
            }
        }
        Ok(exercise)
    }

    /// Returns the fingerprint of the exercise with this starter.
    fn fingerprint(&self, starter: &str) -> u32 {
        let parts = self.page["parts"].as_array().into_iter().flatten();
        // A prediction is no part of the task: whoever has passed it has passed it still.
        let parts = parts.filter(|part| part["kind"] != "Prediction");
        let texts = parts.filter_map(|part| part["html"].as_str());
        fingerprint([starter, &self.task.check].into_iter().chain(texts))
    }
}

/// Checks that the code of a folder defines the names that its tests take.
fn hold_names(folder: &Path, names: &[String]) -> Result<(), String> {
    let starter = read_file(folder, "starter.py")?;
    let solution = read_file(folder, "solution.py")?;
    for name in names {
        if !starter.contains(name.as_str()) {
            return Err(format!(
                "{}: it says nothing of `{name}`, which the tests take",
                folder.join("starter.py").display()
            ));
        }
        if !defines(&solution, name) {
            return Err(format!(
                "{}: it does not define `{name}`, which the tests take",
                folder.join("solution.py").display()
            ));
        }
    }
    Ok(())
}

/// Checks the statements of exercises about each other. An error begins with the folder's name.
fn hold_together(exercises: &[Exercise]) -> Result<(), String> {
    let mut tests: BTreeMap<&str, &str> = BTreeMap::new();
    let mut ids: BTreeMap<String, &str> = BTreeMap::new();
    for (index, exercise) in exercises.iter().enumerate() {
        let id = &exercise.id;
        if let Some(other) = ids.insert(id.to_ascii_lowercase(), id) {
            return Err(format!(
                "{id}: {other} is the same id but for capital letters, and the same folder on some machines"
            ));
        }
        let before = &exercises[..index];
        let same_place =
            |it: &&Exercise| (&it.chapter, it.position) == (&exercise.chapter, exercise.position);
        if let Some(other) = before.iter().find(same_place) {
            return Err(format!(
                "{id}/text.md: {} has position {} of the chapter {} already",
                other.id, other.position, other.chapter
            ));
        }
        for test in &exercise.task.tests {
            if let Some(other) = tests.insert(test, id) {
                return Err(format!(
                    "{id}/test.py: {other}/test.py has a {test} already"
                ));
            }
        }
        let named = [
            ("bug_in", &exercise.bug_in),
            ("grows_out_of", &exercise.grows_out_of),
        ];
        for (field, other) in named {
            let Some(other) = other else { continue };
            let Some(found) = before.iter().find(|it| it.id == *other) else {
                return Err(format!(
                    "{id}/text.md: `{field}` names {other}, and no exercise before it is called so"
                ));
            };
            if field == "bug_in" && found.bug_in.is_some() {
                return Err(format!("{id}/text.md: {other} is itself a bug"));
            }
        }
    }
    Ok(())
}

fn read_file(folder: &Path, file: &str) -> Result<String, String> {
    let path = folder.join(file);
    if !path.exists() {
        return Err(format!("{}: {file} is missing", folder.display()));
    }
    fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
}

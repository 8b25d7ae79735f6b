//! Reads the course from its folders and generates its part of the page: a table of chapters and
//! exercises in Rust, and their texts as JSON. Anything missing or wrong fails the build with one
//! sentence that names the file.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

mod chapters;
mod checks;
mod exercises;
#[path = "../../src/view/fingerprint.rs"]
mod fingerprint;
mod front_matter;
mod glossary;
mod markdown;
mod predictions;
mod questions;
mod table;
mod task;
#[path = "../../src/course/term_id.rs"]
mod term_id;
mod terms;

use chapters::Chapter;
use exercises::Exercise;
use terms::Forms;

/// The whole course.
pub struct Course {
    /// The chapters, in the order of study.
    chapters: Vec<Chapter>,
    /// The exercises, in the order of study.
    exercises: Vec<Exercise>,
    /// The questions, by the key of their chapter.
    questions: Map<String, Value>,
    /// The text about the page itself.
    page: Value,
    /// The terms, in alphabetical order.
    glossary: Value,
}

/// Reads `root`, which holds `chapter-KEY.md`, `questions-KEY.md`, `page.md` and `glossary.md` in
/// its folder `chapters`, a folder `exercises/ID` for each exercise, and `runs.json` if there are
/// recorded runs to predict.
///
/// Names the file, and what is missing or wrong in it.
pub fn read(root: &Path) -> Result<Course, String> {
    let (mut chapters, mut questions) = (Vec::new(), Map::new());
    let (mut page, mut terms, mut forms) = (Value::Null, Value::Null, Forms::default());
    for path in entries(&root.join("chapters"))? {
        let told = |why: String| format!("{}: {why}", path.display());
        let text = fs::read_to_string(&path).map_err(|error| told(error.to_string()))?;
        let name = name_of(&path);
        let name = name.strip_suffix(".md").unwrap_or(&name);
        if let Some(key) = name.strip_prefix("chapter-") {
            chapters.push(Chapter::read(key, &text).map_err(told)?);
        } else if let Some(key) = name.strip_prefix("questions-") {
            questions.insert(key.to_owned(), questions::read(&text).map_err(told)?);
        } else if name == "page" {
            page = markdown::page(&text).map_err(told)?;
        } else if name == "glossary" {
            (terms, forms) = glossary::read(&text).map_err(told)?;
        } else {
            let why =
                "it is called neither chapter-KEY.md, questions-KEY.md, page.md nor glossary.md";
            return Err(told(why.to_owned()));
        }
    }
    for (part, file) in [(&page, "page.md"), (&terms, "glossary.md")] {
        if part.is_null() {
            return Err(format!(
                "{}: {file} is missing",
                root.join("chapters").display()
            ));
        }
    }
    chapters::sort(&mut chapters)?;
    let exercises = exercises::read(&root.join("exercises"), &chapters)?;
    let mut course = Course {
        chapters,
        exercises,
        questions,
        page,
        glossary: terms,
    };
    let told = |(key, why): (&str, String)| {
        let file = root.join("chapters").join(format!("chapter-{key}.md"));
        format!("{}: {why}", file.display())
    };
    course.hold_places().map_err(told)?;
    course.mark_terms(&forms);
    predictions::hold(&course, root)?;
    Ok(course)
}

impl Course {
    /// Marks the terms in all texts. The fingerprints of exercises are made already: a new term
    /// changes no task.
    fn mark_terms(&mut self, forms: &Forms) {
        let chapters = self.chapters.iter_mut().map(|it| &mut it.page);
        let exercises = self.exercises.iter_mut().map(|it| &mut it.page);
        for page in chapters.chain(exercises).chain([&mut self.page]) {
            forms.mark_page(page);
        }
        for (_, questions) in &mut self.questions {
            for question in questions.as_array_mut().into_iter().flatten() {
                forms.mark_question(question);
            }
        }
    }

    /// Checks that chapters place exercises and questions of their own, each once, and exercises in
    /// the order of study.
    ///
    /// Returns the key of the chapter in which that is not so, and the reason.
    fn hold_places(&self) -> Result<(), (&str, String)> {
        for chapter in &self.chapters {
            let of_it = self.exercises.iter().filter(|it| it.chapter == chapter.key);
            let exercises: Vec<&str> = of_it.map(|it| it.id.as_str()).collect();
            let questions = self.questions.get(&chapter.key).and_then(Value::as_array);
            let questions = questions.into_iter().flatten();
            let questions: Vec<&str> = questions.filter_map(|it| it["id"].as_str()).collect();
            for (kind, known) in [("Exercise", exercises), ("Question", questions)] {
                let mut left = known.iter();
                for id in chapter.places(kind) {
                    if !left.any(|it| *it == id) {
                        let why = match known.contains(&id) {
                            true => "stands twice, or after one that follows it",
                            false => "is not one of this chapter",
                        };
                        return Err((&chapter.key, format!("`## {kind}: {id}` {why}")));
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns all texts as the JSON that `course::catalogue` reads.
    pub fn catalogue(&self) -> String {
        let chapters = self.chapters.iter();
        let chapters: Map<String, Value> = chapters
            .map(|it| (it.key.clone(), it.page.clone()))
            .collect();
        let exercises = self.exercises.iter();
        let exercises: Map<String, Value> = exercises
            .map(|it| (it.id.clone(), it.page.clone()))
            .collect();
        json!({
            "page": self.page,
            "glossary": self.glossary,
            "chapters": chapters,
            "exercises": exercises,
            "questions": self.questions,
        })
        .to_string()
    }

    /// Returns the titles of the sections that show code, such as `worlds.py World CartPole`, in
    /// the order of the texts.
    pub fn shown_code(&self) -> impl Iterator<Item = &str> {
        let chapters = self.chapters.iter().map(|it| &it.page);
        let exercises = self.exercises.iter().map(|it| &it.page);
        let pages = chapters.chain(exercises).chain([&self.page]);
        let parts = pages.flat_map(|page| page["parts"].as_array().into_iter().flatten());
        let sources = parts.filter(|part| part["kind"] == "Source");
        sources.filter_map(|part| part["title"].as_str())
    }

    /// Returns the ids of the exercises.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.exercises.iter().map(|exercise| exercise.id.as_str())
    }

    /// Returns the constants `CHAPTERS` and `EXERCISES` as Rust.
    pub fn table(&self) -> String {
        table::write(self)
    }
}

/// Returns the paths in a folder, sorted by name, without the files that editors and systems leave
/// there.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let told = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(told)? {
        let path = entry.map_err(told)?.path();
        if !name_of(&path).starts_with(['.', '_']) {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

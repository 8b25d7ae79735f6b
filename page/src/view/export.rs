//! The reader's code in one file, for Python outside the page. It runs from top to bottom with
//! numpy and PyTorch alone.

use std::fmt::Write as _;

use super::jupyter::{self, NotebookCell};

/// The code that turns the page's files into modules.
const START: &str = include_str!("export_start.py");
/// Keeps the page's own policy network, optimiser and probabilities in step with a reader's
/// `model`.
const FOLLOW_MODEL: &str =
    "\n\n_follow_model(globals())  # `optimizer` and `predict_probs` use your model from here on";

/// The facts about an exercise that its part of the file depends on.
#[derive(Clone, Copy, Debug)]
pub struct ExportedExercise<'a> {
    /// The id in the course.
    pub id: &'a str,
    /// The title, as plain text.
    pub title: &'a str,
    /// The names that an answer defines.
    pub names: &'a [&'a str],
    /// The name by which other exercises know the answer, if that is not its own.
    pub known_as: Option<&'a str>,
    /// True if it is built of the others, and nothing is built of it.
    pub is_last: bool,
    /// The exercise whose solution has a bug here.
    pub bug_in: Option<&'a str>,
    /// The code that the reader starts from.
    pub starter: &'a str,
    /// Our solution.
    pub solution: &'a str,
    /// The reader's code, if there is any.
    pub text: Option<&'a str>,
    /// True if this very code has passed its checks.
    pub has_passed: bool,
}

/// A file of `python/lib`: its path there and its text.
pub type ProvidedFile<'a> = (&'a str, &'a str);

/// A part of the file.
enum Part {
    /// A title, and a text below it that may be empty.
    Heading(String, String),
    /// Code that runs.
    Code(String),
    /// Code that is kept and does not run.
    Kept(String),
}

/// Returns a Python file. What does not run stands there as comments.
pub fn python(exercises: &[ExportedExercise<'_>], provided: &[ProvidedFile<'_>]) -> String {
    let mut file = String::new();
    for part in parts(exercises, provided, "a comment") {
        // Writing to a string cannot fail.
        let _ = match part {
            Part::Heading(title, text) => {
                let gap = if file.is_empty() { "" } else { "\n\n" };
                write!(file, "{gap}# %% {title}\n{}", commented(&text))
            }
            Part::Code(code) => writeln!(file, "\n{}", code.trim_matches('\n')),
            Part::Kept(code) => write!(file, "#\n{}", commented(&code)),
        };
    }
    file
}

/// Returns a notebook. What does not run stands there as raw cells.
pub fn notebook(exercises: &[ExportedExercise<'_>], provided: &[ProvidedFile<'_>]) -> String {
    let cells = parts(exercises, provided, "a raw cell").into_iter();
    let cells = cells.map(|part| match part {
        Part::Heading(title, text) => {
            NotebookCell::text(format!("## {title}\n\n{text}").trim_end())
        }
        Part::Kept(code) => NotebookCell::raw(code.trim_end()),
        Part::Code(code) => NotebookCell::code(code.trim_matches('\n').trim_end()),
    });
    jupyter::written(cells.collect())
}

fn parts(
    exercises: &[ExportedExercise<'_>],
    provided: &[ProvidedFile<'_>],
    kept_as: &str,
) -> Vec<Part> {
    let passed = exercises.iter().filter(|it| it.is_passed()).count();
    let intro = format!(
        "{passed} of {} exercises have passed their checks.\n\n\
         This runs from top to bottom in Python 3.10 or newer with numpy and torch: `pip install numpy torch`.\n\
         The first half is what the page provides: the names that your code may use, and the reference, which stands\n\
         in for what you have not written. As on the page, gymnasium, gym, eindex, jaxtyping, tqdm and wandb are small\n\
         modules of its own. Remove the section of one to use the library that you have installed.\n\
         Your answers follow in the order of the course. One that has passed its checks is code that runs, any other\n\
         is {kept_as}.",
        exercises.len()
    );
    let mut parts = vec![
        Part::Heading("Your code from Policy Lab".to_owned(), intro),
        Part::Heading("What the page provides".to_owned(), String::new()),
        Part::Code(START.to_owned()),
    ];
    for (index, (path, source)) in provided.iter().enumerate() {
        let heading = format!("What the page provides: {path}");
        parts.push(Part::Heading(heading, String::new()));
        let is_last = index + 1 == provided.len();
        parts.push(Part::Code(match is_last {
            true => (*source).to_owned(),
            false => module(path, source),
        }));
    }
    for exercise in exercises {
        let is_provided = |name: &&str| provided.iter().any(|(_, source)| defines(source, name));
        let heading = format!("{} {}", exercise.id, exercise.title);
        let is_provided = exercise.names.iter().all(is_provided);
        parts.push(Part::Heading(heading, exercise.state(is_provided)));
        let text = exercise.written().unwrap_or(exercise.starter);
        let runs = exercise.is_passed() && exercise.bug_in.is_none();
        if !runs {
            parts.push(Part::Kept(text.trim_end().to_owned()));
        }
        if runs || exercise.needs_ours(is_provided) {
            let code = if runs { text } else { exercise.solution };
            let mut code = code.trim_end().to_owned();
            if exercise.names.contains(&"model") {
                code += FOLLOW_MODEL;
            }
            if let (Some(alias), Some(name)) = (exercise.known_as, exercise.names.first()) {
                code += &format!("\n\n\n{alias} = {name}");
            }
            parts.push(Part::Code(code));
        }
    }
    parts
}

impl<'a> ExportedExercise<'a> {
    /// Returns the reader's code, if it is more than the starter.
    fn written(&self) -> Option<&'a str> {
        let is_own = |text: &&str| text.trim_end() != self.starter.trim_end();
        self.text.filter(is_own)
    }

    fn is_passed(&self) -> bool {
        self.has_passed && self.written().is_some()
    }

    /// Returns true if our solution has to stand in, because others are built of it and the page
    /// provides no reference.
    fn needs_ours(&self, is_provided: bool) -> bool {
        !self.is_last && !is_provided && self.bug_in.is_none()
    }

    /// Returns the sentences below the heading.
    fn state(&self, is_provided: bool) -> String {
        let state = match self.written() {
            Some(_) if self.has_passed => "Passed",
            Some(_) => "Not passed yet",
            None => "Not begun",
        };
        match self.bug_in {
            Some(other) => {
                format!("{state}. It does not run here, because {other} defines the same name.")
            }
            None if self.is_passed() => format!("{state}."),
            None if is_provided => format!("{state}: the reference stands in."),
            None if self.is_last => format!("{state}. Nothing is built of it."),
            None => format!("{state}: our solution stands in."),
        }
    }
}

/// Returns a file of the page as the module that it is there.
fn module(path: &str, source: &str) -> String {
    let name = path.trim_end_matches(".py").trim_end_matches("/__init__");
    let mut code = format!("@_provides({:?})\ndef _names():\n", name.replace('/', "."));
    for line in source.lines() {
        let indent = if line.is_empty() { "" } else { "    " };
        // Writing to a string cannot fail.
        let _ = writeln!(code, "{indent}{line}");
    }
    code + "\n    return locals()"
}

/// Returns true if a line of Python defines a function, a class or a value of this name.
fn defines(source: &str, name: &str) -> bool {
    let starts = ["def NAME(", "class NAME(", "class NAME:", "NAME ="];
    let starts = starts.map(|start| start.replace("NAME", name));
    let mut lines = source.lines().map(str::trim_start);
    lines.any(|line| starts.iter().any(|start| line.starts_with(start.as_str())))
}

/// Returns a text as lines of comments.
pub(super) fn commented(text: &str) -> String {
    let lines = text.lines();
    let lines = lines.map(|line| format!("# {line}").trim_end().to_owned() + "\n");
    lines.collect()
}

//! The task of an exercise: the tests of its `test.py`, and what the page sets up for its code.

use super::checks::tests_of;
use super::front_matter::FrontMatter;

/// The task of an exercise. That of a bug is the task of the exercise whose code has the bug.
#[derive(Clone, Default)]
pub struct Task {
    /// The names that the reader defines: the first parameter of each test.
    pub names: Vec<String>,
    /// The code that runs the tests.
    pub check: String,
    /// The names of `test.py`'s tests.
    pub tests: Vec<String>,
    /// Parts of a training run that the reader's code can take over: variants of `Part`.
    pub replaces: Vec<String>,
    /// The preset that shows the effect of the code.
    pub preset: String,
    /// Settings that differ from the preset's.
    pub settings: Vec<(String, String)>,
    /// The loops that the code can train with.
    pub trains: Vec<Training>,
    /// The Python expression of a loop's own names that says how many iterations it has.
    pub iterations: Option<String>,
}

/// A loop that the code can train with.
#[derive(Clone)]
pub struct Training {
    /// What it trains.
    pub what: String,
    /// The Python expression that creates it.
    pub expression: String,
    /// The preset of our run beside it, and the settings that differ from the preset's.
    pub beside: Option<(String, Vec<(String, String)>)>,
}

impl Task {
    /// Reads the fields about the training run.
    pub fn take_fields(&mut self, front: &mut FrontMatter) -> Result<(), String> {
        self.preset = front.need("preset")?;
        self.replaces = front.words("replaces");
        for (what, expression) in pairs(front, "trains")? {
            self.trains.push(Training {
                what,
                expression,
                beside: None,
            });
        }
        for (what, settings) in pairs(front, "beside")? {
            let mut trains = self.trains.iter_mut();
            let training = trains.find(|it| it.what == what && it.beside.is_none());
            let training = training
                .ok_or_else(|| format!("`beside` names `{what}`, which `trains` does not"))?;
            let mut words = settings.split_whitespace().map(str::to_owned);
            let preset = words.next().unwrap_or_default();
            training.beside = Some((preset, settings_of(words)?));
        }
        self.iterations = front.take("iterations");
        if self.iterations.is_some() == self.trains.is_empty() {
            return Err("`trains` and `iterations` belong together".to_owned());
        }
        self.settings = settings_of(front.words("settings").into_iter())?;
        Ok(())
    }

    /// Reads the tests, and the names that they take.
    pub fn take_tests(&mut self, source: &str) -> Result<(), String> {
        let mut calls = Vec::new();
        for (test, parameters) in tests_of(source) {
            let Some(name) = parameters.first() else {
                return Err(format!("{test} takes nothing, and so checks nothing"));
            };
            if !self.names.iter().any(|known| known == name) {
                self.names.push((*name).to_owned());
            }
            self.tests.push(test.to_owned());
            calls.push(format!("tests.{test}({})", parameters.join(", ")));
        }
        if calls.is_empty() {
            return Err("a function `test_…` is missing".to_owned());
        }
        self.check = calls.join("\n");
        Ok(())
    }
}

/// Reads an optional field of entries `what = value` with ` | ` between them.
fn pairs(front: &mut FrontMatter, field: &str) -> Result<Vec<(String, String)>, String> {
    let text = front.take(field);
    let entries = text.iter().flat_map(|text| text.split(" | "));
    let pair = |entry: &str| {
        let (what, value) = entry
            .split_once(" = ")
            .ok_or_else(|| format!("the entry `{entry}` of `{field}` is not `what = …`"))?;
        Ok((what.to_owned(), value.to_owned()))
    };
    entries.map(pair).collect()
}

/// Reads settings `name=value`.
fn settings_of(words: impl Iterator<Item = String>) -> Result<Vec<(String, String)>, String> {
    let setting = |word: String| {
        let (key, value) = word
            .split_once('=')
            .ok_or_else(|| format!("the setting `{word}` is not `name=value`"))?;
        Ok((key.to_owned(), value.to_owned()))
    };
    words.map(setting).collect()
}

/// Returns true if a line of Python defines a name: a function, a class or a value.
pub fn defines(source: &str, name: &str) -> bool {
    let starts = [
        format!("def {name}("),
        format!("class {name}:"),
        format!("class {name}("),
        format!("{name} ="),
    ];
    source
        .lines()
        .any(|line| starts.iter().any(|start| line.starts_with(start.as_str())))
}

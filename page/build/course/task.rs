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
    /// The loops that the code can train with: what each trains, and the Python expression that creates it.
    pub trains: Vec<(String, String)>,
}

impl Task {
    /// Reads the fields about the training run.
    pub fn take_fields(&mut self, front: &mut FrontMatter) -> Result<(), String> {
        self.preset = front.need("preset")?;
        self.replaces = front.words("replaces");
        for training in front.take("trains").iter().flat_map(|it| it.split(" | ")) {
            let (what, expression) = training
                .split_once(" = ")
                .ok_or_else(|| format!("the training `{training}` is not `what = expression`"))?;
            self.trains.push((what.to_owned(), expression.to_owned()));
        }
        for setting in front.words("settings") {
            let (key, value) = setting
                .split_once('=')
                .ok_or_else(|| format!("the setting `{setting}` is not `name=value`"))?;
            self.settings.push((key.to_owned(), value.to_owned()));
        }
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

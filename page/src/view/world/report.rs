//! What the check of a class found, and the words for it. Python's `own_environment.examined`
//! writes it as JSON.

use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::rewards::RewardCounts;
use crate::view::format::{count, joined, plural, score};
use crate::view::plain_table::{NOT_MEASURED, PlainTable};
use policy_lab::envs::OwnProgram;
use policy_lab::envs::own::OwnClass;

/// Most numbers of an observation, and of the inputs of a difference, that are shown.
const MOST_SHOWN: usize = 8;
/// Most letters of a value that is shown.
const MOST_LETTERS: usize = 160;

/// A number. Python writes one that is not finite as a text.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FoundNumber(pub f64);

impl<'de> Deserialize<'de> for FoundNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = match Value::deserialize(deserializer)? {
            Value::Number(number) => number.as_f64(),
            Value::String(text) => text.parse().ok(),
            _ => None,
        };
        Ok(Self(number.unwrap_or(f64::NAN)))
    }
}

/// What the check of a class found.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct WorldReport {
    /// The class's name; `None` if no class was found.
    pub class: Option<String>,
    /// True if it became a program that agrees with the class.
    pub became_program: bool,
    /// The line of the text that says why not, from 1.
    pub line: Option<usize>,
    /// Why not, in a sentence.
    pub sentence: Option<String>,
    /// What differs first between the program and the class.
    pub difference: Option<Value>,
    /// What a reader may want to know.
    pub warnings: Vec<WorldWarning>,
    /// Steps of both that were compared.
    pub compared_steps: u64,
    /// The largest difference of a number in them.
    pub largest_difference: FoundNumber,
    /// The spaces.
    pub spaces: Option<SpaceWords>,
    /// The observations with which three episodes begin.
    pub first_observations: Vec<Vec<FoundNumber>>,
    /// Runs of simple policies.
    pub runs: Vec<TriedRun>,
    /// The rewards of their steps.
    pub rewards: Option<RewardCounts>,
    /// True if the class is no program, and Python steps it in a run.
    #[serde(skip)]
    pub is_stepped: bool,
    /// What is known of a class that is no program and can be stepped.
    pub stand_in: Option<StandIn>,
    /// The program, with the text that it was made of; of a class that is none, what stands in for
    /// it.
    #[serde(skip)]
    pub program: Option<OwnProgram>,
}

/// A class that Python steps.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct StandIn {
    /// The class, without its text.
    #[serde(flatten)]
    pub class: OwnClass,
    /// How many numbers its observations have.
    pub obs_size: usize,
    /// How many numbers its actions have.
    pub action_size: usize,
}

/// The spaces, as Gymnasium writes them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct SpaceWords {
    /// That of observations.
    pub observation: String,
    /// That of actions.
    pub action: String,
}

/// A sentence about a line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct WorldWarning {
    /// The line of the text, from 1.
    #[serde(default)]
    pub line: Option<usize>,
    /// The sentence.
    pub sentence: String,
}

/// A run of a simple policy.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct TriedRun {
    /// The policy.
    pub name: String,
    /// The steps that it took.
    pub steps: u64,
    /// The episodes that ended within them.
    pub episodes: u64,
    /// Their returns.
    pub returns: Vec<FoundNumber>,
    /// Their lengths in steps.
    pub lengths: Vec<u64>,
    /// The episodes that ended by the class's own rules.
    pub terminated: u64,
    /// The episodes that the class cut off.
    pub truncated: u64,
}

/// Reads what Python has written about a class with this text.
///
/// # Errors
/// If it is something else.
pub fn read(bytes: &[u8], text: &str) -> Result<WorldReport, String> {
    let unreadable = |why: serde_json::Error| {
        format!("What Python found cannot be read: {why}. Reload the page and check again")
    };
    let mut answer: Value = serde_json::from_slice(bytes).map_err(unreadable)?;
    let program = answer.get_mut("program").map(Value::take);
    let mut report: WorldReport = serde_json::from_value(answer).map_err(unreadable)?;
    if let Some(Value::Object(mut program)) = program {
        program.insert("source".to_owned(), text.into());
        let program = serde_json::from_value(Value::Object(program)).map_err(unreadable)?;
        report.program = Some(program);
    } else if let Some(StandIn {
        class,
        obs_size,
        action_size,
    }) = report.stand_in.take()
    {
        let source = text.to_owned();
        let class = OwnClass { source, ..class };
        let stand_in = OwnProgram::by_interpreter(class, obs_size, action_size);
        report.program = Some(stand_in);
        report.is_stepped = true;
    }
    Ok(report)
}

impl WorldReport {
    /// Says what became of the class.
    pub fn verdict(&self) -> String {
        match (&self.class, self.became_program) {
            (Some(class), true) => format!("{class} became a program"),
            (None, true) => "It became a program".to_owned(),
            (Some(class), false) => format!("{class} cannot become a program"),
            (None, false) => "This cannot be a world yet".to_owned(),
        }
    }

    /// Says what follows from it.
    pub fn consequence(&self) -> String {
        if !self.became_program {
            let said = self.sentence.clone().unwrap_or_default();
            let said = match self.line {
                Some(line) => format!("Line {line}: {said}"),
                None => said,
            };
            return match self.is_stepped {
                true => format!(
                    "{said} It trains all the same, at Python’s speed: in the Lab, on one core, with the same charts"
                ),
                false => said,
            };
        }
        format!(
            "It trains at the engine’s speed, on the CPU and on a GPU. {} of it and of the class were compared; \
             the largest difference was {}",
            plural(self.compared_steps as usize, "step"),
            score(self.largest_difference.0)
        )
    }

    /// Returns true if the class itself runs, whether it became a program or not.
    pub fn runs(&self) -> bool {
        self.became_program || !self.runs.is_empty()
    }

    /// Returns the runs as a table; without rows if there are none.
    pub fn table(&self) -> PlainTable {
        let heads = [
            "Policy",
            "Steps",
            "Episodes",
            "Mean return",
            "Mean length",
            "Terminated",
            "Truncated",
        ];
        let rows = self.runs.iter().map(|run| {
            let lengths: Vec<f64> = run.lengths.iter().map(|it| *it as f64).collect();
            let returns: Vec<f64> = run.returns.iter().map(|it| it.0).collect();
            vec![
                run.name.clone(),
                count(run.steps),
                count(run.episodes),
                mean(&returns),
                mean(&lengths),
                count(run.terminated),
                count(run.truncated),
            ]
        });
        PlainTable::new(&heads, rows)
    }

    /// Returns what differs first between the program and the class: names and values.
    pub fn differences(&self) -> Vec<(String, String)> {
        let Some(Value::Object(found)) = &self.difference else {
            return Vec::new();
        };
        let shown = |value: &Value| {
            let text = match value {
                Value::String(text) => text.clone(),
                value => value.to_string(),
            };
            match text.char_indices().nth(MOST_LETTERS) {
                Some((end, _)) => format!("{}…", &text[..end]),
                None => text,
            }
        };
        let each = found
            .iter()
            .map(|(name, value)| (name.clone(), shown(value)));
        each.collect()
    }
}

/// Writes an observation, with its first numbers if there are many.
pub fn observation(numbers: &[FoundNumber]) -> String {
    let first: Vec<String> = numbers
        .iter()
        .take(MOST_SHOWN)
        .map(|it| finite(it.0))
        .collect();
    match numbers.len() > MOST_SHOWN {
        true => format!("{}, … ({} numbers)", first.join(", "), numbers.len()),
        false => first.join(", "),
    }
}

/// Writes the names of the runs that rewards come from: `a random policy and always action 0`.
pub fn policies(runs: &[TriedRun]) -> String {
    joined(runs.iter().map(|run| run.name.clone()).collect())
}

fn mean(numbers: &[f64]) -> String {
    match numbers.len() {
        0 => NOT_MEASURED.to_owned(),
        count => finite(numbers.iter().sum::<f64>() / count as f64),
    }
}

/// Writes a number that may be none.
pub(super) fn finite(number: f64) -> String {
    match number.is_finite() {
        true => score(number),
        false => number.to_string().to_lowercase().replace('-', "−"),
    }
}

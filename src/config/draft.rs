//! The settings as the reader typed them. They are kept as text, so an unfinished or invalid entry is not lost.

use std::collections::BTreeMap;

use super::fields::{FIELDS, Field, FieldKind, Value};
use super::options::Choice;
use super::presets::{PRESETS, Preset};
use super::validate::{self, Problem};
use super::{Algorithm, TrainConfig};

/// A preset, and the texts of the fields that the reader changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    preset: &'static str,
    texts: BTreeMap<&'static str, String>,
}

impl Default for Draft {
    fn default() -> Self {
        Self::new(&PRESETS[0])
    }
}

impl Draft {
    /// Creates a draft that equals `preset`.
    pub fn new(preset: &'static Preset) -> Self {
        Self {
            preset: preset.id,
            texts: BTreeMap::new(),
        }
    }

    /// Returns the preset that the draft started from.
    pub fn preset(&self) -> &'static Preset {
        Preset::find(self.preset).unwrap_or(&PRESETS[0])
    }

    /// Returns the preset's algorithm.
    pub fn algorithm(&self) -> Algorithm {
        self.defaults().algorithm
    }

    /// Returns the fields that the form shows.
    pub fn fields(&self) -> impl Iterator<Item = &'static Field> {
        let algorithm = self.algorithm();
        FIELDS
            .iter()
            .filter(move |field| field.is_used_by(algorithm))
    }

    /// Returns the text in a field: the reader's if there is one, otherwise the preset's.
    pub fn text(&self, field: &Field) -> String {
        self.texts
            .get(field.key)
            .cloned()
            .unwrap_or_else(|| self.default_text(field))
    }

    /// Returns the preset's text for a field.
    pub fn default_text(&self, field: &Field) -> String {
        print(field, (field.get)(&self.defaults()))
    }

    /// Stores the text that the reader typed. Text equal to the preset's counts as unchanged.
    pub fn set_text(&mut self, field: &'static Field, text: &str) {
        if text.trim() == self.default_text(field) {
            self.texts.remove(field.key);
        } else {
            self.texts.insert(field.key, text.to_owned());
        }
    }

    /// Returns true if a field's value differs from the preset's. The same number written differently does not count.
    pub fn is_changed(&self, field: &Field) -> bool {
        self.texts
            .get(field.key)
            .is_some_and(|text| parse(field, text) != Ok((field.get)(&self.defaults())))
    }

    /// Returns the changed fields and their texts, in the order of the form.
    pub fn changes(&self) -> impl Iterator<Item = (&'static Field, &str)> {
        FIELDS
            .iter()
            .filter_map(|field| Some((field, self.texts.get(field.key)?.as_str())))
    }

    /// Reads the texts into a configuration that is ready to train.
    ///
    /// # Errors
    /// Every field that cannot be read or is out of range; if there is none, every broken rule between fields.
    pub fn config(&self) -> Result<TrainConfig, Vec<Problem>> {
        let mut config = self.defaults();
        let mut found = Vec::new();
        for (field, text) in self.changes() {
            if !field.is_used_by(config.algorithm) {
                continue;
            }
            match parse(field, text) {
                Ok(value) => (field.set)(&mut config, value),
                Err(problem) => found.push(problem),
            }
        }
        // A field that cannot be read keeps its default in `config`, so a rule that uses it would report a number that
        // the reader does not see.
        if found.is_empty() {
            found.extend(validate::problems(&config));
        }
        if found.is_empty() {
            Ok(config)
        } else {
            Err(found)
        }
    }

    fn defaults(&self) -> TrainConfig {
        (self.preset().config)()
    }
}

/// Returns the text of a value, as the form and the URL show it.
pub fn print(field: &Field, value: Value) -> String {
    match (field.kind, value) {
        (_, Value::Integer(value)) => value.to_string(),
        (_, Value::Number(value) | Value::Optional(Some(value))) => print_number(value),
        (_, Value::Optional(None)) => String::new(),
        (_, Value::Switch(on)) => if on { "true" } else { "false" }.to_owned(),
        (_, Value::Choice(key)) => key.to_owned(),
        (_, Value::Sizes(sizes)) => {
            let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
            sizes.join("-")
        }
        (_, Value::Expression(text)) => text,
    }
}

/// Formats a number; very small and very large ones in scientific notation, as one writes a learning rate.
pub fn print_number(value: f64) -> String {
    if value != 0.0 && !(1e-3..1e7).contains(&value.abs()) {
        format!("{value:e}")
    } else {
        value.to_string()
    }
}

/// Reads a value from text and checks its range.
///
/// # Errors
/// The problem says which values the field accepts.
pub fn parse(field: &Field, text: &str) -> Result<Value, Problem> {
    let text = text.trim();
    let value = match field.kind {
        FieldKind::Integer { .. } => parse_integer(text).map(Value::Integer),
        FieldKind::Number { .. } => parse_number(text).map(Value::Number),
        FieldKind::Optional { .. } if text.is_empty() || text.eq_ignore_ascii_case("none") => {
            Some(Value::Optional(None))
        }
        FieldKind::Optional { .. } => parse_number(text).map(|value| Value::Optional(Some(value))),
        FieldKind::Switch => parse_switch(text).map(Value::Switch),
        FieldKind::Choice { options } => parse_choice(text, &options()).map(Value::Choice),
        FieldKind::Sizes { .. } => parse_sizes(text).map(Value::Sizes),
        FieldKind::Expression => Some(Value::Expression(text.to_owned())),
    };
    let Some(value) = value else {
        return Err(Problem::new(field.key, unreadable(field.kind, text)));
    };
    match validate::out_of_range(field, &value) {
        Some(problem) => Err(problem),
        None => Ok(value),
    }
}

fn parse_integer(text: &str) -> Option<usize> {
    let digits = text.replace(['_', ','], "");
    digits.parse().ok().or_else(|| {
        // People write budgets as "1e6".
        let value: f64 = digits.parse().ok()?;
        (value.fract() == 0.0 && (0.0..=9e15).contains(&value)).then_some(value as usize)
    })
}

fn parse_number(text: &str) -> Option<f64> {
    text.parse().ok().filter(|value: &f64| value.is_finite())
}

fn parse_switch(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "1" | "on" | "yes" => Some(true),
        "false" | "0" | "off" | "no" => Some(false),
        _ => None,
    }
}

fn parse_choice(text: &str, options: &[Choice]) -> Option<&'static str> {
    options
        .iter()
        .map(|choice| choice.key)
        .find(|key| key.eq_ignore_ascii_case(text))
}

/// Reads `64-64` and the other ways in which people write it: `64, 64`, `[64, 64]`, `64 64`, `64x64`.
fn parse_sizes(text: &str) -> Option<Vec<usize>> {
    text.trim_matches(['[', ']', '(', ')'])
        .split(|letter: char| "-,;x×".contains(letter) || letter.is_whitespace())
        .filter(|part| !part.is_empty())
        .map(|part| part.parse().ok())
        .collect()
}

fn unreadable(kind: FieldKind, text: &str) -> String {
    let shown: String = text.chars().take(24).collect();
    match kind {
        FieldKind::Integer { min, max } => {
            format!("“{shown}” is not a whole number; use one from {min} to {max}")
        }
        FieldKind::Number { min, max } => {
            format!("“{shown}” is not a number; use one from {min} to {max}")
        }
        FieldKind::Optional { min, max } => {
            format!("“{shown}” is not a number; use one from {min} to {max}, or leave it empty")
        }
        FieldKind::Switch => format!("“{shown}” is neither true nor false"),
        FieldKind::Choice { options } => {
            let keys: Vec<&str> = options().iter().map(|choice| choice.key).collect();
            format!("“{shown}” is none of {}", keys.join(", "))
        }
        FieldKind::Sizes { .. } => {
            format!("“{shown}” is not a list of widths; write for instance 64-64")
        }
        // Every text reads as an expression; `out_of_range` reports the ones that do not parse.
        FieldKind::Expression => String::new(),
    }
}

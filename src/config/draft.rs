//! What the reader has typed: kept as text, so that nothing is lost while it is not yet a valid configuration.

use std::collections::BTreeMap;

use super::fields::{FIELDS, Field, FieldKind, Value};
use super::options::Choice;
use super::presets::{PRESETS, Preset};
use super::validate::{self, Problem};
use super::{Algorithm, TrainConfig};

/// A preset, and the fields in which the reader's text differs from it.
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
    /// A draft that equals `preset`.
    pub fn new(preset: &'static Preset) -> Self {
        Self {
            preset: preset.id,
            texts: BTreeMap::new(),
        }
    }

    /// The preset that the draft started from.
    pub fn preset(&self) -> &'static Preset {
        Preset::find(self.preset).unwrap_or(&PRESETS[0])
    }

    /// The learner that the draft is for.
    pub fn algorithm(&self) -> Algorithm {
        self.defaults().algorithm
    }

    /// Fields that the form shows.
    pub fn fields(&self) -> impl Iterator<Item = &'static Field> {
        let algorithm = self.algorithm();
        FIELDS
            .iter()
            .filter(move |field| field.is_used_by(algorithm))
    }

    /// The text in a field: the reader's, else the preset's.
    pub fn text(&self, field: &Field) -> String {
        self.texts
            .get(field.key)
            .cloned()
            .unwrap_or_else(|| self.default_text(field))
    }

    /// The preset's text for a field.
    pub fn default_text(&self, field: &Field) -> String {
        print(field, (field.get)(&self.defaults()))
    }

    /// Takes what the reader typed. Text equal to the preset's counts as unchanged.
    pub fn set_text(&mut self, field: &'static Field, text: &str) {
        if text.trim() == self.default_text(field) {
            self.texts.remove(field.key);
        } else {
            self.texts.insert(field.key, text.to_owned());
        }
    }

    /// Whether a field says something else than the preset; the same number written differently does not.
    pub fn is_changed(&self, field: &Field) -> bool {
        self.texts
            .get(field.key)
            .is_some_and(|text| parse(field, text) != Ok((field.get)(&self.defaults())))
    }

    /// Changed fields and their texts, in the form's order.
    pub fn changes(&self) -> impl Iterator<Item = (&'static Field, &str)> {
        FIELDS
            .iter()
            .filter_map(|field| Some((field, self.texts.get(field.key)?.as_str())))
    }

    /// Reads the texts into a configuration that is ready to train.
    ///
    /// # Errors
    /// Every field that cannot be read or is out of range, and every broken rule between fields.
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
        // A field that cannot be read holds its default in `config`, so rules about it would speak of a
        // number that the reader does not see.
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

/// The text of a value, as the form and the URL show it.
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

/// Small and large numbers in scientific notation, as one writes a learning rate.
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
/// A message that says what the field takes.
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
        // "1e6" is how people write budgets.
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

/// `64-64`, and what people write instead: `64, 64`, `[64, 64]`, `64 64`, `64x64`.
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
        // Every text can be read; whether it is an expression, its range check says.
        FieldKind::Expression => String::new(),
    }
}

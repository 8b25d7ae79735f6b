//! A sweep in an address: `sweep=learning_rate:0.001,0.0025;clip_coef:0.1,0.2&seeds=3`, and
//! `draws=20` if the settings are drawn at random.

use super::{DRAWS, MOST_AXES, SEEDS, SweepAxis, SweepDesign, SweepDraft};
use crate::config::fields::Field;

/// The name of the axes in addresses.
const SWEEP: &str = "sweep";

impl SweepDraft {
    /// Returns true if a parameter of this name belongs to a sweep.
    pub fn is_named(name: &str) -> bool {
        matches!(name, SWEEP | SEEDS | DRAWS)
    }

    /// Reads the parameters of an address, and adds a message for each part that could not be used.
    /// Returns `None` if none of them belongs to a sweep. Values are kept as they are, valid or
    /// not.
    pub fn from_pairs(pairs: &[(&str, &str)], notices: &mut Vec<String>) -> Option<Self> {
        let mut draft = None;
        for (name, value) in pairs.iter().filter(|(name, _)| Self::is_named(name)) {
            let draft = draft.get_or_insert_with(Self::default);
            match *name {
                SWEEP => draft.axes = axes(value, notices),
                SEEDS => draft.seeds = (*value).to_owned(),
                _ => {
                    draft.design = SweepDesign::Random;
                    draft.draws = (*value).to_owned();
                }
            }
        }
        draft
    }

    /// Returns the names and values of the parameters that [`SweepDraft::from_pairs`] reads.
    pub fn to_pairs(&self) -> Vec<(&'static str, String)> {
        let axes = self.axes.iter();
        let axes = axes.map(|axis| format!("{}:{}", axis.field.key, axis.values));
        let axes: Vec<String> = axes.collect();
        let mut pairs = vec![(SWEEP, axes.join(";")), (SEEDS, self.seeds.clone())];
        if self.design == SweepDesign::Random {
            pairs.push((DRAWS, self.draws.clone()));
        }
        pairs
    }
}

fn axes(value: &str, notices: &mut Vec<String>) -> Vec<SweepAxis> {
    let mut axes: Vec<SweepAxis> = Vec::new();
    for part in value.split(';') {
        let named = part
            .split_once(':')
            .filter(|(name, _)| is_name(name.trim()));
        match (named, axes.last_mut()) {
            (Some((name, values)), _) => match Field::find(name.trim()) {
                Some(_) if axes.len() == MOST_AXES => notices.push(format!(
                    "The link varies more than {MOST_AXES} hyperparameters; {part} was left out"
                )),
                Some(field) => axes.push(SweepAxis {
                    field,
                    values: values.to_owned(),
                }),
                None => notices.push(format!(
                    "The link varies a hyperparameter that is unknown here: {part}"
                )),
            },
            // What was typed may hold any letter.
            (None, Some(axis)) => axis.values += &format!(";{part}"),
            (None, None) if part.trim().is_empty() => {}
            (None, None) => notices.push(format!(
                "The link varies “{part}”; it should name a hyperparameter and its values, such as gamma:0.9,0.99"
            )),
        }
    }
    axes
}

fn is_name(text: &str) -> bool {
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    !text.is_empty() && text.chars().all(is_letter)
}

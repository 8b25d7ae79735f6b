//! Learning rates to choose from: the preset's, and multiples of it.

use policy_lab::config::draft::{parse, print_number};
use policy_lab::config::fields::Field;

/// The multiples, with their names.
const TIMES: [(f64, &str); 5] = [
    (0.1, " (a tenth)"),
    (0.3, " (× 0.3)"),
    (1.0, ""),
    (3.0, " (× 3)"),
    (10.0, " (× 10)"),
];

/// A learning rate to choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RateChoice {
    /// The text in the form.
    pub text: String,
    /// Its name in the list.
    pub name: String,
}

/// Returns the learning rates to choose from, given the texts of the preset and of the form. A text
/// of the reader's own comes last.
pub fn rates(preset: &str, current: &str) -> Vec<RateChoice> {
    let mut all: Vec<RateChoice> = TIMES
        .iter()
        .filter_map(|(times, name)| {
            let text = multiple(preset, *times)?;
            let name = format!("{text}{name}");
            Some(RateChoice { text, name })
        })
        .collect();
    if all.iter().all(|choice| choice.text != current) {
        all.push(RateChoice {
            text: current.to_owned(),
            name: format!("{current} (yours)"),
        });
    }
    all
}

/// Returns ten times a learning rate.
pub fn ten_times(preset: &str) -> Option<String> {
    multiple(preset, 10.0)
}

/// Returns `times` a learning rate, without the last digits that floating-point numbers add; none
/// if the form would not accept it.
fn multiple(preset: &str, times: f64) -> Option<String> {
    let exact = preset.trim().parse::<f64>().ok()? * times;
    let rounded: f64 = format!("{exact:.6e}").parse().ok()?;
    let text = print_number(rounded);
    parse(Field::find("learning_rate")?, &text)
        .ok()
        .map(|_| text)
}

//! The values of an axis, read from their text: `0.001, 0.0025, 0.01`, or
//! `0.0005 to 0.05 in 6 steps`.

use super::MOST_RUNS;
use crate::config::draft::{parse, print, print_number};
use crate::config::fields::{Field, FieldKind, Value};
use crate::config::number::{self, Misread};
use crate::config::validate::Problem;

/// The word for an empty value.
pub(super) const NONE: &str = "none";
/// Values of a range that does not say how many.
const USUAL: usize = 5;
/// Ratio of the ends from which on a range has equal factors instead of equal distances.
const WIDE: f64 = 10.0;
/// What is said of a comma between digits that may be a decimal one.
const BARE_COMMA: &str = "has a comma between digits; use a point for decimals";
/// Digits of a value that is computed.
const DIGITS: usize = 3;

/// Returns the texts of the values, each once and as the form prints it.
///
/// # Errors
/// The problem names the field and the value that it cannot have.
pub(super) fn read(field: &'static Field, text: &str) -> Result<Vec<String>, Problem> {
    let text = number::plain(text);
    if let Some(problem) = comma_of_a_number(field, &text) {
        return Err(problem);
    }
    let mut found: Vec<String> = Vec::new();
    for part in parts(&text) {
        for value in range(field, part)?.map_or_else(|| Ok(vec![one(field, part)?]), Ok)? {
            if !found.contains(&value) {
                found.push(value);
            }
        }
    }
    if found.is_empty() {
        let message = format!(
            "{} has no values. Write some, separated by commas",
            field.key
        );
        return Err(Problem::new(field.key, message));
    }
    if found.len() > MOST_RUNS {
        return Err(too_many(field));
    }
    Ok(found)
}

/// Returns the text to put into a draft for a value: the word for an empty one means an empty text.
pub(super) fn typed<'a>(field: &Field, value: &'a str) -> &'a str {
    match field.kind {
        FieldKind::Optional { .. } | FieldKind::Expression if is_none(value) => "",
        _ => value,
    }
}

/// Returns the number that a value stands for, if it is one.
pub(super) fn number(field: &Field, value: &str) -> Option<f64> {
    match parse(field, typed(field, value)).ok()? {
        Value::Integer(value) => Some(value as f64),
        Value::Number(value) | Value::Optional(Some(value)) => Some(value),
        _ => None,
    }
}

/// Returns the number at `part` (0 to 1) of the way from `low` to `high`, rounded, as a text. The
/// way has equal factors if both are above 0 and far apart.
pub(super) fn between(field: &Field, [low, high]: [f64; 2], part: f64) -> String {
    let is_wide = low.min(high) > 0.0 && low.max(high) / low.min(high) >= WIDE;
    let value = match is_wide {
        true => low * (high / low).powf(part),
        false => low + (high - low) * part,
    };
    let rounded = match field.kind {
        FieldKind::Integer { .. } => value.round(),
        _ => rounded(value),
    };
    // What is rounded must not leave the range.
    print_number(rounded.clamp(low.min(high), low.max(high)))
}

/// Rounds to a few significant digits.
fn rounded(value: f64) -> f64 {
    let digits = DIGITS - 1;
    format!("{value:.digits$e}").parse().unwrap_or(value)
}

/// Returns the parts of a list. A comma within brackets belongs to an expression or to the widths
/// of layers.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let parts = parts_at(text, |letter| matches!(letter, ',' | ';' | '\n'));
    parts.map(str::trim).filter(|part| !part.is_empty())
}

/// Splits a text outside its brackets.
fn parts_at(text: &str, is_end: fn(char) -> bool) -> impl Iterator<Item = &str> {
    let mut depth = 0_i32;
    text.split(move |letter: char| {
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
        depth <= 0 && is_end(letter)
    })
}

/// Returns a problem if a comma between two digits may belong to a number: `0,5` is one value for
/// half of the world. A comma that parts values has a space after it there, or stands beside a
/// point.
fn comma_of_a_number(field: &'static Field, text: &str) -> Option<Problem> {
    let advice = |word: &str| match field.kind {
        FieldKind::Integer { max, .. } => match number::integer(word) {
            // `128,256` is a list where 128256 would be too large.
            Err(Misread::Misspelt { advice, meant }) => {
                let fits = |number: &String| number.parse().is_ok_and(|it: usize| it <= max);
                meant.iter().any(fits).then_some(advice)
            }
            _ => None,
        },
        FieldKind::Number { .. } | FieldKind::Optional { .. } => match number::decimal(word) {
            Err(Misread::Misspelt { advice, .. }) => Some(advice),
            _ => joins_digits(word, "").then(|| BARE_COMMA.to_owned()),
        },
        FieldKind::Expression => joins_digits(word, "+-*/^<>=").then(|| BARE_COMMA.to_owned()),
        FieldKind::Switch | FieldKind::Choice { .. } | FieldKind::Sizes { .. } => None,
    };
    let mut words = parts_at(text, |letter| letter == ';' || letter.is_whitespace());
    let (word, advice) = words.find_map(|word| {
        let word = word.trim_matches(',');
        let advice = word.contains(',').then(|| advice(word)).flatten();
        advice.map(|advice| (word, advice))
    })?;
    let shown: String = word.chars().take(24).collect();
    let key = field.key;
    let message =
        format!("{key}: “{shown}” {advice}. Between two values a comma needs a space after it");
    Some(Problem::new(key, message))
}

/// Returns true if a word has a comma outside brackets directly between two whole numbers, which
/// may have operators on their other sides.
fn joins_digits(word: &str, operators: &str) -> bool {
    let is_whole = |part: &str| !part.is_empty() && part.bytes().all(|it| it.is_ascii_digit());
    let is_operator = |letter: char| operators.contains(letter);
    let parts: Vec<&str> = parts_at(word, |letter| letter == ',').collect();
    parts.windows(2).any(|pair| {
        let before = pair[0].rsplit(is_operator).next();
        let after = pair[1].split(is_operator).next();
        before.is_some_and(is_whole) && after.is_some_and(is_whole)
    })
}

/// Returns a value as the form prints it.
fn one(field: &'static Field, text: &str) -> Result<String, Problem> {
    let value = parse(field, typed(field, text)).map_err(|problem| {
        let shown: String = text.chars().take(24).collect();
        let said = problem.message;
        let message = match said.contains(&shown) {
            true => format!("{}: {said}", field.key),
            false => format!("{} {shown}: {said}", field.key),
        };
        Problem::new(field.key, message)
    })?;
    let printed = print(field, value);
    Ok(match printed.is_empty() {
        true => NONE.to_owned(),
        false => printed,
    })
}

/// Returns the values of a range, or `None` if the text is not one.
fn range(field: &'static Field, text: &str) -> Result<Option<Vec<String>>, Problem> {
    let is_number = matches!(
        field.kind,
        FieldKind::Integer { .. } | FieldKind::Number { .. } | FieldKind::Optional { .. }
    );
    let lower = text.to_ascii_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let (ends, count) = match words.as_slice() {
        [low, "to", high] => ([low, high], Some(USUAL)),
        [low, "to", high, "in", count] | [low, "to", high, "in", count, "steps" | "values"] => (
            [low, high],
            number::integer(count)
                .ok()
                .and_then(|it| usize::try_from(it).ok()),
        ),
        _ => return Ok(None),
    };
    if !is_number {
        return Ok(None);
    }
    let mut numbers = [0.0; 2];
    for (number, end) in numbers.iter_mut().zip(ends) {
        *number = self::number(field, &one(field, end)?).ok_or_else(|| {
            let message = format!("{} “{text}”: a range goes from number to number", field.key);
            Problem::new(field.key, message)
        })?;
    }
    match count {
        Some(count @ 2..=MOST_RUNS) => {
            let part = |step: usize| step as f64 / (count - 1) as f64;
            let values = (0..count).map(|step| match part(step) {
                // The ends stay as they were typed, however many digits they have.
                0.0 => print_number(numbers[0]),
                1.0 => print_number(numbers[1]),
                part => between(field, numbers, part),
            });
            Ok(Some(values.collect()))
        }
        _ => Err(too_many(field)),
    }
}

fn is_none(text: &str) -> bool {
    text.eq_ignore_ascii_case(NONE)
}

fn too_many(field: &'static Field) -> Problem {
    let message = format!("{}: a range has 2 to {MOST_RUNS} values", field.key);
    Problem::new(field.key, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(name: &str, text: &str) -> Vec<String> {
        read(Field::find(name).expect("a field"), text).expect("values")
    }

    fn message(name: &str, text: &str) -> String {
        let field = Field::find(name).expect("a field");
        let problem = read(field, text).expect_err("a problem");
        assert_eq!(problem.field, field.key);
        problem.message
    }

    #[test]
    fn a_list_has_each_value_once_as_the_form_prints_it() {
        let found = values("learning_rate", "0.001, 1e-3 ,0.0025,, 5e-4");
        assert_eq!(found, ["0.001", "0.0025", "5e-4"]);
        assert_eq!(values("clip_coef", "None, 0.2"), ["none", "0.2"]);
        assert_eq!(values("norm_adv", "on, off"), ["true", "false"]);
        assert_eq!(values("activation", "ReLU, tanh"), ["relu", "tanh"]);
        let sizes = values("hidden_sizes", "16-16, [64, 64], 8x8");
        assert_eq!(sizes, ["16-16", "64-64", "8-8"]);
        let rewards = values("reward", "none, max(x, 1), 1 - abs(x)");
        assert_eq!(rewards, ["none", "max(x, 1)", "1 - abs(x)"]);
    }

    #[test]
    fn a_wide_range_has_equal_factors_and_a_narrow_one_equal_distances() {
        let wide = values("learning_rate", "0.0005 to 0.05 in 5 steps");
        assert_eq!(wide, ["5e-4", "0.00158", "0.005", "0.0158", "0.05"]);
        let narrow = values("clip_coef", "0.1 TO 0.3 in 3");
        assert_eq!(narrow, ["0.1", "0.2", "0.3"]);
        assert_eq!(
            values("gae_lambda", "0 to 1"),
            ["0", "0.25", "0.5", "0.75", "1"]
        );
        let whole = values("update_epochs", "1, 1 to 3 in 9 values");
        assert_eq!(whole, ["1", "2", "3"]);
        let falling = values("learning_rate", "0.01 to 0.0001 in 3, 0.5");
        assert_eq!(falling, ["0.01", "0.001", "1e-4", "0.5"]);
    }

    #[test]
    fn a_mistake_names_the_field_and_the_value() {
        assert_eq!(
            message("gamma", "0.9, 1.5"),
            "gamma 1.5: Use a number from 0 to 1"
        );
        assert_eq!(
            message("gamma", "0.9, high"),
            "gamma: “high” is not a number; use one from 0 to 1"
        );
        assert!(message("gamma", " , ").contains("has no values"));
        assert!(message("gamma", "0 to 2 in 3").starts_with("gamma 2:"));
        assert!(message("clip_coef", "none to 1").contains("number to number"));
        for count in ["1", "401", "99999999999999999999", "-1", "x"] {
            let text = format!("0 to 1 in {count} steps");
            assert!(message("gamma", &text).contains("2 to 400"), "{count}");
        }
    }

    /// A comma between digits parts values only where it cannot belong to a number.
    #[test]
    fn a_list_is_no_number_in_another_spelling() {
        for (name, text, words) in [
            (
                "learning_rate",
                "0,001; 0,01",
                "“0,001” has a decimal comma; use a point: 0.001.",
            ),
            ("learning_rate", "0.1, 0,5", "use a point: 0.5."),
            (
                "learning_rate",
                "0,001 to 0,1 in 5 steps",
                "use a point: 0.001.",
            ),
            ("gamma", "0,1", "use a point: 0.1."),
            ("gamma", "0,1,1", "use a point"),
            ("gamma", "0，5", "use a point: 0.5."),
            ("vf_coef", "1,000.5", "write 1000.5."),
            ("clip_coef", "none,0,2", "use a point"),
            ("total_timesteps", "100,000", "100000 or 100;"),
            ("num_envs", "1,000; 2,000", "1000 or 1"),
            ("num_envs", "8,512", "write 8512."),
            ("num_envs", "1.000, 16", "1 or 1000"),
            ("num_envs", "1 000, 16", "write 1000"),
            ("reward", "1-0,5*x, 1", "use a point"),
        ] {
            let said = message(name, text);
            assert!(said.starts_with(name) && said.contains(words), "{said}");
        }
        assert_eq!(values("gamma", "0.9,0.99,1"), ["0.9", "0.99", "1"]);
        assert_eq!(values("learning_rate", "1e-3,5e-4"), ["0.001", "5e-4"]);
        assert_eq!(values("clip_coef", "none,0.2"), ["none", "0.2"]);
        assert_eq!(values("update_epochs", "1,2,16"), ["1", "2", "16"]);
        // As thousands, these would be more than the field takes.
        assert_eq!(values("num_minibatches", "128,256"), ["128", "256"]);
        assert_eq!(values("ent_coef", "0, 1; 2"), ["0", "1", "2"]);
        assert_eq!(
            values("reward", "max(0,1), clamp(x, 0,5)"),
            ["max(0,1)", "clamp(x, 0,5)"]
        );
    }
}

//! What is said of a reward that is spelt as elsewhere, in Python or on paper: the spelling that is
//! read.

use crate::config::number::{self, Misread};

/// Names of numbers.
const VARIABLES: [&str; 5] = ["x", "v", "theta", "omega", "pi"];
/// Names of functions.
const FUNCTIONS: [&str; 12] = [
    "abs", "sqrt", "exp", "ln", "sin", "cos", "tan", "tanh", "sign", "min", "max", "clamp",
];
/// Names from elsewhere, and what is written for them.
const SYNONYMS: [(&str, &str); 22] = [
    ("log", "ln"),
    ("clip", "clamp"),
    ("minimum", "min"),
    ("fmin", "min"),
    ("maximum", "max"),
    ("fmax", "max"),
    ("fabs", "abs"),
    ("absolute", "abs"),
    ("sgn", "sign"),
    ("pow", "a ^ b"),
    ("power", "a ^ b"),
    ("square", "a ^ 2"),
    ("x_dot", "v"),
    ("velocity", "v"),
    ("position", "x"),
    ("angle", "theta"),
    ("theta_dot", "omega"),
    ("angular_velocity", "omega"),
    ("and", "a product of comparisons, (x < 1) * (v < 1)"),
    ("or", "the larger comparison, max(x < 1, v < 1)"),
    ("not", "a comparison from 1, 1 - (x < 1)"),
    (
        "if",
        "a product with a comparison, (x < 1) * 2 + (x >= 1) * 3",
    ),
];
/// Operators from elsewhere, and what is written for them.
const OPERATORS: [(&str, &str); 11] = [
    ("&", "a product of comparisons, (x < 1) * (v < 1)"),
    ("||", "the larger comparison, max(x < 1, v < 1)"),
    ("|", "abs(x), or max(x < 1, v < 1)"),
    ("!", "1 - (x < 1)"),
    ("=", "=="),
    ("²", "^ 2"),
    ("³", "^ 3"),
    ("√", "sqrt(x)"),
    (
        "?",
        "a product with a comparison, (x < 1) * 2 + (x >= 1) * 3",
    ),
    ("[", "parentheses"),
    ("{", "parentheses"),
];

/// Returns true for a character that a name may have.
pub fn is_of_name(letter: char) -> bool {
    letter.is_alphabetic() || letter.is_ascii_digit() || letter == '_'
}

/// Says what is written for the name at the start of `rest`, which is not known.
pub fn of_name(rest: &str) -> String {
    let is_of_name = |letter: char| is_of_name(letter) || letter == '.';
    let end = rest
        .find(|letter| !is_of_name(letter))
        .unwrap_or(rest.len());
    let mut shown = rest[..end].trim_end_matches('.');
    let last = shown.rsplit('.').next().unwrap_or(shown);
    let known = || VARIABLES.into_iter().chain(FUNCTIONS);
    // `obs[2]` and `state[2]` are entries of the state.
    let entry = rest[end..].strip_prefix('[').and_then(|entry| {
        let (index, _) = entry.split_once(']')?;
        let variable = VARIABLES[..4].get(index.trim().parse::<usize>().ok()?)?;
        shown = &rest[..=end + index.len() + 1];
        Some(*variable)
    });
    let synonym = || SYNONYMS.iter().find(|(name, _)| *name == last);
    let written = entry
        .or_else(|| synonym().map(|(_, written)| *written))
        .or_else(|| known().find(|name| *name == last));
    if let Some(written) = written {
        return format!("“{shown}” is not known here; write {written}");
    }
    let names: Vec<&str> = known().collect();
    let meant = match nearest(last, &names) {
        Some(name) => format!("; did you mean {name}?"),
        None => ".".to_owned(),
    };
    format!(
        "“{shown}” is not known here{meant} There are {} and the functions {}",
        VARIABLES.join(", "),
        FUNCTIONS.join(", ")
    )
}

/// Says why what stands at `offset` of a text cannot stand there.
pub fn of_rest(text: &str, offset: usize) -> String {
    let (before, rest) = text.split_at(offset);
    let Some(letter) = rest.chars().next() else {
        return "Something is missing at the end: a number, a name or a closing parenthesis"
            .to_owned();
    };
    if letter == ','
        && let Some(advice) = comma_of(before, rest)
    {
        return advice;
    }
    let before = before.trim_end();
    let has_operand = before.ends_with(|it: char| it.is_alphanumeric() || ")._".contains(it));
    let is_comparison = |sign: &&str| rest.starts_with(sign);
    if has_operand
        && ["<", ">", "≤", "≥", "≠", "==", "!="]
            .iter()
            .any(is_comparison)
    {
        return "Two numbers can be compared at a time; multiply, (0 < x) * (x < 1)".to_owned();
    }
    if letter == '/' && before.ends_with('/') {
        return "“//” is not known here; write /".to_owned();
    }
    if let Some((sign, written)) = OPERATORS.iter().find(|(sign, _)| rest.starts_with(sign)) {
        return format!("“{sign}” is not known here; write {written}");
    }
    let word = before
        .rsplit(|it: char| !it.is_alphanumeric())
        .next()
        .unwrap_or_default();
    if FUNCTIONS.contains(&word) {
        return format!("{word} needs parentheses after it, as in abs(x)");
    }
    let next: String = rest.chars().take_while(|it| it.is_alphanumeric()).collect();
    if has_operand && SYNONYMS.iter().any(|(name, _)| *name == next) {
        return of_name(rest);
    }
    if has_operand && (letter.is_alphanumeric() || letter == '(') {
        return format!("An operator is missing before “{letter}”, such as *");
    }
    format!("“{letter}” cannot stand here")
}

/// Returns the place of the first comma directly between two digits.
pub fn comma_in_number(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let is_between = |window: &[u8]| {
        window[0].is_ascii_digit() && window[1] == b',' && window[2].is_ascii_digit()
    };
    bytes.windows(3).position(is_between).map(|place| place + 1)
}

/// Says how a number with a comma is written, where the comma at the start of `rest` belongs to
/// one.
fn comma_of(before: &str, rest: &str) -> Option<String> {
    let is_of_number = |letter: char| letter.is_ascii_digit() || "._".contains(letter);
    let start = before.trim_end_matches(is_of_number).len();
    let after = rest[1..].trim_start_matches(|it| is_of_number(it) || it == ',');
    let shown = format!("{}{}", &before[start..], &rest[..rest.len() - after.len()]);
    match number::decimal(&shown) {
        Err(Misread::Misspelt { advice, .. }) => Some(format!("“{shown}” {advice}")),
        _ => None,
    }
}

/// Returns the name that differs from `name` by a slip of the hand.
fn nearest<'a>(name: &str, names: &[&'a str]) -> Option<&'a str> {
    let name = name.to_lowercase();
    let slips = match name.chars().count() {
        0..=2 => 0,
        3 | 4 => 1,
        _ => 2,
    };
    let near = names.iter().map(|other| (distance(&name, other), *other));
    let near = near.filter(|(distance, _)| *distance <= slips);
    near.min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// Returns the number of letters to insert, remove or replace between two names.
fn distance(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.chars().count()).collect();
    for (place, letter) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = place + 1;
        for (at, against) in other.chars().enumerate() {
            let replaced = diagonal + usize::from(letter != against);
            diagonal = row[at + 1];
            row[at + 1] = replaced.min(row[at] + 1).min(diagonal + 1);
        }
    }
    row.last().copied().unwrap_or_default()
}

//! What is said of a reward that is spelt as elsewhere, in Python or on paper: the spelling that is
//! read.

use super::spec::EnvSpec;
use crate::config::number::{self, Misread};

/// The name of half a turn, in every environment.
pub const PI: &str = "pi";
/// Greek letters of names, and how they are spelt out.
const GREEK: [(char, &str); 3] = [('θ', "theta"), ('ω', "omega"), ('π', PI)];
/// Names of functions.
const FUNCTIONS: [&str; 12] = [
    "abs", "sqrt", "exp", "ln", "sin", "cos", "tan", "tanh", "sign", "min", "max", "clamp",
];
/// Names from elsewhere, and what is written for them where there is such a name. In a text, `$1`
/// and `$2` stand for the first two numbers of a state.
const SYNONYMS: [(&str, &str); 29] = [
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
    ("x", "position"),
    ("v", "velocity"),
    ("angle", "theta"),
    ("theta_dot", "omega"),
    ("angular_velocity", "omega"),
    ("u", "torque"),
    ("action", "torque"),
    ("action", "force"),
    ("done", "terminated"),
    ("terminal", "terminated"),
    ("and", "a product of comparisons, ($1 < 1) * ($2 < 1)"),
    ("or", "the larger comparison, max($1 < 1, $2 < 1)"),
    ("not", "a comparison from 1, 1 - ($1 < 1)"),
    (
        "if",
        "a product with a comparison, ($1 < 1) * 2 + ($1 >= 1) * 3",
    ),
];
/// Operators from elsewhere, and what is written for them, as in [`SYNONYMS`].
const OPERATORS: [(&str, &str); 11] = [
    ("&", "a product of comparisons, ($1 < 1) * ($2 < 1)"),
    ("||", "the larger comparison, max($1 < 1, $2 < 1)"),
    ("|", "abs($1), or max($1 < 1, $2 < 1)"),
    ("!", "1 - ($1 < 1)"),
    ("=", "=="),
    ("²", "^ 2"),
    ("³", "^ 3"),
    ("√", "sqrt($1)"),
    (
        "?",
        "a product with a comparison, ($1 < 1) * 2 + ($1 >= 1) * 3",
    ),
    ("[", "parentheses"),
    ("{", "parentheses"),
];

/// Returns true for a character that a name may have.
pub fn is_of_name(letter: char) -> bool {
    letter.is_alphabetic() || letter.is_ascii_digit() || letter == '_'
}

/// Returns a name with its Greek letters spelt out.
pub fn spelt_out(name: &str) -> String {
    GREEK.iter().fold(name.to_owned(), |name, (letter, latin)| {
        name.replace(*letter, latin)
    })
}

/// Returns the names of numbers in an environment.
fn variables(spec: &EnvSpec) -> Vec<&'static str> {
    spec.step_names().chain([PI]).collect()
}

/// Says what is written for the name at the start of `rest`, which is not known in the environment.
pub fn of_name(rest: &str, spec: &EnvSpec) -> String {
    let is_of_path = |letter: char| is_of_name(letter) || letter == '.';
    let end = rest
        .find(|letter| !is_of_path(letter))
        .unwrap_or(rest.len());
    let mut shown = rest[..end].trim_end_matches('.');
    let last = shown.rsplit('.').next().unwrap_or(shown);
    let variables = variables(spec);
    let is_known = |name: &str| variables.contains(&name) || FUNCTIONS.contains(&name);
    // `obs[2]` and `state[2]` are entries.
    let entry = rest[end..].strip_prefix('[').and_then(|entry| {
        let (index, _) = entry.split_once(']')?;
        let of = match last {
            "state" => spec.state,
            _ => spec.obs,
        };
        let written = observed(of.get(index.trim().parse::<usize>().ok()?)?, spec)?;
        shown = &rest[..=end + index.len() + 1];
        Some(written)
    });
    // A name that another environment has says nothing here.
    let fits = |written: &str| !written.chars().all(is_of_name) || is_known(written);
    let synonym = || {
        let mut all = SYNONYMS.iter();
        all.find(|(name, written)| *name == last && fits(written))
    };
    let written = entry
        .or_else(|| synonym().map(|(_, written)| in_terms_of(spec, written)))
        .or_else(|| observed(last, spec))
        .or_else(|| is_known(last).then(|| last.to_owned()));
    if let Some(written) = written {
        return format!("“{shown}” is not known here; write {written}");
    }
    let names: Vec<&str> = variables.iter().copied().chain(FUNCTIONS).collect();
    let meant = match nearest(last, &names) {
        Some(name) => format!("; did you mean {name}?"),
        None => ".".to_owned(),
    };
    format!(
        "“{shown}” is not known here{meant} There are {} and the functions {}",
        (spec.told_names().chain([PI]).collect::<Vec<_>>()).join(", "),
        FUNCTIONS.join(", ")
    )
}

/// Returns what is written for a number that the policy sees, by its name: `cos(theta)` for
/// `cos_theta`.
fn observed(name: &str, spec: &EnvSpec) -> Option<String> {
    if spec.state.contains(&name) {
        return Some(name.to_owned());
    }
    let (function, of) = name.split_once('_')?;
    let is_such = FUNCTIONS.contains(&function) && spec.state.contains(&of);
    is_such.then(|| format!("{function}({of})"))
}

/// Returns a text of [`SYNONYMS`] with the names of an environment's state.
fn in_terms_of(spec: &EnvSpec, text: &str) -> String {
    let first = spec.state.first().copied().unwrap_or(PI);
    let second = spec.state.get(1).copied().unwrap_or(first);
    text.replace("$1", first).replace("$2", second)
}

/// Says why what stands at `offset` of a text cannot stand there in the environment.
pub fn of_rest(text: &str, offset: usize, spec: &EnvSpec) -> String {
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
        let advice = "Two numbers can be compared at a time; multiply, (0 < $1) * ($1 < 1)";
        return in_terms_of(spec, advice);
    }
    if letter == '/' && before.ends_with('/') {
        return "“//” is not known here; write /".to_owned();
    }
    if let Some((sign, written)) = OPERATORS.iter().find(|(sign, _)| rest.starts_with(sign)) {
        let written = in_terms_of(spec, written);
        return format!("“{sign}” is not known here; write {written}");
    }
    let word = before
        .rsplit(|it: char| !it.is_alphanumeric())
        .next()
        .unwrap_or_default();
    if FUNCTIONS.contains(&word) {
        let usage = in_terms_of(spec, "abs($1)");
        return format!("{word} needs parentheses after it, as in {usage}");
    }
    let next: String = rest.chars().take_while(|it| it.is_alphanumeric()).collect();
    let is_from_elsewhere = SYNONYMS.iter().any(|(name, _)| *name == next);
    if has_operand && is_from_elsewhere && !variables(spec).contains(&next.as_str()) {
        return of_name(rest, spec);
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

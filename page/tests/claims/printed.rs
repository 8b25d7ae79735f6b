//! Numbers as texts print them.

const WORDS: [&str; 21] = [
    "none",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

/// Returns the numbers of some words, each with the places after its point.
fn numbers(words: &str) -> Vec<(f64, usize)> {
    let ends = |letter: char| !(letter.is_alphanumeric() || ".,".contains(letter));
    let parts = words.split(ends).map(|part| part.trim_matches(['.', ',']));
    parts.filter_map(number).collect()
}

fn number(part: &str) -> Option<(f64, usize)> {
    let lower = part.to_lowercase();
    if let Some(value) = WORDS.iter().position(|word| *word == lower) {
        return Some((value as f64, 0));
    }
    let digits = part.replace(',', "");
    let places = digits.split_once('.').map_or(0, |(_, after)| after.len());
    digits.parse().ok().map(|value| (value, places))
}

/// Compares the numbers of some words with those that were computed, to the digits printed, or to
/// thousands where the words end with `(in thousands)`.
///
/// # Errors
/// What was computed, if it differs.
pub fn compare(words: &str, computed: &[f64]) -> Result<(), String> {
    let (words, unit) = match words.strip_suffix("(in thousands)") {
        Some(words) => (words, 1000.0),
        None => (words, 1.0),
    };
    let printed = numbers(words);
    let is_equal = |(one, places): &(f64, usize), other: &f64| {
        let scale = 10_f64.powi(i32::try_from(*places).unwrap_or(0)) / unit;
        // Half a digit, and what binary numbers lack.
        ((one - other) * scale).abs() <= 0.5 + 1e-6
    };
    let is_same = printed.len() == computed.len()
        && printed
            .iter()
            .zip(computed)
            .all(|(one, other)| is_equal(one, other));
    is_same
        .then_some(())
        .ok_or(format!("computed {computed:?}"))
}

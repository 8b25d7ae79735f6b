//! What comes of an input: a message that is one, or values that come back.

use serde::Serialize;
use serde_json::Value;

/// Requires that a message to a reader is one: not empty, not endless, and without what only a
/// program prints.
#[track_caller]
pub fn is_sentence(text: &str) {
    let letters = text.chars().filter(|letter| letter.is_alphabetic()).count();
    assert!(letters >= 8 && text.contains(' '), "no sentence: {text:?}");
    assert!(!text.contains("Error("), "not for a reader: {text:?}");
}

/// Requires that two values are the same, with numbers as JSON carries them: `serde_json` reads one
/// in some as its neighbour.
#[track_caller]
pub fn are_same(one: &impl Serialize, other: &impl Serialize) {
    let [one, other] = [serde_json::to_value(one), serde_json::to_value(other)];
    let (one, other) = (one.expect("JSON"), other.expect("JSON"));
    assert!(is_same(&one, &other), "{one}\nis not\n{other}");
}

fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len()
                && one
                    .iter()
                    .zip(other)
                    .all(|(one, other)| is_same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            let is_there =
                |(key, one): (&String, &Value)| other.get(key).is_some_and(|it| is_same(one, it));
            one.len() == other.len() && one.iter().all(is_there)
        }
        (Value::Number(one), Value::Number(other)) if one.is_f64() && other.is_f64() => {
            let [one, other] = [one, other].map(|it| it.as_f64().unwrap_or_default());
            // Two neighbours differ by one of these at most.
            (one - other).abs() <= 2.0 * (one.abs() * f64::EPSILON + f64::from_bits(1))
        }
        (one, other) => one == other,
    }
}

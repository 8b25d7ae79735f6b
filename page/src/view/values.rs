//! What was expected and what came, as texts of values: numbers, lists and tensors. Tells where
//! they differ.

/// Largest relative difference of two numbers that counts as none: printed digits and rounding
/// differ in it.
const ROUNDING: f64 = 1e-6;

/// A part of a value's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValuePiece {
    /// The text.
    pub text: String,
    /// True if the other value has something else in its place.
    pub differs: bool,
}

/// Splits two values into pieces and marks those in which they differ, place by place. Values of
/// another shape differ as a whole: there are no places to compare, and nothing is marked.
pub fn compare(expected: &str, got: &str) -> [Vec<ValuePiece>; 2] {
    let (one, other) = (tokens(expected), tokens(got));
    let is_alike = one.len() == other.len();
    let differs: Vec<bool> = one
        .iter()
        .zip(&other)
        .map(|(one, other)| is_alike && !is_same(one, other))
        .collect();
    let mark = |tokens: &[&str]| {
        let pieces = tokens.iter().enumerate().map(|(place, text)| ValuePiece {
            text: short(text),
            differs: differs.get(place).copied().unwrap_or(false),
        });
        pieces.collect()
    };
    [mark(&one), mark(&other)]
}

/// Returns a number with so many digits that rounding is not among them, and any other text as it
/// is.
fn short(text: &str) -> String {
    // Whole numbers and what is short already have no digits too many.
    let number = match text.contains('.') && text.len() > 9 {
        true => text.parse::<f64>().ok().filter(|number| number.is_finite()),
        false => None,
    };
    // Seven digits tell numbers apart that do not count as the same.
    let rounded = number.and_then(|number| format!("{number:.6e}").parse::<f64>().ok());
    rounded.map_or_else(|| text.to_owned(), |rounded| format!("{rounded:?}"))
}

/// Splits a text into numbers and words, and what stands between them.
fn tokens(text: &str) -> Vec<&str> {
    let is_word =
        |letter: char| letter.is_alphanumeric() || matches!(letter, '.' | '-' | '+' | '_');
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let kind = is_word(first);
        let end = rest.find(|letter| is_word(letter) != kind);
        let (token, after) = rest.split_at(end.unwrap_or(rest.len()));
        tokens.push(token);
        rest = after;
    }
    tokens
}

/// Returns true if two tokens say the same: equal words, numbers that differ in rounding alone, any
/// two separators.
fn is_same(one: &str, other: &str) -> bool {
    let number = |text: &str| text.trim_end_matches('.').parse::<f64>().ok();
    match (number(one), number(other)) {
        (Some(one), Some(other)) => {
            one == other
                || (one.is_nan() && other.is_nan())
                || (one - other).abs() <= ROUNDING * one.abs().max(other.abs())
        }
        (None, None) => one.split_whitespace().eq(other.split_whitespace()),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::compare;

    /// Returns both texts with brackets around what is marked.
    fn marked(expected: &str, got: &str) -> [String; 2] {
        compare(expected, got).map(|pieces| {
            let text = pieces.into_iter().map(|piece| match piece.differs {
                true => format!("<{}>", piece.text),
                false => piece.text,
            });
            text.collect()
        })
    }

    #[test]
    fn numbers_are_marked_place_by_place() {
        assert_eq!(
            marked("[1.40049, 1.5561000000000003, 0.9]", "[0.0, 1.5561, 1.0]"),
            ["[<1.40049>, 1.5561, <0.9>]", "[<0.0>, 1.5561, <1.0>]"]
        );
        assert_eq!(
            marked("tensor([1., 2.])", "tensor([1.0,  3.])")[1],
            "tensor([1.0,  <3.>])"
        );
        assert_eq!(marked("-1e-3", "nan"), ["<-1e-3>", "<nan>"]);
        assert_eq!(marked("nan", "nan"), ["nan", "nan"]);
    }

    #[test]
    fn digits_of_rounding_are_not_shown() {
        for (text, shown) in [
            ("0.30000000000000004", "0.3"),
            ("-2.220446049250313e-16", "-2.220446e-16"),
            ("0.123456789", "0.1234568"),
            ("2.0000000000000004", "2.0"),
            ("12345678901", "12345678901"),
            ("1.23456", "1.23456"),
            ("some.module.name", "some.module.name"),
        ] {
            assert_eq!(marked(text, text)[0], shown);
        }
        assert_eq!(
            marked("1.0000000000", "1.0000021111"),
            ["<1.0>", "<1.000002>"]
        );
    }

    #[test]
    fn what_has_another_shape_is_not_compared_place_by_place() {
        let [expected, got] = marked("[1, 2, 3]", "[1, 9]");
        assert_eq!((expected.as_str(), got.as_str()), ("[1, 2, 3]", "[1, 9]"));
    }

    #[test]
    fn words_are_compared_too() {
        assert_eq!(marked("True", "False"), ["<True>", "<False>"]);
        assert_eq!(marked("ä b", "ä c"), ["ä <b>", "ä <c>"]);
        assert_eq!(marked("", ""), ["", ""]);
    }
}

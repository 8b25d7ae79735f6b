//! The id of a term's place on the map. `build/course` writes the same id into the links of the
//! texts.

/// Returns the id of the place of the term with this name: `term-discount-gamma` of
/// `discount (gamma)`.
pub fn term_id(name: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric();
    let words = name.split(|letter| !is_plain(letter));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    format!("term-{}", words.join("-"))
}

//! Inputs by lot: bytes, texts of a format's words, and valid documents with a few edits. An input
//! that fails is made smaller by leaving out edits.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

/// What stands in place of a value: numbers at the ends of their types, and what is no number.
const EXTREMES: [&str; 30] = [
    "0",
    "-0",
    "-1",
    "1",
    "0.1",
    "1e300",
    "-1e300",
    "1.7976931348623157e308",
    "5e-324",
    "1e999",
    "255",
    "65536",
    "4294967295",
    "4294967296",
    "9007199254740993",
    "18446744073709551615",
    "18446744073709551616",
    "-9223372036854775809",
    "NaN",
    "inf",
    "null",
    "true",
    "\"\"",
    "[]",
    "{}",
    "[[]]",
    "\"\\u0000\"",
    "é",
    "\u{202e}",
    "𝄞",
];
/// What separates the values of most formats.
const SEPARATORS: &[u8] = b",:;&=[]{}() \n\"";

/// A change of a document, at a place.
#[derive(Clone, Debug)]
enum Edit {
    /// Changes bits of a byte.
    Flip(u8),
    /// Inserts a text.
    Insert(String),
    /// Replaces the value at the place by a text.
    Value(String),
    /// Replaces the value at the place by one of another place.
    Swap(Index),
    /// Leaves out bytes.
    Drop(usize),
    /// Repeats bytes so many times.
    Again(usize, usize),
    /// Leaves out a group in brackets.
    DropGroup,
    /// Repeats a group in brackets.
    GroupAgain,
    /// Leaves out the rest.
    Cut,
    /// Goes on as another document does.
    Splice(Index),
}

/// Returns a strategy for inputs. Without valid documents and words they are any bytes.
pub fn documents(valid: Vec<Vec<u8>>, words: Vec<String>) -> BoxedStrategy<Vec<u8>> {
    let has_words = !words.is_empty();
    let piece = piece(words).boxed();
    let text = vec(piece.clone(), 0..40).prop_map(|pieces| pieces.concat().into_bytes());
    let bytes = vec(any::<u8>(), 0..600);
    match (valid.is_empty(), has_words) {
        (true, false) => return bytes.boxed(),
        (true, true) => return prop_oneof![1 => bytes, 3 => text].boxed(),
        (false, _) => {}
    }
    let edits = vec((any::<Index>(), edit(piece)), 0..6);
    let edited = (0..valid.len(), edits).prop_map(move |(which, edits)| {
        let mut document = valid[which].clone();
        for (place, edit) in &edits {
            apply(&mut document, *place, edit, &valid);
        }
        document
    });
    prop_oneof![1 => bytes, 2 => text, 9 => edited].boxed()
}

fn piece(words: Vec<String>) -> impl Strategy<Value = String> {
    let known: Vec<String> = EXTREMES
        .map(str::to_owned)
        .into_iter()
        .chain(words)
        .collect();
    prop_oneof![
        6 => (0..known.len()).prop_map(move |at| known[at].clone()),
        1 => any::<char>().prop_map(String::from),
        1 => (0..SEPARATORS.len()).prop_map(|at| char::from(SEPARATORS[at]).to_string()),
        1 => any::<f64>().prop_map(|number| number.to_string()),
    ]
}

fn edit(piece: BoxedStrategy<String>) -> impl Strategy<Value = Edit> {
    prop_oneof![
        2 => (1..=u8::MAX).prop_map(Edit::Flip),
        2 => piece.clone().prop_map(Edit::Insert),
        6 => piece.prop_map(Edit::Value),
        3 => any::<Index>().prop_map(Edit::Swap),
        1 => (1..40_usize).prop_map(Edit::Drop),
        1 => (1..20_usize, 1..200_usize).prop_map(|(length, times)| Edit::Again(length, times)),
        2 => Just(Edit::DropGroup),
        2 => Just(Edit::GroupAgain),
        1 => Just(Edit::Cut),
        1 => any::<Index>().prop_map(Edit::Splice),
    ]
}

fn apply(document: &mut Vec<u8>, place: Index, edit: &Edit, valid: &[Vec<u8>]) {
    if document.is_empty() {
        document.push(b' ');
    }
    let at = place.index(document.len());
    match edit {
        Edit::Flip(bits) => document[at] ^= bits,
        Edit::Insert(text) => drop(document.splice(at..at, text.bytes())),
        Edit::Value(text) => {
            let (start, end) = value(document, at);
            document.splice(start..end, text.bytes());
        }
        Edit::Swap(other) => {
            let (start, end) = value(document, other.index(document.len()));
            let other = document[start..end].to_vec();
            let (start, end) = value(document, at);
            document.splice(start..end, other);
        }
        Edit::Drop(length) => drop(document.drain(at..(at + length).min(document.len()))),
        Edit::Again(length, times) => {
            let again = document[at..(at + length).min(document.len())].repeat(*times);
            document.splice(at..at, again);
        }
        Edit::DropGroup => {
            if let Some((start, end)) = group(document, at) {
                document.drain(start..end);
            }
        }
        Edit::GroupAgain => {
            if let Some((start, end)) = group(document, at) {
                let mut again = document[start..end].to_vec();
                if again.last() != Some(&b',') {
                    again.push(b',');
                }
                document.splice(start..start, again);
            }
        }
        Edit::Cut => document.truncate(at),
        Edit::Splice(other) => {
            let other = &valid[other.index(valid.len())];
            document.truncate(at);
            document.extend(&other[at.min(other.len())..]);
        }
    }
}

/// Returns the stretch without separators around a place, or after it.
fn value(document: &[u8], at: usize) -> (usize, usize) {
    let is_separator = |byte: &u8| SEPARATORS.contains(byte);
    let skipped = document[at..].iter().take_while(|it| is_separator(it));
    let at = at + skipped.count();
    let before = document[..at].iter().rev();
    let start = at - before.take_while(|byte| !is_separator(byte)).count();
    let after = document[at..].iter();
    (
        start,
        at + after.take_while(|byte| !is_separator(byte)).count(),
    )
}

/// Returns the next group in brackets, and a comma behind it.
fn group(document: &[u8], at: usize) -> Option<(usize, usize)> {
    let start = at + (document[at..].iter()).position(|byte| b"{[(".contains(byte))?;
    let mut depth = 0_usize;
    for (place, byte) in document.iter().enumerate().skip(start) {
        match byte {
            b'{' | b'[' | b'(' => depth += 1,
            b'}' | b']' | b')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            let comma = usize::from(document.get(place + 1) == Some(&b','));
            return Some((start, place + 1 + comma));
        }
    }
    None
}

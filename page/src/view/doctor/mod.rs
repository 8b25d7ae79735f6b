//! Why does a script not learn? What Python's doctor is asked, and what it has found.

mod file;
pub mod report;

pub use file::{file_name, report_file};

use serde_json::Value;

/// The program that looks at a script. Python leaves the answer in a file, because what a program
/// prints is cut off.
const ASK: &str = include_str!("examine.py");
/// The names of the script's text and of its file in [`ASK`].
const NAMES: [&str; 2] = ["TEXT", "FILE"];
/// The file in which Python leaves its answer.
pub const ANSWER: &str = "answer.json";

/// Returns the program that looks at a script with this text, from a file of this name.
pub fn asking(text: &str, file: &str) -> String {
    // A string of JSON is one of Python too. The file's name comes first: a text may have any word.
    let [place_of_text, place_of_file] = NAMES;
    let named = ASK.replacen(place_of_file, &Value::from(file).to_string(), 1);
    named.replacen(place_of_text, &Value::from(text).to_string(), 1)
}

/// Returns a text with this line, counted from 1, replaced; `None` if it has no such line.
pub fn with_line(text: &str, line: usize, replaced: &str) -> Option<String> {
    let mut lines: Vec<&str> = text.split('\n').collect();
    *lines.get_mut(line.checked_sub(1)?)? = replaced;
    Some(lines.join("\n"))
}

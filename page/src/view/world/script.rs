//! A class with a short training script beneath it, for the notebook: where a class cannot become a
//! program, it still trains at the interpreter's speed.

use super::{class_name, file_name};
use crate::view::scratch::free_name;
use crate::view::scratch::opened::NewCell;

/// REINFORCE in a class of the name [`NAME`].
const SCRIPT: &str = include_str!("reinforce.py");
/// The name of the class in [`SCRIPT`].
const NAME: &str = "OwnEnvironment";

/// Returns the cell. `class` is the class's name, if the check has found it; `taken` are the names
/// that cells have already.
pub fn cell(text: &str, class: Option<&str>, taken: &[String]) -> NewCell {
    let mut whole = text.trim_end().to_owned();
    match class.or_else(|| class_name(text)) {
        Some(class) => whole += &SCRIPT.replace(NAME, class),
        None => whole.push('\n'),
    }
    NewCell {
        file: free_name(&file_name(text), taken),
        text: whole,
        ..NewCell::default()
    }
}

//! Files of Python that the reader opens as a class.

use super::MOST_BYTES;
use crate::view::scratch::opened::decoded;

/// Reads a file.
///
/// # Errors
/// If it is no text of Python, or too large: a sentence that says what to do instead.
pub fn read(name: &str, bytes: &[u8]) -> Result<String, String> {
    if let Some(said) = too_large(name, bytes.len() as f64) {
        return Err(said);
    }
    let lower = name.to_ascii_lowercase();
    if lower.ends_with(".ipynb") {
        return Err(format!(
            "{name} is a notebook. Open it in the Notebook, and copy the cell with the class from there"
        ));
    }
    let unreadable = || {
        format!(
            "{name} is not a text of Python in UTF-8. Choose the .py file with the class, or paste its text"
        )
    };
    if !lower.ends_with(".py") && !lower.ends_with(".txt") {
        return Err(unreadable());
    }
    let text = decoded(bytes).filter(|text| !text.contains('\0'));
    Ok(text.ok_or_else(unreadable)?.replace("\r\n", "\n"))
}

/// Returns the sentence about a file of too many bytes, or `None` if it may be read.
pub fn too_large(name: &str, bytes: f64) -> Option<String> {
    (bytes > MOST_BYTES as f64).then(|| {
        format!(
            "{name} has {:.0} kB, and a class may have 200. Leave data and training out of it: the page does the training",
            bytes / 1e3
        )
    })
}

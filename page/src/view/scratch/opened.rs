//! Files that the reader opens: a program or a notebook becomes cells.

use super::{TakenNames, file_name, notebook};

/// The largest program that is opened, in bytes, and the most code of a notebook. Both are far
/// smaller without data.
pub const MOST_BYTES: usize = 1_000_000;
/// The largest notebook that is opened, in bytes: most of it is outputs, which are left out.
const MOST_NOTEBOOK_BYTES: usize = 64_000_000;

/// What a file has become.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenedFile {
    /// Cells: the name of a file, a program and its arguments.
    pub cells: Vec<NewCell>,
    /// A sentence about it.
    pub said: String,
}

/// A cell to add.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewCell {
    /// The name of its file.
    pub file: String,
    /// The program.
    pub text: String,
    /// The words after the file's name.
    pub arguments: String,
    /// Where it comes from, as JSON.
    pub origin: String,
}

/// Returns the sentence about a file of too many bytes, or `None` if it may be read.
pub fn too_large(name: &str, bytes: f64) -> Option<String> {
    let (most, what) = match ending(name).as_str() {
        "ipynb" => (
            MOST_NOTEBOOK_BYTES,
            "notebooks up to 64 MB. Clear its outputs in Jupyter",
        ),
        _ => (MOST_BYTES, "programs up to 1 MB. Leave data out of it"),
    };
    (bytes > most as f64).then(|| {
        format!(
            "{name} has {:.1} MB, and the page opens {what}",
            bytes / 1e6
        )
    })
}

/// Returns true if a file of this name can become cells.
pub fn is_program(name: &str) -> bool {
    matches!(ending(name).as_str(), "py" | "ipynb")
}

fn ending(name: &str) -> String {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending);
    ending.unwrap_or_default().to_ascii_lowercase()
}

/// Reads a file. Its name may be a path, which its cells keep. `taken` are the names that cells
/// have already; a cell gets another one.
///
/// # Errors
/// If it is no program and no notebook: a sentence that says what to do instead.
pub fn read(name: &str, bytes: &[u8], taken: &[String]) -> Result<OpenedFile, String> {
    if let Some(said) = too_large(name, bytes.len() as f64) {
        return Err(said);
    }
    if !is_program(name) {
        return Err(format!(
            "{name} is no Python file and no notebook: the page opens .py and .ipynb"
        ));
    }
    let text = decoded(bytes).ok_or_else(|| {
        format!("{name} is not text in UTF-8. Save it with that encoding and open it again")
    })?;
    let text = text.replace("\r\n", "\n");
    let mut opened = match ending(name).as_str() {
        "py" => program(name, text),
        _ => notebook::read(name, &text)?,
    };
    let code: usize = opened.cells.iter().map(|cell| cell.text.len()).sum();
    if code > MOST_BYTES {
        return Err(format!(
            "{name} has {:.1} MB without its outputs, and the page opens up to 1 MB. Leave data out of its cells",
            code as f64 / 1e6
        ));
    }
    let mut taken = TakenNames::new(taken.iter().cloned());
    for cell in &mut opened.cells {
        cell.file = taken.take(&cell.file);
    }
    Ok(opened)
}

/// Returns the text of a file in UTF-8, or in UTF-16 with the mark of its encoding in front, as
/// Windows writes it. `None` if it is neither.
pub fn decoded(bytes: &[u8]) -> Option<String> {
    let in_units = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let (pairs, rest) = bytes.as_chunks::<2>();
        let units = pairs.iter().map(|pair| unit(*pair));
        let text = char::decode_utf16(units).collect::<Result<String, _>>();
        text.ok().filter(|_| rest.is_empty())
    };
    match bytes {
        [0xff, 0xfe, text @ ..] => in_units(text, u16::from_le_bytes),
        [0xfe, 0xff, text @ ..] => in_units(text, u16::from_be_bytes),
        // Some editors begin such a file with a mark too.
        [0xef, 0xbb, 0xbf, text @ ..] => String::from_utf8(text.to_vec()).ok(),
        text => String::from_utf8(text.to_vec()).ok(),
    }
}

fn program(name: &str, text: String) -> OpenedFile {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let cell = NewCell {
        file: file_name(stem).unwrap_or_else(|| "program.py".to_owned()),
        text,
        ..NewCell::default()
    };
    OpenedFile {
        said: format!("{name} is open in a cell below"),
        cells: vec![cell],
    }
}

//! Notebooks of Jupyter: code cells become cells, the text between them becomes comments, and what
//! was read so leaves again as it was.

use std::borrow::Cow;

use serde_json::{Value, json};

use super::file_name;
use super::opened::{NewCell, OpenedFile};
use crate::view::export::commented;

/// The key of what this page adds to the metadata of a cell that it saves.
pub const METADATA: &str = "policy_lab";
/// Most bytes of pictures in the texts of a notebook that are kept with it.
const MOST_ATTACHED: usize = 500_000;

/// Reads a notebook, without its outputs.
///
/// # Errors
/// If the text is no notebook, or has no code.
pub fn read(name: &str, text: &str) -> Result<OpenedFile, String> {
    let whole: Value = serde_json::from_str(&whole_letters(text)).map_err(|error| {
        let line = error.line();
        match error.is_eof() {
            true => format!(
                "{name} breaks off in line {line}: it is the beginning of a notebook. Get the whole file and open it again"
            ),
            false => format!("{name} is no notebook: it is not JSON, from line {line}"),
        }
    })?;
    // Formats before 4 have sheets.
    let sheets = match whole["worksheets"].as_array() {
        Some(sheets) => &sheets[..],
        None => std::slice::from_ref(&whole),
    };
    if sheets.iter().any(|sheet| !sheet["cells"].is_array()) {
        return Err(format!(
            "{name} is JSON, but no notebook: it has no list of cells"
        ));
    }
    let cells = sheets
        .iter()
        .filter_map(|sheet| sheet["cells"].as_array())
        .flatten();
    let (mut found, mut between) = (Vec::<(NewCell, Value)>::new(), Vec::new());
    let mut attached = 0;
    for cell in cells {
        let source = source(cell);
        if cell["cell_type"] != "code" || source.trim().is_empty() {
            let mut other = other(cell, &source);
            if !other["attachments"].is_null() {
                attached += other["attachments"].to_string().len();
            }
            if attached > MOST_ATTACHED {
                remove(&mut other, "attachments");
            }
            between.push(other);
            continue;
        }
        let kept = &cell["metadata"][METADATA];
        let file = kept["file"].as_str().and_then(file_name);
        let mut metadata = cell["metadata"].clone();
        remove(&mut metadata, METADATA);
        let origin = json!({ "above": between, "id": cell["id"], "metadata": metadata });
        let new = NewCell {
            text: prose(&between) + &source,
            file: file.unwrap_or_else(|| usual_name(name, found.len())),
            arguments: kept["arguments"].as_str().unwrap_or_default().to_owned(),
            ..NewCell::default()
        };
        between.clear();
        found.push((new, origin));
    }
    if let Some((_, first)) = found.first_mut() {
        first["notebook"] = json!({ "name": name, "metadata": whole["metadata"] });
    }
    let Some((last, origin)) = found.last_mut() else {
        return Err(format!(
            "{name} is a notebook without code, so there is nothing to run"
        ));
    };
    if !between.is_empty() {
        last.text += &below(&between);
        origin["below"] = Value::Array(between);
    }
    let cells = match found.len() {
        1 => "1 cell".to_owned(),
        count => format!("{count} cells"),
    };
    let left_out = match attached > MOST_ATTACHED {
        true => ". Pictures in its texts are left out: they are too large to keep",
        false => "",
    };
    let found = found.into_iter().map(|(cell, origin)| NewCell {
        origin: origin.to_string(),
        ..cell
    });
    Ok(OpenedFile {
        said: format!("{name} is open in {cells} below{left_out}"),
        cells: found.collect(),
    })
}

/// Returns the name of the file of a notebook's cell at a place, from 0.
pub fn usual_name(name: &str, place: usize) -> String {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let stem = file_name(stem).unwrap_or_else(|| "notebook.py".to_owned());
    format!("{}-{}.py", stem.trim_end_matches(".py"), place + 1)
}

/// Returns the comments that stand for cells without code, above the code.
pub fn prose(cells: &[Value]) -> String {
    let sources = cells.iter().map(source);
    let said = sources.filter(|source| !source.trim().is_empty());
    said.map(|source| commented(source.trim()) + "\n").collect()
}

/// Returns the comments that stand for cells without code, below the code.
pub fn below(cells: &[Value]) -> String {
    match prose(cells) {
        said if said.is_empty() => said,
        said => format!("\n\n{said}"),
    }
}

/// Returns a cell without code as format 4 has it.
fn other(cell: &Value, source: &str) -> Value {
    let kind = cell["cell_type"].as_str().unwrap_or("raw");
    let (kind, source) = match kind {
        "heading" => {
            let level = cell["level"].as_u64().unwrap_or(1).clamp(1, 6) as usize;
            ("markdown", format!("{} {source}", "#".repeat(level)))
        }
        "markdown" | "code" => (kind, source.to_owned()),
        _ => ("raw", source.to_owned()),
    };
    let mut other = json!({ "cell_type": kind, "metadata": cell["metadata"], "source": source });
    for key in ["id", "attachments"] {
        if !cell[key].is_null() {
            other[key] = cell[key].clone();
        }
    }
    other
}

/// Removes an entry of an object.
fn remove(object: &mut Value, key: &str) {
    if let Some(entries) = object.as_object_mut() {
        entries.remove(key);
    }
}

/// Returns JSON without escapes that are half a letter. Python writes them for bytes that were no
/// text, and no string can hold them.
fn whole_letters(text: &str) -> Cow<'_, str> {
    let unit = |rest: &str| {
        let digits = rest.strip_prefix("\\u")?.get(..4)?;
        u32::from_str_radix(digits, 16).ok()
    };
    let (mut whole, mut rest) = (String::new(), text);
    let mut is_whole = true;
    while let Some(at) = rest.find('\\') {
        let escape = &rest[at..];
        let (kept, written) = match unit(escape) {
            Some(0xd800..0xdc00) => match unit(&escape[6..]) {
                Some(0xdc00..0xe000) => (12, &escape[..12]),
                _ => (6, "\\ufffd"),
            },
            Some(0xdc00..0xe000) => (6, "\\ufffd"),
            // What follows the backslash begins no other escape.
            _ => {
                let end = escape.chars().take(2).map(char::len_utf8).sum();
                (end, &escape[..end])
            }
        };
        is_whole &= written == &escape[..kept];
        whole += &rest[..at];
        whole += written;
        rest = &escape[kept..];
    }
    match is_whole {
        true => Cow::Borrowed(text),
        false => Cow::Owned(whole + rest),
    }
}

/// Returns the text of a cell, which is one string or a list of lines.
fn source(cell: &Value) -> String {
    let source = match cell["source"].is_null() {
        // Before format 4.
        true => &cell["input"],
        false => &cell["source"],
    };
    match source {
        Value::String(text) => text.clone(),
        Value::Array(lines) => lines.iter().filter_map(Value::as_str).collect(),
        _ => String::new(),
    }
}

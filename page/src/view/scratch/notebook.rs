//! Notebooks of Jupyter: code cells become cells, and the text between them becomes comments.

use std::borrow::Cow;

use serde_json::Value;

use super::file_name;
use super::opened::{NewCell, OpenedFile};
use crate::view::export::commented;

/// Magics for a whole cell of Python. Others, such as `%%bash`, are for a cell in another language.
const OF_PYTHON: [&str; 5] = ["time", "timeit", "capture", "prun", "matplotlib"];
/// The key of what this page adds to the metadata of a cell that it saves.
pub const METADATA: &str = "policy_lab";

/// Reads a notebook of format 4.
///
/// # Errors
/// If the text is no such notebook, or has no code.
pub fn read(name: &str, text: &str) -> Result<OpenedFile, String> {
    let whole: Value = serde_json::from_str(&whole_letters(text)).map_err(|error| {
        format!(
            "{name} is no notebook: it is not JSON, from line {}",
            error.line()
        )
    })?;
    let Some(cells) = whole["cells"].as_array() else {
        return Err(match whole["worksheets"].is_array() {
            true => format!(
                "{name} is a notebook of an old format. Open it in Jupyter and save it again, which makes it format 4"
            ),
            false => format!("{name} is JSON, but no notebook: it has no list of cells"),
        });
    };
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let stem = file_name(stem).unwrap_or_else(|| "notebook.py".to_owned());
    let stem = stem.trim_end_matches(".py");
    let (mut found, mut prose, mut changed) = (Vec::<NewCell>::new(), String::new(), 0);
    for cell in cells {
        let source = source(&cell["source"]);
        if source.trim().is_empty() {
            continue;
        }
        match cell["cell_type"].as_str() {
            Some("code") => {
                let (code, lines) = plain(&source);
                changed += lines;
                let kept = &cell["metadata"][METADATA];
                let file = kept["file"].as_str().and_then(file_name);
                let number = found.len() + 1;
                found.push(NewCell {
                    file: file.unwrap_or_else(|| format!("{stem}-{number}.py")),
                    text: std::mem::take(&mut prose) + &code,
                    arguments: kept["arguments"].as_str().unwrap_or_default().to_owned(),
                });
            }
            _ => prose += &(commented(source.trim()) + "\n"),
        }
    }
    let Some(last) = found.last_mut() else {
        return Err(format!(
            "{name} is a notebook without code, so there is nothing to run"
        ));
    };
    if !prose.is_empty() {
        last.text = format!("{}\n\n{prose}", last.text.trim_end());
    }
    let cells = match found.len() {
        1 => "1 cell".to_owned(),
        count => format!("{count} cells"),
    };
    let commands = match changed {
        0 => String::new(),
        1 => ". A line with % or ! is for Jupyter or a shell, so it is a comment now".to_owned(),
        count => format!(
            ". {count} lines with % or ! are for Jupyter or a shell, so they are comments now"
        ),
    };
    Ok(OpenedFile {
        said: format!("{name} is open in {cells} below{commands}"),
        cells: found,
    })
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
fn source(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(lines) => lines.iter().filter_map(Value::as_str).collect(),
        _ => String::new(),
    }
}

/// Returns a cell's code with the lines as comments that are no Python, and their number.
fn plain(source: &str) -> (String, usize) {
    let first = source.trim_start().lines().next().unwrap_or_default();
    if let Some(magic) = first.strip_prefix("%%") {
        let magic = magic.split_whitespace().next().unwrap_or_default();
        if !OF_PYTHON.contains(&magic) {
            let source = source.trim();
            let code = commented(source).trim_end().to_owned();
            return (code, source.lines().count());
        }
    }
    // Jupyter takes the first line's indent away from all.
    let source = source.trim_start_matches(['\n', '\r']);
    let margin = &source[..source.len() - source.trim_start_matches([' ', '\t']).len()];
    let (mut code, mut changed) = (String::new(), 0);
    let (mut open, mut is_command_open) = (Open::default(), false);
    let mut lines = source.lines().peekable();
    while let Some(line) = lines.next() {
        let line = line.strip_prefix(margin).unwrap_or(line);
        let bare = line.trim_start();
        if is_command_open || (open.is_whole() && is_command(bare)) {
            let indent = &line[..line.len() - bare.len()];
            // A block must not become empty.
            let pass = if indent.is_empty() || is_command_open {
                ""
            } else {
                "pass  "
            };
            code += &format!("{indent}{pass}# {bare}");
            changed += 1;
            is_command_open = line.ends_with('\\');
        } else {
            open.read(line);
            code += line;
        }
        if lines.peek().is_some() {
            code.push('\n');
        }
    }
    (code, changed)
}

/// Returns true if a line is one for Jupyter or for a shell.
fn is_command(line: &str) -> bool {
    let magic = line.strip_prefix("%%").or(line.strip_prefix('%'));
    let is_magic = magic.is_some_and(|rest| rest.starts_with(|it: char| it.is_ascii_alphabetic()));
    is_magic || line.starts_with('!') || line.starts_with('?')
}

/// What is open at the end of a line of Python, so that the next one goes on with it.
#[derive(Default)]
struct Open {
    /// Brackets.
    brackets: usize,
    /// The quotation marks that end a string.
    quote: Option<&'static str>,
    /// A `\` at the end.
    is_continued: bool,
}

impl Open {
    fn is_whole(&self) -> bool {
        self.brackets == 0 && self.quote.is_none() && !self.is_continued
    }

    fn read(&mut self, line: &str) {
        self.is_continued = false;
        let mut rest = line;
        while let Some(letter) = rest.chars().next() {
            let quote = ["\"\"\"", "'''", "\"", "'"].into_iter();
            let mut quote = quote.filter(|quote| rest.starts_with(quote));
            let mut taken = letter.len_utf8();
            match (self.quote, letter) {
                (_, '\\') => {
                    let next = rest[1..].chars().next();
                    self.is_continued = next.is_none();
                    taken += next.map_or(0, char::len_utf8);
                }
                (Some(open), _) if rest.starts_with(open) => {
                    self.quote = None;
                    taken = open.len();
                }
                (Some(_), _) => {}
                (None, '#') => break,
                (None, '(' | '[' | '{') => self.brackets += 1,
                (None, ')' | ']' | '}') => self.brackets = self.brackets.saturating_sub(1),
                (None, _) => {
                    if let Some(quote) = quote.next() {
                        self.quote = Some(quote);
                        taken = quote.len();
                    }
                }
            }
            rest = &rest[taken..];
        }
        // A string with single marks ends with its line.
        if self.quote.is_some_and(|quote| quote.len() == 1) && !self.is_continued {
            self.quote = None;
        }
    }
}

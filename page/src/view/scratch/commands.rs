//! Lines of a cell that are for Jupyter or a shell. Where Python reads a cell without Jupyter, they
//! are comments.

use std::borrow::Cow;

use crate::view::export::commented;

/// Magics for a whole cell of Python. Others, such as `%%bash`, are for a cell in another language.
const OF_PYTHON: [&str; 5] = ["time", "timeit", "capture", "prun", "matplotlib"];

/// Returns a cell as Python alone can read it.
pub fn without(source: &str) -> Cow<'_, str> {
    match plain(source) {
        (_, 0) => Cow::Borrowed(source),
        (code, _) => Cow::Owned(code),
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

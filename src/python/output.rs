//! Printed text as a terminal shows it: a `\r` goes back to the beginning of its line, and what follows is written over it.

/// What is shown of printed text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    text: String,
    /// The byte at which the next letter is written: in the last line.
    cursor: usize,
}

impl Output {
    /// Adds printed text.
    pub fn write(&mut self, printed: &str) {
        for piece in printed.split_inclusive(['\r', '\n']) {
            let letters = piece.trim_end_matches(['\r', '\n']);
            let covered = letters.chars().count();
            let rest = &self.text[self.cursor..];
            let end = rest.char_indices().nth(covered);
            let end = end.map_or(self.text.len(), |(at, _)| self.cursor + at);
            self.text.replace_range(self.cursor..end, letters);
            self.cursor += letters.len();
            if piece.ends_with('\n') {
                self.text.push('\n');
                self.cursor = self.text.len();
            } else if piece.ends_with('\r') {
                self.cursor = self.text.rfind('\n').map_or(0, |end| end + 1);
            }
        }
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl From<Output> for String {
    fn from(output: Output) -> Self {
        output.text
    }
}

/// Shortens printed text that has yet to be written: of a line that is written over many times, its last state is enough.
pub fn compact(printed: &mut String) {
    // What stands before the first `\r` may continue a line that is shown already.
    let Some(first) = printed.find('\r') else {
        return;
    };
    let mut rest = Output::default();
    rest.write(&printed[first + 1..]);
    let Output { text, cursor } = rest;
    printed.truncate(first + 1);
    printed.push_str(&text);
    if cursor < text.len() {
        let begin = text.rfind('\n').map_or(0, |end| end + 1);
        printed.push('\r');
        printed.push_str(&text[begin..cursor]);
    }
}

#[cfg(test)]
mod tests {
    use super::{Output, compact};

    fn shown(pieces: &[&str]) -> String {
        let mut shown = Output::default();
        for piece in pieces {
            shown.write(piece);
        }
        shown.into()
    }

    #[test]
    fn a_return_writes_over_the_line() {
        let bar = ["begin\n 10 %\r 20 %", "\r100 %\nend\n"];
        assert_eq!(shown(&bar), "begin\n100 %\nend\n");
        assert_eq!(shown(&["12345\rab"]), "ab345");
        assert_eq!(shown(&["12345\r", "a", "b"]), "ab345");
        assert_eq!(shown(&["äöü\rx\n", "y"]), "xöü\ny");
        assert_eq!(shown(&["one\r\ntwo\r\n"]), "one\ntwo\n");
        assert_eq!(shown(&["12%\r", "13%"]), "13%");
    }

    #[test]
    fn a_compact_text_shows_the_same() {
        for (before, printed) in [
            ("", "1\r2\r3"),
            ("so far: 12345678", "9\rabcd\rx"),
            ("a\n", "\r1%\r2%\nnext\r3%"),
            ("12345", "\rabc\r"),
            ("a", "plain\n"),
        ] {
            let mut short = printed.to_owned();
            compact(&mut short);
            let [whole, short] =
                [printed, short.as_str()].map(|printed| shown(&[before, printed, "!"]));
            assert_eq!(whole, short, "{printed:?}");
        }
        let mut bar: String = (0..1000).map(|i| format!("\r{i}")).collect();
        compact(&mut bar);
        assert_eq!(bar, "\r999");
    }
}

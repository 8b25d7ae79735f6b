//! Printed text as a terminal shows it: a `\r` goes back to the beginning of its line, and what
//! follows is written over it. Of a terminal's escape codes those that erase the line are followed;
//! colours and the rest are left out.

/// What is shown of printed text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    text: String,
    /// The byte at which the next letter is written: in the last line.
    cursor: usize,
    /// What has come of an escape code that is not at its end.
    code: String,
}

/// How far the text after an `ESC` is an escape code.
enum Code {
    /// It goes on.
    Open,
    /// It ends with the last letter.
    Whole,
    /// It is none with the last letter, which is text again.
    Broken,
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

    /// Adds printed text with escape codes, and returns it without: as what shows the same after
    /// what has been returned before.
    pub fn render(&mut self, printed: &str) -> String {
        let mut plain = String::new();
        let mut from = 0;
        for (at, letter) in printed.char_indices() {
            let end = at + letter.len_utf8();
            if self.code.is_empty() && letter != '\u{1b}' {
                continue;
            }
            if self.code.is_empty() {
                self.show(&printed[from..at], &mut plain);
            }
            self.code.push(letter);
            from = end;
            match code(&self.code) {
                Code::Open => {}
                Code::Whole => {
                    let code = std::mem::take(&mut self.code);
                    let erased = self.erased(&code);
                    self.show(&erased, &mut plain);
                }
                Code::Broken => {
                    self.code.clear();
                    match letter {
                        '\u{1b}' => self.code.push(letter),
                        _ => from = at,
                    }
                }
            }
        }
        if self.code.is_empty() {
            self.show(&printed[from..], &mut plain);
        }
        plain
    }

    fn show(&mut self, text: &str, plain: &mut String) {
        self.write(text);
        plain.push_str(text);
    }

    /// Returns what to print for an escape code that erases in the line; nothing for others.
    fn erased(&self, code: &str) -> String {
        let begin = self.text.rfind('\n').map_or(0, |end| end + 1);
        let [before, behind] =
            [begin..self.cursor, self.cursor..self.text.len()].map(|part| &self.text[part]);
        let blank = |text: &str| " ".repeat(text.chars().count());
        match code {
            "\u{1b}[K" | "\u{1b}[0K" if !behind.is_empty() => {
                format!("{}\r{before}", blank(behind))
            }
            "\u{1b}[1K" => format!("\r{}", blank(before)),
            "\u{1b}[2K" => format!("\r{0}{1}\r{0}", blank(before), blank(behind)),
            _ => String::new(),
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

/// Tells how far a text that begins with `ESC` is an escape code (ECMA-48): a letter, a sequence
/// after `[`, or a text such as a window's title up to `BEL` or `ESC \`.
fn code(text: &str) -> Code {
    let mut letters = text[1..].chars();
    let Some(kind) = letters.next() else {
        return Code::Open;
    };
    let last = letters.next_back();
    match (kind, last) {
        // Who forgets the end of a title would lose all that follows.
        (_, Some('\n' | '\r' | '\u{18}' | '\u{1a}')) => Code::Broken,
        ('[' | ']' | 'P' | 'X' | '^' | '_' | ' '..='/', None) => Code::Open,
        ('[', Some('@'..='~')) | (' '..='/', Some('0'..='~')) => Code::Whole,
        ('[', Some(' '..='?')) | (' '..='/', Some(' '..='/')) => Code::Open,
        (']' | 'P' | 'X' | '^' | '_', Some(_)) => {
            match text.ends_with('\u{7}') || text.ends_with("\u{1b}\\") {
                true => Code::Whole,
                false => Code::Open,
            }
        }
        ('0'..='~', None) => Code::Whole,
        _ => Code::Broken,
    }
}

/// Shortens printed text that has yet to be written: of a line that is written over many times, its
/// last state is enough.
pub fn compact(printed: &mut String) {
    // What stands before the first `\r` may continue a line that is shown already.
    let Some(first) = printed.find('\r') else {
        return;
    };
    let mut rest = Output::default();
    rest.write(&printed[first + 1..]);
    let Output { text, cursor, .. } = rest;
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
    fn escape_codes_are_no_text() {
        let rendered = |pieces: &[&str]| {
            let (mut own, mut shown) = (Output::default(), Output::default());
            for piece in pieces {
                shown.write(&own.render(piece));
            }
            assert_eq!(own.text(), shown.text(), "{pieces:?}");
            String::from(own)
        };
        for (pieces, text) in [
            (&["\u{1b}[31mred\u{1b}[0m\n"][..], "red\n"),
            (&["\u{1b}[1;38;2;1;2;3mé\u{1b}[m"], "é"),
            // In pieces, as a program prints them.
            (&["a\u{1b}", "[3", "1mb\u{1b}[", "0mc"], "abc"),
            (
                &[
                    "\u{1b}]0;title\u{7}text",
                    "\u{1b}]8;;https://x\u{1b}\\link\u{1b}]8;;\u{1b}\\",
                ],
                "textlink",
            ),
            (&["\u{1b}(Ba\u{1b}7b\u{1b}M"], "ab"),
            (&["\u{1b}[?25l\u{1b}[2J\u{1b}[Hup\u{1b}[A\u{1b}[?25h"], "up"),
            // Erasing: to the end, from the beginning, all.
            (&["loading 50 %\r\u{1b}[Kdone"], "done        "),
            (&["12345\r12\u{1b}[0Kx"], "12x  "),
            (&["12345\r12\u{1b}[1Kx"], "  x45"),
            (&["old\n12345\u{1b}[2K\rnew"], "old\nnew  "),
            (&["5 %", "\r\u{1b}[", "2K7 %"], "7 %"),
            // No codes.
            (&["\u{1b}\na", "\u{1b}[3\nb", "\u{1b}]open\nc"], "\na\nb\nc"),
            (&["\u{1b}é", "\u{1b}[3\u{1b}[0m\u{1b}\u{1b}[0m!"], "é!"),
            (&["[31m", "a\rb"], "b31ma"),
        ] {
            assert_eq!(rendered(pieces), text, "{pieces:?}");
        }
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

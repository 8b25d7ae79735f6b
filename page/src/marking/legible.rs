//! Texts out of files that others wrote, made fit to be shown.

/// Most characters of a name or of another line.
const MOST_LETTERS: usize = 80;
/// Most characters of a sentence.
const MOST_OF_SENTENCE: usize = 240;
/// Most characters of code that are shown at once.
const MOST_CODE: usize = 20_000;

/// Returns a name or another short line: at most 80 characters of a text, without control
/// characters and without what would turn the order of letters.
pub fn clean(text: &str) -> String {
    line(text, MOST_LETTERS)
}

/// Returns the beginning of a text in one line, without the same characters.
pub fn sentence(text: &str) -> String {
    line(text, MOST_OF_SENTENCE)
}

fn line(text: &str, most: usize) -> String {
    let turns = |letter: char| matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let letters = text.chars().filter(|letter| !turns(*letter));
    let letters = letters.map(|letter| if letter.is_control() { ' ' } else { letter });
    // Enough for the line, however long the text is.
    let line: String = letters.take(most * 4).collect();
    let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().take(most).collect()
}

/// Returns `2026-11-25 14:06` for `2026-11-25T14:06:02.000Z`, and `unknown` for what is no such
/// time.
pub fn day_and_time(iso: &str) -> String {
    const SHAPE: &[u8] = b"0000-00-00T00:00";
    let is_like = |(letter, shape): (&u8, &u8)| match shape {
        b'0' => letter.is_ascii_digit(),
        shape => letter == shape,
    };
    let bytes = iso.as_bytes();
    match bytes.len() >= SHAPE.len() && bytes.iter().zip(SHAPE).all(is_like) {
        true => iso[..SHAPE.len()].replace('T', " "),
        false => "unknown".to_owned(),
    }
}

/// Returns code to show: its beginning, with a note if there is more.
pub fn shown_code(code: &str) -> String {
    match code.char_indices().nth(MOST_CODE) {
        None => code.to_owned(),
        Some((end, _)) => format!(
            "{}\n\n[… {} more bytes are not shown]",
            &code[..end],
            code.len() - end
        ),
    }
}

//! The words after a file's name, split as a shell splits them.

/// Splits a line into words: at spaces, except inside of quotes and after a backslash.
///
/// # Errors
/// If a quotation mark has no partner: a sentence that says so.
pub fn split(line: &str) -> Result<Vec<String>, String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None::<char>);
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match (letter, quote) {
            (letter, Some(open)) if letter == open => quote = None,
            ('\\', Some('"')) => {
                let next = letters.next().unwrap_or('\\');
                let word = word.get_or_insert_default();
                if !matches!(next, '"' | '\\') {
                    word.push('\\');
                }
                word.push(next);
            }
            (letter, Some(_)) => word.get_or_insert_default().push(letter),
            ('\'' | '"', None) => {
                // Quotes around nothing are a word too.
                word.get_or_insert_default();
                quote = Some(letter);
            }
            ('\\', None) => {
                let next = letters.next().unwrap_or('\\');
                word.get_or_insert_default().push(next);
            }
            (letter, None) if letter.is_whitespace() => words.extend(word.take()),
            (letter, None) => word.get_or_insert_default().push(letter),
        }
    }
    if let Some(quote) = quote {
        return Err(format!(
            "The arguments open a quotation mark {quote} that nothing closes: add one, or put a backslash before it"
        ));
    }
    words.extend(word);
    Ok(words)
}

//! Texts of checks, in which backticks mark code as in Markdown.

/// The beginning of the line that a check prints when all its tests have passed. Other printed
/// lines are the reader's own.
const PASSED: &str = "All tests in `";

/// A stretch of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// The text, without backticks if it is code.
    pub text: String,
    /// True if it is code.
    pub is_code: bool,
}

/// Splits a text into prose and code. A backtick without a partner on its line stays as it is.
pub fn stretches(text: &str) -> Vec<Stretch> {
    let (mut all, mut prose, mut rest) = (Vec::new(), String::new(), text);
    while let Some((before, after)) = rest.split_once('`') {
        prose.push_str(before);
        match after.split_once('`') {
            Some((code, after)) if !code.is_empty() && !code.contains('\n') => {
                push(&mut all, std::mem::take(&mut prose), false);
                push(&mut all, code.to_owned(), true);
                rest = after;
            }
            _ => {
                prose.push('`');
                rest = after;
            }
        }
    }
    prose.push_str(rest);
    push(&mut all, prose, false);
    all
}

/// Splits what a cell printed. Only the line of a check has code to mark.
pub fn printed(text: &str) -> Vec<Stretch> {
    let (mut all, mut raw) = (Vec::new(), String::new());
    for line in text.split_inclusive('\n') {
        if line.starts_with(PASSED) {
            push(&mut all, std::mem::take(&mut raw), false);
            all.extend(stretches(line));
        } else {
            raw.push_str(line);
        }
    }
    push(&mut all, raw, false);
    all
}

fn push(all: &mut Vec<Stretch>, text: String, is_code: bool) {
    if !text.is_empty() {
        all.push(Stretch { text, is_code });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(all: &[Stretch]) -> String {
        let one = |it: &Stretch| match it.is_code {
            true => format!("<{}>", it.text),
            false => it.text.clone(),
        };
        all.iter().map(one).collect()
    }

    #[test]
    fn backticks_in_pairs_mark_code() {
        assert_eq!(
            marked(&stretches("`reset` empties it")),
            "<reset> empties it"
        );
        assert_eq!(marked(&stretches("a `b` and `c`")), "a <b> and <c>");
        for raw in ["", "plain", "one ` alone", "`` empty", "`two\nlines`"] {
            assert_eq!(marked(&stretches(raw)), raw);
        }
    }

    #[test]
    fn of_what_is_printed_only_the_line_of_a_check_is_marked() {
        let text = "my `own`\nAll tests in `test_x` passed!\nmore `of it`";
        let wanted = "my `own`\nAll tests in <test_x> passed!\nmore `of it`";
        assert_eq!(marked(&printed(text)), wanted);
    }
}

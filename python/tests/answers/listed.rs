//! Reads `answers.md`: answers to an exercise, right ones and wrong ones, each whole or as a change
//! of our solution.

/// An answer, with what the checks must say of it.
pub struct Listed {
    /// Its heading: what is different about it.
    pub title: String,
    /// The reader's text.
    pub source: String,
    /// The verdict.
    pub verdict: Verdict,
}

/// What the checks must say of an answer.
#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It passes: `## Right: …`.
    Passes,
    /// The likely mistake contains these words: `Likely: …`.
    Named(String),
    /// The exception contains these words: `Raises: …`.
    Raises(String),
    /// It fails, and no likely mistake is named.
    Unnamed,
}

/// Reads all answers of a text.
///
/// # Errors
/// A sentence with the heading of the answer that cannot be read.
pub fn read(text: &str, solution: &str) -> Result<Vec<Listed>, String> {
    let sections = text.split("\n## ").skip(1);
    sections
        .map(|section| {
            let (title, rest) = section.split_once('\n').unwrap_or((section, ""));
            one(title, rest, solution).map_err(|why| format!("“{title}”: {why}"))
        })
        .collect()
}

fn one(title: &str, rest: &str, solution: &str) -> Result<Listed, String> {
    let (before, fenced) = rest.split_once("```").ok_or("it has no code")?;
    let (kind, code) = fenced.split_once('\n').ok_or("it has no code")?;
    let (code, after) = code.split_once("\n```").ok_or("its code has no end")?;
    if !after.trim().is_empty() {
        return Err("something stands behind its code".to_owned());
    }
    let source = match kind {
        "python" => format!("{code}\n"),
        "diff" => changed(solution, code)?,
        other => {
            return Err(format!(
                "its code is `{other}`, neither `python` nor `diff`"
            ));
        }
    };
    let said = |key: &str| {
        let line = before.lines().find_map(|line| line.strip_prefix(key));
        line.map(|words| words.trim().to_owned())
    };
    let verdict = match (said("Likely:"), said("Raises:")) {
        _ if title.starts_with("Right: ") => Verdict::Passes,
        (Some(words), None) => Verdict::Named(words),
        (None, Some(words)) => Verdict::Raises(words),
        (None, None) => Verdict::Unnamed,
        _ => return Err("it has two diagnoses".to_owned()),
    };
    Ok(Listed {
        title: title.to_owned(),
        source,
        verdict,
    })
}

/// Applies hunks, which a line `@@` parts. A hunk's old lines stand in the text once.
fn changed(text: &str, hunks: &str) -> Result<String, String> {
    let mut text = text.to_owned();
    for hunk in hunks.split("@@\n") {
        let lines = |signs: [char; 2]| -> String {
            let own = hunk.lines().filter(|line| line.starts_with(signs));
            own.map(|line| format!("{}\n", &line[1..])).collect()
        };
        let old = lines(['-', ' ']);
        let at: Vec<usize> = text
            .match_indices(&old)
            .map(|(at, _)| at)
            .filter(|at| *at == 0 || text[..*at].ends_with('\n'))
            .collect();
        let [at] = at[..] else {
            return Err(format!(
                "its old lines stand there {} times:\n{old}",
                at.len()
            ));
        };
        text.replace_range(at..at + old.len(), &lines(['+', ' ']));
    }
    Ok(text)
}

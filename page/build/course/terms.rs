//! Marks the terms of the glossary in the texts: the first use of each becomes a link to its place
//! on the map.

use std::collections::BTreeSet;

use serde_json::Value;

use super::term_id::term_id;

/// Elements in which nothing is marked: code, formulas, links and headings.
const PLAIN: [&str; 11] = [
    "a", "code", "pre", "math", "th", "h1", "h2", "h3", "h4", "h5", "h6",
];
/// Sections that are folded or shown one at a time. A term that is first used there is marked again
/// in what follows.
const FOLDED: [&str; 7] = [
    "Algorithm",
    "Derivation",
    "Aside",
    "Source",
    "Changed",
    "Hint",
    "Solution",
];

/// The terms that a reader has met in a text, by their ids.
type Met = BTreeSet<String>;

/// The ways in which texts write the terms.
#[derive(Default)]
pub struct Forms {
    /// The longest first, so that it wins.
    forms: Vec<Form>,
}

/// One way to write a term, or words that only look like it.
struct Form {
    /// The words, in lower case.
    words: Vec<String>,
    /// The first word that is marked, and the one after the last.
    marked: (usize, usize),
    /// True if the last word may have the ending of a plural.
    has_plural: bool,
    /// The id of the term; `None` if these words mean something else.
    id: Option<String>,
}

impl Forms {
    /// Adds a term. It is marked where texts have its name, the abbreviation in parentheses behind
    /// it, or one of the forms of `also`, or a plural of these. If `only` has forms, they take the
    /// place of the name, and are marked as they stand; brackets name the words to mark, if those
    /// are not all. The phrases of `not` are never marked.
    pub fn add(&mut self, name: &str, also: &str, only: &str, not: &str) -> Result<(), String> {
        let id = term_id(name);
        let mut names = Vec::new();
        if only.is_empty() {
            let (long, short) = name.split_once(" (").unwrap_or((name, ""));
            names.extend([long, short.trim_end_matches(')')]);
        }
        names.extend(list(also));
        names.retain(|name| !name.is_empty());
        for name in names {
            self.push(name, true, Some(&id))?;
        }
        for form in list(only) {
            self.push(form, false, Some(&id))?;
        }
        for phrase in list(not) {
            self.push(phrase, false, None)?;
        }
        self.forms.sort_by_key(|form| {
            let letters: usize = form.words.iter().map(String::len).sum();
            std::cmp::Reverse((form.words.len(), letters))
        });
        Ok(())
    }

    fn push(&mut self, text: &str, has_plural: bool, id: Option<&String>) -> Result<(), String> {
        let (mut words, mut marked) = (Vec::new(), (0, None));
        for piece in text.split_whitespace() {
            if piece.starts_with('[') {
                marked.0 = words.len();
            }
            words.extend(words_of(piece).map(|(start, end)| folded(&piece[start..end])));
            if piece.ends_with(']') {
                marked.1 = Some(words.len());
            }
        }
        let form = Form {
            marked: (marked.0, marked.1.unwrap_or(words.len())),
            words,
            has_plural,
            id: id.cloned(),
        };
        if form.marked.0 >= form.marked.1 {
            return Err(format!("the brackets of “{text}” hold nothing"));
        }
        if self.forms.iter().any(|other| other.words == form.words) {
            return Err(format!("another term is written “{text}” too"));
        }
        self.forms.push(form);
        Ok(())
    }

    /// Marks the first use of each term in a text of sections: a chapter, an exercise, the text
    /// about the page.
    pub fn mark_page(&self, page: &mut Value) {
        let mut met = Met::new();
        for part in page["parts"].as_array_mut().into_iter().flatten() {
            let is_folded = FOLDED.iter().any(|kind| part["kind"] == *kind);
            let mut inside = met.clone();
            let met = if is_folded { &mut inside } else { &mut met };
            self.mark_text(&mut part["html"], met);
        }
    }

    /// Marks the first use of each term in a question, and in each of its explanations, of which a
    /// reader opens one at a time. The options are left as they are: a press on one of them chooses
    /// it.
    pub fn mark_question(&self, question: &mut Value) {
        let mut met = Met::new();
        self.mark_text(&mut question["prompt"], &mut met);
        let answer = &mut question["answer"];
        if let Some(model) = answer.get_mut("Text") {
            self.mark_text(model, &mut met.clone());
        }
        if let Some(number) = answer.get_mut("Number") {
            self.mark_text(&mut number["explanation"], &mut met.clone());
        }
        let options = answer.get_mut("Choice").and_then(Value::as_array_mut);
        for option in options.into_iter().flatten() {
            self.mark_text(&mut option["explanation"], &mut met.clone());
        }
    }

    fn mark_text(&self, text: &mut Value, met: &mut Met) {
        if let Some(html) = text.as_str() {
            *text = Value::String(self.mark(html, met));
        }
    }

    /// Returns HTML with a link around the first use of each term that is not in `met`.
    pub fn mark(&self, html: &str, met: &mut Met) -> String {
        let mut out = String::with_capacity(html.len());
        let (mut rest, mut within) = (html, 0_usize);
        while !rest.is_empty() {
            let (text, behind) = rest.split_at(rest.find('<').unwrap_or(rest.len()));
            match within {
                0 => self.mark_words(text, met, &mut out),
                _ => out.push_str(text),
            }
            let end = behind.find('>').map_or(behind.len(), |end| end + 1);
            let (tag, behind) = behind.split_at(end);
            let name = tag.trim_start_matches(['<', '/']);
            let name = name.split([' ', '>', '/']).next().unwrap_or_default();
            if PLAIN.contains(&name) {
                match tag.starts_with("</") {
                    true => within = within.saturating_sub(1),
                    false => within += 1,
                }
            }
            out.push_str(tag);
            rest = behind;
        }
        out
    }

    /// Adds the words between two tags to `out`.
    fn mark_words(&self, text: &str, met: &mut Met, out: &mut String) {
        let words: Vec<(usize, usize)> = words_of(text).collect();
        let (mut at, mut written) = (0, 0);
        while at < words.len() {
            let Some(form) = self.forms.iter().find(|it| it.fits(text, &words[at..])) else {
                at += 1;
                continue;
            };
            let (first, last) = form.marked;
            let (start, end) = (words[at + first].0, words[at + last - 1].1);
            if let Some(id) = form.id.as_ref().filter(|id| met.insert((*id).clone())) {
                out.push_str(&text[written..start]);
                let said = &text[start..end];
                out.push_str(&format!(
                    r#"<a class="term" data-term="{id}" href="?view=map#{id}">{said}</a>"#
                ));
                written = end;
            }
            at += form.words.len();
        }
        out.push_str(&text[written..]);
    }
}

impl Form {
    /// Returns true if a text begins with this form. `words` are where its words begin and end.
    fn fits(&self, text: &str, words: &[(usize, usize)]) -> bool {
        let count = self.words.len();
        let last = count - 1;
        let has_words = words.len() >= count
            && (0..count).all(|index| {
                let (start, end) = words[index];
                let said = folded(&text[start..end]);
                said == self.words[index]
                    || (index == last && self.has_plural && is_plural(&said, &self.words[index]))
            });
        // Between the words there is space and nothing else.
        has_words && (0..last).all(|it| text[words[it].1..words[it + 1].0].trim().is_empty())
    }
}

/// Returns the items of a list with commas.
fn list(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|it| !it.is_empty())
}

/// Returns a word in lower case, with a plain apostrophe.
fn folded(word: &str) -> String {
    word.to_lowercase().replace('’', "'")
}

/// Returns true if a word is the plural of another, both in lower case.
fn is_plural(word: &str, singular: &str) -> bool {
    let endings = |ending: &str| word.strip_suffix(ending);
    endings("s") == Some(singular)
        || endings("es") == Some(singular)
        || endings("ies").is_some_and(|stem| singular.strip_suffix('y') == Some(stem))
}

/// Returns where the words of a text begin and end. `reward-to-go` is one word, and `critic’s` is
/// two: the second is `’s`.
fn words_of(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let is_inner = |letter: char| letter.is_alphanumeric() || "-_".contains(letter);
    let mut letters = text.char_indices().peekable();
    let mut follows_word = false;
    std::iter::from_fn(move || {
        let start = loop {
            let (at, letter) = letters.next()?;
            let is_ending = follows_word && "'’".contains(letter);
            if is_inner(letter) || is_ending {
                break at;
            }
            follows_word = false;
        };
        while letters.next_if(|(_, letter)| is_inner(*letter)).is_some() {}
        follows_word = true;
        let end = letters.peek().map_or(text.len(), |(at, _)| *at);
        Some((start, end))
    })
}

//! The sentences of texts that may claim a number of a run: they speak of runs in one of the ways
//! below, and have a number.

use std::fs;
use std::path::Path;

/// The words by which a sentence speaks of what runs have shown. `#` stands for a number.
const CUES: [&str; 25] = [
    "seed",
    "seeds",
    "trial",
    "trials",
    "we tried",
    "our runs",
    "runs of",
    "of the runs",
    "# runs",
    "of # runs",
    "in # runs",
    "# of #",
    "by phase #",
    "by iteration #",
    "by update #",
    "after # phases",
    "after # iterations",
    "after # updates",
    "after # rollouts",
    "at phase #",
    "at iteration #",
    "at rollout #",
    "untrained",
    "random policy",
    "measured",
];

const NUMBER_WORDS: [&str; 12] = [
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twelve", "twenty",
    "half",
];

/// Returns the files that may claim something, from the repository's root.
pub fn texts(root: &Path) -> Vec<String> {
    let names = |folder: &str| {
        let entries = fs::read_dir(root.join(folder)).expect("a folder of texts");
        let names = entries.map(|entry| entry.expect("an entry").file_name());
        let names = names.map(|name| format!("{folder}/{}", name.to_string_lossy()));
        names.collect::<Vec<_>>()
    };
    let mut files = names("course/chapters");
    let exercises = names("course/exercises");
    files.extend(exercises.iter().map(|folder| format!("{folder}/text.md")));
    files.extend(["README.md", "docs/course.md"].map(str::to_owned));
    files.sort();
    files
}

/// Returns the sentences of a text that speak of runs and have a number, with single spaces.
pub fn that_may_claim(text: &str) -> Vec<String> {
    // The fields in front of a text and its headings are no sentences.
    let text = (text
        .strip_prefix("---\n")
        .and_then(|it| it.split_once("\n---\n")))
    .map_or(text, |(_, text)| text);
    let is_prose = |line: &&str| !line.starts_with('#');
    let text: Vec<&str> = text.lines().filter(is_prose).collect();
    let text = text.join("\n");
    let paragraphs = text.split("\n\n");
    let sentences = paragraphs.flat_map(|it| sentences(&super::plain(it)));
    sentences.filter(|it| may_claim(it)).collect()
}

/// Splits at points that a space and no small letter follow.
fn sentences(paragraph: &str) -> Vec<String> {
    let mut sentences = vec![String::new()];
    for word in paragraph.split(' ') {
        let sentence = sentences.last_mut().expect("one");
        let is_end = sentence
            .trim_end_matches([')', '”', '"'])
            .ends_with(['.', '!', '?']);
        let begins = word
            .chars()
            .next()
            .is_some_and(|letter| !letter.is_lowercase());
        if is_end && begins {
            sentences.push(word.to_owned());
        } else {
            sentence.push(' ');
            sentence.push_str(word);
        }
    }
    sentences.iter().map(|it| it.trim().to_owned()).collect()
}

fn may_claim(sentence: &str) -> bool {
    // What a link leads to is no part of the sentence.
    let mut read = String::new();
    for part in sentence.split("](") {
        let after = part.split_once(')').map_or(part, |(_, after)| after);
        read.push_str(if read.is_empty() { part } else { after });
        read.push(' ');
    }
    let read = read.to_lowercase();
    let ends = |letter: char| !(letter.is_alphanumeric() || ".,".contains(letter));
    let words: Vec<&str> = (read.split(ends))
        .map(|word| word.trim_matches(['.', ',']))
        .filter(|word| !word.is_empty())
        .collect();
    let is_number = |word: &str| {
        NUMBER_WORDS.contains(&word) || word.starts_with(|letter: char| letter.is_ascii_digit())
    };
    let marked: Vec<&str> = (words.iter())
        .map(|word| if is_number(word) { "#" } else { word })
        .collect();
    let marked = format!(" {} ", marked.join(" "));
    marked.contains(" # ") && CUES.iter().any(|cue| marked.contains(&format!(" {cue} ")))
}

//! The rules. Each returns what a document says that is not true.

use super::repository::{Document, Repository, joined};

/// Where a path may begin besides the document's own folder: at the top, in a room, in a package,
/// or in what Python's interpreter imports.
const STARTS: &str = ". src page page/src python python/src python/lib python/packages python/charts python/further python/environments tensors tensors/src";

/// Parts of a path that stand for a name to fill in.
const PLACEHOLDERS: &str = "DIST FILE FOLDER ID KEY NAME STAGE VERSION";

/// Endings of files of the repository. A path with one of them is meant to be there.
const ENDINGS: &str = ".css .jsonl .md .mjs .py .rs .toml .tsv";

/// Fewest `_` in a name that can only be a test or a function.
const FEWEST: usize = 3;

/// A link within the repository leads to a file, and to a heading of it if it names one. Links that
/// begin with `?` are addresses of the page, which its own tests follow.
pub fn links(repository: &Repository, documents: &[Document], document: &Document) -> Vec<String> {
    let is_ours = |link: &str| !link.contains(':') && !link.starts_with('?');
    let leads_nowhere = |link: &str| {
        let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
        let path = match path {
            "" => Some(document.path.clone()),
            path => joined(document.folder(), path),
        };
        let Some(path) = path.filter(|path| repository.has(path)) else {
            return true;
        };
        let linked = documents.iter().find(|it| it.path == path);
        let anchors = linked.map_or(&[][..], |it| it.anchors.as_slice());
        !anchor.is_empty() && !anchors.iter().any(|it| it == anchor)
    };
    let mut links = document.links.clone();
    links.retain(|link| is_ours(link) && leads_nowhere(link));
    links
}

/// A path in a document's code is there. A word is a path if it begins with the name of a folder
/// or ends as a file does. Without a folder it may be in any.
pub fn paths(repository: &Repository, document: &Document) -> Vec<String> {
    let is_plain = |it: char| it.is_ascii_alphanumeric() || "_-./".contains(it);
    let is_open = |it: &str| PLACEHOLDERS.split(' ').any(|name| name == it);
    let is_wrong = |word: &&str| {
        let is_name = word.chars().all(is_plain) && !word.starts_with(['/', '-']);
        if !is_name || word.contains("...") || word.split(['/', '-', '.']).any(is_open) {
            return false;
        }
        let Some((first, _)) = word.split_once('/') else {
            let mut files = repository.files("", word);
            return word.len() > 3
                && word.ends_with(".rs")
                && !files.any(|it| it.ends_with(&format!("/{word}")));
        };
        let is_meant = ENDINGS.split(' ').any(|end| word.ends_with(end));
        (is_meant || starts(repository, document, first)) && !starts(repository, document, word)
    };
    let marks = |it: char| "(),:;\"'".contains(it);
    let words = document.code.iter().flat_map(|it| it.split_whitespace());
    let words = words.map(|word| word.trim_matches(marks).trim_end_matches('.'));
    words.filter(is_wrong).map(str::to_owned).collect()
}

fn starts(repository: &Repository, document: &Document, path: &str) -> bool {
    let starts = STARTS.split(' ').chain([document.folder()]);
    let mut paths = starts.filter_map(|start| joined(start, path));
    paths.any(|path| repository.has(&path))
}

/// A command names tests, their files (`fields::`), examples, and stages and aliases of `known`.
pub fn commands(repository: &Repository, known: &[String], document: &Document) -> Vec<String> {
    let is_known = |name: &str| name == "all" || known.iter().any(|it| it == name);
    let is_file = |word: &str| {
        let end = word
            .split("::")
            .next()
            .map(|file| format!("tests/{file}.rs"));
        end.is_some_and(|end| repository.files("", &end).next().is_some()) || word == "FILE::"
    };
    let is_stage = |word: &&&str| word.chars().all(|it| it.is_ascii_lowercase() || it == '-');
    let mut wrong = Vec::new();
    for code in &document.code {
        let words: Vec<&str> = code.split_whitespace().collect();
        let pairs = words.windows(2).filter(|pair| match (pair[0], pair[1]) {
            ("--test", name) => name != "NAME" && !is_target(repository, "test", name),
            ("--example", name) => !is_target(repository, "example", name),
            ("cargo", name) => name.starts_with("lab-") && !is_known(name),
            _ => false,
        });
        wrong.extend(pairs.map(|pair| pair.join(" ")));
        let is_command = words.contains(&"lab-test");
        let files = words.iter().filter(|it| is_command && it.contains("::"));
        wrong.extend(files.filter(|it| !is_file(it)).map(|it| it.to_string()));
        let stages = words.strip_prefix(&["scripts/test"]).unwrap_or_default();
        let stages = stages.iter().filter(is_stage).filter(|it| !is_known(it));
        wrong.extend(stages.map(|stage| format!("scripts/test {stage}")));
    }
    wrong
}

/// Returns true if cargo has a target of this name, one that is declared or that it finds.
fn is_target(repository: &Repository, kind: &str, name: &str) -> bool {
    repository.files("", "Cargo.toml").any(|manifest| {
        let text = repository.text(manifest);
        let folder = manifest.replace("Cargo.toml", kind);
        let mut files = ["", "/main"]
            .map(|end| format!("{folder}s/{name}{end}.rs"))
            .into_iter();
        let is_found = files.any(|file| repository.has(&file));
        is_found && !text.contains(&format!("auto{kind}s = false"))
            || text.contains(&format!("[[{kind}]]\nname = \"{name}\"\n"))
    })
}

/// A long name, such as that of a test, is in some source.
pub fn names(sources: &str, document: &Document) -> Vec<String> {
    let is_end = |it: char| !it.is_ascii_alphanumeric() && it != '_';
    let words = document.code.iter().flat_map(|code| code.split(is_end));
    let long = words.filter(|it| it.trim_matches('_').matches('_').count() >= FEWEST);
    let unknown = long.filter(|name| !sources.contains(name));
    unknown.map(str::to_owned).collect()
}

/// A number in digits before the name of what we count is the number of them.
pub fn counts(truths: &[(&str, usize)], document: &Document) -> Vec<String> {
    let words: Vec<&str> = document.prose.split_whitespace().collect();
    let wrong = |pair: &[&str]| {
        let said: usize = pair[0].parse().ok()?;
        let noun = pair[1].trim_end_matches(|it: char| !it.is_alphanumeric());
        let (_, truth) = truths.iter().find(|(it, _)| *it == noun)?;
        (said != *truth).then(|| format!("{said} {noun}, which are {truth}"))
    };
    words.windows(2).filter_map(wrong).collect()
}

/// The number that stands after some words in its home is in the sentence of a text. Returns the
/// sentence if it is not there.
pub fn number(text: &str, sentence: &str, home: &str, before: &str) -> Option<String> {
    let number = home.split(before).nth(1).unwrap_or_default();
    let number = number.split(|it: char| !it.is_ascii_digit()).next();
    let number = number.filter(|it| !it.is_empty()).unwrap_or(before);
    let sentence = sentence.replace("{}", number);
    let words: Vec<&str> = text.split_whitespace().collect();
    (!words.join(" ").contains(&sentence)).then_some(sentence)
}

/// Returns the names in the first cells of tables, of the rows that have `kind` in the second.
pub fn listed<'a>(document: &'a Document, kind: &str) -> Vec<&'a str> {
    let rows = document.rows.iter().filter(|row| row[1] == kind);
    rows.flat_map(|row| row[0].split(", ")).collect()
}

/// A document that is read first has at most so many bytes, and a table with every alias of cargo.
pub fn guide(text: &str, most: usize, aliases: &[String]) -> Vec<String> {
    let document = Document::new("", text);
    let has = |alias: &str| {
        let mut rows = document.rows.iter();
        rows.any(|row| row[0].split(' ').nth(1) == Some(alias))
    };
    let mut wrong: Vec<String> = aliases.iter().filter(|it| !has(it)).cloned().collect();
    if text.len() > most {
        wrong.push(format!("it has {} bytes of {most}", text.len()));
    }
    wrong
}

/// A recipe is linked from the guide, and ends with a command that runs a test.
pub fn is_recipe(guide: &Document, recipe: &Document) -> bool {
    let last = recipe.code.last().map_or("", String::as_str);
    let is_tested = last.contains("cargo lab-test") && last.contains("--test ");
    is_tested && guide.links.contains(&recipe.path)
}

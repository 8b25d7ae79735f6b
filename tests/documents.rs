//! Compares what the documents say with the repository: links, paths, commands, names of tests, and
//! the numbers that have a home elsewhere.
#![cfg(not(target_arch = "wasm32"))]

#[path = "documents/repository.rs"]
mod repository;
#[path = "documents/rules.rs"]
mod rules;
/// Tests of the rules: each of them must be able to fail.
#[path = "documents/wrong.rs"]
mod wrong;

use std::fs;

use repository::{Document, Repository};

/// Most bytes of CONTRIBUTING.md: everyone reads all of it, first.
const MOST: usize = 6_000;

/// A diary: what its entries name was there on their day.
const DIARY: &str = "docs/decisions.md";

const BUILD: &str = "docs/build.md";
const ANSWERS: &str = "python/tests/answers.rs";

/// A document and its sentence with a number; then the number's home, and what stands before it
/// there.
#[rustfmt::skip]
const NUMBERS: [(&str, &str, &str, &str); 15] = [
    ("README.md", "answers after {} minutes", BUILD, "| **"),
    ("README.md", "| {} s; a changed line", BUILD, "until the page answers | "),
    ("README.md", "6 to {} s |", BUILD, "(`src/algos/slopes.rs`) | "),
    ("README.md", "`scripts/test` | {} minutes", BUILD, "took **"),
    ("README.md", "{} GB of disk to serve", "scripts/setup", "DISK_GB_SERVE="),
    ("README.md", "to serve, {} to test", "scripts/setup", "DISK_GB_TEST="),
    ("README.md", "Node.js {} and npm", "scripts/setup", "\"Node.js "),
    ("CONTRIBUTING.md", "none above {}", "tests/layering.rs", "MAX_LINES: usize = "),
    ("docs/recipes/exercise.md", "{} right answers", ANSWERS, "LEAST_RIGHT: usize = "),
    ("docs/recipes/exercise.md", "{} wrong ones", ANSWERS, "LEAST_WRONG: (usize, usize) = ("),
    ("docs/python.md", "folder in memory of {} MB", "python/library/_files.py", "MOST = "),
    ("docs/lab.md", "of at most {} runs", "src/config/sweep/mod.rs", "MOST_RUNS: usize = "),
    ("docs/lab.md", "up to {} MB", "page/src/view/kept_runs.rs", "MOST_BYTES: usize = "),
    ("docs/devices.md", "{} MiB at most", "src/protocol/checkpoint.rs", "BYTES: usize = "),
    ("docs/course.md", "up to {} of them", "page/src/marking/class.rs", "MOST: usize = "),
];

/// Fails if a rule finds something in one of the documents that are not the course or the diary.
fn hold(repository: &Repository, rule: impl Fn(&Document) -> Vec<String>) {
    let ours = |path: &&str| !path.starts_with("course/chapters/") && *path != DIARY;
    let documents = repository.files("", ".md").filter(ours);
    let documents: Vec<Document> = documents.map(|path| repository.document(path)).collect();
    let found = documents.iter().map(|it| (&it.path, rule(it)));
    let found: Vec<_> = found.filter(|(_, found)| !found.is_empty()).collect();
    assert!(found.is_empty(), "{found:#?}");
}

/// Returns the names between `NAME=(` and `)` of scripts/test.
fn stages(repository: &Repository, list: &str) -> Vec<String> {
    let script = repository.text("scripts/test");
    let names = script.split(&format!(" {list}=(")).nth(1).expect(list);
    let names = names.split(')').next().unwrap_or_default();
    names.split_whitespace().map(str::to_owned).collect()
}

/// Returns the names of cargo's aliases.
fn aliases(repository: &Repository) -> Vec<String> {
    let config = repository.text(".cargo/config.toml");
    let names = config.lines().filter_map(|line| line.split_once(" = "));
    let names = names.filter(|(name, _)| name.starts_with("lab-"));
    names.map(|(name, _)| name.to_owned()).collect()
}

#[test]
fn every_link_leads_somewhere() {
    let repository = Repository::read();
    let documents = repository.files("", ".md");
    let documents: Vec<Document> = documents.map(|it| repository.document(it)).collect();
    for document in &documents {
        let found = rules::links(&repository, &documents, document);
        assert!(found.is_empty(), "{}: {found:?}", document.path);
    }
}

#[test]
fn every_path_is_there() {
    let repository = Repository::read();
    hold(&repository, |it| rules::paths(&repository, it));
}

#[test]
fn every_command_names_what_is_there() {
    let repository = Repository::read();
    let lists = ["CHANGE", "RELEASE"].map(|list| stages(&repository, list));
    let known = [lists.concat(), aliases(&repository)].concat();
    hold(&repository, |it| rules::commands(&repository, &known, it));
}

#[test]
fn every_test_that_is_named_is_there() {
    let repository = Repository::read();
    let is_source = |it: &&str| !it.ends_with(".md") && !it.starts_with("tests/documents");
    let files = repository.files("", "").filter(is_source);
    let texts = files.filter_map(|file| fs::read_to_string(repository.root.join(file)).ok());
    let sources: String = texts.collect();
    hold(&repository, |it| rules::names(&sources, it));
}

#[test]
fn every_count_is_right() {
    let repository = Repository::read();
    let chapters = repository.files("course/chapters/chapter-", ".md");
    let chapters = chapters.map(|file| repository.text(file));
    let chapters = chapters.filter(|text| !text.contains("\nreference: yes"));
    let chapters = chapters.count();
    // As the map counts them, those of the gallery among them.
    let exercises = repository.files("course/exercises/", "/text.md").count();
    let checks = repository.text("src/checks/list.rs");
    let checks = checks.lines().map(|line| line.trim().replace("slow(", ""));
    let checks = checks.filter(|line| line.starts_with("check(\"")).count();
    let truths = [
        ("chapters", chapters),
        ("checks", checks),
        ("exercises", exercises),
    ];
    let readme = repository.document("README.md").prose;
    for (noun, truth) in truths {
        assert!(readme.contains(&format!("{truth} {noun}")), "{noun}");
    }
    hold(&repository, |it| rules::counts(&truths, it));
}

#[test]
fn every_number_is_that_of_its_home() {
    let repository = Repository::read();
    for (document, sentence, home, before) in NUMBERS {
        let text = repository.text(document);
        let missing = rules::number(&text, sentence, &repository.text(home), before);
        assert_eq!(missing, None, "{document} does not say so, but {home} does");
    }
}

#[test]
fn every_stage_is_explained_with_its_tier() {
    let repository = Repository::read();
    let document = repository.document("docs/tests.md");
    for (tier, list) in [("change", "CHANGE"), ("release", "RELEASE")] {
        let listed = rules::listed(&document, tier);
        assert_eq!(listed, stages(&repository, list), "for a {tier}");
    }
}

#[test]
fn contributing_is_short_and_lists_the_commands() {
    let repository = Repository::read();
    let text = repository.text("CONTRIBUTING.md");
    assert_eq!(rules::guide(&text, MOST, &aliases(&repository)), [""; 0]);
}

#[test]
fn every_recipe_is_found_and_tested() {
    let repository = Repository::read();
    let guide = repository.document("CONTRIBUTING.md");
    for path in repository.files("docs/recipes/", ".md") {
        let recipe = repository.document(path);
        assert!(rules::is_recipe(&guide, &recipe), "{path}");
    }
}

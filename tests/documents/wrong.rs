use std::path::PathBuf;

use super::repository::{Document, Repository};
use super::rules;

/// A repository of a few files, which nobody reads.
fn small() -> Repository {
    let paths = "README.md docs/ docs/a.md docs/build.md src/ src/train/ src/train/losses.rs";
    Repository {
        root: PathBuf::new(),
        paths: paths.split_whitespace().map(str::to_owned).collect(),
    }
}

fn names(names: &str) -> Vec<String> {
    names.split(' ').map(str::to_owned).collect()
}

#[test]
fn a_link_to_nothing_is_found() {
    let build = Document::new("docs/build.md", "## From *nothing*, `a` b\n");
    let text = "[a](build.md) [b](../README.md) [c](../src) [d](bild.md) [e](../../x) \
        [f](build.md#from-nothing-a-b) [g](build.md#from) [h](#nowhere) [i](https://x.org/y) \
        [j](../src/train/losses.rs#L1) [k](?lesson=ppo) `[l](none)` ![m](none.png)";
    let found = rules::links(&small(), &[build], &Document::new("docs/a.md", text));
    let wrong = "bild.md ../../x build.md#from #nowhere ../src/train/losses.rs#L1 none.png";
    assert_eq!(found, names(wrong));
}

#[test]
fn a_path_to_nothing_is_found() {
    let text = "`src/train/losses.rs` `train/losses.rs`, `(src/train/),` `src/train/loses.rs` \
        `scripts/x` `nn/mlp.rs` `losses.rs` `looses.rs` `a/b` `src/NAME.rs` `docs/build.md/` \
        `src/*.rs` src/none.rs\n```sh\ncargo run src/no.rs   # src/none.rs\n```\n";
    let document = Document::new("README.md", text);
    let wrong = "src/train/loses.rs nn/mlp.rs looses.rs docs/build.md/ src/no.rs";
    assert_eq!(rules::paths(&small(), &document), names(wrong));
}

#[test]
fn a_command_for_nothing_is_found() {
    let text = "`cargo lab-test --test browser --test brwser` `scripts/test fmt pages all` \
        `cargo lab-test --test NAME` `cargo lab-test --lib -- browser:: brwser::a` \
        `cargo lab-tst` `cargo run --example ppo` `cargo run --example pqo`";
    let document = Document::new("README.md", text);
    let found = rules::commands(&Repository::read(), &names("fmt lab-test"), &document);
    let wrong = "--test brwser, scripts/test pages, brwser::a, cargo lab-tst, --example pqo";
    assert_eq!(found.join(", "), wrong);
}

#[test]
fn a_name_that_no_source_has_is_found() {
    let text = "`every_check_of_all` `every_chek_of_all` `a_b`";
    let document = Document::new("README.md", text);
    let found = rules::names("fn every_check_of_all() {}", &document);
    assert_eq!(found, ["every_chek_of_all"]);
}

#[test]
fn a_count_that_is_wrong_is_found() {
    let text = "Its **41**\nexercises, 40 exercises. `x` takes 3 checks; 5 chapter";
    let truths = [("exercises", 40), ("checks", 44), ("chapters", 11)];
    let found = rules::counts(&truths, &Document::new("README.md", text));
    assert_eq!(
        found,
        ["41 exercises, which are 40", "3 checks, which are 44"]
    );
}

#[test]
fn a_number_that_is_not_its_homes_is_found() {
    let home = "const MOST: usize = 32 << 20;";
    let missing = |text: &str, before: &str| rules::number(text, "up to {} MB", home, before);
    assert_eq!(missing("It keeps up\nto 32 MB.", "MOST: usize = "), None);
    assert!(missing("It keeps up to 31 MB.", "MOST: usize = ").is_some());
    assert!(missing("It keeps up to 32 MB.", "LEAST: usize = ").is_some());
}

#[test]
fn a_stage_without_its_tier_is_found() {
    let text = "| a | b |\n|---|---|\n| `fmt`, `page` | change |\n| `e2e` | release |\n| `x` | |";
    let document = Document::new("docs/tests.md", text);
    assert_eq!(rules::listed(&document, "change"), ["fmt", "page"]);
    assert_ne!(rules::listed(&document, "release"), ["e2e", "x"]);
}

#[test]
fn a_long_guide_or_one_without_a_command_is_found() {
    let text = "| a | b |\n|---|---|\n| `cargo lab-a` | |\n\n`cargo lab-b`\n";
    assert_eq!(rules::guide(text, 100, &names("lab-a lab-b")), ["lab-b"]);
    assert_eq!(rules::guide(text, 9, &names("lab-a")).len(), 1);
}

#[test]
fn a_recipe_without_a_test_or_a_link_is_found() {
    let guide = Document::new("CONTRIBUTING.md", "[a](docs/recipes/a.md)");
    let is_recipe = |path: &str, command: &str| {
        let text = format!("# A\n```sh\n{command}\n```\n");
        rules::is_recipe(&guide, &Document::new(path, &text))
    };
    assert!(is_recipe(
        "docs/recipes/a.md",
        "cargo lab-test --test fields"
    ));
    assert!(!is_recipe("docs/recipes/a.md", "cargo lab-lint"));
    assert!(!is_recipe(
        "docs/recipes/b.md",
        "cargo lab-test --test fields"
    ));
}

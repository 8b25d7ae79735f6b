//! The build of the course's table and texts (`page/build/course`): if something is missing in a
//! folder, the build ends with a sentence that names it.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

#[path = "../build/course/mod.rs"]
mod course;
mod loops;
mod places;
mod predictions;
#[path = "../build/shown.rs"]
mod shown;
mod terms;

const CHAPTER: &str = "---\nposition: 10\nengine: oracle/ppo.rs\npreset: ppo-quick\nfields: gamma clip_coef\n---\n# One\n\n## Idea\nSome.\n\n## Exercise: A-1\n\n## Question: Q-1\n\n## Exercise: B-1\n";

const TEXT: &str = "---\nchapter: one\nposition: 10\npreset: ppo-quick\nsettings: gamma=0.9 seed=2\nreplaces: Returns\nminutes: 5\ndifficulty: 1\nimportance: 3\n---
# Sums

## Idea
In a block of code `##` is a comment:

```python
## Not a section.
# Not a title.
total = 0
```

> ## Nor is a quotation one.

Still the idea.

## Changed
All of it.

## Hint
Add.

## Solution
It adds.
";

const BUG: &str = "---\nchapter: one\nposition: 20\nbug_in: A-1\nminutes: 5\ndifficulty: 1\nimportance: 3\n---\n# A bug\n\n## Idea\nOne.\n\n## Changed\nTwo.\n\n## Hint\nThree.\n\n## Solution\nFour.\n";

/// Writes a course of one chapter, an exercise and a bug in it, for one test alone. Returns its
/// folder.
fn course_of(test: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("course-{test}"));
    let _ = fs::remove_dir_all(&root);
    let files = [
        ("chapters/chapter-one.md", CHAPTER),
        (
            "chapters/questions-one.md",
            "## Q-1 text 2\nWhy?\n---\n```python\n## Because.\n```\n",
        ),
        ("chapters/page.md", "# This page\n\n## Idea\nA page.\n"),
        (
            "chapters/glossary.md",
            "# Glossary\n\n## mean (average)\nThe sum over the number.\n\n## sum\nAll of it.\n",
        ),
        ("exercises/A-1/text.md", TEXT),
        (
            "exercises/A-1/starter.py",
            "def add(x, y):\n    raise NotImplementedError()\n",
        ),
        (
            "exercises/A-1/solution.py",
            "def add(x, y):\n    return x + y\n",
        ),
        (
            "exercises/A-1/test.py",
            "def _close(a):\n    pass\n\n\ndef test_add(add, torch, atol=1e-5):\n    def test_inner(add):\n        pass\n\n\ndef test_add_again(add):\n    pass\n",
        ),
        ("exercises/B-1/text.md", BUG),
        (
            "exercises/B-1/starter.py",
            "def add(x, y):\n    return x - y\n",
        ),
        (
            "exercises/B-1/solution.py",
            "def add(x, y):\n    return x + y\n",
        ),
    ];
    for (file, text) in files {
        put(&root, file, text);
    }
    root
}

fn put(root: &Path, file: &str, text: &str) {
    let path = root.join(file);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, text).expect("a file");
}

/// Returns the build's message about a course that `spoil` has changed.
fn refusal(test: &str, spoil: impl Fn(&Path)) -> String {
    let root = course_of(test);
    spoil(&root);
    let refused = course::read(&root).err();
    let refused = refused.unwrap_or_else(|| panic!("{test}: the build goes on"));
    refused.replace(&format!("{}/", root.display()), "")
}

/// Returns the build's message about a course with `from` replaced by `to` in one file.
fn refusal_of(test: &str, file: &str, from: &str, to: &str) -> String {
    refusal(test, |root| {
        let text = fs::read_to_string(root.join(file)).expect("a file");
        assert!(text.contains(from), "{file} has no {from:?}");
        put(root, file, &text.replace(from, to));
    })
}

#[test]
fn a_whole_folder_becomes_a_row_and_a_text() {
    let course = course::read(&course_of("whole")).expect("a course");
    assert_eq!(course.ids().collect::<Vec<_>>(), ["A-1", "B-1"]);
    let table = course.table();
    for wanted in [
        r#"Chapter { key: "one", title: "One", exercises: &["A-1", "B-1"], questions: 1, steps: &[ChapterStep::Text(0), ChapterStep::Exercise("A-1"), ChapterStep::Question("Q-1"), ChapterStep::Exercise("B-1")], engine: Some("oracle/ppo.rs"), preset: Some("ppo-quick"), fields: &["gamma", "clip_coef"] }"#,
        r#"id: "A-1""#,
        r#"title: "Sums""#,
        r#"names: &["add"]"#,
        r#"check: "tests.test_add(add, torch)\ntests.test_add_again(add)""#,
        "parts: &[Part::Returns]",
        r#"settings: &[("gamma", "0.9"), ("seed", "2")]"#,
        r#"bug_in: Some("A-1")"#,
    ] {
        assert!(table.contains(wanted), "no {wanted} in {table}");
    }
    // The bug has the fields of the exercise that it is in.
    assert_eq!(table.matches(r#"names: &["add"]"#).count(), 2);
    assert_eq!(table.matches(r#"preset: "ppo-quick""#).count(), 2);
}

#[test]
fn a_comment_in_a_block_of_code_ends_no_section() {
    let course = course::read(&course_of("sections")).expect("a course");
    let catalogue: Value = serde_json::from_str(&course.catalogue()).expect("JSON");
    let page = &catalogue["exercises"]["A-1"];
    assert_eq!(page["title"], "Sums");
    let parts = page["parts"].as_array().expect("sections");
    let kinds: Vec<&str> = parts.iter().filter_map(|it| it["kind"].as_str()).collect();
    assert_eq!(kinds, ["Idea", "Changed", "Hint", "Solution"]);
    let idea = parts[0]["html"].as_str().expect("a text");
    for wanted in ["## Not a section.", "# Not a title.", "Still the idea."] {
        assert!(idea.contains(wanted), "no {wanted} in {idea}");
    }
    let questions = catalogue["questions"]["one"].as_array().expect("questions");
    assert_eq!(questions.len(), 1);
    let answer = questions[0]["answer"]["Text"].as_str().expect("a text");
    assert!(answer.contains("## Because."), "{answer}");
}

#[test]
fn a_missing_file_is_named() {
    for file in ["text.md", "starter.py", "solution.py", "test.py"] {
        let said = refusal(&format!("without-{file}"), |root| {
            fs::remove_file(root.join("exercises/A-1").join(file)).expect("a file");
        });
        assert_eq!(said, format!("exercises/A-1: {file} is missing"));
    }
}

#[test]
fn a_missing_field_or_section_is_named() {
    let text = "exercises/A-1/text.md";
    for (field, line) in [
        ("chapter", "chapter: one\n"),
        ("position", "position: 10\n"),
        ("preset", "preset: ppo-quick\n"),
    ] {
        let said = refusal_of(&format!("without-{field}"), text, line, "");
        assert_eq!(said, format!("{text}: the field `{field}` is missing"));
    }
    for section in ["Idea", "Changed", "Hint", "Solution"] {
        let heading = format!("## {section}\n");
        let said = refusal_of(&format!("without-{section}"), text, &heading, "");
        assert_eq!(
            said,
            format!("{text}: the section `## {section}` is missing")
        );
    }
    let said = refusal_of("without-title", text, "# Sums\n", "");
    assert_eq!(said, format!("{text}: the title `# …` is missing"));
}

#[test]
fn what_nobody_knows_is_refused() {
    let text = "exercises/A-1/text.md";
    for (test, file, from, to, wanted) in [
        (
            "unknown-chapter",
            text,
            "chapter: one",
            "chapter: two",
            "there is no chapter `two`, no file chapters/chapter-two.md",
        ),
        (
            "unknown-field",
            text,
            "preset:",
            "importnace: 3\npreset:",
            "a field `importnace` has no place here",
        ),
        (
            "half-of-the-facts",
            text,
            "difficulty: 1\n",
            "",
            "the field `difficulty` is missing",
        ),
        (
            "field-twice",
            text,
            "preset:",
            "chapter: one\npreset:",
            "the field `chapter` stands twice",
        ),
        (
            "no-number",
            text,
            "position: 10",
            "position: first",
            "the field `position` is first, and a whole number was expected",
        ),
        (
            "no-test",
            "exercises/A-1/test.py",
            "test_",
            "check_",
            "a function `test_…` is missing",
        ),
        (
            "other-name",
            "exercises/A-1/solution.py",
            "add",
            "sum",
            "it does not define `add`, which the tests take",
        ),
        (
            "unknown-origin",
            "exercises/B-1/text.md",
            "bug_in: A-1",
            "bug_in: A-9",
            "`bug_in` names A-9, and no exercise before it is called so",
        ),
    ] {
        let said = refusal_of(test, file, from, to);
        assert_eq!(said, format!("{file}: {wanted}"));
    }
    let chapter = "chapters/chapter-one.md";
    let said = refusal_of("fields-alone", chapter, "preset: ppo-quick\n", "");
    assert_eq!(
        said,
        format!("{chapter}: the field `fields` needs a `preset` beside it")
    );
    let said = refusal("misnamed", |root| put(root, "exercises/A-1/tests.py", ""));
    assert!(
        said.starts_with("exercises/A-1: tests.py has no place here"),
        "{said}"
    );
}

#[test]
fn what_stands_twice_is_refused() {
    let copy = |root: &Path, to: &str, position: &str| {
        for file in ["text.md", "starter.py", "solution.py", "test.py"] {
            let text = fs::read_to_string(root.join("exercises/A-1").join(file)).expect("a file");
            let text = text.replace("position: 10", &format!("position: {position}"));
            put(root, &format!("exercises/{to}/{file}"), &text);
        }
    };
    // A file system that ignores case cannot hold such a pair.
    if !course_of("capitals").join("exercises/a-1").exists() {
        let said = refusal("id-twice", |root| copy(root, "a-1", "30"));
        assert_eq!(
            said,
            "exercises/a-1: A-1 is the same id but for capital letters, and the same folder on some machines"
        );
    }
    let said = refusal("place-twice", |root| copy(root, "C-1", "10"));
    assert_eq!(
        said,
        "exercises/C-1/text.md: A-1 has position 10 of the chapter one already"
    );
    let said = refusal("test-twice", |root| copy(root, "C-1", "30"));
    assert_eq!(
        said,
        "exercises/C-1/test.py: A-1/test.py has a test_add already"
    );
    let said = refusal("chapter-twice", |root| {
        put(root, "chapters/chapter-two.md", CHAPTER);
    });
    assert_eq!(said, "the chapters one and two both have position 10");
}

#[test]
fn a_file_in_python_is_cut_at_its_stages() {
    let text = "import torch\n\n\n# Stage: Collect\ndef collect():\n    pass\n\n\n# Stage: Advantages (gae value)\none\n\n\n\
                # Stage: Advantages (world-mean)\ntwo\n\n\n# Stage: Minibatch\nthree\n\n\n# Stage: Update\nfour\n";
    let found = shown::stages(text).expect("stages");
    let of = |stage, advantage| {
        let mut parts = found.iter();
        let part = parts.find(|it| (it.0, it.1) == (stage, advantage));
        part.map(|(.., code)| code.as_str())
    };
    assert_eq!(of(0, "value"), Some("def collect():\n    pass"));
    assert_eq!(
        (of(1, "gae"), of(1, "world-mean")),
        (Some("one"), Some("two"))
    );
    assert_eq!((of(2, "gae"), of(3, "gae")), (Some("three"), Some("four")));
    assert_eq!(
        found.len(),
        12,
        "nothing twice, and not what is above the stages"
    );

    let refused = |from: &str, to: &str| shown::stages(&text.replace(from, to)).err();
    let says = |text: &str| Some(text.to_owned());
    assert_eq!(
        refused("# Stage: Update", "# Update"),
        says("it has no stage Update")
    );
    assert_eq!(
        refused("Minibatch", "Batch"),
        says("no stage is called Batch")
    );
    assert_eq!(
        refused("gae value", "GAE"),
        says("no advantage is called GAE")
    );
}

#[test]
fn a_function_is_cut_whole_and_moved_to_the_left() {
    let source = "/// fn two() in words.\nfn one() {\n}\n\nimpl A {\n    pub fn two<T>(\n        x: T,\n    ) -> T {\n        if y {\n        }\n\n        x\n    }\n}\n";
    assert_eq!(
        shown::function(source, "two").as_deref(),
        Some("pub fn two<T>(\n    x: T,\n) -> T {\n    if y {\n    }\n\n    x\n}")
    );
    assert_eq!(
        shown::function(source, "one").as_deref(),
        Some("fn one() {\n}")
    );
    assert_eq!(shown::function(source, "three"), None);
}

#[test]
fn a_function_is_cut_without_the_checks_of_its_arguments() {
    let source = "fn sum(\n    x: &[f32],\n) -> Result<f32, BadArgument> {\n    finite(\"x\", x)?;\n    assert_eq!(\n        x.len(),\n        2\n    );\n    \
                  if x.is_empty() {\n        return Err(BadArgument::new(\n            \"x\",\n        ));\n    }\n    same_rows(&[\n        (\"x\", x),\n    ]);\n    \
                  let first = fraction(x[0])?;\n    if first > 1.0 {\n        return Ok(1.0);\n    }\n    Ok(x\n        .iter()\n        .sum())\n}\n";
    let shown = "fn sum(\n    x: &[f32],\n) -> Result<f32, BadArgument> {\n    let first = fraction(x[0])?;\n    \
                 if first > 1.0 {\n        return Ok(1.0);\n    }\n    Ok(x\n        .iter()\n        .sum())\n}";
    assert_eq!(shown::function(source, "sum").as_deref(), Some(shown));
}

#[test]
fn the_build_watches_every_file_that_it_cuts() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = serde_json::Map::new();
    let python = package.join("../course/algorithms");
    let engine = ["../src", "../tensors/src"].map(|folder| package.join(folder));
    shown::add(&mut sources, &python, &engine).expect("all excerpts");
    for file in shown::files() {
        assert!(sources.keys().any(|key| key.starts_with(file)), "{file}");
    }
    assert!(
        sources["ppo 1 gae"]
            .as_str()
            .is_some_and(|code| code.contains("gae_lambda"))
    );
    let refused = shown::add(&mut sources, &python, &[package]);
    assert!(refused.is_err_and(|why| why.starts_with("algos/columns.rs: ")));
}

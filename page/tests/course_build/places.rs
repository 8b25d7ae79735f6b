//! Where a chapter shows its exercises and questions, and the order of the terms.

use std::fs;

use serde_json::{Map, Value};

use super::{course, course_of, put, refusal, refusal_of, shown};

#[test]
fn a_chapter_shows_its_own_exercises_and_questions_each_once() {
    let chapter = "chapters/chapter-one.md";
    let first = "## Exercise: A-1";
    for (test, from, to, wanted) in [
        (
            "foreign-exercise",
            first,
            "## Exercise: A-9",
            "`## Exercise: A-9` is not one of this chapter",
        ),
        (
            "foreign-question",
            "Q-1",
            "Q-2",
            "`## Question: Q-2` is not one of this chapter",
        ),
        (
            "placed-twice",
            "B-1",
            "A-1",
            "`## Exercise: A-1` stands twice, or after one that follows it",
        ),
        (
            "wrong-order",
            first,
            "## Exercise: B-1",
            "`## Exercise: B-1` stands twice, or after one that follows it",
        ),
    ] {
        let said = refusal_of(test, chapter, from, to);
        assert_eq!(said, format!("{chapter}: {wanted}"));
    }
    // What a text does not show is shown after it.
    let root = course_of("unplaced");
    let text = fs::read_to_string(root.join(chapter)).expect("a file");
    put(&root, chapter, &text.replace(first, ""));
    assert!(course::read(&root).is_ok());
}

/// A text shows classes as the file has them, without what stands between and behind them.
#[test]
fn a_text_shows_classes_that_its_file_has() {
    let chapter = "chapters/chapter-one.md";
    let root = course_of("classes");
    let text = fs::read_to_string(root.join(chapter)).expect("a file");
    let section = "\n## Source: sums.py Sum Mean\nRead them.\n";
    put(&root, chapter, &(text + section));
    let sum = "class Sum:\n    \"\"\"Adds.\"\"\"\n\n    start = 0";
    let mean = "class Mean(Sum):\n    def of(self):\n        return 1";
    let python =
        format!("import math\n\n\n{sum}\n\n\nclass Summed:\n    pass\n\n\n{mean}\n\n\nLAST = 1\n");
    put(&root, "sums.py", &python);
    let course = course::read(&root).expect("a course");
    let titles: Vec<&str> = course.shown_code().collect();
    assert_eq!(titles, ["sums.py Sum Mean"]);
    let mut sources = Map::new();
    let added = shown::add_classes(&mut sources, course.shown_code(), &root);
    assert_eq!(added, Ok(()));
    assert_eq!(sources["sums.py Sum Mean"], format!("{sum}\n\n\n{mean}"));

    let refused = |title: &'static str| {
        let refused = shown::add_classes(&mut Map::new(), [title].into_iter(), &root);
        refused.expect_err("no such class")
    };
    assert_eq!(
        refused("sums.py Sum Product"),
        "`## Source: sums.py Sum Product`: sums.py has no class Product"
    );
    assert_eq!(
        refused("sums.py"),
        "`## Source: sums.py`: it needs a file and the classes to show"
    );
    let said = refused("products.py Product");
    let begins = "`## Source: products.py Product`: products.py: ";
    assert!(said.starts_with(begins), "{said}");
}

#[test]
fn terms_have_meanings_and_stand_in_order() {
    let file = "chapters/glossary.md";
    let course = course::read(&course_of("terms")).expect("a course");
    let catalogue: Value = serde_json::from_str(&course.catalogue()).expect("JSON");
    let terms = catalogue["glossary"].as_array().expect("terms");
    let names: Vec<_> = terms.iter().filter_map(|it| it["name"].as_str()).collect();
    assert_eq!(names, ["mean (average)", "sum"]);
    let said = refusal_of("term-order", file, "## sum", "## all");
    assert_eq!(
        said,
        format!("{file}: `## all` stands after a term that follows it")
    );
    let said = refusal_of("term-twice", file, "## sum", "## Mean (average)");
    assert_eq!(
        said,
        format!("{file}: `## Mean (average)` stands after a term that follows it")
    );
    let said = refusal_of("term-alone", file, "All of it.\n", "");
    assert_eq!(said, format!("{file}: `## sum` has no meaning below it"));
    for file in ["page.md", "glossary.md"] {
        let said = refusal(&format!("without-{file}"), |root| {
            fs::remove_file(root.join("chapters").join(file)).expect("a file");
        });
        assert_eq!(said, format!("chapters: {file} is missing"));
    }
}

//! Where a chapter shows its exercises and questions, and the order of the terms.

use std::fs;

use serde_json::Value;

use super::{course, course_of, put, refusal, refusal_of};

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

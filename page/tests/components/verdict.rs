//! What the check of an exercise found, as its view says it.

use policy_lab::python::protocol::{CellFailure, CellFinding, PythonAnswer};
use policy_lab_page::course::EXERCISES;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::exercise::{cell, cells, exercise};
use crate::page::Page;
use crate::part::Part;

/// It has not failed: there is nothing yet.
#[wasm_bindgen_test]
async fn a_starter_that_is_run_is_called_not_written_yet() {
    let run = async |page: &Page| {
        page.find("button", "Run cell").0.click();
        let failure = CellFailure::default();
        page.answer([PythonAnswer::Ran(Some(failure))]).await;
        page.by_test_id("cell-output").expect("an output")
    };
    let is_neutral = |output: &Part| {
        let class = output.attribute("class");
        class.is_some_and(|class| class.contains("unwritten"))
    };
    let page = cells("exercise=S0-E3", "").await;
    let output = run(&page).await;
    assert!(
        output.text().starts_with("Not written yet"),
        "{}",
        output.text()
    );
    assert!(is_neutral(&output));
    let (first, _) = exercise("S0-E3");
    cell(&page, first).fill("x = 1").await;
    assert!(!is_neutral(&run(&page).await), "now it is the reader's");
    // With a bug to find, everything is written.
    let bug = EXERCISES.iter().find(|it| it.bug_in.is_some());
    let page = cells(&format!("exercise={}", bug.expect("a bug").id), "").await;
    assert!(!is_neutral(&run(&page).await));
}

#[wasm_bindgen_test]
async fn a_failed_check_says_the_likely_mistake_first_and_marks_what_differs() {
    let page = cells("exercise=S0-E3", "").await;
    let (exercise, _) = exercise("S0-E3");
    cell(&page, exercise).fill("x = 1").await;
    page.find("button", "Run cell").0.click();
    let finding = CellFinding {
        idea: "Returns go backwards".to_owned(),
        inputs: vec![("rewards".to_owned(), "[1, 1]".to_owned())],
        expected: Some("[1.9, 1.0]".to_owned()),
        got: Some("[1.0, 1]".to_owned()),
        likely: Some("the future is forgotten".to_owned()),
    };
    let failure = CellFailure {
        finding: Some(Box::new(finding)),
        ..CellFailure::default()
    };
    page.answer([PythonAnswer::Ran(Some(failure))]).await;
    let output = page.by_test_id("cell-output").expect("an output");
    assert_eq!(
        output.text(),
        "A check failed Likely: the future is forgotten Returns go backwards \
         expected [1.9, 1.0] got [1.0, 1] rewards [1, 1]"
    );
    let marks: Vec<String> = output.all("mark").iter().map(Part::text).collect();
    assert_eq!(marks, ["1.9", "1.0"]);
}

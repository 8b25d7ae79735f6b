//! The view of an exercise: its text, the cell, hints one by one, and the solution.

use js_sys::{Function, Reflect};
use leptos::prelude::*;
use policy_lab::protocol::arrival::Arrival;
use policy_lab::python::protocol::{CellFailure, PythonAnswer};
use policy_lab_page::course::{
    CHAPTERS, Chapter, CourseStep, EXERCISES, Exercise, Page as Text, SectionKind,
};
use policy_lab_page::ui::{Cells, keep_place};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::{Page, catalogue};
use crate::part::{Part, plain, until};
use crate::progress::done_in;

pub fn exercise(id: &str) -> (&'static Exercise, &'static Text) {
    let text = catalogue().exercises.get(id).expect("its text");
    (Exercise::find(id).expect("an exercise"), text)
}

/// Shows the exercises, with the plain text field that a reader can choose in place of the editor.
pub async fn cells(query: &str, progress: &str) -> Page {
    let kept = [
        ("policy-lab-plain-editor", "yes"),
        ("policy-lab-course", progress),
    ];
    let kept = &kept[..if progress.is_empty() { 1 } else { 2 }];
    Page::visit(query, kept, || {
        keep_place();
        view! { <Cells /> }
    })
    .await
}

/// Returns the text field with the code of an exercise.
pub fn cell(page: &Page, exercise: &Exercise) -> Part {
    page.find("textbox", &format!("Python: {}", exercise.title()))
}

#[wasm_bindgen_test]
async fn an_exercise_shows_its_title_its_task_and_its_starter() {
    let (exercise, text) = exercise("S2-E1a");
    let page = cells("exercise=S2-E1a", "").await;
    assert!(page.by_test_id("exercise-S2-E1a").is_some());
    let choice = page.find("combobox", "Exercise");
    assert_eq!(choice.value(), "S2-E1a");
    let shown = page.text();
    assert!(shown.contains(exercise.title()), "{shown}");
    assert_eq!(cell(&page, exercise).value(), exercise.starter());
    let mut ideas = text.of(SectionKind::Idea);
    let idea = ideas.next().expect("a task");
    // Compare only the words before the first formula, because formulas are laid out.
    let opening: String = plain(&idea.html).chars().take(40).collect();
    assert!(shown.contains(&opening), "no “{opening}” in {shown}");
}

#[wasm_bindgen_test]
async fn another_exercise_is_chosen_from_the_list() {
    let page = cells("", "").await;
    assert!(page.by_test_id("exercise-S4-E1").is_some());
    let (other, _) = exercise("S2-E2");
    let choice = page.find("combobox", "Exercise");
    choice.choose(&other.label()).await;
    assert!(page.by_test_id("exercise-S2-E2").is_some());
    assert!(page.by_test_id("exercise-S4-E1").is_none());
    assert_eq!(cell(&page, other).value(), other.starter());
}

#[wasm_bindgen_test]
async fn hints_open_one_by_one_and_then_the_solution() {
    let (exercise, text) = exercise("S0-E3");
    let hints: Vec<String> = (text.of(SectionKind::Hint))
        .map(|hint| plain(&hint.html).chars().take(30).collect())
        .collect();
    assert!(hints.len() > 1, "it has several hints");
    let page = cells("exercise=S0-E3", "").await;
    for (index, hint) in hints.iter().enumerate() {
        assert!(!page.text().contains(hint), "{hint} is uncovered too early");
        let next = format!("Show hint {} of {}", index + 1, hints.len());
        page.find("button", &next).press().await;
        let shown = page.text();
        assert!(shown.contains(&format!("Hint {}", index + 1)), "{shown}");
        assert!(shown.contains(hint), "no “{hint}” in {shown}");
    }
    assert!(!page.text().contains("A solution"));
    page.find("button", "Show the solution").press().await;
    assert!(page.text().contains("A solution"));
    assert!(page.seek("button", "Show the solution").is_none());
    let heading = || Some(page.focused()? == "A solution").filter(|it| *it);
    until("the focus on the solution", heading).await;

    page.find("button", "Put it into the cell").press().await;
    assert_eq!(cell(&page, exercise).value(), exercise.solution());
}

#[wasm_bindgen_test]
async fn the_cell_is_as_high_as_its_text_within_bounds() {
    let (exercise, _) = exercise("S0-E3");
    let page = cells("exercise=S0-E3", "").await;
    for (lines, rows) in [(1, "6"), (12, "12"), (90, "24")] {
        cell(&page, exercise).fill(&"x = 1\n".repeat(lines)).await;
        let shown = cell(&page, exercise).attribute("rows");
        assert_eq!(shown.as_deref(), Some(rows), "{lines} lines");
    }
}

#[wasm_bindgen_test]
async fn hints_belong_to_their_exercise() {
    let page = cells("exercise=S0-E3", "").await;
    let (_, text) = exercise("S0-E3");
    let count = text.of(SectionKind::Hint).count();
    page.find("button", &format!("Show hint 1 of {count}"))
        .press()
        .await;
    let (other, text) = exercise("S2-E2");
    let title = other.label();
    page.find("combobox", "Exercise").choose(&title).await;
    let count = text.of(SectionKind::Hint).count();
    assert!(
        page.seek("button", &format!("Show hint 1 of {count}"))
            .is_some()
    );
    assert!(!page.text().contains("Hint 1"));
}

/// Runs the cell and lets its checks pass.
async fn pass(page: &Page) {
    page.find("button", "Run cell").0.click();
    page.answer([PythonAnswer::Ran(None)]).await;
}

/// Returns the names of the links that go on from an exercise, apart from that to its neighbour.
fn ways_on(page: &Page) -> Vec<String> {
    let links = page.all("link").into_iter();
    let names = links.filter(|it| it.attribute("data-neighbour").is_none());
    let names = names.map(|it| it.name());
    names.filter(|name| name.starts_with("Next: ")).collect()
}

#[wasm_bindgen_test]
async fn who_passes_without_the_solution_goes_on_to_the_next_step() {
    let exercises = EXERCISES.iter();
    let mut pairs = exercises.filter_map(|it| match CourseStep::after(it.id) {
        Some(CourseStep::Exercise(next)) => Some((it, next)),
        _ => None,
    });
    let (first, second) = pairs.next().expect("an exercise that follows another one");
    let page = cells(&format!("exercise={}", first.id), "").await;
    assert!(ways_on(&page).is_empty());
    let is_primary = |part: Part| {
        part.attribute("class")
            .is_some_and(|it| it.contains("primary"))
    };
    assert!(is_primary(page.find("button", "Run cell")));
    pass(&page).await;
    let output = page.by_test_id("cell-output").expect("an output");
    assert!(output.text().contains("All checks passed"));
    assert!(!is_primary(page.find("button", "Run cell")));
    assert!(is_primary(page.by_test_id("next-step").expect("a way on")));
    let next = format!("Next: {}", second.label());
    output.find("link", &next).press().await;
    assert_eq!(page.find("combobox", "Exercise").value(), second.id);
    let heading = || Some(page.focused()? == second.title()).filter(|it| *it);
    until("the focus on the next task", heading).await;
    assert!(ways_on(&page).is_empty(), "the next one is still to pass");
}

#[wasm_bindgen_test]
async fn who_passes_the_last_of_a_chapter_is_told_once_and_goes_on_to_the_next() {
    let (number, chapter) = Chapter::of("S4-E1").expect("its chapter");
    let last = *chapter.exercises.last().expect("an exercise");
    let page = cells(&format!("exercise={last}"), &done_in(chapter, Some(last))).await;
    assert!(!page.text().contains("Chapter done"), "one is left");
    pass(&page).await;
    let said = format!("Chapter done: {}", chapter.title());
    assert_eq!(page.text().matches(&said).count(), 1, "{}", page.text());
    let next = &CHAPTERS[number];
    let output = page.by_test_id("cell-output").expect("an output");
    let link = output.find("link", &format!("Next: chapter “{}”", next.title()));
    assert_eq!(link.attribute("href"), Some(next.link()));
    assert_eq!(link.attribute("class").as_deref(), Some("button primary"));
    assert_eq!(ways_on(&page).len(), 1, "one way on");
}

#[wasm_bindgen_test]
async fn a_check_names_code_in_code_type() {
    let page = cells("exercise=S0-E3", "").await;
    page.find("button", "Run cell").0.click();
    let printed = "my `own`\nAll tests in `test_it` passed!\n".to_owned();
    page.answer([PythonAnswer::Printed(printed), PythonAnswer::Ran(None)])
        .await;
    let output = page.by_test_id("cell-output").expect("an output");
    let code: Vec<String> = output.all("code").iter().map(Part::text).collect();
    assert_eq!(code, ["test_it"]);
    let said = output.text();
    assert!(
        said.contains("my `own` All tests in test_it passed!"),
        "{said}"
    );
}

#[wasm_bindgen_test]
async fn the_way_on_never_stands_twice() {
    let passed =
        r#"{ "version": 2, "answers": {}, "uncovered": { "S0-E3": 99 }, "passed": ["S0-E3"] }"#;
    let page = cells("exercise=S0-E3", passed).await;
    assert!(page.text().contains("A solution"));
    assert_eq!(ways_on(&page).len(), 1, "a pass of an earlier visit counts");
    let (exercise, _) = exercise("S0-E3");
    cell(&page, exercise).fill("x = 1").await;
    let output = page.by_test_id("cell-output").expect("an output");
    assert!(!output.text().contains("All checks passed"));
    assert_eq!(ways_on(&page).len(), 1, "the solution's own");
}

#[wasm_bindgen_test]
async fn training_leaves_the_verdict_of_the_checks_alone() {
    let page = cells("exercise=S0-E3", "").await;
    let output = |id: &str| page.by_test_id(id).expect("an output").text();
    pass(&page).await;
    page.find("button", "Train with my code").0.click();
    let loading = PythonAnswer::Arriving(Arrival::Loading {
        loaded: 1e6,
        total: None,
    });
    page.answer([loading]).await;
    assert!(output("cell-output").contains("All checks passed"));
    assert!(output("training-output").contains("Loading Python: 1.0 MB"));
    assert!(!page.find("button", "Run cell").is_enabled());

    let failure = CellFailure {
        kind: "ValueError".to_owned(),
        message: "too short".to_owned(),
        line: Some(2),
        hint: Some("the last step is left out".to_owned()),
        ..CellFailure::default()
    };
    page.answer([PythonAnswer::Ran(Some(failure))]).await;
    assert!(output("cell-output").contains("All checks passed"));
    let said = output("training-output");
    assert!(said.contains("ValueError on line 2") && said.contains("too short"));
    assert!(said.contains("Likely: the last step is left out"), "{said}");

    page.find("button", "Train with my code").0.click();
    page.answer([PythonAnswer::Ran(None)]).await;
    assert!(output("cell-output").contains("All checks passed"));
    assert_eq!(output("training-output"), "");
    assert!(page.find("button", "Run cell").is_enabled());
}

#[wasm_bindgen_test]
async fn what_has_passed_is_ticked_until_its_text_changes() {
    let (exercise, _) = exercise("S0-E3");
    let ticked = format!("{} ✓", exercise.label());
    let unticked = exercise.label();
    let page = cells("", "").await;
    assert!(page.seek("option", &unticked).is_some());
    assert!(page.seek("option", &ticked).is_none());

    let passed = r#"{ "version": 2, "answers": {}, "uncovered": {}, "passed": ["S0-E3"] }"#;
    let page = cells("exercise=S0-E3", passed).await;
    assert!(page.seek("option", &ticked).is_some());
    cell(&page, exercise).fill("# nothing yet").await;
    assert!(page.seek("option", &ticked).is_none());
    assert!(page.seek("option", &unticked).is_some());
}

#[wasm_bindgen_test]
async fn only_what_was_begun_can_be_started_over() {
    let (exercise, _) = exercise("S0-E3");
    let page = cells("exercise=S0-E3", "").await;
    assert!(page.find("button", "Run cell").is_enabled());
    assert!(!page.find("button", "Stop cell").is_enabled());
    page.summary("More").press().await;
    assert!(!page.find("button", "Start over…").is_enabled());
    // The menu folds when the focus leaves it.
    cell(&page, exercise).fill("x = 1").await;
    page.summary("More").press().await;
    assert!(page.find("button", "Start over…").is_enabled());
    cell(&page, exercise).fill(exercise.starter()).await;
    page.summary("More").press().await;
    assert!(!page.find("button", "Start over…").is_enabled());
}

#[wasm_bindgen_test]
async fn without_the_editor_a_plain_field_takes_its_place_and_says_so() {
    // Replaces the function that index.html defines.
    let load = Function::new_no_args("return Promise.reject(new Error('offline'))");
    Reflect::set(&window(), &"loadEditor".into(), &load).expect("a window");
    let page = Page::show(|| view! { <Cells /> }).await;
    assert!(page.text().contains("Loading the editor…"));
    let exercise = Exercise::first();
    let name = format!("Python: {}", exercise.title());
    let field = until("a plain field", || page.seek("textbox", &name)).await;
    assert_eq!(field.value(), exercise.starter());
    assert!(page.text().contains("The code editor did not load"));
}

#[wasm_bindgen_test]
async fn neighbours_in_the_course_are_one_key_away() {
    let page = cells("exercise=S4-E1", "").await;
    let (_, chapter) = Chapter::of("S4-E1").expect("its chapter");
    let (second, _) = exercise(chapter.exercises[1]);
    let next = page.find("link", &format!("Next: {}", second.title()));
    next.press().await;
    assert_eq!(page.find("combobox", "Exercise").value(), second.id);
    assert!(next.has_focus(), "one can go on with the same key");
    let (first, _) = exercise(chapter.exercises[0]);
    let back = page.find("link", &format!("Previous: {}", first.title()));
    back.press().await;
    assert_eq!(page.find("combobox", "Exercise").value(), first.id);
}

/// Returns the id of the form's preset.
fn preset(page: &Page) -> &'static str {
    let draft = page.lab().settings.draft;
    draft.with_untracked(|draft| draft.preset().id)
}

#[wasm_bindgen_test]
async fn settings_that_training_takes_are_told_before_and_can_be_given_back() {
    let page = cells("exercise=S0-E3", "").await;
    page.summary("More").press().await;
    let part = |id: &str| page.by_test_id(id).expect(id);
    let said = part("training-plan").text();
    let opening = "Will train with VPG, quick in place of your settings";
    assert!(said.starts_with(opening), "{said}");
    assert!(
        part("set-up")
            .text()
            .contains("VPG, quick Setting it up changes algorithm")
    );

    page.find("button", "Train with my code").0.click();
    page.answer([PythonAnswer::Ran(None)]).await;
    assert_eq!(preset(&page), "vpg-quick");
    assert!(
        page.text()
            .contains("The settings were changed to “VPG, quick”")
    );
    let said = part("training-plan").text();
    assert_eq!(said, "Will train with your settings: VPG, quick");
    let back = part("set-up").find("button", "Your settings of before");
    back.press().await;
    assert_eq!(preset(&page), "ppo-quick");
}

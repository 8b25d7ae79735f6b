//! The hand-in on the map, and the view of a class: files, table, order, code side by side, and
//! checks that run again.

use js_sys::{Array, Function, Uint8Array};
use leptos::prelude::*;
use policy_lab::python::protocol::{CellFailure, PythonAnswer};
use policy_lab_page::course::{EXERCISES, Exercise};
use policy_lab_page::marking::HandIn;
use policy_lab_page::ui::{ClassState, ClassView, ProgressPanel, use_class};
use policy_lab_page::view::progress::Progress;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::{Page, catalogue};
use crate::part::{Part, settle, sleep, until};

const NOON: &str = "2026-11-25T12:00:00.000Z";

/// Returns a hand-in with our solutions to these exercises, all of them said to have passed.
fn hand_in(student: &str, solved: &[&str]) -> String {
    catalogue();
    let mut kept = Progress::default();
    let mut code = std::collections::BTreeMap::new();
    for id in solved {
        let exercise = Exercise::find(id).expect("an exercise");
        kept.begin(id, exercise.mark);
        kept.passed.insert((*id).to_owned());
        kept.tries.insert((*id).to_owned(), code.len() as u32);
        code.insert((*id).to_owned(), exercise.solution().to_owned());
    }
    HandIn::new(student, NOON.to_owned(), "7".to_owned(), kept, code).to_text()
}

/// Shows the view, and returns its state too.
async fn class() -> (Page, ClassState) {
    let state = std::rc::Rc::new(std::cell::OnceCell::new());
    let provided = state.clone();
    let page = Page::show(move || {
        assert!(provided.set(use_class()).is_ok(), "mounted once");
        view! { <ClassView /> }
    })
    .await;
    let state = *state.get().expect("a mounted view");
    (page, state)
}

/// Drops files on the view, each with a name and a text, and waits until they are read.
async fn drop_files(page: &Page, class: ClassState, files: &[(&str, &str)]) {
    let body = "const files = new DataTransfer();
        for (const [name, text] of all) files.items.add(new File([text], name));
        for (const type of ['dragover', 'drop'])
            view.dispatchEvent(new DragEvent(type, { dataTransfer: files, bubbles: true, cancelable: true }));";
    let all: Array = files
        .iter()
        .map(|(name, text)| Array::of2(&(*name).into(), &Uint8Array::from(text.as_bytes())))
        .collect();
    let view = page.select(".view-class").remove(0);
    let dropped = Function::new_with_args("view, all", body).call2(&JsValue::NULL, &view.0, &all);
    dropped.expect("a drop");
    until("all files are read", || {
        (class.reading.get_untracked() == 0 && !class.said.with_untracked(Vec::is_empty))
            .then_some(())
    })
    .await;
    settle().await;
}

fn rows(page: &Page) -> Vec<Part> {
    page.select("[data-testid='class-row']")
}

fn names(page: &Page) -> Vec<String> {
    let heads = rows(page).into_iter();
    heads.map(|row| row.all("rowheader")[0].text()).collect()
}

/// Returns the marks of a row that has some, each with the words for it.
fn marks(row: &Part) -> Vec<String> {
    let cells = row.select(".class-mark .visually-hidden").into_iter();
    let words = cells.map(|cell| cell.get("textContent").as_string().unwrap_or_default());
    words.filter(|words| !words.is_empty()).collect()
}

fn failure(message: &str) -> Option<CellFailure> {
    Some(CellFailure {
        kind: "ValueError".to_owned(),
        message: message.to_owned(),
        ..CellFailure::default()
    })
}

#[wasm_bindgen_test]
async fn files_become_rows_and_the_others_are_told_why_not() {
    let (page, class) = class().await;
    assert!(page.text().contains("No hand-ins yet"), "{}", page.text());
    let large = hand_in("Eve", &["S0-E3"]) + &" ".repeat(1_000_001);
    let files = [
        ("b.json", hand_in("Ben", &["S0-E3"])),
        ("a.json", hand_in("Ada <b>", &["S0-E3", "S0-E6"])),
        ("c.json", "{}".to_owned()),
        ("d.json", large),
        ("e.json", hand_in("Ben", &["S0-E3"])),
    ];
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, it)| (*name, it.as_str()))
        .collect();
    drop_files(&page, class, &files).await;
    assert_eq!(names(&page), ["Ada <b>", "Ben"]);
    let said = page.by_test_id("class-news").expect("news").text();
    for words in [
        "c.json is damaged or no hand-in",
        "d.json has 1.0 MB",
        "e.json is in the table already",
        "Taken into the table: 2",
    ] {
        assert!(said.contains(words), "no “{words}” in: {said}");
    }
    assert_eq!(marks(&rows(&page)[0]), ["passed", "passed, 1 try"]);
    assert_eq!(marks(&rows(&page)[1]), ["passed"]);
    let texts = |css: &str| -> Vec<String> { page.select(css).iter().map(Part::text).collect() };
    assert_eq!(
        texts(".class-exercise"),
        ["S0-E3", "S0-E6"],
        "what was begun"
    );
    assert_eq!(texts("tfoot .class-mark"), ["2", "1"]);
    page.find("checkbox", "Exercises that nobody has begun too")
        .press()
        .await;
    assert_eq!(texts(".class-exercise").len(), EXERCISES.len());

    page.find("button", "Points").press().await;
    assert_eq!(names(&page), ["Ada <b>", "Ben"], "the most points first");
    page.find("button", "Points").press().await;
    assert_eq!(names(&page), ["Ben", "Ada <b>"]);
    let head = page.find("columnheader", "Points");
    assert_eq!(head.attribute("aria-sort").as_deref(), Some("ascending"));
}

#[wasm_bindgen_test]
async fn code_stands_side_by_side() {
    let (page, class) = class().await;
    let files = [
        ("b.json", hand_in("Ben", &["S0-E3"])),
        ("a.json", hand_in("Ada", &["S0-E3", "S0-E6"])),
    ];
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, it)| (*name, it.as_str()))
        .collect();
    drop_files(&page, class, &files).await;
    page.find("button", "S0-E6").press().await;
    let codes = page.by_test_id("class-codes").expect("code").text();
    assert!(codes.contains("def normalize_returns"), "{codes}");
    assert!(codes.contains("Nothing written by Ben"), "{codes}");
    page.find("button", "S0-E3").press().await;
    assert_eq!(page.all("article").len(), 2);
    let id = class.table.with_untracked(|table| table.rows()[0].id);
    let choice = page.by_test_id("class-student-0").expect("a choice");
    choice.fill(&id.to_string()).await;
    let shown: Vec<String> = page.all("article").iter().map(Part::name).collect();
    assert_eq!(shown, ["Ben"]);

    let mut world: serde_json::Value = serde_json::from_str(files[1].1).expect("JSON");
    world["work"]["world"] = "class Pond(gym.Env): ...".into();
    world["student"] = "Cleo".into();
    drop_files(&page, class, &[("c.json", &world.to_string())]).await;
    choice.fill("").await;
    let exercise = page.by_test_id("class-exercise").expect("a choice");
    exercise.fill("own-worlds").await;
    let worlds = page.by_test_id("class-worlds").expect("classes").text();
    assert!(worlds.contains("class Pond"), "{worlds}");
    assert!(worlds.contains("Nothing written by Ben, Ada"), "{worlds}");
}

#[wasm_bindgen_test]
async fn checks_run_again_are_written_into_the_table() {
    let (page, class) = class().await;
    let files = [("a.json", hand_in("Ada", &["S0-E3", "S0-E6"]))];
    drop_files(&page, class, &[(files[0].0, &files[0].1)]).await;
    page.find("button", "Run the checks again").press().await;
    class.take(PythonAnswer::Ready);
    settle().await;
    let at = page.by_test_id("class-at").expect("where it is").text();
    assert!(at.starts_with("0 of 2 cells: Ada, "), "{at}");
    assert!(!page.find("button", "Run the checks again").is_enabled());
    class.take(PythonAnswer::Printed("much".to_owned()));
    class.take(PythonAnswer::Ran(None));
    class.take(PythonAnswer::Ran(failure("returns is not normal")));
    settle().await;
    let wanted = ["passed here too", "said passed but not here, 1 try"];
    assert_eq!(marks(&rows(&page)[0]), wanted);
    let found = page.by_test_id("class-found").expect("the findings").text();
    assert!(
        found.contains("2 cells run again: 1 agree with the files, 1 differ"),
        "{found}"
    );
    assert!(
        found.contains("ValueError: returns is not normal"),
        "{found}"
    );
    assert!(
        rows(&page)[0].text().contains("1 of"),
        "{}",
        rows(&page)[0].text()
    );
    assert!(page.find("button", "Run the checks again").is_enabled());
}

#[wasm_bindgen_test]
async fn checks_can_be_stopped_and_a_cell_that_ends_python_costs_no_other() {
    let (page, class) = class().await;
    let file = hand_in("Ada", &["S0-E3", "S0-E6", "S0-E7"]);
    drop_files(&page, class, &[("a.json", &file)]).await;
    page.find("button", "Run the checks again").press().await;
    class.take(PythonAnswer::Ready);
    class.take(PythonAnswer::Ended("Python ran out of memory".to_owned()));
    until("the next cell", || {
        (class.progress.get_untracked().0 == 1).then_some(())
    })
    .await;
    settle().await;
    page.find("button", "Stop").press().await;
    let found = page.by_test_id("class-found").expect("the findings").text();
    assert!(found.contains("Stopped after 1 of 3 cells"), "{found}");
    let wanted = [
        "said passed but not here",
        "passed, 1 try",
        "passed, 2 tries",
    ];
    assert_eq!(marks(&rows(&page)[0]), wanted);

    // Python that does not arrive is nobody's fault.
    page.find("button", "Run the checks again").press().await;
    class.take(PythonAnswer::Ended("Python could not be loaded".to_owned()));
    settle().await;
    let found = page.by_test_id("class-found").expect("the findings").text();
    assert!(found.contains("Python could not be loaded"), "{found}");
    assert_eq!(
        marks(&rows(&page)[0]),
        ["passed", "passed, 1 try", "passed, 2 tries"]
    );
}

/// What cells leave in Python's memory is not the fault of the one that has no more: it runs once
/// more, in a new worker.
#[wasm_bindgen_test]
async fn a_cell_that_ends_a_worker_used_before_runs_once_more() {
    let (page, class) = class().await;
    let file = hand_in("Ada", &["S0-E3", "S0-E6", "S0-E7"]);
    drop_files(&page, class, &[("a.json", &file)]).await;
    let ends = async || {
        class.take(PythonAnswer::Ended("Python ran out of memory".to_owned()));
        // The page lets go of the worker before it goes on.
        sleep(20).await;
    };
    let done = || class.progress.get_untracked().0;
    page.find("button", "Run the checks again").press().await;
    class.take(PythonAnswer::Ready);
    class.take(PythonAnswer::Ran(None));
    ends().await;
    assert_eq!(done(), 1, "nothing is said of the second cell yet");
    class.take(PythonAnswer::Ready);
    class.take(PythonAnswer::Ran(None));
    assert_eq!(done(), 2);
    ends().await;
    class.take(PythonAnswer::Ready);
    ends().await;
    assert_eq!(done(), 3, "the third ends a new worker too");
    settle().await;
    let wanted = [
        "passed here too",
        "passed here too, 1 try",
        "said passed but not here, 2 tries",
    ];
    assert_eq!(marks(&rows(&page)[0]), wanted);
}

#[wasm_bindgen_test]
async fn the_name_for_the_hand_in_is_kept_and_forgotten() {
    let panel = || view! { <ProgressPanel /> };
    let page = Page::visit("", &[("policy-lab-student", "Ada")], panel).await;
    let name = "Your name or number, if you like";
    assert_eq!(page.find("textbox", name).value(), "Ada");
    page.find("textbox", name).write("Ada Lovelace").await;
    let page = page.reload(panel).await;
    assert_eq!(page.find("textbox", name).value(), "Ada Lovelace");
    let agree = Function::new_no_args("window.confirm = () => true");
    agree.call0(&JsValue::NULL).expect("an answer");
    page.find("button", "Forget everything…").press().await;
    assert_eq!(page.find("textbox", name).value(), "");
}

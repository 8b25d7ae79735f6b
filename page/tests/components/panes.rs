//! The panes of a view: borders that move, and the view of writing with its two panes and its
//! drawer.

use leptos::prelude::*;
use policy_lab::python::protocol::{CellFailure, PythonAnswer};
use policy_lab_page::ui::{Divider, PaneSide, PaneTabs, Write};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::Page;
use crate::part::{Part, settle, until};
use crate::run::{opened, run, settings};

const NAMES: &[(&str, &str)] = &[("one", "One"), ("two", "Two")];

async fn bordered(kept: &[(&str, &str)]) -> Page {
    Page::visit("", kept, || {
        let chosen = RwSignal::new("one");
        view! {
            <div id="panes" data-pane=chosen style="display: grid; width: 900px; grid-template-columns: var(--test-width, 300px) 8px 1fr">
                <div>"Left"</div>
                <Divider name="test-width" label="Width of the left" side=PaneSide::Left />
                <div>"Right"</div>
                <PaneTabs panes=NAMES chosen />
            </div>
        }
    })
    .await
}

fn width(border: &Part) -> String {
    border.attribute("aria-valuenow").expect("a value")
}

#[wasm_bindgen_test]
async fn a_border_moves_by_arrow_keys_and_is_remembered() {
    let page = bordered(&[]).await;
    let border = page.find("separator", "Width of the left");
    border.key("ArrowRight").await;
    border.key("ArrowRight").await;
    assert_eq!(width(&border), "332");
    border.key("ArrowLeft").await;
    assert_eq!(width(&border), "316");
    let storage = window().local_storage().expect("a storage").expect("it");
    let kept = storage.get_item("policy-lab-test-width").expect("a text");
    assert_eq!(kept.as_deref(), Some("316"));
    border.key("Home").await;
    let kept = storage.get_item("policy-lab-test-width").expect("a text");
    assert_eq!(kept, None, "it is where the style sheet puts it");
    drop(page);

    let page = bordered(&[("policy-lab-test-width", "420")]).await;
    assert_eq!(width(&page.find("separator", "Width of the left")), "420");
    let page = bordered(&[("policy-lab-test-width", "wide")]).await;
    let border = page.find("separator", "Width of the left");
    border.key("ArrowRight").await;
    assert_eq!(width(&border), "316", "what cannot be read is ignored");
}

#[wasm_bindgen_test]
async fn a_tab_chooses_the_pane() {
    let page = bordered(&[]).await;
    let chosen = || {
        let panes = document().get_element_by_id("panes").expect("the panes");
        panes.get_attribute("data-pane")
    };
    assert_eq!(chosen().as_deref(), Some("one"));
    let two = page.find("button", "Two");
    two.press().await;
    assert_eq!(chosen().as_deref(), Some("two"));
    assert_eq!(two.attribute("aria-pressed").as_deref(), Some("true"));
}

async fn write(query: &str) -> Page {
    let kept = [("policy-lab-plain-editor", "yes")];
    Page::visit(query, &kept, || view! { <Write /> }).await
}

#[wasm_bindgen_test]
async fn the_drawer_opens_for_checks_and_for_a_run() {
    let page = write("exercise=S0-E3").await;
    for name in ["Task", "Code", "Result"] {
        assert!(page.seek("region", name).is_some(), "{name}");
    }
    let is_open = || {
        let class = page.find("region", "Result").attribute("class");
        class.is_some_and(|class| class.contains("open"))
    };
    assert!(!is_open(), "there is nothing in it");
    assert!(page.by_test_id("beside").is_none());
    // A run with our functions is none of the exercise's.
    page.hear([opened()]).await;
    page.hear(run(settings(1), &[20.0, 31.0])).await;
    assert!(!is_open() && page.by_test_id("cart-grid").is_none());

    page.find("button", "Train with my code").0.click();
    page.answer([PythonAnswer::Ran(None)]).await;
    assert!(is_open());
    let mine = page.find("region", "Your run");
    assert!(mine.by_test_id("cart-grid").is_some());
    assert!(mine.by_test_id("chart-episodic_length").is_some());
    let said = || page.by_test_id("beside").expect("a sentence").text();
    assert_eq!(said(), "Your run begins…");
    for event in run(settings(1), &[20.0, 31.0]) {
        page.lab().take_from_reader(event);
    }
    settle().await;
    until("my length", || {
        let said = said();
        (said == "Iteration 2: your episodes last 31.0 steps").then_some(())
    })
    .await;
    page.hear(run(settings(1), &[20.0, 40.5, 77.0])).await;
    // Ours is an iteration ahead, and compared where the reader's is.
    let both = "Iteration 2: your episodes last 31.0 steps, ours 40.5";
    until("both lengths", || (said() == both).then_some(())).await;

    // What runs last is shown; the other is a press away.
    page.find("button", "Run cell").0.click();
    page.answer([PythonAnswer::Ran(Some(CellFailure::default()))])
        .await;
    assert!(page.seek("region", "Your run").is_none());
    page.find("button", "Your run").press().await;
    assert!(page.seek("region", "Your run").is_some());
    assert_eq!(said(), both);
}

#[wasm_bindgen_test]
async fn a_failed_check_leads_to_a_hint() {
    let page = write("exercise=S0-E3").await;
    let pane = || page.select(".view-write")[0].attribute("data-pane");
    page.find("button", "Run cell").press().await;
    assert_eq!(pane().as_deref(), Some("result"), "of a phone");
    page.answer([PythonAnswer::Ran(Some(CellFailure::default()))])
        .await;
    page.find("button", "Give me a hint").press().await;
    assert_eq!(pane().as_deref(), Some("task"));
    let hint = page.by_id("hint-1");
    until("the hint", || hint.has_focus().then_some(())).await;
}

#[wasm_bindgen_test]
async fn an_exercise_that_takes_no_part_in_a_run_shows_none() {
    let exercises = policy_lab_page::course::EXERCISES.iter();
    let mut without = exercises.filter(|it| !it.takes_part());
    let id = without.next().expect("such an exercise").id;
    let page = write(&format!("exercise={id}")).await;
    assert!(page.seek("region", "Code").is_some());
    page.find("button", "Run cell").0.click();
    page.answer([PythonAnswer::Ran(Some(CellFailure::default()))])
        .await;
    assert!(page.seek("region", "Your run").is_none());
    assert!(page.seek("button", "Your run").is_none());
    assert!(page.seek("button", "Train with my code").is_none());
}

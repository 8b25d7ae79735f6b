//! What a cell's code shows beside its output: figures that can be enlarged and saved, and HTML.

use leptos::prelude::*;
use policy_lab::python::protocol::PythonAnswer;
use policy_lab_page::ui::Cells;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::Page;

const FIGURE: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1440 360\" width=\"1440\" height=\"360\"><desc>Returns</desc></svg>";

/// Shows an exercise whose cell is running.
async fn running() -> Page {
    let kept = [("policy-lab-plain-editor", "yes")];
    let page = Page::visit("exercise=S0-E3", &kept, || view! { <Cells /> }).await;
    page.find("button", "Run cell").0.click();
    page
}

#[wasm_bindgen_test]
async fn a_figure_is_enlarged_by_a_press_and_can_be_saved() {
    let page = running().await;
    page.answer([PythonAnswer::Figure(FIGURE.to_owned())]).await;
    let output = page.by_test_id("cell-output").expect("an output");
    assert!(output.seek("button", "Save figure 1 as .svg").is_some());
    assert!(output.seek("button", "Save figure 1 as .png").is_some());
    assert!(page.select(".large-figure img").is_empty());
    output.find("button", "Enlarge figure 1").press().await;
    let large = page.find("dialog", "Figure 1");
    let [image] = &large.select("img")[..] else {
        panic!("one picture")
    };
    let name = image.attribute("alt");
    assert_eq!(name.as_deref(), Some("Figure 1: Returns"));
    large.find("button", "Close").press().await;
    assert!(page.select(".large-figure img").is_empty());
}

#[wasm_bindgen_test]
async fn what_is_cleared_is_shown_no_more() {
    let page = running().await;
    page.answer([
        PythonAnswer::Printed("first\n".to_owned()),
        PythonAnswer::Markup("<table><tbody><tr><td>7</td></tr></tbody></table>".to_owned()),
        PythonAnswer::Figure(FIGURE.to_owned()),
    ])
    .await;
    let output = || page.by_test_id("cell-output").expect("an output");
    let shown = page.by_test_id("shown-markup").expect("the table");
    assert_eq!(shown.select("td")[0].text(), "7");
    page.answer([
        PythonAnswer::Cleared,
        PythonAnswer::Printed("second\n".to_owned()),
        PythonAnswer::Ran(None),
    ])
    .await;
    let said = output().text();
    assert!(said.contains("second") && !said.contains("first"), "{said}");
    assert!(page.by_test_id("shown-markup").is_none());
    assert!(page.select(".shown-figure").is_empty());
}

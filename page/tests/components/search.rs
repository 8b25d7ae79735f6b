//! Search by keyboard.

use leptos::prelude::*;
use policy_lab_page::ui::{CourseMap, SearchButton, SearchDialog, Write, keep_place};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::Page;
use crate::part::{Part, until};

async fn search() -> Page {
    let kept = [("policy-lab-plain-editor", "yes")];
    let page = Page::visit("exercise=S0-E3", &kept, || {
        keep_place();
        view! { <SearchButton /> <Write /> <SearchDialog /> }
    })
    .await;
    page.find("button", "Search").press().await;
    page
}

/// Types into the field and leaves the focus there.
async fn look_for(page: &Page, text: &str) -> Part {
    let field = page.find("combobox", "Search");
    assert!(field.has_focus(), "one can type at once");
    field.write(text).await;
    field
}

/// Returns the names of the results; the marked one begins with an arrow.
fn results(page: &Page) -> Vec<String> {
    let options = page.all("option").into_iter();
    let shown = options.filter(|it| {
        it.attribute("id")
            .is_some_and(|id| id.starts_with("found-"))
    });
    shown
        .map(|it| match it.attribute("aria-selected").as_deref() {
            Some("true") => format!("> {}", it.text()),
            _ => it.text(),
        })
        .collect()
}

#[wasm_bindgen_test]
async fn an_exercise_is_found_by_its_name_and_opened_by_enter() {
    let page = search().await;
    let field = look_for(&page, "S4-E4").await;
    assert_eq!(results(&page), ["> Returns of one episode exercise S4-E4"]);
    field.key_of_an_input_method("Enter").await;
    assert!(
        page.seek("combobox", "Search").is_some(),
        "a spelling was chosen, and no result"
    );
    field.key("Enter").await;
    assert_eq!(page.find("combobox", "Exercise").value(), "S4-E4");
    assert!(page.seek("combobox", "Search").is_none(), "it is closed");
}

#[wasm_bindgen_test]
async fn a_term_leads_to_its_meaning() {
    let kept = [("policy-lab-plain-editor", "yes")];
    let page = Page::visit("view=map", &kept, || {
        keep_place();
        view! { <SearchButton /> <CourseMap /> <SearchDialog /> }
    })
    .await;
    page.find("button", "Search").press().await;
    let field = look_for(&page, "bootstrap").await;
    // The exercise about another bootstrap comes after it.
    assert_eq!(results(&page)[0], "> bootstrap term");
    field.key("Enter").await;
    let term = page.by_id("term-bootstrap");
    until("the term", || term.has_focus().then_some(())).await;
}

#[wasm_bindgen_test]
async fn arrows_choose_among_several() {
    let page = search().await;
    let field = look_for(&page, "clip").await;
    let first = results(&page);
    assert!(first.len() > 2, "{first:?}");
    assert!(first[0].starts_with("> "), "{first:?}");
    field.key("ArrowDown").await;
    assert!(results(&page)[1].starts_with("> "));
    field.key("ArrowUp").await;
    field.key("ArrowUp").await;
    let last = results(&page);
    assert!(last[last.len() - 1].starts_with("> "), "{last:?}");
}

#[wasm_bindgen_test]
async fn what_does_not_exist_is_said() {
    let page = search().await;
    look_for(&page, "zebra").await;
    assert!(results(&page).is_empty());
    assert!(
        page.text().contains("Nothing has such a name"),
        "{}",
        page.text()
    );
}

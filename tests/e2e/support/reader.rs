//! What a reader does with the keyboard: fields, keys, cells.

use serde_json::json;
use thirtyfour::{By, Key, TypingData};

use crate::page::Page;

/// Types a text into a field in place of the one that is there, and leaves the field.
pub async fn fill(page: &Page, field: &str, text: &str) {
    page.until(&format!("a field {field}"), 60, || async {
        page.driver.find(By::Id(field)).await.ok()
    })
    .await;
    page.unfold(field).await;
    let input = page.driver.find(By::Id(field)).await.expect(field);
    input.send_keys(Key::Control + "a").await.expect("selects");
    input.send_keys(text).await.expect("types");
    input.send_keys(Key::Tab).await.expect("leaves");
}

/// Returns the text of a field, once there is one.
pub async fn value(page: &Page, field: &str) -> String {
    page.until(&format!("a field {field}"), 60, || async {
        let input = page.driver.find(By::Id(field)).await.ok()?;
        input.value().await.ok()?
    })
    .await
}

/// Sends keys to the element that has the focus.
pub async fn keys(page: &Page, keys: impl Into<TypingData>) {
    let element = page.driver.active_element().await.expect("a focus");
    element.send_keys(keys).await.expect("keys");
}

/// Returns the id of the element that has the focus, or nothing.
pub async fn holder(page: &Page) -> String {
    let id = page
        .script("return document.activeElement.id", vec![])
        .await;
    id.as_str().unwrap_or_default().to_owned()
}

/// Presses Tab until the element of this id has the focus.
pub async fn tab_to(page: &Page, id: &str) {
    for _ in 0..120 {
        if holder(page).await == id {
            return;
        }
        keys(page, Key::Tab + "").await;
    }
    panic!(
        "Tab does not lead to {id}. The page says:\n{}",
        page.body_text().await
    );
}

/// Waits for the editor of the cell, empties it and types this text into it.
pub async fn type_cell(page: &Page, text: &str) {
    let content = page
        .until("the editor", 60, || async {
            page.driver.find(By::Css(".cm-content")).await.ok()
        })
        .await;
    content.click().await.expect("a click into the editor");
    let all = Key::Control + "a";
    content.send_keys(all).await.expect("all is selected");
    let delete = Key::Delete + text;
    content.send_keys(delete).await.expect("a text");
}

/// Replaces the text of the cell as pasting does: the editor indents nothing.
pub async fn paste_cell(page: &Page, text: &str) {
    type_cell(page, "").await;
    let body = "document.execCommand('insertText', false, arguments[0])";
    page.script(body, vec![json!(text)]).await;
}

/// Runs the cell, waits for its end, and returns its state and all messages about it.
pub async fn run_cell(page: &Page, seconds: u64) -> (String, String) {
    page.press("Run cell").await;
    let state = page
        .until("the end of the cell", seconds, || async {
            let output = page.part("cell-output").await;
            let state = output.attr("data-state").await.ok()??;
            ["passed", "failed", "ended"]
                .contains(&state.as_str())
                .then_some(state)
        })
        .await;
    (state, page.text("cell-output").await)
}

//! The link to the page in its current state.

use js_sys::{Function, Object, Reflect};
use leptos::prelude::*;
use policy_lab_page::ui::{CopyLink, SettingsForm};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::Page;
use crate::part::until;

/// Replaces the browser's clipboard. `body` is the body of `writeText`, a function of `text`.
fn clipboard(body: &str) {
    let clipboard = Object::new();
    let write = Function::new_with_args("text", body);
    let set = |object: &JsValue, key: &str, value: &JsValue| {
        Reflect::set(object, &key.into(), value).expect("an object");
    };
    set(&clipboard, "writeText", &write);
    let property = Object::new();
    set(&property, "value", &clipboard);
    set(&property, "configurable", &JsValue::TRUE);
    let navigator = window().navigator();
    Object::define_property(&navigator, &"clipboard".into(), &property);
}

async fn share() -> Page {
    Page::show(|| view! { <CopyLink /> <SettingsForm /> }).await
}

#[wasm_bindgen_test]
async fn the_link_that_is_copied_holds_what_was_changed() {
    clipboard("window.copied = text; return Promise.resolve()");
    let page = share().await;
    page.find("textbox", "ent_coef").fill("0.9").await;
    page.find("button", "Copy link").press().await;
    until("the button to say so", || {
        page.seek("button", "Link copied")
    })
    .await;
    let copied = Reflect::get(&window(), &"copied".into()).expect("a window");
    let copied = copied.as_string().expect("a link");
    assert!(
        copied.starts_with("http") && copied.contains("ent_coef=0.9"),
        "{copied}"
    );
}

#[wasm_bindgen_test]
async fn where_the_browser_refuses_the_link_is_there_to_be_copied_by_hand() {
    clipboard("return Promise.reject()");
    let page = share().await;
    page.find("textbox", "ent_coef").fill("0.9").await;
    page.find("button", "Copy link").press().await;
    let name = "The browser does not let the page copy. The link is:";
    let field = until("the link", || page.seek("textbox", name)).await;
    assert!(field.value().contains("ent_coef=0.9"), "{}", field.value());
    until("the focus on the link", || field.has_focus().then_some(())).await;
    assert!(page.seek("button", "Link copied").is_none());
}

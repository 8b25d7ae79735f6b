//! The head of the page: where its places lead, the menu, light or dark; and the bar at the foot.

use js_sys::Function;
use leptos::prelude::*;
use policy_lab_page::ui::Header;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::Page;
use crate::part::until;
use crate::place::{query, titled, visit};
use crate::run::{opened, run, settings};

#[wasm_bindgen_test]
async fn the_course_goes_on_with_the_next_step_of_the_last_visit() {
    let kept = r#"{ "version": 2, "answers": {}, "uncovered": {}, "passed": ["S4-E1"], "exercise": "S4-E1" }"#;
    let kept = [("policy-lab-course", kept)];
    let page = Page::visit("", &kept, || view! { <Header /> }).await;
    let course = page.find("link", "Course");
    assert_eq!(course.attribute("href").as_deref(), Some("?exercise=S4-E2"));
}

#[wasm_bindgen_test]
async fn the_menu_leads_to_what_is_no_place_and_folds() {
    let page = visit("view=lab").await;
    let more = page.find("button", "More");
    more.press().await;
    let checks = page.find("link", "Is it right?");
    checks.press().await;
    titled("Checks · Policy Lab").await;
    assert!(!checks.is_in_sight());
    let main = page.find("main", "Checks");
    until("the focus on the view", || main.has_focus().then_some(())).await;
    more.press().await;
    page.find("link", "Your work").press().await;
    titled("Your work · Policy Lab").await;
    assert_eq!(query(), "?view=work");
}

const TOKENS: &str = include_str!("../../../styles/tokens.css");

#[wasm_bindgen_test]
async fn colours_are_the_systems_or_the_readers_own_choice() {
    let component = || view! { <style>{TOKENS}</style> <Header /> };
    let page = Page::show(component).await;
    let paper = Function::new_no_args(
        "return getComputedStyle(document.documentElement).getPropertyValue('--paper').trim()",
    );
    let paper = || {
        let colour = paper.call0(&JsValue::NULL).expect("a style");
        colour.as_string().expect("a colour")
    };
    let system = paper();
    page.find("button", "More").press().await;
    for (name, colour) in [("Dark", "#16171a"), ("Light", "#fbfaf7")] {
        page.find("radio", name).press().await;
        assert_eq!(paper(), colour);
    }
    let page = page.reload(component).await;
    assert_eq!(paper(), "#fbfaf7", "it is kept");
    page.find("button", "More").press().await;
    assert!(page.find("radio", "Light").is_checked());
    page.find("radio", "System").press().await;
    assert_eq!(paper(), system);
}

#[wasm_bindgen_test]
async fn the_bar_at_the_foot_comes_with_a_run() {
    let page = visit("lesson=ppo").await;
    page.hear([opened()]).await;
    let bar = || page.seek("region", "The run");
    assert!(bar().is_none());
    assert!(page.find("button", "Train").is_enabled());
    page.hear(run(settings(1), &[21.0])).await;
    bar().expect("a bar").find("button", "Pause");
    assert!(
        page.seek("button", "Train").is_none(),
        "one button is enough"
    );
}

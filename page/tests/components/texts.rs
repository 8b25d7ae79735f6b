//! The texts of the course, which come after the page: what shows them waits, and loads them again
//! if they did not come.

use js_sys::{Function, Reflect};
use leptos::prelude::*;
use policy_lab_page::course::{Chapter, Exercise, SectionKind};
use policy_lab_page::ui::{CourseMap, CourseTexts, Reader, Write, use_texts};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::{Page, TEXTS, catalogue};
use crate::part::{plain, until};

const WAITING: &str = "Loading the course…";

/// Mounts a component on a page whose texts have not come yet or did not come.
async fn without_texts(query: &str, texts: CourseTexts, show: fn() -> AnyView) -> Page {
    let kept = [("policy-lab-plain-editor", "yes")];
    Page::visit(query, &kept, move || {
        use_texts().set(texts);
        show()
    })
    .await
}

/// Sets what the page's `loadText` returns, as index.html defines it.
fn answer_with(body: &str, text: &str) {
    let load = Function::new_with_args("text", body).bind1(&JsValue::NULL, &text.into());
    Reflect::set(&window(), &"loadText".into(), &load).expect("a window");
}

fn says(page: &Page, text: &str) -> bool {
    page.text().contains(text)
}

#[wasm_bindgen_test]
async fn what_shows_texts_says_that_it_waits() {
    let views: [fn() -> AnyView; 3] = [
        || view! { <Reader /> }.into_any(),
        || view! { <CourseMap /> }.into_any(),
        || view! { <Write /> }.into_any(),
    ];
    for show in views {
        let page = without_texts("lesson=ppo", CourseTexts::Loading, show).await;
        let statuses = page.all("status").into_iter();
        assert!(statuses.map(|it| it.text()).any(|it| it == WAITING));
        assert!(page.seek("button", "Try again").is_none());
    }
}

#[wasm_bindgen_test]
async fn what_the_reader_wrote_is_there_before_the_texts() {
    let kept = [
        ("policy-lab-plain-editor", "yes"),
        ("policy-lab-code", r#"{"S2-E1a": "mine = 1"}"#),
    ];
    let page = Page::visit("exercise=S2-E1a", &kept, || {
        use_texts().set(CourseTexts::Loading);
        view! { <Write /> }
    })
    .await;
    let exercise = Exercise::find("S2-E1a").expect("an exercise");
    assert!(page.seek("heading", exercise.title()).is_some());
    let name = format!("Python: {}", exercise.title());
    assert_eq!(page.find("textbox", &name).value(), "mine = 1");
    assert!(page.by_test_id("next-hint").is_none());
    // An emptied text is the reader's too as long as nobody knows the starter.
    page.find("textbox", &name).fill("").await;
    assert_eq!(page.find("textbox", &name).value(), "");
    for id in ["save-py", "save-ipynb", "reset-cell"] {
        assert!(!page.by_test_id(id).expect(id).is_enabled(), "{id}");
    }
    let more = page.by_test_id("more-actions").expect("more actions");
    more.select("summary")[0].press().await;
    assert!(
        more.text()
            .contains("as soon as the texts of the course are here")
    );
}

#[wasm_bindgen_test]
async fn the_code_to_start_from_comes_with_the_texts() {
    let show = || view! { <Write /> }.into_any();
    let page = without_texts("exercise=S2-E1a", CourseTexts::Failed, show).await;
    let exercise = Exercise::find("S2-E1a").expect("an exercise");
    let name = format!("Python: {}", exercise.title());
    assert!(page.seek("heading", exercise.title()).is_some());
    assert!(page.seek("textbox", &name).is_none());
    assert!(says(&page, "The code comes with the text of the exercise"));

    answer_with("return Promise.resolve(text)", TEXTS);
    page.find("button", "Try again").press().await;
    let cell = until("the cell", || page.seek("textbox", &name)).await;
    assert_eq!(cell.value(), exercise.starter());
    assert!(exercise.starter().contains("NotImplementedError"));
}

#[wasm_bindgen_test]
async fn texts_that_did_not_come_are_loaded_again() {
    let show = || view! { <Reader /> }.into_any();
    let page = without_texts("lesson=ppo", CourseTexts::Failed, show).await;
    let failed = || {
        let alert = page.all("alert").into_iter().next()?;
        alert.text().contains("could not be loaded").then_some(())
    };
    assert!(failed().is_some(), "{}", page.text());
    // The server has no such file, and then it has another.
    for (body, text) in [
        ("return Promise.reject(new Error('status 404'))", ""),
        ("return Promise.resolve(text)", "<!doctype html>"),
    ] {
        answer_with(body, text);
        page.find("button", "Try again").press().await;
        until("the failure", failed).await;
    }

    answer_with("return Promise.resolve(text)", TEXTS);
    page.find("button", "Try again").press().await;
    let ppo = Chapter::find("ppo").expect("a chapter");
    until("the chapter", || page.seek("heading", ppo.title())).await;
    let mut ideas = catalogue().chapters["ppo"].of(SectionKind::Idea);
    // Compare only the words before the first formula, because formulas are laid out.
    let idea = plain(&ideas.next().expect("an idea").html);
    let opening: String = idea.chars().take(40).collect();
    assert!(says(&page, &opening), "no “{opening}” in {}", page.text());
    assert!(page.all("alert").is_empty() && !says(&page, WAITING));
}

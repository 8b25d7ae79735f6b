//! Terms in the texts: a card with the meaning for the mouse, the keyboard and the finger.

use js_sys::Function;
use leptos::prelude::*;
use policy_lab_page::ui::{Reader, TermCard, Views, keep_place};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::{Page, catalogue};
use crate::part::{Part, plain, settle, sleep, until};

/// Milliseconds after which a card has opened under the mouse, or closed behind it.
const A_WHILE: i32 = 500;
/// As in the style sheet.
const LOOK: &str = "#term-card { position: fixed; width: min(23rem, calc(100vw - 1rem)) }";

async fn read() -> Page {
    Page::visit("lesson=reinforce", &[], || {
        keep_place();
        view! {
            <style>{LOOK}</style>
            <Reader />
            <TermCard />
        }
    })
    .await
}

/// Returns the first marked use of a term, and scrolls to it.
fn word(page: &Page, id: &str) -> Part {
    let found = page.select(&format!("a.term[data-term='{id}']"));
    let found = found.into_iter().next().expect("a marked term");
    found.0.scroll_into_view();
    found
}

fn card(page: &Page) -> Option<Part> {
    page.by_test_id("term-card")
}

fn meaning(name: &str) -> String {
    let mut terms = catalogue().glossary.iter();
    plain(&terms.find(|it| it.name == name).expect("a term").html)
}

/// Lets a pointer of this kind do something on a part.
async fn point(part: &Part, kind: &str, pointer: &str) {
    let body = "it.dispatchEvent(new PointerEvent(kind, { pointerType, bubbles: true }))";
    let point = Function::new_with_args("it, kind, pointerType", body);
    let pointed = point.call3(&JsValue::NULL, &part.0, &kind.into(), &pointer.into());
    pointed.expect("a dispatched event");
    sleep(0).await;
}

async fn tap(part: &Part) {
    // What is above it may have grown since, and a card closes with its word out of sight.
    part.0.scroll_into_view();
    point(part, "pointerdown", "touch").await;
    part.0.click();
    sleep(0).await;
}

#[wasm_bindgen_test]
async fn every_marked_word_leads_to_its_term() {
    let page = read().await;
    let words = page.select("a.term");
    assert!(words.len() > 10, "{} words", words.len());
    for word in words {
        let id = word.attribute("data-term").expect("a term");
        let address = format!("?view=map#{id}");
        assert_eq!(word.attribute("href"), Some(address));
        let mut terms = catalogue().glossary.iter();
        assert!(terms.any(|term| term.id() == id), "{id}");
        assert!(
            word.0
                .closest("code, h2, label")
                .expect("a selector")
                .is_none()
        );
    }
}

#[wasm_bindgen_test]
async fn the_keyboard_opens_a_card_that_describes_the_word_and_escape_closes_it() {
    let page = read().await;
    assert!(card(&page).is_none());
    let word = word(&page, "term-observation");
    word.0.focus().expect("a link");
    let shown = until("the card", || card(&page)).await;
    assert_eq!(shown.name(), "observation");
    assert_eq!(word.description(), meaning("observation"));
    let all = shown.find("link", "All terms");
    assert_eq!(all.attribute("href").as_deref(), Some("?view=map#glossary"));

    word.key("Escape").await;
    assert!(card(&page).is_none());
    assert!(word.has_focus() && word.attribute("aria-describedby").is_none());

    let next = self::word(&page, "term-policy");
    next.0.focus().expect("a link");
    let shown = until("the next card", || card(&page)).await;
    assert_eq!(shown.name(), "policy");
    chapter_link(&page).focus().expect("a link");
    sleep(0).await;
    assert!(card(&page).is_none(), "the focus has left");
}

fn chapter_link(page: &Page) -> web_sys::HtmlElement {
    let list = page.by_test_id("lesson-nav").expect("a list of chapters");
    list.all("link").into_iter().next().expect("a link").0
}

#[wasm_bindgen_test]
async fn the_mouse_opens_a_card_and_may_move_into_it() {
    let page = read().await;
    let word = word(&page, "term-policy");
    point(&word, "pointerover", "mouse").await;
    assert!(card(&page).is_none(), "not in passing");
    let shown = until("the card", || card(&page)).await;
    let elsewhere = page.find("heading", "REINFORCE, one episode at a time");
    point(&elsewhere, "pointerover", "mouse").await;
    point(&shown, "pointerover", "mouse").await;
    sleep(A_WHILE).await;
    assert!(card(&page).is_some());
    point(&elsewhere, "pointerover", "mouse").await;
    sleep(A_WHILE).await;
    assert!(card(&page).is_none());

    point(&word, "pointerover", "mouse").await;
    point(&elsewhere, "pointerover", "mouse").await;
    sleep(A_WHILE).await;
    assert!(card(&page).is_none(), "it had not rested there");
}

#[wasm_bindgen_test]
async fn a_first_tap_opens_the_card_and_a_second_one_follows_the_link() {
    let page = Page::visit("lesson=reinforce", &[], || {
        keep_place();
        view! {
            <style>{LOOK}</style>
            <Views />
            <TermCard />
        }
    })
    .await;
    let word = word(&page, "term-policy");
    tap(&word).await;
    let shown = card(&page).expect("a card");
    until("the focus in the card", || shown.has_focus().then_some(())).await;
    assert_eq!(location().search().as_deref(), Ok("?lesson=reinforce"));
    shown.find("button", "Close").press().await;
    assert!(card(&page).is_none() && word.has_focus());

    tap(&word).await;
    assert!(card(&page).is_some());
    let elsewhere = page.find("heading", "REINFORCE, one episode at a time");
    point(&elsewhere, "pointerdown", "touch").await;
    assert!(card(&page).is_none(), "a tap elsewhere closes it");

    tap(&word).await;
    tap(&word).await;
    assert!(card(&page).is_none());
    let is_there = || {
        let place = page.select("#term-policy").into_iter().next()?;
        place.has_focus().then_some(())
    };
    until("the term on the map", is_there).await;
}

#[wasm_bindgen_test]
async fn the_card_stands_beside_its_word_and_within_the_window() {
    let page = read().await;
    for word in page.select("a.term").into_iter().take(12) {
        word.0.focus().expect("a link");
        // Until then the card of the word before is in view.
        settle().await;
        let shown = until("the card in its place", || {
            let shown = card(&page)?;
            let style = shown.attribute("style").unwrap_or_default();
            style.starts_with("left").then_some(shown)
        })
        .await;
        let (word, card) = (edges(&word), edges(&shown));
        let width = window().inner_width().expect("a width").as_f64();
        let height = window().inner_height().expect("a height").as_f64();
        assert!(card.left >= 0.0 && Some(card.right) <= width, "{card:?}");
        assert!(card.top >= 0.0 && Some(card.bottom) <= height, "{card:?}");
        // A window may be too low for it on either side of the word.
        let needed = card.bottom - card.top + 20.0;
        let has_room = word.top > needed || height > Some(word.bottom + needed);
        let is_clear = card.top >= word.bottom || card.bottom <= word.top;
        assert!(is_clear || !has_room, "{card:?} covers {word:?}");
    }
}

/// Where a part stands in the window, in CSS pixels.
#[derive(Debug)]
struct Edges {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

fn edges(part: &Part) -> Edges {
    let measure = Function::new_with_args("it", "return it.getBoundingClientRect()");
    let found = measure.call1(&JsValue::NULL, &part.0).expect("a box");
    let length = |name: &str| {
        let length = js_sys::Reflect::get(&found, &name.into()).expect("an object");
        length.as_f64().expect("a number")
    };
    Edges {
        left: length("left"),
        top: length("top"),
        right: length("right"),
        bottom: length("bottom"),
    }
}

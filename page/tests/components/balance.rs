//! The pole that the reader balances before anything learns to.

use leptos::prelude::*;
use policy_lab_page::ui::Start;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::Page;
use crate::part::until;
use crate::run::{opened, run, settings};

#[wasm_bindgen_test]
async fn the_reader_balances_a_pole_first_and_the_network_after() {
    let page = Page::show(|| view! { <Start /> }).await;
    let cart = page
        .by_test_id("balance")
        .expect("a cart, before anything trains");
    let score = page.by_test_id("score").expect("a place for the score");
    assert_eq!(score.text(), "");
    cart.key("ArrowRight").await;
    let said = until("the end of an episode", || {
        Some(score.text()).filter(|it| !it.is_empty())
    })
    .await;
    // Pushed to one side only, a pole falls within half a second of its own time.
    assert!(
        said.starts_with("You: 0.") && said.ends_with("the network: not trained yet"),
        "{said}"
    );

    page.hear([opened()]).await;
    page.find("button", "Train").press().await;
    assert!(
        page.by_test_id("balance").is_none(),
        "the carts of the run are on show"
    );
    page.hear(run(settings(1), &[21.0, 50.0])).await;
    until("the network's time", || {
        score.text().ends_with("the network: 1.0 s").then_some(())
    })
    .await;
    page.find("button", "Nudge it").press().await;
    assert!(page.by_test_id("balance").is_some());
    page.find("button", "Back to all carts").press().await;
    assert!(page.by_test_id("balance").is_none());
    page.find("button", "Reset").press().await;
    assert!(page.by_test_id("balance").is_some(), "as at the start");
    assert!(page.seek("button", "Nudge it").is_none());
}

fn score(page: &Page) -> String {
    page.by_test_id("score").expect("a score").text()
}

#[wasm_bindgen_test]
async fn the_readers_best_time_is_there_on_the_next_visit_and_only_a_better_one_replaces_it() {
    let best = "You: 3.0 s · the network: not trained yet";
    let kept = [("policy-lab-balance", "150")];
    let page = Page::visit("", &kept, || view! { <Start /> }).await;
    assert_eq!(score(&page), best);
    let cart = page.by_test_id("balance").expect("a cart");
    cart.key("ArrowRight").await;
    until("the end of an episode", || {
        cart.text().contains("Fell after").then_some(())
    })
    .await;
    assert_eq!(score(&page), best, "a shorter episode");
    let page = page.reload(|| view! { <Start /> }).await;
    assert_eq!(score(&page), best);

    let page = Page::show(|| view! { <Start /> }).await;
    page.by_test_id("balance")
        .expect("a cart")
        .key("ArrowRight")
        .await;
    let ended = || Some(score(&page)).filter(|it| !it.is_empty());
    let said = until("the end of an episode", ended).await;
    let page = page.reload(|| view! { <Start /> }).await;
    assert_eq!(score(&page), said);
}

#[wasm_bindgen_test]
async fn a_stored_time_that_is_none_is_left_out() {
    for text in ["", "long", "-3", "1e3", "99999999999"] {
        let kept = [("policy-lab-balance", text)];
        let page = Page::visit("", &kept, || view! { <Start /> }).await;
        assert_eq!(score(&page), "", "{text}");
    }
}

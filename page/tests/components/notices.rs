//! Messages about the page's address.

use leptos::prelude::*;
use policy_lab_page::ui::Notices;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::Page;

#[wasm_bindgen_test]
async fn a_good_link_is_no_matter_for_a_notice() {
    let page = Page::visit("gamma=0.9", &[], || view! { <Notices /> }).await;
    assert_eq!(page.text(), "");
}

#[wasm_bindgen_test]
async fn what_a_link_says_in_vain_is_named_until_it_is_dismissed() {
    let query = "momentum=0.9&device=abacus&exercise=S9-E9";
    let page = Page::visit(query, &[], || view! { <Notices /> }).await;
    let said = page.find("region", "Notices").text();
    for word in ["momentum", "abacus", "S9-E9"] {
        assert!(said.contains(word), "{word} is not named: {said}");
    }
    page.find("button", "Dismiss").press().await;
    assert_eq!(page.text(), "");
}

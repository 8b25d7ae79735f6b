//! The three arrows of a discount: what the picture, the sentence and the table say.

use leptos::prelude::*;
use policy_lab_page::ui::FigureView;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::Page;

async fn figure() -> Page {
    let name = "discount".to_owned();
    Page::show(|| view! { <FigureView name caption=String::new() /> }).await
}

/// Returns the description of the picture.
fn picture(page: &Page) -> String {
    let svg = page.0.query_selector("svg[role=img]").expect("a selector");
    let label = svg.and_then(|svg| svg.get_attribute("aria-label"));
    label.expect("a description")
}

fn said(page: &Page) -> String {
    page.by_test_id("discount-said").expect("a sentence").text()
}

#[wasm_bindgen_test]
async fn the_usual_direction_is_neither_gradient_until_nothing_is_discounted() {
    let page = figure().await;
    let first = picture(&page);
    assert!(first.contains("at γ = 0.50"), "{first}");
    assert!(first.contains("without a discount (0.63, 0.60)"), "{first}");
    assert!(first.contains("discounted J (0.06, 0.19)"), "{first}");
    assert!(first.contains("the factor (−0.02, 0.34)"), "{first}");
    assert!(said(&page).contains("−0.0817"), "{}", said(&page));
    assert!(said(&page).contains("−0.0494"), "{}", said(&page));
    assert!(said(&page).ends_with("the gradient of no function."));
    let arrows = |page: &Page| -> Vec<String> {
        let html = page.select(".plane").remove(0).0.inner_html();
        let paths = html.split(" d=\"M0 0").skip(1);
        let ends = paths.filter_map(|path| path.split_once('"'));
        ends.map(|(path, _)| path.to_owned()).collect()
    };
    let drawn = arrows(&page);
    assert_eq!(drawn.len(), 3, "{drawn:?}");
    assert!(drawn[0] != drawn[1] && drawn[1] != drawn[2], "{drawn:?}");

    page.find("slider", "γ").write("1").await;
    let drawn = arrows(&page);
    assert!(drawn.iter().all(|path| path == &drawn[0]), "{drawn:?}");
    assert_eq!(picture(&page).matches("(0.63, 0.60)").count(), 3);
    assert_eq!(
        said(&page),
        "Without a discount all three are the same gradient."
    );
}

//! The question of a sweep: what is varied, how often, on how many cores.

use leptos::prelude::*;
use policy_lab::config::fields::Field;
use policy_lab_page::ui::SweepView;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::part::{Part, settle};
use crate::sweep::{GRID, part, text_of, visit};

#[wasm_bindgen_test]
async fn a_hyperparameter_comes_with_values_and_a_count_of_its_runs() {
    let page = visit("view=sweep").await;
    assert_eq!(part(&page, "sweep-field-1").value(), "learning_rate");
    assert_eq!(
        part(&page, "sweep-values-1").value(),
        "0.001, 0.002, 0.005, 0.01, 0.02"
    );
    assert!(text_of(&page, "sweep-amount").starts_with("5 settings × 3 seeds = 15 runs"));
    assert_eq!(
        page.select(".sweep-cell").len(),
        5,
        "the picture is there before a run"
    );

    part(&page, "sweep-field-2").fill("clip_coef").await;
    assert_eq!(
        part(&page, "sweep-values-2").value(),
        "0.05, 0.1, 0.2, 0.5, 1"
    );
    part(&page, "sweep-values-2").write("0.1, none").await;
    part(&page, "sweep-seeds").write("2").await;
    assert!(text_of(&page, "sweep-amount").starts_with("10 settings × 2 seeds = 20 runs"));
    assert_eq!(page.select(".sweep-cell").len(), 10);
    let heads: Vec<String> = page.select("thead th").iter().map(Part::text).collect();
    assert_eq!(heads, ["clip_coef", "learning_rate", "0.1", "none"]);
    assert_eq!(part(&page, "sweep-train").text(), "Train 20 runs");

    part(&page, "sweep-field-1").fill("").await;
    assert_eq!(
        part(&page, "sweep-field-1").value(),
        "clip_coef",
        "the second moves up"
    );
    part(&page, "sweep-field-1").fill("").await;
    assert!(text_of(&page, "sweep-amount").starts_with("1 setting × 2 seeds"));
    assert!(page.by_test_id("sweep-field-2").is_none());
}

#[wasm_bindgen_test]
async fn what_cannot_be_trained_is_said_at_its_field() {
    let page = visit(GRID).await;
    let values = part(&page, "sweep-values-1");
    values.write("0.001, fast").await;
    assert!(
        values
            .description()
            .contains("learning_rate: “fast” is not a number")
    );
    assert_eq!(values.attribute("aria-invalid").as_deref(), Some("true"));
    assert!(!part(&page, "sweep-train").is_enabled());
    assert!(
        page.text().contains("The picture appears once"),
        "{}",
        page.text()
    );
    values.write("0.001").await;
    part(&page, "sweep-seeds").write("50").await;
    assert!(
        part(&page, "sweep-seeds")
            .description()
            .contains("from 1 to 20")
    );
    part(&page, "sweep-seeds").write("1").await;
    assert!(part(&page, "sweep-train").is_enabled());
    // A setting of the lab.
    let gamma = Field::find("gamma").expect("a field");
    page.lab()
        .settings
        .draft
        .update(|draft| draft.set_text(gamma, "2"));
    settle().await;
    assert!(
        page.text().contains("gamma: Use a number from 0 to 1"),
        "{}",
        page.text()
    );
    assert_eq!(
        page.find("link", "gamma").attribute("href").as_deref(),
        Some("?view=lab#gamma")
    );
}

#[wasm_bindgen_test]
async fn settings_at_random_are_a_list_and_points() {
    let page = visit("sweep=learning_rate:0.0001,0.1;clip_coef:0.1,0.3&seeds=1&draws=6").await;
    assert!(text_of(&page, "sweep-amount").starts_with("6 settings × 1 seed = 6 runs"));
    assert_eq!(page.select(".sweep-point").len(), 6);
    assert_eq!(page.select("tbody th").len(), 12);
    assert!(page.by_test_id("sweep-cell-5-0").is_some());
    part(&page, "sweep-draws").write("7").await;
    assert_eq!(page.select(".sweep-point").len(), 7);
    page.find("radio", "Every combination").press().await;
    assert_eq!(page.select(".sweep-point").len(), 0);
    assert_eq!(page.select(".sweep-cell").len(), 4);
}

#[wasm_bindgen_test]
async fn the_number_of_cores_is_kept() {
    let page = visit(&format!("{GRID}&device=cpu")).await;
    let cores = part(&page, "sweep-cores");
    let all = cores.all("option").len();
    assert_eq!(
        cores.value(),
        if all > 2 { all - 1 } else { all }.to_string()
    );
    cores.fill("1").await;
    assert!(text_of(&page, "sweep-amount").ends_with("8 runs, one at a time"));
    let page = page.reload(|| view! { <SweepView /> }).await;
    assert_eq!(part(&page, "sweep-cores").value(), "1");
}

/// Before a device is open, a GPU may be there; who asks for the CPU gets it.
#[wasm_bindgen_test]
async fn the_amount_says_what_may_train() {
    let page = visit(GRID).await;
    assert!(text_of(&page, "sweep-amount").contains("or side by side on the GPU"));
    let page = visit(&format!("{GRID}&device=webgpu")).await;
    assert!(text_of(&page, "sweep-amount").ends_with("8 runs, side by side on the GPU"));
    let page = visit(&format!("{GRID}&device=cpu")).await;
    assert!(!text_of(&page, "sweep-amount").contains("GPU"));
}

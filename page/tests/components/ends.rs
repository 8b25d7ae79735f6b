//! The names at the ends of the headline chart's lines, and what of the legend they leave.

use leptos::prelude::*;
use policy_lab::protocol::metrics::CHARTS;
use policy_lab_page::ui::{Chart, CompareRuns};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::charts::{is_written, note_words};
use crate::page::Page;
use crate::part::{Part, until};
use crate::run::{run, settings};

/// Shows the headline chart as wide as on a laptop, and the list of kept runs.
async fn wide_chart() -> Page {
    note_words();
    Page::show(|| {
        view! {
            <style>"#component-under-test canvas { width: 500px }"</style>
            <Chart info=&CHARTS[0] prominent=true />
            <CompareRuns />
        }
    })
    .await
}

async fn until_written(words: &str) {
    until(words, || is_written(words).then_some(())).await;
}

/// Returns the names in the legend.
fn legend(page: &Page) -> Vec<String> {
    let items = page.find("figure", "episodic_length").all("listitem");
    items.iter().map(Part::text).collect()
}

#[wasm_bindgen_test]
async fn this_run_and_the_last_one_are_named_at_their_ends_and_in_no_legend() {
    let page = wide_chart().await;
    page.hear(run(settings(1), &[20.0, 60.0, 240.0])).await;
    until_written("this run 240").await;
    page.hear(run(settings(2), &[20.0, 30.4])).await;
    until_written("this run 30").await;
    until_written("last run 240").await;
    assert_eq!(legend(&page), Vec::<String>::new());
    page.find("button", "Hide the last run").press().await;
    assert!(page.seek("button", "Hide the last run").is_none());
}

#[wasm_bindgen_test]
async fn kept_runs_have_dashes_that_the_legend_explains() {
    let page = wide_chart().await;
    page.hear(run(settings(1), &[20.0, 240.0])).await;
    page.summary("Compare runs").press().await;
    page.find("button", "Keep this run").press().await;
    page.hear(run(settings(2), &[20.0, 30.0])).await;
    until_written("this run 30").await;
    until_written("PPO, seed 1").await;
    assert_eq!(legend(&page), ["This run", "PPO, seed 1"]);
}

#[wasm_bindgen_test]
async fn the_readers_run_and_ours_are_named_at_their_ends() {
    let page = wide_chart().await;
    let lab = page.lab();
    lab.begin_own_loop("CartPole".to_owned(), Some(&settings(1)));
    page.hear(run(settings(1), &[20.0, 368.0])).await;
    for event in run(settings(1), &[20.0, 9.5]) {
        lab.take_from_reader(event);
    }
    until_written("yours 10").await;
    until_written("ours 368").await;
    // The names above are for who cannot see those.
    let above = page.select(".runs").remove(0);
    assert_eq!(above.text(), "your code ours");
    let class = above.attribute("class").unwrap_or_default();
    assert!(class.contains("visually-hidden"), "{class}");
}

#[wasm_bindgen_test]
async fn a_narrow_chart_has_its_legend_alone() {
    note_words();
    let page = Page::show(|| view! { <Chart info=&CHARTS[0] prominent=true /> }).await;
    page.hear(run(settings(1), &[20.0, 240.0])).await;
    page.hear(run(settings(2), &[20.0, 480.0])).await;
    until_written("✓ solved").await;
    assert!(!is_written("this run 480") && !is_written("last run 240"));
    assert_eq!(legend(&page).len(), 2);
}

//! The list of kept runs, in the order that the reader asks for.

use leptos::prelude::*;
use policy_lab::protocol::metrics::CHARTS;
use policy_lab::protocol::{Event, RunEvent, StopReason};
use policy_lab_page::ui::{Chart, CompareRuns};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::Page;
use crate::part::Part;
use crate::run::{run, settings};

/// Shows runs with these seeds and episode lengths, all of them kept.
async fn kept(runs: &[(u32, [f64; 2])]) -> Page {
    let both = || view! { <Chart info=&CHARTS[0] prominent=true /> <CompareRuns unfolded=true /> };
    let page = Page::show(both).await;
    for (seed, lengths) in runs {
        page.hear(run(settings(*seed), lengths)).await;
        page.hear([Event::Run(RunEvent::Stopped(StopReason::Finished))])
            .await;
        page.find("button", "Keep this run").press().await;
    }
    page
}

/// Returns the names in the list.
fn listed(page: &Page) -> Vec<String> {
    let names = page.select("[aria-label='Name of the run']");
    names.iter().map(Part::value).collect()
}

/// Returns the names in the chart's legend.
fn legend(page: &Page) -> Vec<String> {
    let legend = page.by_test_id("compare-legend").expect("a legend");
    legend.all("listitem").iter().map(Part::text).collect()
}

#[wasm_bindgen_test]
async fn a_press_sorts_the_kept_runs_and_another_turns_them_round() {
    let page = kept(&[(1, [20.0, 240.0]), (2, [30.0, 480.0]), (3, [480.0, 90.0])]).await;
    let (one, two, three) = ("PPO, seed 1", "seed 2", "seed 3");
    let drawn = legend(&page);
    assert_eq!(listed(&page), [one, two, three]);
    let sort = page.find("group", "Sort the kept runs");
    assert!(sort.seek("button", "Kept ascending").is_some());

    let by_length = sort.find("button", "Length");
    by_length.press().await;
    assert_eq!(listed(&page), [two, one, three], "the longest first");
    assert_eq!(by_length.name(), "Length descending");
    assert_eq!(by_length.attribute("aria-pressed").as_deref(), Some("true"));
    by_length.press().await;
    assert_eq!(listed(&page), [three, one, two]);
    assert_eq!(by_length.name(), "Length ascending");
    assert!(by_length.has_focus());

    sort.find("button", "Solved after").press().await;
    assert_eq!(listed(&page), [three, two, one], "the first one never was");
    sort.find("button", "Name").press().await;
    assert_eq!(listed(&page), [one, two, three]);
    sort.find("button", "Name ascending").press().await;
    assert_eq!(listed(&page), [three, two, one]);
    assert_eq!(legend(&page), drawn, "colours and lines stay");

    // A name that changes leaves its row in place, where the keyboard's focus may be.
    let names = page.select("[aria-label='Name of the run']");
    names[0].fill("a new name").await;
    assert_eq!(listed(&page), ["a new name", two, one]);
    page.find("button", "Remove seed 2").press().await;
    assert_eq!(listed(&page), [one, "a new name"], "sorted again");
}

#[wasm_bindgen_test]
async fn a_single_run_has_nothing_to_be_sorted() {
    let page = kept(&[(1, [20.0, 240.0])]).await;
    assert!(page.seek("group", "Sort the kept runs").is_none());
}

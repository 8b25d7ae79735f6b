//! The buttons, and the names by which people and programs find them.

use serde_json::json;

use crate::ENDLESS;
use policy_lab_e2e::browser::Adapter;
use policy_lab_e2e::page::{Page, with_page};

const CHARTS: [&str; 8] = [
    "episodic_length",
    "entropy",
    "policy_loss",
    "value_loss",
    "approx_kl",
    "clip_fraction",
    "grad_norm",
    "learning_rate",
];

/// Returns true if the browser's accessibility tree has a button of exactly this name.
async fn is_named(page: &Page, name: &str) -> bool {
    let cdp = page.driver.cdp();
    let root = cdp
        .send_raw("DOM.getDocument", json!({}))
        .await
        .expect("the document");
    let wanted = json!({
        "nodeId": root["root"]["nodeId"],
        "role": "button",
        "accessibleName": name,
    });
    let found = cdp
        .send_raw("Accessibility.queryAXTree", wanted)
        .await
        .expect("the tree");
    found["nodes"]
        .as_array()
        .is_some_and(|nodes| !nodes.is_empty())
}

async fn wait_for_names(page: &Page, names: &[&str]) {
    for name in names {
        page.until(&format!("a button named {name:?}"), 60, || async {
            is_named(page, name).await.then_some(())
        })
        .await;
    }
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn everything_has_its_name() {
    with_page(
        Adapter::None,
        &format!("device=cpu&{ENDLESS}"),
        async |page| {
            wait_for_names(page, &["Train", "Step"]).await;
            page.press("Train").await;
            page.iteration_past(0, 60).await;
            wait_for_names(page, &["Pause", "Stop", "Reset"]).await;
            page.part("all-charts").await.click().await.expect("all");
            for part in [
                "device",
                "iteration",
                "episodic-length",
                "steps-per-sec",
                "cart-grid",
            ] {
                page.part(part).await;
            }
            for metric in CHARTS {
                page.part(&format!("chart-{metric}")).await;
            }
            let grid = page.part("cart-grid").await;
            assert_eq!(grid.tag_name().await.expect("a tag"), "canvas");
            page.press("Pause").await;
            wait_for_names(page, &["Resume", "Step", "Stop"]).await;
        },
    );
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn the_buttons_do_what_they_say() {
    with_page(
        Adapter::None,
        &format!("device=cpu&{ENDLESS}"),
        async |page| {
            page.press("Train").await;
            page.iteration_past(2, 60).await;

            page.press("Pause").await;
            let held = held_iteration(page).await;

            page.press("Step").await;
            page.iteration_past(held, 30).await;
            assert_eq!(
                held_iteration(page).await,
                held + 1,
                "Step is one iteration"
            );

            page.press("Resume").await;
            page.iteration_past(held + 5, 60).await;

            page.press("Stop").await;
            page.until("Train, after Stop", 30, || async {
                page.offers("Train").await.then_some(())
            })
            .await;
            held_iteration(page).await;

            page.press("Reset").await;
            page.until("no iteration, after Reset", 30, || async {
                (page.iteration().await == 0).then_some(())
            })
            .await;

            page.press("Train").await;
            page.iteration_past(0, 60).await;
        },
    );
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn step_starts_a_run_that_waits() {
    with_page(
        Adapter::None,
        &format!("device=cpu&{ENDLESS}"),
        async |page| {
            page.press("Step").await;
            page.iteration_past(0, 60).await;
            assert_eq!(held_iteration(page).await, 1);
        },
    );
}

/// Returns the iteration at which the run is paused.
async fn held_iteration(page: &Page) -> u64 {
    page.until("a count that stands still", 30, || async {
        let before = page.iteration().await;
        page.pause(700).await;
        (page.iteration().await == before).then_some(before)
    })
    .await
}

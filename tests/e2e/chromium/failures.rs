//! Parts of the page that do not arrive: the reader sees a sentence, never a blank page.

use serde_json::json;

use policy_lab_e2e::browser::Adapter;
use policy_lab_e2e::page::{Page, with_faulty_page, with_page};
use policy_lab_e2e::site::Fault;

/// Waits for an alert of at least a sentence.
async fn alert(page: &Page) -> String {
    page.until("an alert", 90, || async {
        let said = page.text_of("[role=alert]").await?;
        (said.split_whitespace().count() > 5).then_some(said)
    })
    .await
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn without_its_wasm_the_page_says_so() {
    with_faulty_page(Fault::NoAppWasm, Adapter::None, "", async |page| {
        let said = alert(page).await;
        assert!(said.contains("Try again"), "no way out in {said:?}");
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn without_the_worker_the_page_says_so() {
    for fault in [Fault::NoWorkerWasm, Fault::NoWorkerScript] {
        with_faulty_page(fault, Adapter::None, "device=cpu", async |page| {
            let said = alert(page).await;
            assert!(said.contains("could not be loaded"), "{said:?}");
        });
    }
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_browser_without_webassembly_is_told_so() {
    with_page(Adapter::None, "", async |page| {
        let take_away = json!({ "source": "delete globalThis.WebAssembly" });
        let cdp = page.driver.cdp();
        cdp.send_raw("Page.addScriptToEvaluateOnNewDocument", take_away)
            .await
            .expect("a script before the page's own");
        page.open("device=cpu").await;
        let said = alert(page).await;
        assert!(said.contains("WebAssembly"), "{said:?}");
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_healthy_page_logs_no_error() {
    with_page(Adapter::None, "device=cpu", async |page| {
        page.press("Train").await;
        page.iteration_past(1, 60).await;
        let log = page.driver.browser_log().await.expect("the console");
        let errors: Vec<String> = log
            .iter()
            .map(|entry| format!("{entry:?}"))
            .filter(|entry| entry.to_uppercase().contains("SEVERE"))
            .collect();
        assert!(errors.is_empty(), "{errors:#?}");
    });
}

/// The browser's cache may hold a worker of an older build, which a new page must not meet.
#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn workers_and_editor_are_asked_for_by_build() {
    let query = "device=cpu&exercise=S0-E3";
    with_faulty_page(Fault::OnlyByBuild, Adapter::None, query, async |page| {
        page.go("lab").await;
        page.press("Train").await;
        page.iteration_past(0, 60).await;
        page.go("write").await;
        page.until("the editor", 60, || page.text_of(".cm-content"))
            .await;
        page.press("Run cell").await;
        page.until("what Python says", 120, || async {
            let said = page.text("cell-output").await;
            said.contains("still to be written").then_some(())
        })
        .await;
        assert_eq!(page.text_of("[role=alert]:not([hidden])").await, None);
    });
}

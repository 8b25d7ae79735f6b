//! What a reader sees when a part of the page does not arrive: a sentence, never a blank page.

use crate::browser::Adapter;
use crate::page::{with_faulty_page, with_page};
use crate::site::Fault;

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn without_its_wasm_the_page_says_so() {
    with_faulty_page(Fault::NoAppWasm, Adapter::None, "", async |page| {
        let said = page
            .until("a message about loading", 60, || async {
                Some(page.body_text().await).filter(|text| text.to_lowercase().contains("load"))
            })
            .await;
        assert!(
            said.split_whitespace().count() > 8,
            "too short to help: {said:?}"
        );
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn without_the_worker_the_page_says_so() {
    with_faulty_page(
        Fault::NoWorkerWasm,
        Adapter::None,
        "device=cpu",
        async |page| {
            page.until("a message about the worker", 90, || async {
                let said = page.text_of("[role=alert]").await?;
                (said.split_whitespace().count() > 5).then_some(())
            })
            .await;
        },
    );
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_healthy_page_logs_no_error() {
    with_page(Adapter::None, "device=cpu", async |page| {
        page.press("Train").await;
        page.iteration_past(1, 60).await;
        let errors: Vec<String> = page
            .driver
            .browser_log()
            .await
            .expect("the console")
            .into_iter()
            .map(|entry| format!("{entry:?}"))
            .filter(|entry| entry.contains("SEVERE") || entry.contains("Severe"))
            .filter(|entry| !entry.contains("favicon"))
            .collect();
        assert!(errors.is_empty(), "{errors:#?}");
    });
}

//! The panel of checks: live state, evidence, stopping.

use thirtyfour::By;

use policy_lab_e2e::browser::Adapter;
use policy_lab_e2e::page::{Page, with_page};

async fn state(page: &Page, id: &str) -> String {
    let check = page.part(&format!("check-{id}")).await;
    check
        .attr("data-state")
        .await
        .expect("an attribute")
        .unwrap_or_default()
}

/// Waits until no check is under way, and returns those that did not pass.
async fn outcome(page: &Page, seconds: u64) -> (usize, Vec<String>) {
    page.until("the end of the checks", seconds, || async {
        let sum = page.part("checks-sum").await.text().await.ok()?;
        (sum.contains("passed") && !sum.starts_with("Running")).then_some(())
    })
    .await;
    let checks = page
        .driver
        .find_all(By::Css("[data-testid^=check-][data-state]"))
        .await
        .expect("checks");
    let mut others = Vec::new();
    for check in &checks {
        let state = check.attr("data-state").await.expect("an attribute");
        if state.as_deref() != Some("passed") {
            let id = check.attr("data-testid").await.expect("an attribute");
            others.push(format!("{id:?}: {state:?}"));
        }
    }
    (checks.len(), others)
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn all_checks_pass_on_the_cpu_and_show_their_evidence() {
    with_page(Adapter::None, "view=checks&device=cpu", async |page| {
        assert_eq!(state(page, "homework-ppo-loss").await, "pending");
        page.press("Run checks").await;
        let (checks, others) = outcome(page, 300).await;
        assert!(checks >= 40, "{checks} checks");
        assert_eq!(others, Vec::<String>::new());
        let evidence = "[data-testid=check-homework-ppo-loss] table";
        page.driver
            .find(By::Css("[data-testid=check-homework-ppo-loss] summary"))
            .await
            .expect("a summary")
            .click()
            .await
            .expect("unfolds");
        let table = page.text_of(evidence).await.expect("a table");
        for number in ["0.9314", "0.931391", "0.0001"] {
            assert!(table.contains(number), "{number} is not in {table}");
        }
    });
}

/// On a software adapter the probes take minutes, so this runs the checks before them and one
/// probe.
#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn checks_pass_on_webgpu() {
    with_page(
        Adapter::Software,
        "view=checks&device=webgpu",
        async |page| {
            page.press("Run checks").await;
            page.until("the last check before the probes", 300, || async {
                (state(page, "diagnostics").await == "passed").then_some(())
            })
            .await;
            page.press("Stop checks").await;
            outcome(page, 120).await;
            let probe = "[data-testid=check-probe-vpg-4]";
            let unfold = "document.querySelector(arguments[0]).open = true";
            let details = serde_json::json!(format!("{probe} details"));
            page.script(unfold, vec![details]).await;
            page.press("Run the check “VPG, probe 4: an action that pays”")
                .await;
            page.until("probe 4", 200, || async {
                (state(page, "probe-vpg-4").await == "passed").then_some(())
            })
            .await;
            let failed = page
                .driver
                .find_all(By::Css("[data-state=failed]"))
                .await
                .expect("a list");
            assert!(failed.is_empty(), "{}", page.body_text().await);
        },
    );
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn checks_stop_and_a_run_goes_on_beside_them() {
    let query = format!("device=cpu&{}", crate::ENDLESS);
    with_page(Adapter::None, &query, async |page| {
        page.press("Train").await;
        page.iteration_past(0, 60).await;
        page.go("checks").await;
        page.press("Run checks").await;
        page.until("a slow check under way", 120, || async {
            (state(page, "learning-vpg").await == "running").then_some(())
        })
        .await;
        let meanwhile = page.iteration().await;
        page.iteration_past(meanwhile + 5, 60).await;
        page.press("Stop checks").await;
        let count = async |state: &str| {
            let css = format!("[data-testid^=check-][data-state={state}]");
            let found = page.driver.find_all(By::Css(css)).await;
            found.expect("a list").len()
        };
        page.until("no check under way", 30, || async {
            (count("running").await == 0).then_some(())
        })
        .await;
        assert!(count("pending").await > 0, "they were stopped");
        page.iteration_past(meanwhile + 10, 60).await;
    });
}

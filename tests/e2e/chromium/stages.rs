//! Steps of every size, and slow motion.

use serde_json::json;
use thirtyfour::By;

use crate::ENDLESS;
use policy_lab_e2e::browser::Adapter;
use policy_lab_e2e::page::{Page, with_page};

async fn choose(page: &Page, id: &str, option: &str) {
    page.unfold(id).await;
    let css = format!("#{id} option[value=\"{option}\"]");
    let option = page.driver.find(By::Css(css.as_str())).await;
    let option = option.expect("an option");
    option.click().await.expect("the option can be chosen");
}

async fn current(page: &Page) -> Option<String> {
    page.text_of(".stage-line [aria-current=step]").await
}

/// Presses Step, and waits until the panel's text has changed and no longer changes, because a step
/// passes through other stages.
async fn step(page: &Page) -> String {
    let before = page.text("stage-seen").await;
    page.press("Step").await;
    page.until("another moment", 60, || async {
        let is_held = page.offers("Resume").await;
        let now = page.text("stage-seen").await;
        page.pause(200).await;
        let is_still = now == page.text("stage-seen").await && page.offers("Resume").await;
        (is_held && is_still && now != before).then_some(now)
    })
    .await
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn steps_of_every_size_hold_where_they_should() {
    with_page(
        Adapter::None,
        &format!("device=cpu&{ENDLESS}"),
        async |page| {
            assert_eq!(page.text_of(".stages").await, None, "nothing is in the way");
            choose(page, "step-unit", "env-step").await;
            page.part("stages").await;

            let said = step(page).await;
            assert!(said.contains("Step 1 of 16"), "{said}");
            assert_eq!(current(page).await.as_deref(), Some("Collect"));
            page.until("carts at that step", 10, || async {
                let caption = page.text("cart-caption").await;
                caption
                    .ends_with("as it is made · step 1 of 16")
                    .then_some(())
            })
            .await;
            let said = step(page).await;
            assert!(said.contains("Step 2 of 16"), "{said}");
            let lit = page.text_of(".stage-code .lit").await;
            assert!(lit.is_some_and(|code| code.contains("envs.step(actions)")));

            choose(page, "step-unit", "minibatch").await;
            let said = step(page).await;
            assert!(said.contains("Minibatch 1 of 4, epoch 1 of 1"), "{said}");
            assert_eq!(current(page).await.as_deref(), Some("Update"));
            let measures = page.text_of(".stage-seen .measures").await;
            assert!(measures.is_some_and(|it| it.contains("policy_loss")));
            let lit = page.text_of(".stage-code .lit").await;
            assert!(lit.is_some_and(|code| code.contains("torch.min(surrogate, clipped)")));
            page.press("Rust").await;
            let lit = page.text_of(".stage-code .lit").await;
            assert!(lit.is_some_and(|code| code.contains("pub fn ppo(")));

            choose(page, "step-unit", "epoch").await;
            let said = step(page).await;
            assert!(said.contains("Minibatch 4 of 4"), "{said}");
            assert_eq!(
                page.iteration().await,
                0,
                "its figures come when it is done"
            );

            choose(page, "step-unit", "iteration").await;
            page.press("Step").await;
            page.iteration_past(0, 60).await;
            page.press("Resume").await;
            page.iteration_past(10, 60).await;
        },
    );
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn slow_motion_shows_the_stages_and_full_speed_leaves_them() {
    with_page(
        Adapter::None,
        &format!("device=cpu&{ENDLESS}"),
        async |page| {
            let wide =
                json!({ "width": 1280, "height": 720, "deviceScaleFactor": 1, "mobile": false });
            let cdp = page.driver.cdp();
            cdp.send_raw("Emulation.setDeviceMetricsOverride", wide)
                .await
                .expect("a size");
            let top = async || {
                let top = "return Math.round(document.querySelector('[data-testid=cart-grid]').getBoundingClientRect().top)";
                page.script(top, vec![]).await
            };
            page.until("a device", 60, || async {
                page.offers("Train").await.then_some(())
            })
            .await;
            let before = top().await;
            page.press("Slow motion").await;
            page.part("stages").await;
            assert_eq!(top().await, before, "the carts stay where they are");
            page.press("Train").await;
            for stage in ["Collect", "Advantages", "Minibatch", "Update"] {
                page.until(&format!("the stage {stage}"), 30, || async {
                    (current(page).await.as_deref() == Some(stage)).then_some(())
                })
                .await;
            }
            page.press("Pause").await;
            page.until("Resume", 30, || async {
                page.offers("Resume").await.then_some(())
            })
            .await;
            assert!(current(page).await.is_some(), "where it is held stays lit");
            page.press("Resume").await;
            page.press("Slow motion").await;
            page.iteration_past(5, 60).await;
            assert_eq!(page.text_of(".stages").await, None);
        },
    );
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn stop_is_heard_within_an_iteration_in_slow_motion() {
    with_page(
        Adapter::None,
        &format!("device=cpu&{ENDLESS}"),
        async |page| {
            page.press("Slow motion").await;
            page.press("Train").await;
            page.until("a stage", 30, || async { current(page).await })
                .await;
            page.press("Stop").await;
            page.until("Train", 30, || async {
                page.offers("Train").await.then_some(())
            })
            .await;
            assert_eq!(page.iteration().await, 0, "the iteration is not over");
        },
    );
}

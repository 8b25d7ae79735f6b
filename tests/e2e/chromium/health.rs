//! The panel about a run's health: calm for a healthy run; for one that collapses, plain and with
//! the way back.

use serde_json::json;

use policy_lab_e2e::browser::Adapter;
use policy_lab_e2e::page::{Page, with_page};

/// PPO without its clip at twice the preset's learning rate, on the CPU, which computes the same in
/// every browser.
const COLLAPSES: &str =
    "device=cpu&seed=2&learning_rate=0.01&clip_coef=none&total_timesteps=8192000";

/// Waits until the panel says `words`, and returns its text.
async fn until_said(page: &Page, test_id: &str, words: &str, seconds: u64) -> String {
    page.until(words, seconds, || async {
        let said = page.text(test_id).await;
        said.contains(words).then_some(said)
    })
    .await
}

/// Presents the scene that asks why, in the window of a laptop: nobody scrolls to causes and ways
/// back. Leaves it again.
async fn presented_causes_are_in_sight(page: &Page) {
    let cdp = page.driver.cdp();
    let laptop = json!({ "width": 1280, "height": 720, "deviceScaleFactor": 1, "mobile": false });
    let resized = cdp.send_raw("Emulation.setDeviceMetricsOverride", laptop);
    resized.await.expect("a size");
    page.press("More").await;
    page.press("Present…").await;
    page.press("Why it collapsed").await;
    page.part("go-back").await;
    let hidden =
        "const box = id => document.querySelector(`[data-testid=${id}]`).getBoundingClientRect();
        const end = Math.min(box('health').bottom, innerHeight);
        return ['health-causes', 'mend', 'go-back'].filter(id => box(id).bottom > end);";
    page.until("causes and ways back in the window", 10, || async {
        (page.script(hidden, vec![]).await == json!([])).then_some(())
    })
    .await;
    page.press("Leave (Esc)").await;
    let resized = cdp.send_raw("Emulation.clearDeviceMetricsOverride", json!({}));
    resized.await.expect("the size of before");
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_collapse_is_named_and_going_back_mends_it() {
    with_page(Adapter::None, COLLAPSES, async |page| {
        until_said(page, "health", "Once a run is under way", 60).await;
        page.press("Train").await;
        let said = until_said(page, "health", "Why did it collapse?", 240).await;
        assert!(said.contains("It collapsed at iteration 10"), "{said}");
        assert!(said.contains("no clip_coef is set"), "{said}");
        assert!(said.contains("Set clip_coef to 0.2"), "{said}");
        let is_wide = "return [...document.querySelectorAll('.health *')].some(it => it.getBoundingClientRect().right > innerWidth)
            || document.querySelector('.run-problem h3').clientWidth < 200";
        let is_wide = page.script(is_wide, vec![]).await;
        assert_eq!(is_wide.as_bool(), Some(false), "its texts have their room");
        page.press("Pause").await;
        page.until("a held run", 60, || async {
            page.offers("Resume").await.then_some(())
        })
        .await;
        let before = page.iteration().await;
        let marked = page.text("chart-mark").await;
        assert!(marked.contains("It collapsed at iteration"), "{marked}");

        presented_causes_are_in_sight(page).await;
        let mend = page.part("mend").await;
        let label = mend.text().await.expect("a label");
        assert!(label.contains("and go back to iteration"), "{label}");
        mend.click().await.expect("a click");
        let back = page
            .until("an earlier iteration", 60, || async {
                let iteration = page.iteration().await;
                (iteration < before).then_some(iteration)
            })
            .await;
        let clip = page.driver.find(thirtyfour::By::Id("clip_coef")).await;
        let clip = clip.expect("the field").value().await.expect("its text");
        assert_eq!(clip.as_deref(), Some("0.2"));
        page.iteration_past(back + 2, 120).await;
        let said = page.text("health").await;
        assert!(!said.contains("collapse"), "{said}");
        assert!(said.contains("approx_kl"), "{said}");
        let marked = page.text_of("[data-testid=chart-mark]").await;
        assert_eq!(marked, None, "nothing is left to mark");
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_healthy_run_is_called_healthy_and_its_signs_are_marked_in_words() {
    with_page(Adapter::None, "view=lab&device=cpu", async |page| {
        page.press("Train").await;
        page.iteration_past(5, 120).await;
        let said = until_said(page, "health-summary", "Healthy so far", 60).await;
        assert!(!said.contains("collapse"), "{said}");
        for metric in [
            "approx_kl",
            "clip_fraction",
            "entropy",
            "explained_variance",
            "grad_norm",
        ] {
            let sign = page.text(&format!("sign-{metric}")).await;
            let is_marked = ["calm", "solved", "strained", "alarming"]
                .iter()
                .any(|mark| sign.contains(mark));
            assert!(is_marked, "{metric}: {sign:?}");
        }
    });
}

//! The figures beside the texts: what they compute, and what they show of a run.

use serde_json::json;
use thirtyfour::By;

use policy_lab_e2e::browser::Adapter;
use policy_lab_e2e::page::{Page, with_page};

/// Moves a slider as a reader does.
const SLIDE: &str = "
    const [css, value] = arguments;
    const input = document.querySelector(css);
    input.value = value;
    input.dispatchEvent(new Event('input', { bubbles: true }));";

/// Counts the colours of a canvas.
const COLOURS: &str = "
    const canvas = document.querySelector(arguments[0]);
    if (!canvas || !canvas.width) return 0;
    const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
    const seen = new Set();
    for (let at = 0; at < data.length; at += 4) seen.add(data[at] << 16 | data[at + 1] << 8 | data[at + 2]);
    return seen.size;";

async fn until_colourful(page: &Page, css: &str, colours: i64) {
    page.until(css, 60, || async {
        let seen = page.script(COLOURS, vec![json!(css)]).await;
        (seen.as_i64()? >= colours).then_some(())
    })
    .await;
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn figures_of_formulas_compute_what_they_show() {
    with_page(Adapter::None, "device=cpu&exercise=S4-E4", async |page| {
        let figure = "figure-returns";
        page.part(figure).await;
        for _ in 0..3 {
            page.press("One step back").await;
        }
        let said = page.text(figure).await;
        assert!(said.contains("G₄ = 0 + 0.9 × 1 = 0.9"), "{said}");
        page.press("All of them").await;
        let said = page.text(figure).await;
        for expected in ["1.4005", "1.5561", "1.729", "0.81"] {
            assert!(said.contains(expected), "{expected} in {said}");
        }
        let field = page
            .driver
            .find(By::Css("[data-testid='figure-returns'] input[type='text']"))
            .await
            .expect("a field");
        field.clear().await.expect("an empty field");
        field.send_keys("1, two").await.expect("a text");
        let said = page.text(figure).await;
        assert!(said.contains("numbers were expected"), "{said}");

        page.open("device=cpu&exercise=S3-E2").await;
        let figure = "figure-gae-weights";
        page.part(figure).await;
        let said = page.text(figure).await;
        assert!(said.contains("add up to 16.8"), "{said}");
        let slider = "[data-testid='figure-gae-weights'] input[type='range']";
        page.script(SLIDE, vec![json!(slider), json!("0")]).await;
        let said = page.text(figure).await;
        assert!(said.contains("λ = 0 leaves the first bar alone"), "{said}");

        page.open("device=cpu&exercise=S3-E3").await;
        page.part("figure-minibatches").await;
        let samples =
            "return [...document.querySelectorAll('.parts .sample')].map((it) => +it.textContent)";
        let sorted = page.script(samples, vec![]).await;
        page.press("Shuffle").await;
        let shuffled = page.script(samples, vec![]).await;
        assert_ne!(sorted, shuffled);
        let numbers = |value: &serde_json::Value| {
            let numbers = value.as_array().cloned().unwrap_or_default();
            let mut numbers: Vec<i64> = numbers.iter().filter_map(|it| it.as_i64()).collect();
            numbers.sort_unstable();
            numbers
        };
        assert_eq!(numbers(&shuffled), (0..24).collect::<Vec<_>>());
        assert_eq!(numbers(&sorted), numbers(&shuffled));
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn figures_of_a_run_follow_it() {
    let query = "device=cpu&exercise=S3-E1&num_envs=8&total_timesteps=1024000";
    with_page(Adapter::None, query, async |page| {
        page.part("figure-networks").await;
        let said = page.text("figure-networks").await;
        assert!(said.contains("Once something trains"), "{said}");
        // Beside an exercise there is no button for the form's run, and the key is there
        // everywhere.
        page.until("a run", 60, || async {
            let train = "dispatchEvent(new KeyboardEvent('keydown', { key: 't' }))";
            page.script(train, vec![]).await;
            page.number("iteration").await
        })
        .await;
        until_colourful(page, "[data-testid='figure-networks'] canvas", 12).await;
        page.until("the probability", 30, || async {
            let said = page.text("figure-networks").await;
            (said.contains("push to the right with") && said.contains("value")).then_some(())
        })
        .await;
        page.driver
            .execute("document.querySelector('a.to-chapter').click()", vec![])
            .await
            .expect("the way to the chapter");
        let trace = "return document.querySelector('.trace-row path')?.getAttribute('d')?.length";
        page.until("a trace", 30, || async {
            let length = page.script(trace, vec![]).await;
            (length.as_i64()? > 1_000).then_some(())
        })
        .await;
        page.press("Shuffle into a minibatch").await;
        let dots = page.driver.find_all(By::Css(".trace-row .dot")).await;
        assert_eq!(dots.map_or(0, |dots| dots.len()), 256);
        page.open("device=cpu&lesson=reinforce&num_envs=8&total_timesteps=1024000")
            .await;
        page.press("Train").await;
        until_colourful(page, "[data-testid='figure-policy'] canvas", 12).await;
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn the_reward_is_a_surface_and_links_set_the_lab_up() {
    with_page(Adapter::None, "device=cpu&exercise=S2-E2", async |page| {
        let canvas = "[data-testid='figure-reward'] canvas";
        page.part("figure-reward").await;
        until_colourful(page, canvas, 1).await;
        page.press("Both").await;
        until_colourful(page, canvas, 30).await;
        let said = page.text("figure-reward").await;
        assert!(said.contains("pays from"), "{said}");

        page.open("device=cpu&lesson=ppo").await;
        page.part("lesson-nav").await;
        let open = "for (const it of document.querySelectorAll('#lesson details')) it.open = true";
        page.script(open, vec![]).await;
        let links = page
            .driver
            .find_all(By::Css("#lesson a[href*='env_id=probe2']"));
        let links = links.await.expect("links");
        let link = links.first().expect("a link to the second probe");
        link.click().await.expect("a click");
        page.until("the probe’s settings", 30, || async {
            let query = page.query_string().await;
            query.contains("env_id=probe2").then_some(())
        })
        .await;
        page.part("plan").await;
        page.driver.back().await.expect("a way back");
        page.until("the chapter", 30, || async {
            let query = page.query_string().await;
            query.contains("lesson=ppo").then_some(())
        })
        .await;
    });
}

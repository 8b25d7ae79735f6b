//! What is played with: watched sampled and greedy, nudged, and driven by keyboard.

use serde_json::json;
use thirtyfour::By;

use crate::compare::open_panel;
use crate::{TINY, scratch};
use policy_lab_e2e::browser::Adapter;
use policy_lab_e2e::page::{Page, with_page};

/// Moves a slider as a reader does.
const SLIDE: &str = "
    const [css, value] = arguments;
    const input = document.querySelector(css);
    input.value = value;
    input.dispatchEvent(new Event('input', { bubbles: true }));";

/// The texts of the bars for a screen reader.
const ODDS: &str = "
    const bars = document.querySelectorAll('[data-testid=touch-odds] [role=meter]');
    return [...bars].map((bar) => bar.getAttribute('aria-valuetext')).join(', ')";

async fn open(page: &Page) {
    let summary = page.driver.find(By::Css("[data-testid=touch] > summary"));
    summary.await.expect("it").click().await.expect("a click");
    page.part("touch-box").await;
}

async fn until_said(page: &Page, test_id: &str, any: &[&str]) -> String {
    page.until(&format!("{test_id} says one of {any:?}"), 60, || async {
        let said = page.text(test_id).await;
        any.iter().any(|it| said.contains(it)).then_some(said)
    })
    .await
}

/// Returns the numbers in a text such as `30 %, 70 %, taken`.
fn numbers(said: &str) -> Vec<u32> {
    said.split(|letter: char| !letter.is_ascii_digit())
        .filter_map(|digits| digits.parse().ok())
        .collect()
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_trained_policy_is_watched_and_nudged() {
    with_page(Adapter::None, &format!("device=cpu&{TINY}"), async |page| {
        open(page).await;
        let none = until_said(page, "touch-source", &["Nothing has been trained yet"]).await;
        assert!(none.contains("choose You"), "{none}");
        page.press("Train").await;
        page.iteration_past(3, 60).await;
        until_said(page, "touch-source", &["The policy of iteration"]).await;
        page.until("the end of the run", 60, || async {
            let status = page.status().await;
            status.contains("Finished").then_some(())
        })
        .await;
        // The page scrolled up to the buttons, and a cart out of view stands still.
        let back = "document.querySelector('[data-testid=touch-box]').scrollIntoView()";
        page.script(back, vec![]).await;
        page.until("steps that count up", 60, || async {
            (page.number("touch-steps").await? >= 5.0).then_some(())
        })
        .await;

        page.press("Policy, greedy").await;
        until_said(page, "touch-source", &["always its likelier push"]).await;
        page.until("the policy’s probabilities", 30, || async {
            let said = page.script(ODDS, vec![]).await;
            let percent = numbers(said.as_str()?);
            let [left, right] = percent[..] else {
                return None;
            };
            assert_eq!(left + right, 100, "{said}");
            Some(())
        })
        .await;
        let colours = page.script(INK, vec![json!("touch-box")]).await;
        assert!(colours.as_i64().unwrap_or(0) >= 4, "{colours} colours");

        let strength = "[data-testid=touch-strength]";
        page.script(SLIDE, vec![json!(strength), json!("3")]).await;
        // An episode that is over cannot be nudged, so try until one could be.
        page.until("what came of a nudge", 60, || async {
            page.press("Nudge right").await;
            page.pause(600).await;
            let said = page.text("touch-outcome").await;
            let decided = ["Fell", "Caught it", "Off the track"];
            decided.iter().any(|it| said.contains(it)).then_some(())
        })
        .await;
        page.press("Hold the cart").await;
        let held = page.number("touch-steps").await;
        page.pause(500).await;
        assert_eq!(page.number("touch-steps").await, held, "it is held");
        page.press("Start over").await;
        assert_eq!(page.number("touch-steps").await, Some(0.0));
        page.press("One step").await;
        page.until("one step", 10, || async {
            (page.number("touch-steps").await? == 1.0).then_some(())
        })
        .await;
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_reader_plays_by_keyboard() {
    with_page(Adapter::None, &format!("device=cpu&{TINY}"), async |page| {
        open(page).await;
        page.press("You").await;
        let waits = until_said(page, "touch-box", &["first push"]).await;
        assert!(waits.contains("begins the episode"), "{waits}");
        assert_eq!(page.number("touch-steps").await, Some(0.0));
        let cart = page.part("touch-box").await;
        cart.send_keys(thirtyfour::Key::Right).await.expect("a key");
        // With no key pressed the last push continues, and the pole falls.
        until_said(page, "touch-last", &["fell"]).await;
        let best = page.text("touch-best").await;
        assert!(best.contains("steps") && best.contains("fell"), "{best}");
        until_said(page, "touch-box", &["first push"]).await;
        let scroll = "return [scrollY, document.querySelector('#lab').scrollTop]";
        let before = page.script(scroll, vec![]).await;
        cart.send_keys("d").await.expect("a key");
        until_said(page, "touch-outcome", &["since the nudge"]).await;
        cart.send_keys(" ").await.expect("a key");
        page.until("that it is held", 10, || async {
            page.offers("Let the cart go on").await.then_some(())
        })
        .await;
        // While the play is paused, a press is a step.
        cart.send_keys(thirtyfour::Key::Left).await.expect("a key");
        page.until("one step", 10, || async {
            (page.number("touch-steps").await? == 1.0).then_some(())
        })
        .await;
        assert_eq!(page.script(scroll, vec![]).await, before, "nothing scrolls");
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_probe_world_has_nothing_to_steer() {
    with_page(Adapter::None, "device=cpu&env_id=probe2", async |page| {
        open(page).await;
        until_said(page, "touch-box", &["nothing to steer"]).await;
        until_said(page, "touch", &["nothing to steer"]).await;
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_pendulum_is_trained_watched_steered_and_taken_away() {
    let small = "preset=ppo-pendulum&num_envs=4&num_steps=64&num_minibatches=4&update_epochs=2&total_timesteps=5120";
    with_page(
        Adapter::None,
        &format!("device=cpu&{small}"),
        async |page| {
            page.press("Train").await;
            page.until("the end of the run", 90, || async {
                let status = page.status().await;
                status.contains("Finished").then_some(())
            })
            .await;
            // The film shows the rods of the newest rollout.
            page.until("rods in the film", 30, || async {
                let seen = page.script(INK, vec![json!("cart-grid")]).await;
                (seen.as_f64()? > 3.0).then_some(())
            })
            .await;

            open(page).await;
            until_said(page, "touch-source", &["The policy of iteration"]).await;
            page.press("You").await;
            // The policy may have begun an episode before.
            let waits = ["when you move the slider", "It waits for you"];
            until_said(page, "touch-box", &waits).await;
            let before = page.script(DRAWN, vec![json!("touch-box")]).await;
            let pendulum = page.part("touch-box").await;
            pendulum
                .send_keys(thirtyfour::Key::Right)
                .await
                .expect("a key");
            page.until("steps that count up", 60, || async {
                (page.number("touch-steps").await? >= 5.0).then_some(())
            })
            .await;
            page.until("a rod that swings", 30, || async {
                let now = page.script(DRAWN, vec![json!("touch-box")]).await;
                (now != before).then_some(())
            })
            .await;
            let state = page.text("touch-state").await;
            assert!(
                state.contains("theta") && state.contains("omega"),
                "{state}"
            );

            open_panel(page).await;
            let program = page.saved("save-trainer").await;
            assert!(program.contains("gym.make(\"Pendulum-v1\""), "{program}");
            page.go("scratch").await;
            scratch::drop(page, "pendulum.py", &program).await;
            page.press("Run pendulum.py").await;
            let state = scratch::ended(page, 1, 240).await;
            assert_eq!(state, "passed", "{}", page.body_text().await);
            let printed = page.text_of("[data-testid=scratch-output]").await;
            let printed = printed.unwrap_or_default();
            assert!(printed.contains("return"), "{printed}");
        },
    );
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_lander_is_trained_watched_and_flown() {
    let small = "preset=ppo-lunar-lander&num_envs=4&num_steps=64&num_minibatches=4&update_epochs=2&total_timesteps=2048";
    with_page(
        Adapter::None,
        &format!("device=cpu&{small}"),
        async |page| {
            page.press("Train").await;
            page.until("the end of the run", 90, || async {
                let status = page.status().await;
                status.contains("Finished").then_some(())
            })
            .await;
            page.until("crafts in the film", 30, || async {
                let seen = page.script(INK, vec![json!("cart-grid")]).await;
                (seen.as_f64()? > 3.0).then_some(())
            })
            .await;
            open(page).await;
            page.press("You").await;
            let before = page.script(DRAWN, vec![json!("touch-box")]).await;
            let craft = page.part("touch-box").await;
            craft
                .send_keys(thirtyfour::Key::Right)
                .await
                .expect("a key");
            page.until("steps that count up", 60, || async {
                (page.number("touch-steps").await? >= 5.0).then_some(())
            })
            .await;
            let now = page.script(DRAWN, vec![json!("touch-box")]).await;
            assert_ne!(now, before, "the craft stands still");
            let state = page.text("touch-state").await;
            assert!(state.contains("angle"), "{state}");
        },
    );
}

/// Counts the colours of a part's canvas.
const INK: &str = "
    const part = arguments[0];
    const canvas = document.querySelector(`canvas[data-testid=${part}], [data-testid=${part}] canvas`);
    const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
    const seen = new Set();
    for (let at = 0; at < data.length; at += 4) seen.add(data.slice(at, at + 4).join());
    return seen.size;";

/// Returns the picture of a part.
const DRAWN: &str =
    "return document.querySelector(`[data-testid=${arguments[0]}] canvas`).toDataURL()";

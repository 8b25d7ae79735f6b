//! Text that a reader types, or a link contains, with which training is impossible; and links that
//! follow the form.

use thirtyfour::By;

use crate::TINY;
use policy_lab_e2e::browser::Adapter;
use policy_lab_e2e::page::{Page, with_page};
use policy_lab_e2e::reader::{fill, value};

/// Returns the message at a field, once there is one.
async fn message(page: &Page, field: &str) -> String {
    let invalid = format!("#{field}[aria-invalid=true]");
    page.until(&format!("{field} marked as invalid"), 60, || async {
        page.driver.find(By::Css(invalid.as_str())).await.ok()
    })
    .await;
    let text = page
        .text_of(&format!("#{field}-error"))
        .await
        .unwrap_or_default();
    assert!(!text.is_empty(), "no message at {field}");
    text
}

/// Presses Train, if it can be pressed, and checks that nothing starts.
async fn assert_train_does_nothing(page: &Page) {
    if page.offers("Train").await {
        page.press("Train").await;
    }
    page.pause(1500).await;
    assert_eq!(page.iteration().await, 0, "training started");
    assert!(!page.offers("Pause").await, "training started");
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_link_with_bad_values_says_so_and_keeps_them() {
    let query = "device=cpu&num_envs=-3&learning_rate=abc&gamma=1.5";
    with_page(Adapter::None, query, async |page| {
        for (field, text) in [
            ("num_envs", "-3"),
            ("learning_rate", "abc"),
            ("gamma", "1.5"),
        ] {
            message(page, field).await;
            assert_eq!(
                value(page, field).await,
                text,
                "the text of {field} is lost"
            );
        }
        assert_train_does_nothing(page).await;
        let query = page.query_string().await;
        assert!(query.contains("num_envs=-3"), "the link is lost: {query}");
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_batch_that_does_not_divide_says_what_to_do() {
    let query = "device=cpu&algorithm=ppo&num_envs=4&num_steps=10&num_minibatches=7";
    with_page(Adapter::None, query, async |page| {
        let text = message(page, "num_minibatches").await;
        assert!(text.contains("40"), "{text:?} does not name the batch size");
        assert_train_does_nothing(page).await;
        fill(page, "num_minibatches", "5").await;
        page.press("Train").await;
        page.iteration_past(0, 60).await;
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn contradictory_settings_name_the_rule() {
    let query = "device=cpu&preset=vpg-course&rollout_use_count=4";
    with_page(Adapter::None, query, async |page| {
        let text = message(page, "update_epochs").await;
        assert!(text.contains("importance"), "{text:?}");
        assert_train_does_nothing(page).await;
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn unknown_parameters_are_named() {
    let query = "device=abacus&algorithm=sarsa&momentum=0.9&seed=%F0%9F%8E%B2&%ZZ=1";
    with_page(Adapter::None, query, async |page| {
        for word in ["momentum", "abacus", "sarsa"] {
            page.until(&format!("a message that names {word}"), 60, || async {
                page.body_text().await.contains(word).then_some(())
            })
            .await;
        }
        message(page, "seed").await;
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_field_that_is_typed_wrong_and_put_right() {
    with_page(Adapter::None, "view=lab&device=cpu", async |page| {
        fill(page, "learning_rate", "fast").await;
        message(page, "learning_rate").await;
        assert_eq!(value(page, "learning_rate").await, "fast");
        assert_train_does_nothing(page).await;

        fill(page, "learning_rate", "0.002").await;
        page.until("no message at learning_rate", 30, || async {
            let text = page
                .text_of("#learning_rate-error")
                .await
                .unwrap_or_default();
            text.is_empty().then_some(())
        })
        .await;
        page.press("Train").await;
        page.iteration_past(0, 60).await;
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_changed_field_is_in_the_link_and_survives_a_reload() {
    with_page(Adapter::None, "view=lab&device=cpu", async |page| {
        fill(page, "num_envs", "16").await;
        page.until("num_envs=16 in the URL", 30, || async {
            page.query_string()
                .await
                .contains("num_envs=16")
                .then_some(())
        })
        .await;
        page.driver.refresh().await.expect("reloads");
        page.part("device").await;
        assert_eq!(value(page, "num_envs").await, "16");
        assert!(page.query_string().await.contains("device=cpu"));
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_reward_is_read_as_it_is_typed_and_trained_with() {
    with_page(Adapter::None, &format!("device=cpu&{TINY}"), async |page| {
        fill(page, "reward", "1 - abs(thetta)").await;
        let text = message(page, "reward").await;
        assert!(text.starts_with("Character 9: “thetta”"), "{text}");
        assert_train_does_nothing(page).await;
        fill(page, "reward", "1 - abs(theta) * (omega > 0)").await;
        page.press("Train").await;
        page.iteration_past(3, 60).await;
        let query = page.query_string().await;
        assert!(
            query.contains("reward=1"),
            "the link lacks the reward: {query}"
        );
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_run_that_breaks_off_says_why_and_goes_on_from_what_was_kept() {
    // Finite until a cart strays far to the left, where it is the logarithm of a negative number.
    let query = format!("device=cpu&reward=ln(0.25%2Bx)&{TINY}");
    with_page(Adapter::None, &query, async |page| {
        page.press("Train").await;
        page.until("a failure", 120, || async {
            (!page.text("failure").await.is_empty()).then_some(())
        })
        .await;
        let failure = page.text("failure").await;
        assert!(
            failure.contains("At iteration") && failure.contains("is NaN for x = -0."),
            "{failure}"
        );
        let kept = page.iteration().await;
        assert!(kept > 0, "it failed at once: {failure}");
        fill(page, "reward", "1").await;
        page.press(&format!("go on from iteration {kept}")).await;
        page.iteration_past(kept + 2, 60).await;
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn every_algorithm_and_a_probe_world_train() {
    for query in [
        "preset=reinforce-episodes",
        "preset=vpg-homework",
        "preset=ppo-probe",
    ] {
        with_page(
            Adapter::None,
            &format!("device=cpu&{query}"),
            async |page| {
                page.press("Train").await;
                page.iteration_past(0, 60).await;
            },
        );
    }
    with_page(Adapter::None, "device=cpu&preset=ppo-probe", async |page| {
        let text = page.body_text().await;
        assert!(text.contains("A probe environment has no cart"), "{text}");
    });
}

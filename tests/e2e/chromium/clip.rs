//! The clip lab by keyboard alone, and what it draws for each change.

use serde_json::json;
use thirtyfour::Key;

use crate::drawing::{Drawn, list_frames, slide};
use policy_lab_e2e::browser::Adapter;
use policy_lab_e2e::page::{Page, first_number, with_page};
use policy_lab_e2e::reader::{holder, keys, tab_to};

/// Writes a text into a field as a reader does.
const WRITE: &str = "
    const [id, text] = arguments;
    const field = document.getElementById(id);
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));";

/// Returns the lab's status once it contains `part`.
async fn stands(page: &Page, part: &str) -> String {
    page.until(part, 60, || async {
        let is_busy = page
            .script(
                "return document.querySelector('[data-testid=clip-lab]')?.getAttribute('aria-busy')",
                vec![],
            )
            .await;
        let said = page.text("clip-where").await;
        (is_busy.as_str() == Some("false") && said.contains(part)).then_some(said)
    })
    .await
}

/// Returns the counts of the six cases.
async fn cases(page: &Page) -> Vec<usize> {
    let mut counts = Vec::new();
    for place in 0..6 {
        let count = page.number(&format!("case-{place}")).await;
        counts.push(count.expect("a count") as usize);
    }
    counts
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn the_clip_lab_is_driven_by_keyboard_alone() {
    let query = "device=cpu&lesson=clip&num_envs=16&num_steps=64&learning_rate=0.02";
    with_page(Adapter::None, query, async |page| {
        // The lab opens with a rollout.
        let said = stands(page, "Rollout 1, nothing learnt").await;
        assert!(said.contains("256 samples"), "{said}");
        let counts = cases(page).await;
        assert_eq!(counts.iter().sum::<usize>(), 256);
        assert_eq!(counts[1] + counts[4], 256, "all ratios are 1: {counts:?}");

        tab_to(page, "clip-minibatch").await;
        keys(page, Key::Enter + "").await;
        stands(page, "1 gradient step later").await;
        tab_to(page, "clip-epoch").await;
        keys(page, Key::Enter + "").await;
        stands(page, "4 gradient steps later").await;
        tab_to(page, "clip-epochs").await;
        keys(page, Key::Space + "").await;
        let said = stands(page, "44 gradient steps later").await;
        assert!(said.contains("minibatch 4 of 4 in epoch 11"), "{said}");
        let clipped = cases(page).await;
        assert_eq!(clipped.iter().sum::<usize>(), 256, "{clipped:?}");
        assert!(clipped[2] + clipped[3] > 0, "some are clipped: {clipped:?}");
        let still = page.text("six-sum").await;
        let expected = format!("takes the gradient of {} sample", clipped[2] + clipped[3]);
        assert!(still.contains(&expected), "{expected} in {still}");

        tab_to(page, "clip-canvas").await;
        keys(page, Key::Right + "").await;
        let formula = page.text("picked-sample").await;
        for part in ["Sample", "exp(log π", "clip(r, 0.8, 1.2) A", "min("] {
            assert!(formula.contains(part), "{part} in {formula}");
        }
        keys(page, Key::Right + "").await;
        assert_ne!(page.text("picked-sample").await, formula);

        // The settings follow, and so does the batch.
        tab_to(page, "clip-range-slider").await;
        keys(page, Key::Left + "").await;
        stands(page, "44 gradient steps later").await;
        page.until("the address", 10, || async {
            let query = page.query_string().await;
            query.contains("clip_coef=0.19").then_some(())
        })
        .await;
        let narrower = cases(page).await;
        assert_eq!(narrower.iter().sum::<usize>(), 256, "{narrower:?}");
        tab_to(page, "clip-switch").await;
        keys(page, Key::Space + "").await;
        stands(page, "44 gradient steps later").await;
        let said = page.text("six-sum").await;
        assert!(said.contains("gradient of 0 samples"), "{said}");
        let unclipped = cases(page).await;
        assert_eq!(unclipped.iter().sum::<usize>(), 256, "{unclipped:?}");
        assert_ne!(unclipped, narrower, "the same steps without the clip");
        assert_eq!(page.text("clip-before").await, "before the change");

        for _ in 0..60 {
            if holder(page).await == "clip-rewind" {
                break;
            }
            keys(page, Key::Shift + Key::Tab).await;
        }
        keys(page, Key::Enter + "").await;
        stands(page, "Rollout 1, nothing learnt").await;
        let back = cases(page).await;
        assert_eq!(back, counts, "the rollout is as it was");
        tab_to(page, "clip-rollout").await;
        keys(page, Key::Enter + "").await;
        stands(page, "Rollout 2, nothing learnt").await;
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn the_clip_lab_works_beside_a_gpu() {
    let query = "device=webgpu&lesson=clip&num_envs=8&num_steps=16&learning_rate=0.02";
    with_page(Adapter::Software, query, async |page| {
        stands(page, "Rollout 1, nothing learnt").await;
        page.until("the GPU in the badge", 120, || async {
            Some(page.text("device").await).filter(|text| text.starts_with("WebGPU"))
        })
        .await;
        stands(page, "Rollout 1, nothing learnt").await;
        let counts = cases(page).await;
        assert_eq!(counts[1] + counts[4], 32, "all ratios are 1: {counts:?}");
        page.press("Epoch").await;
        stands(page, "4 gradient steps later").await;
        let learnt = cases(page).await;
        assert_eq!(learnt.iter().sum::<usize>(), 32, "{learnt:?}");
        assert_ne!(learnt, counts, "a large learning rate moves ratios");
        page.press("Rewind to the rollout").await;
        stands(page, "Rollout 1, nothing learnt").await;
        assert_eq!(cases(page).await, counts, "the rollout is as it was");
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn ten_thousand_points_are_redrawn_as_one_picture() {
    let query = "device=cpu&lesson=clip&num_envs=128&num_steps=128&num_minibatches=1";
    with_page(Adapter::None, query, async |page| {
        stands(page, "Rollout 1, nothing learnt").await;
        let drawn = page.text("clip-drawn").await;
        assert!(drawn.contains("10,000 of 16,384 samples"), "{drawn}");
        list_frames(page).await;
        let values = [0.05, 0.1, 0.15, 0.25, 0.3];
        let changes = slide(page, "clip-range-slider", &values).await;
        for frames in &changes {
            let calls: usize = frames.iter().map(Drawn::num_calls).sum();
            let pictures = frames.iter().filter_map(|it| it.calls.get("putImageData"));
            println!("calls to draw a change: {calls}");
            assert_eq!(pictures.sum::<usize>(), 1, "{frames:?}");
            assert!(calls < 1_000, "{frames:?}");
        }
        assert_eq!(changes.len(), values.len());
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn the_clip_lab_says_what_it_needs() {
    with_page(
        Adapter::None,
        "device=cpu&lesson=clip&preset=vpg-quick",
        async |page| {
            page.press("Set up PPO").await;
            stands(page, "Rollout 1").await;
            let write = async |text: &str| {
                page.go("lab").await;
                page.script(WRITE, vec![json!("learning_rate"), json!(text)])
                    .await;
                page.go("clip").await;
            };
            write("much").await;
            page.until("what needs mending", 10, || async {
                let said = page.text("clip-where").await;
                said.contains("cannot be used").then_some(())
            })
            .await;
            write("0.01").await;
            page.press("Rollout").await;
            let said = stands(page, "Rollout 2").await;
            assert!(first_number(&said).is_some());
            page.press("Rollout").await;
            stands(page, "Rollout 3").await;
        },
    );
}

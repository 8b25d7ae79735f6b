//! Presenting: a link opens exactly its view, keys work, type is large, and there is a way back.

use serde_json::json;
use thirtyfour::{By, Key};

use policy_lab_e2e::browser::Adapter;
use policy_lab_e2e::page::{Page, with_page};

/// Sizes of all texts in view, in CSS pixels, except for the bar at the bottom.
const SIZES: &str = "
    const sizes = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const parent = walker.currentNode.parentElement;
        if (!walker.currentNode.textContent.trim() || parent.closest('.presenter-bar, style, script, dialog')) continue;
        const box = parent.getBoundingClientRect();
        if (!parent.checkVisibility() || box.width < 2 || box.height < 2 || box.top > innerHeight) continue;
        sizes.push([parseFloat(getComputedStyle(parent).fontSize), walker.currentNode.textContent.trim()]);
    }
    return sizes;";

/// Names of the panels in view.
const PANELS: &str = "
    const seen = [...document.querySelectorAll('.panel')].filter(it => !it.hidden && it.firstElementChild?.checkVisibility());
    return seen.map(it => it.dataset.panel).join(' ');";

async fn press_key(page: &Page, key: impl Into<thirtyfour::TypingData>) {
    let body = page.driver.find(By::Tag("body")).await.expect("a body");
    body.send_keys(key).await.expect("a key");
}

/// Height of the clip lab's picture in CSS pixels, the part of it that the card of the picked
/// sample covers, and whether the card lies within it.
const PICTURE: &str = "
    const picture = document.getElementById('clip-canvas').getBoundingClientRect();
    const card = document.querySelector('.picked-sample').getBoundingClientRect();
    const part = card.width * card.height / picture.width / picture.height;
    const isInside = card.left >= picture.left && card.right <= picture.right
        && card.top >= picture.top && card.bottom <= picture.bottom;
    return [picture.height, part, isInside];";

/// Makes the page itself, not the window around it, so large.
async fn resize(page: &Page, width: u32, height: u32) {
    let resize = async |height: u32| {
        let resized = page.driver.set_window_rect(0, 0, width, height).await;
        resized.expect("another window");
    };
    resize(height).await;
    let inner = page.script("return innerHeight", vec![]).await;
    let inner = inner.as_u64().unwrap_or(u64::from(height)) as u32;
    resize(height + height.saturating_sub(inner)).await;
}

async fn full_hd(page: &Page) {
    resize(page, 1920, 1080).await;
}

/// Picks a sample by keyboard at the size of a laptop, and puts it away again.
async fn pick_a_sample(page: &Page) {
    resize(page, 1280, 720).await;
    let height = async || {
        let measured = page.script(PICTURE, vec![]).await;
        (measured[0].as_f64().unwrap_or_default(), measured)
    };
    let (before, _) = height().await;
    assert!(before >= 300.0, "{before}");
    let canvas = page.driver.find(By::Id("clip-canvas")).await;
    let canvas = canvas.expect("a picture");
    canvas.send_keys(Key::Right + "").await.expect("a key");
    let (after, measured) = page
        .until("a card", 10, || async {
            let (after, measured) = height().await;
            (measured[1].as_f64() > Some(0.0)).then_some((after, measured))
        })
        .await;
    assert_eq!(after, before, "the picture keeps its height");
    assert!(measured[1].as_f64() <= Some(1.0 / 3.0), "{measured}");
    assert_eq!(measured[2], json!(true), "{measured}");
    canvas.send_keys(Key::Escape + "").await.expect("a key");
    assert_eq!(panels(page).await, "clip", "it puts the sample away alone");
    full_hd(page).await;
    canvas.send_keys(Key::Right + "").await.expect("a key");
}

async fn panels(page: &Page) -> String {
    let seen = page.script(PANELS, vec![]).await;
    seen.as_str().unwrap_or_default().to_owned()
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_link_opens_exactly_its_view() {
    let query =
        "device=cpu&present=clip&hide=clip-figures,learning_rate,nonsense&num_envs=8&num_steps=32";
    with_page(Adapter::None, query, async |page| {
        full_hd(page).await;
        page.until("the clip lab alone", 60, || async {
            (panels(page).await == "clip").then_some(())
        })
        .await;
        let notices = page.body_text().await;
        assert!(
            notices.contains("hides a control that is unknown here: nonsense"),
            "{notices}"
        );
        let rollout = |number: u32| {
            let wanted = format!("Rollout {number}");
            page.until("a rollout", 60, move || {
                let wanted = wanted.clone();
                async move {
                    let said = page.text("clip-where").await;
                    said.contains(&wanted).then_some(())
                }
            })
        };
        // The first one comes by itself.
        rollout(1).await;
        press_key(page, "r").await;
        rollout(2).await;
        press_key(page, "e").await;
        page.until("an epoch", 60, || async {
            let said = page.text("clip-where").await;
            said.contains("4 gradient steps").then_some(())
        })
        .await;
        pick_a_sample(page).await;
        let is_hidden = "return !document.querySelector('.clip-figures')?.checkVisibility()";
        assert_eq!(page.script(is_hidden, vec![]).await, json!(true));
        let sizes = page.script(SIZES, vec![]).await;
        let sizes = sizes.as_array().cloned().unwrap_or_default();
        assert!(sizes.len() > 20, "{} texts", sizes.len());
        for text in &sizes {
            // Shown at a quarter of its size, such text is six pixels high.
            assert!(text[0].as_f64() >= Some(24.0), "{text}");
        }

        press_key(page, "?").await;
        let list = page.text("keys").await;
        assert!(list.contains("Clip lab: next minibatch"), "{list}");
        press_key(page, Key::Escape + "").await;
        page.until("the list closed", 10, || async {
            let open = page.script(
                "return document.querySelectorAll('dialog[open]').length",
                vec![],
            );
            (open.await.as_u64() == Some(0)).then_some(())
        })
        .await;
        assert_eq!(panels(page).await, "clip", "it closes the list alone");
        press_key(page, Key::Escape + "").await;
        page.part("plan").await;
        assert_eq!(panels(page).await, "masthead", "the lab is back");
        page.until("a plain address", 10, || async {
            let query = page.query_string().await;
            (!query.contains("present=")).then_some(())
        })
        .await;
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn what_is_shown_can_be_chosen() {
    with_page(Adapter::None, "device=cpu", async |page| {
        page.press("More").await;
        page.press("Present…").await;
        let box_of = |name: &str| format!("dialog[open] input[value='{name}']");
        for name in ["controls", "lesson"] {
            let found = page.driver.find(By::Css(box_of(name))).await;
            found.expect("a box").click().await.expect("a click");
        }
        let begin = page.driver.find(By::Id("present-begin")).await;
        begin.expect("a button").click().await.expect("a click");
        page.until("the chosen panels", 10, || async {
            (panels(page).await == "progress carts chart lesson").then_some(())
        })
        .await;
        let query = page.until("the address", 10, || async {
            let query = page.query_string().await;
            query.contains("present=").then_some(query)
        });
        let query = query.await;
        page.open(query.trim_start_matches('?')).await;
        page.until("the same again", 30, || async {
            (panels(page).await == "progress carts chart lesson").then_some(())
        })
        .await;
        page.press("Leave (Esc)").await;
        page.until("the view of before", 10, || async {
            (panels(page).await == "masthead").then_some(())
        })
        .await;
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn scenes_follow_each_other() {
    let query = "device=cpu&present=carts,chart&scenes=carts,chart;clip;health,nonsense";
    with_page(Adapter::None, query, async |page| {
        let shows = async |wanted: &str| {
            page.until(wanted, 30, || async {
                (panels(page).await == wanted).then_some(())
            })
            .await;
        };
        shows("carts chart").await;
        press_key(page, Key::PageDown + "").await;
        shows("clip").await;
        press_key(page, Key::PageDown + "").await;
        shows("health").await;
        press_key(page, Key::PageDown + "").await;
        shows("carts chart").await;
        press_key(page, Key::PageUp + "").await;
        shows("health").await;
        page.driver.back().await.expect("a way back");
        shows("carts chart").await;
        page.press("Leave (Esc)").await;
        shows("masthead").await;
        // Without scenes of its own a presentation has those that stand ready.
        page.open("device=cpu&present=chart").await;
        shows("chart").await;
        press_key(page, Key::PageDown + "").await;
        shows("controls progress carts chart").await;
    });
}

/// On the whole page the cart is in a folded section.
#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_presented_panel_is_unfolded_and_in_view() {
    let query = "device=cpu&present=controls,touch";
    with_page(Adapter::None, query, async |page| {
        full_hd(page).await;
        page.part("touch-box").await;
        let is_in_view = "const { top, bottom } = document.querySelector('[data-testid=touch-box]').getBoundingClientRect();
            return top >= 0 && bottom > top && bottom <= innerHeight";
        let is_in_view = page.script(is_in_view, vec![]).await;
        assert_eq!(is_in_view.as_bool(), Some(true));
    });
}

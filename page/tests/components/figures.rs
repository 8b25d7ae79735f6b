//! Pictures in words and as tables: what a reader who does not see them gets.

use js_sys::{Array, Function};
use leptos::prelude::*;
use policy_lab::config::TrainConfig;
use policy_lab::protocol::{Event, Frame, RunEvent};
use policy_lab_page::ui::FigureView;
use wasm_bindgen::JsCast as _;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::Element;

use crate::page::{Page, catalogue};
use crate::part::{Part, settle, until};
use crate::run::{run, settings};

/// Shows a figure.
async fn figure(name: &str) -> Page {
    catalogue();
    let name = name.to_owned();
    Page::show(|| view! { <FigureView name caption=String::new() /> }).await
}

/// Returns the descriptions of the figure's pictures.
fn pictures(page: &Page) -> Vec<String> {
    // Some are SVG, which is no HTML element.
    let select: Function = page.get("querySelectorAll").unchecked_into();
    let found = select.call1(&page.0, &"[role=img]".into());
    let found = Array::from(&found.expect("a selector")).into_iter();
    let label = |picture: Element| picture.get_attribute("aria-label");
    found.filter_map(|it| label(it.dyn_into().ok()?)).collect()
}

/// Unfolds the table and returns its heads.
async fn unfold(page: &Page, name: &str) -> Vec<String> {
    assert!(rows(page).is_empty(), "nothing is computed before");
    page.summary(&format!("{name} as a table")).press().await;
    settle().await;
    page.select(".values thead th")
        .iter()
        .map(Part::text)
        .collect()
}

/// Returns the rows of the unfolded table.
fn rows(page: &Page) -> Vec<Vec<String>> {
    let rows = page.select(".values tbody tr");
    let cells = |row: &Part| row.select("th, td").iter().map(Part::text).collect();
    rows.iter().map(cells).collect()
}

/// Tells the page of a run with a rollout of three steps in two carts. The episode of the first
/// ends at its second step. All parameters are 0, so both actions are as likely in every state.
async fn play(page: &Page) {
    // Four numbers, two units, then two logits and a value, each with its bias.
    play_with(page, (4 + 1) * 2 + (2 + 1) * 2 + (4 + 1) * 2 + (2 + 1)).await;
}

/// The same with so many parameters.
async fn play_with(page: &Page, num_parameters: usize) {
    let config = TrainConfig {
        hidden_sizes: vec![2],
        ..settings(1)
    };
    let pose = |place: usize| {
        let (step, cart) = (place / 2, place % 2);
        let x = 0.25 * step as f32 - 0.5 * cart as f32;
        let ended = f32::from(u8::from((step, cart) == (1, 0)));
        [x, 0.0, 0.125, 0.0, ended]
    };
    let frame = Frame {
        iteration: 1,
        num_steps: 3,
        num_carts: 2,
        poses: (0..6).flat_map(pose).collect(),
        parameters: vec![0.0; num_parameters],
        ..Frame::default()
    };
    page.hear(run(config, &[20.0])).await;
    page.hear([Event::Run(RunEvent::Frame(frame))]).await;
}

#[wasm_bindgen_test]
async fn gaes_weights_are_told() {
    let page = figure("gae-weights").await;
    let said = pictures(&page);
    assert!(
        said[0].ends_with(": 24 bars, from 1.00 to 0.24"),
        "{said:?}"
    );
    assert!(
        said[1].ends_with(": 24 bars, from 0.05 to 0.02"),
        "{said:?}"
    );
    let heads = unfold(&page, "Weights").await;
    assert_eq!(heads, ["l, or n − 1", "of the residual", "of the estimate"]);
    let rows = rows(&page);
    assert_eq!(rows.len(), 24);
    assert_eq!(rows[0], ["0", "1.000", "0.050"]);
    // 0.9405² and 0.05 · 0.95².
    assert_eq!(rows[2], ["2", "0.885", "0.045"]);
}

#[wasm_bindgen_test]
async fn a_reward_without_a_cart_has_names_and_no_map() {
    let of = async |query: &str| {
        catalogue();
        let shown = || view! { <FigureView name="reward".to_owned() caption=String::new() /> };
        Page::visit(query, &[], shown).await
    };
    let page = of("env_id=acrobot&reward=1-abs(theta1)").await;
    let said = page.text();
    let names = "Acrobot has theta1, theta2, omega1, omega2 and action";
    assert!(said.contains(names), "{said}");
    assert!(page.seek("button", "Both").is_none());
    drop(page);
    let page = of("env_id=cartpole&reward=x*action").await;
    let said = page.text();
    assert!(said.contains("reads the action too"), "{said}");
    assert!(page.seek("button", "Both").is_some());
}

#[wasm_bindgen_test]
async fn a_reward_is_told_with_its_extremes() {
    let page = figure("reward").await;
    let said = pictures(&page).remove(0);
    assert!(said.ends_with(". 1 everywhere"), "{said}");
    page.find("button", "Both").press().await;
    let said = until("another reward", || {
        let said = pictures(&page).remove(0);
        said.contains("Lowest").then_some(said)
    })
    .await;
    assert!(said.contains(". Highest: 1 at x 0, θ 0"), "{said}");
    let heads = unfold(&page, "Numbers").await;
    assert_eq!(heads.len(), 10);
    assert_eq!(heads[..2], ["θ down, x across", "−2.341"]);
    let rows = rows(&page);
    assert_eq!(rows.len(), 9);
    assert_eq!(rows[4][5], "1", "in the middle: {rows:?}");
    assert_eq!(rows[4][0], "0");
    assert_eq!(rows[4][1], rows[4][9], "as far to the left as to the right");
    // The outermost cells are 40/41 of the way from the middle to the bound, and the pole stands
    // upright.
    let paid: f64 = rows[4][9].parse().expect("a reward");
    assert!((paid - (2.0 - 40.0 / 41.0) / 2.0).abs() < 1e-3, "{rows:?}");
    let omega = page.find("slider", "ω");
    omega.write("-3").await;
    assert_eq!(omega.attribute("aria-valuetext").as_deref(), Some("−3.00"));
}

#[wasm_bindgen_test]
async fn films_are_told_cart_by_cart() {
    let page = figure("recordings").await;
    let said = pictures(&page);
    assert_eq!(said.len(), 3);
    for (said, name) in said.iter().zip(["A", "B", "C"]) {
        assert!(said.starts_with(&format!("Recording {name}: ")), "{said}");
        assert!(
            said.contains("x is from −") && said.contains("θ from −"),
            "{said}"
        );
    }
    assert_ne!(said[0].split_once(". "), said[1].split_once(". "));
    unfold(&page, "Films").await;
    let rows = rows(&page);
    let of = |name: &str| rows.iter().filter(|row| row[0] == name).count();
    assert_eq!(["A", "B", "C"].map(of), [4, 4, 4]);
    assert!(rows.iter().all(|row| row.len() == 6), "{rows:?}");
}

#[wasm_bindgen_test]
async fn a_rollout_is_told_sample_by_sample() {
    let page = figure("rollout").await;
    play(&page).await;
    let said = until("the samples", || {
        Some(pictures(&page)).filter(|it| it.len() == 2)
    })
    .await;
    assert!(
        said[0].starts_with("x of each sample, from −0.5 to 0.5;"),
        "{said:?}"
    );
    let heads = unfold(&page, "Samples").await;
    assert_eq!(
        heads,
        ["Place", "Environment", "Step", "x", "θ", "Episode ended"]
    );
    let in_time = rows(&page);
    assert_eq!(in_time.len(), 6);
    assert_eq!(in_time[1], ["2", "1", "2", "0.25", "0.125", "yes"]);
    assert_eq!(in_time[3], ["4", "2", "1", "−0.5", "0.125", "no"]);
    page.find("button", "Shuffle into a minibatch")
        .press()
        .await;
    let drawn = rows(&page);
    assert_eq!(drawn.len(), 3);
    for row in drawn {
        assert!(in_time.iter().any(|it| it[1..] == row[1..]), "{row:?}");
    }
}

#[wasm_bindgen_test]
async fn networks_that_stay_in_a_readers_program_are_said_to() {
    for name in ["policy", "networks"] {
        let page = figure(name).await;
        assert!(page.text().contains("Once something trains"));
        play_with(&page, 0).await;
        until("why there is no picture", || {
            page.text().contains("Your own code trains").then_some(())
        })
        .await;
    }
}

#[wasm_bindgen_test]
async fn a_policy_is_told_and_its_units_too() {
    let page = figure("policy").await;
    play(&page).await;
    let said = until("the policy", || pictures(&page).pop()).await;
    assert!(
        said.ends_with("after iteration 1. 50 % everywhere"),
        "{said}"
    );
    unfold(&page, "Numbers").await;
    assert!(
        rows(&page)
            .iter()
            .all(|row| row[1..].iter().all(|it| it == "50 %"))
    );
    let note = page.select(".values caption").remove(0).text();
    assert_eq!(note, "6 points, θ from 0.125 to 0.125, ω from 0 to 0");

    let page = figure("networks").await;
    play(&page).await;
    until("the networks", || pictures(&page).pop()).await;
    unfold(&page, "Units").await;
    if let Some(hold) = page.seek("button", "Hold") {
        assert!(page.text().contains("Hold the figure to read its numbers"));
        hold.press().await;
    }
    let rows = rows(&page);
    // The input is the tallest layer.
    assert_eq!(rows.len(), 4);
    assert_eq!(rows[2][1..4], ["0.125", "", ""], "{rows:?}");
    assert_eq!(
        rows[0][1..].len(),
        6,
        "two networks of three layers: {rows:?}"
    );
}

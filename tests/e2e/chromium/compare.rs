//! Comparison of runs: kept, told apart, trained from several seeds, saved and loaded.

use std::fs;

use serde_json::Value;
use thirtyfour::{By, Key};

use crate::TINY;
use policy_lab_e2e::browser::Adapter;
use policy_lab_e2e::page::{Page, with_page};

/// Catches saved files as (name, content), by reading what the page makes links to. Each byte
/// becomes one character.
const CATCH: &str = "window.saved = []; \
    const make = URL.createObjectURL; \
    let made = null; \
    URL.createObjectURL = file => make.call(URL, made = file); \
    HTMLAnchorElement.prototype.click = function () { \
        const name = this.download; \
        const bytes = this.href.startsWith('data:') \
            ? Promise.resolve(Uint8Array.from(atob(this.href.split(',')[1]), it => it.charCodeAt(0))) \
            : made.arrayBuffer(); \
        bytes.then(buffer => { \
            const text = [...new Uint8Array(buffer)].map(b => String.fromCharCode(b)).join(''); \
            window.saved.push([name, text]); \
        }); \
    }";

/// Trains to the end.
async fn train(page: &Page) {
    page.press("Train").await;
    page.until("a run that is over", 120, || async {
        let status = page.status().await;
        let is_over = status.contains("100 of 100") && page.offers("Train").await;
        is_over.then_some(())
    })
    .await;
}

pub async fn open_panel(page: &Page) {
    let css = "[data-testid=compare]:not([open]) > summary";
    if let Ok(summary) = page.driver.find(By::Css(css)).await {
        summary.click().await.expect("an open panel");
    }
    page.part("keep-run").await;
}

pub async fn click(page: &Page, part: &str) {
    let element = page.part(part).await;
    page.until(&format!("{part}, enabled"), 60, || async {
        element.is_enabled().await.ok()?.then_some(())
    })
    .await;
    // What has just become possible often comes with something new above it.
    page.until(&format!("{part} in one place"), 30, || async {
        let before = element.rect().await.ok()?;
        page.pause(50).await;
        let now = element.rect().await.ok()?;
        ((before.x, before.y) == (now.x, now.y)).then_some(())
    })
    .await;
    element.click().await.expect("a click");
}

pub async fn fill(page: &Page, field: &str, text: &str) {
    page.unfold(field).await;
    let input = page.driver.find(By::Id(field)).await.expect(field);
    input.send_keys(Key::Control + "a").await.expect("selects");
    input.send_keys(Key::Delete).await.expect("clears");
    if !text.is_empty() {
        input.send_keys(text).await.expect("types");
    }
    input.send_keys(Key::Tab).await.expect("leaves");
}

pub async fn until_said(page: &Page, part: &str, words: &str) {
    page.until(words, 60, || async {
        page.text(part).await.contains(words).then_some(())
    })
    .await;
}

/// Presses the button that saves, and returns the content of the file of this name.
pub async fn saved(page: &Page, part: &str, name: &str) -> Vec<u8> {
    page.script(CATCH, vec![]).await;
    click(page, part).await;
    let text: String = page
        .until(&format!("the file {name}"), 30, || async {
            let saved = page.script("return window.saved[0]", vec![]).await;
            let (found, text) = (saved.get(0)?.as_str()?, saved.get(1)?.as_str()?);
            assert_eq!(found, name);
            Some(text.to_owned())
        })
        .await;
    // The script returned one character per byte.
    text.chars().map(|letter| letter as u8).collect()
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_run_that_is_kept_is_told_apart_by_what_was_changed() {
    let query = format!("device=cpu&{TINY}");
    with_page(Adapter::None, &query, async |page| {
        train(page).await;
        open_panel(page).await;
        click(page, "keep-run").await;
        page.part("kept-run").await;
        fill(page, "clip_coef", "").await;
        train(page).await;
        let table = page
            .until("a table", 30, || {
                page.text_of("[data-testid=compare-table] tbody tr")
            })
            .await;
        assert_eq!(table, "clip_coef0.2empty");
        click(page, "keep-run").await;
        page.until("two names", 30, || async {
            let legend = page.text("compare-legend").await;
            let names = ["PPO, seed", "clip_coef empty", "This run"];
            names.iter().all(|name| legend.contains(name)).then_some(())
        })
        .await;

        let text = saved(page, "save-csv", "policy-lab-runs.csv").await;
        let text = String::from_utf8(text).expect("a text");
        let lines: Vec<&str> = text.split_terminator("\r\n").collect();
        assert_eq!(lines.len(), 1 + 2 * 100, "one row an iteration");
        assert!(lines[0].starts_with("run,seed,iteration,global_step,episodic_length"));
        assert!(lines[1].contains(",1,128,"), "{}", lines[1]);
        assert!(lines[200].starts_with("clip_coef empty,"), "{}", lines[200]);
        assert!(lines[200].contains(",100,12800,"), "{}", lines[200]);

        let png = saved(page, "save-png", "policy-lab-chart.png").await;
        assert_eq!(png[1..4], *b"PNG");

        // A file of runs loads back onto the shelf; any other file changes nothing.
        let json = saved(page, "save-json", "policy-lab-runs.json").await;
        let value: Value = serde_json::from_slice(&json).expect("JSON");
        assert_eq!(value["version"], 1);
        let folder = std::env::temp_dir().join(format!("policy-lab-runs-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let (good, bad) = (folder.join("runs.json"), folder.join("other.json"));
        fs::write(&good, &json).expect("a file");
        fs::write(&bad, "{\"cells\": []}").expect("a file");
        let choice = page.part("load-runs").await;
        let path = bad.to_string_lossy();
        choice.send_keys(path.as_ref()).await.expect("a choice");
        until_said(page, "compare-said", "Nothing was changed").await;
        let path = good.to_string_lossy();
        choice.send_keys(path.as_ref()).await.expect("a choice");
        page.until("four runs", 30, || async {
            let css = By::Css("[data-testid=kept-run]");
            let runs = page.driver.find_all(css).await.ok()?;
            (runs.len() == 4).then_some(())
        })
        .await;
        let _ = fs::remove_dir_all(&folder);
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn three_seeds_at_one_press_become_one_entry() {
    let query = format!("device=cpu&{TINY}&seed=7");
    with_page(Adapter::None, &query, async |page| {
        open_panel(page).await;
        let choice = page.part("seed-count").await;
        let three = choice.find(By::Css("option[value='3']")).await;
        three.expect("three").click().await.expect("a choice");
        click(page, "train-seeds").await;
        page.part("seeds-progress").await;
        page.until("all seeds", 180, || async {
            let said = page.text("compare-said").await;
            said.contains("All seeds are trained").then_some(())
        })
        .await;
        let kept = page.text("kept-run").await;
        assert!(kept.contains("3 seeds"), "{kept}");
        assert!(kept.contains("100 iterations, finished"), "{kept}");
        let csv = saved(page, "save-csv", "policy-lab-runs.csv").await;
        let csv = String::from_utf8(csv).expect("a text");
        for seed in 7..10 {
            let rows = csv
                .lines()
                .filter(|line| line.contains(&format!(",{seed},")));
            assert!(rows.count() >= 100, "seed {seed}");
        }
        let query = page.query_string().await;
        assert!(query.contains("seed=7"), "the form is as it was: {query}");

        // Seeds that are stopped in the middle say what is kept, and the page's own run is another
        // matter.
        fill(page, "total_timesteps", "128000000").await;
        click(page, "train-seeds").await;
        page.part("seeds-progress").await;
        assert!(page.offers("Train").await);
        page.press("Stop the seeds").await;
        until_said(
            page,
            "compare-said",
            "The seeds were stopped. 0 of 3 seeds are kept",
        )
        .await;
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn networks_are_saved_and_trained_on_from() {
    let query = format!("device=cpu&{TINY}&hidden_sizes=8-8");
    with_page(Adapter::None, &query, async |page| {
        train(page).await;
        open_panel(page).await;
        until_said(page, "compare", "as they were after iteration 100").await;
        let bytes = saved(page, "save-networks", "policy-lab-networks.safetensors").await;
        let length = u64::from_le_bytes(bytes[..8].try_into().expect("eight bytes")) as usize;
        let header: Value = serde_json::from_slice(&bytes[8..8 + length]).expect("a header");
        assert_eq!(header["actor.2.weight"]["shape"], serde_json::json!([8, 8]));
        let trainer = saved(page, "save-trainer", "ppo.py").await;
        let trainer = String::from_utf8(trainer).expect("a text");
        assert!(
            trainer.contains("layer(4, 8), nn.Tanh(), layer(8, 8)"),
            "{trainer}"
        );
        let notebook = saved(page, "save-trainer-notebook", "ppo.ipynb").await;
        let notebook: Value = serde_json::from_slice(&notebook).expect("a notebook");
        assert_eq!(notebook["cells"][1]["source"], "## Imports");
        let rllib = saved(page, "save-rllib", "rllib_ppo.py").await;
        let rllib = String::from_utf8(rllib).expect("a text");
        assert!(rllib.contains("fcnet_hiddens=[8, 8]"), "{rllib}");

        let folder = std::env::temp_dir().join(format!("policy-lab-nets-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let (good, bad) = (
            folder.join("good.safetensors"),
            folder.join("bad.safetensors"),
        );
        fs::write(&good, &bytes).expect("a file");
        fs::write(&bad, b"nothing of the kind").expect("a file");
        let choice = page.part("load-networks").await;
        let path = bad.to_string_lossy();
        choice.send_keys(path.as_ref()).await.expect("a choice");
        until_said(page, "compare-said", "no safetensors file").await;
        let path = good.to_string_lossy();
        choice.send_keys(path.as_ref()).await.expect("a choice");
        until_said(page, "loaded-networks", "4-8-8-2 after 100 iterations").await;

        fill(page, "hidden_sizes", "8-9").await;
        click(page, "train-on").await;
        until_said(page, "compare-said", "set hidden_sizes to 8-8").await;
        click(page, "use-network-settings").await;
        page.until("its settings", 30, || async {
            let query = page.query_string().await;
            query.contains("hidden_sizes=8-8").then_some(())
        })
        .await;
        click(page, "train-on").await;
        until_said(page, "compare-said", "Training on").await;
        page.iteration_past(0, 60).await;
        let _ = fs::remove_dir_all(&folder);
    });
}

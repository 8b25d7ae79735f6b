//! Many runs at once: a picture that fills in, its settings put to use, a sweep that is stopped and
//! goes on, its link and files.

use std::fs;

use serde_json::Value;
use thirtyfour::{By, Key};

use crate::{ENDLESS, TINY};
use policy_lab_e2e::browser::Adapter;
use policy_lab_e2e::page::{Page, with_faulty_page, with_page};
use policy_lab_e2e::site::Fault;

/// Two learning rates with two ranges of the clip, from two seeds.
const GRID: &str = "view=sweep&sweep=learning_rate:0.001,0.01;clip_coef:0.1,0.2&seeds=2&device=cpu";

/// Resolves to the number of runs of the sweep that the browser keeps.
const KEPT_RUNS: &str = "
    const done = arguments[0];
    const request = indexedDB.open('policy-lab');
    request.onupgradeneeded = () => request.transaction.abort();
    request.onerror = () => done(0);
    request.onsuccess = () => {
        const database = request.result;
        const kept = database.transaction('bytes').objectStore('bytes').get('sweep');
        kept.onsuccess = () => {
            database.close();
            done(kept.result ? JSON.parse(new TextDecoder().decode(kept.result)).runs.length : 0);
        };
    };";

/// Waits until the browser keeps so many runs of the sweep.
async fn until_kept(page: &Page, runs: u64) {
    page.until(&format!("{runs} runs that are kept"), 60, || async {
        let kept = page.driver.execute_async(KEPT_RUNS, vec![]).await;
        let kept = kept.expect("what is kept").json().as_u64();
        (kept == Some(runs)).then_some(())
    })
    .await;
}

async fn click(page: &Page, part: &str) {
    page.until(&format!("{part}, enabled"), 60, || async {
        let element = page.part(part).await;
        let is_enabled = element.is_enabled().await.ok()?;
        if is_enabled {
            element.click().await.ok()
        } else {
            None
        }
    })
    .await;
}

async fn fill(page: &Page, part: &str, text: &str) {
    let input = page.part(part).await;
    input.send_keys(Key::Control + "a").await.expect("selects");
    input.send_keys(text).await.expect("types");
}

async fn until_said(page: &Page, part: &str, words: &str, seconds: u64) -> String {
    page.until(&format!("{part} says {words}"), seconds, || async {
        let said = page.text(part).await;
        said.contains(words).then_some(said)
    })
    .await
}

/// Returns the states of the four cells.
async fn states(page: &Page) -> Vec<String> {
    let body = "return [...document.querySelectorAll('.sweep-cell')].map(it => it.dataset.state)";
    let states = page.script(body, vec![]).await;
    let states = states.as_array().cloned().unwrap_or_default();
    states
        .iter()
        .filter_map(|it| Some(it.as_str()?.to_owned()))
        .collect()
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_sweep_fills_in_and_its_settings_are_put_to_use() {
    with_page(Adapter::None, &format!("{GRID}&{TINY}"), async |page| {
        let amount = page
            .part("sweep-amount")
            .await
            .text()
            .await
            .expect("a text");
        assert!(
            amount.starts_with("4 settings × 2 seeds = 8 runs"),
            "{amount}"
        );
        assert_eq!(states(page).await, ["waiting"; 4]);
        click(page, "sweep-train").await;
        page.until("a run under way or over", 60, || async {
            let states = states(page).await;
            states.iter().any(|it| it != "waiting").then_some(())
        })
        .await;
        until_said(page, "sweep-progress", "All 8 runs are done", 180).await;
        let states = states(page).await;
        assert!(
            states.iter().all(|it| it == "solved" || it == "unsolved"),
            "{states:?}"
        );
        let finding = page.text("sweep-finding").await;
        assert!(finding.contains("learning_rate 0.0"), "{finding}");

        click(page, "sweep-cell-1-0").await;
        let said = until_said(
            page,
            "sweep-setting",
            "learning_rate 0.01 with clip_coef 0.1",
            30,
        )
        .await;
        assert!(said.contains("of 2 solved"), "{said}");
        let table = page.text("sweep-by-seed").await;
        assert!(table.contains("Median"), "{table}");
        let networks = page.saved("sweep-networks").await;
        assert!(
            networks.contains("actor.0.weight"),
            "no networks: {networks:.300}"
        );
        click(page, "sweep-use").await;
        until_said(page, "sweep-said", "has these settings", 30).await;
        click(page, "sweep-keep").await;
        page.go("lab").await;
        let value = page
            .driver
            .find(By::Id("learning_rate"))
            .await
            .expect("a field");
        assert_eq!(
            value.prop("value").await.ok().flatten().as_deref(),
            Some("0.01")
        );
        page.unfold("compare-title").await;
        page.part("kept-run").await;

        // Back in the view the sweep is still there, and nothing of it is trained again.
        page.go("sweep").await;
        until_said(page, "sweep-progress", "All 8 runs are done", 30).await;
        let csv = page.saved("sweep-csv").await;
        let lines: Vec<&str> = csv.split_terminator("\r\n").collect();
        assert_eq!(lines.len(), 9, "{csv}");
        assert!(
            lines[0].starts_with("learning_rate,clip_coef,seed,solved_at"),
            "{csv}"
        );
        assert!(
            lines[1..]
                .iter()
                .all(|line| line.ends_with(",100,finished")),
            "{csv}"
        );
        let json = page.saved("sweep-json").await;
        let value: Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!(value["runs"].as_array().map(Vec::len), Some(8));

        // The next visit finds it again, unless it asks another question.
        until_kept(page, 8).await;
        page.open("view=sweep&device=cpu").await;
        until_said(page, "sweep-progress", "All 8 runs are done", 60).await;
        assert_eq!(page.text("sweep-finding").await, finding);
        page.open("view=sweep&sweep=gamma:0.9,0.99&device=cpu")
            .await;
        until_said(page, "sweep-progress", "Nothing is trained yet", 60).await;
        // The file brings it back where it was never trained.
        let folder = std::env::temp_dir().join(format!("policy-lab-sweep-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let file = folder.join("sweep.json");
        fs::write(&file, &json).expect("a file");
        let choice = page.part("sweep-load").await;
        choice
            .send_keys(file.to_string_lossy().as_ref())
            .await
            .expect("a choice");
        until_said(page, "sweep-said", "8 of 8 runs", 30).await;
        assert_eq!(page.text("sweep-finding").await, finding);
        let _ = fs::remove_dir_all(&folder);
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_sweep_that_is_stopped_keeps_what_is_finished() {
    // The first setting of each seed is a short run, the other one never ends.
    let long = ENDLESS.rsplit('=').next().unwrap_or_default();
    let query = format!("view=sweep&sweep=total_timesteps:12800,{long}&seeds=1&device=cpu&{TINY}");
    with_page(Adapter::None, &query, async |page| {
        click(page, "sweep-train").await;
        until_said(page, "sweep-progress", "1 of 2 runs are done", 120).await;
        // It goes on elsewhere on the page.
        page.go("map").await;
        page.until("its part in the head", 30, || async {
            let head = page.text_of(".places").await?;
            head.contains('%').then_some(())
        })
        .await;
        page.go("sweep").await;
        page.until("a running cell", 60, || async {
            (states(page).await.get(1)? == "running").then_some(())
        })
        .await;
        click(page, "sweep-stop").await;
        until_said(page, "sweep-progress", "Stopped. 1 of 2 runs are done", 30).await;
        let states = states(page).await;
        assert!(
            states[0] != "waiting" && states[1] == "waiting",
            "{states:?}"
        );

        // A question that shares the finished run trains the other one alone.
        fill(page, "sweep-values-1", "12800, 6400").await;
        until_said(page, "sweep-train", "Train the other 1 run", 30).await;
        click(page, "sweep-train").await;
        until_said(page, "sweep-progress", "All 2 runs are done", 120).await;
    });
}

/// The GPU takes all runs of a shape at once, and what it leaves goes to the CPU: the GPU process
/// dies when the short runs are over.
#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_sweep_on_the_gpu_loses_nothing_that_is_finished_with_it() {
    let query = format!("view=sweep&device=webgpu&sweep=total_timesteps:256,400000&seeds=2&{TINY}");
    with_page(Adapter::Software, &query, async |page| {
        until_said(page, "sweep-amount", "side by side on the GPU", 120).await;
        click(page, "sweep-train").await;
        until_said(page, "sweep-progress", "2 of 4 runs are done", 240).await;
        until_said(page, "sweep-trained-by", "Side by side on the GPU", 30).await;
        page.until("running cells", 120, || async {
            (states(page).await.get(1)? == "running").then_some(())
        })
        .await;
        page.end_gpu_process().await;
        let said = until_said(page, "sweep-trained-by", "On the CPU", 120).await;
        assert!(said.contains("lost"), "{said}");
        until_said(page, "sweep-progress", "All 4 runs are done", 240).await;
        let json = page.saved("sweep-json").await;
        let value: Value = serde_json::from_str(&json).expect("JSON");
        let runs = value["runs"].as_array().expect("runs");
        let devices: Vec<&str> = runs
            .iter()
            .filter_map(|run| run["record"]["device"].as_str())
            .collect();
        assert_eq!(devices.len(), 4, "{json:.2000}");
        assert_eq!(
            devices.iter().filter(|it| it.contains("WebGPU")).count(),
            2,
            "{devices:?}"
        );
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_program_that_never_arrives_is_given_up() {
    let never = Fault::Never("host_bg");
    let query = format!("{GRID}&{TINY}");
    with_faulty_page(never, Adapter::None, &query, async |page| {
        click(page, "sweep-train").await;
        let said = until_said(page, "sweep-trouble", "could not be loaded", 120).await;
        assert!(said.contains("8 runs broke off"), "{said}");
        // Another try is one press away.
        click(page, "sweep-train").await;
        until_said(page, "sweep-progress", "The next is starting", 30).await;
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_link_asks_the_same_question() {
    with_page(Adapter::None, &format!("{GRID}&gamma=0.9"), async |page| {
        fill(page, "sweep-seeds", "3").await;
        fill(page, "sweep-values-2", "none, 0.2 to 0.4 in 3 steps").await;
        let query = page
            .until("the address", 30, || async {
                let query = page.query_string().await;
                (query.contains("seeds=3") && query.contains("0.4")).then_some(query)
            })
            .await;
        assert!(query.contains("gamma=0.9"), "{query}");
        page.open(query.trim_start_matches('?')).await;
        let amount = until_said(page, "sweep-amount", "settings", 60).await;
        assert!(
            amount.starts_with("8 settings × 3 seeds = 24 runs"),
            "{amount}"
        );
        let values = page.part("sweep-values-2").await.prop("value").await;
        assert_eq!(
            values.ok().flatten().as_deref(),
            Some("none, 0.2 to 0.4 in 3 steps")
        );
    });
}

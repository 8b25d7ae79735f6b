//! Long use: memory of the page and its workers, and tasks that hold the page up, over minutes of
//! training, long curves, many kept runs and many starts. Prints figures, and fails where something
//! grows without end. By itself:
//! `cargo test --workspace --test e2e -- --ignored load --test-threads=1 --nocapture`.
//! `POLICY_LAB_LOAD_SECS` is the length of each part in seconds, 60 by itself.

use std::time::{Duration, Instant};
use std::{env, fs, process};

use serde_json::Value;

use crate::ENDLESS;
use crate::compare::{click, open_panel};
use policy_lab_e2e::browser::Adapter;
use policy_lab_e2e::page::{Page, with_page};

/// Runs that a reader keeps.
const KEPT: u64 = 200;

/// Starts to record tasks of more than 50 ms.
const WATCH: &str = "
    window.longTasks = [];
    new PerformanceObserver(list => list.getEntries().forEach(entry => longTasks.push(entry.duration)))
        .observe({ type: 'longtask' });";

/// Returns the megabytes that the processes which show pages and run their workers hold in memory:
/// those that descend from this one.
fn megabytes() -> f64 {
    let read = |process: u32, file: &str| {
        let text = fs::read(format!("/proc/{process}/{file}")).unwrap_or_default();
        String::from_utf8_lossy(&text).into_owned()
    };
    // Behind the name in brackets: the state, then the parent.
    let parent = |process: u32| {
        let stat = read(process, "stat");
        let (_, rest) = stat.rsplit_once(')')?;
        rest.split_whitespace().nth(1)?.parse::<u32>().ok()
    };
    let is_ours = |process: u32| {
        let mut above = std::iter::successors(Some(process), |process| parent(*process));
        above.any(|process| process == process::id())
    };
    let all = fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = all.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let shows =
        numbers.filter(|it| read(*it, "cmdline").contains("--type=renderer") && is_ours(*it));
    let pages = shows.filter_map(|it| read(it, "statm").split(' ').nth(1)?.parse::<f64>().ok());
    let megabytes = pages.sum::<f64>() * 4096.0 / 1e6;
    assert!(megabytes > 10.0, "no process shows the page");
    megabytes
}

/// Returns the number of seconds for each part.
fn secs() -> u64 {
    let given = env::var("POLICY_LAB_LOAD_SECS").ok();
    given.and_then(|secs| secs.parse().ok()).unwrap_or(60)
}

/// Returns the lengths of the tasks of more than 50 ms since it was last asked, in milliseconds.
async fn long_tasks(page: &Page) -> Value {
    page.script("return longTasks.splice(0).map(Math.round)", vec![])
        .await
}

/// Returns the number of runs in the list of kept ones.
async fn rows(page: &Page) -> u64 {
    let count = "return document.querySelectorAll('[data-testid=kept-run]').length";
    page.script(count, vec![]).await.as_u64().unwrap_or(0)
}

/// Trains a run to its end.
async fn train(page: &Page) {
    page.press("Train").await;
    page.until("a run that is over", 120, || async {
        page.offers("Train").await.then_some(())
    })
    .await;
}

/// Trains for the length of a part. Prints memory and long tasks ten times, and returns the
/// megabytes at each.
async fn watch(page: &Page, what: &str) -> Vec<f64> {
    page.script(WATCH, vec![]).await;
    let begun = Instant::now();
    let mut seen = Vec::new();
    for tenth in 1..=10 {
        let until = begun + Duration::from_secs(secs()) * tenth / 10;
        tokio::time::sleep(until.saturating_duration_since(Instant::now())).await;
        let tasks = long_tasks(page).await;
        let (memory, iteration) = (megabytes(), page.iteration().await);
        println!(
            "{what}: {:.0} s, iteration {iteration}, {memory:.0} MB, tasks over 50 ms: {tasks}",
            begun.elapsed().as_secs_f64()
        );
        seen.push(memory);
    }
    seen
}

/// Fails if the second half of the figures goes on growing: their last is then far above their
/// middle.
fn is_flat(seen: &[f64]) {
    let (middle, last) = (seen[seen.len() / 2], seen[seen.len() - 1]);
    assert!(last < 1.25 * middle + 40.0, "{seen:.0?} MB");
}

#[test]
#[ignore = "takes minutes: see the head of this file"]
fn many_environments() {
    let query = "view=lab&device=cpu&preset=ppo-quick&num_envs=16384&num_steps=32&num_minibatches=32\
        &total_timesteps=128000000";
    with_page(Adapter::None, query, async |page| {
        page.press("Train").await;
        page.iteration_past(0, 120).await;
        is_flat(&watch(page, "16,384 environments").await);
    });
}

#[test]
#[ignore = "takes minutes: see the head of this file"]
fn many_iterations() {
    let query = "view=lab&device=cpu&preset=ppo-quick&num_envs=1&num_steps=4&num_minibatches=1&update_epochs=1\
        &hidden_sizes=2&total_timesteps=128000000";
    with_page(Adapter::None, query, async |page| {
        page.press("Train").await;
        page.iteration_past(0, 60).await;
        is_flat(&watch(page, "tiny iterations").await);
        page.press("Pause").await;
        let begun = Instant::now();
        page.until("a pause", 60, || async {
            page.offers("Resume").await.then_some(())
        })
        .await;
        println!(
            "tiny iterations: paused within {} ms",
            begun.elapsed().as_millis()
        );
    });
}

#[test]
#[ignore = "takes minutes: see the head of this file"]
fn many_starts() {
    let query = format!("view=lab&device=cpu&{ENDLESS}");
    with_page(Adapter::None, &query, async |page| {
        let mut seen = Vec::new();
        for _ in 0..20 {
            page.press("Train").await;
            page.iteration_past(2, 60).await;
            page.press("Stop").await;
            page.press("Reset").await;
            seen.push(megabytes());
        }
        println!("starts: {seen:.0?} MB");
        is_flat(&seen);
    });
}

#[test]
#[ignore = "takes minutes: see the head of this file"]
fn many_kept_runs() {
    let query = "view=lab&device=cpu&preset=ppo-quick&num_envs=8&num_steps=16&num_minibatches=4&update_epochs=1\
        &total_timesteps=25600";
    with_page(Adapter::None, query, async |page| {
        open_panel(page).await;
        page.script(WATCH, vec![]).await;
        let begun = Instant::now();
        let mut seen = Vec::new();
        for kept in 1..=KEPT {
            train(page).await;
            click(page, "keep-run").await;
            page.until("its row", 30, || async {
                (rows(page).await == kept).then_some(())
            })
            .await;
            if kept.is_multiple_of(20) {
                let (memory, tasks) = (megabytes(), long_tasks(page).await);
                let secs = begun.elapsed().as_secs_f64();
                println!(
                    "{kept} kept runs: {secs:.0} s, {memory:.0} MB, tasks over 50 ms: {tasks}"
                );
                seen.push(memory);
            }
        }
        train(page).await;
        let tasks = long_tasks(page).await;
        println!("{KEPT} kept runs: tasks over 50 ms while another trains: {tasks}");
        is_flat(&seen);
    });
}

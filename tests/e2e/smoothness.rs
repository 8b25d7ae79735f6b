//! The page stays responsive while the worker trains at full speed. Test machines are shared, so only the median is
//! tested, and all times are printed.

use serde_json::{Value, json};

use crate::browser::Adapter;
use crate::page::{Page, with_page};

/// Presses a button, and resolves to the milliseconds until another one can be pressed.
const PRESS_AND_WAIT: &str = "
    const [press, wait, done] = arguments;
    const button = name => [...document.querySelectorAll('button')].find(b => b.textContent.trim() === name);
    const begun = performance.now();
    button(press).click();
    const look = () => button(wait).disabled ? setTimeout(look, 1) : done(performance.now() - begun);
    look();";

/// Starts to record long tasks, and how long each key press waits for its answer.
const WATCH: &str = "
    window.longTasks = [];
    window.keys = [];
    new PerformanceObserver(list => list.getEntries().forEach(e => longTasks.push(e.duration)))
        .observe({ type: 'longtask' });
    new PerformanceObserver(list => list.getEntries().forEach(
        e => e.name === 'keydown' && keys.push(e.processingEnd - e.startTime)))
        .observe({ type: 'event', durationThreshold: 16 });";

fn numbers(value: &Value) -> Vec<f64> {
    let mut numbers: Vec<f64> = value
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_f64)
        .collect();
    numbers.sort_by(f64::total_cmp);
    numbers
}

fn median(sorted: &[f64]) -> f64 {
    sorted.get(sorted.len() / 2).copied().unwrap_or(0.0)
}

async fn millis(page: &Page, press: &str, wait: &str) -> f64 {
    page.driver
        .execute_async(PRESS_AND_WAIT, vec![json!(press), json!(wait)])
        .await
        .expect("the buttons answer")
        .json()
        .as_f64()
        .expect("milliseconds")
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn keys_are_answered_while_the_worker_trains() {
    let query = "device=cpu&preset=ppo-quick&total_timesteps=100000000";
    with_page(Adapter::None, query, async |page| {
        page.press("Train").await;
        page.iteration_past(2, 60).await;
        page.script(WATCH, vec![]).await;
        let seed = page
            .driver
            .find(thirtyfour::By::Id("seed"))
            .await
            .expect("the seed's field");
        for _ in 0..20 {
            seed.send_keys("1").await.expect("a key");
            page.pause(200).await;
            seed.send_keys(thirtyfour::Key::Backspace)
                .await
                .expect("a key");
            page.pause(200).await;
        }
        let found = page.script("return [longTasks, keys]", vec![]).await;
        let (tasks, keys) = (numbers(&found[0]), numbers(&found[1]));
        println!("tasks over 50 ms in 8 s of training: {tasks:.0?}");
        println!("keys that took over 16 ms to the next frame, until handled: {keys:.1?}");
        assert!(median(&keys) <= 50.0, "{keys:?}");
        let blocked: f64 = tasks.iter().sum();
        assert!(
            blocked < 4_000.0,
            "half of the time nobody could be answered: {tasks:?}"
        );
    });
}

/// 512 environments of 500 steps: the longest pieces of work that a command may have to wait for.
#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn stop_takes_effect_at_once() {
    let query = "device=cpu&preset=vpg-args-fast";
    with_page(Adapter::None, query, async |page| {
        let mut found = Vec::new();
        for round in 0..7_u64 {
            page.press("Train").await;
            page.until("Stop", 60, || async {
                page.offers("Stop").await.then_some(())
            })
            .await;
            // Each round comes at another point of the iteration.
            page.pause(400 + 230 * round).await;
            found.push(millis(page, "Stop", "Train").await);
        }
        found.sort_by(f64::total_cmp);
        println!("milliseconds from Stop until it has stopped: {found:.0?}");
        assert!(median(&found) <= 200.0, "{found:?}");
    });
}

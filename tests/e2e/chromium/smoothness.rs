//! The page stays responsive while the worker trains at full speed: what it draws in a frame has a
//! bound, keys are answered, and Stop does not wait for the end of an iteration. All of that is
//! counted; times are printed.

use serde_json::Value;

use crate::drawing::{Drawn, frames, list_frames};
use policy_lab_e2e::browser::Adapter;
use policy_lab_e2e::page::{Page, with_page};

/// Starts to record long tasks, and how long each key press waits for its answer.
const WATCH: &str = "
    window.longTasks = [];
    window.keys = [];
    new PerformanceObserver(list => list.getEntries().forEach(e => longTasks.push(e.duration)))
        .observe({ type: 'longtask' });
    new PerformanceObserver(list => list.getEntries().forEach(
        e => e.name === 'keydown' && keys.push(e.processingEnd - e.startTime)))
        .observe({ type: 'event', durationThreshold: 16 });";

/// Presses Stop, and resolves to the milliseconds until the run can be started again.
const STOP: &str = "
    const [done] = arguments;
    const button = name => [...document.querySelectorAll('button')].find(b => b.textContent.trim() === name);
    const begun = performance.now();
    button('Stop').click();
    const isReady = () => button('Train')?.disabled === false;
    const look = () => isReady() ? done(performance.now() - begun) : setTimeout(look, 1);
    look();";

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

/// The largest number of canvases that the page draws in a frame: one of those that wait for their
/// turn, and the carts.
const CANVASES: usize = 2;

/// More calls than a chart needs for a curve of any length, since it draws a few points for each
/// pixel.
const CALLS: usize = 3_000;

/// Types into a field of the form while a run trains. Each key is answered, and no frame draws more
/// than it may.
async fn type_while_training(page: &Page) {
    page.press("Train").await;
    page.iteration_past(2, 60).await;
    page.script(WATCH, vec![]).await;
    list_frames(page).await;
    let before = page.iteration().await;
    let by_id = thirtyfour::By::Id("seed");
    let seed = page.driver.find(by_id).await.expect("the seed's field");
    let written = async || {
        seed.prop("value")
            .await
            .expect("a field")
            .unwrap_or_default()
    };
    let kept = written().await;
    for _ in 0..20 {
        seed.send_keys("1").await.expect("a key");
        assert_eq!(written().await, format!("{kept}1"));
        page.pause(200).await;
        seed.send_keys(thirtyfour::Key::Backspace)
            .await
            .expect("a key");
        assert_eq!(written().await, kept);
        page.pause(200).await;
    }
    let frames = frames(page).await;
    let found = page.script("return [longTasks, keys]", vec![]).await;
    let (tasks, keys) = (numbers(&found[0]), numbers(&found[1]));
    let after = page.iteration().await;
    let most = frames.iter().map(Drawn::num_calls).max();
    let canvases = frames.iter().map(|it| it.canvases).max();
    println!(
        "iterations {before} to {after}, {} frames drawn, at most {canvases:?} canvases and {most:?} calls",
        frames.len()
    );
    println!("tasks over 50 ms in 8 s of training: {tasks:.0?}");
    println!("keys that took over 16 ms to the next frame, until handled: {keys:.1?}");
    assert!(after > before, "the run went on");
    assert!(frames.len() > 10, "the curves went on");
    for frame in frames {
        assert!(frame.canvases <= CANVASES, "{frame:?}");
        assert!(frame.num_calls() < CALLS, "{frame:?}");
    }
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn keys_are_answered_while_the_worker_trains() {
    let query = "device=cpu&preset=ppo-quick&total_timesteps=100000000";
    with_page(Adapter::None, query, type_while_training);
}

/// Hundreds of iterations a second, each of which is news to the page.
#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn keys_are_answered_while_iterations_are_tiny() {
    let query = "view=lab&device=cpu&preset=ppo-quick&num_envs=1&num_steps=4&num_minibatches=1&update_epochs=1\
        &hidden_sizes=2&total_timesteps=128000000";
    with_page(Adapter::None, query, type_while_training);
}

/// One iteration takes a minute or more, in pieces of 512 environments of 500 steps, and Stop ends
/// it early. Each round comes at another point of it, in the rollout or while it learns.
#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn stop_takes_effect_within_an_iteration() {
    let query = "device=cpu&preset=ppo-quick&num_envs=512&num_steps=500&num_minibatches=1&update_epochs=100\
        &total_timesteps=128000000";
    with_page(Adapter::None, query, async |page| {
        for round in 0..7_u64 {
            page.press("Train").await;
            page.until("Stop", 60, || async {
                page.offers("Stop").await.then_some(())
            })
            .await;
            page.pause(200 + 250 * round).await;
            let stopped = page.driver.execute_async(STOP, vec![]).await;
            let millis = stopped.expect("it stops").json().as_f64();
            println!("milliseconds from Stop until it has stopped: {millis:.0?}");
            assert_eq!(page.iteration().await, 0, "the iteration is not over");
        }
    });
}

//! What goes wrong under a reader without anybody's fault: no memory, no room to store anything,
//! two tabs, a tab that nobody sees, a machine that sleeps, a reload in mid-run.

use serde_json::json;
use thirtyfour::{By, WindowHandle};

use crate::compare::{click, open_panel, saved, until_said};
use crate::{ENDLESS, TINY};
use policy_lab_e2e::browser::Adapter;
use policy_lab_e2e::page::{Page, with_faulty_page, with_page};
use policy_lab_e2e::reader;
use policy_lab_e2e::site::Fault;

/// Lets a test use up the memory of the worker, down to the last bytes that its program could still
/// be given.
const FILL: &str = "{
    let program = null;
    for (const way of ['instantiate', 'instantiateStreaming']) {
        const make = WebAssembly[way];
        WebAssembly[way] = async (...all) => {
            const made = await make.apply(WebAssembly, all);
            program = (made.instance ?? made).exports;
            return made;
        };
    }
    self.fill = new BroadcastChannel('fill');
    self.fill.onmessage = () => {
        const allocate = program.__wbindgen_malloc ?? program.__wbindgen_export;
        for (let pages = 1 << 15; pages >= 1; pages >>= 1) {
            try { for (;;) program.memory.grow(pages); } catch {}
        }
        for (let bytes = 1 << 28; bytes >= 16; bytes >>= 1) {
            try { for (;;) allocate(bytes, 4); } catch {}
        }
    };
}";
/// Uses up what the browser stores for a page as texts.
const STORE_UP: &str = "for (let length = 1 << 23; length >= 1; length >>= 1) {
    try { for (let i = 0; ; i++) localStorage.setItem(`ballast-${length}-${i}`, 'x'.repeat(length)); } catch {}
}";

/// Does to a page what a browser does to a tab that nobody sees, which a headless one never does to
/// any: no frame is drawn until it is shown again.
const HIDE: &str = "{
    let [frame, waiting] = [window.requestAnimationFrame.bind(window), []];
    let tell = hidden => {
        Object.defineProperty(document, 'hidden', { get: () => hidden, configurable: true });
        Object.defineProperty(document, 'visibilityState', { get: () => hidden ? 'hidden' : 'visible', configurable: true });
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    };
    window.requestAnimationFrame = call => waiting.push(call);
    tell(true);
    window.show = () => {
        window.requestAnimationFrame = frame;
        waiting.forEach(call => frame(call));
        tell(false);
    };
}";

/// A run of some seconds: long enough that a reload comes in its middle.
const SECONDS: &str =
    "num_envs=64&num_steps=64&num_minibatches=4&update_epochs=2&seed=5&total_timesteps=819200";
/// Its iterations.
const ITERATIONS: usize = 200;

/// Goes to a tab.
async fn go_to(page: &Page, tab: &WindowHandle) {
    let switched = page.driver.switch_to_window(tab.clone()).await;
    switched.expect("another tab");
}

/// Answers the question about a text that another tab has changed. By a script: a headless browser
/// has no tab in front, and a mouse only reaches the newest.
async fn answer(page: &Page, words: &str) {
    page.until("the question", 30, || async {
        let said = page.text("other-tab").await;
        said.contains("changed in another tab").then_some(())
    })
    .await;
    let press = "[...document.querySelectorAll('[data-testid=other-tab] button')]
        .find(it => it.textContent === arguments[0]).click()";
    page.script(press, vec![json!(words)]).await;
}

async fn until_over(page: &Page, iterations: usize) {
    page.until("a run that is over", 300, || async {
        let status = page.status().await;
        let is_over = status.contains(&format!("{iterations} of {iterations}"));
        (is_over && page.offers("Train").await).then_some(())
    })
    .await;
}

async fn until_not_kept(page: &Page) {
    page.until("what is not kept", 30, || async {
        let said = page.body_text().await;
        said.contains("This browser does not keep").then_some(())
    })
    .await;
}

/// Keeps the run on show for comparison.
async fn keep_run(page: &Page) {
    open_panel(page).await;
    click(page, "keep-run").await;
    page.part("kept-run").await;
}

/// Returns the curves of the kept runs, a list of lines each: all numbers but the name of the run.
async fn curves(page: &Page) -> Vec<Vec<String>> {
    let csv = saved(page, "save-csv", "policy-lab-runs.csv").await;
    let csv = String::from_utf8(csv).expect("a text");
    let mut runs: Vec<Vec<String>> = Vec::new();
    let numbers = csv
        .lines()
        .skip(1)
        .filter_map(|line| line.rsplit_once("\",").or(line.split_once(',')));
    for (_, numbers) in numbers {
        if numbers.split(',').nth(1) == Some("1") {
            runs.push(Vec::new());
        }
        runs.last_mut()
            .expect("a first line")
            .push(numbers.to_owned());
    }
    runs
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_worker_without_memory_says_so_and_the_run_goes_on_in_another() {
    let query = format!("device=cpu&{ENDLESS}");
    with_faulty_page(Fault::Before(FILL), Adapter::None, &query, async |page| {
        page.press("Train").await;
        page.iteration_past(50, 120).await;
        page.script("new BroadcastChannel('fill').postMessage(0)", vec![])
            .await;
        let said = page
            .until("a failure", 60, || async {
                Some(page.text("failure").await).filter(|it| !it.is_empty())
            })
            .await;
        assert!(said.contains("no more memory"), "{said}");
        let kept = page.number("kept").await.expect("an iteration") as u64;
        assert!(kept > 0, "{said}");
        page.press(&format!("go on from iteration {kept}")).await;
        page.iteration_past(kept + 50, 120).await;
        assert_eq!(page.text("failure").await, "");
    });
}

/// Returns true if two numbers are the same but for the last digit, which the reading of a kept run
/// from its file may change.
fn is_same(one: &str, other: &str) -> bool {
    let read = |text: &str| text.parse::<f64>().ok();
    match (read(one), read(other)) {
        (Some(one), Some(other)) => (one - other).abs() <= 1e-15 * one.abs(),
        _ => one == other,
    }
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_run_goes_on_after_a_reload_with_the_curve_of_an_unbroken_one() {
    let query = format!("device=cpu&algorithm=ppo&{SECONDS}");
    with_page(Adapter::None, &query, async |page| {
        page.press("Train").await;
        until_over(page, ITERATIONS).await;
        keep_run(page).await;

        page.press("Train").await;
        page.iteration_past(60, 120).await;
        page.driver.refresh().await.expect("reloads");
        let offered = page
            .until("the run that was under way", 60, || async {
                Some(page.text("last-run").await).filter(|it| it.contains("Go on from iteration"))
            })
            .await;
        let (_, from) = offered.split_once("Go on from iteration ").expect("it");
        let from = from.split_whitespace().next().expect("a number");
        let from: usize = from.parse().expect("a number");
        assert!((1..ITERATIONS).contains(&from), "{offered}");
        page.press(&format!("Go on from iteration {from}")).await;
        until_over(page, ITERATIONS).await;
        open_panel(page).await;
        click(page, "keep-run").await;
        let runs = page.until("two runs", 30, || async {
            let css = By::Css("[data-testid=kept-run]");
            let runs = page.driver.find_all(css).await.ok()?;
            (runs.len() == 2).then_some(())
        });
        runs.await;
        let curves = curves(page).await;
        assert_eq!(curves.len(), 2);
        let [unbroken, broken] = [&curves[0], &curves[1]];
        assert_eq!((unbroken.len(), broken.len()), (ITERATIONS, ITERATIONS));
        for (iteration, (one, other)) in unbroken.iter().zip(broken).enumerate() {
            let numbers = one.split(',').zip(other.split(','));
            let differ = numbers.filter(|(one, other)| !is_same(one, other));
            let differ: Vec<_> = differ.collect();
            assert!(
                differ.is_empty(),
                "gone on from {from}, other in {iteration}: {differ:?}"
            );
        }
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_full_browser_says_what_it_does_not_keep_and_loses_nothing_on_show() {
    let query = format!("device=cpu&exercise=S0-E3&{TINY}");
    with_page(Adapter::None, &query, async |page| {
        reader::paste_cell(page, "kept = 1").await;
        page.until("a text that is kept", 30, || async {
            let kept = page
                .script("return localStorage.getItem('policy-lab-code')", vec![])
                .await;
            kept.as_str()?.contains("kept = 1").then_some(())
        })
        .await;
        page.script(STORE_UP, vec![]).await;
        let origin = page.script("return location.origin", vec![]).await;
        let quota = json!({ "origin": origin, "quotaSize": 1 });
        let cdp = page.driver.cdp();
        cdp.send_raw("Storage.overrideQuotaForOrigin", quota)
            .await
            .expect("a quota");

        let more = format!("\nmore = '{}'", "y".repeat(300));
        let typed = "document.execCommand('insertText', false, arguments[0])";
        page.script(typed, vec![json!(more)]).await;
        until_not_kept(page).await;
        let shown = page.text_of(".cm-content").await.expect("the editor");
        assert!(shown.ends_with(more.trim_start()), "{shown}");

        page.go("lab").await;
        page.press("Train").await;
        until_over(page, 100).await;
        open_panel(page).await;
        click(page, "keep-run").await;
        until_said(page, "not-stored", "gone when it is closed").await;
        page.part("kept-run").await;

        // What was there before still is.
        page.open(&query).await;
        page.until("the text that was kept", 60, || async {
            let shown = page.text_of(".cm-content").await?;
            (shown == "kept = 1").then_some(())
        })
        .await;
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_browser_that_stores_nothing_says_so_and_the_page_works() {
    let query = format!("device=cpu&lesson=warm-up&{TINY}");
    with_page(Adapter::NoneNorStorage, &query, async |page| {
        let refused = "try { localStorage.length; return false } catch { return true }";
        assert_eq!(page.script(refused, vec![]).await, json!(true));
        page.part("lesson-nav").await;
        page.go("work").await;
        until_said(page, "progress-panel", "This browser does not keep").await;
        page.go("write").await;
        reader::paste_cell(page, "x = 1").await;
        until_not_kept(page).await;
        page.go("lab").await;
        page.press("Train").await;
        until_over(page, 100).await;
        assert_eq!(page.text("failure").await, "");
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn two_tabs_lose_nothing_of_what_was_written_in_either() {
    with_page(Adapter::None, "device=cpu&exercise=S0-E3", async |page| {
        reader::paste_cell(page, "mine = 1").await;
        let first = page.driver.window().await.expect("a tab");
        let second = page.driver.new_tab().await.expect("another");
        go_to(page, &second).await;
        page.open("device=cpu&exercise=S0-E3").await;
        let shown = page
            .until("the editor", 60, || page.text_of(".cm-content"))
            .await;
        assert_eq!(
            shown, "mine = 1",
            "a new tab has what the other has written"
        );
        reader::paste_cell(page, "theirs = 1").await;

        go_to(page, &first).await;
        answer(page, "Keep mine").await;
        let shown = page.text_of(".cm-content").await.expect("the editor");
        assert_eq!(shown, "mine = 1");
        go_to(page, &second).await;
        let shown = page.text_of(".cm-content").await.expect("the editor");
        assert_eq!(shown, "theirs = 1");
        answer(page, "Take that text").await;
        page.until("the text of the first tab", 30, || async {
            let shown = page.text_of(".cm-content").await?;
            (shown == "mine = 1").then_some(())
        })
        .await;
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_tab_that_nobody_sees_trains_on_and_its_curve_has_no_gap() {
    let query = format!("device=cpu&algorithm=ppo&{SECONDS}");
    with_page(Adapter::None, &query, async |page| {
        page.press("Train").await;
        page.iteration_past(2, 120).await;
        page.script(HIDE, vec![]).await;
        // Its worker trains on, and nothing is drawn meanwhile.
        page.pause(5_000).await;
        page.script("window.show()", vec![]).await;
        until_over(page, ITERATIONS).await;
        keep_run(page).await;
        let curves = curves(page).await;
        assert_eq!(curves[0].len(), ITERATIONS);
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_page_that_slept_goes_on() {
    let query = format!("device=cpu&{ENDLESS}");
    with_page(Adapter::None, &query, async |page| {
        page.press("Train").await;
        let before = page.iteration_past(20, 120).await;
        let state = async |state: &str| {
            let asked = json!({ "state": state });
            let cdp = page.driver.cdp();
            cdp.send_raw("Page.setWebLifecycleState", asked)
                .await
                .expect(state);
        };
        page.script(
            "document.addEventListener('freeze', () => window.slept = true)",
            vec![],
        )
        .await;
        state("frozen").await;
        page.pause(5_000).await;
        state("active").await;
        assert_eq!(
            page.script("return window.slept", vec![]).await,
            json!(true)
        );
        let after = page.iteration_past(before, 60).await;
        page.iteration_past(after + 20, 60).await;
        assert_eq!(page.text("failure").await, "");
        page.press("Pause").await;
        page.until("a held run", 60, || async {
            page.offers("Resume").await.then_some(())
        })
        .await;
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_stale_link_says_what_is_gone_and_shows_the_rest() {
    let query =
        "device=cpu&view=nowhere&lesson=gone&exercise=S9-E9&preset=none&gammma=0.5&num_envs=32";
    with_page(Adapter::None, query, async |page| {
        let said = page
            .until("what is wrong with the link", 60, || async {
                Some(page.text("notices").await).filter(|it| !it.is_empty())
            })
            .await;
        for gone in ["nowhere", "gone", "S9-E9", "none", "gammma"] {
            assert!(said.contains(gone), "{gone}: {said}");
        }
        page.go("lab").await;
        page.unfold("num_envs").await;
        let field = page.driver.find(By::Id("num_envs")).await.expect("a field");
        let value = field.prop("value").await.expect("a value");
        assert_eq!(
            value.as_deref(),
            Some("32"),
            "what the link asks for and exists counts"
        );
        page.press("Dismiss").await;
        assert_eq!(page.text("notices").await, "");
    });
}

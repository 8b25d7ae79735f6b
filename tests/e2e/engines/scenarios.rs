//! What a reader does first, in any engine.

use thirtyfour::{By, Key};

use policy_lab_e2e::browser::Engine;
use policy_lab_e2e::host::{Build, Host};
use policy_lab_e2e::page::{Page, with_page};
use policy_lab_e2e::reader;

/// The answer to exercise S0-E3 that the course itself gives.
const ANSWER: &str = include_str!("../../../course/exercises/S0-E3/solution.py");

/// The run that a newcomer starts, on the device that all engines have.
const QUICK: &str = "view=lab&device=cpu&preset=ppo-quick&seed=1";

/// Opens the page without a word in its address: the start view, a device, and nothing that went
/// wrong.
pub fn the_page_opens(engine: impl Engine) {
    with_page(engine, "", async |page| {
        page.until("the start view", 60, || async {
            page.driver.find(By::Css(".view-start")).await.ok()
        })
        .await;
        page.until("a device in the badge", 120, || async {
            page.text("device").await.contains("CPU").then_some(())
        })
        .await;
        page.until("a button to train", 60, || async {
            page.offers("Train").await.then_some(())
        })
        .await;
        assert_no_alert(page).await;
        let told = page.driver.capabilities();
        let [name, version] = ["browserName", "browserVersion"].map(|key| told.get(key));
        let gpu = page.script("return String(navigator.gpu)", vec![]).await;
        println!("{name:?} {version:?}, navigator.gpu: {gpu}");
    });
}

/// Trains PPO until its mean episode length passes 400; a random policy has 22.
pub fn a_quick_run_learns_to_balance(engine: impl Engine) {
    with_page(engine, QUICK, async |page| {
        page.press("Train").await;
        let length = page
            .until("a mean episode length above 400", 300, || async {
                let length = page.number("episodic-length").await;
                length.filter(|length| *length > 400.0)
            })
            .await;
        println!("{length} steps, iteration {}", page.iteration().await);
        let status = page.status().await;
        assert!(status.contains("CPU"), "the status says {status:?}");
        assert_no_alert(page).await;
    });
}

/// Types a program into an exercise's cell, then pastes the answer.
pub fn python_runs_and_a_right_answer_passes_its_check(engine: impl Engine) {
    with_page(engine, "device=cpu&exercise=S0-E3", async |page| {
        let (state, said) = reader::run_cell(page, 120).await;
        assert_eq!(state, "failed", "{said}");
        assert!(said.contains("still to be written"), "{said}");

        reader::type_cell(page, "print(t.arange(4).sum() * 7)").await;
        let (_, said) = reader::run_cell(page, 60).await;
        assert!(said.contains("tensor(42)"), "{said}");

        reader::paste_cell(page, ANSWER).await;
        let (state, said) = reader::run_cell(page, 60).await;
        assert_eq!(state, "passed", "{said}");
        assert_no_alert(page).await;
    });
}

/// Learns from a rollout in the clip lab, picks a sample and narrows the clip, without a mouse.
pub fn the_clip_lab_is_driven_by_keyboard(engine: impl Engine) {
    let query = "device=cpu&lesson=clip&num_envs=16&num_steps=64&learning_rate=0.02";
    with_page(engine, query, async |page| {
        until_clip_lab(page, "Rollout 1, nothing learnt").await;
        reader::tab_to(page, "clip-minibatch").await;
        reader::keys(page, Key::Enter + "").await;
        until_clip_lab(page, "1 gradient step later").await;
        reader::tab_to(page, "clip-epochs").await;
        reader::keys(page, Key::Space + "").await;
        until_clip_lab(page, "40 gradient steps later").await;
        let clipped = clipped_samples(page).await;
        assert!(clipped > 0.0, "{}", page.body_text().await);

        reader::tab_to(page, "clip-canvas").await;
        reader::keys(page, Key::Right + "").await;
        let formula = page.text("picked-sample").await;
        assert!(formula.contains("clip(r, 0.8, 1.2) A"), "{formula}");

        reader::tab_to(page, "clip-range-slider").await;
        reader::keys(page, Key::Left + "").await;
        until_in_address(page, "clip_coef=0.19").await;
        until_clip_lab(page, "40 gradient steps later").await;
        assert_no_alert(page).await;
    });
}

/// Changes a setting, and opens the address in a browser that knows nothing else of it.
pub fn a_changed_setting_travels_as_a_link<E: Engine>(engine: impl Fn() -> E) {
    let mut link = String::new();
    with_page(engine(), "view=lab&device=cpu", async |page| {
        assert_ne!(reader::value(page, "num_envs").await, "24");
        reader::fill(page, "num_envs", "24").await;
        until_in_address(page, "num_envs=24").await;
        link = page.query_string().await;
    });
    let query = link.trim_start_matches('?');
    with_page(engine(), query, async |page| {
        let text = reader::value(page, "num_envs").await;
        assert_eq!(text, "24", "{query}: {}", page.body_text().await);
        page.until("the view and the device of the link", 60, || async {
            page.driver.find(By::Css(".view-lab")).await.ok()?;
            let device = page.text("device").await;
            device.contains("You asked for the CPU").then_some(())
        })
        .await;
        assert_no_alert(page).await;
    });
}

/// Waits until the browser has kept the page, Python included, and opens it again from a server
/// that is gone.
pub fn a_second_visit_trains_without_a_network(engine: impl Engine) {
    with_page(engine, "device=cpu&view=checks", async |page| {
        let build = Build::copy("engines");
        let mut host = Host::serve(&build.0);
        host.open(page, "device=cpu&view=work").await;
        until_offline_panel_says(page, "This page works without a network").await;
        page.part("keep-all").await.click().await.expect("a click");
        until_offline_panel_says(page, "Python included").await;
        host.stop();

        host.open(page, QUICK).await;
        page.press("Train").await;
        page.iteration_past(2, 60).await;
        host.open(page, "device=cpu&exercise=S0-E3").await;
        reader::paste_cell(page, ANSWER).await;
        let (state, said) = reader::run_cell(page, 120).await;
        assert_eq!(state, "passed", "{said}");
        assert_no_alert(page).await;
    });
}

/// Trains PPO to the end, and returns the run as the page saves it: a row of numbers for each
/// iteration, with all their digits.
pub fn every_number_of_a_quick_run(engine: impl Engine) -> String {
    let mut table = String::new();
    with_page(engine, QUICK, async |page| {
        page.press("Train").await;
        page.iteration_past(0, 60).await;
        page.until("the end of the run", 300, || async {
            page.offers("Train").await.then_some(())
        })
        .await;
        println!("{}", page.status().await);
        let panel = page.part("compare").await;
        let summary = panel.find(By::Css("summary")).await.expect("a summary");
        summary.click().await.expect("an open panel");
        table = page.saved("save-csv").await;
    });
    table
}

/// Asserts that a table of a run is the control's, to the last digit.
pub fn assert_same(engine: &str, found: &str, control: &str) {
    let rows = control.lines().count();
    assert_eq!(rows, 101, "a head and 100 iterations:\n{control}");
    for (row, expected) in found.lines().zip(control.lines()) {
        assert_eq!(row, expected, "{engine} differs from Chromium");
    }
    assert_eq!(found.lines().count(), rows, "{engine}: other iterations");
    // The first four columns say which run and iteration it is.
    let head = control.lines().next().unwrap_or_default();
    let metrics = head.split(',').skip(4).count();
    assert!(metrics > 10, "the table lacks metrics: {head}");
    println!("{engine}: {metrics} metrics of 100 iterations as in Chromium");
}

async fn assert_no_alert(page: &Page) {
    let said = page.text_of("[role=alert]").await.unwrap_or_default();
    assert_eq!(said, "", "the page says:\n{}", page.body_text().await);
}

async fn until_offline_panel_says(page: &Page, words: &str) {
    page.until(&format!("a panel that says {words:?}"), 120, || async {
        let said = page.text("offline-panel").await;
        said.contains(words).then_some(())
    })
    .await;
}

async fn until_in_address(page: &Page, part: &str) {
    page.until(&format!("{part} in the address"), 30, || async {
        page.query_string().await.contains(part).then_some(())
    })
    .await;
}

/// Waits until the clip lab has computed and its status contains `part`.
async fn until_clip_lab(page: &Page, part: &str) {
    page.until(part, 60, || async {
        page.driver
            .find(By::Css("[data-testid=clip-lab][aria-busy=false]"))
            .await
            .ok()?;
        page.text("clip-where").await.contains(part).then_some(())
    })
    .await;
}

/// Returns how many samples of the minibatch the clip holds back.
async fn clipped_samples(page: &Page) -> f64 {
    let above = page.number("case-2").await.unwrap_or_default();
    let below = page.number("case-3").await.unwrap_or_default();
    above + below
}

//! Many runs at once: the picture that fills in, and what one does with a setting.

use js_sys::Function;
use leptos::prelude::*;
use policy_lab::config::TrainConfig;
use policy_lab::config::draft::Draft;
use policy_lab::config::sweep::SweepPlan;
use policy_lab::history::sweep::{SweepHistory, write};
use policy_lab::protocol::{Event, Failure, FailureKind, RunEvent, StopReason};
use policy_lab_page::ui::{CompareRuns, SweepView, keep_sweep, use_sweep};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::database::{self, Refusal};
use crate::page::Page;
use crate::part::{Part, until};
use crate::run::run;

/// Two learning rates with two ranges of the clip, from two seeds.
pub const GRID: &str = "sweep=learning_rate:0.001,0.01;clip_coef:0.1,0.2&seeds=2";

/// Mounts the view with this query in the address.
pub async fn visit(query: &str) -> Page {
    Page::visit(query, &[], || view! { <SweepView /> }).await
}

/// Returns the part with this test id.
pub fn part(page: &Page, id: &str) -> Part {
    page.by_test_id(id)
        .unwrap_or_else(|| panic!("no {id} in {}", page.text()))
}

/// Returns the cell in this row and column, from 0.
pub fn cell(page: &Page, row: usize, column: usize) -> Part {
    part(page, &format!("sweep-cell-{row}-{column}"))
}

fn state(cell: &Part) -> String {
    cell.attribute("data-state").unwrap_or_default()
}

fn plan(page: &Page) -> SweepPlan {
    let base: Draft = page.lab().settings.draft.get_untracked();
    let draft = page.lab().address.sweep.get_untracked();
    draft.plan(&base).expect("a question that can be trained")
}

/// Returns the events of a run of the sweep with these episode lengths, which goes on.
fn begun(page: &Page, number: usize, lengths: &[f64]) -> Vec<Event> {
    run(plan(page).config(number).expect("a run"), lengths)
}

/// Trains a run of the sweep to its end.
async fn train(page: &Page, number: usize, lengths: &[f64]) {
    let finished = Event::Run(RunEvent::Stopped(StopReason::Finished));
    let events = begun(page, number, lengths).into_iter().chain([finished]);
    page.hear_of(number, events.collect::<Vec<_>>()).await;
}

async fn fail(page: &Page, number: usize) {
    let failure = Failure {
        kind: FailureKind::NotFinite,
        message: "A loss is not finite".to_owned(),
    };
    page.hear_of(number, [Event::Failed(failure)]).await;
}

/// Returns the source of a part; pictures are no part of the page's text.
fn html(part: &Part) -> String {
    part.get("innerHTML").as_string().unwrap_or_default()
}

/// Returns the text of the part with this test id; empty if it is not there.
pub fn text_of(page: &Page, id: &str) -> String {
    page.by_test_id(id)
        .map_or_else(String::new, |part| part.text())
}

#[wasm_bindgen_test]
async fn cells_fill_in_as_runs_finish() {
    let page = visit(GRID).await;
    assert!(text_of(&page, "sweep-progress").starts_with("Nothing is trained yet"));
    part(&page, "sweep-train").press().await;
    assert!(!part(&page, "sweep-train").is_enabled());
    assert_eq!(state(&cell(&page, 0, 0)), "waiting");
    assert!(text_of(&page, "sweep-progress").contains("The next is starting"));

    page.hear_of(1, begun(&page, 1, &[20.0, 30.0])).await;
    let running = cell(&page, 0, 1);
    assert_eq!(state(&running), "running");
    assert!(running.name().contains("1 under way"), "{}", running.name());
    assert!(html(&running).contains("d=\"M"), "{}", html(&running));
    assert!(text_of(&page, "sweep-progress").contains("0 of 8 runs are done, 1 under way"));

    for number in 0..8 {
        let length = if number % 4 == 3 { 490.0 } else { 100.0 };
        train(&page, number, &[20.0, length]).await;
    }
    assert!(text_of(&page, "sweep-progress").contains("All 8 runs are done"));
    let best = cell(&page, 1, 1);
    assert_eq!(
        (
            state(&best).as_str(),
            best.attribute("data-level").as_deref()
        ),
        ("solved", Some("6"))
    );
    assert_eq!(best.text(), "200 2/2 solved");
    let name = "learning_rate 0.01 with clip_coef 0.2: 2 of 2 solved, after 200 steps (median), final length 490.0";
    assert_eq!(best.name(), name);
    let other = cell(&page, 0, 0);
    assert_eq!(
        (state(&other).as_str(), other.attribute("data-level")),
        ("unsolved", None)
    );
    assert_eq!(other.text(), "not solved 0/2 solved");
    let finding = text_of(&page, "sweep-finding");
    assert_eq!(
        finding,
        "Best: learning_rate 0.01 with clip_coef 0.2: 2 of 2 solved, after 200 steps (median)"
    );
    assert_eq!(part(&page, "sweep-train").text(), "All runs are trained");

    page.find("radio", "Final length").press().await;
    assert_eq!(cell(&page, 0, 0).text(), "100.0 0/2 solved");
    assert!(cell(&page, 0, 0).attribute("data-level").is_some());
}

#[wasm_bindgen_test]
async fn a_cell_leads_to_its_seeds_settings_and_kept_runs() {
    let page = Page::visit(
        GRID,
        &[],
        || view! { <SweepView /> <CompareRuns unfolded=true /> },
    )
    .await;
    part(&page, "sweep-train").press().await;
    train(&page, 3, &[20.0, 490.0]).await;
    train(&page, 7, &[20.0, 20.0, 490.0]).await;
    assert!(page.by_test_id("sweep-setting").is_none());
    cell(&page, 1, 1).press().await;
    let setting = part(&page, "sweep-setting");
    assert!(
        setting
            .text()
            .contains("2 of 2 solved, after 250 steps (median)"),
        "{}",
        setting.text()
    );
    assert!(
        text_of(&page, "sweep-by-seed").contains("Median"),
        "{}",
        setting.text()
    );
    let curves = html(&setting);
    assert!(
        curves.contains("Curves of learning_rate 0.01 with clip_coef 0.2: 2 of 2 solved"),
        "{curves}"
    );
    assert_eq!(curves.matches("class=\"seed\"").count(), 2);
    setting.summary("Curves as a table").press().await;
    let heads = setting.select(".values thead th");
    let heads: Vec<String> = heads.iter().map(Part::text).collect();
    assert_eq!(heads, ["Environment steps", "Seed 1", "Seed 2", "Median"]);
    let newest = setting.select(".values tbody tr:last-child td");
    let newest: Vec<String> = newest.iter().map(Part::text).collect();
    assert_eq!(newest, ["490.0", "490.0", "255.0"], "both reach 200 steps");

    part(&page, "sweep-use").press().await;
    let config = page
        .lab()
        .settings
        .config
        .get_untracked()
        .expect("settings");
    assert_eq!((config.learning_rate, config.clip_coef), (0.01, Some(0.2)));
    assert!(text_of(&page, "sweep-said").contains("has these settings"));
    part(&page, "sweep-keep").press().await;
    let kept = text_of(&page, "kept-run");
    assert!(kept.contains("2 seeds"), "{kept}");
    assert!(
        kept.contains("2 of 2 solved after 200 to 300 steps"),
        "{kept}"
    );
    let name = page.find("textbox", "Name of the run").value();
    assert_eq!(name, "learning_rate 0.01, clip_coef 0.2, 2 seeds");

    cell(&page, 1, 1).press().await;
    assert!(
        page.by_test_id("sweep-setting").is_none(),
        "a second press closes it"
    );
}

#[wasm_bindgen_test]
async fn a_stopped_sweep_keeps_what_is_over_and_goes_on() {
    let page = visit(GRID).await;
    part(&page, "sweep-train").press().await;
    train(&page, 0, &[20.0]).await;
    page.hear_of(1, begun(&page, 1, &[20.0])).await;
    part(&page, "sweep-stop").press().await;
    assert!(text_of(&page, "sweep-progress").contains("Stopped. 1 of 8 runs are done"));
    assert_eq!(state(&cell(&page, 0, 0)), "unsolved");
    assert_eq!(state(&cell(&page, 0, 1)), "waiting");
    // The workers are gone: nothing more is heard.
    page.hear_of(2, begun(&page, 2, &[20.0])).await;
    assert_eq!(state(&cell(&page, 1, 0)), "waiting");
    let train_button = part(&page, "sweep-train");
    assert_eq!(train_button.text(), "Train the other 7 runs");
    until("the focus on Train", || {
        part(&page, "sweep-train").has_focus().then_some(())
    })
    .await;

    // Another question keeps the results that are part of it.
    part(&page, "sweep-values-1").write("0.001, 0.1").await;
    assert!(
        page.text()
            .contains("The picture still shows the earlier one"),
        "{}",
        page.text()
    );
    assert_eq!(part(&page, "sweep-train").text(), "Train the other 7 runs");
    part(&page, "sweep-values-1").write("0.1").await;
    assert!(
        page.text()
            .contains("1 result of the earlier question will be dropped")
    );
    assert_eq!(part(&page, "sweep-train").text(), "Train 4 runs");
    part(&page, "sweep-values-1").write("0.001, 0.1").await;
    part(&page, "sweep-train").press().await;
    assert!(text_of(&page, "sweep-progress").contains("1 of 8 runs are done"));
    assert_eq!(state(&cell(&page, 0, 0)), "unsolved");
}

#[wasm_bindgen_test]
async fn a_run_that_breaks_off_is_a_result_with_its_reason() {
    let page = visit("sweep=learning_rate:0.5&seeds=2").await;
    part(&page, "sweep-train").press().await;
    fail(&page, 0).await;
    train(&page, 1, &[490.0]).await;
    assert!(text_of(&page, "sweep-finding").ends_with("1 run broke off"));
    assert_eq!(cell(&page, 0, 0).text(), "not solved 1/2, 1 failed");
    // The only setting needs no press.
    let said = text_of(&page, "sweep-setting");
    assert!(
        said.contains("Seed 1 broke off: A loss is not finite"),
        "{said}"
    );
    assert_eq!(part(&page, "sweep-train").text(), "All runs are trained");
}

#[wasm_bindgen_test]
async fn workers_that_cannot_be_loaded_lose_nothing() {
    let page = visit("sweep=learning_rate:0.5&seeds=2").await;
    part(&page, "sweep-train").press().await;
    train(&page, 0, &[490.0]).await;
    let failure = Failure {
        kind: FailureKind::Bug,
        message: "The worker broke off".to_owned(),
    };
    page.hear_of(1, [Event::Failed(failure)]).await;
    assert!(text_of(&page, "sweep-trouble").starts_with("1 run broke off: The worker broke off"));
    assert_eq!(part(&page, "sweep-train").text(), "Train the other 1 run");
    part(&page, "sweep-train").press().await;
    assert!(page.by_test_id("sweep-trouble").is_none());
    assert!(text_of(&page, "sweep-progress").contains("1 of 2 runs are done"));
}

#[wasm_bindgen_test]
async fn one_hyperparameter_has_its_curves_beside_each_other() {
    let page = visit("sweep=clip_coef:none,0.1,0.2&seeds=1").await;
    assert_eq!(page.select(".sweep-curves figure").len(), 0);
    part(&page, "sweep-train").press().await;
    train(&page, 2, &[20.0, 30.0]).await;
    let names: Vec<String> = page.select("figcaption").iter().map(Part::text).collect();
    assert_eq!(names, ["clip_coef none", "clip_coef 0.1", "clip_coef 0.2"]);
    let curves = html(&page.select(".sweep-curves")[0]);
    assert_eq!(curves.matches("class=\"seed\"").count(), 1);
    assert!(
        page.text().contains("Dashed: solved, from 475 on"),
        "{}",
        page.text()
    );
}

/// Chooses a file of this text.
async fn load(page: &Page, text: &str) {
    let body = "const data = new DataTransfer();
        data.items.add(new File([text], 'sweep.json'));
        it.files = data.files;
        it.dispatchEvent(new Event('change', { bubbles: true }))";
    let choose = Function::new_with_args("it, text", body);
    let input = part(page, "sweep-load");
    choose
        .call2(&JsValue::NULL, &input.0, &text.into())
        .expect("a chosen file");
}

#[wasm_bindgen_test]
async fn a_sweep_comes_back_from_its_file() {
    let page = visit(GRID).await;
    let mut history = SweepHistory::new(plan(&page));
    let config: TrainConfig = plan(&page).config(2).expect("a run");
    for event in run(config, &[20.0, 490.0]) {
        history.apply(2, event);
    }
    history.apply(2, Event::Run(RunEvent::Stopped(StopReason::Finished)));
    let page = visit("sweep=gamma:0.5&seeds=1").await;
    load(&page, "{}").await;
    until("a refusal", || {
        text_of(&page, "sweep-said")
            .contains("no file of a sweep")
            .then_some(())
    })
    .await;
    assert_eq!(
        part(&page, "sweep-field-1").value(),
        "gamma",
        "nothing was changed"
    );

    load(&page, &write(&history)).await;
    until("the sweep", || {
        text_of(&page, "sweep-said")
            .contains("1 of 8 runs")
            .then_some(())
    })
    .await;
    assert_eq!(part(&page, "sweep-field-1").value(), "learning_rate");
    assert_eq!(part(&page, "sweep-seeds").value(), "2");
    assert_eq!(cell(&page, 1, 0).text(), "200 1/1 solved");
    assert_eq!(part(&page, "sweep-train").text(), "Train the other 7 runs");
}

/// The view, on a page that keeps its sweep.
fn kept() -> impl IntoView {
    keep_sweep(use_sweep());
    view! { <SweepView /> }
}

#[wasm_bindgen_test]
async fn what_cannot_be_read_back_is_said() {
    // There is nothing to say of a browser that keeps nothing yet.
    let page = Page::visit(GRID, &[], kept).await;
    let files = "This browser keeps the newest sweep";
    until("the view", || page.text().contains(files).then_some(())).await;
    assert_eq!(text_of(&page, "sweep-said"), "");

    database::put("sweep", b"{\"version\":99}").await;
    let page = page.reload(kept).await;
    let said = || text_of(&page, "sweep-said").contains("cannot be read by this version");
    until("a sentence", || said().then_some(())).await;
    let progress = text_of(&page, "sweep-progress");
    assert!(progress.starts_with("Nothing is trained yet"), "{progress}");

    let refusal = Refusal::new();
    let page = page.reload(kept).await;
    let files = "This browser does not keep the sweep";
    until("a warning", || page.text().contains(files).then_some(())).await;
    drop(refusal);
}

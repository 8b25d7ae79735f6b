//! Seeds of two settings: the recorded ones, those drawn from them, and the reader's own.

use leptos::prelude::*;
use policy_lab::config::TrainConfig;
use policy_lab::protocol::{Event, Failure, FailureKind, RunEvent, StopReason};
use policy_lab_page::course::RecordedSeeds;
use policy_lab_page::ui::{CompareRuns, FigureView};
use policy_lab_page::view::format;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::Page;
use crate::run::run;

async fn figure(name: &str) -> Page {
    let name = name.to_owned();
    Page::show(|| view! { <FigureView name caption=String::new() /> }).await
}

fn said(page: &Page) -> String {
    page.by_test_id("seeds-said").expect("a sentence").text()
}

/// Returns the descriptions of the lines.
fn lines(page: &Page) -> Vec<String> {
    let lines = page.select(".seed-line");
    lines
        .iter()
        .map(|it| it.attribute("aria-label").expect("a description"))
        .collect()
}

/// Returns the two counts of the row for so many seeds.
fn row(page: &Page, seeds: &str) -> [usize; 2] {
    let rows = page.select(".seed-table tbody tr");
    let row = rows.iter().find(|row| row.select("th")[0].text() == seeds);
    let cells = row.expect("a row").select("td");
    [0, 1].map(|at| {
        let text = cells[at].text();
        let count = text.strip_suffix(" of 200").and_then(|it| it.parse().ok());
        count.unwrap_or_else(|| panic!("{text}"))
    })
}

/// Trains one of several seeds to its end, by its place among them.
async fn train(page: &Page, place: usize, lengths: &[f64]) {
    let finished = Event::Run(RunEvent::Stopped(StopReason::Finished));
    let events = begun(page, place, lengths).into_iter().chain([finished]);
    page.hear_of(place, events.collect::<Vec<_>>()).await;
}

fn begun(page: &Page, place: usize, lengths: &[f64]) -> Vec<Event> {
    let config = page.lab().settings.config.get_untracked();
    let config = config.expect("settings of the form");
    let seed = config.seed + place as u32;
    run(TrainConfig { seed, ..config }, lengths)
}

/// Returns the environment steps that the seeds of an experiment needed.
fn steps(experiment: &str) -> Vec<f64> {
    let recorded = RecordedSeeds::find(experiment).expect("the record");
    recorded.steps.clone()
}

fn said_by(page: &Page) -> String {
    page.by_test_id("compare-said")
        .map_or_else(String::new, |it| it.text())
}

#[wasm_bindgen_test]
async fn the_spread_has_a_dot_for_each_recorded_seed() {
    let page = figure("seeds").await;
    let recorded = steps("ppo-course");
    assert_eq!(page.select(".seed-dot").len(), recorded.len());
    let listed: Vec<String> = recorded
        .iter()
        .map(|it| format::count(*it as u64))
        .collect();
    assert_eq!(lines(&page)[0], format!("CartPole: {}", listed.join(", ")));
    assert!(
        page.select(".seed-interval").is_empty(),
        "no answer is given away"
    );
}

#[wasm_bindgen_test]
async fn drawn_seeds_have_intervals_and_a_verdict_and_come_anew() {
    let page = figure("draw-seeds").await;
    assert_eq!(
        (
            page.select(".seed-dot").len(),
            page.select(".seed-interval").len()
        ),
        (6, 2)
    );
    assert!(said(&page).starts_with("The means are "), "{}", said(&page));
    assert!(
        said(&page).contains("nothing could be with so few seeds"),
        "{}",
        said(&page)
    );
    let before = lines(&page);
    page.find("button", "Draw again").press().await;
    assert_ne!(lines(&page), before);

    page.find("combobox", "Seeds of each").choose("20").await;
    assert_eq!(page.select(".seed-dot").len(), 40);
    assert!(
        said(&page).contains("separates 20 and 20 seeds"),
        "{}",
        said(&page)
    );
    assert!(
        said(&page).ends_with("a difference is shown."),
        "{}",
        said(&page)
    );
    page.find("combobox", "Statistic").choose("median").await;
    assert!(
        said(&page).starts_with("The medians are "),
        "{}",
        said(&page)
    );
}

#[wasm_bindgen_test]
async fn the_table_says_how_often_an_experiment_shows_the_difference() {
    let page = figure("draw-seeds").await;
    let [plain, shaped] = ["ppo-course", "ppo-easycart"].map(|experiment| {
        let steps = steps(experiment);
        format::count((steps.iter().sum::<f64>() / steps.len() as f64).round() as u64)
    });
    let all = format!("All 30 seeds together: {plain} and {shaped}");
    assert!(page.text().contains(&all), "{}", page.text());
    let rows = ["3", "5", "10", "20"].map(|seeds| row(&page, seeds));
    assert_eq!(rows[0][0], 0, "three seeds show nothing");
    assert!(
        rows[1][0] < rows[2][0] && rows[2][0] < rows[3][0] && rows[3][0] > 180,
        "{rows:?}"
    );
    assert!(rows[0][1] < 160 && rows[3][1] > 170, "{rows:?}");

    page.find("combobox", "Measure")
        .choose("length at the end")
        .await;
    let by_mean = row(&page, "20")[0];
    page.find("combobox", "Statistic").choose("median").await;
    assert!(
        page.text().contains("All 30 seeds together: 500 and 500"),
        "{}",
        page.text()
    );
    let by_median = row(&page, "20")[0];
    assert!(
        by_mean > 180 && by_median < 60,
        "most runs end at 500, and the median is one of them: {by_mean} {by_median}"
    );
}

#[wasm_bindgen_test]
async fn two_settings_that_the_reader_trained_are_compared_in_words() {
    let page = Page::show(|| view! { <CompareRuns unfolded=true /> }).await;
    assert_eq!(page.select("[data-testid='seed-count'] option").len(), 4);
    // The seeds of the first setting solve the task in iterations 5 to 8, those of the second in 1
    // to 4.
    for begin in [4, 0] {
        page.find("combobox", "Seeds").choose("4").await;
        page.find("button", "Train 4 seeds").press().await;
        for place in 0..4 {
            let mut lengths = [20.0; 9];
            lengths[begin + place] = 500.0;
            train(&page, place, &lengths).await;
        }
        assert!(said_by(&page).contains("All seeds are trained"));
    }
    let said = page
        .by_test_id("seed-verdicts")
        .expect("a comparison")
        .text();
    assert!(
        said.contains("the means are 650 and 250. Chance alone separates 4 and 4 seeds"),
        "{said}"
    );
    assert!(
        said.contains("2.9 % of all arrangements: a difference is shown."),
        "{said}"
    );
}

#[wasm_bindgen_test]
async fn seeds_are_trained_at_once_and_join_their_entry_in_order() {
    let page = Page::show(|| view! { <CompareRuns unfolded=true /> }).await;
    let train_button = || page.by_test_id("train-seeds").expect("a button");
    page.find("combobox", "Seeds").choose("3").await;
    train_button().press().await;
    assert!(!train_button().is_enabled());
    page.hear_of(0, begun(&page, 0, &[20.0])).await;
    train(&page, 2, &[20.0, 490.0]).await;
    let progress = page.by_test_id("seeds-progress").expect("a count").text();
    assert_eq!(progress, "1 of 3 seeds are done");
    train(&page, 1, &[20.0, 490.0]).await;
    let failure = Failure {
        kind: FailureKind::NotFinite,
        message: "A loss is not finite".to_owned(),
    };
    page.hear_of(0, [Event::Failed(failure)]).await;
    assert_eq!(
        said_by(&page),
        "Seed 1 broke off: A loss is not finite. 2 of 3 seeds are kept"
    );
    let kept = page.by_test_id("kept-run").expect("an entry").text();
    assert!(kept.contains("2 seeds"), "{kept}");
    page.find("list", "").summary("Table by seed").press().await;
    let heads = page
        .by_test_id("by-seed")
        .expect("a table")
        .select("tbody th");
    let heads: Vec<String> = heads.iter().map(|it| it.text()).collect();
    assert_eq!(heads[..2], ["2", "3"]);
    assert!(page.by_test_id("seeds-progress").is_none());

    train_button().press().await;
    train(&page, 0, &[20.0]).await;
    page.find("button", "Stop the seeds").press().await;
    assert_eq!(
        said_by(&page),
        "The seeds were stopped. 1 of 3 seeds are kept"
    );
    assert_eq!(page.select("[data-testid='kept-run']").len(), 2);
    assert!(train_button().is_enabled());
}

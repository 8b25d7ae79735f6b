//! The headline chart with its legend, and the switches of its curves.

use js_sys::{Array, Function, Reflect};
use leptos::prelude::*;
use policy_lab::config::TrainConfig;
use policy_lab::protocol::metrics::{CHARTS, Metric};
use policy_lab::protocol::{Event, RunEvent, StopReason};
use policy_lab_page::ui::{Chart, CompareRuns, SmallCharts, ValuesTable};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::Page;
use crate::part::{Part, until};
use crate::run::{iteration, run, settings, started};

/// Shows the headline chart, and the list of runs that switches its curves.
async fn charts() -> Page {
    Page::show(|| view! { <Chart info=&CHARTS[0] prominent=true /> <CompareRuns /> }).await
}

/// Shows the charts after two runs, both of them kept.
async fn two_kept_runs() -> Page {
    let page = charts().await;
    for (seed, lengths) in [(1, [20.0, 60.0, 240.0]), (2, [30.0, 90.0, 480.0])] {
        page.hear(run(settings(seed), &lengths)).await;
        page.hear([Event::Run(RunEvent::Stopped(StopReason::Finished))])
            .await;
        if seed == 1 {
            page.summary("Compare runs").press().await;
        }
        page.find("button", "Keep this run").press().await;
    }
    page
}

fn figure(page: &Page) -> Part {
    page.find("figure", "episodic_length")
}

/// Returns the names in the legend.
fn legend(page: &Page) -> Vec<String> {
    let items = figure(page).all("listitem");
    items.iter().map(Part::text).collect()
}

#[wasm_bindgen_test]
async fn a_curve_is_told_in_words() {
    let page = charts().await;
    let empty = "episodic_length over environment steps: no values yet";
    assert!(figure(&page).seek("image", empty).is_some());
    page.hear(run(settings(1), &[20.0, 75.0, 40.0])).await;
    let words = "episodic_length over environment steps: from 20.0 to 40.0 at 300 steps; lowest 20.0, highest 75.0";
    until("the curve in words", || figure(&page).seek("image", words)).await;
    assert!(figure(&page).text().contains("40.0"), "the newest value");
}

#[wasm_bindgen_test]
async fn one_curve_needs_no_legend() {
    let page = charts().await;
    page.hear(run(settings(1), &[20.0, 60.0])).await;
    assert_eq!(legend(&page), Vec::<String>::new());
}

#[wasm_bindgen_test]
async fn the_last_run_stays_as_a_line_by_itself_until_it_is_hidden() {
    let page = charts().await;
    page.hear(run(settings(1), &[20.0, 60.0, 240.0])).await;
    page.hear(run(settings(2), &[20.0, 30.0])).await;
    let names = legend(&page);
    assert!(
        names.len() == 2 && names[1].starts_with("Last run"),
        "{names:?}"
    );
    let words = ". Last run: from 20.0 to 240.0 at 300 steps";
    let told = || {
        page.all("image")
            .iter()
            .any(|it| it.name().contains(words))
            .then_some(())
    };
    until("the last run in words", told).await;
    let with_it = figure(&page).picture().await;
    // There is one, and it is none of the kept ones.
    page.summary("Compare runs").press().await;
    assert!(page.text().contains("Nothing is kept yet"));
    page.hear(run(settings(3), &[20.0, 30.0])).await;
    assert_eq!(legend(&page).len(), 2);
    page.find("button", "Hide the last run").press().await;
    assert_eq!(legend(&page), Vec::<String>::new());
    assert_ne!(figure(&page).picture().await, with_it);
}

#[wasm_bindgen_test]
async fn the_legend_names_each_curve() {
    let page = two_kept_runs().await;
    assert_eq!(legend(&page), ["This run", "PPO, seed 1", "seed 2"]);
}

#[wasm_bindgen_test]
async fn a_curve_is_hidden_and_shown_by_a_button_that_says_which() {
    let page = two_kept_runs().await;
    let with_it = figure(&page).picture().await;
    let switch = page.find("button", "Draw PPO, seed 1");
    assert_eq!(switch.attribute("aria-pressed").as_deref(), Some("true"));

    switch.press().await;
    assert_eq!(switch.attribute("aria-pressed").as_deref(), Some("false"));
    assert_eq!(legend(&page), ["This run", "seed 2"]);
    let without_it = figure(&page).picture().await;
    assert_ne!(with_it, without_it, "the curve is still drawn");

    switch.press().await;
    assert_eq!(switch.attribute("aria-pressed").as_deref(), Some("true"));
    assert_eq!(legend(&page), ["This run", "PPO, seed 1", "seed 2"]);
    assert_eq!(figure(&page).picture().await, with_it, "the curve is back");
}

#[wasm_bindgen_test]
async fn a_new_name_is_that_of_the_curve_and_of_its_switch() {
    let page = two_kept_runs().await;
    let names = page.all("textbox");
    let name = names.iter().find(|it| it.value() == "seed 2");
    let name = name.expect("a field for the name");
    assert_eq!(name.name(), "Name of the run");
    name.fill("twice the luck").await;
    assert_eq!(legend(&page), ["This run", "PPO, seed 1", "twice the luck"]);
    assert!(page.seek("button", "Draw twice the luck").is_some());
    assert_eq!(name.attribute("title").as_deref(), Some("twice the luck"));
    name.write("two\nlines").await;
    name.key("Enter").await;
    assert_eq!(name.value(), "two lines");
}

#[wasm_bindgen_test]
async fn a_run_that_is_removed_leaves_chart_and_list() {
    let page = two_kept_runs().await;
    page.find("button", "Remove PPO, seed 1").press().await;
    assert_eq!(legend(&page), ["This run", "seed 2"]);
    assert!(page.seek("button", "Draw PPO, seed 1").is_none());
    page.find("button", "Remove seed 2").press().await;
    assert_eq!(legend(&page), Vec::<String>::new());
    assert!(page.text().contains("Nothing is kept yet"));
}

/// Notes what canvases write from now on.
pub fn note_words() {
    let note = "const pen = CanvasRenderingContext2D.prototype;
        const write = pen.fillText;
        window.written = [];
        pen.fillText = function (words, ...place) {
            window.written.push(words);
            return write.call(this, words, ...place);
        };";
    let noted = Function::new_no_args(note).call0(&JsValue::NULL);
    noted.expect("another fillText");
}

/// Returns true if a canvas has written these words since they are noted.
pub fn is_written(words: &str) -> bool {
    let written = Reflect::get(&window(), &"written".into()).expect("a list");
    let mut written = Array::from(&written).into_iter();
    written.any(|it| it.as_string().as_deref() == Some(words))
}

#[wasm_bindgen_test]
async fn both_axes_of_a_small_chart_have_their_names() {
    note_words();
    let info = CHARTS.iter().find(|info| info.metric == Metric::Entropy);
    let info = info.expect("a chart");
    let page = Page::show(move || view! { <Chart info /> }).await;
    page.hear([
        started(settings(1)),
        iteration(1, &[(Metric::Entropy, 0.5)]),
    ])
    .await;
    until("the name of the axis of steps", || {
        is_written("steps").then_some(())
    })
    .await;
    let title = page.find("figure", "entropy").select("h2");
    assert_eq!(title[0].text(), "entropy");
}

#[wasm_bindgen_test]
async fn small_charts_come_with_a_run_six_at_first_and_all_at_a_press() {
    let page = Page::show(|| view! { <SmallCharts /> }).await;
    let shown = || page.all("figure").len();
    assert_eq!(shown(), 0, "a run has measured nothing yet");
    page.find("button", &format!("All {} curves", CHARTS.len() - 1))
        .press()
        .await;
    assert_eq!(shown(), CHARTS.len() - 1);
    page.find("button", "Fewer curves").press().await;
    // What is shown first comes last here.
    let measured: Vec<_> = CHARTS[..8].iter().map(|info| (info.metric, 0.5)).collect();
    page.hear([started(settings(1)), iteration(1, &measured)])
        .await;
    let names = || {
        page.all("figure")
            .iter()
            .map(Part::name)
            .collect::<Vec<_>>()
    };
    let first = until("six of seven", || {
        Some(names()).filter(|names| names.len() == 6)
    })
    .await;
    for metric in [
        Metric::Entropy,
        Metric::ValueLoss,
        Metric::ExplainedVariance,
    ] {
        assert!(first.iter().any(|name| name == metric.key()), "{first:?}");
    }
    page.find("button", "All 7 curves").press().await;
    assert_eq!(shown(), 7);
}

#[wasm_bindgen_test]
async fn the_last_runs_are_listed_and_a_star_keeps_one() {
    let page = charts().await;
    page.summary("Compare runs").press().await;
    for seed in 1..8 {
        page.hear(run(settings(seed), &[20.0, 60.0])).await;
    }
    let list = page.find("list", "Last runs");
    let stars: Vec<String> = list.all("button").iter().map(Part::name).collect();
    // The seventh is under way, and the oldest is forgotten.
    let expected = ["seed 6", "seed 5", "seed 4", "seed 3", "seed 2"];
    assert_eq!(stars, expected.map(|seed| format!("Keep PPO, {seed}")));
    list.find("button", "Keep PPO, seed 6").press().await;
    assert_eq!(list.all("button").len(), 4);
    assert!(page.seek("button", "Draw PPO, seed 6").is_some());
    assert_eq!(
        legend(&page),
        ["This run", "PPO, seed 6"],
        "no ghost besides"
    );
}

#[wasm_bindgen_test]
async fn the_values_are_there_as_a_table() {
    let page = Page::show(|| view! { <ValuesTable /> }).await;
    page.summary("Values as a table").press().await;
    until("an empty table", || {
        page.text().contains("No values yet").then_some(())
    })
    .await;
    page.hear(run(settings(1), &[20.0, 60.5])).await;
    until("the newest value", || {
        let cells = page.all("cell");
        cells.iter().any(|it| it.text() == "60.5").then_some(())
    })
    .await;
    let headers: Vec<String> = page.all("columnheader").iter().map(Part::text).collect();
    assert_eq!(headers, ["global_step", "episodic_length"]);
}

#[wasm_bindgen_test]
async fn several_seeds_have_a_table_with_their_medians() {
    let page = charts().await;
    page.summary("Compare runs").press().await;
    page.find("combobox", "Seeds").choose("3").await;
    page.find("button", "Train 3 seeds").press().await;
    let config = page.lab().settings.config.get_untracked();
    let config = config.expect("settings of the form");
    let curves = [[20.0, 240.0], [480.0, 490.0], [90.0, 480.0]];
    for (place, curve) in curves.iter().enumerate() {
        assert_eq!(table_of_seeds(&page).len(), [0, 0, 5][place]);
        let config = TrainConfig {
            seed: config.seed + place as u32,
            ..config.clone()
        };
        let finished = Event::Run(RunEvent::Stopped(StopReason::Finished));
        let events = run(config, curve).into_iter().chain([finished]);
        page.hear_of(place, events.collect::<Vec<_>>()).await;
    }
    let table = page.by_test_id("by-seed").expect("a table");
    assert!(!table.is_in_sight(), "folded");
    page.summary("Table by seed").press().await;
    assert!(table.is_in_sight());
    let first = config.seed;
    let expected = [
        "Seed Steps to 475 Best Final".to_owned(),
        format!("{first} not solved 240.0 240.0"),
        format!("{} 100 490.0 490.0", first + 1),
        format!("{} 200 480.0 480.0", first + 2),
        "Median 200 480.0 480.0".to_owned(),
        "95 % interval – 240.0 to 490.0 240.0 to 490.0".to_owned(),
    ];
    assert_eq!(table_of_seeds(&page), expected);
}

#[wasm_bindgen_test]
async fn kept_curves_are_told_in_words() {
    let page = two_kept_runs().await;
    let words = "episodic_length over environment steps: \
                 from 30.0 to 480.0 at 300 steps; lowest 30.0, highest 480.0. \
                 PPO, seed 1: from 20.0 to 240.0 at 300 steps; lowest 20.0, highest 240.0. \
                 seed 2: from 30.0 to 480.0 at 300 steps; lowest 30.0, highest 480.0";
    until("both", || figure(&page).seek("image", words)).await;
    page.find("button", "Draw PPO, seed 1").press().await;
    until("one", || {
        let told = figure(&page).all("image")[0].name();
        (told.contains(". seed 2: ") && !told.contains("PPO, seed 1")).then_some(())
    })
    .await;
}

#[wasm_bindgen_test]
async fn every_metric_of_kept_runs_has_its_table() {
    let page = charts().await;
    page.summary("Compare runs").press().await;
    for (seed, entropy) in [(1, 0.5), (2, 0.25)] {
        let measured = [(Metric::EpisodicLength, 20.0), (Metric::Entropy, entropy)];
        page.hear([started(settings(seed)), iteration(1, &measured)])
            .await;
        page.hear([Event::Run(RunEvent::Stopped(StopReason::Finished))])
            .await;
        page.find("button", "Keep this run").press().await;
    }
    page.summary("Curves as a table").press().await;
    let newest = || {
        let cells = page.select(".values tbody tr:last-child td");
        cells.iter().map(Part::text).collect::<Vec<_>>()
    };
    assert_eq!(newest(), ["20.0", "20.0"]);
    let metric = page.find("combobox", "Metric");
    let offered: Vec<String> = metric.select("option").iter().map(Part::value).collect();
    assert_eq!(offered, ["episodic_length", "entropy"], "what was measured");
    metric.choose("entropy").await;
    assert_eq!(newest(), ["0.5", "0.25"]);
}

/// Returns the rows of the table by seed.
fn table_of_seeds(page: &Page) -> Vec<String> {
    let rows = page.select("[data-testid=by-seed] tr");
    let text = |row: &Part| {
        let cells = row.select("th, td");
        let cells: Vec<String> = cells
            .iter()
            .map(|cell| cell.get("textContent").as_string().expect("a text"))
            .collect();
        cells.join(" ")
    };
    rows.iter().map(text).collect()
}

/// The names of the runs in the table of differences.
fn columns(page: &Page) -> Vec<String> {
    let heads = page.all("columnheader");
    let mut names: Vec<String> = heads.iter().map(Part::text).collect();
    names.retain(|name| name != "Setting");
    names
}

#[wasm_bindgen_test]
async fn the_current_run_has_a_column_unless_it_is_drawn_as_a_kept_one() {
    let page = two_kept_runs().await;
    let kept = until("a column for each", || {
        Some(columns(&page)).filter(|it| it.len() == 2)
    })
    .await;
    assert!(!kept.contains(&"This run".to_owned()), "{kept:?}");
    let beside = [kept[0].clone(), "This run".to_owned()];
    page.find("button", &format!("Draw {}", kept[1]))
        .press()
        .await;
    assert_eq!(columns(&page), beside, "hidden");
    page.find("button", &format!("Draw {}", kept[1]))
        .press()
        .await;
    assert_eq!(columns(&page), kept, "drawn again");
    page.find("button", &format!("Remove {}", kept[1]))
        .press()
        .await;
    assert_eq!(columns(&page), beside, "removed");
}

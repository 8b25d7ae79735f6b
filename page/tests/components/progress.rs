//! The progress of a run and of the reader.

use leptos::prelude::*;
use policy_lab::config::TrainConfig;
use policy_lab::envs::EnvId;
use policy_lab::protocol::arrival::Arrival;
use policy_lab::protocol::metrics::Metric;
use policy_lab::protocol::{DeviceEvent, Event, Failure, FailureKind, RunEvent, StopReason};
use policy_lab_page::course::{Chapter, EXERCISES, Question, QuestionAnswer};
use policy_lab_page::ui::{
    HeadlineChart, ProgressPanel, QuestionCard, RunStatus, SmallCharts, YourWork,
};
use policy_lab_page::view::arrival::PAGE_SHARE;
use policy_lab_page::view::progress::{GivenAnswer, Progress};
use policy_lab_page::view::versions::PARTS;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::{Page, catalogue};
use crate::part::until;
use crate::run::{iteration, opened, run, settings, started};

async fn progress() -> Page {
    Page::show(|| view! { <RunStatus /> }).await
}

/// Returns the fraction of the run that the bar shows.
fn part_done(page: &Page) -> f64 {
    let bar = page.find("progressbar", "Progress of the run");
    bar.get("value").as_f64().expect("a number")
}

#[wasm_bindgen_test]
async fn the_bar_follows_the_iterations() {
    let page = progress().await;
    page.hear([opened()]).await;
    assert_eq!(part_done(&page), 0.0);
    assert!(page.find("status", "").text().starts_with("Ready on CPU"));

    page.hear(run(settings(1), &[20.0, 30.0, 41.5])).await;
    let done = || (part_done(&page) > 0.0).then(|| part_done(&page));
    assert_eq!(until("a bar that has begun", done).await, 0.3);
    let said = until("the status", || {
        let said = page.find("status", "").text();
        said.contains("Iteration 3 of 10").then_some(said)
    })
    .await;
    assert!(said.contains("mean episode length 41.5"), "{said}");

    page.hear([iteration(10, &[(Metric::EpisodicLength, 200.0)])])
        .await;
    page.hear([Event::Run(RunEvent::Stopped(StopReason::Finished))])
        .await;
    assert_eq!(part_done(&page), 1.0);
    let said = page.find("status", "").text();
    assert!(said.contains("Finished. Iteration 10 of 10"), "{said}");
    assert!(page.text().contains("1,000 of"), "{}", page.text());
}

/// All episodes of Pendulum last as long: what counts is their return.
#[wasm_bindgen_test]
async fn a_task_is_told_by_its_return() {
    let page =
        Page::show(|| view! { <RunStatus /> <HeadlineChart prominent=true /> <SmallCharts /> });
    let page = page.await;
    let config = TrainConfig {
        env_id: EnvId::Pendulum,
        max_episode_steps: 200,
        ..settings(1)
    };
    let measured = |value: f64| {
        [
            (Metric::EpisodicLength, 200.0),
            (Metric::EpisodicReturn, value),
        ]
    };
    let iterations = [-1_200.5, -150.5].into_iter().zip(1..);
    let iterations = iterations.map(|(value, place)| iteration(place, &measured(value)));
    page.hear(std::iter::once(started(config)).chain(iterations))
        .await;
    let said = until("the status", || {
        let said = page.find("status", "").text();
        said.contains("Iteration 2 of 10").then_some(said)
    })
    .await;
    assert!(said.contains("mean return of an episode −150.5"), "{said}");
    let number = |id: &str| page.by_test_id(id).expect(id).text();
    assert_eq!(number("episodic-return"), "−150.5");
    assert_eq!(number("episodic-length"), "200.0");
    let headline = page.find("figure", "episodic_return");
    assert_eq!(
        headline.attribute("class").as_deref(),
        Some("chart prominent")
    );
    let length = page.find("figure", "episodic_length");
    assert_eq!(length.attribute("class").as_deref(), Some("chart"));
}

#[wasm_bindgen_test]
async fn the_bar_goes_on_where_that_of_the_loading_page_ended() {
    let page = progress().await;
    assert_eq!(part_done(&page), PAGE_SHARE);
    let half = Arrival::Loading {
        loaded: 1e6,
        total: Some(2e6),
    };
    page.hear([Event::Device(DeviceEvent::Arriving(half))])
        .await;
    let at_half = part_done(&page);
    assert!((at_half - f64::midpoint(PAGE_SHARE, 1.0)).abs() < 1e-9);
    page.hear([Event::Ready]).await;
    assert_eq!(part_done(&page), at_half, "it never goes back");
    page.hear([opened()]).await;
    assert_eq!(part_done(&page), 0.0, "nothing is trained yet");
}

#[wasm_bindgen_test]
async fn another_run_begins_at_nothing() {
    let page = progress().await;
    page.hear(run(settings(1), &[20.0, 30.0])).await;
    page.hear([Event::Run(RunEvent::Stopped(StopReason::Requested))])
        .await;
    assert_eq!(part_done(&page), 0.2);
    page.hear([started(settings(2))]).await;
    assert_eq!(part_done(&page), 0.0);
    assert!(page.text().contains("The first iteration is under way"));
}

#[wasm_bindgen_test]
async fn a_failure_is_an_alert_with_a_way_out() {
    let page = progress().await;
    assert!(page.all("alert").is_empty());
    page.hear(run(settings(1), &[20.0])).await;
    let failure = Failure {
        kind: FailureKind::Device,
        message: "The GPU is gone".to_owned(),
    };
    page.hear([Event::Failed(failure)]).await;
    let alert = page.all("alert").pop().expect("an alert").text();
    assert!(alert.contains("The GPU is gone"), "{alert}");
    assert!(alert.contains("Press Train to try again"), "{alert}");
    page.hear([started(settings(1))]).await;
    assert!(page.all("alert").is_empty());
}

/// Returns what the browser has stored of a reader who has done all of a chapter, apart from the
/// exercise that is `left`.
pub fn done_in(chapter: &Chapter, left: Option<&str>) -> String {
    let answered = |question: &Question| {
        let given = match &question.answer {
            QuestionAnswer::Number { value, .. } => GivenAnswer::Number(value.to_string()),
            QuestionAnswer::Choice(options) => {
                let right = options.iter().position(|option| option.is_right);
                GivenAnswer::Choice(right.expect("a right option"))
            }
            QuestionAnswer::Text(model) => GivenAnswer::Text {
                text: model.clone(),
                marked: Some(question.points),
            },
        };
        (question.id.clone(), given)
    };
    let passed = chapter.exercises.iter().filter(|id| left != Some(**id));
    let mut kept = Progress::default();
    kept.passed = passed.map(|id| (*id).to_owned()).collect();
    let questions = catalogue().questions.get(chapter.key).into_iter().flatten();
    kept.answers = questions.map(answered).collect();
    kept.to_text()
}

/// Returns the course's first question with options.
fn question() -> &'static Question {
    let mut all = catalogue().questions.values().flatten();
    all.find(|question| matches!(question.answer, QuestionAnswer::Choice(_)))
        .expect("a choice")
}

fn sentence(passed: usize, right: usize) -> String {
    let questions = catalogue().questions.values().flatten().count();
    format!(
        "{passed} of {} exercises passed, {right} of {questions} questions answered rightly",
        EXERCISES.len(),
    )
}

#[wasm_bindgen_test]
async fn the_count_follows_answers() {
    let page =
        Page::show(|| view! { <ProgressPanel /> <QuestionCard question=question() /> }).await;
    assert!(page.text().contains(&sentence(0, 0)), "{}", page.text());
    let QuestionAnswer::Choice(options) = &question().answer else {
        unreachable!();
    };
    let place = |is_right: bool| {
        options
            .iter()
            .position(|option| option.is_right == is_right)
    };
    let radios = page.all("radio");
    radios[place(false).expect("a wrong one")].press().await;
    let tried = format!("{}, 1 more tried", sentence(0, 0));
    assert!(page.text().contains(&tried), "{}", page.text());
    radios[place(true).expect("a right one")].press().await;
    assert!(page.text().contains(&sentence(0, 1)), "{}", page.text());
    assert!(!page.text().contains("more tried"), "it counts once");
}

#[wasm_bindgen_test]
async fn an_earlier_visit_counts() {
    let kept = r#"{ "version": 2, "answers": { "S1-W2": { "Choice": 1 } }, "uncovered": {}, "passed": ["S0-E3", "S2-E2"] }"#;
    let kept = [("policy-lab-course", kept)];
    let page = Page::visit("", &kept, || view! { <ProgressPanel /> }).await;
    assert!(page.text().contains(&sentence(2, 1)), "{}", page.text());
}

#[wasm_bindgen_test]
async fn your_work_can_be_saved_handed_in_and_kept_and_names_the_versions() {
    let page = Page::show(|| view! { <YourWork /> }).await;
    for name in ["Save as a file", "Forget everything…", "Save a hand-in"] {
        assert!(page.seek("button", name).is_some(), "no {name}");
    }
    assert!(page.by_test_id("offline-panel").is_some());
    let said = page.by_test_id("versions").expect("versions").text();
    for (name, version) in PARTS {
        let part = format!("{name} {version}");
        assert!(said.contains(&part), "no {part} in: {said}");
    }
    assert!(said.starts_with("Policy Lab "), "{said}");
}

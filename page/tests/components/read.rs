//! The view in which one reads: chapters as links, exercises as cards, and the settings that a
//! chapter trains.

use js_sys::Function;
use leptos::prelude::*;
use policy_lab::config::draft::Draft;
use policy_lab::config::presets::Preset;
use policy_lab::protocol::{Event, Frame, POSE, RunEvent};
use policy_lab_page::course::{CHAPTERS, Chapter, Exercise};
use policy_lab_page::ui::{Reader, keep_place};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::Page;
use crate::part::{Part, settle, until};
use crate::progress::done_in;
use crate::run::{opened, run, settings, started};

async fn read(query: &str, progress: &str) -> Page {
    let kept = [("policy-lab-course", progress)];
    let kept = if progress.is_empty() { &[] } else { &kept[..] };
    Page::visit(query, kept, || {
        keep_place();
        view! { <Reader /> }
    })
    .await
}

fn chapters(page: &Page) -> Part {
    page.by_test_id("lesson-nav").expect("a list of chapters")
}

fn link_to(chapter: &Chapter) -> String {
    format!(
        "{}. {}",
        chapter.number().expect("its number"),
        chapter.title()
    )
}

/// Returns the names of the links that are marked as the open page.
fn open(page: &Page) -> Vec<String> {
    let links = chapters(page).all("link").into_iter();
    let open = links.filter(|it| it.attribute("aria-current").as_deref() == Some("page"));
    open.map(|it| it.name()).collect()
}

fn set_up(page: &Page) -> Part {
    page.by_test_id("set-up").expect("an offer")
}

/// Returns the id of the form's preset.
fn preset(page: &Page) -> &'static str {
    let draft = page.lab().settings.draft;
    draft.with_untracked(|draft| draft.preset().id)
}

#[wasm_bindgen_test]
async fn every_chapter_is_a_link_and_the_open_one_says_so() {
    let page = read("lesson=reinforce", "").await;
    let reinforce = Chapter::find("reinforce").expect("a chapter");
    assert_eq!(page.name(), "");
    for chapter in CHAPTERS {
        let link = chapters(&page).find("link", &link_to(chapter));
        assert_eq!(link.attribute("href"), Some(chapter.link()));
    }
    assert_eq!(open(&page), [link_to(reinforce)]);
    assert!(page.seek("heading", reinforce.title()).is_some());
    let folded = chapters(&page).find("button", &format!("Chapter 2 of {}", CHAPTERS.len()));
    folded.press().await;
    assert_eq!(folded.attribute("aria-expanded").as_deref(), Some("true"));

    let ppo = Chapter::find("ppo").expect("a chapter");
    chapters(&page).find("link", &link_to(ppo)).press().await;
    assert_eq!(open(&page), [link_to(ppo)]);
    assert!(page.seek("heading", ppo.title()).is_some());
    assert_eq!(folded.attribute("aria-expanded").as_deref(), Some("false"));
    let course = page.find("article", "Course");
    let goes_on = || course.has_focus().then_some(());
    until("the focus in the text", goes_on).await;
}

#[wasm_bindgen_test]
async fn no_chapter_is_open_before_one_is_chosen_whatever_was_read_last() {
    let kept = r#"{ "version": 2, "answers": {}, "uncovered": {}, "lesson": "ppo" }"#;
    let page = read("view=read", kept).await;
    let about = "What am I looking at?";
    assert_eq!(open(&page), [about]);
    assert!(page.seek("heading", about).is_some());
    assert!(page.by_test_id("set-up").is_none(), "it trains nothing");
    let next = page.find("link", &format!("Next: {}", CHAPTERS[0].title()));
    next.press().await;
    assert_eq!(open(&page), [link_to(&CHAPTERS[0])]);
    chapters(&page).find("link", about).press().await;
    assert_eq!(open(&page), [about]);
}

#[wasm_bindgen_test]
async fn an_exercise_is_a_card_with_its_time_and_its_state() {
    let kept =
        r#"{ "version": 2, "answers": {}, "uncovered": { "S0-E4": 1 }, "passed": ["S0-E3"] }"#;
    let page = read("lesson=vpg", kept).await;
    let card = |id: &str| {
        let title = Exercise::find(id).expect("an exercise").title();
        let link = page.find("link", &format!("{id} {title}"));
        assert_eq!(link.attribute("href"), Some(format!("?exercise={id}")));
        let card = link.0.parent_element().expect("a card").text_content();
        card.unwrap_or_default()
    };
    assert!(card("S0-E3").contains("✓ passed"));
    assert!(card("S0-E4").contains("begun") && !card("S0-E4").contains("not begun"));
    let fresh = card("S0-E1");
    assert!(fresh.contains("not begun"), "{fresh}");
    assert!(fresh.contains("20 minutes"), "{fresh}");
}

#[wasm_bindgen_test]
async fn a_chapter_counts_passed_exercises_and_right_answers_alone() {
    let choice = |chosen: usize| {
        format!(
            r#"{{ "version": 2, "answers": {{ "S1-W2": {{ "Choice": {chosen} }} }}, "uncovered": {{}}, "passed": ["S4-E1"] }}"#
        )
    };
    let mark =
        |page: &Page, sentence: &str| chapters(page).seek("image", sentence).map(|it| it.text());
    let page = read("view=read", &choice(1)).await;
    let right = "1 of 15 questions answered rightly";
    assert_eq!(mark(&page, right).as_deref(), Some("1/15"));
    let reinforce = Chapter::find("reinforce").expect("a chapter");
    let (exercises, questions) = (reinforce.exercises.len(), reinforce.questions);
    let passed =
        format!("1 of {exercises} exercises passed, 0 of {questions} questions answered rightly");
    let all = format!("1/{}", exercises + questions);
    assert_eq!(mark(&page, &passed), Some(all));
    let page = read("view=read", &choice(0)).await;
    let wrong = "0 of 15 questions answered rightly, 1 more tried";
    assert_eq!(mark(&page, wrong).as_deref(), Some("0/15"));
}

#[wasm_bindgen_test]
async fn a_chapter_that_is_done_says_so_once_and_leads_to_the_next() {
    let (number, chapter) = Chapter::of("S4-E1").expect("its chapter");
    let query = format!("lesson={}", chapter.key);
    let next = &CHAPTERS[number];
    let page = read(&query, &done_in(chapter, None)).await;
    let said = format!("Chapter done: {}", chapter.title());
    assert_eq!(page.text().matches(&said).count(), 1, "{}", page.text());
    let link = page.find("link", &format!("Next: chapter “{}”", next.title()));
    assert_eq!(link.attribute("href"), Some(next.link()));

    let left = chapter.exercises.first().copied();
    let page = read(&query, &done_in(chapter, left)).await;
    assert!(!page.text().contains("Chapter done"), "one is left");
    let link = page.find("link", &format!("Next: {}", next.title()));
    assert_eq!(link.attribute("href"), Some(next.link()));
}

#[wasm_bindgen_test]
async fn setting_up_says_what_it_changes_and_can_be_taken_back() {
    let page = read("lesson=reinforce&gamma=0.5", "").await;
    let offer = set_up(&page);
    let said = offer.text();
    assert!(
        said.contains("This chapter trains REINFORCE, quick"),
        "{said}"
    );
    assert!(said.contains("Setting it up changes algorithm, "), "{said}");
    assert_eq!(preset(&page), "ppo-quick", "opening a chapter sets nothing");

    let button = offer.find("button", "Set up");
    button.press().await;
    assert_eq!(preset(&page), "reinforce-quick");
    let said = offer.text();
    assert!(
        said.contains("Changed: algorithm from PPO to REINFORCE"),
        "{said}"
    );
    assert!(!said.contains("goes on"), "no run is under way: {said}");
    let back = offer.find("button", "Your settings of before");
    assert!(back.has_focus(), "the focus stays");

    back.press().await;
    assert_eq!(preset(&page), "ppo-quick");
    let draft = page.lab().settings.draft.get_untracked();
    let gamma: Vec<_> = draft
        .changes()
        .map(|(field, text)| (field.key, text))
        .collect();
    assert_eq!(gamma, [("gamma", "0.5")]);
    assert!(offer.seek("button", "Set up").is_some());
}

#[wasm_bindgen_test]
async fn settings_changed_since_are_not_thrown_away() {
    let page = read("lesson=reinforce", "").await;
    set_up(&page).find("button", "Set up").press().await;
    let draft = page.lab().settings.draft;
    let seed = policy_lab::config::fields::Field::find("seed").expect("a field");
    draft.update(|draft| draft.set_text(seed, "77"));
    settle().await;
    let offer = set_up(&page);
    assert!(offer.seek("button", "Your settings of before").is_none());
    assert!(
        offer.text().contains("Setting it up changes seed"),
        "{}",
        offer.text()
    );
    offer.find("button", "Set up").press().await;
    offer
        .find("button", "Your settings of before")
        .press()
        .await;
    assert_eq!(draft.with_untracked(|draft| draft.text(seed)), "77");
    assert_eq!(preset(&page), "reinforce-quick");
}

#[wasm_bindgen_test]
async fn settings_that_match_already_need_no_button() {
    let page = read("lesson=reinforce&preset=reinforce-quick", "").await;
    let offer = set_up(&page);
    assert!(offer.text().contains("Your settings are these already"));
    assert!(offer.all("button").is_empty());
}

const GRID: &str = include_str!("../../../styles/grid.css");

/// Returns the style sheet's answer to whether the caption of the carts is seen.
fn caption_is(page: &Page) -> Option<String> {
    let caption = page.by_test_id("cart-caption").expect("a caption");
    let look = Function::new_with_args("it", "return getComputedStyle(it).visibility");
    let look = look.call1(&JsValue::NULL, &caption.0);
    look.expect("a style").as_string()
}

#[wasm_bindgen_test]
async fn a_run_under_way_goes_on_beside_the_text() {
    let page = Page::visit("lesson=reinforce", &[], || {
        view! { <style>{GRID}</style> <Reader /> }
    })
    .await;
    assert!(page.by_test_id("cart-grid").is_some());
    assert!(page.by_test_id("chart-episodic_length").is_some());
    // That there are no carts is said in their place, and not below it too.
    assert_eq!(caption_is(&page).as_deref(), Some("hidden"));
    let carts = Frame {
        num_steps: 1,
        num_carts: 1,
        poses: vec![0.0; POSE],
        ..Frame::default()
    };
    page.hear([started(settings(7)), Event::Run(RunEvent::Frame(carts))])
        .await;
    until("the caption", || {
        (caption_is(&page)? == "visible").then_some(())
    })
    .await;
    // Pause is the run's.
    page.find("button", "Freeze the film").press().await;
    page.find("button", "Play the film");
    let looked_up = read("lesson=instructors", "").await;
    assert!(looked_up.by_test_id("cart-grid").is_none(), "nothing runs");
    let page = read("lesson=reinforce", "").await;
    page.hear([opened()]).await;
    page.hear(run(settings(7), &[20.0, 30.0])).await;
    set_up(&page).find("button", "Set up").press().await;
    let said = set_up(&page).text();
    assert!(
        said.contains("The run under way goes on with its own settings"),
        "{said}"
    );
    assert!(page.lab().is_busy(), "it was not touched");
    let seed =
        |history: &policy_lab::history::History| history.run.info.as_ref().map(|it| it.config.seed);
    assert_eq!(page.lab().run.history.with_untracked(seed), Some(7));
}

#[wasm_bindgen_test]
async fn exercises_and_questions_stand_where_the_text_has_come_to_them() {
    let answered = r#"{ "version": 2, "answers": { "S3-Q1": { "Choice": 1 } }, "uncovered": {}, "lesson": "actor-critic" }"#;
    let page = read("lesson=actor-critic", answered).await;
    let html = page.by_id("lesson").get("innerHTML").as_string();
    let html = html.expect("a text");
    // Behind the line of marks, which leads to all of them.
    let (_, html) = html.rsplit_once("step-question").expect("a line of marks");
    let place = |mark: &str| html.find(mark).unwrap_or_else(|| panic!("no {mark}"));
    let order = [
        "?exercise=S3-E1",
        " id=\"question-S3-Q1\"",
        "residual",
        "?exercise=S3-E2",
        "?exercise=S3-E3",
        " id=\"question-S3-Q2\"",
        "?exercise=S3-E4",
        " id=\"questions\"",
    ];
    let places: Vec<usize> = order.into_iter().map(place).collect();
    assert!(places.is_sorted(), "{places:?}");
    for mark in ["?exercise=S3-E1\"", " id=\"question-S3-Q1\""] {
        assert_eq!(html.matches(mark).count(), 1, "{mark} stands once");
    }
    // The end of the chapter says which questions are still open, and leads to them.
    assert!(page.text().contains("S3-Q1 ✓ right"), "{}", page.text());
    assert!(page.text().contains("S3-Q2 ○ open"));
    page.find("link", "S3-Q2").press().await;
    let question = page.by_id("question-S3-Q2");
    until("the question", || question.has_focus().then_some(())).await;
}

#[wasm_bindgen_test]
async fn the_source_of_the_environments_is_folded_in_the_chapter_that_steps_them() {
    let page = read("lesson=vpg", "").await;
    let source = page.by_test_id("source-code").expect("a source");
    assert_eq!(source.attribute("open"), None);
    let text = source.0.text_content().unwrap_or_default();
    let title = "The source of World and CartPole, in worlds.py";
    for wanted in [title, "class CartPole(World):", "def move(self, action):"] {
        assert!(text.contains(wanted), "no {wanted} in {text}");
    }
}

#[wasm_bindgen_test]
async fn the_text_about_the_page_speaks_of_the_chosen_algorithm() {
    let page = read("view=read", "").await;
    let vanilla = "whole vanilla policy gradient";
    assert!(
        page.text()
            .contains("what makes proximal policy optimisation")
    );
    assert!(!page.text().contains(vanilla));
    let preset = Preset::find("vpg-quick").expect("a preset");
    page.lab().settings.draft.set(Draft::new(preset));
    settle().await;
    assert!(page.text().contains(vanilla));
    assert!(!page.text().contains("what makes proximal"));
}

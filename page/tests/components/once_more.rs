//! Questions that were missed come back, fresh, until the first answer is right.

use leptos::prelude::*;
use policy_lab_page::course::{CHAPTERS, Chapter, Question, QuestionAnswer, questions};
use policy_lab_page::ui::{CourseMap, Reader, keep_place};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::{Page, catalogue};
use crate::part::Part;

const PROGRESS: &str = "policy-lab-course";

async fn read(key: &str) -> Page {
    Page::visit(&format!("lesson={key}"), &[], || {
        keep_place();
        view! { <Reader /> }
    })
    .await
}

async fn open(page: &Page, key: &str) {
    let chapter = Chapter::find(key).expect("a chapter");
    let list = page.by_test_id("lesson-nav").expect("a list of chapters");
    let number = chapter.number().expect("its number");
    let name = format!("{number}. {}", chapter.title());
    list.find("link", &name).press().await;
}

fn once_more(page: &Page) -> Option<Part> {
    page.by_test_id("once-more")
}

/// Returns the first question of a chapter with options, with the places of a right and a wrong
/// one.
fn choice(key: &str) -> (&'static Question, usize, usize) {
    catalogue();
    let mut all = questions(key).iter();
    let found = all.find_map(|question| {
        let QuestionAnswer::Choice(options) = &question.answer else {
            return None;
        };
        let place = |is_right| options.iter().position(|it| it.is_right == is_right);
        Some((question, place(true)?, place(false)?))
    });
    found.expect("a choice")
}

fn radios(page: &Page, place: &str) -> Vec<Part> {
    page.by_test_id(place).expect("a question").all("radio")
}

/// Returns the value and the name of what was stored of the first tries.
fn stored() -> String {
    let storage = window().local_storage().expect("a storage").expect("it");
    let text = storage.get_item(PROGRESS).expect("a storage");
    text.unwrap_or_default()
}

#[wasm_bindgen_test]
async fn a_missed_question_comes_back_in_the_next_chapter_until_it_is_right() {
    let (question, right, wrong) = choice("reinforce");
    let page = read("reinforce").await;
    assert!(once_more(&page).is_none());
    radios(&page, &question.place())[wrong].press().await;
    radios(&page, &question.place())[right].press().await;
    assert!(once_more(&page).is_none(), "not where it stands");

    open(&page, "vpg").await;
    let section = once_more(&page).expect("the missed question");
    assert!(section.text().contains("comes back after the next chapter"));
    let place = format!("again-{}", question.id);
    let again = radios(&page, &place);
    assert!(again.iter().all(|it| !it.is_checked()), "it is fresh");
    let name = format!("Answer to {}", question.id);
    assert_eq!(
        section.find("radiogroup", &name).all("radio").len(),
        again.len()
    );
    let taught = Chapter::find("reinforce").expect("a chapter");
    let link = section.find("link", taught.title());
    assert_eq!(link.attribute("href"), Some(taught.link()));

    // Another order of the options: found by their texts.
    let texts: Vec<String> = again.iter().map(Part::name).collect();
    open(&page, "reinforce").await;
    let before = radios(&page, &question.place());
    let before: Vec<String> = before.iter().map(Part::name).collect();
    assert_ne!(before, texts);
    assert!(once_more(&page).is_none());

    open(&page, "vpg").await;
    let at = |index: usize| {
        texts
            .iter()
            .position(|it| *it == before[index])
            .expect("it")
    };
    radios(&page, &place)[at(wrong)].press().await;
    radios(&page, &place)[at(right)].press().await;
    let said = once_more(&page).expect("still in view").text();
    assert!(
        said.contains("It comes back after another chapter"),
        "{said}"
    );
    open(&page, "ppo").await;
    open(&page, "vpg").await;
    assert!(once_more(&page).is_none(), "not where it was missed last");

    open(&page, "baselines").await;
    let options = radios(&page, &place);
    let names: Vec<String> = options.iter().map(Part::name).collect();
    let at = names
        .iter()
        .position(|it| *it == before[right])
        .expect("it");
    options[at].press().await;
    let said = once_more(&page).expect("still in view").text();
    assert!(said.contains("Known now"), "{said}");
    open(&page, "ppo").await;
    assert!(once_more(&page).is_none(), "done for good");
    assert!(stored().contains(&format!("\"{}\":\"Known\"", question.id)));
    // The answer in the chapter, which counts, is the one given there.
    assert!(stored().contains(&format!("\"{}\":{{\"Choice\":{right}}}", question.id)));
}

#[wasm_bindgen_test]
async fn looking_at_wrong_options_after_the_right_one_is_no_miss() {
    let (question, right, wrong) = choice("warm-up");
    let page = read("warm-up").await;
    radios(&page, &question.place())[right].press().await;
    radios(&page, &question.place())[wrong].press().await;
    open(&page, "reinforce").await;
    assert!(once_more(&page).is_none());
}

#[wasm_bindgen_test]
async fn a_text_with_less_than_its_points_comes_back() {
    catalogue();
    let mut all = questions("warm-up").iter();
    let question = all.find(|it| matches!(it.answer, QuestionAnswer::Text(_)) && it.points > 0);
    let question = question.expect("a text");
    let page = read("warm-up").await;
    let card = page.by_test_id(&question.place()).expect("a question");
    card.find("textbox", &format!("Answer to {}", question.id))
        .fill("I forgot")
        .await;
    open(&page, "reinforce").await;
    assert!(once_more(&page).is_none(), "nobody has judged it");
    open(&page, "warm-up").await;
    let card = page.by_test_id(&question.place()).expect("a question");
    card.find("button", "Compare with a model answer")
        .press()
        .await;
    card.find("button", "0").press().await;

    open(&page, "reinforce").await;
    let again = once_more(&page).expect("the missed question");
    let field = again.find("textbox", &format!("Answer to {}", question.id));
    assert_eq!(field.value(), "");
    field.fill("Now I know").await;
    again
        .find("button", "Compare with a model answer")
        .press()
        .await;
    again
        .find("button", &question.points.to_string())
        .press()
        .await;
    assert!(again.text().contains("Known now"), "{}", again.text());
    open(&page, "vpg").await;
    assert!(once_more(&page).is_none());
}

#[wasm_bindgen_test]
async fn the_map_says_what_waits_and_asks_what_was_missed_in_the_last_chapter() {
    let (early, ..) = choice("reinforce");
    let last = CHAPTERS.last().expect("a chapter");
    let (late, ..) = choice(last.key);
    let kept = format!(
        r#"{{ "version": 2, "answers": {{}}, "uncovered": {{}}, "first_tries": {{
            "{}": {{ "Missed": {{ "at": "reinforce", "times": 1 }} }},
            "{}": {{ "Missed": {{ "at": "{}", "times": 2 }} }},
            "gone": {{ "Missed": {{ "at": "vpg", "times": 1 }} }} }} }}"#,
        early.id, late.id, last.key
    );
    let page = Page::visit("", &[(PROGRESS, &kept)], || view! { <CourseMap /> }).await;
    let section = once_more(&page).expect("the question of the last chapter");
    assert_eq!(section.select(".question").len(), 1);
    assert!(section.text().contains(&late.id), "{}", section.text());
    for (key, waits) in [("reinforce", true), (last.key, true), ("vpg", false)] {
        let chapter = page.by_test_id(&format!("map-{key}")).expect("a chapter");
        let says = chapter.text().contains("1 missed question comes back");
        assert_eq!(says, waits, "{key}: {}", chapter.text());
    }
}

#[wasm_bindgen_test]
async fn a_question_that_has_changed_since_it_was_missed_does_not_come_back() {
    let (question, ..) = choice("reinforce");
    let kept = format!(
        r#"{{ "version": 2, "answers": {{}}, "uncovered": {{}}, "begun": {{ "{0}": 1 }},
            "first_tries": {{ "{0}": {{ "Missed": {{ "at": "reinforce", "times": 1 }} }} }} }}"#,
        question.id
    );
    let kept = [(PROGRESS, kept.as_str())];
    let page = Page::visit("lesson=vpg", &kept, || view! { <Reader /> }).await;
    assert!(once_more(&page).is_none());
}

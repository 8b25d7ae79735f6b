//! The map of the course: chapters, exercises and questions with what is done, and the way on.

use leptos::prelude::*;
use policy_lab_page::course::{CHAPTERS, Chapter, EXERCISES, Exercise, writing_minutes};
use policy_lab_page::ui::CourseMap;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::{Page, catalogue};
use crate::part::{Part, plain};

async fn map(progress: &str) -> Page {
    let kept = [("policy-lab-course", progress)];
    let kept = if progress.is_empty() { &[] } else { &kept[..] };
    Page::visit("", kept, || view! { <CourseMap /> }).await
}

fn chapter(page: &Page, key: &str) -> Part {
    page.by_test_id(&format!("map-{key}")).expect("a chapter")
}

#[wasm_bindgen_test]
async fn a_first_visit_begins_with_the_first_chapter() {
    let page = map("").await;
    let begin = format!("Begin with chapter “{}”", CHAPTERS[0].title());
    let link = page.find("link", &begin);
    let address = format!("?lesson={}", CHAPTERS[0].key);
    assert_eq!(link.attribute("href"), Some(address));
    let bar = page.find("progressbar", "Progress through the course");
    assert_eq!(bar.get("value").as_f64(), Some(0.0));
    assert!(page.text().contains("nothing is locked"));
    let work = page.find("link", "Your work: save it, hand it in");
    assert_eq!(work.attribute("href").as_deref(), Some("?view=work"));
}

#[wasm_bindgen_test]
async fn every_term_of_the_course_is_explained() {
    let page = map("").await;
    let terms = &catalogue().glossary;
    assert!(terms.len() > 40);
    let first = page.by_id(&terms[0].id());
    assert!(!first.is_in_sight(), "they are longer than the map");
    page.summary("Glossary").press().await;
    assert!(first.is_in_sight());
    for term in terms {
        let place = page.by_id(&term.id());
        assert_eq!(place.text(), term.name);
    }
    let words = plain(&terms[0].html);
    assert!(page.text().contains(&words), "no {words}");
}

#[wasm_bindgen_test]
async fn every_chapter_and_every_exercise_is_a_link() {
    let page = map("").await;
    for (index, it) in CHAPTERS.iter().enumerate() {
        let name = format!("{}. {}", index + 1, it.title());
        let link = chapter(&page, it.key).find("link", &name);
        assert_eq!(link.attribute("href"), Some(it.link()));
        for id in it.exercises {
            let title = Exercise::find(id).expect("an exercise").title();
            let link = chapter(&page, it.key).find("link", &format!("{id} {title}"));
            assert_eq!(link.attribute("href"), Some(format!("?exercise={id}")));
        }
    }
}

#[wasm_bindgen_test]
async fn times_are_those_that_are_known() {
    let page = map("").await;
    let vpg = chapter(&page, "vpg").text();
    let known = Chapter::find("vpg").and_then(writing_minutes);
    let (least, most) = known.expect("the times of its exercises");
    let said = format!("{least}–{most} minutes for the exercises");
    assert!(vpg.contains(&said), "{vpg}");
    let clip = chapter(&page, "clip").text();
    assert!(clip.contains("minutes to read"), "{clip}");
    assert!(!clip.contains("for the exercises"), "{clip}");
}

#[wasm_bindgen_test]
async fn what_is_done_is_marked_and_the_way_on_leads_past_it() {
    let kept = r#"{ "version": 2, "answers": { "S1-W2": { "Choice": 1 }, "S2-Q1": { "Text": { "text": "", "marked": null } } }, "uncovered": {}, "passed": ["S4-E1"], "exercise": "S4-E1" }"#;
    let page = map(kept).await;
    let all = EXERCISES.len();
    let said = page.text();
    assert!(
        said.contains(&format!("1 of {all} exercises passed")),
        "{said}"
    );
    assert!(
        said.contains("questions answered rightly, 1 more tried"),
        "{said}"
    );
    let bar = page.find("progressbar", "Progress through the course");
    assert_eq!(bar.get("value").as_f64(), Some(2.0));
    let reinforce = chapter(&page, "reinforce").text();
    let count = Chapter::find("reinforce").map_or(0, |it| it.exercises.len());
    let passed = format!("1 of {count} exercises passed");
    assert!(reinforce.contains(&passed), "{reinforce}");
    assert_eq!(reinforce.matches("✓ passed").count(), 1, "{reinforce}");
    let marks = |key: &str| {
        let steps = |css| chapter(&page, key).select(css).len();
        (steps(".step-line .done"), steps(".steps-whole"))
    };
    assert_eq!(marks("reinforce"), (1, 0), "a picture of what is done");
    assert_eq!(marks("warm-up"), (1, 0));
    assert_eq!(marks("ppo"), (0, 0));
    let open = reinforce.matches("not begun").count();
    assert_eq!(open, count - 1, "{reinforce}");
    let warm_up = chapter(&page, "warm-up").text();
    assert!(
        warm_up.contains("1 of 15 questions answered rightly"),
        "{warm_up}"
    );
    let next = Exercise::find("S4-E2").expect("an exercise").title();
    let link = page.find("link", &format!("Continue where you were: {next} (S4-E2)"));
    assert_eq!(link.attribute("href").as_deref(), Some("?exercise=S4-E2"));
}

//! Questions: chosen, typed or written answers, each marked in words, and never locked.

use leptos::prelude::*;
use policy_lab_page::course::{Question, QuestionAnswer, QuestionChoice};
use policy_lab_page::ui::QuestionCard;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::{Page, catalogue};
use crate::part::{Part, plain};

/// Returns the course's first question for which `take` returns something.
fn first<T>(take: impl Fn(&'static Question) -> Option<T>) -> (&'static Question, T) {
    let mut all = catalogue().questions.values().flatten();
    all.find_map(|question| Some((question, take(question)?)))
        .expect("such a question")
}

fn choices(question: &'static Question) -> Option<&'static [QuestionChoice]> {
    match &question.answer {
        QuestionAnswer::Choice(options) => Some(options),
        _ => None,
    }
}

async fn card(question: &'static Question) -> Page {
    Page::show(move || view! { <QuestionCard question /> }).await
}

/// Returns the beginning of a text, up to the first formula.
fn opening(html: &str) -> String {
    let words = html.split("<math").next().unwrap_or_default();
    let words = plain(words);
    assert!(!words.is_empty(), "nothing to compare in {html}");
    words
}

#[wasm_bindgen_test]
async fn a_choice_is_a_named_group_of_which_one_holds() {
    let (question, options) = first(choices);
    let page = card(question).await;
    let name = format!("Answer to {}", question.id);
    let radios = page.find("radiogroup", &name).all("radio");
    assert_eq!(radios.len(), options.len());
    for (radio, option) in radios.iter().zip(options) {
        assert!(radio.name().starts_with(&opening(&option.text)));
    }
    let group = radios[0].attribute("name").expect("a group");
    let is_of_it = |radio: &Part| radio.attribute("name").as_ref() == Some(&group);
    assert!(
        radios.iter().all(is_of_it),
        "arrow keys move within one group"
    );

    radios[0].press().await;
    radios[1].press().await;
    let chosen: Vec<bool> = radios.iter().map(Part::is_checked).collect();
    assert_eq!(chosen.iter().filter(|it| **it).count(), 1);
    assert!(chosen[1]);
}

#[wasm_bindgen_test]
async fn a_wrong_choice_is_told_with_its_reason_and_can_be_changed() {
    let (question, options) = first(choices);
    let page = card(question).await;
    let wrong = options
        .iter()
        .position(|option| !option.is_right)
        .expect("a wrong one");
    let right = options
        .iter()
        .position(|option| option.is_right)
        .expect("a right one");
    assert!(!page.text().contains("No:") && !page.text().contains("Right:"));

    page.all("radio")[wrong].press().await;
    let said = page.text();
    let reason = opening(&options[wrong].explanation);
    assert!(said.contains("No:") && said.contains(&reason), "{said}");
    assert!(!said.contains("Right:"), "{said}");
    assert!(page.all("radio").iter().all(Part::is_enabled));

    page.all("radio")[right].press().await;
    let said = page.text();
    let reason = opening(&options[right].explanation);
    assert!(said.contains("Right:") && said.contains(&reason), "{said}");
    assert!(!said.contains("No:"), "{said}");
}

#[wasm_bindgen_test]
async fn a_number_is_told_right_wrong_or_none() {
    let (question, (value, explanation)) = first(|question| match &question.answer {
        QuestionAnswer::Number {
            value, explanation, ..
        } => Some((*value, explanation)),
        _ => None,
    });
    let page = card(question).await;
    let field = page.find("textbox", &format!("Answer to {}", question.id));
    let reason = opening(explanation);

    field.fill("about seven").await;
    assert!(page.text().contains("A number was expected"));
    field.fill(&(value + 1000.0).to_string()).await;
    assert!(page.text().contains("Not yet"));
    assert!(!page.text().contains(&reason), "the reason gives it away");
    assert!(field.is_enabled());

    field.fill(&value.to_string()).await;
    let said = page.text();
    assert!(said.contains("Right") && said.contains(&reason), "{said}");
    assert!(!said.contains("Not yet"), "{said}");
    // Write the comma and the minus sign as people do.
    let written = value.to_string().replace('-', "−").replace('.', ",");
    field.fill(&written).await;
    assert!(page.text().contains("Right"), "{written}");
}

#[wasm_bindgen_test]
async fn words_are_kept_and_marked_beside_a_model_answer() {
    let (question, model) = first(|question| match &question.answer {
        QuestionAnswer::Text(model) if question.points > 1 => Some(model),
        _ => None,
    });
    let page = card(question).await;
    let model = opening(model);
    let field = page.find("textbox", &format!("Answer to {}", question.id));
    field.fill("It rises").await;
    assert!(!page.text().contains(&model));

    page.find("button", "Compare with a model answer")
        .press()
        .await;
    assert!(page.text().contains(&model), "{}", page.text());
    let two = page.find("button", "2");
    assert_eq!(two.attribute("aria-pressed").as_deref(), Some("false"));
    two.press().await;
    let pressed = page
        .all("button")
        .into_iter()
        .filter(|it| it.attribute("aria-pressed").as_deref() == Some("true"));
    let pressed: Vec<String> = pressed.map(|it| it.text()).collect();
    assert_eq!(pressed, ["2"]);
    assert_eq!(field.value(), "It rises");

    page.find("button", "Hide the model answer").press().await;
    assert!(!page.text().contains(&model));
}

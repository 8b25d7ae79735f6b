//! Training with code of the reader's, seen from the Write view: what trains beside it, what is
//! said of both, and why it broke off.

use leptos::prelude::*;
use policy_lab::history::health::OwnCode;
use policy_lab::protocol::{Event, Failure, FailureKind};
use policy_lab::python::protocol::PythonAnswer;
use policy_lab_page::course::{EXERCISES, Exercise};
use policy_lab_page::ui::{Cells, Write};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::Page;
use crate::part::{settle, until};
use crate::run::{opened, run, settings};

async fn write(id: &str) -> Page {
    let kept = [("policy-lab-plain-editor", "yes")];
    let page = Page::visit(&format!("exercise={id}"), &kept, || view! { <Write /> }).await;
    page.hear([opened()]).await;
    page
}

/// Presses a button that trains, and lets Python begin.
async fn train(page: &Page, button: &str) {
    page.find("button", button).0.click();
    page.answer([PythonAnswer::Ran(None)]).await;
}

fn said(page: &Page) -> String {
    page.by_test_id("beside").expect("a sentence").text()
}

/// Ours has learnt long ago, and the reader's loop has not begun to.
#[wasm_bindgen_test]
async fn no_loop_is_blamed_whichever_of_its_buttons_is_pressed() {
    let capstones = EXERCISES.iter().filter(|it| !it.trains.is_empty());
    for exercise in capstones {
        let page = write(exercise.id).await;
        let linked = || untrack(|| page.lab().page_state().draft);
        let own = linked();
        for training in exercise.trains {
            let name = format!("{}, {}", exercise.id, training.what);
            train(&page, &format!("Train with my code: {}", training.what)).await;
            let reference = training
                .reference()
                .map(|draft| draft.config().expect("settings"));
            let code = match reference {
                Some(_) => OwnCode::Loop,
                None => OwnCode::LoneLoop,
            };
            assert_eq!(page.lab().reader_run.code.get_untracked(), code, "{name}");
            let config = reference.clone().unwrap_or_else(|| settings(1));
            if let Some(reference) = &reference {
                let form = page.lab().settings.config.get_untracked();
                assert_eq!(form.as_ref(), Ok(reference), "{name}");
                assert_eq!(linked(), own, "{name}: no link has the settings of a run");
            }
            let ours: Vec<f64> = (0..40).map(|it| 20.0 + 12.0 * f64::from(it)).collect();
            page.hear(run(config.clone(), &ours)).await;
            for event in run(config, &[9.5; 30]) {
                page.lab().take_from_reader(event);
            }
            settle().await;
            let wanted = match reference {
                // Ours at iteration 30, and not at its newest, 488.
                Some(_) => "Iteration 30: your episodes last 9.5 steps, ours 368.0",
                None => "Iteration 30: your episodes last 9.5 steps",
            };
            until(&name, || (said(&page) == wanted).then_some(())).await;
            let mine = page.find("region", "Your run").text();
            assert!(!mine.contains("it is the code"), "{name}: {mine}");
            assert!(!mine.contains("What to change"), "{name}: {mine}");
            assert_eq!(
                mine.contains("your code ours"),
                reference.is_some(),
                "{name}: {mine}"
            );
        }
    }
}

#[wasm_bindgen_test]
async fn the_run_of_another_exercise_is_not_shown() {
    let page = write("S4-T").await;
    train(&page, "Train with my code: CartPole").await;
    for event in run(settings(1), &[21.0, 30.0]) {
        page.lab().take_from_reader(event);
    }
    until("its length", || {
        said(&page).starts_with("Iteration 2").then_some(())
    })
    .await;
    let other = Exercise::find("S0-T").expect("a capstone");
    page.find("combobox", "Exercise")
        .choose(&other.label())
        .await;
    assert!(page.by_test_id("beside").is_none());
    assert!(page.by_test_id("chart-episodic_length").is_none());
    let first = Exercise::find("S4-T").expect("a capstone");
    page.find("combobox", "Exercise")
        .choose(&first.label())
        .await;
    assert!(said(&page).starts_with("Iteration 2"), "it goes on there");
}

fn broke_off() -> Event {
    Event::Failed(Failure {
        kind: FailureKind::Run,
        message: "cartpole_reward_function gave numbers that are not finite".to_owned(),
    })
}

/// It stood in the Lab alone.
#[wasm_bindgen_test]
async fn why_a_run_broke_off_stands_where_it_was_started() {
    let page = write("S2-E2").await;
    train(&page, "Train with my code").await;
    page.lab().take_from_reader(broke_off());
    settle().await;
    let why = "cartpole_reward_function gave numbers that are not finite";
    until("the reason", || said(&page).contains(why).then_some(())).await;
    let told = page.by_test_id("own-run-failure").expect("the reason");
    assert_eq!(told.text(), why);
    assert_eq!(told.attribute("role").as_deref(), Some("alert"));
    // It belongs to this run: the next one begins without it.
    train(&page, "Train with my code").await;
    assert!(page.by_test_id("own-run-failure").is_none());
    assert_eq!(said(&page), "Your run begins…");
}

#[wasm_bindgen_test]
async fn why_a_run_broke_off_stands_in_a_presented_cell_too() {
    let kept = [("policy-lab-plain-editor", "yes")];
    let page = Page::visit("exercise=S2-E2", &kept, || view! { <Cells /> }).await;
    page.hear([opened()]).await;
    train(&page, "Train with my code").await;
    page.lab().take_from_reader(broke_off());
    settle().await;
    until("the reason", || page.by_test_id("own-run-failure")).await;
}

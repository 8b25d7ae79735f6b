//! Why does it not learn? A script is asked about, and what was found is read, mended and saved.

use std::cell::OnceCell;
use std::rc::Rc;

use leptos::prelude::*;
use policy_lab::python::protocol::{CellFailure, PythonAnswer, WrittenFile};
use policy_lab_page::ui::{ScratchState, Scratchpad, use_scratch};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::Page;
use crate::part::{settle, until};

/// The editor is plain.
const PLAIN: (&str, &str) = ("policy-lab-plain-editor", "yes");
const SCRIPT: &str = "a = 1\nloss = (log_prob * ret).sum()\n";
const FOUND: &str = r#"{"findings": [
    {"kind": "sign-of-loss", "line": 2, "said": "The loss has the wrong sign", "hint": "Look at what is differentiated", "sure": "certain",
     "replaced": "loss = -(log_prob * ret).sum()", "cure": "Put a minus before it", "why": "It makes good actions rarer", "lesson": "?lesson=reinforce",
     "evidence": {"sentence": "What your loss does", "heads": ["Step", "Weight"], "rows": [["1", "-2.5"]]},
     "tried": {"sentence": "Mended, it reaches 180", "before": [20, 18], "after": [20, 180]}},
    {"kind": "same-seed", "line": 1, "said": "Every episode begins alike", "sure": "remark"}]}"#;
const NOTHING: &str = r#"{"looked_at": ["the sign of the loss"], "next": ["Train it for longer."], "curve": [9, 20, 12],
    "signs": [{"name": "Entropy of the policy, in nats", "values": [0.69, 0.5], "said": "the policy still tries its actions"}],
    "clip": {"ratios": [1.0, 1.3, 0.9], "advantages": [0.5, 1.0, -1.0], "low": 0.8, "high": 1.2, "line": 7},
    "probes": [
    {"probe": 4, "asks": "Does reward move the policy?", "state": "open", "said": "the right action had 50% at first and 55% after 9 updates"}]}"#;

/// Shows the notebook with one cell, and returns its state too.
async fn notebook() -> (Page, ScratchState) {
    let state = Rc::new(OnceCell::new());
    let provided = state.clone();
    let page = Page::visit("view=scratch", &[PLAIN], move || {
        assert!(provided.set(use_scratch()).is_ok(), "mounted once");
        view! { <Scratchpad /> }
    })
    .await;
    let scratch = *state.get().expect("a mounted view");
    let cell = scratch.cells.get_untracked()[0];
    scratch.put_text(cell, SCRIPT.to_owned());
    settle().await;
    (page, scratch)
}

async fn answered(page: &Page, scratch: ScratchState, answer: &str) {
    page.find("button", "Why does it not learn?").press().await;
    until("it runs", || {
        let part = page.by_test_id("doctor")?;
        (part.attribute("data-state").as_deref() == Some("running")).then_some(())
    })
    .await;
    for answer in [
        PythonAnswer::Ready,
        PythonAnswer::Printed("Watched 300 steps\n".to_owned()),
    ] {
        scratch.doctor.take(answer);
    }
    settle().await;
    let said = page.by_test_id("doctor-said").expect("a sentence").text();
    assert_eq!(said, "Watched 300 steps");
    for answer in [
        PythonAnswer::Written(WrittenFile {
            path: "answer.json".to_owned(),
            bytes: answer.as_bytes().to_vec(),
        }),
        PythonAnswer::Ran(None),
    ] {
        scratch.doctor.take(answer);
    }
    settle().await;
}

#[wasm_bindgen_test]
async fn a_hint_comes_before_the_answer_and_the_line_is_mended() {
    let (page, scratch) = notebook().await;
    answered(&page, scratch, FOUND).await;
    let said = || page.by_test_id("doctor-said").expect("a sentence").text();
    assert_eq!(said(), "Found a mistake, in line 2, and 1 more below it");
    assert!(page.text().contains("Look at what is differentiated"));
    assert!(!page.text().contains("wrong sign"), "{}", page.text());
    page.find("button", "Show what was found").press().await;
    let found = page.by_test_id("doctor-finding").expect("a finding").text();
    for part in [
        "wrong sign",
        "What your loss does",
        "-2.5",
        "Put a minus",
        "Mended, it reaches 180",
    ] {
        assert!(found.contains(part), "no {part} in: {found}");
    }
    let lesson = page.find("link", "Where the course explains it");
    assert_eq!(
        lesson.attribute("href").as_deref(),
        Some("?lesson=reinforce")
    );
    let others = page.by_test_id("doctor-others").expect("others").text();
    assert!(
        others.contains("Line 1: Every episode begins alike"),
        "{others}"
    );

    page.find("button", "Put this line into the script")
        .press()
        .await;
    let cell = scratch.cells.get_untracked()[0];
    assert_eq!(
        cell.text.get_untracked(),
        "a = 1\nloss = -(log_prob * ret).sum()\n"
    );
    assert!(page.text().contains("The script has changed since"));
    let put = page.find("button", "Put this line into the script");
    assert!(!put.is_enabled(), "once");
    page.find("button", "Close").press().await;
    assert!(page.by_test_id("doctor").is_none());
}

#[wasm_bindgen_test]
async fn nothing_found_says_what_was_looked_at_and_a_failure_why() {
    let (page, scratch) = notebook().await;
    answered(&page, scratch, NOTHING).await;
    for heading in [
        "Its health, update by update",
        "Its agent in the five probes",
    ] {
        page.summary(heading).press().await;
    }
    let text = page.by_test_id("doctor").expect("an answer").text();
    for part in [
        "Nothing was found",
        "the sign of the loss",
        "Train it for longer.",
        "Probe 4",
        "not decided",
        "Entropy of the policy, in nats",
        "3 samples of one of its minibatches, by the loss in line 7",
        "The clip holds 1 of them back",
        "the 3 episodes that were watched; the largest is 20",
    ] {
        assert!(text.contains(part), "no {part} in: {text}");
    }
    page.find("button", "Why does it not learn?").press().await;
    let doctor = page.by_test_id("doctor").expect("it runs");
    doctor.find("button", "Stop").press().await;
    assert!(page.text().contains("Stopped. Your text is still here"));
    page.find("button", "Why does it not learn?").press().await;
    until("it runs", || {
        let part = page.by_test_id("doctor")?;
        (part.attribute("data-state").as_deref() == Some("running")).then_some(())
    })
    .await;
    scratch.doctor.take(PythonAnswer::Ran(Some(CellFailure {
        kind: "SyntaxError".to_owned(),
        message: "invalid syntax".to_owned(),
        ..CellFailure::default()
    })));
    settle().await;
    let text = page.by_test_id("doctor").expect("an answer").text();
    assert!(text.contains("invalid syntax"), "{text}");
}

//! A world of the reader's own: written, checked, refused, kept, shared, and taken into the lab and
//! into the notebook.

use std::cell::OnceCell;
use std::rc::Rc;

use js_sys::{Array, Function, Promise};
use leptos::prelude::*;
use policy_lab::envs::EnvId;
use policy_lab::python::protocol::{CellFailure, PythonAnswer, WrittenFile};
use policy_lab_page::ui::{SettingsForm, Views, WorldState, WorldView, use_world};
use policy_lab_page::view::world::{STARTERS, link};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::Page;
use crate::part::{Part, settle, until};
use crate::run::{opened, run, settings};

const TEXT: &str = include_str!("../worlds/tank.py");
const ANSWER: &str = include_str!("../worlds/tank.json");
/// The editor is plain.
const PLAIN: (&str, &str) = ("policy-lab-plain-editor", "yes");
const REFUSED: &str = r#"{"class": "Tank", "became_program": false, "line": 14, "sentence": "The list self.seen grows.",
    "runs": [{"name": "a random policy", "steps": 200, "episodes": 1, "returns": [3.5], "lengths": [200], "terminated": 1, "truncated": 0}]}"#;

const BROKEN: &str =
    r#"{"became_program": false, "line": 7, "sentence": "step returns 4 values."}"#;

/// Shows something with this query, and returns the state of the world too.
async fn shown<V: IntoView + 'static>(
    query: &str,
    component: impl Fn() -> V + 'static,
) -> (Page, WorldState) {
    let state = Rc::new(OnceCell::new());
    let provided = state.clone();
    let page = Page::visit(query, &[PLAIN], move || {
        assert!(provided.set(use_world()).is_ok(), "mounted once");
        component()
    })
    .await;
    page.hear([opened()]).await;
    let world = *state.get().expect("a mounted view");
    (page, world)
}

async fn world() -> (Page, WorldState) {
    shown("view=world", || view! { <WorldView /> }).await
}

fn field(page: &Page) -> Part {
    page.find("textbox", "Python: the class of your own world")
}

async fn write(page: &Page, text: &str) {
    field(page).write(text).await;
}

fn result(page: &Page) -> Part {
    page.by_test_id("world-result").expect("a result")
}

fn state_of(page: &Page) -> String {
    result(page).attribute("data-state").unwrap_or_default()
}

/// Checks the class, to which Python answers this.
async fn check(page: &Page, world: WorldState, answer: &str) {
    page.find("button", "Check this world").press().await;
    assert_eq!(state_of(page), "running");
    for answer in [
        PythonAnswer::Ready,
        PythonAnswer::Written(WrittenFile {
            path: "answer.json".to_owned(),
            bytes: answer.as_bytes().to_vec(),
        }),
        PythonAnswer::Ran(None),
    ] {
        world.take(answer);
    }
    settle().await;
}

/// Returns the text packed as a link has it.
async fn packed(text: &str) -> String {
    let body = "return new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('deflate'))).arrayBuffer()";
    let pack = Function::new_with_args("text", body);
    let promise = pack.call1(&JsValue::NULL, &text.into()).expect("a promise");
    let bytes = JsFuture::from(Promise::from(promise)).await;
    link::letters(&js_sys::Uint8Array::new(&bytes.expect("bytes")).to_vec())
}

/// Drops a file on the view.
async fn drop_file(page: &Page, name: &str, bytes: &[u8]) {
    let body = "const files = new DataTransfer();
        files.items.add(new File([bytes], name));
        for (const type of ['dragover', 'drop'])
            view.dispatchEvent(new DragEvent(type, { dataTransfer: files, bubbles: true, cancelable: true }));";
    let view = page.select(".view-world").remove(0);
    let given = Array::of3(&view.0, &name.into(), &js_sys::Uint8Array::from(bytes));
    let dropped = Function::new_with_args("view, name, bytes", body).apply(&JsValue::NULL, &given);
    dropped.expect("a drop");
}

fn notices(page: &Page) -> String {
    page.by_test_id("world-notices").expect("notices").text()
}

async fn until_told(page: &Page, words: &str) {
    until(words, || notices(page).contains(words).then_some(())).await;
}

#[wasm_bindgen_test]
async fn a_class_that_became_a_program_is_told_and_trained_in() {
    let (page, world) = shown("view=world", || view! { <Views /> }).await;
    assert!(result(&page).text().contains("Nothing is checked yet"));
    assert!(page.by_test_id("train-world").is_none());
    write(&page, TEXT).await;
    check(&page, world, ANSWER).await;
    assert_eq!(state_of(&page), "passed");
    let said = result(&page).text();
    for words in [
        "Tank became a program",
        "1,000 steps of it",
        "Discrete(2)",
        "Box(-inf, inf, (1,), float32)",
        "0.25",
        "Line 14: No episode ended within 2000 steps.",
        "Most, 300, are from −1 to −0.5",
        "those of a random policy and always action 0",
    ] {
        assert!(said.contains(words), "no “{words}” in: {said}");
    }
    // A picture in SVG, which is no HTML element.
    let rewards = page.by_test_id("world-rewards").expect("the rewards");
    let histogram = rewards.0.inner_html();
    let words = "Histogram. Rewards of 400 steps, from −1 to 4. Most, 300, are from −1 to −0.5";
    assert!(histogram.contains(words), "{histogram}");
    assert_eq!(histogram.matches("<rect").count(), 3, "{histogram}");
    let runs = page.by_test_id("world-runs").expect("the runs");
    assert_eq!(runs.all("row").len(), 3, "a head and two runs");

    page.by_test_id("train-world")
        .expect("a button")
        .press()
        .await;
    let lab = page.lab();
    let config = lab.settings.config.get_untracked().expect("settings");
    let id = config.env_id;
    assert_eq!(id.own_program().map(|it| it.source.as_str()), Some(TEXT));
    assert_eq!(config.max_episode_steps, 40);
    assert!(lab.run.is_starting.get_untracked(), "a run begins");
    let chosen = page.find("combobox", "env_id");
    assert_eq!(chosen.value(), id.spec().key);
    let link = page.by_test_id("write-world").expect("the way back");
    assert_eq!(link.text(), "Change the class Tank");
}

/// Each is a sentence that says what to do, and the class stays.
#[wasm_bindgen_test]
async fn a_class_that_is_refused_says_its_line_and_goes_into_the_notebook() {
    let (page, world) = shown("view=world", || view! { <Views /> }).await;
    write(&page, TEXT).await;
    check(&page, world, REFUSED).await;
    assert_eq!(state_of(&page), "failed");
    let said = result(&page).text();
    assert!(said.contains("Tank cannot become a program"), "{said}");
    assert!(
        said.contains("Line 14: The list self.seen grows."),
        "{said}"
    );
    assert_eq!(world.fault(), 14, "the line is marked");
    assert!(page.by_test_id("train-world").is_none());

    // A change makes it another class.
    write(&page, &format!("{TEXT}# more\n")).await;
    assert!(page.by_test_id("world-older").is_some());
    assert_eq!(world.fault(), 0);
    write(&page, TEXT).await;
    assert!(page.by_test_id("notebook-world").is_none(), "it runs");

    check(&page, world, BROKEN).await;
    page.by_test_id("notebook-world")
        .expect("a button")
        .press()
        .await;
    let cells = until("the cells", || {
        let cells = page.select("[data-testid='scratch-code'] textarea");
        (cells.len() == 2).then_some(cells)
    })
    .await;
    let text = cells[1].value();
    assert_eq!(text, TEXT);
}

#[wasm_bindgen_test]
async fn what_python_meets_is_said_and_a_check_can_be_stopped() {
    let (page, world) = world().await;
    page.find("button", "Check this world").press().await;
    page.find("button", "Stop").press().await;
    assert!(
        result(&page)
            .text()
            .contains("Stopped. Your class is still here")
    );
    assert_eq!(field(&page).value(), STARTERS[0].text);

    page.find("button", "Check this world").press().await;
    world.take(PythonAnswer::Printed("from reset\n".to_owned()));
    world.take(PythonAnswer::Ran(Some(CellFailure {
        kind: "MemoryError".to_owned(),
        message: "no room".to_owned(),
        ..CellFailure::default()
    })));
    settle().await;
    let said = result(&page).text();
    assert!(
        said.contains("MemoryError") && said.contains("no room"),
        "{said}"
    );
    assert!(said.contains("from reset"), "{said}");

    check(&page, world, "NaN").await;
    assert!(
        result(&page)
            .text()
            .contains("What Python found cannot be read")
    );
    page.find("button", "Check this world").press().await;
    world.take(PythonAnswer::Ran(None));
    settle().await;
    assert!(result(&page).text().contains("Python has left no answer"));
    page.find("button", "Check this world").press().await;
    world.take(PythonAnswer::Ended("Python could not be loaded".to_owned()));
    settle().await;
    assert_eq!(state_of(&page), "ended");
    write(&page, "  ").await;
    page.find("button", "Check this world").press().await;
    assert!(result(&page).text().contains("There is no class yet"));
}

/// A program may be a formula that the engine does not take.
#[wasm_bindgen_test]
async fn a_program_that_the_engine_refuses_is_no_world() {
    let (page, world) = world().await;
    let broken = ANSWER.replacen(
        r#""outputs": [2, 2, 3, 3]"#,
        r#""outputs": [2, 2, 3, 9]"#,
        1,
    );
    write(&page, "class Broken").await;
    check(&page, world, &broken).await;
    assert_eq!(state_of(&page), "failed");
    assert!(
        result(&page).text().contains("register 9"),
        "{}",
        result(&page).text()
    );
    assert!(page.by_test_id("train-world").is_none());
}

#[wasm_bindgen_test]
async fn the_class_and_its_key_are_there_after_a_reload() {
    let (page, world) = world().await;
    let text = TEXT.replace("Tank", "Basin");
    write(&page, &text).await;
    check(&page, world, ANSWER).await;
    let id = world.ready.get_untracked().expect("a world");
    let stored = window().local_storage().expect("a storage").expect("it");
    let programs = stored.get_item("policy-lab-own-programs").expect("it");
    assert!(
        programs.is_some_and(|it| it.contains("Basin")),
        "the program is kept"
    );

    let page = page.reload(|| view! { <WorldView /> }).await;
    assert_eq!(field(&page).value(), text);
    assert!(
        page.by_test_id("train-world").is_some(),
        "without another check"
    );
    drop(page);
    let query = format!("env_id={}", id.spec().key);
    let page = Page::visit(&query, &[], || view! { <SettingsForm /> }).await;
    assert_eq!(page.find("combobox", "env_id").value(), id.spec().key);
    assert!(EnvId::known_own().contains(&id));
}

#[wasm_bindgen_test]
async fn a_link_opens_its_class_and_runs_nothing() {
    let query = format!("view=world&world={}", packed(TEXT).await);
    let (page, world) = shown(&query, || view! { <WorldView /> }).await;
    until_told(&page, "This class came with the link").await;
    assert_eq!(field(&page).value(), TEXT);
    assert_eq!(state_of(&page), "idle");
    let linked = || untrack(|| page.lab().page_state().world);
    assert!(linked().is_some(), "until something changes");
    write(&page, "class Mine").await;
    assert_eq!(linked(), None);

    // What was written is not lost to the next link.
    page.lab().address.world.set(Some(packed(TEXT).await));
    until("the class of the link", || {
        (field(&page).value() == TEXT).then_some(())
    })
    .await;
    page.by_test_id("world-back")
        .expect("the way back")
        .press()
        .await;
    assert_eq!(field(&page).value(), "class Mine");
    page.lab().address.world.set(Some("eJwrLQE".to_owned()));
    until_told(&page, "cannot be read").await;
    assert_eq!(world.text(), "class Mine");
}

#[wasm_bindgen_test]
async fn a_long_class_travels_as_a_file() {
    let (page, _) = world().await;
    let copy = || page.seek("button", "Copy a link to it");
    until("a short link", || copy().filter(Part::is_enabled)).await;
    // What cannot be packed: each line is another one.
    let lines = (0..900_u32).map(|it| format!("x{it} = {}\n", it.wrapping_mul(2_654_435_761)));
    write(&page, &lines.collect::<String>()).await;
    until("that it is too long", || {
        page.seek("button", "Copy a link to it")?.0.click();
        notices(&page)
            .contains("and only 2,000 travel safely")
            .then_some(())
    })
    .await;
    assert!(page.seek("button", "Save as .py").is_some());
}

#[wasm_bindgen_test]
async fn files_are_opened_or_told_why_not() {
    let (page, world) = world().await;
    drop_file(&page, "tank.py", TEXT.as_bytes()).await;
    until_told(&page, "tank.py is open").await;
    assert_eq!(field(&page).value(), TEXT);
    for (name, bytes, why) in [
        ("book.ipynb", &b"{}"[..], "is a notebook"),
        ("bytes.py", b"\xff\xd8\xff\0", "not a text of Python"),
        ("large.py", &[b'#'; 200_001], "a class may have 200"),
    ] {
        drop_file(&page, name, bytes).await;
        until_told(&page, why).await;
        assert_eq!(world.text(), TEXT, "{name} changes nothing");
    }
}

/// What is played is what the run on show acts in.
#[wasm_bindgen_test]
async fn a_run_elsewhere_is_not_lost_for_a_game() {
    let (page, world) = world().await;
    write(&page, &TEXT.replace("Tank", "Pool")).await;
    check(&page, world, ANSWER).await;
    page.hear(run(settings(1), &[20.0])).await;
    let play = page.by_test_id("play-world").expect("a link");
    assert_eq!(play.attribute("aria-disabled").as_deref(), Some("true"));
    let train = page.by_test_id("train-world").expect("a button");
    assert!(!train.is_enabled());
    assert!(
        train.description().contains("A run is under way"),
        "{}",
        train.description()
    );
    play.press().await;
    assert!(page.lab().run.config().is_some(), "it goes on");

    page.find("button", "discrete actions").press().await;
    assert!(
        page.by_test_id("play-world").is_none(),
        "nobody has checked it"
    );
    assert!(page.by_test_id("world-back").is_some());
}

#[wasm_bindgen_test]
async fn the_form_leads_to_a_world_of_ones_own() {
    let (page, world) = shown("view=lab", || view! { <Views /> }).await;
    let link = page.by_test_id("write-world").expect("the way");
    assert_eq!(link.text(), "Write your own world");
    link.press().await;
    until("the view", || page.select(".view-world").pop()).await;
    assert_eq!(world.text(), STARTERS[0].text);
}

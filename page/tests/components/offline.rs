//! What the page says of working without a network, with a service worker that a test plays.

use js_sys::{Function, Reflect};
use leptos::prelude::*;
use policy_lab::protocol::{Event, RunEvent, StopReason};
use policy_lab_page::ui::{NewVersionNotice, OfflinePanel, use_offline};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::Page;
use crate::part::until;
use crate::run::{opened, run, settings};

/// Puts a service worker in the place of the browser's. `played` has what it does: `refuses`,
/// `cause` (why it cannot keep the page, or a group), `build`, `kept` (the groups), `loaded` (a
/// script of this visit); and what it was told: `heard`.
const PLAY: &str = "
    const played = window.played = { heard: [], build: 'this', kept: [], loaded: '', ...given };
    performance.getEntriesByType = () => [{ name: played.loaded }];
    const root = document.documentElement;
    played.isPublished === false ? root.removeAttribute('data-offline') : root.setAttribute('data-offline', 'sw.js');
    root.setAttribute('data-build-name', 'this');
    const sizes = { python: 20e6, gpu: 10e6 };
    const files = (name) => ({ bytes: sizes[name], isKept: played.kept.includes(name) });
    const worker = Object.assign(new EventTarget(), {
        state: 'activated',
        postMessage(message, [port]) {
            played.heard.push(message);
            const tell = (it) => port.postMessage({ build: played.build, ...it });
            const state = () => tell({ type: 'state', coreBytes: 30e6, python: files('python'), gpu: files('gpu') });
            const [what, ...names] = message.split(' ');
            if (what === 'state') state();
            if (what === 'keep' && played.cause) tell({ type: 'not-kept', cause: played.cause });
            if (what === 'keep' && !played.cause) {
                const allBytes = names.reduce((sum, name) => sum + sizes[name], 0);
                tell({ type: 'progress', doneBytes: 5e6, allBytes });
                played.finish = () => { played.kept.push(...names); state(); };
            }
        },
    });
    const registration = played.registration = Object.assign(new EventTarget(), {
        installing: null, waiting: null, active: played.isFirst ? null : worker,
    });
    const container = played.container = Object.assign(new EventTarget(), {
        controller: played.isFirst ? null : worker,
        register: async () => { if (played.refuses) throw new DOMException('no', 'SecurityError'); return registration; },
    });
    played.say = (data) => container.dispatchEvent(new MessageEvent('message', { data: { build: 'this', ...data } }));
    played.wait = () => {
        registration.installing = Object.assign(new EventTarget(), { state: 'installed' });
        registration.dispatchEvent(new Event('updatefound'));
        registration.waiting = registration.installing;
        registration.waiting.postMessage = (message) => played.heard.push(message);
        registration.waiting.dispatchEvent(new Event('statechange'));
    };
    Object.defineProperty(navigator, 'serviceWorker', { configurable: true, get: () => container });";

/// Shows the panel and the notice beside a service worker with these properties, and lets the page
/// be kept.
async fn offline(given: &str) -> Page {
    let play = Function::new_with_args("given", PLAY);
    let given = js_sys::JSON::parse(given).expect("JSON");
    play.call1(&JsValue::NULL, &given)
        .expect("a service worker");
    Page::show(|| {
        use_offline().begin();
        view! { <NewVersionNotice /> <OfflinePanel /> }
    })
    .await
}

/// Runs a function body in which the service worker is `played`.
fn play(body: &str) -> JsValue {
    let played = Reflect::get(&window(), &"played".into()).expect("a window");
    let play = Function::new_with_args("played", body);
    play.call1(&JsValue::NULL, &played).expect("a played part")
}

async fn until_said(page: &Page, words: &str) {
    until(words, || page.text().contains(words).then_some(())).await;
}

/// What is offered while neither Python nor what trains on a GPU is kept.
const OFFER: &str =
    "Make available offline: Python and what trains on a GPU and runs the checks, 30.0 MB";

#[wasm_bindgen_test]
async fn what_is_kept_has_a_size_and_the_rest_is_offered() {
    let page = offline("{}").await;
    until_said(
        &page,
        "all but Python and what trains on a GPU and runs the checks: 30.0 MB",
    )
    .await;
    page.find("button", OFFER).press().await;
    until_said(&page, "are being kept: 5.0 MB of 30.0 MB").await;
    let bar = page.find("progressbar", "Files that are kept");
    assert_eq!(bar.get("value").as_f64(), Some(5e6));
    assert!(page.seek("button", OFFER).is_none(), "offered twice");
    play("played.finish()");
    until_said(&page, "Python included: 60.0 MB").await;
    assert!(page.seek("progressbar", "Files that are kept").is_none());
}

#[wasm_bindgen_test]
async fn what_this_visit_has_loaded_is_kept_without_being_asked_for() {
    for (loaded, said, left) in [
        (
            "python_loader.js?1",
            "Python is being kept: 5.0 MB of 20.0 MB",
            "all but what trains on a GPU and runs the checks: 50.0 MB",
        ),
        (
            "gpu_loader.js?1",
            "What trains on a GPU and runs the checks is being kept: 5.0 MB of 10.0 MB",
            "all but Python: 40.0 MB",
        ),
    ] {
        let page = offline(&format!(r#"{{ "loaded": "{loaded}" }}"#)).await;
        until_said(&page, said).await;
        play("played.finish()");
        until_said(&page, left).await;
        assert!(page.seek("progressbar", "Files that are kept").is_none());
    }
}

#[wasm_bindgen_test]
async fn a_failure_says_why_and_can_be_tried_again() {
    let page = offline(r#"{ "cause": "full" }"#).await;
    until_said(&page, "all but Python").await;
    page.find("button", OFFER).press().await;
    until_said(&page, "no room for it").await;
    assert!(page.text().contains("all but Python"), "{}", page.text());
    play("played.cause = undefined");
    page.find("button", OFFER).press().await;
    until_said(&page, "5.0 MB of 30.0 MB").await;
    assert!(!page.text().contains("no room"), "{}", page.text());
}

#[wasm_bindgen_test]
async fn a_first_visit_waits_and_is_told_what_failed() {
    let page = offline(r#"{ "isFirst": true }"#).await;
    until_said(&page, "The page is being kept").await;
    play("played.say({ type: 'not-kept', cause: 'missing' })");
    until_said(&page, "A file is missing on the server").await;
    assert!(page.seek("button", "Try again").is_some());
}

#[wasm_bindgen_test]
async fn where_nothing_can_be_kept_it_says_why() {
    for (given, why) in [
        (r#"{ "refuses": true }"#, "not a private one"),
        (r#"{ "isPublished": false }"#, "a build for development"),
    ] {
        let page = offline(given).await;
        until_said(&page, why).await;
        assert!(page.by_test_id("keep-all").is_none(), "{why}");
    }
}

#[wasm_bindgen_test]
async fn a_new_version_waits_and_says_what_it_ends() {
    let page = offline("{}").await;
    until_said(&page, "all but Python").await;
    assert!(page.seek("region", "New version").is_none());
    play("played.wait()");
    until_said(&page, "A new version of this page is ready").await;
    let notice = || page.find("region", "New version").text();
    assert!(!notice().contains("ends"), "{}", notice());
    page.hear([opened()]).await;
    page.hear(run(settings(1), &[20.0, 30.0])).await;
    until_said(&page, "The run ends, and can go on").await;
    page.hear([Event::Run(RunEvent::Stopped(StopReason::Requested))])
        .await;
    until("nothing that ends", || {
        (!notice().contains("ends")).then_some(())
    })
    .await;
    page.find("button", "Later").press().await;
    assert!(page.seek("region", "New version").is_none());
    assert!(!heard().contains("take-over"), "{}", heard());
    page.find("button", "Get the new version").press().await;
    assert!(heard().contains("take-over"), "{}", heard());
}

/// Returns what the service worker was told.
fn heard() -> String {
    let heard = play("return played.heard.join(' ')");
    heard.as_string().expect("a text")
}

#[wasm_bindgen_test]
async fn another_tab_may_have_changed_the_version() {
    let page = offline("{}").await;
    until_said(&page, "all but Python").await;
    play("played.build = 'that'; played.container.dispatchEvent(new Event('controllerchange'))");
    until_said(&page, "has taken over in another tab").await;
    assert!(page.seek("button", "Reload").is_some());
}

#[wasm_bindgen_test]
async fn a_newer_server_is_told_of() {
    let page = offline("{}").await;
    until_said(&page, "all but Python").await;
    play("played.say({ type: 'newer' })");
    until_said(&page, "is on the server").await;
    // It has arrived meanwhile, and needs no other sentence.
    play("played.wait()");
    until_said(&page, "A new version of this page is ready").await;
}

#[wasm_bindgen_test]
async fn the_browsers_answer_about_the_readers_work_is_passed_on() {
    let answer = Function::new_with_args(
        "answer",
        "window.asked = 0;
        const storage = { persisted: async () => false, persist: async () => { window.asked++; return answer; } };
        Object.defineProperty(navigator, 'storage', { configurable: true, get: () => storage });",
    );
    let asked = || Reflect::get(&window(), &"asked".into()).expect("a window");
    let code = [("policy-lab-code", r##"{ "S0-E7": "# mine" }"##)];
    let show =
        async |kept: &[(&str, &str)]| Page::visit("", kept, || view! { <OfflinePanel /> }).await;

    answer.call1(&JsValue::NULL, &JsValue::FALSE).expect("it");
    let page = show(&[]).await;
    until_said(&page, "may delete your work").await;
    assert_eq!(asked(), 0, "nothing to lose, nothing to ask");
    drop(page);
    let page = show(&code).await;
    until_said(&page, "It has refused for now").await;
    assert_eq!(asked(), 1);
    // It is not asked again by itself, but by the reader.
    let page = page.reload(|| view! { <OfflinePanel /> }).await;
    until_said(&page, "may delete your work").await;
    assert_eq!(asked(), 1);
    answer.call1(&JsValue::NULL, &JsValue::TRUE).expect("it");
    page.find("button", "Ask it to keep it").press().await;
    until_said(&page, "keeps your work until you delete it").await;
    assert!(page.seek("button", "Ask it to keep it").is_none());
}

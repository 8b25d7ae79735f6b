//! The device's badge: which device trains, why, and the other one on offer.

use leptos::prelude::*;
use policy_lab::protocol::{DeviceEvent, DeviceKind, DeviceReport, Event, Failure, FailureKind};
use policy_lab_page::ui::DeviceBadge;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::page::Page;
use crate::run::{cpu, opened, settings, started};

async fn badge() -> Page {
    Page::show(|| view! { <DeviceBadge /> }).await
}

#[wasm_bindgen_test]
async fn a_device_that_opens_is_named_with_the_reason() {
    let page = badge().await;
    assert_eq!(page.text(), "Opening a device…");
    page.hear([opened()]).await;
    assert_eq!(page.text(), "CPU No WebGPU adapter answered");
    let buttons: Vec<String> = page.all("button").iter().map(|it| it.name()).collect();
    assert_eq!(buttons, ["About the device"], "nothing else is to be had");
    let is_open = |page: &Page| {
        page.find("button", "About the device")
            .attribute("aria-expanded")
    };
    assert_eq!(is_open(&page).as_deref(), Some("false"));
    page.find("button", "About the device").press().await;
    assert_eq!(is_open(&page).as_deref(), Some("true"));
}

#[wasm_bindgen_test]
async fn what_to_know_of_a_device_before_training_is_open_at_once() {
    let page = badge().await;
    let report = DeviceReport {
        is_fallback: true,
        ..cpu()
    };
    page.hear([Event::Device(DeviceEvent::Opened(report))])
        .await;
    let more = page.find("button", "About the device");
    assert_eq!(more.attribute("aria-expanded").as_deref(), Some("true"));
    more.press().await;
    assert_eq!(more.attribute("aria-expanded").as_deref(), Some("false"));
}

#[wasm_bindgen_test]
async fn an_adapter_is_named_with_what_is_wrong_with_it() {
    let page = badge().await;
    let report = DeviceReport {
        kind: DeviceKind::Webgpu,
        name: "Iris".to_owned(),
        reason: "It is the faster one".to_owned(),
        ..cpu()
    };
    page.hear([Event::Device(DeviceEvent::Opened(report))])
        .await;
    assert_eq!(page.text(), "WebGPU · Iris It is the faster one");
    let instead = "Matrix products are wrong here, so the CPU does them".to_owned();
    page.hear([Event::Device(DeviceEvent::Distrusted(instead.clone()))])
        .await;
    assert!(page.text().contains(&instead), "{}", page.text());
}

#[wasm_bindgen_test]
async fn a_run_names_what_trains_it() {
    let page = badge().await;
    page.hear([opened(), started(settings(1))]).await;
    let said = page.text();
    assert!(
        said.contains("The CPU’s loop trains this run, on one core"),
        "{said}"
    );
}

#[wasm_bindgen_test]
async fn the_other_device_is_offered_where_there_is_one() {
    let page = badge().await;
    let report = DeviceReport {
        alternative: Some(DeviceKind::Webgpu),
        ..cpu()
    };
    page.hear([Event::Device(DeviceEvent::Opened(report))])
        .await;
    page.find("button", "Use WebGPU").press().await;
    assert_eq!(page.text(), "Opening a device…");
}

#[wasm_bindgen_test]
async fn without_any_device_it_says_so() {
    let page = badge().await;
    let failure = Failure {
        kind: FailureKind::Device,
        message: "Nothing opens".to_owned(),
    };
    page.hear([Event::Failed(failure)]).await;
    assert_eq!(page.text(), "No device");
}

#[wasm_bindgen_test]
async fn the_cores_that_share_a_run_are_named_and_can_be_chosen() {
    let page = badge().await;
    let report = DeviceReport {
        name: "one core, SIMD".to_owned(),
        ..cpu()
    };
    page.hear([
        Event::Device(DeviceEvent::Opened(report)),
        Event::Device(DeviceEvent::Cores(2)),
    ])
    .await;
    let cores = page.lab().cores;
    let named = format!("CPU · 2 of {} cores, SIMD", cores.machine.max(2));
    assert!(page.text().starts_with(&named), "{}", page.text());
    page.find("button", "About the device").press().await;
    // A machine with one core has nothing to choose.
    let choice = page.seek("combobox", "CPU cores");
    assert_eq!(choice.is_some(), cores.machine > 1);
    if let Some(choice) = choice {
        choice.choose("one core").await;
        assert_eq!(cores.chosen.get_untracked(), 1);
    }
}

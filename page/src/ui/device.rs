//! The device that trains, the reason for it, and a button to change to the other one.

use leptos::prelude::*;

use super::cores::CoreSelect;
use super::lab::{Lab, use_lab};
use crate::view::body::trained_by;
use crate::view::cores::device_name;
use crate::view::{arrival, format};
use policy_lab::history::Phase;
use policy_lab::protocol::arrival::Arrival;
use policy_lab::protocol::{Body, DeviceKind, DeviceReport, Pace, Timing};

/// Shows the badge in the page's head: device, reason, and the offer of another device.
#[component]
pub fn DeviceBadge() -> impl IntoView {
    let lab = use_lab();
    let report = lab.run.memo(|history| history.device.report.clone());
    let body = (lab.run).memo(|history| history.run.info.as_ref().map(|run| run.trained_by));
    let arrival = lab.run.memo(|history| history.device.arrival);
    let is_late = Memo::new(move |_| arrival.get() == Some(Arrival::Late));
    let is_open = RwSignal::new(false);
    // What a reader should know before they train is open from the start.
    Effect::new(move || is_open.set(report.with(is_fallback) || is_late.get()));
    view! {
        <div
            class="device"
            data-control="device"
            data-testid="device"
            class:fallback=move || report.with(is_fallback) || is_late.get()
            class:open=is_open
        >
            <p class="device-name">
                {move || report.with(|report| name(lab, report.as_ref(), arrival.get()))}
            </p>
            <p class="device-reason">
                {move || report.get().map(|report| sentences(&report, body.get()))}
                " "
                {move || is_late.get().then(|| view! { <AskAgain /> })}
                {move || {
                    report.get().and_then(|report| report.alternative).map(|kind| view! { <Offer kind /> })
                }}
                <Show when=move || is_open.get()><CoreChoice /></Show>
            </p>
            <Show when=move || report.with(Option::is_some) || is_late.get()>
                <button
                    class="device-more"
                    aria-label="About the device"
                    aria-expanded=move || is_open.get().to_string()
                    on:click=move |_| is_open.update(|is_open| *is_open = !*is_open)
                ></button>
            </Show>
        </div>
    }
}

/// Shows what to do about a worker that does not arrive.
#[component]
fn AskAgain() -> impl IntoView {
    let lab = use_lab();
    view! {
        "The page goes on waiting for its training worker: the connection may be slow or gone. Texts and questions work without it. "
        <button class="link" on:click=move |_| lab.ask_again()>"Try again"</button>
    }
}

/// Shows the choice of how many cores training on the CPU may use, where there is one.
#[component]
fn CoreChoice() -> impl IntoView {
    const TITLE: &str = "The CPU trains large runs and several runs at once on so many cores. What is learnt does not depend on it";
    (use_lab().cores.machine > 1).then(|| {
        view! {
            <label class="core-choice">
                <span>"Train on"</span>
                <CoreSelect test_id="cores" title=TITLE />
            </label>
        }
    })
}

/// Shows the button that changes to another device.
#[component]
fn Offer(
    /// The device on offer.
    kind: DeviceKind,
) -> impl IntoView {
    let lab = use_lab();
    let text = match kind {
        DeviceKind::Webgpu => "Use WebGPU",
        DeviceKind::Cpu => "Use the CPU",
    };
    view! {
        <button
            class="link"
            title=move || lab.is_busy().then_some("Ends the run under way")
            on:click=move |_| lab.use_device(kind)
        >
            {text}
        </button>
    }
}

/// Returns the reason for the device, the parts of it that failed their tests, and what trains the
/// run.
fn sentences(report: &DeviceReport, body: Option<Body>) -> String {
    let reason = match &report.timing {
        Some(timing) => format!("{}: {}", report.reason, figures_of(timing)),
        None => report.reason.clone(),
    };
    let mut sentences = vec![reason];
    sentences.extend(report.distrusted.iter().cloned());
    sentences.extend(body.map(trained_by));
    sentences.join(". ")
}

/// Returns both speeds: `CPU 210,000 and WebGPU 34,000 steps/s`.
fn figures_of(timing: &Timing) -> String {
    let pace = |pace: &Pace| {
        let below = if pace.is_bound { "below " } else { "" };
        format!("{below}{}", format::rate(pace.steps_per_sec))
    };
    let [cpu, webgpu] = [&timing.cpu, &timing.webgpu].map(pace);
    format!("CPU {cpu} and WebGPU {webgpu} steps/s")
}

fn is_fallback(report: &Option<DeviceReport>) -> bool {
    let report = report.as_ref();
    report.is_some_and(|report| report.is_fallback || !report.distrusted.is_empty())
}

fn name(lab: Lab, report: Option<&DeviceReport>, arrival: Option<Arrival>) -> String {
    match (report, &lab.run.phase.get()) {
        (Some(report), _) => {
            let used = lab.run.history.with(|history| history.device.cores);
            device_name(report, used, lab.cores.machine)
        }
        (None, Phase::Failed(_)) => "No device".to_owned(),
        (None, _) => arrival::in_place_of_device(arrival).to_owned(),
    }
}

//! Why does it not learn? What the doctor says of a script, beneath its cell.

mod finding;
mod instruments;
mod state;

use leptos::html;
use leptos::prelude::*;

use self::finding::{CURVES, Main, Others};
use self::instruments::instruments;
pub use self::state::{DoctorState, Examined};
use super::browser::files;
use super::cells::{CellState, Trouble, key, verdict};
use super::scratch::{ScratchCell, use_scratch};
use crate::ui::code_type::prose;
use crate::view::doctor::report::{DoctorReport, Played, paths};
use crate::view::doctor::{file_name, report_file};
use crate::view::format::compact;

/// Shows what the doctor says of a cell's script, once it was asked.
#[component]
pub fn Doctor(
    /// The cell.
    cell: ScratchCell,
) -> impl IntoView {
    let doctor = use_scratch().doctor;
    let is_here = Memo::new(move |_| doctor.is_about(cell));
    view! { <Show when=move || is_here.get()><Said cell /></Show> }
}

#[component]
fn Said(
    /// The cell.
    cell: ScratchCell,
) -> impl IntoView {
    let doctor = use_scratch().doctor;
    let state = Memo::new(move |_| doctor.state.get());
    let report = Memo::new(move |_| doctor.report.get());
    let said = move || match state.get() {
        CellState::Running => {
            let doing = doctor.doing.get();
            match doing.is_empty() {
                true => "Watching the script…".to_owned(),
                false => doing,
            }
        }
        CellState::Passed => {
            report.with(|it| it.as_ref().map(DoctorReport::verdict).unwrap_or_default())
        }
        state => verdict(&state),
    };
    let is_older = Memo::new(move |_| {
        let is_same = doctor
            .examined
            .with(|it| cell.text.with(|text| *text == it.text));
        report.with(Option::is_some) && !is_same
    });
    // The button stands above the code, and what it brings beneath it.
    let node = NodeRef::<html::Section>::new();
    Effect::new(move || {
        if let Some(node) = node.get() {
            node.scroll_into_view_with_bool(false);
        }
    });
    let save = move |_| {
        let Some(report) = report.get_untracked() else {
            return;
        };
        let examined = doctor.examined.get_untracked();
        let root = document().document_element();
        let build = root.and_then(|root| root.get_attribute("data-version"));
        let build = build.unwrap_or_default();
        let text = report_file(&examined.file, &examined.text, &report, &build);
        files::save(&file_name(&examined.file), text.as_bytes());
    };
    view! {
        <section node_ref=node class="doctor" data-testid="doctor" data-state=move || state.with(key) aria-label="Why does it not learn?">
            <div class="verdict-line">
                <p class="verdict" aria-live="polite" data-testid="doctor-said">{said}</p>
                <Show
                    when=move || doctor.is_busy()
                    fallback=move || view! { <button class="link" on:click=move |_| doctor.close()>"Close"</button> }
                >
                    <button class="link" on:click=move |_| doctor.stop()>"Stop"</button>
                </Show>
            </div>
            <Show when=move || is_older.get()>
                <p class="hint">"The script has changed since. Ask again to look at it as it is now"</p>
            </Show>
            {move || match state.get() {
                CellState::Failed(failure) => view! { <Trouble failure /> }.into_any(),
                _ => ().into_any(),
            }}
            {move || report.get().map(|report| view! { <Found cell report=report.clone() /> {episodes(&report.curve)} {instruments(&report)} {probes(&report.probes)} })}
            <Show when=move || report.with(Option::is_some)>
                <div class="doctor-actions">
                    <button class="link" data-testid="doctor-save" on:click=save>"Save a report"</button>
                    <span class="hint">"A file of text with the script, the findings and what shows them. Nothing is sent"</span>
                </div>
            </Show>
        </section>
    }
}

/// Shows what was found.
#[component]
fn Found(
    /// The cell.
    cell: ScratchCell,
    /// What was found.
    report: DoctorReport,
) -> impl IntoView {
    let doctor = use_scratch().doctor;
    let Some((first, others)) = report.findings.split_first() else {
        return nothing(&report).into_any();
    };
    let hint = first.hint.clone();
    let trouble = report.trouble.clone();
    let (first, others) = (first.clone(), others.to_vec());
    view! {
        {trouble.map(|why| view! { <p class="hint">{prose(&why)}</p> })}
        <Show when=move || !doctor.is_open.get()>
            <p class="doctor-hint" data-testid="doctor-hint">{prose(&hint)}</p>
            <button data-testid="doctor-show" on:click=move |_| doctor.is_open.set(true)>"Show what was found"</button>
        </Show>
        <Show when=move || doctor.is_open.get()>
            <Main cell finding=first.clone() />
            <Others others=others.clone() />
        </Show>
    }
    .into_any()
}

/// Shows what the script's agent did in the course's probes.
fn probes(played: &[Played]) -> impl IntoView + use<> {
    let rows: Vec<_> = played
        .iter()
        .map(|it| {
            let name = format!("Probe {}", it.probe);
            view! {
                <tr data-state=it.state.clone()>
                    <th scope="row">{name}</th>
                    <td>{it.asks.clone()}</td>
                    <td class="doctor-verdict">{it.verdict()}</td>
                    <td>{prose(&it.said)}</td>
                </tr>
            }
        })
        .collect();
    (!rows.is_empty()).then(|| {
        view! {
            <details class="doctor-probes" data-testid="doctor-probes">
                <summary>"Its agent in the five probes"</summary>
                <div class="doctor-evidence" role="group" aria-label="Its agent in the five probes" tabindex="0">
                    <table>
                        <thead><tr><th scope="col">"Probe"</th><th scope="col">"What it asks"</th><th scope="col">"Result"</th><th scope="col">"What was seen"</th></tr></thead>
                        <tbody>{rows}</tbody>
                    </table>
                </div>
                <p><a href="?view=checks">"What each probe shows"</a></p>
            </details>
        }
    })
}

/// Draws the returns of the script's episodes.
fn episodes(returns: &[f64]) -> impl IntoView + use<> {
    let [path] = paths([returns], CURVES);
    let (width, height) = CURVES;
    let count = returns.len();
    let most = returns.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (!path.is_empty()).then(|| {
        let said = format!("Returns of the {count} episodes that were watched; the largest is {}", compact(most));
        view! {
            <figure class="doctor-tried" data-testid="doctor-episodes">
                <figcaption>{said.clone()}</figcaption>
                <svg viewBox=format!("-2 -2 {} {}", width + 4.0, height + 4.0) role="img" aria-label=said>
                    <path class="doctor-after" d=path />
                </svg>
            </figure>
        }
    })
}

/// Says what was looked at and what comes next.
fn nothing(report: &DoctorReport) -> impl IntoView + use<> {
    let looked = report
        .looked_at
        .iter()
        .map(|it| view! { <li>{prose(it)}</li> });
    let looked: Vec<_> = looked.collect();
    let has_looked = !looked.is_empty();
    let next: Vec<_> = (report.next.iter())
        .map(|it| view! { <p>{prose(it)}</p> })
        .collect();
    view! {
        {has_looked.then(|| view! { <p>"This was looked at:"</p> <ul class="doctor-looked">{looked}</ul> })}
        {next}
    }
}

//! One finding: the sentence, what shows it, the line with its change, both curves.

use leptos::prelude::*;

use crate::ui::as_table::table_view;
use crate::ui::code_type::prose;
use crate::ui::scratch::{ScratchCell, use_scratch};
use crate::view::doctor::report::{DoctorFinding, Tried, paths};
use crate::view::doctor::with_line;

/// Width and height of the picture of both curves, in its own units.
pub(super) const CURVES: (f64, f64) = (320.0, 90.0);

/// Shows the weightiest finding, with a button that takes its change over.
#[component]
pub fn Main(
    /// The cell.
    cell: ScratchCell,
    /// The finding.
    finding: DoctorFinding,
) -> impl IntoView {
    let scratch = use_scratch();
    let change = finding.line.zip(finding.replaced.clone());
    let taken = change.clone();
    let take = move |_| {
        let Some((line, replaced)) = &taken else {
            return;
        };
        let text = cell.text.get_untracked();
        if let Some(text) = with_line(&text, *line, replaced) {
            scratch.put_text(cell, text);
        }
    };
    let is_same = Memo::new(move |_| {
        (scratch.doctor.examined).with(|it| cell.text.with(|text| *text == it.text))
    });
    let button = change.is_some().then(|| {
        view! {
            <button data-testid="doctor-take" disabled=move || !is_same.get() on:click=take>"Put this line into the script"</button>
        }
    });
    view! {
        <div class="doctor-main" data-testid="doctor-finding">
            {details(&finding)}
            {button}
        </div>
    }
}

/// Shows the other findings, folded.
#[component]
pub fn Others(
    /// The findings.
    others: Vec<DoctorFinding>,
) -> impl IntoView {
    let all: Vec<_> = (others.iter())
        .map(|it| {
            let place = it.line.map(|line| format!("Line {line}: "));
            view! {
                <details class="doctor-other">
                    <summary>{place}{prose(&it.said)}</summary>
                    {details(it)}
                </details>
            }
        })
        .collect();
    (!all.is_empty())
        .then(|| view! { <div class="doctor-others" data-testid="doctor-others">{all}</div> })
}

fn details(finding: &DoctorFinding) -> impl IntoView + use<> {
    let scratch = use_scratch();
    let table = finding.table();
    let rows = (!table.rows.is_empty()).then(|| {
        view! { <div class="doctor-evidence" role="group" aria-label="What shows it" tabindex="0">{table_view(&table, None)}</div> }
    });
    let sentence =
        (rows.is_none() && !table.note.is_empty()).then(|| view! { <p>{prose(&table.note)}</p> });
    let old = finding.line.and_then(|line| {
        let line = line.checked_sub(1)?;
        (scratch.doctor.examined).with_untracked(|it| it.text.lines().nth(line).map(str::to_owned))
    });
    let new = finding.replaced.clone();
    let lines = finding.line.zip(old).map(|(line, old)| {
        let added = new.map(|new| view! { <ins>{new}</ins> });
        let is_kept = added.is_none();
        let old = match is_kept {
            true => view! { <span>{old}</span> }.into_any(),
            false => view! { <del>{old}</del> }.into_any(),
        };
        view! {
            <figure class="doctor-line">
                <figcaption>"Line " {line}</figcaption>
                <pre tabindex="0" aria-label=format!("Line {line} and its change")>{old}{added}</pre>
            </figure>
        }
    });
    let cure = (!finding.cure.is_empty()).then(|| view! { <p>{prose(&finding.cure)}</p> });
    let why = (!finding.why.is_empty())
        .then(|| view! { <p class="doctor-why">{prose(&finding.why)}</p> });
    let lesson = finding.lesson.clone().map(|to| {
        view! { <p><a href=to>"Where the course explains it"</a></p> }
    });
    view! {
        <p class="doctor-sentence">{prose(&finding.said)}</p>
        {sentence}
        {rows}
        {cure}
        {lines}
        {why}
        {finding.tried.as_ref().map(tried)}
        {lesson}
    }
}

/// Shows both curves.
fn tried(tried: &Tried) -> impl IntoView + use<> {
    let [before, after] = paths([&tried.before, &tried.after], CURVES);
    let has_curves = !before.is_empty() && !after.is_empty();
    let (width, height) = CURVES;
    let picture = has_curves.then(|| {
        view! {
            <svg viewBox=format!("-2 -2 {} {}", width + 4.0, height + 4.0) role="img" aria-label="Returns of episodes, as it is and as mended">
                <path class="doctor-before" d=before />
                <path class="doctor-after" d=after />
            </svg>
            <p class="doctor-key"><span class="doctor-before">"as it is"</span> <span class="doctor-after">"mended"</span></p>
        }
    });
    view! {
        <figure class="doctor-tried" data-testid="doctor-tried">
            <figcaption>{prose(&tried.sentence)}</figcaption>
            {picture}
        </figure>
    }
}

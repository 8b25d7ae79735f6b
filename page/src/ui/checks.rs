//! The checks: a description, the state and the evidence of each.

use leptos::prelude::*;

use super::lab::{Lab, use_lab};
use policy_lab::checks::list::{CHECKS, CheckGroup, CheckInfo};
use policy_lab::protocol::check_report::{CheckReport, CheckState, Row};

/// Shows all checks, by group.
#[component]
pub fn Checks() -> impl IntoView {
    let lab = use_lab();
    let is_checking = lab.run.memo(|history| history.checks.is_under_way);
    let run_all = move |_| lab.check(CHECKS.iter().map(|info| info.id.to_owned()).collect());
    view! {
        <section class="checks" aria-labelledby="checks-title">
            <header>
                <h2 id="checks-title">"Checks"</h2>
                <p>
                    "The same checks that test this page’s own code, run here on your device: formulas against numbers worked by hand, the course’s tests, environments whose answer is known, whole runs"
                </p>
                <div class="checks-actions">
                    <button on:click=run_all disabled=move || is_checking.get() || !lab.has_device()>
                        "Run checks"
                    </button>
                    <button on:click=move |_| lab.check(Vec::new()) disabled=move || !is_checking.get()>
                        "Stop checks"
                    </button>
                    <p class="checks-sum" aria-live="polite" data-testid="checks-sum">{move || sum(lab)}</p>
                </div>
            </header>
            {CheckGroup::ALL.map(|group| view! { <GroupOfChecks group /> })}
        </section>
    }
}

/// Returns the summary of all checks, such as `31 of 40 passed, 1 failed`.
fn sum(lab: Lab) -> String {
    lab.run.history.with(|history| {
        let count = |state| {
            let reports = history.checks.reports.values();
            reports.filter(|report| report.state == state).count()
        };
        let (passed, failed) = (count(CheckState::Passed), count(CheckState::Failed));
        let all = CHECKS.len();
        match (history.checks.is_under_way, passed + failed) {
            (false, 0) => format!("{all} checks, none run yet"),
            (true, _) => format!("Running: {passed} of {all} passed, {failed} failed so far"),
            (false, _) => format!("{passed} of {all} passed, {failed} failed"),
        }
    })
}

/// Shows the checks of a group under their heading.
#[component]
fn GroupOfChecks(
    /// The group.
    group: CheckGroup,
) -> impl IntoView {
    view! {
        <h3>{group.label()}</h3>
        <ul class="check-list">
            {CHECKS
                .iter()
                .filter(|info| info.group == group)
                .map(|info| view! { <Check info /> })
                .collect_view()}
        </ul>
    }
}

/// Shows the title and the state of a check, and when unfolded its evidence.
#[component]
fn Check(
    /// The check.
    info: &'static CheckInfo,
) -> impl IntoView {
    let lab = use_lab();
    let report = (lab.run).memo(move |history| history.checks.reports.get(info.id).cloned());
    let state = Memo::new(move |_| {
        let state = report.with(|report| Some(report.as_ref()?.state));
        state.unwrap_or(CheckState::Pending)
    });
    let is_checking = lab.run.memo(|history| history.checks.is_under_way);
    let run = move |_| lab.check(vec![info.id.to_owned()]);
    view! {
        <li class="check" data-testid=format!("check-{}", info.id) data-state=move || state.get().key()>
            <details>
                <summary>
                    <span class="check-mark" aria-hidden="true">{move || mark(state.get())}</span>
                    <span class="check-title">{info.title}</span>
                    <span class="check-state">{move || report.with(|report| word(report.as_ref()))}</span>
                </summary>
                <p>{info.about}</p>
                {move || report.get().map(findings)}
                {move || {
                    (state.get() == CheckState::Failed)
                        .then(|| view! { <p class="advice"><b>"Where to look: "</b>{info.advice}</p> })
                }}
                <button
                    class="link"
                    aria-label=format!("Run the check “{}”", info.title)
                    disabled=move || is_checking.get() || !lab.has_device()
                    on:click=run
                >
                    "Run this check"
                </button>
                {info.is_slow.then_some(" It trains for a while")}
            </details>
        </li>
    }
}

fn mark(state: CheckState) -> &'static str {
    match state {
        CheckState::Pending => "○",
        CheckState::Running => "◐",
        CheckState::Passed => "✓",
        CheckState::Failed => "✕",
    }
}

fn word(report: Option<&CheckReport>) -> String {
    let Some(report) = report else {
        return "not run".to_owned();
    };
    match report.state {
        CheckState::Pending => "not run".to_owned(),
        CheckState::Running => "running…".to_owned(),
        CheckState::Passed => format!("passed {}", secs(report.elapsed_secs)),
        CheckState::Failed => format!("failed {}", secs(report.elapsed_secs)),
    }
}

fn secs(secs: f64) -> String {
    match secs < 0.1 {
        true => "at once".to_owned(),
        false => format!("in {secs:.1} s"),
    }
}

/// Shows the evidence as a table, or the reason why there is none.
fn findings(report: CheckReport) -> impl IntoView {
    if let Some(error) = report.error {
        return view! { <p class="advice" role="alert">"It could not be done: " {error}</p> }
            .into_any();
    }
    if report.evidence.rows.is_empty() {
        return ().into_any();
    }
    view! {
        <div class="evidence" role="region" aria-label="Evidence" tabindex="0">
            <table>
                <thead>
                    <tr>
                        <th scope="col">"What"</th>
                        <th scope="col">"Expected"</th>
                        <th scope="col">"Actual"</th>
                        <th scope="col">"Tolerance"</th>
                    </tr>
                </thead>
                <tbody>{report.evidence.rows.into_iter().map(row).collect_view()}</tbody>
            </table>
        </div>
    }
    .into_any()
}

fn row(row: Row) -> impl IntoView {
    let tolerance = if row.tolerance.is_empty() {
        "–".to_owned()
    } else {
        row.tolerance
    };
    view! {
        <tr class:disagrees=!row.agrees>
            <th scope="row">{row.what}</th>
            <td>{row.expected}</td>
            <td>{row.actual} {(!row.agrees).then_some(" ✕")}</td>
            <td>{tolerance}</td>
        </tr>
    }
}

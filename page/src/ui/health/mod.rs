//! The health of the run: its vital signs and, after a problem, what happened, when, the likely
//! causes, and a way back.

mod remedies;
mod sentences;
mod signs;

use leptos::prelude::*;

use self::remedies::Remedies;
pub use self::sentences::trouble;
use self::sentences::{about, at_fault, cause, headline, kept_run, unexplained};
use self::signs::Signs;
use super::compare::use_compare;
use super::lab::{Lab, use_lab};
use policy_lab::history::health::{
    CodeFault, Finding, Level, RunProblem, Sign, SolvedRun, Verdict,
};
use policy_lab::history::{History, Phase};

/// Iterations after which the verdict is updated only every second iteration; after twice as many,
/// every third, and so on. Each update reads the whole curve to find a collapse.
const RENEWED_EVERY: usize = 400;

/// Computes the health of the current run once, for the panel and all charts.
pub fn provide_verdict(lab: Lab) {
    provide_context(verdict(lab));
}

/// Returns the health of the current run, in any component.
pub fn use_verdict() -> Memo<Verdict> {
    expect_context::<Memo<Verdict>>()
}

/// Explains the dashed upright line in the charts; shows nothing while there is none.
#[component]
pub fn MarkKey() -> impl IntoView {
    let verdict = use_verdict();
    let said = Memo::new(move |_| verdict.with(|verdict| verdict.marked().map(headline)));
    move || {
        let line = view! {
            <svg class="swatch" viewBox="0 0 34 10" aria-hidden="true">
                <line class="mark" x1="17" y1="0" x2="17" y2="10" stroke-width="2" stroke-dasharray="3 2" />
            </svg>
        };
        let said = said.get()?;
        Some(view! { <p class="mark-key" data-testid="chart-mark">{line} {said}</p> })
    }
}

/// Shows the panel.
#[component]
pub fn Health() -> impl IntoView {
    let lab = use_lab();
    let verdict = use_verdict();
    let findings = Memo::new(move |_| verdict.with(|verdict| verdict.findings.clone()));
    let title = Memo::new(move |_| verdict.with(title));
    let code = Memo::new(move |_| verdict.with(|verdict| verdict.code));
    let said = move || {
        let parts = lab.reader_run.parts.get();
        code.get().map(
            |code| view! { <p data-testid="code-fault" inner_html=at_fault(code, &parts)></p> },
        )
    };
    let head = Memo::new(move |_| verdict.with(|verdict| summary(lab, verdict)));
    let is_grave =
        move || verdict.with(|verdict| verdict.grave().is_some() || verdict.code.is_some());
    let is_known = move || verdict.with(|verdict| !verdict.signs.is_empty());
    // A screen reader need not hear again and again that all is well.
    let is_quiet =
        move || (lab.run.phase.get() == Phase::Running && verdict.with(is_well)).to_string();
    view! {
        <section class="health" class:grave=is_grave class:known=is_known data-testid="health" aria-labelledby="health-title">
            <h2 id="health-title">{title}</h2>
            <p class="health-head" role="status" aria-busy=is_quiet data-testid="health-summary">{head}</p>
            {said}
            {move || {
                let own = lab.reader_run;
                let is_code = code.with(Option::is_some) || own.is_shown.get() && own.code.get().is_loop();
                findings.get().into_iter().map(|finding| view! { <Details finding is_code /> }).collect_view()
            }}
            <Signs verdict />
        </section>
    }
}

fn verdict(lab: Lab) -> Memo<Verdict> {
    let renewal = Memo::new(move |_| {
        let done = lab.run.history.with(iterations);
        let round = done / (1 + done / RENEWED_EVERY);
        let reference = lab.reader_run.reference.with(|it| it.phase.clone());
        (round, lab.run.phase.get(), reference)
    });
    Memo::new(move |_| {
        // Read the signal: a memo without a reader is never updated.
        let _ = renewal.get();
        let own = lab.reader_run;
        (lab.run.history).with_untracked(|history| match own.is_shown.get() {
            true => (own.reference)
                .with_untracked(|reference| Verdict::beside(history, reference, own.code.get())),
            false => Verdict::of(history),
        })
    })
}

fn iterations(history: &History) -> usize {
    history.run.last.as_ref().map_or(0, |last| last.iteration)
}

fn title(verdict: &Verdict) -> &'static str {
    match verdict.findings.first().map(|it| it.problem) {
        Some(RunProblem::Collapsed(_)) => "Why did it collapse?",
        Some(problem) if problem.is_grave() => "What went wrong?",
        _ if verdict.code.is_some() => "What went wrong?",
        Some(_) => "Worth knowing",
        None => "How is it doing?",
    }
}

/// Returns the line that is always shown.
fn alarming(verdict: &Verdict) -> impl Iterator<Item = &Sign> {
    let signs = verdict.signs.iter();
    signs.filter(|sign| sign.level == Level::Alarming)
}

fn is_well(verdict: &Verdict) -> bool {
    let is_blameless = verdict.findings.is_empty() && verdict.code.is_none();
    is_blameless && alarming(verdict).next().is_none()
}

fn summary(lab: Lab, verdict: &Verdict) -> String {
    if verdict.signs.is_empty() && verdict.findings.is_empty() {
        let empty = "Once a run is under way, its vital signs stand here. When something goes \
                     wrong, so does what it was, when it began and what to change";
        return empty.to_owned();
    }
    if verdict.code.is_some() {
        // Without numbers, so that a screen reader does not read it out at every iteration.
        let blamed = match verdict.code {
            Some(CodeFault::BrokeOff { .. }) => {
                "ours went on with the same settings and seed, so it is the code"
            }
            _ => "ours does well with the same settings and seed, so it is the code",
        };
        return match verdict.grave() {
            Some(finding) => format!("{}; {blamed}", headline(finding)),
            None => format!("It does badly; {blamed}"),
        };
    }
    if let Some(finding) = verdict.findings.first() {
        return headline(finding);
    }
    let names: Vec<&str> = alarming(verdict).map(|sign| sign.metric.key()).collect();
    match lab.run.history.with_untracked(iterations) {
        _ if !names.is_empty() => format!(
            "Nothing is lost so far, but keep an eye on {}",
            names.join(", ")
        ),
        1 => "Healthy so far: nothing stands out in its first iteration".to_owned(),
        // Round the number, so that a screen reader does not read it out at every iteration.
        done => format!(
            "Healthy so far: nothing stands out after {} iterations",
            (done / 10 * 10).max(2)
        ),
    }
}

/// Shows a finding: the sentence that explains its headline, the likely causes, and remedies.
#[component]
fn Details(
    /// The finding.
    finding: Finding,
    /// True if the reader's code is at fault or has the settings, so that no setting of the form is
    /// advice.
    is_code: bool,
) -> impl IntoView {
    let is_grave = finding.problem.is_grave();
    let kind = untrack(|| use_lab().score_kind());
    let solved = (is_grave && !is_code).then(solved_before).flatten();
    let causes: Vec<String> = finding.causes.iter().map(cause).collect();
    let causes = match causes.is_empty() && is_grave && !is_code && solved.is_none() {
        true => vec![unexplained(&finding).to_owned()],
        false => causes,
    };
    let mut finding = finding;
    // What has worked comes before what might.
    if let Some(remedy) = solved.as_ref().and_then(SolvedRun::remedy) {
        finding.remedies.retain(|other| other.key != remedy.key);
        finding.remedies.insert(0, remedy);
    }
    let list = (!causes.is_empty()).then(|| {
        let items = causes
            .into_iter()
            .map(|html| view! { <li inner_html=html></li> });
        view! {
            <h3>"What came before"</h3>
            <ul data-testid="health-causes">{items.collect_view()}</ul>
        }
    });
    view! {
        <div class="run-problem">
            <p inner_html=about(&finding, kind)></p>
            {list}
            {solved.as_ref().map(kept_run).map(|said| view! {
                <p data-testid="health-kept">{said}</p>
            })}
            <Remedies finding />
        </div>
    }
}

/// Returns the kept run that solved the current run's task with other settings.
fn solved_before() -> Option<SolvedRun> {
    let (lab, compare) = (use_lab(), use_compare());
    let config = (lab.run.history)
        .with_untracked(|history| history.run.info.as_ref().map(|info| info.config.clone()))?;
    (compare.shelf).with_untracked(|shelf| SolvedRun::nearest(&config, shelf.entries()))
}

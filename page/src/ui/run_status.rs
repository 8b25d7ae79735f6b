//! The progress of the run, as a sentence and as a bar.

use leptos::prelude::*;

use crate::ui::kept::LastRunOffer;
use crate::ui::lab::{Lab, use_lab};
use crate::view::score::{mean_score, score_test_id};
use crate::view::{arrival, format, run_story};
use policy_lab::history::{History, Phase};
use policy_lab::protocol::score::ScoreKind;
use policy_lab::protocol::{DeviceKind, FailureKind, StopReason};

/// Number of changes of which a screen reader reads one out.
const SPOKEN_EVERY: u32 = 10;

/// The numbers of the status sentence, as text.
#[derive(Clone, Debug, PartialEq)]
pub struct StatusFigures {
    /// The state of the run in a word, unless it runs.
    pub opening: String,
    /// True if the run has ended because it was solved.
    pub is_solved: bool,
    /// Iterations done.
    pub iteration: String,
    /// Iterations of the run, if it is known.
    pub of: Option<String>,
    /// What the run is scored by.
    pub kind: ScoreKind,
    /// The score, once an episode has ended.
    pub score: Option<String>,
    /// The mean length of episodes, where it is not the score.
    pub length: Option<String>,
    /// Environment steps per second.
    pub rate: String,
    device: &'static str,
}

/// Shows the status sentence, the progress bar with its details, failures, and the last run of an
/// earlier visit.
#[component]
pub fn RunStatus() -> impl IntoView {
    let lab = use_lab();
    let status = lab.run.at_beats(figures_of);
    let is_solved = move || status.with(|it| it.as_ref().is_some_and(|it| it.is_solved));
    let details = (lab.run).at_beats(move |history| details_of(history, lab.run.rest_secs()));
    // While the page loads this is the bar of `page/boot.js`, which never goes back.
    let done = Memo::new(move |before: Option<&f64>| {
        let before = before.copied().unwrap_or_default();
        lab.run
            .history
            .with(|history| match (&history.phase, history.device.arrival) {
                (Phase::Loading, arrival) => arrival::part_of_all(arrival).max(before),
                (_, None) => run_story::done(history),
                (_, arrival) => arrival::part(arrival),
            })
    });
    view! {
        <div class="progress">
            <p class="status" class:solved=is_solved role="status" aria-live="polite" aria-atomic="true" aria-busy=move || is_quiet(lab)>
                {move || match status.get() {
                    Some(figures) => view! { <Sentence figures /> }.into_any(),
                    None => waiting(lab).into_any(),
                }}
            </p>
            <progress aria-label="Progress of the run" max="1" prop:value=move || done.get()></progress>
            <p class="details">{details}</p>
            <FailureNotice />
            <LastRunOffer />
        </div>
    }
}

/// Returns `true`, for `aria-busy`, if a screen reader should not read out the numbers of this
/// moment.
pub fn is_quiet(lab: Lab) -> String {
    let running = lab.run.phase.get() == Phase::Running;
    (running && !lab.run.beat.get().is_multiple_of(SPOKEN_EVERY)).to_string()
}

/// Shows the status sentence:
/// `Iteration 12 of 100 · mean episode length 134.2 · 185,000 steps/s · CPU`. Of a task it
/// tells the mean return.
#[component]
fn Sentence(
    /// The numbers of the sentence.
    figures: StatusFigures,
) -> impl IntoView {
    let kind = figures.kind;
    let score = match figures.score {
        Some(score) => view! {
            {mean_score(kind)} " " <b data-testid=score_test_id(kind)>{score}</b>
            {figures.length.map(|length| view! { <SpokenLength length /> })}
        }
        .into_any(),
        None => "no episode has ended yet".into_any(),
    };
    view! {
        {figures.opening}
        "Iteration " <b data-testid="iteration">{figures.iteration}</b> {figures.of.map(|of| format!(" of {of}"))} " · " {score} " · "
        <b data-testid="steps-per-sec">{figures.rate}</b> " steps/s · " {figures.device}
    }
}

/// Tells screen readers, and whoever reads the page with a program, how long episodes last where
/// that is not the score.
#[component]
pub fn SpokenLength(
    /// The mean length of episodes.
    length: String,
) -> impl IntoView {
    view! {
        <span class="visually-hidden">
            " · " {mean_score(ScoreKind::Length)} " "
            <b data-testid=score_test_id(ScoreKind::Length)>{length}</b>
        </span>
    }
}

/// Shows what failed, and what to do about it.
#[component]
fn FailureNotice() -> impl IntoView {
    let lab = use_lab();
    move || {
        lab.run.failure.get().map(|failure| {
            let remedy = match failure.kind {
                FailureKind::Device => {
                    Some("Press Train to try again, or choose the other device above")
                }
                FailureKind::Bug => {
                    Some("Nothing is lost: the settings are kept in the address of this page")
                }
                // The message itself says which setting to change.
                FailureKind::Run | FailureKind::NotFinite => None,
            };
            view! {
                <div class="notice failure" role="alert" data-testid="failure">
                    <p>{failure.message}</p>
                    {remedy.map(|remedy| view! { <p>{remedy}</p> })}
                    <Kept />
                </div>
            }
        })
    }
}

/// Shows the newest iteration that was kept of a run that failed, and a button to continue from
/// there.
#[component]
fn Kept() -> impl IntoView {
    let lab = use_lab();
    let kept = (lab.run).memo(|history| Some(history.run.newest_checkpoint()?.iteration));
    move || {
        kept.get().map(|iteration| {
            view! {
                <p data-testid="kept">
                    {format!("The run as it was after iteration {iteration} is kept. Change a setting, then ")}
                    <button class="link" on:click=move |_| lab.go_on() disabled=move || !lab.can_start()>
                        {format!("go on from iteration {iteration}")}
                    </button>
                </p>
            }
        })
    }
}

/// Returns the sentence for the time before a run has reported an iteration.
fn waiting(lab: Lab) -> String {
    let kind = (lab.run.history).with(|history| Some(history.device.report.as_ref()?.kind));
    if lab.run.history.with(|history| history.device.is_timing) {
        return "Timing the CPU and WebGPU with these settings, to train on the faster one…"
            .to_owned();
    }
    if lab.run.phase.get() == Phase::Paused {
        return "Held within the first iteration".to_owned();
    }
    if lab.run.is_starting.get() || lab.run.phase.get() == Phase::Running {
        return match kind {
            Some(DeviceKind::Webgpu) => {
                "The first iteration is under way; the GPU's programs are compiled for it, which may take a while…"
            }
            _ => "The first iteration is under way…",
        }
        .to_owned();
    }
    let Some(kind) = kind else {
        return match lab.run.phase.get() {
            Phase::Failed(_) => "Training is not possible at the moment".to_owned(),
            _ => match lab.run.history.with(|history| history.device.arrival) {
                None => "Opening a device; this takes a few seconds the first time".to_owned(),
                arrival => arrival::of_training(arrival),
            },
        };
    };
    match lab.settings.config.get() {
        Ok(config) => {
            let practice = match config.env_id.is_cart() {
                true => format!("lets {} practise", format::plural(config.num_envs, "cart")),
                false => format!("uses {}", format::plural(config.num_envs, "environment")),
            };
            format!(
                "Ready on {}. Train {practice} for {}",
                kind.label(),
                format::plural(config.num_iterations(), "iteration"),
            )
        }
        // The problem is shown beside the buttons.
        Err(_) => format!("Ready on {}", kind.label()),
    }
}

/// Returns the numbers of a run that has done an iteration.
pub fn figures_of(history: &History) -> Option<StatusFigures> {
    let (run, last) = (history.run.info.as_ref()?, history.run.last.as_ref()?);
    let solved = run_story::solved_stop(history);
    let kind = history.run.score_kind();
    let length = history.run.episodic_length.map(format::value);
    Some(StatusFigures {
        opening: match (solved, &history.phase) {
            (Some(after), _) => format!("Solved after {}. ", format::plural(after, "iteration")),
            (None, phase) => match phase {
                Phase::Paused => "Paused. ",
                Phase::Stopped(StopReason::Finished) => "Finished. ",
                Phase::Stopped(_) => "Stopped. ",
                Phase::Failed(_) => "Failed. ",
                Phase::Loading | Phase::Idle | Phase::Running => "",
            }
            .to_owned(),
        },
        is_solved: solved.is_some(),
        iteration: format::count(last.iteration as u64),
        of: (run.num_iterations > 0).then(|| format::count(run.num_iterations as u64)),
        kind,
        score: history.run.score().map(format::score),
        length: length.filter(|_| kind != ScoreKind::Length),
        rate: format::rate(last.steps_per_sec),
        device: match &history.device.report {
            Some(device) => device.kind.label(),
            None => "no device",
        },
    })
}

/// Returns the details under the bar: `98,304 of 819,200 environment steps · about 12 s left`.
fn details_of(history: &History, rest_secs: f64) -> Option<String> {
    let (run, last) = (history.run.info.as_ref()?, history.run.last.as_ref()?);
    // A loop of the reader's has its networks and its settings in the cell.
    let is_ours = run.num_parameters > 0;
    let mut text = format::count(last.global_step);
    if is_ours {
        let size = run.config.batch_size() * run.config.rollouts_per_iteration;
        text += &format!(" of {}", format::count((run.num_iterations * size) as u64));
    }
    text += " environment steps";
    match history.phase {
        Phase::Running | Phase::Paused => {
            if let Some(secs) = history.run.secs_left() {
                let left = run.num_iterations.saturating_sub(last.iteration);
                let secs = secs + rest_secs * left as f64;
                text += &format!(" · about {} left", format::duration(secs));
            }
        }
        _ => text += &format!(" · took {}", format::duration(last.elapsed_secs)),
    }
    if is_ours {
        let parameters = format::count(run.num_parameters as u64);
        text += &format!(" · {parameters} trainable numbers");
    }
    Some(text)
}

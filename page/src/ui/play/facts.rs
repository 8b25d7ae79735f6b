//! Facts about what is played with: counts, the state, and the result of a nudge.

use leptos::prelude::*;

use crate::ui::play::stage::PlayStage;
use crate::view::format;
use crate::view::steering::{episode, state};
use policy_lab::policy::play::{Ending, NudgeOutcome, PlayView};

/// Shows the number of steps, the best and the last episode, the value and the state.
#[component]
pub fn Facts(
    /// What is played with.
    stage: PlayStage,
) -> impl IntoView {
    let fact =
        move |name: &'static str, test_id: &'static str, read: fn(&PlayView) -> Option<String>| {
            let text = Memo::new(move |_| {
                let said = stage.view.with(|view| view.as_ref().and_then(read));
                said.unwrap_or_else(|| "–".to_owned())
            });
            view! { <div><dt>{name}</dt><dd data-testid=test_id>{text}</dd></div> }
        };
    view! {
        <dl class="play-facts" aria-live="off">
            {fact("Steps", "touch-steps", |view| Some(format::count(u64::from(view.steps))))}
            {fact("Return", "touch-return", |view| Some(format::score(view.total_reward)))}
            {fact("Critic’s value", "touch-value", |view| {
                let value = view.outputs.as_ref()?.value?;
                Some(format::score(f64::from(value)))
            })}
            {fact("Best so far", "touch-best", |view| view.best.map(episode))}
            {fact("Last episode", "touch-last", |view| view.last.map(episode))}
            {fact("State", "touch-state", |view| Some(state(view)))}
        </dl>
    }
}

/// Shows the result of the newest nudge.
#[component]
pub fn Caught(
    /// What is played with.
    stage: PlayStage,
) -> impl IntoView {
    let outcome = Memo::new(move |_| stage.view.with(|view| view.as_ref()?.outcome.map(outcome)));
    // Until the result is known the text counts steps, which a screen reader should not read out.
    let quiet = move || {
        let is_open = |view: &Option<PlayView>| {
            let outcome = view.as_ref().and_then(|view| view.outcome);
            matches!(outcome, Some(NudgeOutcome::Open(_)))
        };
        stage.view.with(is_open).to_string()
    };
    view! {
        <p class="play-outcome" aria-live="polite" aria-busy=quiet data-testid="touch-outcome">
            {move || outcome.get().unwrap_or_else(|| "Nudge the pole and see whether it is caught".to_owned())}
        </p>
    }
}

fn outcome(outcome: NudgeOutcome) -> String {
    let steps = |steps| format::plural(steps as usize, "step");
    match outcome {
        NudgeOutcome::Open(open) => format!("{} since the nudge", steps(open)),
        NudgeOutcome::Caught(after) => format!("Caught it: back upright after {}", steps(after)),
        NudgeOutcome::Ended(after, ending) => {
            let after = steps(after);
            match ending {
                Ending::Fell => format!("Fell {after} after the nudge"),
                Ending::LeftTrack => format!("Off the track {after} after the nudge"),
                Ending::Goal => format!("Reached the goal {after} after the nudge"),
                Ending::Crashed | Ending::Elsewhere => format!("Ended {after} after the nudge"),
                Ending::TimeLimit => format!("The time limit came {after} after the nudge"),
            }
        }
    }
}

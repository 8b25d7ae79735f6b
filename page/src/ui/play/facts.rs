//! Facts about the cart: the probabilities of the next push, counts, and the result of a nudge.

use leptos::prelude::*;

use crate::ui::play::stage::CartStage;
use crate::view::format;
use policy_lab::policy::play::{Ending, NudgeOutcome, PlayView, PlayedEpisode, Push};

/// Shows the probabilities as a bar of two parts, and the push that was taken.
#[component]
pub fn Odds(
    /// The cart.
    stage: CartStage,
) -> impl IntoView {
    let of = move |read: fn(&PlayView) -> Option<[u32; 2]>| {
        stage.view.with(|view| view.as_ref().and_then(read))
    };
    let percent = Memo::new(move |_| of(|view| view.outputs.map(|outputs| outputs.percent())));
    let taken = Memo::new(move |_| stage.view.with(|view| Some(view.as_ref()?.taken?.0)));
    let right = move || percent.get().map_or(50, |[_, right]| right);
    let said = move || match percent.get() {
        Some([left, right]) => {
            let said = format!("left {left} %, right {right} %");
            match taken.get() {
                Some(Push::Left) => said + "; pushed left",
                Some(Push::Right) => said + "; pushed right",
                None => said,
            }
        }
        None => "no policy to ask".to_owned(),
    };
    let text = move |push: Push| {
        let said = move || match (percent.get(), push) {
            (Some([left, _]), Push::Left) => format!("← {left} %"),
            (Some([_, right]), Push::Right) => format!("{right} % →"),
            (None, _) => "–".to_owned(),
        };
        view! { <span class:taken=move || taken.get() == Some(push)>{said}</span> }
    };
    let part = move |push: Push| {
        let width = move || percent.get().map_or(50, |percent| percent[push as usize]);
        view! {
            <span class="odds-part" style:flex-grow=move || width().to_string()></span>
        }
    };
    view! {
        <div class="odds">
            <p class="odds-head" aria-hidden="true">
                {text(Push::Left)} <span>"Probability of each push"</span>
                {text(Push::Right)}
            </p>
            <div
                class="odds-bar"
                class:empty=move || percent.get().is_none()
                role="meter"
                aria-live="off"
                aria-label="Probability of a push to the right"
                aria-valuemin="0"
                aria-valuemax="100"
                aria-valuenow=move || right().to_string()
                aria-valuetext=said
                data-testid="touch-odds"
            >
                {part(Push::Left)} {part(Push::Right)}
            </div>
        </div>
    }
}

/// Shows the number of steps, the best and the last episode, the value and the state.
#[component]
pub fn Facts(
    /// The cart.
    stage: CartStage,
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
                let value = view.outputs?.value?;
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
    /// The cart.
    stage: CartStage,
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

/// Formats the state: `x +0.12 m · v −0.30 m/s · θ +1.2° · ω +0.40 rad/s`.
fn state(view: &PlayView) -> String {
    let [x, v, theta, omega] = view.state;
    let signed = |number: f32, digits: usize| format!("{number:+.digits$}").replace('-', "−");
    let [x, v, omega] = [x, v, omega].map(|number| signed(number, 2));
    let theta = signed(theta.to_degrees(), 1);
    format!("x {x} m · v {v} m/s · θ {theta}° · ω {omega} rad/s")
}

fn episode(episode: PlayedEpisode) -> String {
    let steps = format::plural(episode.steps as usize, "step");
    let total = format::score(episode.total_reward);
    let ending = match episode.ending {
        Ending::Fell => "fell",
        Ending::LeftTrack => "off the track",
        Ending::TimeLimit => "time limit",
    };
    format!("{steps}, return {total}, {ending}")
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
                Ending::TimeLimit => format!("The time limit came {after} after the nudge"),
            }
        }
    }
}

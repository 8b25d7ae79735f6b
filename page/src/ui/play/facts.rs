//! What is said of the cart: the probabilities of the next push, counts, and what came of a nudge.

use leptos::prelude::*;

use crate::course::{word, words};
use crate::ui::play::stage::CartStage;
use crate::view::format;
use policy_lab::policy::play::{Ending, Moment, NudgeOutcome, PlayedEpisode, Push};

/// The probabilities as a bar of two parts, and the push that was taken.
#[component]
pub fn Odds(
    /// The cart.
    stage: CartStage,
) -> impl IntoView {
    let of = move |read: fn(&Moment) -> Option<[u32; 2]>| {
        stage.moment.with(|moment| moment.as_ref().and_then(read))
    };
    let percent = Memo::new(move |_| of(|moment| moment.look.map(|look| look.percent())));
    let taken = Memo::new(move |_| {
        stage
            .moment
            .with(|moment| moment.as_ref()?.taken.map(|(push, _)| push))
    });
    let right = move || percent.get().map_or(50, |[_, right]| right);
    let said = move || match percent.get() {
        Some([left, right]) => {
            let said = words("touch.odds.said", &[("left", &left), ("right", &right)]);
            match taken.get() {
                Some(Push::Left) => said + word("touch.odds.took-left"),
                Some(Push::Right) => said + word("touch.odds.took-right"),
                None => said,
            }
        }
        None => word("touch.odds.none").to_owned(),
    };
    let text = move |push: Push, key: &'static str| {
        let said = move || match percent.get() {
            Some(percent) => words(key, &[("percent", &percent[push as usize])]),
            None => "–".to_owned(),
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
                {text(Push::Left, "touch.odds.left")} <span>{word("touch.odds.title")}</span>
                {text(Push::Right, "touch.odds.right")}
            </p>
            <div
                class="odds-bar"
                class:empty=move || percent.get().is_none()
                role="meter"
                aria-live="off"
                aria-label=word("touch.odds.label")
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

/// Steps, best, last, value, state.
#[component]
pub fn Facts(
    /// The cart.
    stage: CartStage,
) -> impl IntoView {
    let fact =
        move |key: &'static str, test_id: &'static str, read: fn(&Moment) -> Option<String>| {
            let text = Memo::new(move |_| {
                let said = stage.moment.with(|moment| moment.as_ref().and_then(read));
                said.unwrap_or_else(|| "–".to_owned())
            });
            view! { <div><dt>{word(key)}</dt><dd data-testid=test_id>{text}</dd></div> }
        };
    view! {
        <dl class="play-facts" aria-live="off">
            {fact("touch.steps", "touch-steps", |moment| Some(format::count(u64::from(moment.steps))))}
            {fact("touch.return", "touch-return", |moment| Some(format::value(moment.total_reward)))}
            {fact("touch.value", "touch-value", |moment| {
                let value = moment.look?.value?;
                Some(format::value(f64::from(value)))
            })}
            {fact("touch.best", "touch-best", |moment| moment.best.map(episode))}
            {fact("touch.last", "touch-last", |moment| moment.last.map(episode))}
            {fact("touch.state", "touch-state", |moment| Some(state(moment)))}
        </dl>
    }
}

/// What came of the newest nudge.
#[component]
pub fn Caught(
    /// The cart.
    stage: CartStage,
) -> impl IntoView {
    let outcome = Memo::new(move |_| {
        stage.moment.with(|moment| {
            moment
                .as_ref()
                .and_then(|moment| moment.outcome.map(outcome))
        })
    });
    // While it is open it counts, which nobody wants to hear read out.
    let quiet = move || {
        let is_open = |moment: &Option<Moment>| {
            let outcome = moment.as_ref().and_then(|moment| moment.outcome);
            matches!(outcome, Some(NudgeOutcome::Open(_)))
        };
        stage.moment.with(is_open).to_string()
    };
    view! {
        <p class="play-outcome" aria-live="polite" aria-busy=quiet data-testid="touch-outcome">
            {move || outcome.get().unwrap_or_else(|| word("touch.outcome.none").to_owned())}
        </p>
    }
}

/// `x +0.12 m · v −0.30 m/s · θ +1.2° · ω +0.40 rad/s`.
fn state(moment: &Moment) -> String {
    let [x, v, theta, omega] = moment.state;
    let signed = |number: f32, digits: usize| format!("{number:+.digits$}").replace('-', "−");
    words(
        "touch.state.said",
        &[
            ("x", &signed(x, 2)),
            ("v", &signed(v, 2)),
            ("theta", &signed(theta.to_degrees(), 1)),
            ("omega", &signed(omega, 2)),
        ],
    )
}

fn episode(episode: PlayedEpisode) -> String {
    let key = match episode.ending {
        Ending::Fell => "touch.episode.fell",
        Ending::LeftTrack => "touch.episode.left",
        Ending::TimeLimit => "touch.episode.limit",
    };
    words(
        key,
        &[
            ("steps", &format::plural(episode.steps as usize, "step")),
            ("return", &format::value(episode.total_reward)),
        ],
    )
}

fn outcome(outcome: NudgeOutcome) -> String {
    let (key, steps) = match outcome {
        NudgeOutcome::Open(steps) => ("touch.outcome.open", steps),
        NudgeOutcome::Caught(steps) => ("touch.outcome.caught", steps),
        NudgeOutcome::Ended(steps, Ending::Fell) => ("touch.outcome.fell", steps),
        NudgeOutcome::Ended(steps, Ending::LeftTrack) => ("touch.outcome.left", steps),
        NudgeOutcome::Ended(steps, Ending::TimeLimit) => ("touch.outcome.limit", steps),
    };
    words(key, &[("steps", &format::plural(steps as usize, "step"))])
}

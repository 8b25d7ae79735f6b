//! What the policy would do: the probability of each action, or the mean and the spread of each
//! number of a continuous one, and what was taken.

use leptos::prelude::*;

use crate::ui::play::stage::PlayStage;
use crate::view::steering::{along, spread};
use policy_lab::envs::{ActionSpace, Control, EnvId};
use policy_lab::policy::play::{ActionOdds, PlayAction, PlayView};

/// Shows the distribution over actions.
#[component]
pub fn Odds(
    /// What is played with.
    stage: PlayStage,
    /// Its environment.
    id: EnvId,
) -> impl IntoView {
    match id.spec().actions {
        ActionSpace::Discrete(names) => {
            let row = |(action, name): (usize, &'static str)| {
                view! { <ActionBar stage action name /> }
            };
            let rows = names.iter().copied().enumerate().map(row).collect_view();
            view! {
                <div class="odds" role="group" aria-label="Probability of each action" data-testid="touch-odds">
                    {rows}
                </div>
            }
            .into_any()
        }
        ActionSpace::Continuous(controls) => {
            let row = |(place, control): (usize, &'static Control)| {
                view! { <ControlAxis stage place control /> }
            };
            let rows = controls.iter().enumerate().map(row).collect_view();
            view! {
                <div class="odds" role="group" aria-label="Mean and spread of the action" data-testid="touch-odds">
                    {rows}
                </div>
            }
            .into_any()
        }
    }
}

/// Shows the probability of an action as a bar, and whether it was taken.
#[component]
fn ActionBar(
    /// What is played with.
    stage: PlayStage,
    /// The number of the action.
    action: usize,
    /// Its name.
    name: &'static str,
) -> impl IntoView {
    let of = move |read: fn(&PlayView, usize) -> Option<u32>| {
        stage.view.with(|view| read(view.as_ref()?, action))
    };
    let percent = Memo::new(move |_| {
        of(|view, action| {
            let outputs = view.outputs.as_ref()?;
            outputs.odds.percent().get(action).copied()
        })
    });
    let taken = Memo::new(move |_| {
        of(|view, _| match view.taken.as_ref()? {
            (PlayAction::Discrete(action), _) => Some(*action),
            (PlayAction::Continuous(_), _) => None,
        })
    });
    let is_taken = move || taken.get() == Some(action as u32);
    let shown = move || match percent.get() {
        Some(percent) => format!("{percent} %"),
        None => "–".to_owned(),
    };
    let said = move || match (percent.get(), is_taken()) {
        (None, _) => "no policy to ask".to_owned(),
        (Some(percent), true) => format!("{percent} %, taken"),
        (Some(percent), false) => format!("{percent} %"),
    };
    let now = move || percent.get().unwrap_or_default();
    view! {
        <div
            class="odds-row"
            class:taken=is_taken
            role="meter"
            aria-live="off"
            aria-label=name
            aria-valuemin="0"
            aria-valuemax="100"
            aria-valuenow=move || now().to_string()
            aria-valuetext=said
        >
            <span>{name}</span>
            <span class="odds-bar" class:empty=move || percent.get().is_none()>
                <span class="odds-part" style:width=move || format!("{}%", now())></span>
            </span>
            <span>{shown}</span>
        </div>
    }
}

/// Shows the axis of a number of a continuous action: the mean, one standard deviation to both
/// sides, and the number that was taken.
#[component]
fn ControlAxis(
    /// What is played with.
    stage: PlayStage,
    /// The place of the number in an action.
    place: usize,
    /// The number's name and limits.
    control: &'static Control,
) -> impl IntoView {
    let number = Memo::new(move |_| {
        stage
            .view
            .with(|view| match &view.as_ref()?.outputs.as_ref()?.odds {
                ActionOdds::Continuous(numbers) => numbers.get(place).copied(),
                ActionOdds::Discrete(_) => None,
            })
    });
    let taken = Memo::new(move |_| {
        stage
            .view
            .with(|view| match view.as_ref()?.taken.as_ref()? {
                (PlayAction::Continuous(numbers), _) => numbers.get(place).copied(),
                (PlayAction::Discrete(_), _) => None,
            })
    });
    let at = move |number: f32| along(control, number);
    let percent = |part: f64| format!("{part:.1}%");
    let ends = move || {
        let [mean, deviation] = number.get().unwrap_or_default();
        [at(mean - deviation), at(mean + deviation)]
    };
    view! {
        <div class="odds-control">
            <p>{move || spread(control, number.get(), taken.get())}</p>
            <div class="odds-axis" aria-hidden="true">
                <span
                    class="odds-spread"
                    hidden=move || number.get().is_none()
                    style:left=move || percent(ends()[0])
                    style:width=move || percent(ends()[1] - ends()[0])
                ></span>
                <span
                    class="odds-mean"
                    hidden=move || number.get().is_none()
                    style:left=move || percent(at(number.get().unwrap_or_default()[0]))
                ></span>
                <span
                    class="odds-taken"
                    hidden=move || taken.get().is_none()
                    style:left=move || percent(at(taken.get().unwrap_or_default()))
                ></span>
            </div>
        </div>
    }
}

//! The one button that trains, pauses or resumes, by the state of the run, and the reason if it
//! cannot.

use leptos::prelude::*;

use super::lab::{Lab, use_lab};
use crate::ui::browser::focus;
use policy_lab::history::Phase;

/// The next thing that the button does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NextAction {
    Train,
    Pause,
    Resume,
}

impl NextAction {
    fn of(lab: Lab) -> Self {
        match lab.run.phase.get() {
            _ if lab.run.is_starting.get() => Self::Pause,
            Phase::Running => Self::Pause,
            Phase::Paused => Self::Resume,
            _ => Self::Train,
        }
    }

    /// The button's id, the same as that of the button in the lab that does this.
    fn id(self) -> &'static str {
        match self {
            Self::Train => "train-button",
            Self::Pause => "pause-button",
            Self::Resume => "resume-button",
        }
    }

    fn label(self) -> &'static str {
        match self {
            Self::Train => "Train",
            Self::Pause => "Pause",
            Self::Resume => "Resume",
        }
    }
}

/// Shows the button. It stays the same element whatever it does, so it keeps the keyboard's focus.
#[component]
pub fn RunButton(
    /// True where something else is what one does next.
    #[prop(optional)]
    is_quiet: bool,
) -> impl IntoView {
    let lab = use_lab();
    let next = Memo::new(move |_| NextAction::of(lab));
    let act = move |_| match next.get_untracked() {
        NextAction::Train => lab.train(),
        NextAction::Pause => lab.pause(),
        NextAction::Resume => lab.resume(),
    };
    view! {
        <button
            id=move || next.get().id()
            class="run-button"
            class:primary=!is_quiet
            aria-describedby="run-reason"
            disabled=move || next.get() == NextAction::Train && !lab.can_start()
            on:click=act
        >
            {move || next.get().label()}
        </button>
    }
}

/// Shows the buttons that end and clear the run, while there is something to end or to clear.
#[component]
pub fn EndButtons() -> impl IntoView {
    let lab = use_lab();
    let may_stop = Memo::new(move |_| lab.can_stop());
    let may_reset = Memo::new(move |_| lab.can_reset());
    // The pressed button disappears, and the focus must not fall back to the top of the page.
    let hand_over = move || focus::on(untrack(|| NextAction::of(lab)).id());
    let stop = move |_| {
        hand_over();
        lab.stop();
    };
    let reset = move |_| {
        hand_over();
        lab.reset();
    };
    view! {
        <Show when=move || may_stop.get()>
            <button id="stop-button" class="quiet" on:click=stop>"Stop"</button>
        </Show>
        <Show when=move || may_reset.get()>
            <button id="reset-button" class="quiet" title="Clear the run; settings and seed stay" on:click=reset>"Reset"</button>
        </Show>
    }
}

/// Says why training cannot start; empty if it can.
#[component]
pub fn RunReason() -> impl IntoView {
    let lab = use_lab();
    let problem = Memo::new(move |_| {
        lab.settings.config.with(|config| {
            let problem = config.as_ref().err()?.first()?;
            Some(format!("{}: {}. ", problem.field, problem.message))
        })
    });
    let waits = Memo::new(move |_| lab.run.phase.get() == Phase::Loading);
    view! {
        // The status says what it waits for, and how much of it has come.
        <p id="run-reason" class="run-reason" class:visually-hidden=move || waits.get() && problem.with(Option::is_none)>
            {move || match problem.get() {
                Some(problem) => Some(view! { <span class="problem">{problem}</span> <a href="?view=lab">"Change it in the Lab"</a> }.into_any()),
                None => waits.get().then(|| "Waits for a device".into_any()),
            }}
        </p>
    }
}

//! What one does with a world: train in it, play it, or take a class that does not run into the
//! notebook.

use leptos::prelude::*;

use super::state::{WorldState, use_world};
use crate::ui::lab::Lab;
use crate::ui::place::open_view;
use crate::ui::scratch::use_scratch;
use crate::view::scratch::free_name;
use crate::view::scratch::opened::NewCell;
use crate::view::world::{draft, file_name};
use policy_lab::config::url::View;
use policy_lab::envs::EnvId;
use policy_lab::history::Phase;

/// The part of the lab in which one plays.
const PLAY: &str = "?view=lab#touch-title";

impl WorldState {
    /// Puts a world into the form, with settings that fit it, and trains in it.
    fn train(self, id: EnvId) {
        self.lab.settings.put(draft(id));
        open_view(self.lab, View::Lab);
        self.lab.train();
    }

    /// Puts a world into the form, for the reader to play. A run in another environment is over and
    /// leaves, because what is played is what the run on show acts in.
    fn play(self, id: EnvId) {
        self.is_to_steer.set_value(true);
        if untrack(|| runs_in_another(self.lab, id)) {
            self.lab.reset();
        }
        if self
            .lab
            .settings
            .draft
            .with_untracked(|it| it.env_id() != id)
        {
            self.lab.settings.put(draft(id));
        }
    }

    /// Returns true, once, if the reader wants to play by hand.
    pub fn takes_hand(self) -> bool {
        let is_to_steer = self.is_to_steer.get_value();
        self.is_to_steer.set_value(false);
        is_to_steer
    }
}

/// Returns why no run can begin now; `None` if one can.
fn hindrance(lab: Lab) -> Option<&'static str> {
    match lab.run.phase.get() {
        _ if lab.run.is_starting.get() => Some(UNDER_WAY),
        Phase::Running => Some(UNDER_WAY),
        Phase::Failed(_) => None,
        _ if !lab.has_device() => Some("What trains is still loading"),
        _ => None,
    }
}

/// Said while a run goes on.
const UNDER_WAY: &str = "A run is under way. Stop it in the Lab first; it can be kept there";

/// Shows what one can do with a class that became a program.
#[component]
pub fn Ready() -> impl IntoView {
    let world = use_world();
    let lab = world.lab;
    let blocked = Memo::new(move |_| hindrance(lab));
    let train = move |_| {
        if let Some(id) = world.ready.get_untracked() {
            world.train(id);
        }
    };
    // A run under way in another environment must not be lost for a game.
    let is_elsewhere = Memo::new(move |_| {
        let is_another = |id| runs_in_another(lab, id);
        lab.can_stop() && world.ready.get().is_some_and(is_another)
    });
    // The page follows the link afterwards.
    let play = move |event: leptos::ev::MouseEvent| match world.ready.get_untracked() {
        Some(id) if !is_elsewhere.get_untracked() => world.play(id),
        _ => event.prevent_default(),
    };
    let choose = move |_| {
        if let Some(id) = world.ready.get_untracked() {
            lab.settings.put(draft(id));
        }
    };
    // What Python steps is neither played nor swept.
    let is_program = Memo::new(move |_| world.ready.get().is_some_and(EnvId::can_be_steered));
    view! {
        <Show when=move || world.ready.get().is_some()>
            <div class="world-actions" role="group" aria-label="In this world">
                <button
                    class="primary"
                    data-testid="train-world"
                    aria-describedby="world-reason"
                    disabled=move || blocked.with(Option::is_some)
                    on:click=train
                >
                    "Train in it"
                </button>
                <Show when=move || is_program.get()>
                    <a
                        href=PLAY
                        class="button"
                        data-testid="play-world"
                        aria-describedby="world-reason"
                        aria-disabled=move || is_elsewhere.get().then_some("true")
                        on:click=play
                    >
                        "Play it by hand"
                    </a>
                    <a href="?view=sweep" on:click=choose>"Try many settings at once"</a>
                </Show>
                <p id="world-reason" class="hint">{move || blocked.get()}</p>
            </div>
        </Show>
    }
}

/// Returns true if the run on show acts in another environment.
fn runs_in_another(lab: Lab, id: EnvId) -> bool {
    lab.run.config().is_some_and(|run| run.env_id != id)
}

/// Offers a class that does not run to the notebook.
#[component]
pub fn InNotebook() -> impl IntoView {
    let world = use_world();
    let scratch = use_scratch();
    let is_broken = Memo::new(move |_| world.shown().is_some_and(|it| !it.runs()));
    let open = move |_| {
        let text = world.text();
        scratch.add(vec![NewCell {
            file: free_name(&file_name(&text), &scratch.names()),
            text,
            ..NewCell::default()
        }]);
        open_view(world.lab, View::Scratch);
    };
    view! {
        <Show when=move || is_broken.get()>
            <div class="world-actions" role="group" aria-label="In the Notebook">
                <p class="hint">"In the Notebook you can run it line by line and see what it does"</p>
                <button data-testid="notebook-world" on:click=open>"Open it in the Notebook"</button>
            </div>
        </Show>
    }
}

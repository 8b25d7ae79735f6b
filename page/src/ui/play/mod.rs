//! One environment to play with: watch the policy sampled or greedy, steer by hand, and nudge the
//! pole of a cart while the policy balances it.

mod balance;
mod facts;
mod hands;
mod motion;
mod odds;
mod paint;
mod play_box;
mod stage;
mod steer;
mod task_scene;
mod visibility;

use leptos::prelude::*;

pub use self::balance::{Balance, forget_best, kept_best};
use self::facts::{Caught, Facts};
use self::hands::{Hands, Nudges, Steering, key_down, key_up};
use self::odds::Odds;
pub use self::paint::{CartScene, scene as paint_cart};
use self::play_box::PlayBox;
pub use self::stage::Choices;
use self::stage::PlayStage;
pub use self::steer::Steer;
pub use self::task_scene::{TaskScene, scene as paint_task};
use crate::ui::lab::{Lab, use_lab};
use crate::ui::world::use_world;
use crate::view::steering;
use policy_lab::envs::EnvId;
use policy_lab::policy::play::Driver;

/// The drivers to choose from, and their names on the page.
const DRIVERS: [(Driver, &str); 3] = [
    (Driver::Sampled, "Policy, sampled"),
    (Driver::Greedy, "Policy, greedy"),
    (Driver::Player, "You"),
];

/// Shows the section, folded until the reader opens it. While it is folded nothing in it runs.
#[component]
pub fn Play() -> impl IntoView {
    let lab = use_lab();
    let choices = Choices::new();
    if use_world().takes_hand() {
        choices.driver.set(Driver::Player);
    }
    let (is_open, set_open) = signal(false);
    let about = move || match lab.env_id() {
        Some(id) if !id.can_be_steered() => steering::nothing(id),
        Some(id) if !id.is_cart() => "One environment to watch, or to steer yourself",
        _ => "One cart to nudge, to watch, or to drive yourself",
    };
    let toggle = move |event: web_sys::Event| {
        let details: web_sys::Element = event_target(&event);
        set_open.set(details.has_attribute("open"));
    };
    view! {
        <section class="play" aria-labelledby="touch-title">
            <details data-testid="touch" on:toggle=toggle>
                <summary>
                    // Links lead to it.
                    <h2 id="touch-title" tabindex="-1">"Touch it"</h2>
                    <span>{about}</span>
                </summary>
                <Show when=move || is_open.get()>
                    <Board choices />
                </Show>
            </details>
        </section>
    }
}

#[component]
fn Board(
    /// The reader's choices, kept while the section is folded.
    choices: Choices,
) -> impl IntoView {
    let lab = use_lab();
    let stage = PlayStage::new(lab, choices);
    let drive = move |driver: Driver| {
        stage.drive(driver);
        if let (Driver::Player, Some(element)) = (driver, stage.around.get_untracked()) {
            // Move the focus to the picture, which receives the keys.
            let _ = element.focus();
        }
    };
    let driver = move |(driver, name): (Driver, &'static str)| {
        let is_chosen = move || choices.driver.get() == driver;
        view! {
            <button class:chosen=is_chosen aria-pressed=move || is_chosen().to_string() on:click=move |_| drive(driver)>
                {name}
            </button>
        }
    };
    let is_playing = move || choices.driver.get() == Driver::Player;
    let parts = move |id: EnvId| {
        view! {
            <Show when=is_playing>
                <Steering stage id />
            </Show>
            <Odds stage id />
            <Show when=move || id.is_cart()>
                <Nudges stage />
                <Caught stage />
            </Show>
            <Hands stage />
            <Facts stage />
        }
    };
    let touch = move |event: leptos::ev::MouseEvent| {
        if stage.id.get_untracked().is_some_and(EnvId::is_cart) {
            stage.touch(f64::from(event.offset_x()));
        }
    };
    view! {
        <div
            class="play-board"
            on:keydown=move |event| key_down(stage, &event)
            on:keyup=move |event| key_up(stage, &event)
            on:focusout=move |_| stage.let_go()
        >
            <div class="play-drivers" role="group" aria-label="Who drives">
                {DRIVERS.map(driver)}
            </div>
            <p class="hint" data-testid="touch-source">{move || source(lab, choices.driver.get())}</p>
            <PlayBox stage class="play-box" keys="touch-keys" test_id="touch-box">
                <canvas node_ref=stage.node on:click=touch></canvas>
            </PlayBox>
            {move || stage.id.get().map(parts)}
            <p id="touch-keys" class="hint">
                {move || stage.id.get().map(about_keys)}
            </p>
        </div>
    }
}

/// Says what a press on the picture and what keys do.
fn about_keys(id: EnvId) -> impl IntoView {
    let (press, nudge) = match id.is_cart() {
        true => (
            "A press left or right of the pole nudges it that way. ",
            "A and D nudge, ",
        ),
        false => ("", ""),
    };
    let (keys, subject) = (steering::keys(id), steering::subject(id));
    view! {
        {press}
        <span class="of-keys">
            {format!(
                "Keys, while the picture has the focus: {keys}, {nudge}the space bar holds {subject} and lets it go on"
            )}
        </span>
    }
}

/// Returns a sentence that names the driver and says what follows from it. Where there is nothing
/// to steer the picture's place says so.
fn source(lab: Lab, driver: Driver) -> String {
    let id = lab.env_id().unwrap_or_default();
    if !id.can_be_steered() {
        return String::new();
    }
    let mut said = seen(lab, driver, id);
    if lab.reader_run.is_shown.get() {
        let subject = match id.is_cart() {
            true => "This cart",
            false => "What you see",
        };
        said += &format!(
            ". {subject} keeps to the hyperparameters: a \
             reward function of your own is not asked here"
        );
    }
    said
}

fn seen(lab: Lab, driver: Driver, id: EnvId) -> String {
    let iteration = lab.run.history.with(|history| {
        history.run.info.as_ref()?;
        Some(history.run.frame.as_ref()?.iteration)
    });
    let Some(iteration) = iteration else {
        let said = match driver {
            Driver::Player => {
                "You drive, in the environment that the hyperparameters describe. Train, and the bars \
                 below also show what the policy would do"
            }
            Driver::Sampled | Driver::Greedy => {
                "Nothing has been trained yet. Press Train for \
                 a policy to watch, or choose You and drive"
            }
        };
        return said.to_owned();
    };
    let of = format!("The policy of iteration {iteration}");
    match driver {
        Driver::Player => {
            format!("You drive. The bars show what the policy of iteration {iteration} would do")
        }
        Driver::Sampled if id.is_cart() => format!(
            "{of}, its pushes drawn as in \
             training. A nudge takes it where it has seldom been"
        ),
        Driver::Sampled => format!("{of}, its actions drawn as in training"),
        Driver::Greedy => {
            let taken = match (id.is_cart(), id.controls().is_empty()) {
                (true, _) => "its likelier push",
                (false, true) => "its likeliest action",
                (false, false) => "the mean of its action",
            };
            format!(
                "{of}, always {taken}. Start over to compare: \
                 the first states are the same as when it is sampled"
            )
        }
    }
}

//! One cart to play with: nudge its pole while the policy balances it, watch the policy sampled or
//! greedy, or steer by hand.

mod balance;
mod cart_box;
mod facts;
mod hands;
mod motion;
mod paint;
mod stage;
mod visibility;

use leptos::prelude::*;

pub use self::balance::{Balance, forget_best, kept_best};
use self::cart_box::CartBox;
use self::facts::{Caught, Facts, Odds};
use self::hands::{Hands, Nudges, Pushes, key_down, key_up};
pub use self::paint::{CartScene, scene as paint_cart};
use self::stage::CartStage;
pub use self::stage::Choices;
use crate::ui::lab::{Lab, use_lab};
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
    let (is_open, set_open) = signal(false);
    let about = move || match lab.env_id().is_none_or(EnvId::is_cart) {
        true => "One cart to nudge, to watch, or to drive yourself",
        false => "Only a cart can be nudged or driven so far",
    };
    let toggle = move |event: web_sys::Event| {
        let details: web_sys::Element = event_target(&event);
        set_open.set(details.has_attribute("open"));
    };
    view! {
        <section class="play" aria-labelledby="touch-title">
            <details data-testid="touch" on:toggle=toggle>
                <summary>
                    <h2 id="touch-title">"Touch it"</h2>
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
    let stage = CartStage::new(lab, choices);
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
    let has_cart = Memo::new(move |_| stage.view.with(Option::is_some));
    let is_playing = move || choices.driver.get() == Driver::Player;
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
            <CartBox stage class="play-box" keys="touch-keys" test_id="touch-box">
                <canvas node_ref=stage.node on:click=move |event| stage.touch(f64::from(event.offset_x()))></canvas>
            </CartBox>
            <Show when=move || has_cart.get()>
                <Show when=is_playing>
                    <Pushes stage />
                </Show>
                <Odds stage />
                <Nudges stage />
                <Caught stage />
                <Hands stage />
                <Facts stage />
            </Show>
            <p id="touch-keys" class="hint">
                <Show when=move || has_cart.get()>
                    "A press left or right of the pole nudges it that way"
                    <span class="of-keys">
                        ". Keys, while the picture has the focus: ← and → push when you drive, A and D nudge, the space bar \
                         holds the cart and lets it go on"
                    </span>
                </Show>
            </p>
        </div>
    }
}

/// Returns a sentence that names the driver and says what follows from it. Without a cart the
/// picture's place says so.
fn source(lab: Lab, driver: Driver) -> String {
    if lab.env_id().is_some_and(|env_id| !env_id.is_cart()) {
        return String::new();
    }
    let mut said = seen(lab, driver);
    if lab.reader_run.is_shown.get() {
        said += ". This cart keeps to the hyperparameters: a \
                 reward function of your own is not asked here";
    }
    said
}

fn seen(lab: Lab, driver: Driver) -> String {
    let iteration = lab.run.history.with(|history| {
        history.run.info.as_ref()?;
        Some(history.run.frame.as_ref()?.iteration)
    });
    let Some(iteration) = iteration else {
        let said = match driver {
            Driver::Player => {
                "You drive, in the environment that the hyperparameters describe. Train, and the bar \
                 below also shows what the policy would do"
            }
            Driver::Sampled | Driver::Greedy => {
                "Nothing has been trained yet. Press Train for \
                 a policy to watch, or choose You and drive"
            }
        };
        return said.to_owned();
    };
    match driver {
        Driver::Player => {
            format!("You drive. The bar shows what the policy of iteration {iteration} would do")
        }
        Driver::Sampled => format!(
            "The policy of iteration {iteration}, its pushes drawn as in \
             training. A nudge takes it where it has seldom been"
        ),
        Driver::Greedy => format!(
            "The policy of iteration {iteration}, always its likelier push. Start over to compare: \
             the first states are the same as when it is sampled"
        ),
    }
}

//! One cart to touch: nudge its pole while the policy balances, watch the policy sampled or greedy, or play by hand.

mod facts;
mod hands;
mod motion;
mod paint;
mod stage;
mod visibility;

use leptos::html;
use leptos::prelude::*;

use self::facts::{Caught, Facts, Odds};
use self::hands::{Hands, Nudges, Pushes, key_down, key_up};
use self::stage::{CartStage, Choices};
use crate::course::{word, words};
use crate::ui::lab::{Lab, use_lab};
use policy_lab::policy::play::{Driver, Ending, Moment, Wait};

/// Who may drive, and what the choice is called.
const DRIVERS: [(Driver, &str); 3] = [
    (Driver::Sampled, "touch.sampled"),
    (Driver::Greedy, "touch.greedy"),
    (Driver::Player, "touch.player"),
];

/// The section, folded away until it is asked for. Folded it costs nothing.
#[component]
pub fn Play() -> impl IntoView {
    let choices = Choices::new();
    let (is_open, set_open) = signal(false);
    let toggle = move |event: web_sys::Event| {
        let details: web_sys::Element = event_target(&event);
        set_open.set(details.has_attribute("open"));
    };
    view! {
        <section class="play" aria-labelledby="touch-title">
            <details data-testid="touch" on:toggle=toggle>
                <summary>
                    <h2 id="touch-title">{word("touch.title")}</h2>
                    <span>{word("touch.about")}</span>
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
    /// What was chosen when it was last unfolded.
    choices: Choices,
) -> impl IntoView {
    let lab = use_lab();
    let box_node = NodeRef::<html::Div>::new();
    let stage = CartStage::new(lab, choices, visibility::watch_visibility(box_node));
    let drive = move |driver: Driver| {
        stage.drive(driver);
        if let (Driver::Player, Some(element)) = (driver, box_node.get_untracked()) {
            // The keys are what comes next.
            let _ = element.focus();
        }
    };
    let driver = move |(driver, key): (Driver, &'static str)| {
        let is_chosen = move || choices.driver.get() == driver;
        view! {
            <button class:chosen=is_chosen aria-pressed=move || is_chosen().to_string() on:click=move |_| drive(driver)>
                {word(key)}
            </button>
        }
    };
    let has_cart = Memo::new(move |_| stage.moment.with(Option::is_some));
    let is_playing = move || choices.driver.get() == Driver::Player;
    view! {
        <div
            class="play-board"
            on:keydown=move |event| key_down(stage, &event)
            on:keyup=move |event| key_up(stage, &event)
            on:focusout=move |_| stage.let_go()
        >
            <div class="play-drivers" role="group" aria-label=word("touch.drivers")>
                {DRIVERS.map(driver)}
            </div>
            <p class="hint" data-testid="touch-source">{move || source(lab, choices.driver.get())}</p>
            <div
                class="play-box"
                tabindex="0"
                role="application"
                aria-label=word("touch.picture")
                aria-describedby="touch-keys"
                data-testid="touch-box"
                node_ref=box_node
            >
                <canvas node_ref=stage.node on:click=move |event| stage.touch(f64::from(event.offset_x()))></canvas>
                {move || stage.moment.with(|moment| notice(lab, moment.as_ref())).map(|said| view! { <p class="play-notice"><span>{said}</span></p> })}
            </div>
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
            <p id="touch-keys" class="hint">{word("touch.keys")}</p>
        </div>
    }
}

/// Whose pushes are seen, and what that means.
fn source(lab: Lab, driver: Driver) -> String {
    let mut said = seen(lab, driver);
    if lab.reader_run.is_shown.get() {
        said += word("touch.source.mine");
    }
    said
}

fn seen(lab: Lab, driver: Driver) -> String {
    let iteration = lab.run.history.with(|history| {
        let run = history.run.info.as_ref();
        run.and(history.run.frame.as_ref())
            .map(|frame| frame.iteration)
    });
    match (driver, iteration) {
        (Driver::Player, None) => word("touch.source.player").to_owned(),
        (Driver::Player, Some(iteration)) => {
            words("touch.source.both", &[("iteration", &iteration)])
        }
        (_, None) => word("touch.source.none").to_owned(),
        (Driver::Sampled, Some(iteration)) => {
            words("touch.source.sampled", &[("iteration", &iteration)])
        }
        (Driver::Greedy, Some(iteration)) => {
            words("touch.source.greedy", &[("iteration", &iteration)])
        }
    }
}

/// What stands over the picture: why nothing is seen or moves, or how the episode ended.
fn notice(lab: Lab, moment: Option<&Moment>) -> Option<String> {
    let Some(moment) = moment else {
        let is_probe = lab
            .run
            .history
            .with_untracked(|history| history.run.info.is_some())
            || lab.settings.config.with_untracked(Result::is_ok);
        return Some(
            word(if is_probe {
                "touch.probe"
            } else {
                "touch.mend"
            })
            .to_owned(),
        );
    };
    if let Some(ending) = moment.ending {
        let key = match ending {
            Ending::Fell => "touch.over.fell",
            Ending::LeftTrack => "touch.over.left",
            Ending::TimeLimit => "touch.over.limit",
        };
        return Some(words(key, &[("steps", &moment.steps)]));
    }
    let wait = moment.wait?;
    // The line above says the rest.
    Some(match wait {
        Wait::Policy => word("touch.untrained").to_owned(),
        Wait::FirstPush => word("touch.first-push").to_owned(),
    })
}

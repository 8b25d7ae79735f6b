//! The view that a newcomer meets: a cart to balance, then carts that learn beside their curve, one
//! button, and the ways on.

mod knobs;
mod ways;

use leptos::prelude::*;

use self::knobs::Knobs;
use self::ways::{NextUp, WaysOn};
use super::charts::{HeadlineChart, ValuesTable};
use super::grid::CartGrid;
use super::health::use_verdict;
use super::lab::use_lab;
use super::play::{Balance, Choices, Steer, kept_best};
use super::run_button::{EndButtons, RunButton, RunReason};
use super::run_status::RunStatus;
use crate::view::run_story::{RunStand, StoryNumbers};
use crate::view::settings::label_of;
use policy_lab::config::draft::Draft;
use policy_lab::envs::EnvId;
use policy_lab::history::Phase;
use policy_lab::policy::play::STEPS_PER_SEC;

/// Shows the view.
#[component]
pub fn Start() -> impl IntoView {
    let lab = use_lab();
    let verdict = use_verdict();
    lab.run.lend_pace();
    on_cleanup(move || lab.run.take_pace_back());
    let numbers = Memo::new(move |_| {
        lab.run.beat.track();
        lab.run.phase.track();
        let usual_rate = lab.settings.draft.with(usual_rate);
        let is_own = lab.reader_run.is_shown.get();
        let remedy = verdict.with(|verdict| verdict.grave()?.remedies.first().cloned());
        lab.settings.config.with(|config| {
            lab.run.history.with_untracked(|history| StoryNumbers {
                is_own,
                remedy: remedy.clone(),
                ..StoryNumbers::of(history, config.as_ref().ok(), usual_rate)
            })
        })
    });
    let is_over = Memo::new(move |_| numbers.with(StoryNumbers::is_over));
    // A run that is solved on show has shown what it can, and ends. One that was solved before, or
    // trains with the reader's code, goes on.
    let is_solved = (lab.run).memo(|it| StoryNumbers::of(it, None, 0.0).solved_after.is_some());
    Effect::new(move |was_solved: Option<bool>| {
        let is_solved = is_solved.get();
        let runs = lab.run.phase.get_untracked() == Phase::Running;
        let is_own = lab.reader_run.is_shown.get_untracked();
        if is_solved && was_solved == Some(false) && runs && !is_own {
            lab.stop();
        }
        is_solved
    });
    // One cart to balance before anything trains, and to nudge afterwards; a task to steer; else
    // those of the run.
    let (choices, best) = (Choices::new(), RwSignal::new(kept_best()));
    let is_touched = RwSignal::new(false);
    let has_run = Memo::new(move |_| lab.can_reset());
    Effect::new(move || {
        if !has_run.get() {
            is_touched.set(false);
        }
    });
    let has_cart = Memo::new(move |_| lab.env_id().is_none_or(EnvId::is_cart));
    let may_touch =
        Memo::new(move |_| has_run.get() && lab.env_id().is_none_or(EnvId::can_be_steered));
    let is_balanced = Memo::new(move |_| has_cart.get() && (is_touched.get() || !has_run.get()));
    let is_steered = Memo::new(move |_| !has_cart.get() && may_touch.get() && is_touched.get());
    let score = move || {
        lab.run.beat.track();
        let secs = |steps: f64| format!("{:.1} s", steps / STEPS_PER_SEC);
        best.get().filter(|_| has_cart.get()).map(|steps| {
            let length = (lab.run.history).with_untracked(|history| history.run.score());
            let network = length.map_or("not trained yet".to_owned(), secs);
            format!("You: {} · the network: {network}", secs(f64::from(steps)))
        })
    };
    let title = move || match has_cart.get() {
        true => {
            "Nobody tells these carts how to balance a pole: they try, and do more of what works"
        }
        false => "Nobody tells this network what to do: it tries, and does more of what works",
    };
    // While the numbers run, the status line above tells of them now and then.
    let live = move || match numbers.with(|numbers| numbers.stand) {
        RunStand::Running => "off",
        _ => "polite",
    };
    view! {
        <section class="view view-start" aria-labelledby="start-title">
            <header class="start-head">
                <h1 id="start-title" class="start-title">{title}</h1>
                <NextUp />
            </header>
            <div class="start-pictures">
                <Show when=move || is_balanced.get()>
                    <Balance choices best />
                </Show>
                <Show when=move || is_steered.get()>
                    <Steer choices />
                </Show>
                <Show when=move || !is_balanced.get() && !is_steered.get()>
                    <CartGrid />
                </Show>
                <HeadlineChart prominent=true first=true yours=best />
            </div>
            <div class="start-controls">
                <div class="start-buttons" role="group" aria-label="Run">
                    <RunButton />
                    <EndButtons />
                </div>
                <Knobs />
                <RunReason />
                <p class="start-score" data-testid="score">{score}</p>
            </div>
            <div class="start-words">
                <p class="start-story" aria-live=live aria-atomic="true" data-testid="story">
                    {move || numbers.with(StoryNumbers::sentence)}
                </p>
                <RunStatus />
                <p class="start-settings">{move || trained(&lab.settings.draft.get())} " · " <a href="?view=lab">"change it in the Lab"</a></p>
            </div>
            <WaysOn is_over is_touched may_touch />
            <ValuesTable />
        </section>
    }
}

/// Returns the learning rate of a draft's preset.
fn usual_rate(draft: &Draft) -> f64 {
    (draft.preset().config)().learning_rate
}

/// Says what a run with these settings trains, and on what.
fn trained(draft: &Draft) -> String {
    let config = draft.config().unwrap_or_else(|_| (draft.preset().config)());
    let label = config.env_id.spec().label;
    let env = label.split_once(':').map_or(label, |(name, _)| name);
    format!("Trains {}, on {env}", label_of(draft))
}

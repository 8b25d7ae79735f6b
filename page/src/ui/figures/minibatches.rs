//! The way from a rollout to minibatches: flatten, shuffle, split.

use leptos::prelude::*;

use crate::ui::figures::choice::Choice;
use crate::ui::figures::shuffle::shuffled;

const NUM_ENVS: usize = 4;
const NUM_STEPS: usize = 6;
const BATCH: usize = NUM_ENVS * NUM_STEPS;
/// Numbers of minibatches to choose from; each divides the batch.
const PARTS: [usize; 4] = [2, 3, 4, 6];

/// Shows a batch and its minibatches after shuffling. Pointing at a minibatch shows where its
/// samples come from.
#[component]
pub fn Minibatches() -> impl IntoView {
    let order = RwSignal::new((0..BATCH).collect::<Vec<_>>());
    let parts = RwSignal::new(4_usize);
    let chosen = RwSignal::new(None::<usize>);
    let samples = move |part: usize| {
        let size = BATCH / parts.get();
        order.with(|order| order.chunks(size).nth(part).unwrap_or_default().to_vec())
    };
    let pressed = move || chosen.get().map(samples).unwrap_or_default();
    let cell = move |sample: usize| {
        view! {
            <span
                class=format!("sample env-{}", sample % NUM_ENVS)
                class:chosen=move || pressed().contains(&sample)
            >
                {sample}
            </span>
        }
    };
    let part = move |index: usize| {
        let samples = samples(index).into_iter().map(cell).collect_view();
        let toggle =
            move |_| chosen.update(|chosen| *chosen = (*chosen != Some(index)).then_some(index));
        view! {
            <button
                class="part"
                aria-pressed=move || (chosen.get() == Some(index)).to_string()
                aria-label=format!("Show where the samples of minibatch {} come from", index + 1)
                on:click=toggle
            >
                {samples}
            </button>
        }
    };
    view! {
        <p class="hint">
            "The rollout: one row for each step, one column for each \
             environment. The numbers are the samples after flattening"
        </p>
        <div class="batch" style:grid-template-columns=format!("repeat({NUM_ENVS}, 1fr)")>
            {(0..BATCH).map(cell).collect_view()}
        </div>
        <p class="hint">
            "The minibatches: the samples in their new order, cut into equal \
             parts. Press one to see where its samples come from"
        </p>
        <div class="parts">{move || (0..parts.get()).map(part).collect_view()}</div>
        <div class="figure-actions">
            <button on:click=move |_| order.set(shuffled(BATCH))>"Shuffle"</button>
            <button class="quiet" on:click=move |_| order.set((0..BATCH).collect())>
                "Back in order"
            </button>
            <Choice
                label="Minibatches"
                options=&PARTS
                name=|it| it.to_string()
                chosen=parts
                on:change=move |_| chosen.set(None)
            />
        </div>
    }
}

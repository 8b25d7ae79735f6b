//! The clip lab: learning from one rollout in the smallest steps, and the effect of the clip on
//! each sample.

mod cases;
mod dots;
mod knobs;
mod layout;
mod paint;
mod picture;
mod sample;
mod shown;
mod state;

use leptos::prelude::*;

use self::cases::SixCases;
use self::knobs::Knobs;
use self::picture::ClipCanvas;
use self::shown::{EMPTY, ShownSample};
pub use self::state::{Clip, use_clip};
use super::lab::use_lab;
use crate::view::clip_settings::left_out;
use crate::view::format;
use policy_lab::config::Algorithm;
use policy_lab::config::draft::Draft;
use policy_lab::config::presets::Preset;
use policy_lab::policy::clip::summary::ClipPicture;
use policy_lab::protocol::metrics::Metric;

/// Shows the clip lab, and collects a rollout as soon as there is a device, so that there is
/// something to see. If there is nothing yet, it says what to do.
#[component]
pub fn ClipLab() -> impl IntoView {
    let clip = use_clip();
    let lab = use_lab();
    let is_asked = StoredValue::new(false);
    Effect::new(move || {
        if clip.is_ready() && !clip.has_rollout() && !is_asked.get_value() {
            is_asked.set_value(true);
            untrack(|| clip.roll_out());
        }
    });
    let shown = ShownSample::new(clip);
    provide_context(shown);
    let is_ppo = Memo::new(move |_| lab.settings.draft.with(Draft::algorithm) == Algorithm::Ppo);
    let failure = lab.run.memo(|history| history.clip.failure.clone());
    let is_broken = move || {
        let has_samples = shown.samples.with(|samples| !samples.is_empty());
        has_samples && shown.picture.with(Option::is_none)
    };
    let is_invalid = move || lab.settings.config.with(Result::is_err);
    let left_out = Memo::new(move |_| {
        let settings = lab.settings.config;
        settings.with(|config| left_out(config.as_ref().ok()?))
    });
    let set_up = move |_| {
        lab.settings
            .put(Draft::new(Preset::first_for(Algorithm::Ppo)));
    };
    view! {
        <section class="clip-lab" class:dimmed=clip.is_outdated data-testid="clip-lab" aria-labelledby="clip-title" aria-busy=move || clip.is_busy.get().to_string()>
            <header>
                <h2 id="clip-title">"The clip at work"</h2>
                <p class="clip-where" data-testid="clip-where" role="status">{move || standing(clip, is_invalid())}</p>
                <Show when=is_invalid>
                    <p><a href="?view=lab">"Change them in the Lab"</a></p>
                </Show>
            </header>
            <Show
                when=move || is_ppo.get()
                fallback=move || view! {
                    <p class="notice">
                        "The clip belongs to PPO, and the settings are those of another algorithm "
                        <button class="link" on:click=set_up>"Set up PPO"</button>
                    </p>
                }
            >
                <Steps />
                {move || failure.get().map(|why| view! { <p class="notice failure" role="alert">{why}</p> })}
                {move || left_out.get().map(|words| view! { <p class="notice">{words}</p> })}
                <Show when=is_broken>
                    <p class="notice failure" role="alert">
                        "After these steps the log-probabilities are no finite numbers: the learning rate is too large \
                         for this rollout. Make it smaller, or go back to the rollout"
                    </p>
                </Show>
                <div class="clip-views">
                    <div class="clip-drawn">
                        <ClipCanvas />
                    </div>
                    <div class="clip-side">
                        <Knobs />
                        <SixCases />
                        <Figures />
                    </div>
                </div>
            </Show>
        </section>
    }
}

/// Shows the five buttons.
#[component]
fn Steps() -> impl IntoView {
    let clip = use_clip();
    let may_learn = move || clip.is_ready() && clip.has_rollout();
    let may_go_back = move || may_learn() && clip.target.get() > 0;
    view! {
        <div class="clip-steps" data-control="clip-steps" role="group" aria-label="Steps of learning">
            <button id="clip-rollout" class="primary" disabled=move || !clip.is_ready() on:click=move |_| clip.roll_out()>
                "Rollout"
            </button>
            <button id="clip-minibatch" disabled=move || !may_learn() on:click=move |_| clip.next_minibatch()>
                "Next minibatch"
            </button>
            <button id="clip-epoch" disabled=move || !may_learn() on:click=move |_| clip.epochs(0)>
                "Epoch"
            </button>
            <button id="clip-epochs" disabled=move || !may_learn() on:click=move |_| clip.epochs(9)>
                "10 epochs"
            </button>
            <button id="clip-rewind" disabled=move || !may_go_back() on:click=move |_| clip.go_to(0)>
                "Rewind to the rollout"
            </button>
        </div>
    }
}

/// Describes the state of the clip lab, such as
/// `Rollout 1, 6 gradient steps later. In memory: minibatch 2 of 4 in epoch 2, 2,048 samples`.
fn standing(clip: Clip, is_invalid: bool) -> String {
    if is_invalid {
        return "The settings cannot be used as they are; the Lab says which of them".to_owned();
    }
    if !clip.is_ready() && !clip.has_rollout() {
        return "Opening a device…".to_owned();
    }
    let Some(batch) = clip.batch() else {
        return match clip.is_busy.get() {
            true => "The first rollout is under way…",
            false => EMPTY,
        }
        .to_owned();
    };
    let size = format::count(batch.advantages.len() as u64);
    let (rollout, all) = (batch.rollout, batch.num_minibatches);
    match batch.steps {
        steps if clip.is_outdated.get() => {
            let steps = format::plural(steps, "gradient step");
            format!(
                "Taking {steps} again with the new settings; below is how it was with the old ones"
            )
        }
        0 => format!(
            "Rollout {rollout}, nothing learnt from it yet. In memory: \
             the first of {all} minibatches, {size} samples"
        ),
        steps => {
            let steps = format::plural(steps, "gradient step");
            let (minibatch, epoch) = (batch.minibatch, batch.epoch);
            format!(
                "Rollout {rollout}, {steps} later. In memory: minibatch \
                 {minibatch} of {all} in epoch {epoch}, {size} samples"
            )
        }
    }
}

/// Shows means over the minibatch and the metrics of the newest step, each after what it was before
/// the last change.
#[component]
fn Figures() -> impl IntoView {
    let clip = use_clip();
    let shown = expect_context::<ShownSample>();
    let row = |name: &'static str, now: String, before: Option<f64>| {
        let before = before.map(format::score).filter(|before| *before != now);
        let before = before.map(|before| view! { <span class="clip-was">{before}" → "</span> });
        view! { <div><dt>{name}</dt><dd>{before}{now}</dd></div> }
    };
    move || {
        let (picture, batch) = (shown.picture.get()?, clip.batch()?);
        let before = shown.before.get();
        let mean = |name, read: fn(&ClipPicture) -> f64| {
            // Of normalised advantages rounding leaves some 1e-10.
            let rounded = |mean: f64| (1e6 * mean).round() / 1e6 + 0.0;
            let before = before.as_ref().map(|it| rounded(read(&it.picture)));
            row(name, format::score(rounded(read(&picture))), before)
        };
        let measured = |name, metric| {
            let before = before.as_ref();
            let before = before.and_then(|before| before.metrics.get(metric));
            let now = batch.metrics.get(metric);
            let now = now.map_or_else(|| "–".to_owned(), format::score);
            row(name, now, before)
        };
        let length = batch.episodic_length;
        let length = length.map_or_else(|| "–".to_owned(), |length| format!("{length:.1}"));
        // A task's episodes are not scored by how long they last.
        let is_task = clip.made_with.with(|config| {
            let task = config.as_ref().and_then(|config| config.env_id.task());
            task.is_some()
        });
        Some(view! {
            <dl class="clip-figures" data-control="clip-figures" data-testid="clip-figures">
                {mean("mean r A", |picture| picture.unclipped)}
                {mean("mean surrogate", |picture| picture.taken)}
                {measured("approx_kl", Metric::ApproxKl)}
                {measured("clip_fraction", Metric::ClipFraction)}
                {measured("entropy", Metric::Entropy)}
                {(!is_task).then(|| row("episodic_length", length, None))}
            </dl>
        })
    }
}

//! Comparison of runs: the kept runs, the settings in which they differ, training from several
//! seeds, and files.

mod exports;
mod list;
mod networks;
mod picture;
mod seeds;
mod state;
mod swatch;
mod table;
mod trainer_file;

pub use self::exports::refusal;
pub use self::networks::NETWORKS_FILE;
pub use self::state::{Compare, LAST_RUN, use_compare};
pub use self::swatch::{DASHES, HideLastRun, Legend};
pub use self::table::table;

use leptos::prelude::*;

use self::exports::Exports;
use self::list::{KeptRuns, LastRuns};
use self::networks::NetworkFiles;
use self::seeds::SeedButtons;
use self::table::{Differences, KeptCurves, SeedVerdicts};
use self::trainer_file::TrainerFile;
use crate::ui::kept::StoreNotice;
use policy_lab::history::compare::LARGEST_WEIGHT;

/// Shows the section, folded until the reader opens it.
#[component]
pub fn CompareRuns(
    /// True if it is unfolded from the start.
    #[prop(optional)]
    unfolded: bool,
) -> impl IntoView {
    let compare = use_compare();
    let was_open = RwSignal::new(unfolded);
    let toggle = move |event: web_sys::Event| {
        let details: web_sys::Element = event_target(&event);
        if details.has_attribute("open") {
            was_open.set(true);
        }
    };
    view! {
        <section class="compare" aria-labelledby="compare-title">
            <details data-testid="compare" open=unfolded on:toggle=toggle>
                <summary>
                    <h2 id="compare-title">"Compare runs"</h2>
                    <span class="hint">"Keep runs, change one thing, see what it does"</span>
                </summary>
                <Show when=move || was_open.get()>
                    <div class="compare-body">
                        <Keeping />
                        <SeedButtons />
                        <p class="compare-said" role="status" aria-live="polite" data-testid="compare-said">
                            {compare.said}
                        </p>
                        <StoreNotice />
                        <LastRuns />
                        <KeptRuns />
                        <KeptCurves />
                        <Differences />
                        <SeedVerdicts />
                        <Smoothing />
                        <Exports />
                        <NetworkFiles />
                        <TrainerFile />
                    </div>
                </Show>
            </details>
        </section>
    }
}

/// Shows the button that keeps the current run, and the switch that keeps every run.
#[component]
fn Keeping() -> impl IntoView {
    let compare = use_compare();
    view! {
        <div class="compare-row">
            <button data-testid="keep-run" disabled=move || !compare.can_keep() on:click=move |_| compare.keep()>
                "Keep this run"
            </button>
            <label class="compare-switch">
                <input
                    type="checkbox"
                    data-testid="keep-every"
                    prop:checked=compare.keeps_every
                    on:change=move |event| compare.keeps_every.set(event_target_checked(&event))
                />
                <span>"Keep every run"</span>
            </label>
        </div>
    }
}

/// Shows the slider for the smoothing of curves.
#[component]
fn Smoothing() -> impl IntoView {
    let compare = use_compare();
    let slide = move |event| {
        if let Ok(weight) = event_target_value(&event).parse() {
            compare.weight.set(weight);
        }
    };
    view! {
        <label
            class="compare-smoothing"
            title="How much earlier values weigh in the bold line. The pale line is what was measured"
        >
            <span>"Smoothing"</span>
            <input
                type="range"
                min="0"
                max=LARGEST_WEIGHT
                step="0.01"
                data-testid="smoothing"
                prop:value=move || compare.weight.get().to_string()
                on:input=slide
            />
            <output>{move || format!("{:.2}", compare.weight.get())}</output>
        </label>
    }
}

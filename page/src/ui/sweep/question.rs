//! The question: what is varied, how often, on how many cores. The other settings are those of the
//! lab's form.

use leptos::prelude::*;

use super::state::{Sweep, use_sweep};
use super::values::{AxisChoice, problem_of};
use crate::ui::browser::focus;
use crate::ui::cores::CoreSelect;
use crate::ui::segmented::Segmented;
use crate::view::format::plural;
use crate::view::settings::label_of;
use crate::view::sweep::{TrainedBy, amount};
use policy_lab::config::sweep::{DRAWS, SEEDS, SweepDesign, SweepDraft};

/// A grid, or settings at random.
const DESIGNS: [(SweepDesign, &str); 2] = [
    (SweepDesign::Grid, "Every combination"),
    (SweepDesign::Random, "At random"),
];

const TRAIN: &str = "sweep-train-button";
const STOP: &str = "sweep-stop-button";

/// Shows the question, and the buttons that train its runs and stop them.
#[component]
pub fn SweepQuestion() -> impl IntoView {
    let sweep = use_sweep();
    let has_axes = Memo::new(move |_| sweep.draft.with(|draft| !draft.axes.is_empty()));
    let is_random = Memo::new(move |_| {
        let is_random = |draft: &SweepDraft| draft.design == SweepDesign::Random;
        has_axes.get() && sweep.draft.with(is_random)
    });
    let base = Memo::new(move |_| sweep.lab.settings.draft.with(label_of));
    view! {
        <section class="sweep-question" aria-labelledby="sweep-title">
            <h2 id="sweep-title">"Which settings work?"</h2>
            <p class="hint">
                "All other settings are those of the lab: " {base} ". " <a href="?view=lab">"Change them"</a>
            </p>
            <AxisChoice place=0 />
            <AxisChoice place=1 />
            <Show when=move || has_axes.get()>
                <p class="hint" id="sweep-values-help">
                    "Separate values by commas, or write a range: 0.0005 to 0.05 in 6 steps"
                </p>
                <Segmented
                    name="sweep-design"
                    legend="Settings"
                    options=DESIGNS.to_vec()
                    is_chosen=move |design| sweep.draft.with(|draft| draft.design == design)
                    choose=move |design| sweep.draft.update(|draft| draft.design = design)
                />
            </Show>
            <Show when=move || is_random.get()>
                <NumberField
                    name=DRAWS
                    label="Settings to draw"
                    read=|draft: &SweepDraft| draft.draws.clone()
                    write=|draft: &mut SweepDraft, text| draft.draws = text
                />
            </Show>
            <div class="sweep-pair">
                <NumberField
                    name=SEEDS
                    label="Seeds of each"
                    read=|draft: &SweepDraft| draft.seeds.clone()
                    write=|draft: &mut SweepDraft, text| draft.seeds = text
                />
                <label class="sweep-field">
                    <span>"CPU"</span>
                    <CoreSelect test_id="sweep-cores" title="Runs that are trained at once, one on each core" />
                </label>
            </div>
            <Amount />
            <Buttons />
        </section>
    }
}

/// Shows a field for a whole number, with what is wrong with it.
#[component]
fn NumberField(
    /// The name of the number in problems, and in its test id.
    name: &'static str,
    /// Its label.
    label: &'static str,
    /// Reads its text.
    read: fn(&SweepDraft) -> String,
    /// Writes its text.
    write: fn(&mut SweepDraft, String),
) -> impl IntoView {
    let sweep = use_sweep();
    let text = Memo::new(move |_| sweep.draft.with(read));
    let problem = Memo::new(move |_| problem_of(sweep, name));
    let error = format!("sweep-error-{name}");
    let described_by = error.clone();
    view! {
        <div>
        <label class="sweep-field">
            <span>{label}</span>
            <input
                type="text"
                inputmode="numeric"
                autocomplete="off"
                data-testid=format!("sweep-{name}")
                prop:value=text
                aria-invalid=move || problem.with(Option::is_some).to_string()
                aria-describedby=described_by
                on:input=move |event| {
                    let text = event_target_value(&event);
                    sweep.draft.update(|draft| write(draft, text));
                }
            />
        </label>
        <p class="problem" id=error>{problem}</p>
        </div>
    }
}

/// Says how many runs there will be, or what is wrong with the settings that the question leaves as
/// they are.
#[component]
fn Amount() -> impl IntoView {
    let sweep = use_sweep();
    let words = move || {
        let cores = sweep.pool.cores.chosen.get();
        let by = sweep.pool.candidate();
        sweep.plan.with(|plan| {
            let plan = plan.as_ref().ok()?;
            let any = plan.runs().any(|(_, config)| config.runs_in_lockstep());
            let by = if any { by } else { TrainedBy::Cpu };
            Some(amount(plan, cores, &by))
        })
    };
    let others = Memo::new(move |_| others(sweep));
    let dropped = move || {
        let (_, dropped) = sweep.left.get().filter(|(_, dropped)| *dropped > 0)?;
        let results = plural(dropped, "result");
        Some(format!(
            "{results} of the earlier question will be dropped. Save them first if they matter"
        ))
    };
    view! {
        <p class="sweep-amount" data-testid="sweep-amount">{words}</p>
        {move || others.get().into_iter().map(|(key, said)| view! {
            <p class="problem"><a href=format!("?view=lab#{key}")>{key}</a> ": " {said}</p>
        }).collect_view()}
        <p class="hint">{dropped}</p>
    }
}

/// Returns the problems that are shown at no field of the question: the fields of the lab, and what
/// is wrong with them.
fn others(sweep: Sweep) -> Vec<(&'static str, String)> {
    let is_axis =
        |key: &str| (sweep.draft).with(|draft| draft.axes.iter().any(|axis| axis.field.key == key));
    sweep.plan.with(|plan| {
        let problems = plan.as_ref().err().into_iter().flatten();
        let problems = problems.filter(|it| it.field != SEEDS && it.field != DRAWS);
        let problems = problems.filter(|it| !is_axis(it.field));
        problems.map(|it| (it.field, it.message.clone())).collect()
    })
}

/// Shows the buttons that begin and stop the sweep.
#[component]
fn Buttons() -> impl IntoView {
    let sweep = use_sweep();
    let is_busy = sweep.job.is_busy;
    let label = move || match sweep.left.get() {
        Some((0, _)) => "All runs are trained".to_owned(),
        Some((left, _)) => {
            let plan = sweep.plan;
            let all = plan.with(|plan| plan.as_ref().map_or(left, |it| it.num_runs()));
            let other = if left < all { "the other " } else { "" };
            format!("Train {other}{}", plural(left, "run"))
        }
        None => "Train".to_owned(),
    };
    let waits = move || sweep.pool.is_busy.get() && !is_busy.get();
    let train = move |_| {
        sweep.train();
        focus_soon(STOP);
    };
    let stop = move |_| {
        sweep.job.stop();
        focus_soon(TRAIN);
    };
    view! {
        <div class="sweep-buttons">
            <button id=TRAIN class="primary" data-testid="sweep-train" disabled=move || !sweep.can_train() on:click=train>
                {label}
            </button>
            <button id=STOP data-testid="sweep-stop" disabled=move || !is_busy.get() on:click=stop>
                "Stop"
            </button>
        </div>
        <Show when=waits>
            <p class="hint">"The seeds of a comparison are under way. The sweep can start once they are done"</p>
        </Show>
    }
}

/// Moves the focus to the button that is needed next, once it is enabled.
fn focus_soon(id: &'static str) {
    request_animation_frame(move || focus::on(id));
}

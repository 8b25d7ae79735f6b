//! One hyperparameter of the question: which one it is, and its values.

use leptos::prelude::*;

use super::state::{Sweep, use_sweep};
use policy_lab::config::draft::Draft;
use policy_lab::config::fields::{Field, FieldGroup};
use policy_lab::config::sweep::SweepDraft;

/// Shows the choice of a hyperparameter and the text of its values.
#[component]
pub fn AxisChoice(
    /// The place of the axis, 0 or 1.
    place: usize,
) -> impl IntoView {
    let sweep = use_sweep();
    let number = place + 1;
    let field = Memo::new(move |_| {
        (sweep.draft).with(|draft| draft.axes.get(place).map(|axis| axis.field))
    });
    let values = Memo::new(move |_| {
        let values = |draft: &SweepDraft| Some(draft.axes.get(place)?.values.clone());
        sweep.draft.with(values).unwrap_or_default()
    });
    let problem = Memo::new(move |_| field.get().and_then(|field| problem_of(sweep, field.key)));
    let choose = move |event| {
        let chosen = Field::find(&event_target_value(&event));
        let base = sweep.lab.settings.draft.get_untracked();
        (sweep.draft).update(|draft| draft.choose(place, chosen, &base));
    };
    let write = move |event| {
        let text = event_target_value(&event);
        sweep.draft.update(|draft| {
            if let Some(axis) = draft.axes.get_mut(place) {
                axis.values = text;
            }
        });
    };
    let algorithm = Memo::new(move |_| sweep.lab.settings.draft.with(Draft::algorithm));
    let options = move || {
        algorithm.track();
        let base = sweep.lab.settings.draft.get_untracked();
        FieldGroup::ALL.map(|group| options(&base, group, field))
    };
    let (label, nothing) = match place {
        0 => ("Vary", "nothing: the seeds alone"),
        _ => ("together with", "nothing else"),
    };
    // The second one asks for the first.
    let is_offered = move || sweep.draft.with(|draft| draft.axes.len() >= place);
    let error = format!("sweep-error-{number}");
    let described_by = error.clone();
    view! {
        <Show when=is_offered>
            <label class="sweep-field">
                <span>{label}</span>
                <select data-testid=format!("sweep-field-{number}") on:change=choose>
                    <option value="" prop:selected=move || field.get().is_none()>{nothing}</option>
                    {options}
                </select>
            </label>
        </Show>
        <Show when=move || field.get().is_some()>
            <label class="sweep-field">
                <span>"Values of " <code>{move || field.get().map(|field| field.key)}</code></span>
                <input
                    type="text"
                    data-testid=format!("sweep-values-{number}")
                    autocomplete="off"
                    spellcheck="false"
                    prop:value=values
                    aria-invalid=move || problem.with(Option::is_some).to_string()
                    aria-describedby=format!("{described_by} sweep-values-help")
                    on:input=write
                />
            </label>
            <p class="problem" id=error.clone()>{problem}</p>
        </Show>
    }
}

/// Returns the problem of the question at a field, or at another part of it.
pub fn problem_of(sweep: Sweep, key: &str) -> Option<String> {
    sweep.plan.with(|plan| {
        let mut problems = plan.as_ref().err()?.iter();
        let found = problems.find(|problem| problem.field == key)?;
        Some(found.message.clone())
    })
}

fn options(
    base: &Draft,
    group: FieldGroup,
    chosen: Memo<Option<&'static Field>>,
) -> impl IntoView + use<> {
    let fields = SweepDraft::fields(base).filter(|field| field.group == group);
    let options = fields.map(|field| {
        view! {
            <option value=field.key prop:selected=move || chosen.get() == Some(field)>{field.key}</option>
        }
    });
    let options: Vec<_> = options.collect();
    (!options.is_empty()).then(|| view! { <optgroup label=group.label()>{options}</optgroup> })
}

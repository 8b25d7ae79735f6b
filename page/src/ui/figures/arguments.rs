//! Every setting of the current algorithm, with its default, its value and its meaning, and then
//! the sizes derived from them.

use leptos::prelude::*;

use crate::ui::lab::use_lab;
use crate::view::format;
use policy_lab::config::TrainConfig;
use policy_lab::config::draft::Draft;
use policy_lab::config::fields::Field;

/// Shows the table.
#[component]
pub fn Arguments() -> impl IntoView {
    let lab = use_lab();
    let fields = Memo::new(move |_| {
        lab.settings
            .draft
            .with(|draft| draft.fields().map(|field| field.key).collect::<Vec<_>>())
    });
    let derived = move || {
        let config = lab.settings.config.get().ok();
        DERIVED.map(|(name, of, meaning)| {
            let value = config
                .as_ref()
                .map(|config| format::count(of(config) as u64));
            view! {
                <tr>
                    <th><code>{name}</code></th>
                    <td></td>
                    <td>{value.unwrap_or_default()}</td>
                    <td>{meaning}</td>
                </tr>
            }
        })
    };
    let heads = ["Setting", "Default", "Now", "What it does"];
    let heads = heads.map(|head| view! { <th>{head}</th> });
    view! {
        <details>
        <summary>"Every setting, its default and its value now"</summary>
        <div class="scroll" tabindex="0">
            <table class="arguments">
                <thead><tr>{heads}</tr></thead>
                <tbody>
                    {move || {
                        let fields = fields.get();
                        let rows = fields.into_iter().filter_map(Field::find);
                        rows.map(|field| view! { <Row field /> }).collect_view()
                    }} {derived}
                </tbody>
            </table>
        </div>
        </details>
    }
}

#[component]
fn Row(
    /// The setting of this row.
    field: &'static Field,
) -> impl IntoView {
    let lab = use_lab();
    let of = move |read: fn(&Draft, &Field) -> String| {
        lab.settings.draft.with(|draft| read(draft, field))
    };
    let is_changed = move || lab.settings.draft.with(|draft| draft.is_changed(field));
    let names = field.course_names.join(", ");
    view! {
        <tr class:changed=is_changed>
            <th>
                <code>{field.key}</code>
                {(!names.is_empty()).then(|| view! { <small>{names}</small> })}
            </th>
            <td>{move || of(Draft::default_text)}</td>
            <td>{move || of(Draft::text)}</td>
            <td>{field.help}</td>
        </tr>
    }
}

/// The name of a size, the function that computes it, and its meaning.
type Derived = (&'static str, fn(&TrainConfig) -> usize, &'static str);

/// The sizes derived from the settings.
const DERIVED: [Derived; 4] = [
    (
        "batch_size",
        TrainConfig::batch_size,
        "num_envs × num_steps: samples of a rollout",
    ),
    (
        "minibatch_size",
        TrainConfig::minibatch_size,
        "batch_size / num_minibatches: samples of a gradient step",
    ),
    (
        "num_iterations",
        TrainConfig::num_iterations,
        "Rollouts in the run, each with its learning phase",
    ),
    (
        "gradient steps",
        |config| config.num_iterations() * config.updates_per_iteration(),
        "Over the whole run",
    ),
];

//! Actor and critic at work on one step of the newest rollout: each unit is a square, coloured by
//! its activation.

use std::time::Duration;

use leptos::html;
use leptos::prelude::*;
use web_sys::CanvasRenderingContext2d;

use crate::ui::as_table::AsTable;
use crate::ui::browser::theme::{Palette, Theme};
use crate::ui::browser::{canvas, pen};
use crate::ui::figures::plane::shade;
use crate::ui::figures::{empty, every};
use crate::ui::lab::use_lab;
use crate::view::actions::number_of;
use crate::view::format;
use crate::view::plain_table::PlainTable;
use policy_lab::envs::{ActionSpace, EnvId};
use policy_lab::policy::host_policy::{HostPolicy, Units, softmax};

/// Time between two steps of the rollout while the figure plays.
const MOMENT: Duration = Duration::from_millis(120);
/// Most units above each other; a wider layer has several columns.
const TALL: usize = 16;

/// An observation, and the activations that it leads to.
#[derive(Clone, PartialEq)]
struct Activations {
    env_id: EnvId,
    obs: Vec<f32>,
    actor: Units,
    critic: Option<Units>,
    /// The standard deviations of a continuous action's numbers; none if actions are discrete.
    deviations: Vec<f32>,
}

/// Shows the networks, with buttons to play and pause and a slider to choose a step.
#[component]
pub fn LiveNetworks() -> impl IntoView {
    let history = use_lab().run.history;
    let theme = expect_context::<Theme>();
    let step = RwSignal::new(0_usize);
    let plays = RwSignal::new(!theme.reduced_motion.get_untracked());
    let policy = Memo::new(move |_| {
        history.with(|history| {
            let run = &history.run;
            HostPolicy::new(&run.info.as_ref()?.config, run.frame.as_ref()?)
        })
    });
    let num_steps =
        move || history.with(|history| history.run.frame.as_ref().map_or(0, |it| it.num_steps));
    let activations = Memo::new(move |_| {
        let step = step.get();
        let (env_id, obs) = history.with(|history| {
            let run = &history.run;
            let (env_id, frame) = (run.info.as_ref()?.config.env_id, run.frame.as_ref()?);
            let size = env_id.state_size();
            let row = frame.num_carts * (size + 1);
            let at = step.min(frame.num_steps.checked_sub(1)?) * row;
            let state = frame.poses.get(at..at + size)?;
            Some((env_id, env_id.dynamics().observe.results(state)))
        })?;
        policy.with(|policy| {
            let policy = policy.as_ref()?;
            Some(Activations {
                env_id,
                actor: policy.actor(&obs),
                critic: policy.critic(&obs),
                deviations: policy.standard_deviations(),
                obs,
            })
        })
    });
    every(MOMENT, move || {
        let count = untrack(num_steps);
        if plays.get_untracked() && count > 0 {
            step.update(|step| *step = (*step + 1) % count);
        }
    });
    let node = NodeRef::<html::Canvas>::new();
    let size = canvas::watch_size(node);
    Effect::new(move || {
        let size = size.get();
        let palette = theme.palette.get();
        let Some(canvas) = node.get() else { return };
        if let Some((context, scale)) = canvas::prepare(&canvas, size, 2.0) {
            let _ = context.scale(scale, scale);
            activations.with(|activations| {
                if let Some(activations) = activations {
                    paint(&context, size, activations, &palette);
                }
            });
        }
    });
    let said = move || {
        let activations = activations.get()?;
        let step = step.get().min(num_steps().saturating_sub(1)) + 1;
        let mut said = acts(&activations, step)?;
        let value = |units: &Units| units.last()?.first().copied();
        if let Some(value) = activations.critic.as_ref().and_then(value) {
            said += &format!("; value {}", number_of(value));
        }
        Some(said)
    };
    // While the figure plays the numbers change faster than anybody reads.
    let table = move || match plays.get() {
        true => PlainTable::default(),
        false => activations.with(|it| it.as_ref().map(table).unwrap_or_default()),
    };
    let seek = move |event| {
        if let Ok(to) = event_target_value(&event).parse() {
            plays.set(false);
            step.set(to);
        }
    };
    view! {
        <Show
            when=move || policy.with(Option::is_some)
            fallback=|| empty("Once something trains, its networks are drawn here with what each unit does")
        >
            <canvas
                class="networks"
                node_ref=node
                role="img"
                aria-label="Actor and critic: the units of each layer, observation on the left, outputs on the right"
            ></canvas>
            <p class="hint">{said}</p>
            <div class="figure-actions">
                <button class="quiet" on:click=move |_| plays.update(|plays| *plays = !*plays)>
                    {move || if plays.get() { "Hold" } else { "Play" }}
                </button>
                <input
                    type="range"
                    min="0"
                    aria-label="Moment of the rollout"
                    prop:max=move || num_steps().saturating_sub(1).to_string()
                    prop:value=move || step.get().to_string()
                    on:input=seek
                />
            </div>
            <AsTable
                name="Units"
                table=Signal::derive(table)
                empty="Hold the figure to read its numbers"
            />
        </Show>
    }
}

/// Says what the actor does at a step.
fn acts(activations: &Activations, step: usize) -> Option<String> {
    let outputs = activations.actor.last()?;
    let env_id = activations.env_id;
    let actions: Vec<String> = match env_id.spec().actions {
        ActionSpace::Discrete(_) if env_id.is_cart() => {
            let obs = activations.obs.first_chunk::<4>()?;
            let [x, _, theta, _] = obs.map(number_of);
            let right = softmax(outputs).get(1)? * 100.0;
            return Some(format!(
                "Step {step} of the first cart: x {x}, θ {theta}; push to the right with {right:.0} %"
            ));
        }
        ActionSpace::Discrete(names) => {
            let actions = names.iter().zip(softmax(outputs));
            let actions = actions.map(|(name, it)| format!("{name} with {:.0} %", it * 100.0));
            actions.collect()
        }
        ActionSpace::Continuous(controls) => {
            let numbers = outputs.iter().zip(&activations.deviations);
            let numbers = controls.iter().zip(numbers);
            let numbers = numbers.map(|(control, (mean, deviation))| {
                let [mean, deviation] = [mean, deviation].map(|it| number_of(*it));
                let name = control.name;
                format!("{name} with mean {mean} and standard deviation {deviation}")
            });
            numbers.collect()
        }
    };
    let actions = actions.join(", ");
    Some(format!("Step {step} of the first environment: {actions}"))
}

/// Returns the activation of each unit, with a column for each layer.
fn table(activations: &Activations) -> PlainTable {
    let actor = Some(("actor", &activations.actor));
    let critic = activations.critic.as_ref().map(|units| ("critic", units));
    let mut heads = vec!["Unit".to_owned()];
    let mut layers = Vec::new();
    for (network, units) in [actor, critic].into_iter().flatten() {
        for (index, layer) in units.iter().enumerate() {
            heads.push(match index {
                0 => format!("{network}, input"),
                index if index + 1 == units.len() => format!("{network}, output"),
                index => format!("{network}, layer {index}"),
            });
            layers.push(layer);
        }
    }
    let tallest = layers.iter().map(|layer| layer.len()).max();
    let row = |unit: usize| {
        let value = |value: &f32| number_of(*value);
        let values = layers.iter().map(|layer| layer.get(unit).map(value));
        let values = values.map(Option::unwrap_or_default);
        [(unit + 1).to_string()].into_iter().chain(values).collect()
    };
    PlainTable {
        note: String::new(),
        heads,
        rows: (0..tallest.unwrap_or_default()).map(row).collect(),
    }
}

/// Draws the actor above the critic, each from left to right.
fn paint(
    context: &CanvasRenderingContext2d,
    (width, height): canvas::Size,
    activations: &Activations,
    palette: &Palette,
) {
    let env_id = activations.env_id;
    let seen = match env_id.is_cart() {
        true => "x, v, θ, ω".to_owned(),
        false => format!("the {} numbers of an observation", activations.obs.len()),
    };
    let outputs = match env_id.spec().actions {
        ActionSpace::Discrete(names) => format!("the logits of {}", listed(names)),
        ActionSpace::Continuous([control]) => format!("the mean of {}", control.name),
        ActionSpace::Continuous(controls) => {
            let names: Vec<&str> = controls.iter().map(|control| control.name).collect();
            format!("the means of {}", listed(&names))
        }
    };
    let actor = format!("Actor: {seen} to {outputs}");
    let critic = activations.critic.as_ref();
    let critic = critic.map(|units| (format!("Critic: {seen} to a value"), units));
    let mut rows = vec![(actor, &activations.actor)];
    rows.extend(critic);
    let tall = height / rows.len() as f64;
    let text = 0.75 * canvas::rem_px();
    for (row, (name, units)) in rows.into_iter().enumerate() {
        let top = row as f64 * tall;
        context.set_fill_style_str(&palette.muted);
        pen::say(context, text, &name, (0.0, top + text), "left");
        network(
            context,
            palette,
            units,
            (width, top + 1.5 * text, tall - 2.0 * text),
        );
    }
}

fn listed(names: &[&str]) -> String {
    format::joined(names.iter().map(|name| (*name).to_owned()).collect())
}

fn network(
    context: &CanvasRenderingContext2d,
    palette: &Palette,
    units: &Units,
    (width, top, height): (f64, f64, f64),
) {
    let unit = (height / TALL as f64).min(11.0);
    let columns = |layer: &Vec<f32>| layer.len().div_ceil(TALL).max(1) as f64;
    let taken: f64 = units.iter().map(|layer| columns(layer) * unit).sum();
    // Leave room for the values beside the outputs.
    let gap = ((width - 8.0 - taken) / (units.len().max(2) - 1) as f64).clamp(6.0, 90.0);
    let mut left = 0.0;
    let mut before: Option<(f64, f64)> = None;
    for (index, layer) in units.iter().enumerate() {
        let is_end = index == 0 || index + 1 == units.len();
        let rows = layer.len().min(TALL) as f64;
        let start = top + (height - rows * unit) / 2.0;
        if let Some((right, middle)) = before {
            context.set_stroke_style_str(&palette.hairline);
            context.begin_path();
            for corner in [start, start + rows * unit] {
                context.move_to(right, middle);
                context.line_to(left, corner);
            }
            context.stroke();
        }
        // A hidden unit is relative to the strongest of its layer; an input or output also to 1,
        // because its scale is not known.
        let least = if is_end { 1.0 } else { 1e-6_f32 };
        let strongest = layer.iter().fold(least, |most, unit| most.max(unit.abs()));
        for (number, value) in layer.iter().enumerate() {
            let (column, row) = (number / TALL, number % TALL);
            context.set_fill_style_str(&shade(palette, 0.5 + value / strongest / 2.0));
            let (x, y) = (left + column as f64 * unit, start + row as f64 * unit);
            context.fill_rect(x, y, unit - 1.0, unit - 1.0);
            context.set_stroke_style_str(&palette.hairline);
            context.stroke_rect(x, y, unit - 1.0, unit - 1.0);
        }
        let right = left + columns(layer) * unit;
        before = Some((right, top + height / 2.0));
        left = right + gap;
    }
}

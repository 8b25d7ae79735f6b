//! The contents of a rollout: observations and ends of two environments, in time order and as a
//! minibatch holds them.

use leptos::prelude::*;

use crate::ui::as_table::AsTable;
use crate::ui::figures::shuffle::shuffled;
use crate::ui::figures::{carts, empty, pulse};
use crate::ui::lab::use_lab;
use crate::view::actions::number_of;
use crate::view::plain_table::{PlainTable, extremes};
use policy_lab::protocol::{Frame, POSE};

/// Number of environments shown: as many as a reader can tell apart.
const WORLDS: usize = 2;
/// Most steps shown of each environment.
const STEPS: usize = 128;
/// Size of a plot, in the units of the drawing.
const SIZE: (f64, f64) = (256.0, 56.0);

/// The rows of plots: index in a pose, symbol, and largest value drawn.
const ROWS: [(usize, &str, f64); 2] = [(0, "x", 2.4), (2, "θ", 0.2095)];

/// The samples of the plots.
#[derive(Clone, Default, PartialEq)]
struct Samples {
    iteration: usize,
    /// Poses, `[environments * steps, POSE]`, one environment after the other.
    poses: Vec<f32>,
    /// Steps of one environment.
    num_steps: usize,
}

/// Returns true if the step with this pose ended an episode.
fn has_ended(pose: &[f32]) -> bool {
    pose[POSE - 1] > 0.0
}

fn samples(frame: &Frame) -> Samples {
    let num_steps = frame.num_steps.min(STEPS);
    let mut poses = Vec::new();
    for world in 0..frame.num_carts.min(WORLDS) {
        for step in 0..num_steps {
            let at = (step * frame.num_carts + world) * POSE;
            poses.extend_from_slice(frame.poses.get(at..at + POSE).unwrap_or(&[0.0; POSE]));
        }
    }
    Samples {
        iteration: frame.iteration,
        poses,
        num_steps,
    }
}

/// Shows the plots, with buttons for time order and for the order of a minibatch.
#[component]
pub fn RolloutTraces() -> impl IntoView {
    let history = use_lab().run.history;
    let held = RwSignal::new(None::<Samples>);
    let beat = pulse();
    let newest = Memo::new(move |_| {
        beat.track();
        history.with_untracked(|history| carts(history).map(samples))
    });
    let all = Memo::new(move |_| held.get().or_else(|| newest.get()).unwrap_or_default());
    // The order of the samples; `None` is time order.
    let order = RwSignal::new(None::<Vec<usize>>);
    let shuffle = move |_| {
        let samples = all.get_untracked();
        let count = samples.poses.len() / POSE;
        let mut order_now = shuffled(count);
        order_now.truncate(count / 2);
        // Keep these samples, because the order means nothing for the next rollout's.
        held.set(Some(samples));
        order.set(Some(order_now));
    };
    let restore = move |_| {
        order.set(None);
        held.set(None);
    };
    let caption = move || {
        let samples = all.get();
        let count = samples.poses.len() / POSE;
        let iteration = samples.iteration;
        match order.get() {
            Some(order) => format!(
                "A minibatch: {} of these {count} samples of iteration {iteration}, in the order \
                 in which the learner meets them",
                order.len()
            ),
            None => {
                let steps = samples.num_steps;
                let worlds = count / steps.max(1);
                format!(
                    "{worlds} environments of {steps} steps each, from iteration {iteration}, one after \
                     the other. Solid: from one environment to the next. Dotted: an episode ended"
                )
            }
        }
    };
    let table = move || all.with(|all| order.with(|order| table(all, order.as_deref())));
    let plots = move || ROWS.map(|row| view! { <Plot all order row /> });
    view! {
        <Show
            when=move || all.with(|all| !all.poses.is_empty())
            fallback=|| empty(
                "Once something trains on a cart, two of its environments are drawn here: position and angle, step by step"
            )
        >
            {plots}
            <p class="hint" aria-live="polite">{caption}</p>
            <AsTable name="Samples" table=Signal::derive(table) />
            <div class="figure-actions">
                <button on:click=shuffle>"Shuffle into a minibatch"</button>
                <button class="quiet" disabled=move || order.with(Option::is_none) on:click=restore>
                    "Back to the order of time"
                </button>
            </div>
        </Show>
    }
}

/// Returns the samples in their order, each with the environment and the step that it is from.
fn table(samples: &Samples, order: Option<&[usize]>) -> PlainTable {
    let poses: Vec<&[f32]> = samples.poses.chunks_exact(POSE).collect();
    let in_time: Vec<usize> = (0..poses.len()).collect();
    let num_steps = samples.num_steps.max(1);
    let row = |(place, sample): (usize, &usize)| {
        let pose = poses.get(*sample)?;
        let numbers = ROWS.map(|(number, _, _)| number_of(pose[number]));
        let counts = [place, sample / num_steps, sample % num_steps];
        let counts = counts.map(|count| (count + 1).to_string());
        let ended = if has_ended(pose) { "yes" } else { "no" };
        let cells = counts.into_iter().chain(numbers);
        Some(cells.chain([ended.to_owned()]).collect())
    };
    let [(_, x, _), (_, theta, _)] = ROWS;
    let heads = ["Place", "Environment", "Step", x, theta, "Episode ended"];
    let order = order.unwrap_or(&in_time);
    PlainTable::new(&heads, order.iter().enumerate().filter_map(row))
}

#[component]
fn Plot(
    /// The samples to draw.
    all: Memo<Samples>,
    /// Their order; `None` is time order.
    order: RwSignal<Option<Vec<usize>>>,
    /// The number to draw: its index in a pose, symbol, and largest value drawn.
    row: (usize, &'static str, f64),
) -> impl IntoView {
    let (number, symbol, bound) = row;
    let (width, height) = SIZE;
    let up = move |value: f64| height / 2.0 - value / bound * (height / 2.0 - 6.0);
    let said = move || {
        let numbers =
            |all: &Samples| extremes(all.poses.chunks_exact(POSE).map(|pose| pose[number]));
        let (low, high) = all.with(numbers).unwrap_or_default();
        let [low, high] = [low, high].map(number_of);
        format!(
            "{symbol} of each sample, from {low} to {high}; the lines are the bounds, plus and minus {bound}"
        )
    };
    let drawn = move || {
        let samples = all.get();
        let poses: Vec<&[f32]> = samples.poses.chunks_exact(POSE).collect();
        let order_now = order.get();
        let count = order_now.as_ref().map_or(poses.len(), Vec::len).max(1);
        let across = move |index: usize| (index as f64 + 0.5) / count as f64 * width;
        let value = |pose: &[f32]| f64::from(pose[number]).clamp(-1.1 * bound, 1.1 * bound);
        match order_now {
            Some(order) => {
                let dots = order.iter().enumerate().filter_map(|(index, sample)| {
                    let pose = poses.get(*sample)?;
                    let class = if has_ended(pose) { "dot ended" } else { "dot" };
                    Some(view! { <circle class=class cx=across(index) cy=up(value(pose)) r="1.3" /> })
                });
                dots.collect_view().into_any()
            }
            None => {
                let mut path = String::new();
                let mut lifted = true;
                for (index, pose) in poses.iter().enumerate() {
                    lifted |= samples.num_steps > 0 && index % samples.num_steps == 0;
                    let letter = if lifted { 'M' } else { 'L' };
                    path += &format!("{letter}{:.2} {:.2}", across(index), up(value(pose)));
                    lifted = has_ended(pose);
                }
                let ends = poses.iter().enumerate();
                let ends = ends.filter(|(_, pose)| has_ended(pose));
                let ends = ends.map(|(index, _)| {
                    let at = across(index) + 0.5 / count as f64 * width;
                    view! { <line class="end" x1=at x2=at y1="0" y2=height /> }
                });
                let ends = ends.collect_view();
                let worlds = poses.len() / samples.num_steps.max(1);
                let separators = (1..worlds).map(|world| {
                    let at = world as f64 / worlds as f64 * width;
                    view! { <line class="separator" x1=at x2=at y1="0" y2=height /> }
                });
                let separators = separators.collect_view();
                view! { {ends} {separators} <path class="trace" d=path /> }.into_any()
            }
        }
    };
    view! {
        <div class="trace-row">
            <span>{symbol}</span>
            <svg
                viewBox=format!("0 0 {width} {height}")
                role="img"
                aria-label=said
            >
                <line class="bound" x1="0" x2=width y1=up(bound) y2=up(bound) />
                <line class="bound" x1="0" x2=width y1=up(-bound) y2=up(-bound) />
                {drawn}
            </svg>
        </div>
    }
}

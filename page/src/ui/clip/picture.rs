//! The canvas of the clip lab, with its description in words, and the picking of a sample on it.

use leptos::html;
use leptos::prelude::*;
use web_sys::{KeyboardEvent, MouseEvent};

use super::layout::ClipLayout;
use super::paint::{ClipScene, MOST_POINTS, paint};
use super::shown::{EMPTY, SIDES, ShownSample};
use super::state::use_clip;
use crate::ui::as_table::AsTable;
use crate::ui::browser::canvas;
use crate::ui::browser::theme::Theme;
use crate::view::format;
use crate::view::plain_table::{PlainTable, extremes};
use policy_lab::policy::clip::summary::{BARS, ClipPicture, Samples};

/// The description of the canvas for screen readers.
const ABOUT: &str = "Ratio against advantage of each sample, the histogram of the \
                     ratios, and the surrogate of one sample before and after clipping. \
                     Left and right arrow go from sample to sample.";

/// Shows the canvas, and the choice between the policies before and after the step.
#[component]
pub fn ClipCanvas() -> impl IntoView {
    let clip = use_clip();
    let shown = expect_context::<ShownSample>();
    let palette = expect_context::<Theme>().palette;
    let node = NodeRef::<html::Canvas>::new();
    let size = canvas::watch_size(node);
    let layout = move || {
        let size = size.get();
        let rem = canvas::rem_px();
        shown.picture.with(|picture| {
            let picture = picture.as_ref();
            picture.map(|picture| ClipLayout::new(size, rem, picture))
        })
    };
    Effect::new(move || {
        let Some(node) = node.get() else { return };
        let Some((context, scale)) = canvas::prepare(&node, size.get(), 1.0) else {
            return;
        };
        let (Some(layout), Ok(())) = (layout(), context.scale(scale, scale)) else {
            return;
        };
        shown.samples.with(|samples| {
            shown.picture.with(|picture| {
                let Some(picture) = picture else { return };
                let scene = ClipScene {
                    samples,
                    picture,
                    range: clip.range.get(),
                    is_clipped: shown.is_clipped.get(),
                    picked: clip.picked.get(),
                    marked: clip.marked.get(),
                    scale,
                };
                palette.with(|palette| paint(&context, &layout, &scene, palette));
            });
        });
    });
    let pick = move |event: MouseEvent| {
        let at = (f64::from(event.offset_x()), f64::from(event.offset_y()));
        let Some(layout) = untrack(layout).filter(|layout| layout.is_in_scatter(at)) else {
            return;
        };
        let nearest = shown
            .samples
            .with_untracked(|samples| nearest(samples, &layout, at));
        clip.picked.set(nearest);
    };
    let walk = move |event: KeyboardEvent| {
        let forward = match event.key().as_str() {
            "ArrowRight" => true,
            "ArrowLeft" => false,
            _ => return,
        };
        event.prevent_default();
        let from = clip.picked.get_untracked();
        let next = shown
            .samples
            .with_untracked(|samples| neighbour(samples, from, forward));
        clip.picked.set(next);
    };
    let said = move || {
        shown.samples.with(|samples| {
            let all = format::count(samples.len() as u64);
            let drawn = format::count(samples.len().min(MOST_POINTS) as u64);
            format!("{drawn} of {all} samples drawn")
        })
    };
    let ratios = move || {
        let ends = shown
            .samples
            .with(|samples| extremes(samples.ratios.iter().copied()));
        let moving = shown
            .picture
            .with(|picture| picture.as_ref().map(|it| it.moving));
        let words = ends.zip(moving).map(|((low, high), moving)| {
            let moving = format::count(moving as u64);
            format!("; ratios from {low:.2} to {high:.2}; {moving} samples move the policy")
        });
        words.unwrap_or_default()
    };
    let table = move || {
        let table = |picture: &Option<ClipPicture>| picture.as_ref().map(table);
        shown.picture.with(table).unwrap_or_default()
    };
    let has_picture = Memo::new(move |_| shown.picture.with(Option::is_some));
    let choices = SIDES.map(|(side, name)| {
        let is_chosen = move || clip.side.get() == side;
        view! {
            <label class:chosen=is_chosen>
                <input type="radio" name="clip-moment" prop:checked=is_chosen on:change=move |_| clip.side.set(side) />
                {name}
            </label>
        }
    });
    view! {
        <figure class="clip-figure">
            <div class="clip-box">
                <canvas
                    node_ref=node
                    id="clip-canvas"
                    tabindex="0"
                    role="img"
                    aria-label=move || format!("{ABOUT} {}{}", said(), ratios())
                    on:click=pick
                    on:keydown=walk
                ></canvas>
                <Show when=move || !has_picture.get()>
                    <p class="empty-figure">{EMPTY}</p>
                </Show>
            </div>
            <figcaption>
                <fieldset class="segmented">
                    <legend class="visually-hidden">"Ratios of which policy"</legend>
                    {choices}
                </fieldset>
                <span data-testid="clip-drawn">{said}</span>
            </figcaption>
            <AsTable name="Ratios" table=Signal::derive(table) />
        </figure>
    }
}

/// Returns the bars of the histogram that hold samples. The table beside the picture has the
/// samples by their case.
fn table(picture: &ClipPicture) -> PlainTable {
    let (low, high) = picture.ratios();
    let edge = |bar: usize| low + (high - low) * bar as f64 / BARS as f64;
    let bars = picture.bars.iter().enumerate();
    let rows = bars.filter(|(_, bar)| bar.moving + bar.still > 0);
    let rows = rows.map(|(place, bar)| {
        let counts = [bar.moving, bar.still].map(|count| format::count(count as u64));
        let ratios = format!("{:.3} to {:.3}", edge(place), edge(place + 1));
        [ratios].into_iter().chain(counts).collect()
    });
    PlainTable {
        note: "Samples beyond an end of the axis are in the row at that end".to_owned(),
        ..PlainTable::new(&["Ratio", "Move the policy", "Held by the clip"], rows)
    }
}

/// Returns the index of the drawn sample that is closest to a point of the canvas.
fn nearest(samples: &Samples, layout: &ClipLayout, at: (f64, f64)) -> Option<usize> {
    let distance = |index: &usize| {
        let x = layout.x(f64::from(samples.ratios[*index])) - at.0;
        let y = layout.y(f64::from(samples.advantages[*index])) - at.1;
        x * x + y * y
    };
    let drawn = samples.some(MOST_POINTS).into_iter();
    drawn.min_by(|a, b| distance(a).total_cmp(&distance(b)))
}

/// Returns the index of the sample with the next larger or smaller ratio. If none is picked, that
/// of the median ratio.
fn neighbour(samples: &Samples, from: Option<usize>, forward: bool) -> Option<usize> {
    let mut order: Vec<usize> = (0..samples.len()).collect();
    order.sort_by(|a, b| samples.ratios[*a].total_cmp(&samples.ratios[*b]));
    let last = order.len().checked_sub(1)?;
    let place = from.and_then(|from| order.iter().position(|index| *index == from));
    let next = match (place, forward) {
        (None, _) => last / 2,
        (Some(place), true) => (place + 1).min(last),
        (Some(place), false) => place.saturating_sub(1),
    };
    order.get(next).copied()
}

//! The canvas of the clip lab, with its description in words, and the picking of a sample on it.

use leptos::html;
use leptos::prelude::*;
use web_sys::{KeyboardEvent, MouseEvent};

use super::layout::ClipLayout;
use super::paint::{ClipScene, MOST_POINTS, paint};
use super::sample::PickedSample;
use super::shown::{EMPTY, SIDES, ShownSample};
use super::state::use_clip;
use crate::ui::as_table::AsTable;
use crate::ui::browser::canvas;
use crate::ui::browser::theme::Theme;
use crate::view::clip_before::{BEFORE, ClipGhost};
use crate::view::clip_picture::{Corner, beyond};
use crate::view::format;
use crate::view::plain_table::{PlainTable, extremes};
use policy_lab::policy::clip::summary::{ClipPicture, Samples};

/// The description of the canvas for screen readers.
const ABOUT: &str = "Ratio against advantage of each sample, the histogram of the \
                     ratios, and the surrogate of one sample before and after clipping. \
                     Left and right arrow go from sample to sample, Escape \
                     puts the sample away.";

/// Width of the card of the picked sample as a part of the canvas's, as in the style sheet, and its
/// height in texts of the canvas.
const CARD: (f64, f64) = (0.42, 14.0);
/// Room around the card in texts, for the ring of the picked sample.
const ROOM: f64 = 1.2;

/// Shows the canvas, the choice between the policies before and after the step, and the picked
/// sample. While the page is presented, the sample is a card over a corner of the scatter.
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
                shown.before.with(|before| {
                    let scene = ClipScene {
                        samples,
                        before: before.as_ref().map(|before| &before.samples),
                        picture,
                        range: shown.range.get(),
                        is_clipped: shown.is_clipped.get(),
                        picked: clip.picked.get(),
                        marked: clip.marked.get(),
                        scale,
                    };
                    palette.with(|palette| paint(&context, &layout, &scene, palette));
                });
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
        // Picking the same sample again puts it away.
        let is_same = clip.picked.get_untracked() == nearest;
        clip.picked.set(nearest.filter(|_| !is_same));
    };
    let walk = move |event: KeyboardEvent| {
        let forward = match event.key().as_str() {
            "ArrowRight" => true,
            "ArrowLeft" => false,
            "Escape" if clip.picked.get_untracked().is_some() => {
                // The sample is put away, and a presentation stays.
                event.prevent_default();
                event.stop_propagation();
                clip.picked.set(None);
                return;
            }
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
        let beyond = shown.picture.with(|picture| picture.as_ref().map(beyond));
        let beyond = beyond.into_iter().flatten().flatten();
        let before = (shown.before).with(|before| before.as_ref().and_then(ClipGhost::said));
        let more = beyond.chain(before).map(|words| format!("; {words}"));
        words.unwrap_or_default() + &more.collect::<String>()
    };
    // The corner of the scatter for the card, and where that is.
    let card = Memo::new(move |_| {
        let layout = layout()?;
        let picked = clip.picked.get()?;
        shown.samples.with(|samples| {
            let drawn = samples.some(MOST_POINTS).into_iter();
            let points = drawn.filter_map(|index| samples.get(index));
            let points: Vec<_> = points.map(|sample| layout.place(sample)).collect();
            let (top, bottom) = layout.scatter;
            let size = (
                (CARD.0 * size.get().0 + ROOM * layout.text) / (layout.right - layout.left),
                CARD.1 * layout.text / (bottom - top),
            );
            let corner = Corner::freest(&points, layout.place(samples.get(picked)?), size);
            let inset = 0.4 * layout.text;
            let x = match corner.is_right {
                true => layout.right - inset,
                false => layout.left + inset,
            };
            let y = if corner.is_low {
                bottom - inset
            } else {
                top + inset
            };
            Some((corner, x, y))
        })
    });
    let table = move || {
        let table = |picture: &Option<ClipPicture>| picture.as_ref().map(table);
        shown.picture.with(table).unwrap_or_default()
    };
    let has_picture = Memo::new(move |_| shown.picture.with(Option::is_some));
    let has_before = Memo::new(move |_| shown.before.with(Option::is_some));
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
                <Show when=move || has_before.get()>
                    <span class="clip-before" data-testid="clip-before">{BEFORE}</span>
                </Show>
                <span data-testid="clip-drawn">{said}</span>
            </figcaption>
            <AsTable name="Ratios" table=Signal::derive(table) />
        </figure>
        <PickedSample card />
    }
}

/// Returns the bars of the histogram that hold samples. The table beside the picture has the
/// samples by their case.
fn table(picture: &ClipPicture) -> PlainTable {
    let rows = (picture.bars.iter()).filter(|bar| bar.moving + bar.still > 0);
    let rows = rows.map(|bar| {
        let counts = [bar.moving, bar.still].map(|count| format::count(count as u64));
        let ratios = format!("{:.3} to {:.3}", bar.ratios.0, bar.ratios.1);
        [ratios].into_iter().chain(counts).collect()
    });
    PlainTable {
        note: beyond(picture)
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join("; "),
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

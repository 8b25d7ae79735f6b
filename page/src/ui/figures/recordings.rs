//! Three films to tell apart: agents that differ only in their reward, recorded after training.

use leptos::html;
use leptos::prelude::*;

use crate::course::Recording;
use crate::ui::as_table::AsTable;
use crate::ui::browser::canvas;
use crate::ui::browser::theme::Theme;
use crate::ui::grid::{paint_cells, play};
use crate::view::actions::number_of;
use crate::view::film::{Film, Mode};
use crate::view::plain_table::{PlainTable, extremes};
use policy_lab::protocol::{Frame, POSE};

/// The names of the films, in the order of the question.
const NAMES: [&str; 3] = ["A", "B", "C"];
/// The films' keys in the data.
const KEYS: [&str; 3] = ["angle", "both", "position"];

/// Returns the recording as a frame for the grid of carts.
fn frame(recording: &Recording) -> Frame {
    let poses = recording.poses.chunks_exact(2);
    let poses = poses.flat_map(|pose| {
        let numbers: [f32; POSE] = [pose[0], 0.0, pose[1], 0.0, 0.0];
        numbers
    });
    Frame {
        iteration: recording.iteration,
        num_steps: recording.num_steps,
        num_carts: recording.num_carts,
        poses: poses.collect(),
        ..Frame::default()
    }
}

/// Shows the three films beside each other.
#[component]
pub fn Recordings() -> impl IntoView {
    let theme = expect_context::<Theme>();
    let plays = RwSignal::new(!theme.reduced_motion.get_untracked());
    let all = Recording::all();
    let named = || {
        NAMES.into_iter().zip(KEYS).filter_map(|(name, key)| {
            let recording = all.iter().find(|recording| recording.key == key)?;
            Some((name, recording))
        })
    };
    let films = named().map(|(name, recording)| {
        view! { <Recorded name frame=frame(recording) said=said(recording) plays /> }
    });
    let table = move || {
        let heads = [
            "Film",
            "Cart",
            "x at first",
            "x at last",
            "x between",
            "θ between",
        ];
        let rows = named().flat_map(|(name, recording)| rows(name, recording));
        PlainTable::new(&heads, rows)
    };
    view! {
        <div class="recordings">{films.collect_view()}</div>
        <div class="figure-actions">
            <button class="quiet" on:click=move |_| plays.update(|plays| *plays = !*plays)>
                {move || if plays.get() { "Freeze the films" } else { "Play the films" }}
            </button>
        </div>
        <AsTable name="Films" table=Signal::derive(table) />
    }
}

/// Returns the numbers of a pose, x or θ, that one cart has in a recording, or all of them.
fn numbers(recording: &Recording, number: usize, cart: Option<usize>) -> impl Iterator<Item = f32> {
    let poses = recording.poses.chunks_exact(2).enumerate();
    let carts = recording.num_carts.max(1);
    let poses = poses.filter(move |(place, _)| cart.is_none_or(|cart| place % carts == cart));
    poses.map(move |(_, pose)| pose[number])
}

/// Says between which values a number of a pose stays.
fn range(recording: &Recording, number: usize, cart: Option<usize>) -> String {
    let ends = extremes(numbers(recording, number, cart)).unwrap_or_default();
    let [low, high] = [ends.0, ends.1].map(number_of);
    format!("{low} to {high}")
}

/// Says where the carts of a recording are, and how their poles lean.
fn said(recording: &Recording) -> String {
    let [x, theta] = [0, 1].map(|number| range(recording, number, None));
    format!("x is from {x}, θ from {theta}")
}

/// Returns a row of the table for each cart of a recording.
fn rows(name: &str, recording: &Recording) -> Vec<Vec<String>> {
    let row = |cart: usize| {
        let number = |number: Option<f32>| number_of(number.unwrap_or_default());
        vec![
            name.to_owned(),
            (cart + 1).to_string(),
            number(numbers(recording, 0, Some(cart)).next()),
            number(numbers(recording, 0, Some(cart)).last()),
            range(recording, 0, Some(cart)),
            range(recording, 1, Some(cart)),
        ]
    };
    (0..recording.num_carts).map(row).collect()
}

#[component]
fn Recorded(
    /// The name of the film.
    name: &'static str,
    /// The rollout that the film shows.
    frame: Frame,
    /// What it shows in words.
    said: String,
    /// True if the film plays.
    plays: RwSignal<bool>,
) -> impl IntoView {
    let theme = expect_context::<Theme>();
    let node = NodeRef::<html::Canvas>::new();
    let size = canvas::watch_size(node);
    let newest = (frame.iteration, frame.num_steps);
    let frame = StoredValue::new(frame);
    let film = StoredValue::new(Film::new(false));
    let turning = StoredValue::new(false);
    let draw = move || {
        let Some(canvas) = node.get_untracked() else {
            return;
        };
        if let Some((context, scale)) = canvas::prepare(&canvas, size.get_untracked(), 2.0) {
            theme.palette.with_untracked(|palette| {
                film.with_value(|film| {
                    paint_cells(
                        &context,
                        size.get_untracked(),
                        scale,
                        (film, false),
                        palette,
                    );
                });
            });
        }
    };
    Effect::new(move || {
        size.track();
        theme.palette.track();
        let mode = match plays.get() {
            true => Mode::Playing,
            false => Mode::Held,
        };
        film.update_value(|film| {
            film.mode = mode;
            film.note_newest(Some(newest));
            // Draw a picture before anything moves.
            film.turn(0.0, || Some(frame.get_value()));
        });
        draw();
        if mode == Mode::Playing && !turning.get_value() {
            turning.set_value(true);
            play(
                film,
                turning,
                move || Some(frame.get_value()),
                move |_, is_visible| {
                    if is_visible {
                        draw();
                    }
                },
            );
        }
    });
    view! {
        <div class="recorded">
            <canvas node_ref=node role="img" aria-label=format!("Recording {name}: four carts of one learner. {said}")></canvas>
            <p>{name}</p>
        </div>
    }
}

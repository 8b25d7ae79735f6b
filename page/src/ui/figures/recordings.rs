//! Three films to tell apart: agents that differ only in their reward, recorded after training.

use leptos::html;
use leptos::prelude::*;

use crate::course::Recording;
use crate::ui::browser::canvas;
use crate::ui::browser::theme::Theme;
use crate::ui::grid::{paint_cells, play};
use crate::view::film::{Film, Mode};
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
        parameters: Vec::new(),
    }
}

/// Shows the three films beside each other.
#[component]
pub fn Recordings() -> impl IntoView {
    let theme = expect_context::<Theme>();
    let plays = RwSignal::new(!theme.reduced_motion.get_untracked());
    let all = Recording::all();
    let films = NAMES.into_iter().zip(KEYS).filter_map(|(name, key)| {
        let recording = all.iter().find(|recording| recording.key == key)?;
        Some(view! { <Recorded name frame=frame(recording) plays /> })
    });
    view! {
        <div class="recordings">{films.collect_view()}</div>
        <div class="figure-actions">
            <button class="quiet" on:click=move |_| plays.update(|plays| *plays = !*plays)>
                {move || if plays.get() { "Hold the films" } else { "Play the films" }}
            </button>
        </div>
    }
}

#[component]
fn Recorded(
    /// The name of the film.
    name: &'static str,
    /// The rollout that the film shows.
    frame: Frame,
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
                    paint_cells(&context, size.get_untracked(), scale, film, palette);
                });
            });
        }
    };
    Effect::new(move || {
        size.track();
        theme.palette.track();
        let mode = if plays.get() {
            Mode::Playing
        } else {
            Mode::Held
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
            <canvas node_ref=node role="img" aria-label=format!("Recording {name}: four carts of one learner")></canvas>
            <p>{name}</p>
        </div>
    }
}

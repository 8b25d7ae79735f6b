//! The grid of carts, or of a task's environments: the newest rollout, played as a film.

mod paint;

use leptos::html;
use leptos::prelude::*;

pub use self::paint::cells as paint_cells;
use self::paint::field as paint_field;
use super::lab::use_lab;
use crate::ui::browser::canvas;
use crate::ui::browser::theme::Theme;
use crate::view::film::{Film, Mode, Shown};
use crate::view::format::count;
use policy_lab::envs::EnvId;
use policy_lab::envs::spec::EnvKind;
use policy_lab::protocol::stages::{Stage, StageReport, StageView};
use policy_lab::protocol::{FIELD_CARTS, Frame};

/// Milliseconds between two changes of the words, because pictures may change faster than a reader
/// can read.
const WORDS_EVERY_MILLIS: f64 = 100.0;

/// Shows the grid of carts with its caption, a button to pause, and a slider to choose a step.
#[component]
pub fn CartGrid() -> impl IntoView {
    let lab = use_lab();
    let theme = expect_context::<Theme>();
    let node = NodeRef::<html::Canvas>::new();
    let size = canvas::watch_size(node);
    let film = StoredValue::new(Film::new(theme.reduced_motion.get_untracked()));
    // The film's words and step. The loop that plays the film sets them.
    let (shown, set_shown) = signal(Shown::default());
    let (mode, set_mode) = signal(film.with_value(|film| film.mode));

    // Many carts as points, where a run has them.
    let is_field = RwSignal::new(false);
    let has_field = lab.run.memo(|history| {
        let frame = history.run.frame.as_ref();
        frame.is_some_and(|frame| !frame.field.is_empty())
    });
    let told_at_millis = StoredValue::new(f64::NEG_INFINITY);
    let tell = move || {
        let words = film.with_value(Film::shown);
        if shown.with_untracked(|shown| *shown != words) {
            set_shown.set(words);
        }
    };
    let env_id = Memo::new(move |_| lab.env_id().unwrap_or_default());
    let is_task = move || env_id.get().task().is_some();
    let draw = move || {
        let Some(canvas) = node.get_untracked() else {
            return;
        };
        // Draw with two device pixels per CSS pixel on coarse screens as well, because poles are
        // thin and mostly slanted.
        if let Some((context, scale)) = canvas::prepare(&canvas, size.get_untracked(), 2.0) {
            theme.palette.with_untracked(|palette| {
                film.with_value(|film| {
                    if is_field.get_untracked() && film.has_field() {
                        return paint_field(&context, size.get_untracked(), scale, film, palette);
                    }
                    let film = (film, env_id.get_untracked().is_drawn());
                    paint_cells(&context, size.get_untracked(), scale, film, palette);
                });
            });
        }
    };
    let summary = Memo::new(move |_| shown.with(|shown| shown.summary.clone()));
    let num_steps = Memo::new(move |_| shown.with(|shown| shown.num_steps));
    let is_still = move || num_steps.get() == 0 || shown.with(|shown| shown.is_live);
    let newest = lab.run.memo(|history| {
        let frame = history.run.frame.as_ref()?;
        Some((frame.iteration, frame.num_steps))
    });
    let stage = lab.run.memo(|history| history.run.stage.clone());
    let turning = StoredValue::new(false);
    let turn = move || {
        if !turning.get_value() {
            turning.set_value(true);
            let newest = move || (lab.run.history).with_untracked(|it| it.run.frame.clone());
            play(film, turning, newest, move |now_millis, is_visible| {
                if now_millis - told_at_millis.get_value() >= WORDS_EVERY_MILLIS {
                    told_at_millis.set_value(now_millis);
                    tell();
                }
                if is_visible {
                    draw();
                }
            });
        }
    };
    // A new rollout, another size or other colours: start the loop again to see whether there is
    // something to draw.
    Effect::new(move || {
        newest.track();
        size.track();
        theme.palette.track();
        mode.track();
        is_field.track();
        film.update_value(|film| {
            film.note_env(env_id.get());
            match stage.get() {
                Some(report) => {
                    if let Some(step) = step_of(report) {
                        film.follow(Some(step));
                    }
                }
                None => film.follow(None),
            }
            film.hurry_secs = lab.run.hurry_secs();
            film.note_newest(newest.get());
        });
        tell();
        draw();
        turn();
    });
    let change_mode = move |mode: Mode| {
        film.update_value(|film| film.mode = mode);
        set_mode.set(mode);
    };
    let seek = move |event| {
        if let Ok(step) = event_target_value(&event).parse::<f64>() {
            change_mode(Mode::Held);
            film.update_value(|film| film.seek(step));
            tell();
            draw();
        }
    };
    view! {
        <figure class="carts">
            <div class="carts-box">
                <canvas node_ref=node data-testid="cart-grid" role="img" aria-label=summary></canvas>
                <Show when=move || num_steps.get() == 0>
                    <p class="empty"><span>{move || no_carts(env_id.get())}</span></p>
                </Show>
            </div>
            <figcaption>
                <span data-testid="cart-caption">{move || shown.get().caption}</span>
                <span class="legend">
                    <Show when=move || !is_task()>
                        <span class="legend-fallen">"✕ fell"</span>
                    </Show>
                    <Show when=move || !is_task() || can_be_reached(env_id.get())>
                        <span class="legend-survived">
                            {move || if is_task() { "✓ goal" } else { "✓ time limit" }}
                        </span>
                    </Show>
                </span>
            </figcaption>
            <div class="carts-controls">
                <button
                    class="quiet"
                    disabled=is_still
                    on:click=move |_| change_mode(if mode.get() == Mode::Playing { Mode::Held } else { Mode::Playing })
                >
                    {move || if mode.get() == Mode::Playing { "Freeze the film" } else { "Play the film" }}
                </button>
                <Show when=move || has_field.get()>
                    <button
                        class="quiet"
                        aria-pressed=move || is_field.get().to_string()
                        title="Each point is a cart: its position from left to right, the lean of its pole upwards"
                        on:click=move |_| is_field.update(|is_field| *is_field = !*is_field)
                    >
                        {format!("{} carts", count(FIELD_CARTS as u64))}
                    </button>
                </Show>
                <input
                    type="range"
                    aria-label="Moment of the rollout"
                    min="1"
                    prop:max=move || num_steps.get().max(1).to_string()
                    prop:value=move || shown.get().step.to_string()
                    disabled=is_still
                    on:input=seek
                />
            </div>
        </figure>
    }
}

/// Returns the carts of a step that was just taken, with the step's number and the number of steps.
fn step_of(report: StageReport) -> Option<(Frame, (usize, usize))> {
    let (Stage::Collect { step, num_steps }, Some(StageView::Step(view))) =
        (report.position.stage, report.view)
    else {
        return None;
    };
    let frame = Frame {
        iteration: report.position.iteration,
        num_steps: 1,
        num_carts: view.num_carts,
        poses: view.poses,
        ..Frame::default()
    };
    (frame.num_carts > 0).then_some((frame, (step, num_steps)))
}

/// Turns the film at each screen refresh until nothing moves. The browser does not refresh a hidden
/// tab, so the film waits there. `show` receives the time, and true if there is something new to
/// draw.
pub fn play(
    film: StoredValue<Film>,
    turning: StoredValue<bool>,
    newest: impl Fn() -> Option<Frame> + Copy + 'static,
    show: impl Fn(f64, bool) + Copy + 'static,
) {
    request_animation_frame(move || {
        let now_millis = window().performance().map_or(0.0, |clock| clock.now());
        // The film is gone once the component is unmounted.
        let Some(turn) = film.try_update_value(|film| film.turn(now_millis, newest)) else {
            return;
        };
        show(now_millis, turn.is_visible);
        if turn.goes_on {
            play(film, turning, newest, show);
        } else {
            turning.set_value(false);
        }
    });
}

/// Returns true if an episode of the task can end because its goal is reached, and not otherwise.
fn can_be_reached(id: EnvId) -> bool {
    let is_table = id.task().is_some_and(|task| task.table.is_some());
    let is_other = is_table || id.is_of_bodies() || id.own_program().is_some();
    id.dynamics().ends_episodes() && !is_other
}

/// Returns the reason why there is nothing to see.
fn no_carts(env_id: EnvId) -> &'static str {
    match env_id.spec().kind {
        EnvKind::Probe(_) => {
            "A probe environment has no cart: it shows one number, takes an action and pays. Its curves and its check say whether it was learnt"
        }
        EnvKind::Cart(_) => "Here up to 16 of the carts show each rollout, once training has begun",
        EnvKind::Task(_) => {
            "Here up to 16 of the environments show each rollout, once training has begun"
        }
    }
}

//! The carts: the newest rollout, played as a film.

mod paint;

use leptos::html;
use leptos::prelude::*;

pub use self::paint::cells as paint_cells;
use super::lab::{Lab, use_lab};
use crate::ui::browser::canvas;
use crate::ui::browser::theme::Theme;
use crate::view::film::{Film, Mode, Shown};
use policy_lab::protocol::Frame;
use policy_lab::protocol::stages::{Stage, StageReport, StageView};

/// Time between two changes of the words: pictures move faster than one can read.
const WORDS_EVERY_MILLIS: f64 = 100.0;

/// The grid of carts, its caption, and the means to hold it and look at one moment.
#[component]
pub fn CartGrid() -> impl IntoView {
    let lab = use_lab();
    let theme = expect_context::<Theme>();
    let node = NodeRef::<html::Canvas>::new();
    let size = canvas::watch_size(node);
    let film = StoredValue::new(Film::new(theme.reduced_motion.get_untracked()));
    // What the words and the slider show of the film; written by the loop that plays it.
    let (shown, set_shown) = signal(Shown::default());
    let (mode, set_mode) = signal(film.with_value(|film| film.mode));

    let told_at_millis = StoredValue::new(f64::NEG_INFINITY);
    let tell = move || {
        let words = film.with_value(Film::shown);
        if shown.with_untracked(|shown| *shown != words) {
            set_shown.set(words);
        }
    };
    let draw = move || {
        let Some(canvas) = node.get_untracked() else {
            return;
        };
        // Pixels are doubled on coarse screens as well: poles are thin and mostly slanted.
        if let Some((context, scale)) = canvas::prepare(&canvas, size.get_untracked(), 2.0) {
            theme.palette.with_untracked(|palette| {
                film.with_value(|film| {
                    paint_cells(&context, size.get_untracked(), scale, film, palette);
                });
            });
        }
    };
    let summary = Memo::new(move |_| shown.with(|shown| shown.summary.clone()));
    let num_steps = Memo::new(move |_| shown.with(|shown| shown.num_steps));
    let is_still = move || num_steps.get() == 0 || shown.with(|shown| shown.is_live);
    let newest = Memo::new(move |_| {
        lab.history.with(|history| {
            history
                .frame
                .as_ref()
                .map(|frame| (frame.iteration, frame.num_steps))
        })
    });
    let stage = Memo::new(move |_| lab.history.with(|history| history.stage.clone()));
    let turning = StoredValue::new(false);
    let turn = move || {
        if !turning.get_value() {
            turning.set_value(true);
            play(
                film,
                turning,
                move || lab.history.with_untracked(|history| history.frame.clone()),
                move |now_millis, is_visible| {
                    if now_millis - told_at_millis.get_value() >= WORDS_EVERY_MILLIS {
                        told_at_millis.set_value(now_millis);
                        tell();
                    }
                    if is_visible {
                        draw();
                    }
                },
            );
        }
    };
    // A new rollout, another size or other colours: the loop looks again.
    Effect::new(move || {
        newest.track();
        size.track();
        theme.palette.track();
        mode.track();
        film.update_value(|film| {
            match stage.get() {
                Some(report) => {
                    if let Some(step) = step_of(report) {
                        film.follow(Some(step));
                    }
                }
                None => film.follow(None),
            }
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
                    <p class="empty"><span>{move || no_carts(lab)}</span></p>
                </Show>
            </div>
            <figcaption>
                <span data-testid="cart-caption">{move || shown.get().caption}</span>
                <span class="legend">
                    <span class="legend-fallen">"✕ fell"</span>
                    <span class="legend-survived">"✓ time limit"</span>
                </span>
            </figcaption>
            <div class="carts-controls">
                <button
                    class="quiet"
                    disabled=is_still
                    on:click=move |_| change_mode(if mode.get() == Mode::Playing { Mode::Held } else { Mode::Playing })
                >
                    {move || if mode.get() == Mode::Playing { "Hold the film" } else { "Play the film" }}
                </button>
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

/// The carts of a step that was just taken, and which of how many it is.
fn step_of(report: StageReport) -> Option<(Frame, (usize, usize))> {
    let (Stage::Collect { step, num_steps }, Some(StageView::Step(glimpse))) =
        (report.position.stage, report.seen)
    else {
        return None;
    };
    let frame = Frame {
        iteration: report.position.iteration,
        num_steps: 1,
        num_carts: glimpse.num_carts,
        poses: glimpse.poses,
        parameters: Vec::new(),
    };
    (frame.num_carts > 0).then_some((frame, (step, num_steps)))
}

/// Turns the film by one screen refresh, again and again until nothing moves. A hidden tab refreshes no screen, so
/// the film waits there by itself. `show` learns the time and whether there is something new to draw.
pub fn play(
    film: StoredValue<Film>,
    turning: StoredValue<bool>,
    newest: impl Fn() -> Option<Frame> + Copy + 'static,
    show: impl Fn(f64, bool) + Copy + 'static,
) {
    request_animation_frame(move || {
        let now_millis = window().performance().map_or(0.0, |clock| clock.now());
        // None once the page is gone.
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

/// Why there is nothing to see.
fn no_carts(lab: Lab) -> &'static str {
    let env_id = lab.history.with(|history| match &history.run {
        Some(run) => Some(run.config.env_id),
        None => lab
            .config
            .with(|config| config.as_ref().ok().map(|config| config.env_id)),
    });
    if env_id.is_some_and(|env_id| !env_id.is_cart()) {
        "A probe world has no cart: it shows one number, takes an action and pays. Its curves and its check say whether it was learnt"
    } else {
        "Here up to 16 of the carts show each rollout, once training has begun"
    }
}

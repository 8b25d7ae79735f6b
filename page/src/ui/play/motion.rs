//! The loop that moves what is played with, draws it and updates the words.

use leptos::prelude::*;

use crate::ui::browser::canvas;
use crate::ui::play::paint::{self, CartScene};
use crate::ui::play::stage::PlayStage;
use crate::ui::play::task_scene::{self, TaskScene};
use policy_lab::policy::play::{Play, PlayAction, PlayView};

/// Milliseconds between two changes of the words, because pictures may change faster than a reader
/// can read.
const WORDS_EVERY_MILLIS: f64 = 100.0;
/// Seconds in which the arrow of a nudge fades.
const FADE_SECS: f64 = 0.9;

impl PlayStage {
    /// Updates the words and the picture, and starts the loop if something can move.
    pub(super) fn show(self) {
        self.tell();
        self.draw();
        self.wake();
    }

    fn tell(self) {
        let view = (self.choices.play).with_value(|play| play.as_ref().map(Play::view));
        if self.view.with_untracked(|shown| *shown != view) {
            self.view.set(view);
        }
    }

    pub(super) fn draw(self) {
        let Some(canvas) = self.node.get_untracked() else {
            return;
        };
        let size = self.size.get_untracked();
        let Some((context, scale)) = canvas::prepare(&canvas, size, 2.0) else {
            return;
        };
        let view = |play: &Option<Play>| {
            let play = play.as_ref()?;
            Some((play.view(), play.can_fall()))
        };
        let Some((view, can_fall)) = self.choices.play.with_value(view) else {
            return;
        };
        self.theme.palette.with_untracked(|palette| {
            self.choices.sketch.with_value(|sketch| match sketch {
                Some(sketch) => {
                    let (state, ending) = (view.state.as_slice(), view.ending);
                    let scene = TaskScene {
                        sketch,
                        state,
                        ending,
                    };
                    task_scene::scene(&context, size, scale, &scene, palette);
                }
                None => {
                    if let Some(scene) = self.cart_scene(&view, can_fall) {
                        paint::scene(&context, size, scale, &scene, palette);
                    }
                }
            });
        });
    }

    /// Returns the picture of a cart.
    fn cart_scene(self, view: &PlayView, can_fall: bool) -> Option<CartScene> {
        let nudged = self.nudged.get_value();
        Some(CartScene {
            state: *view.state.first_chunk()?,
            can_fall,
            ending: view.ending,
            over_secs: self.over_secs.get_value(),
            push: view.taken.as_ref().map(|(action, _)| match action {
                PlayAction::Discrete(0) => -1.0,
                PlayAction::Discrete(_) | PlayAction::Continuous(_) => 1.0,
            }),
            nudge: nudged.map(|(nudge, secs)| (nudge, 1.0 - secs / FADE_SECS)),
        })
    }

    /// Returns true if anything moves by itself.
    fn is_moving(self) -> bool {
        let fades = self.nudged.get_value().is_some() && !self.theme.reduced_motion.get_untracked();
        let is_held = |play: &Option<Play>| play.as_ref().is_none_or(|play| play.wait().is_some());
        let runs = self.runs.get_untracked() && !self.choices.play.with_value(is_held);
        self.is_seen.get_untracked() && (fades || runs)
    }

    pub(super) fn wake(self) {
        if !self.turning.get_value() && self.is_moving() {
            self.turning.set_value(true);
            self.turned_at_millis.set_value(now_millis());
            self.turn();
        }
    }

    /// Moves on at each screen refresh until nothing moves. The browser does not refresh a hidden
    /// tab.
    fn turn(self) {
        request_animation_frame(move || {
            // The values are gone once the section is folded.
            let Some(before) = self.turned_at_millis.try_get_value() else {
                return;
            };
            let now = now_millis();
            self.turned_at_millis.set_value(now);
            self.advance((now - before) / 1000.0);
            let goes_on = self.is_moving();
            if !goes_on || now - self.told_at_millis.get_value() >= WORDS_EVERY_MILLIS {
                self.told_at_millis.set_value(now);
                self.tell();
            }
            if goes_on {
                self.turn();
            } else {
                self.turning.set_value(false);
            }
        });
    }

    fn advance(self, secs: f64) {
        let fading = self.nudged.get_value();
        self.nudged.set_value(fading.and_then(|(nudge, age)| {
            let age = age + secs;
            (age < FADE_SECS).then_some((nudge, age))
        }));
        let mut has_moved = fading.is_some();
        if self.runs.get_untracked() {
            let speed = untrack(|| self.speed());
            let mut pace = self.pace.get_value();
            self.choices.play.update_value(|play| {
                if let Some(play) = play {
                    has_moved |= pace.turn(play, secs, speed);
                }
            });
            self.pace.set_value(pace);
            let has_ended = |play: &Play| play.ending().is_some();
            let is_over =
                (self.choices.play).with_value(|play| play.as_ref().is_some_and(has_ended));
            has_moved |= is_over;
            self.over_secs
                .update_value(|over| *over = if is_over { *over + secs } else { 0.0 });
        }
        if has_moved {
            self.draw();
        }
    }
}

fn now_millis() -> f64 {
    window().performance().map_or(0.0, |clock| clock.now())
}

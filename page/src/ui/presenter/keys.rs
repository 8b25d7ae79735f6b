//! Single keys. The key for their list works everywhere, the others only while the page is presented, because nobody types by
//! accident there. No key works while the reader writes text.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

use super::super::clip::Clip;
use super::super::lab::Lab;
use super::state::Presenter;
use policy_lab::config::draft::print_number;
use policy_lab::history::Phase;

/// Change of the clip coefficient with one press.
const RANGE_STEP: f64 = 0.01;

/// The effect of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Deed {
    List,
    Choose,
    Leave,
    Train,
    Hold,
    Step,
    RollOut,
    Minibatch,
    Epoch,
    Epochs,
    Rewind,
    Clip,
    Narrower,
    Wider,
}

/// Every key with its effect and the words for it.
const KEYS: [(&str, Deed, &str); 14] = [
    ("?", Deed::List, "This list"),
    ("p", Deed::Choose, "Choose what is shown"),
    ("Escape", Deed::Leave, "Leave the presentation"),
    ("t", Deed::Train, "Train"),
    ("h", Deed::Hold, "Hold the run, or go on"),
    ("s", Deed::Step, "One step of the run"),
    ("r", Deed::RollOut, "Clip lab: rollout"),
    ("n", Deed::Minibatch, "Clip lab: next minibatch"),
    ("e", Deed::Epoch, "Clip lab: to the end of the epoch"),
    ("0", Deed::Epochs, "Clip lab: 10 epochs"),
    ("b", Deed::Rewind, "Clip lab: back to the rollout"),
    ("c", Deed::Clip, "Clip lab: clip or no clip"),
    ("[", Deed::Narrower, "Clip lab: smaller clip_coef"),
    ("]", Deed::Wider, "Clip lab: larger clip_coef"),
];

/// Returns the keys and the words for their effects.
pub fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    KEYS.iter().map(|(key, _, words)| (*key, *words))
}

/// Handles key presses on the whole page.
pub fn listen(presenter: Presenter, lab: Lab, clip: Clip) {
    let handle = window_event_listener(leptos::ev::keydown, move |event: KeyboardEvent| {
        let has_modifier = event.ctrl_key() || event.meta_key() || event.alt_key();
        if has_modifier || event.default_prevented() || is_for_a_text(&event) {
            return;
        }
        let name = event.key();
        let found = KEYS.iter().find(|(key, _, _)| *key == name);
        let Some((_, deed, _)) = found else { return };
        let is_everywhere = matches!(deed, Deed::List);
        let is_covered =
            presenter.is_choosing.get_untracked() || presenter.is_listing.get_untracked();
        if (is_everywhere || untrack(|| presenter.is_on())) && !is_covered {
            event.prevent_default();
            untrack(|| act(*deed, presenter, lab, clip));
        }
    });
    on_cleanup(move || handle.remove());
}

/// Returns true if the key belongs to a text that is being written or to a list.
fn is_for_a_text(event: &KeyboardEvent) -> bool {
    let target = event.target().and_then(|it| it.dyn_into::<Element>().ok());
    target.is_some_and(|target| {
        let texts = "textarea, select, [contenteditable='true'], input:not([type='range']):not([type='checkbox']):not([type='radio'])";
        target.closest(texts).ok().flatten().is_some()
    })
}

fn act(deed: Deed, presenter: Presenter, lab: Lab, clip: Clip) {
    let may_learn = clip.is_open.get() && clip.is_ready() && clip.has_rollout();
    match deed {
        Deed::List => presenter.is_listing.set(true),
        Deed::Choose => presenter.is_choosing.set(true),
        Deed::Leave => presenter.leave(),
        Deed::Train if lab.can_start() => lab.train(),
        Deed::Hold => match lab.run.phase.get() {
            Phase::Running => lab.pause(),
            Phase::Paused => lab.resume(),
            _ => {}
        },
        Deed::Step if lab.can_start() || lab.run.phase.get() == Phase::Paused => lab.step(),
        Deed::RollOut if clip.is_open.get() && clip.is_ready() => clip.roll_out(),
        Deed::Minibatch if may_learn => clip.next_minibatch(),
        Deed::Epoch if may_learn => clip.epochs(0),
        Deed::Epochs if may_learn => clip.epochs(9),
        Deed::Rewind if may_learn => clip.go_to(0),
        Deed::Clip if clip.is_open.get() => clip.switch(),
        Deed::Narrower if clip.is_open.get() => widen(clip, -RANGE_STEP),
        Deed::Wider if clip.is_open.get() => widen(clip, RANGE_STEP),
        _ => {}
    }
}

fn widen(clip: Clip, by: f64) {
    let range = ((clip.range.get() + by) * 100.0).round() / 100.0;
    if range > 0.0 {
        clip.set("clip_coef", &print_number(range));
    }
}

//! Single keys, which the reader can switch off outside of presentations. None works while the
//! reader writes text.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent};

use super::super::clip::Clip;
use super::super::lab::Lab;
use super::super::place::open_view;
use super::panels::Panel;
use super::state::Presenter;
use crate::ui::browser::element;
use policy_lab::config::draft::print_number;
use policy_lab::config::url::View;
use policy_lab::history::Phase;

/// Change of the clip coefficient with one press.
const RANGE_STEP: f64 = 0.01;

/// The effect of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum KeyAction {
    List,
    Choose,
    Leave,
    NextScene,
    LastScene,
    Train,
    Hold,
    Step,
    RollOut,
    Next,
    Epoch,
    Epochs,
    Rewind,
    Clip,
    Narrower,
    Wider,
    Search,
    /// Wait for the letter of a view.
    Go,
}

/// The letters of the views, after `g`.
const LETTERS: [(&str, View); 11] = [
    ("s", View::Start),
    ("r", View::Read),
    ("w", View::Write),
    ("p", View::Scratch),
    ("l", View::Lab),
    ("e", View::Sweep),
    ("c", View::Clip),
    ("o", View::World),
    ("k", View::Checks),
    ("m", View::Map),
    ("y", View::Work),
];
/// The text field for code.
const EDITOR: &str = "[data-testid='code-cell'] :is(textarea, [contenteditable])";
/// Milliseconds within which the letter of a view must follow.
const SOON_MILLIS: f64 = 1500.0;

/// Every key with its effect and the words for it.
const KEYS: [(&str, KeyAction, &str); 18] = [
    ("?", KeyAction::List, "This list"),
    ("/", KeyAction::Search, "Search; also Ctrl or Cmd with K"),
    (
        "g",
        KeyAction::Go,
        "Go to a view: then s Play, r Course, w Exercise, p Notebook, l Lab, e Sweep, c Clip, o Your own world, k Checks, m Map, y Your work",
    ),
    ("p", KeyAction::Choose, "Choose what is shown"),
    ("Escape", KeyAction::Leave, "Leave the presentation"),
    (
        "PageDown",
        KeyAction::NextScene,
        "Next scene of the presentation",
    ),
    ("PageUp", KeyAction::LastScene, "Scene before"),
    ("t", KeyAction::Train, "Train"),
    ("h", KeyAction::Hold, "Pause the run, or go on"),
    ("s", KeyAction::Step, "One step of the run"),
    ("r", KeyAction::RollOut, "Clip lab: rollout"),
    (
        "n",
        KeyAction::Next,
        "Exercise: the next one. Clip lab: next minibatch",
    ),
    (
        "e",
        KeyAction::Epoch,
        "Exercise: edit the code. Clip lab: to the end of the epoch",
    ),
    ("0", KeyAction::Epochs, "Clip lab: 10 epochs"),
    ("b", KeyAction::Rewind, "Clip lab: back to the rollout"),
    ("c", KeyAction::Clip, "Clip lab: clip or no clip"),
    ("[", KeyAction::Narrower, "Clip lab: smaller clip_coef"),
    ("]", KeyAction::Wider, "Clip lab: larger clip_coef"),
];

/// The keys of a part that has the focus, with the words for them; the part listens to them itself.
const OF_A_PART: [(&str, &str); 1] = [(
    "← → + - 0",
    "Lab, while the large curve has the focus: read it, zoom in and out, show all",
)];

/// Returns the keys and the words for their effects.
pub fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    let keys = KEYS.iter().map(|(key, _, words)| (*key, *words));
    keys.chain(OF_A_PART)
}

/// Handles key presses on the whole page.
pub fn listen(presenter: Presenter, lab: Lab, clip: Clip) {
    // The time at which the key was pressed that waits for the letter of a view.
    let waits_since = StoredValue::new(None::<f64>);
    let handle = window_event_listener(leptos::ev::keydown, move |event: KeyboardEvent| {
        let is_covered = presenter.is_choosing.get_untracked()
            || presenter.is_listing.get_untracked()
            || presenter.is_searching.get_untracked();
        if event.default_prevented() || is_covered {
            return;
        }
        let name = event.key();
        let has_modifier = event.ctrl_key() || event.meta_key();
        if has_modifier && !event.alt_key() && name.eq_ignore_ascii_case("k") {
            event.prevent_default();
            presenter.is_searching.set(true);
            return;
        }
        if has_modifier || event.alt_key() || is_for_a_text(&event) {
            return;
        }
        let is_on = untrack(|| presenter.is_on() || presenter.has_keys.get());
        let waited = waits_since.get_value();
        waits_since.set_value(None);
        if waited.is_some_and(|since| event.time_stamp() - since < SOON_MILLIS) {
            if let Some((_, view)) = LETTERS.iter().find(|(letter, _)| *letter == name) {
                event.prevent_default();
                open_view(lab, *view);
            }
            return;
        }
        let found = KEYS.iter().find(|(key, _, _)| *key == name);
        let Some((_, action, _)) = found else { return };
        let is_of_presentation = matches!(
            action,
            KeyAction::Choose | KeyAction::Leave | KeyAction::NextScene | KeyAction::LastScene
        );
        let acts = match action {
            _ if is_of_presentation => untrack(|| presenter.is_on()),
            _ => is_on,
        };
        if acts {
            event.prevent_default();
            match action {
                KeyAction::Go => waits_since.set_value(Some(event.time_stamp())),
                action => untrack(|| act(*action, presenter, lab, clip)),
            }
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

fn act(action: KeyAction, presenter: Presenter, lab: Lab, clip: Clip) {
    let may_learn = clip.is_open.get() && clip.is_ready() && clip.has_rollout();
    match action {
        KeyAction::List => presenter.is_listing.set(true),
        KeyAction::Choose => presenter.is_choosing.set(true),
        KeyAction::Leave => presenter.leave(),
        KeyAction::NextScene => presenter.go_on(1),
        KeyAction::LastScene => presenter.go_on(-1),
        KeyAction::Train if lab.can_start() => lab.train(),
        KeyAction::Hold => match lab.run.phase.get() {
            Phase::Running => lab.pause(),
            Phase::Paused => lab.resume(),
            _ => {}
        },
        KeyAction::Step if lab.can_start() || lab.run.phase.get() == Phase::Paused => lab.step(),
        KeyAction::RollOut if clip.is_open.get() && clip.is_ready() => clip.roll_out(),
        KeyAction::Search => presenter.is_searching.set(true),
        KeyAction::Next if may_learn => clip.next_minibatch(),
        KeyAction::Next if !clip.is_open.get() && presenter.shows(Panel::Cells) => {
            // It is not there at the last exercise.
            if let Some(link) = element::found::<HtmlElement>("a[data-neighbour='1']") {
                link.click();
            }
        }
        KeyAction::Epoch if may_learn => clip.epochs(0),
        KeyAction::Epoch if !clip.is_open.get() && presenter.shows(Panel::Cells) => {
            if let Some(editor) = element::found::<HtmlElement>(EDITOR) {
                // An editor that is not in view leaves the focus where it is.
                let _ = editor.focus();
            }
        }
        KeyAction::Epochs if may_learn => clip.epochs(9),
        KeyAction::Rewind if may_learn => clip.go_to(0),
        KeyAction::Clip if clip.is_open.get() => clip.switch(),
        KeyAction::Narrower if clip.is_open.get() => widen(clip, -RANGE_STEP),
        KeyAction::Wider if clip.is_open.get() => widen(clip, RANGE_STEP),
        _ => {}
    }
}

fn widen(clip: Clip, by: f64) {
    let range = ((clip.range.get() + by) * 100.0).round() / 100.0;
    if range > 0.0 {
        clip.set("clip_coef", &print_number(range));
    }
}

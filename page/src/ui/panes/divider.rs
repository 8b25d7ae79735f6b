//! The border between two panes, which the reader can move by pointer or by arrow keys. Its place
//! is kept in the browser.

use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use crate::ui::browser::storage;

/// Pixels by which an arrow key moves a border.
const KEY_STEP: i32 = 16;
/// Narrowest pane, in pixels.
const NARROWEST: i32 = 160;

/// The side of the window to which the pane with the variable width belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaneSide {
    /// The pane before the border.
    Left,
    /// The pane after it.
    Right,
}

/// Shows the border. It sets the custom property `--NAME` of its parent to the width of the pane on
/// its side; without it the style sheet's own width holds.
#[component]
pub fn Divider(
    /// The name of the custom property, and of what the browser keeps.
    name: &'static str,
    /// The accessible name.
    label: &'static str,
    /// The pane whose width changes.
    side: PaneSide,
) -> impl IntoView {
    let node = NodeRef::<html::Div>::new();
    let key = move || format!("policy-lab-{name}");
    let kept = storage::get(&key()).and_then(|text| text.parse().ok());
    let width = RwSignal::new(kept.map(|width: i32| width.max(NARROWEST)));
    Effect::new(move || {
        let parent = node.get().and_then(|node| node.parent_element());
        let Some(Ok(parent)) = parent.map(JsCast::dyn_into::<HtmlElement>) else {
            return;
        };
        let (style, property) = (parent.style(), format!("--{name}"));
        let _ = match width.get() {
            Some(width) => style.set_property(&property, &format!("{width}px")),
            None => style.remove_property(&property).map(drop),
        };
    });
    let keep = move || match width.get_untracked() {
        Some(width) => {
            storage::set(&key(), &width.to_string());
        }
        None => storage::remove(&key()),
    };
    let put_back = move || {
        width.set(None);
        keep();
    };
    // The width of the pane as it is drawn.
    let drawn = move || -> Option<i32> {
        let node: HtmlElement = node.get_untracked()?.into();
        let pane = match side {
            PaneSide::Left => node.previous_element_sibling(),
            PaneSide::Right => node.next_element_sibling(),
        };
        let pane: HtmlElement = pane?.dyn_into().ok()?;
        Some(pane.offset_width())
    };
    let is_dragged = StoredValue::new(false);
    let begin = move |event: PointerEvent| {
        if let Some(node) = node.get_untracked() {
            let _ = node.set_pointer_capture(event.pointer_id());
            is_dragged.set_value(true);
            event.prevent_default();
        }
    };
    let drag = move |event: PointerEvent| {
        if !is_dragged.get_value() {
            return;
        }
        let parent = node.get_untracked().and_then(|node| node.parent_element());
        let all = parent.map_or(0, |parent| parent.client_width());
        let place = event.client_x();
        let wanted = match side {
            PaneSide::Left => place,
            PaneSide::Right => all - place,
        };
        width.set(Some(wanted.clamp(NARROWEST, (all / 2).max(NARROWEST))));
    };
    let end = move |_: PointerEvent| {
        is_dragged.set_value(false);
        keep();
    };
    let step = move |event: KeyboardEvent| {
        let by = match (event.key().as_str(), side) {
            ("ArrowRight", PaneSide::Left) | ("ArrowLeft", PaneSide::Right) => KEY_STEP,
            ("ArrowLeft", PaneSide::Left) | ("ArrowRight", PaneSide::Right) => -KEY_STEP,
            ("Home", _) => return put_back(),
            _ => return,
        };
        event.prevent_default();
        let now = drawn().unwrap_or(NARROWEST);
        width.set(Some((now + by).max(NARROWEST)));
        keep();
    };
    view! {
        <div
            node_ref=node
            class="divider"
            role="separator"
            tabindex="0"
            aria-orientation="vertical"
            aria-label=label
            aria-valuemin=NARROWEST
            aria-valuenow=move || width.get().or_else(drawn).unwrap_or(NARROWEST)
            title="Drag, or use the arrow keys; Home or a double click puts it back"
            on:pointerdown=begin
            on:pointermove=drag
            on:pointerup=end
            on:pointercancel=end
            on:dblclick=move |_| put_back()
            on:keydown=step
        ></div>
    }
}

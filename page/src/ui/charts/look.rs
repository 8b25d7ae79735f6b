//! How the reader looks at a chart: the point that is read, the stretch of steps that is shown, the kind of axis.

use std::ops::Range;

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Event, HtmlDivElement, KeyboardEvent, PointerEvent};

use super::super::lab::Lab;
use super::plot::Room;
use crate::ui::browser::canvas::Size;
use crate::view::axis::{moved, next_reading, scaled, stretch};
use crate::view::curve::{Curve, nearest};
use crate::view::format;
use policy_lab::history::Point;
use policy_lab::protocol::metrics::Metric;

/// What a focused chart answers to, as its accessible name.
const KEYS: &str = "Curve: arrow keys read it, plus and minus zoom, 0 shows all";
/// Shortest drag that is no click, as a part of the axis.
const CLICK: f64 = 0.02;
/// Factor by which a key narrows or widens the stretch.
const FACTOR: f64 = 2.0;
/// The events of a chart.
const EVENTS: [&str; 7] = [
    "pointerdown",
    "pointermove",
    "pointerup",
    "pointercancel",
    "pointerleave",
    "blur",
    "keydown",
];

/// Two numbers. Signals of one type are one program: each other type would be downloaded as well.
type Pair = RwSignal<Option<(f64, f64)>>;

/// The way in which the reader looks at a chart.
#[derive(Clone, Copy)]
pub struct ChartLook {
    /// The element around the canvas.
    pub node: NodeRef<html::Div>,
    /// The point that is read.
    pub pointed: RwSignal<Option<Point>>,
    /// True if the reader asks for a logarithmic axis.
    pub is_log: RwSignal<bool>,
    /// The ends of the stretch of environment steps that is shown; `None` shows all.
    zoom: Pair,
    /// True if the values on show allow a logarithmic axis.
    can_be_log: RwSignal<bool>,
    /// The ends of the axis of steps as drawn last.
    drawn: Pair,
    /// The environment steps of the longest line.
    whole: RwSignal<f64>,
    /// Both ends of a drag that is under way, as parts of the axis.
    dragged: Pair,
    /// The result of the last key.
    said: RwSignal<Option<String>>,
    lab: Lab,
    metric: Metric,
    size: ReadSignal<Size>,
    prominent: bool,
    has_tools: bool,
}

/// The function that hears a chart's events, and the element.
struct Ear {
    node: HtmlDivElement,
    hear: Closure<dyn Fn(Event)>,
}

impl Drop for Ear {
    fn drop(&mut self) {
        for kind in EVENTS {
            let hear = self.hear.as_ref().unchecked_ref();
            let _ = self.node.remove_event_listener_with_callback(kind, hear);
        }
    }
}

impl ChartLook {
    /// Creates the look at all of a metric's curve. `size` is that of the canvas; only with tools the chart can be zoomed.
    pub fn new(
        lab: Lab,
        metric: Metric,
        size: ReadSignal<Size>,
        (prominent, has_tools): (bool, bool),
    ) -> Self {
        let look = Self {
            node: NodeRef::new(),
            pointed: RwSignal::new(None),
            is_log: RwSignal::new(false),
            zoom: RwSignal::new(None),
            can_be_log: RwSignal::new(true),
            drawn: RwSignal::new(None),
            whole: RwSignal::new(1.0),
            dragged: RwSignal::new(None),
            said: RwSignal::new(None),
            lab,
            metric,
            size,
            prominent,
            has_tools,
        };
        let ear = StoredValue::new_local(None::<Ear>);
        Effect::new(move || {
            if let Some(node) = look.node.get() {
                ear.set_value(Some(look.listen(node)));
            }
        });
        on_cleanup(move || ear.set_value(None));
        look
    }

    fn listen(self, node: HtmlDivElement) -> Ear {
        if self.has_tools {
            for (name, value) in [("tabindex", "0"), ("role", "group"), ("aria-label", KEYS)] {
                let _ = node.set_attribute(name, value);
            }
        }
        let hear = Closure::<dyn Fn(Event)>::new(move |event| self.hear(event));
        for kind in EVENTS {
            let hear = hear.as_ref().unchecked_ref();
            let _ = node.add_event_listener_with_callback(kind, hear);
        }
        Ear { node, hear }
    }

    fn hear(self, event: Event) {
        match event.type_().as_str() {
            "keydown" => self.key(event.unchecked_ref()),
            "pointerdown" => self.press(event.unchecked_ref()),
            "pointermove" => self.point(event.unchecked_ref()),
            "pointerup" => self.release(),
            // A drag that scrolls the page is none of the chart.
            "pointercancel" => self.dragged.set(None),
            _ => self.pointed.set(None),
        }
    }

    /// Returns the stretch that is shown, and follows its changes.
    pub fn zoom(self) -> Option<Range<f64>> {
        self.zoom.get().map(|(start, end)| start..end)
    }

    fn set_zoom(self, zoom: Option<Range<f64>>) {
        self.zoom.set(zoom.map(|zoom| (zoom.start, zoom.end)));
    }

    /// Returns the axis of steps as drawn last.
    fn seen(self) -> Range<f64> {
        let (start, end) = self.drawn.get().unwrap_or((0.0, 1.0));
        start..end
    }

    /// Notes the axes that were drawn. A stretch that begins after the end of all lines, because another run has begun, is no
    /// longer of use.
    pub fn note(self, curve: &Curve) {
        self.drawn.set(Some((curve.x.start, curve.x.end)));
        self.whole.set(curve.whole);
        if self.can_be_log.get_untracked() != curve.can_be_log {
            self.can_be_log.set(curve.can_be_log);
        }
        if curve.x.start >= curve.whole {
            self.zoom.set(None);
        }
    }

    /// Returns the text for a point that is read.
    pub fn reading((step, value): Point) -> String {
        let steps = format::count(step as u64);
        format!("{} at {steps} steps", format::value(value))
    }

    fn room(self) -> Room {
        Room {
            size: self.size.get_untracked(),
            prominent: self.prominent,
        }
    }

    /// Begins a drag.
    fn press(self, event: &PointerEvent) {
        if !self.has_tools || !event.is_primary() || event.button() != 0 {
            return;
        }
        if let Some(node) = self.node.get_untracked() {
            let _ = node.set_pointer_capture(event.pointer_id());
        }
        let part = self.room().part_at(f64::from(event.offset_x()));
        self.dragged.set(Some((part, part)));
    }

    /// Reads the curve at the pointer, and goes on with a drag.
    fn point(self, event: &PointerEvent) {
        let part = self.room().part_at(f64::from(event.offset_x()));
        let step = self.step_at(part);
        let found = (self.lab.run.history)
            .with_untracked(|history| nearest(history.run.series(self.metric), step));
        self.pointed.set(found);
        if let Some((from, _)) = self.dragged.get_untracked() {
            self.dragged.set(Some((from, part)));
        }
    }

    /// Ends a drag, and shows the stretch that it covers.
    fn release(self) {
        let dragged = self.dragged.get_untracked();
        self.dragged.set(None);
        if let Some((from, to)) = dragged.filter(|(from, to)| (from - to).abs() > CLICK) {
            let (one, other) = (self.step_at(from), self.step_at(to));
            self.said.set(None);
            self.set_zoom(stretch(one, other, self.whole.get_untracked()));
        }
    }

    fn step_at(self, part: f64) -> f64 {
        let seen = untrack(|| self.seen());
        seen.start + part * (seen.end - seen.start)
    }

    /// Handles a key of the focused chart.
    fn key(self, event: &KeyboardEvent) {
        if !self.has_tools || event.ctrl_key() || event.alt_key() || event.meta_key() {
            return;
        }
        let (seen, whole) = (untrack(|| self.seen()), self.whole.get_untracked());
        let step = self.pointed.get_untracked().map(|point| point.0);
        let is_seen = |step: &f64| (seen.start..=seen.end).contains(step);
        let around = step
            .filter(is_seen)
            .unwrap_or(f64::midpoint(seen.start, seen.end));
        let is_zoomed = self.zoom.get_untracked().is_some();
        let key = event.key();
        let zoom = match key.as_str() {
            "+" | "=" => scaled(&seen, around, 1.0 / FACTOR, whole),
            "-" => scaled(&seen, around, FACTOR, whole),
            "0" => None,
            "Escape" if is_zoomed => None,
            "ArrowLeft" | "ArrowRight" => {
                let found = self.lab.run.history.with_untracked(|history| {
                    let points = history.run.series(self.metric);
                    next_reading(points, step, &seen, key == "ArrowRight")
                });
                self.pointed.set(found);
                self.said.set(found.map(Self::reading));
                let step = found.map_or(seen.start, |point| point.0);
                is_zoomed.then(|| moved(&seen, step))
            }
            _ => return,
        };
        event.prevent_default();
        if !key.starts_with('A') {
            self.said.set(Some(match &zoom {
                Some(zoom) => format!(
                    "Steps {} to {}",
                    format::count(zoom.start as u64),
                    format::count(zoom.end as u64)
                ),
                None => "All steps".to_owned(),
            }));
        }
        self.set_zoom(zoom);
    }
}

/// Shows the place of the point that is read, or the stretch that is being chosen.
#[component]
pub fn ChartMark(
    /// The look at the chart.
    look: ChartLook,
) -> impl IntoView {
    let place = move || {
        let pointed = look.pointed.get().map(|(step, _)| {
            let seen = look.seen();
            let part = (step - seen.start) / (seen.end - seen.start);
            (part, part)
        });
        let ends = look.dragged.get().or(pointed);
        match ends.filter(|(one, _)| (0.0..=1.0).contains(one)) {
            None => "display:none".to_owned(),
            Some((one, other)) => {
                let [from, to] = [one.min(other), one.max(other)].map(|it| look.room().x_at(it));
                format!("left:{from}px;width:{}px", to - from)
            }
        }
    };
    view! { <i class="chart-mark" style=place></i> }
}

/// Shows the switch for a logarithmic axis, and the button that ends a zoom.
#[component]
pub fn ChartTools(
    /// The look at the chart.
    look: ChartLook,
) -> impl IntoView {
    let is_refused = move || !look.can_be_log.get();
    let is_whole = move || look.zoom.get().is_none();
    let show_all = move |_| {
        look.zoom.set(None);
        look.said.set(None);
        // The button is about to go.
        if let Some(node) = look.node.get_untracked() {
            let _ = node.focus();
        }
    };
    let status = move || match is_refused() {
        true => Some("A log axis needs values above 0".to_owned()),
        false => look.said.get(),
    };
    let status = move || status().unwrap_or_else(|| "Drag across the curve to zoom".to_owned());
    view! {
        <p class="chart-tools">
            <label>
                <input
                    type="checkbox"
                    disabled=is_refused
                    prop:checked=look.is_log
                    on:change=move |event| look.is_log.set(event_target_checked(&event))
                />
                "Log axis"
            </label>
            <button class="link" hidden=is_whole on:click=show_all>"Show all"</button>
            <span role="status">{status}</span>
        </p>
    }
}

//! How the reader looks at a chart: the point that is read, the stretch of steps that is shown, the
//! kind of axis.

use std::ops::Range;

use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::html;
use leptos::prelude::*;

use super::super::lab::Lab;
use super::plot::PlotArea;
use crate::view::axis::{moved, next_reading, scaled, stretch};
use crate::view::curve::{Curve, nearest};
use crate::view::format;
use policy_lab::history::Point;
use policy_lab::protocol::metrics::Metric;

/// What a focused chart answers to, as its accessible name.
pub const KEYS: &str = "Curve: arrow keys read it, plus and minus zoom, 0 shows all";
/// Shortest drag that is no click, as a part of the axis.
const CLICK: f64 = 0.02;
/// Factor by which a key narrows or widens the stretch.
const FACTOR: f64 = 2.0;

/// The way in which the reader looks at a chart.
#[derive(Clone, Copy)]
pub struct ChartLook {
    /// The stretch of environment steps that is shown; `None` shows all.
    pub zoom: RwSignal<Option<Range<f64>>>,
    /// True if the reader asks for a logarithmic axis.
    pub is_log: RwSignal<bool>,
    /// The point that is read.
    pub pointed: RwSignal<Option<Point>>,
    /// The element with the chart, which has the keyboard's focus.
    pub node: NodeRef<html::Div>,
    /// True if the values on show allow a logarithmic axis.
    can_be_log: RwSignal<bool>,
    /// The axis of steps as drawn last, and the environment steps of the longest line.
    drawn: RwSignal<(Range<f64>, f64)>,
    /// Both ends of a drag that is under way, as parts of the axis.
    dragged: RwSignal<Option<(f64, f64)>>,
    /// The result of the last key.
    said: RwSignal<String>,
    lab: Lab,
    metric: Metric,
    /// The space as drawn last.
    area: StoredValue<PlotArea>,
    has_tools: bool,
}

impl ChartLook {
    /// Creates the look at all of a metric's curve. Only with tools the chart can be zoomed.
    pub fn new(lab: Lab, metric: Metric, has_tools: bool) -> Self {
        Self {
            zoom: RwSignal::new(None),
            is_log: RwSignal::new(false),
            pointed: RwSignal::new(None),
            node: NodeRef::new(),
            can_be_log: RwSignal::new(true),
            drawn: RwSignal::new((0.0..1.0, 1.0)),
            dragged: RwSignal::new(None),
            said: RwSignal::new(String::new()),
            lab,
            metric,
            area: StoredValue::new(PlotArea::default()),
            has_tools,
        }
    }

    /// Notes the axes that were drawn, and their space. A stretch that begins after `end`, that of
    /// all lines but the last run's, is no longer of use: another run has begun.
    pub fn note(self, curve: &Curve, end: f64, area: PlotArea) {
        // The chart may be gone.
        let _ = self.area.try_set_value(area);
        let _ = self.drawn.try_set((curve.x.clone(), curve.whole));
        if self.can_be_log.try_get_untracked() == Some(!curve.can_be_log) {
            self.can_be_log.set(curve.can_be_log);
        }
        if curve.x.start >= end {
            let _ = self.zoom.try_set(None);
        }
    }

    /// Returns the text for a point that is read.
    pub fn reading((step, value): Point) -> String {
        let steps = format::count(step as u64);
        format!("{} at {steps} steps", format::score(value))
    }

    /// Begins a drag.
    pub fn press(self, event: &PointerEvent) {
        if !self.has_tools || !event.is_primary() || event.button() != 0 {
            return;
        }
        if let Some(node) = self.node.get_untracked() {
            let _ = node.set_pointer_capture(event.pointer_id());
        }
        let part = self.area.get_value().part_at(f64::from(event.offset_x()));
        self.dragged.set(Some((part, part)));
    }

    /// Reads the curve at the pointer, and goes on with a drag.
    pub fn point(self, event: &PointerEvent) {
        let part = self.area.get_value().part_at(f64::from(event.offset_x()));
        let step = self.step_at(part);
        let found = (self.lab.run.history)
            .with_untracked(|history| nearest(history.run.series(self.metric), step));
        self.pointed.set(found);
        if let Some((from, _)) = self.dragged.get_untracked() {
            self.dragged.set(Some((from, part)));
        }
    }

    /// Ends a drag, and shows the stretch that it covers.
    pub fn release(self) {
        let dragged = self.dragged.get_untracked();
        self.dragged.set(None);
        if let Some((from, to)) = dragged.filter(|(from, to)| (from - to).abs() > CLICK) {
            let whole = self.drawn.with_untracked(|drawn| drawn.1);
            let (one, other) = (self.step_at(from), self.step_at(to));
            self.said.set(String::new());
            self.zoom.set(stretch(one, other, whole));
        }
    }

    /// Breaks a drag off, because it scrolls the page.
    pub fn cancel(self) {
        self.dragged.set(None);
    }

    fn step_at(self, part: f64) -> f64 {
        self.drawn
            .with_untracked(|(seen, _)| seen.start + part * (seen.end - seen.start))
    }

    /// Handles a key of the focused chart.
    pub fn key(self, event: &KeyboardEvent) {
        if !self.has_tools || event.ctrl_key() || event.alt_key() || event.meta_key() {
            return;
        }
        let (seen, whole) = self.drawn.get_untracked();
        let step = self.pointed.get_untracked().map(|point| point.0);
        let is_seen = |step: &f64| (seen.start..=seen.end).contains(step);
        let around = step
            .filter(is_seen)
            .unwrap_or(f64::midpoint(seen.start, seen.end));
        let is_zoomed = self.zoom.with_untracked(Option::is_some);
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
                self.said.set(found.map(Self::reading).unwrap_or_default());
                let step = found.map_or(seen.start, |point| point.0);
                is_zoomed.then(|| moved(&seen, step))
            }
            _ => return,
        };
        event.prevent_default();
        if !key.starts_with('A') {
            self.said.set(match &zoom {
                Some(zoom) => format!(
                    "Steps {} to {}",
                    format::count(zoom.start as u64),
                    format::count(zoom.end as u64)
                ),
                None => "All steps".to_owned(),
            });
        }
        self.zoom.set(zoom);
    }
}

/// Shows the place of the point that is read, or the stretch that is being chosen.
#[component]
pub fn ChartMark(
    /// The look at the chart.
    look: ChartLook,
) -> impl IntoView {
    let ends = move || {
        look.dragged.get().or_else(|| {
            let (step, _) = look.pointed.get()?;
            let part = look.drawn.with(|(seen, _)| {
                (seen.start..=seen.end)
                    .contains(&step)
                    .then(|| (step - seen.start) / (seen.end - seen.start))
            })?;
            Some((part, part))
        })
    };
    move || {
        ends().map(|(one, other)| {
            let [from, to] =
                [one.min(other), one.max(other)].map(|part| look.area.get_value().x_at(part));
            let (left, width) = (format!("{from:.1}px"), format!("{:.1}px", to - from));
            view! { <i class="chart-mark" style:left=left style:width=width></i> }
        })
    }
}

/// Shows the switch for a logarithmic axis, and the button that ends a zoom.
#[component]
pub fn ChartTools(
    /// The look at the chart.
    look: ChartLook,
) -> impl IntoView {
    let can_be_log = move || look.can_be_log.get();
    let is_zoomed = Memo::new(move |_| look.zoom.with(Option::is_some));
    let show_all = move |_| {
        look.zoom.set(None);
        look.said.set(String::new());
        // The button is about to go.
        if let Some(node) = look.node.get_untracked() {
            let _ = node.focus();
        }
    };
    let status = move || match (can_be_log(), look.said.get()) {
        (false, _) => "A log axis needs values above 0".to_owned(),
        (true, said) if said.is_empty() => "Drag across the curve to zoom".to_owned(),
        (true, said) => said,
    };
    view! {
        <p class="chart-tools">
            <label>
                <input
                    type="checkbox"
                    disabled=move || !can_be_log()
                    prop:checked=look.is_log
                    on:change=move |event| look.is_log.set(event_target_checked(&event))
                />
                "Log axis"
            </label>
            <Show when=move || is_zoomed.get()>
                <button class="link" on:click=show_all>"Show all"</button>
            </Show>
            <span role="status">{status}</span>
        </p>
    }
}

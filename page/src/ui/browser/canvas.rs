//! A canvas that fills its box and is sharp on every screen.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, ResizeObserver};

use super::element;

/// Size of a box in CSS pixels.
pub type Size = (f64, f64);

/// Returns the size of a canvas as a signal; `(0, 0)` until the canvas is laid out.
pub fn watch_size(canvas: NodeRef<html::Canvas>) -> ReadSignal<Size> {
    let (size, set_size) = signal((0.0, 0.0));
    let observer = StoredValue::new_local(None::<Observer>);
    Effect::new(move || {
        let Some(canvas) = canvas.get() else { return };
        let watched = canvas.clone();
        let on_resize = Closure::<dyn Fn()>::new(move || {
            let now = (
                f64::from(watched.client_width()),
                f64::from(watched.client_height()),
            );
            if size.get_untracked() != now {
                set_size.set(now);
            }
        });
        if let Ok(resize) = ResizeObserver::new(on_resize.as_ref().unchecked_ref()) {
            resize.observe(&canvas);
            observer.set_value(Some(Observer {
                resize,
                _on_resize: on_resize,
            }));
        }
    });
    on_cleanup(move || observer.set_value(None));
    size
}

/// A resize observer with its callback, which must live for as long as the browser may call it.
struct Observer {
    resize: ResizeObserver,
    _on_resize: Closure<dyn Fn()>,
}

impl Drop for Observer {
    fn drop(&mut self) {
        self.resize.disconnect();
    }
}

/// Returns the page's text size in CSS pixels. Text on a canvas is scaled with it.
pub fn rem_px() -> f64 {
    let root = document().document_element();
    let style = root.and_then(|root| window().get_computed_style(&root).ok().flatten());
    style
        .and_then(|style| style.get_property_value("font-size").ok())
        .and_then(|size| size.trim_end_matches("px").parse().ok())
        .unwrap_or(16.0)
}

/// Returns a canvas of this size in pixels, which is nowhere in the page, with its context; `None`
/// if the browser gives none.
pub fn made(width: u32, height: u32) -> Option<(HtmlCanvasElement, CanvasRenderingContext2d)> {
    let canvas: HtmlCanvasElement = element::made("canvas")?;
    canvas.set_width(width);
    canvas.set_height(height);
    let context = context(&canvas)?;
    Some((canvas, context))
}

fn context(canvas: &HtmlCanvasElement) -> Option<CanvasRenderingContext2d> {
    canvas.get_context("2d").ok()??.dyn_into().ok()
}

/// Gives the canvas the resolution for its size and clears it. Returns its context and the number
/// of its pixels per CSS pixel, which is at least `finest`.
///
/// Returns `None` if nothing can be drawn: the canvas has no size yet, or the browser gives no
/// context.
pub fn prepare(
    canvas: &HtmlCanvasElement,
    size: Size,
    finest: f64,
) -> Option<(CanvasRenderingContext2d, f64)> {
    if size.0 < 1.0 || size.1 < 1.0 {
        return None;
    }
    let scale = window().device_pixel_ratio().max(finest);
    let [width, height] = [size.0, size.1].map(|length| (length * scale).round() as u32);
    // Setting a size allocates a new buffer, so it is set only when it has changed.
    if canvas.width() != width || canvas.height() != height {
        canvas.set_width(width);
        canvas.set_height(height);
    }
    let context = context(canvas)?;
    context.set_transform(1.0, 0.0, 0.0, 1.0, 0.0, 0.0).ok()?;
    context.clear_rect(0.0, 0.0, f64::from(width), f64::from(height));
    Some((context, scale))
}

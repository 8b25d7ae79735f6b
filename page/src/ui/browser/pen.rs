//! Draws lines, rings and text on a canvas, in CSS pixels.

use std::f64::consts::{FRAC_PI_2, TAU};

use js_sys::{Array, Number};
use web_sys::CanvasRenderingContext2d as Context;

/// Sets the colour and width of the next lines, and gives them round ends and corners.
pub fn take(context: &Context, colour: &str, width_px: f64) {
    context.set_stroke_style_str(colour);
    context.set_line_width(width_px);
    context.set_line_cap("round");
    context.set_line_join("round");
}

/// Draws a line through the points.
pub fn line(context: &Context, points: &[(f64, f64)]) {
    context.begin_path();
    for (x, y) in points {
        // After `begin_path` the first `line_to` only moves to its point.
        context.line_to(*x, *y);
    }
    context.stroke();
}

/// Draws the outline of a circle.
pub fn ring(context: &Context, centre: (f64, f64), radius: f64) {
    context.begin_path();
    // `arc` fails only for a negative radius.
    if context.arc(centre.0, centre.1, radius, 0.0, TAU).is_ok() {
        context.stroke();
    }
}

/// Draws a filled circle.
pub fn disc(context: &Context, centre: (f64, f64), radius: f64) {
    context.begin_path();
    if context.arc(centre.0, centre.1, radius, 0.0, TAU).is_ok() {
        context.fill();
    }
}

/// Sets the lengths of dashes and gaps of the next lines, in CSS pixels. An empty slice means solid
/// lines.
pub fn dash(context: &Context, lengths: &[f64]) {
    let lengths: Array = lengths.iter().map(|length| Number::from(*length)).collect();
    // If the browser refuses, the lines are solid.
    let _ = context.set_line_dash(&lengths);
}

/// Writes text of this height at a point; `align` says whether its left end, centre or right end is
/// there.
pub fn say(context: &Context, text_px: f64, words: &str, at: (f64, f64), align: &str) {
    context.set_font(&format!("{text_px}px system-ui, sans-serif"));
    context.set_text_align(align);
    let _ = context.fill_text(words, at.0, at.1);
}

/// Writes text along the left edge, read upwards and centred at the height `middle`.
pub fn sideways(context: &Context, text_px: f64, words: &str, middle: f64) {
    context.save();
    let turned = context
        .translate(0.9 * text_px, middle)
        .and_then(|()| context.rotate(-FRAC_PI_2));
    if turned.is_ok() {
        say(context, text_px, words, (0.0, 0.0), "center");
    }
    context.restore();
}

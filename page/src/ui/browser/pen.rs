//! Lines, rings and words on a canvas, in CSS pixels.

use std::f64::consts::{FRAC_PI_2, TAU};

use js_sys::{Array, Number};
use web_sys::CanvasRenderingContext2d as Context;

/// Colour and width of the lines to come, whose ends and corners are round.
pub fn take(context: &Context, colour: &str, width_px: f64) {
    context.set_stroke_style_str(colour);
    context.set_line_width(width_px);
    context.set_line_cap("round");
    context.set_line_join("round");
}

/// A line from point to point.
pub fn line(context: &Context, points: &[(f64, f64)]) {
    context.begin_path();
    for (x, y) in points {
        // After begin_path the first line_to only moves there.
        context.line_to(*x, *y);
    }
    context.stroke();
}

/// A circle.
pub fn ring(context: &Context, centre: (f64, f64), radius: f64) {
    context.begin_path();
    // It fails for a negative radius only.
    if context.arc(centre.0, centre.1, radius, 0.0, TAU).is_ok() {
        context.stroke();
    }
}

/// A circle, filled.
pub fn disc(context: &Context, centre: (f64, f64), radius: f64) {
    context.begin_path();
    if context.arc(centre.0, centre.1, radius, 0.0, TAU).is_ok() {
        context.fill();
    }
}

/// Dashes and gaps of the lines to come, in CSS pixels; none for solid ones.
pub fn dash(context: &Context, lengths: &[f64]) {
    let lengths: Array = lengths.iter().map(|length| Number::from(*length)).collect();
    // A browser that refuses draws solid lines.
    let _ = context.set_line_dash(&lengths);
}

/// Words, `text_px` high, whose left end, middle or right end is at a point.
pub fn say(context: &Context, text_px: f64, words: &str, at: (f64, f64), align: &str) {
    context.set_font(&format!("{text_px}px system-ui, sans-serif"));
    context.set_text_align(align);
    let _ = context.fill_text(words, at.0, at.1);
}

/// Words along the left edge, read upwards, around a height.
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

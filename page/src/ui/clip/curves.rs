//! The plots under the scatter: the histogram of the ratios, and the surrogate as a function of the ratio.

use web_sys::CanvasRenderingContext2d as Context;

use super::layout::ClipLayout;
use super::paint::ClipScene;
use crate::ui::browser::pen::{dash, line, say};
use crate::ui::browser::theme::Palette;

/// Draws the histogram of all ratios. Samples whose gradient the clip removed are stacked on top.
pub fn histogram(context: &Context, layout: &ClipLayout, scene: &ClipScene<'_>, palette: &Palette) {
    let bars = &scene.picture.bars;
    let most = bars.iter().map(|bar| bar.moving + bar.still).max();
    let most = most.unwrap_or(0).max(1) as f64;
    let width = (layout.right - layout.left) / bars.len().max(1) as f64;
    let (top, bottom) = layout.histogram;
    for (index, bar) in bars.iter().enumerate() {
        let x = layout.left + index as f64 * width;
        let tall = |count: usize| count as f64 / most * (bottom - top);
        context.set_fill_style_str(&palette.accent);
        context.fill_rect(x, bottom - tall(bar.moving), width - 1.0, tall(bar.moving));
        context.set_fill_style_str(&palette.fallen_mark);
        let both = tall(bar.moving + bar.still);
        context.fill_rect(x, bottom - both, width - 1.0, tall(bar.still));
    }
}

/// Draws the surrogate of samples with advantages 1 and -1 over the ratio, unclipped (dashed) and as the loss takes it.
pub fn curves(context: &Context, layout: &ClipLayout, scene: &ClipScene<'_>, palette: &Palette) {
    let (low, high) = layout.ratios;
    for advantage in [1.0, -1.0] {
        let at = |ratio: f64| (layout.x(ratio), layout.curve_y(ratio * advantage));
        context.set_stroke_style_str(&palette.muted);
        context.set_line_width(0.12 * layout.text);
        dash(context, &[4.0, 4.0]);
        line(context, &[at(low), at(high)]);
        dash(context, &[]);
        let bound = 1.0 + scene.range * advantage;
        let flat = |ratio: f64| (layout.x(ratio), layout.curve_y(bound * advantage));
        context.set_line_width(0.2 * layout.text);
        context.set_stroke_style_str(&palette.accent);
        let (from, to) = match (scene.is_clipped, advantage > 0.0) {
            (false, _) => (low, high),
            (true, true) => (low, bound),
            (true, false) => (bound.max(low), high),
        };
        line(context, &[at(from), at(to)]);
        if scene.is_clipped {
            context.set_stroke_style_str(&palette.fallen_mark);
            let end = if advantage > 0.0 { high } else { low };
            line(context, &[flat(bound), flat(end)]);
        }
        context.set_fill_style_str(&palette.muted);
        let y = if advantage > 0.0 {
            layout.curves.0 + layout.text
        } else {
            layout.curves.1 - 0.4 * layout.text
        };
        let sign = if advantage > 0.0 { "A > 0" } else { "A < 0" };
        say(
            context,
            layout.text,
            sign,
            (layout.left + 0.4 * layout.text, y),
            "left",
        );
    }
}

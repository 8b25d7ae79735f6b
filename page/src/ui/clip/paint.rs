//! Paints a minibatch: a scatter of advantage over ratio, below it the histogram of the ratios, and
//! below that the surrogate of one sample over its ratio. All three share the axis of ratios, so
//! each bound of the clip range is one line through them.

use web_sys::CanvasRenderingContext2d as Context;

use super::dots::{Colour, Dots};
use super::layout::ClipLayout;
use crate::ui::browser::pen::{dash, line, ring, say, sideways};
use crate::ui::browser::theme::Palette;
use crate::view::clip_picture::{beyond_in, clear_of_others, text_that_fits, text_width};
use crate::view::format;
use policy_lab::policy::clip::cases::Case;
use policy_lab::policy::clip::summary::{ClipPicture, Samples};

/// Largest number of samples that are drawn; more would hide each other.
pub const MOST_POINTS: usize = 10_000;

/// The contents of the canvas.
pub struct ClipScene<'a> {
    /// Ratios and advantages.
    pub samples: &'a Samples,
    /// The same samples before the last change, if they were elsewhere.
    pub before: Option<&'a Samples>,
    /// Axes and counts.
    pub picture: &'a ClipPicture,
    /// The clip coefficient; without a clip, the one that was last in use.
    pub range: f64,
    /// True if the loss clips.
    pub is_clipped: bool,
    /// Index of the sample whose formula is shown.
    pub picked: Option<usize>,
    /// Index in `Case::ALL` of the highlighted case.
    pub marked: Option<usize>,
    /// Pixels of the canvas per CSS pixel.
    pub scale: f64,
}

/// Paints all three plots.
pub fn paint(context: &Context, layout: &ClipLayout, scene: &ClipScene<'_>, palette: &Palette) {
    shade(context, layout, scene, palette);
    axes(context, layout, scene, palette);
    points(context, layout, scene, palette);
    histogram(context, layout, scene, palette);
    curves(context, layout, scene, palette);
    picked(context, layout, scene, palette);
}

/// Shades the two corners of the scatter in which the clip removes the gradient.
fn shade(context: &Context, layout: &ClipLayout, scene: &ClipScene<'_>, palette: &Palette) {
    if !scene.is_clipped {
        return;
    }
    let (top, bottom) = layout.scatter;
    let middle = layout.y(0.0);
    let above = layout.x(1.0 + scene.range);
    let below = layout.x(1.0 - scene.range);
    context.set_fill_style_str(&palette.fallen);
    context.set_global_alpha(0.45);
    context.fill_rect(above, top, layout.right - above, middle - top);
    context.fill_rect(layout.left, middle, below - layout.left, bottom - middle);
    context.set_global_alpha(1.0);
    context.set_fill_style_str(&palette.fallen_mark);
    let text = layout.text;
    let upper = (layout.right - 0.4 * text, top + text);
    let lower = (layout.left + 0.4 * text, bottom - 0.5 * text);
    let words = "no gradient";
    let needed = text_width(words, text);
    if layout.right - above > needed {
        say(context, text, words, upper, "right");
    }
    if below - layout.left > needed {
        say(context, text, words, lower, "left");
    }
}

fn axes(context: &Context, layout: &ClipLayout, scene: &ClipScene<'_>, palette: &Palette) {
    context.set_line_width(1.0);
    context.set_stroke_style_str(&palette.hairline);
    for (top, bottom) in [layout.scatter, layout.histogram, layout.curves] {
        context.stroke_rect(layout.left, top, layout.right - layout.left, bottom - top);
    }
    for y in [layout.y(0.0), layout.curve_y(0.0)] {
        line(context, &[(layout.left, y), (layout.right, y)]);
    }
    context.set_stroke_style_str(&palette.muted);
    let through = |ratio: f64| {
        let x = layout.x(ratio);
        line(context, &[(x, layout.scatter.0), (x, layout.curves.1)]);
    };
    dash(context, &[2.0, 3.0]);
    through(1.0);
    if scene.is_clipped {
        dash(context, &[]);
    }
    context.set_stroke_style_str(&palette.ink);
    through(1.0 - scene.range);
    through(1.0 + scene.range);
    dash(context, &[]);
    context.set_fill_style_str(&palette.muted);
    let ClipLayout {
        left, right, text, ..
    } = *layout;
    let write = |words: &str, at, align| say(context, text, words, at, align);
    for advantage in [layout.height, 0.0, -layout.height] {
        let words = format::compact(advantage).replace('-', "−");
        let y = layout.y(advantage) + if advantage > 0.0 { 0.8 } else { 0.3 } * text;
        write(&words, (left - 0.4 * text, y), "right");
    }
    let below = layout.curves.1 + 1.2 * text;
    let (low, high) = layout.ratios;
    let labels = [low, high, 1.0, 1.0 - scene.range, 1.0 + scene.range];
    let labels = labels.map(|ratio| {
        let words = format::compact(ratio);
        let half = text_width(&words, text) / 2.0;
        (layout.x(ratio).min(right - half).max(left + half), words)
    });
    let places = labels
        .each_ref()
        .map(|(x, words)| (*x, text_width(words, text)));
    let is_clear = clear_of_others(&places, 0.3 * text);
    for ((x, words), _) in labels
        .iter()
        .zip(is_clear)
        .filter(|(_, is_clear)| *is_clear)
    {
        write(words, (*x, below), "center");
    }
    let below = below + 1.2 * text;
    write("ratio r", ((left + right) / 2.0, below), "center");
    for (name, (top, bottom)) in [
        ("advantage A", layout.scatter),
        ("samples", layout.histogram),
        ("surrogate", layout.curves),
    ] {
        let text = text_that_fits(name, text, bottom - top + layout.gap());
        sideways(context, text, name, (top + bottom) / 2.0);
    }
    context.set_fill_style_str(&palette.ink);
    let [before, after] = beyond_in(scene.picture, text, right - left);
    for (words, x, align) in [(before, left, "left"), (after, right, "right")] {
        say(context, text, &words.unwrap_or_default(), (x, below), align);
    }
}

fn points(context: &Context, layout: &ClipLayout, scene: &ClipScene<'_>, palette: &Palette) {
    let drawn = scene.samples.some(MOST_POINTS);
    let size = match drawn.len() {
        0..=600 => 0.32,
        601..=3_000 => 0.24,
        _ => 0.16,
    };
    let size = (size * layout.text * scene.scale).round().max(1.0) as usize;
    let width = context.canvas().map_or(0, |canvas| canvas.width());
    let height = (layout.scatter.1 + layout.text) * scene.scale;
    let colours = |opacity: f32| {
        [&palette.accent, &palette.fallen_mark].map(|colour| Colour::new(colour, opacity))
    };
    let (plain, pale, strong) = (colours(0.55), colours(0.1), colours(0.85));
    let at = |ratio, advantage| {
        let (x, y) = (layout.x(ratio), layout.y(advantage));
        (x * scene.scale, y * scene.scale)
    };
    let mut dots = Dots::new(f64::from(width), height);
    if let Some(before) = scene.before {
        let opacity = if scene.marked.is_some() { 0.1 } else { 0.4 };
        let faint = Colour::new(&palette.ghost, opacity);
        for (ratio, advantage) in drawn.iter().filter_map(|index| before.get(*index)) {
            dots.add(at(ratio, advantage), size, faint);
        }
    }
    // Highlighted samples are drawn last, on top of the others.
    for is_last in [false, true] {
        for index in &drawn {
            let ratio = f64::from(scene.samples.ratios[*index]);
            let advantage = f64::from(scene.samples.advantages[*index]);
            let case = Case::of(ratio, advantage, scene.range);
            let marked = scene.marked.and_then(|place| Case::ALL.get(place));
            let is_marked = marked == Some(&case);
            if is_marked != is_last {
                continue;
            }
            let colours = match scene.marked {
                None => plain,
                Some(_) if is_marked => strong,
                Some(_) => pale,
            };
            let is_still = scene.is_clipped && !case.has_gradient();
            dots.add(at(ratio, advantage), size, colours[usize::from(is_still)]);
        }
    }
    dots.draw(context);
}

/// Marks the sample whose formula is shown with a ring in the scatter and one on its curve.
fn picked(context: &Context, layout: &ClipLayout, scene: &ClipScene<'_>, palette: &Palette) {
    let sample = scene.picked.and_then(|index| scene.samples.get(index));
    let Some((ratio, advantage)) = sample else {
        return;
    };
    let at = (layout.x(ratio), layout.y(advantage));
    context.set_stroke_style_str(&palette.ink);
    context.set_line_width(0.16 * layout.text);
    ring(context, at, 0.6 * layout.text);
    let sign = if advantage < 0.0 { -1.0 } else { 1.0 };
    let mut surrogate = ratio * sign;
    if scene.is_clipped {
        surrogate = surrogate.min(ratio.clamp(1.0 - scene.range, 1.0 + scene.range) * sign);
    }
    let on_curve = (at.0, layout.curve_y(surrogate));
    ring(context, on_curve, 0.4 * layout.text);
}

/// Draws the histogram of all ratios. Samples whose gradient the clip removed are stacked on top.
fn histogram(context: &Context, layout: &ClipLayout, scene: &ClipScene<'_>, palette: &Palette) {
    let bars = &scene.picture.bars;
    let most = bars.iter().map(|bar| bar.moving + bar.still).max();
    let most = most.unwrap_or(0).max(1) as f64;
    let (top, bottom) = layout.histogram;
    for bar in bars {
        let x = layout.x(bar.ratios.0);
        let width = layout.x(bar.ratios.1) - x;
        let tall = |count: usize| count as f64 / most * (bottom - top);
        context.set_fill_style_str(&palette.accent);
        context.fill_rect(x, bottom - tall(bar.moving), width - 1.0, tall(bar.moving));
        context.set_fill_style_str(&palette.fallen_mark);
        let both = tall(bar.moving + bar.still);
        context.fill_rect(x, bottom - both, width - 1.0, tall(bar.still));
    }
}

/// Draws the surrogate of samples with advantages 1 and -1 over the ratio, unclipped (dashed) and
/// as the loss takes it.
fn curves(context: &Context, layout: &ClipLayout, scene: &ClipScene<'_>, palette: &Palette) {
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
        let (sign, y) = match advantage > 0.0 {
            true => ("A > 0", layout.curves.0 + layout.text),
            false => ("A < 0", layout.curves.1 - 0.4 * layout.text),
        };
        let at = (layout.left + 0.4 * layout.text, y);
        say(context, layout.text, sign, at, "left");
    }
}

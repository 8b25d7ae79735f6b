//! Writes the names of lines at their ends.

use super::plot::{LABEL_FACE, LABEL_SIZE, Pen, Plane, SOLVED, colour_of};
use crate::ui::browser::pen;
use crate::ui::browser::theme::{Palette, rgb};
use crate::view::curve::Curve;
use crate::view::ends::{EndNames, GAP, OURS, end_of, legible, spread};
use crate::view::overlay::Overlay;

/// Height of a label, in heights of its text.
const HEIGHT: f64 = 1.25;
/// Height of the name of the axis of steps, above that axis, in heights of the text.
const AXIS_NAME: f64 = 1.5;
/// Width of the names of the levels, which stand at the left, in heights of the text.
const LEVEL_NAMES: f64 = 7.0;
/// Width of the line around letters that keeps other lines off them, in heights of the text.
const OUTLINE: f64 = 0.3;

/// Writes a name and a value to the right of each line's end, and what is to be said of the point
/// where the task was solved.
pub fn draw(
    chart: &Plane<'_>,
    curve: &Curve,
    overlays: &[Overlay],
    names: EndNames,
    pen: &Pen,
    palette: &Palette,
) {
    let text = LABEL_SIZE * pen.scale;
    let place = |point: (f64, f64)| {
        let (x, y) = chart.backend_coord(&point);
        (f64::from(x), f64::from(y))
    };
    let (left, bottom) = place((curve.x.start, curve.y.start));
    let (right, top) = place((curve.x.end, curve.y.end));
    let (gap, edge) = (GAP * pen.scale, right + names.width() * pen.scale);
    let own = (
        end_of(&curve.line, &curve.smooth),
        names.own(),
        palette.accent.as_str(),
    );
    let ours = (end_of(&curve.reference, &[]), OURS, palette.muted.as_str());
    let others = overlays.iter().map(|overlay| {
        let end = end_of(&overlay.line, &overlay.smooth);
        (end, overlay.name.as_str(), colour_of(overlay, palette))
    });
    let lines = [own, ours].into_iter().chain(others);
    let labels = lines.filter_map(|(end, name, colour)| {
        let end = end?;
        let (x, y) = place(end);
        let at = (x.max(left + LEVEL_NAMES * text) + gap, y);
        Some((names.words(name, end.1), at, colour))
    });
    let solved = curve.solved_at().map(|point| {
        let (x, y) = place(point);
        let green = palette.survived_mark.as_str();
        (SOLVED.to_owned(), (x + gap, y + text), green)
    });
    let labels: Vec<_> = labels.chain(solved).collect();
    let wanted: Vec<f64> = labels.iter().map(|(_, at, _)| at.1).collect();
    let places = spread(&wanted, HEIGHT * text, &(top..bottom - AXIS_NAME * text));

    let context = &pen.context;
    context.set_font(&format!("{text}px {LABEL_FACE}"));
    context.set_text_align("left");
    context.set_text_baseline("middle");
    pen::take(context, &palette.paper, OUTLINE * text);
    let channels = |colour: &str| {
        let colour = rgb(colour);
        [colour.0, colour.1, colour.2]
    };
    for ((words, (x, _), colour), middle) in labels.iter().zip(places) {
        let Some(middle) = middle else { continue };
        let [red, green, blue] = legible(channels(colour), channels(&palette.ink));
        context.set_fill_style_str(&format!("rgb({red}, {green}, {blue})"));
        // A font may be wider than ours.
        let most = edge - x;
        let _ = context.stroke_text_with_max_width(words, *x, middle, most);
        let _ = context.fill_text_with_max_width(words, *x, middle, most);
    }
}

//! Draws the levels of a chart, the score from which the task counts as solved and the reader's
//! own: lines across, with names where the curves leave room for them.

use plotters::element::PathElement;
use plotters::style::Color;

use super::plot::{DrawError, LABEL_SIZE, Pen, Plane, PlotArea, SOLVED, STEPS_AXIS};
use crate::ui::browser::pen;
use crate::ui::browser::theme::{Palette, rgb};
use crate::view::curve::Curve;
use crate::view::ends::{EndNames, LETTER, bold};
use crate::view::format;
use crate::view::level_name;
use crate::view::overlay::Overlay;
use policy_lab::history::Point;

/// Returns the levels: their names, scores and colours.
fn levels<'a>(
    curve: &Curve,
    palette: &'a Palette,
) -> impl Iterator<Item = (&'static str, f64, &'a str)> {
    let goal = (curve.goal).map(|goal| ("solved", goal.score, palette.survived_mark.as_str()));
    let yours = (curve.yours).map(|score| ("you", score, palette.muted.as_str()));
    goal.into_iter().chain(yours)
}

/// Draws the lines.
pub fn draw(
    chart: &mut Plane<'_>,
    curve: &Curve,
    pen: &Pen,
    palette: &Palette,
) -> Result<(), DrawError> {
    for (_, score, colour) in levels(curve, palette) {
        let across = vec![(curve.x.start, score), (curve.x.end, score)];
        let style = rgb(colour).mix(0.7);
        pen.dash(&[2.0, 4.0]);
        let drawn = chart.draw_series([PathElement::new(across, style.stroke_width(pen.px(1.2)))]);
        pen.dash(&[]);
        drawn?;
    }
    Ok(())
}

/// Writes the names beside the lines, out of the way of the curves and of other words.
pub fn draw_names(
    chart: &Plane<'_>,
    curve: &Curve,
    overlays: &[Overlay],
    area: PlotArea,
    pen: &Pen,
    palette: &Palette,
) {
    let text = LABEL_SIZE * pen.scale;
    let width_of = |words: &str| LETTER * words.chars().count() as f64 * pen.scale;
    let place = |point: &Point| {
        let (x, y) = chart.backend_coord(point);
        (f64::from(x), f64::from(y))
    };
    let (left, bottom) = place(&(curve.x.start, curve.y.start));
    let (right, top) = place(&(curve.x.end, curve.y.end));
    let room = (left..right, top..bottom);
    let own = [bold(&curve.line, &curve.smooth), curve.reference.as_slice()];
    let others = overlays.iter();
    let others = others.map(|overlay| bold(&overlay.line, &overlay.smooth));
    let end_px = area.ends.map_or(0.0, EndNames::width) * pen.scale;
    let with_name = |line: &[Point]| {
        let mut line: Vec<Point> = line.iter().map(place).collect();
        // The name at the end of a line lies where the line would go on.
        let end = line.last().map(|(x, y)| (x + end_px, *y));
        line.extend(end);
        line
    };
    let mut drawn: Vec<Vec<Point>> = own.into_iter().chain(others).map(with_name).collect();
    let row = bottom - 0.85 * text;
    drawn.push(vec![(right - width_of(STEPS_AXIS), row), (right, row)]);
    if let Some((x, y)) = curve.solved_at().as_ref().map(place) {
        // On one side of the point or the other.
        let (width, row) = (width_of(SOLVED) + text, y + text);
        drawn.push(vec![(x - width, row), (x + width, row)]);
    }
    for (name, score, colour) in levels(curve, palette) {
        let words = format!("{name}: {}", format::score(score));
        let width = width_of(&words);
        let (_, level) = place(&(curve.x.start, score));
        let at = level_name::place(level, (width, text), &room, &drawn);
        pen.context.set_fill_style_str(colour);
        pen.context.set_text_baseline("middle");
        pen::say(&pen.context, text, &words, at, "left");
        drawn.push(vec![at, (at.0 + width, at.1)]);
    }
}

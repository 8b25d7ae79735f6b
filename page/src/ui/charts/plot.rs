//! Draws a curve with plotters.

use std::ops::Range;

use plotters::coord::ranged1d::{
    KeyPointHint, KeyPointWeight, NoDefaultFormatting, Ranged, ValueFormatter,
};
use plotters::element::{Circle, PathElement, Polygon};
use plotters::prelude::*;
use plotters_canvas::CanvasBackend;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use super::{ends, levels};
use crate::ui::browser::canvas::{self, Size};
use crate::ui::browser::pen;
use crate::ui::browser::theme::{Palette, rgb};
use crate::ui::compare::DASHES;
use crate::view::axis::Axis;
use crate::view::curve::Curve;
use crate::view::ends::EndNames;
use crate::view::format;
use crate::view::overlay::Overlay;

/// Height of the text at the axes, in CSS pixels.
pub(super) const LABEL_SIZE: f64 = 11.0;
/// The page's own font; text on a canvas cannot inherit it.
pub(super) const LABEL_FACE: &str = "system-ui, sans-serif";
/// Length of the marks at an axis, in CSS pixels. plotters leaves as much again before the text.
const TICK: f64 = 3.0;
/// Opacity of a raw line that is drawn beside its smoothed one.
const PALE: f64 = 0.3;
/// Opacity of the line of one seed among several.
const SEED: f64 = 0.45;
/// Stands beside the point at which the task was solved.
pub(super) const SOLVED: &str = "✓ solved";
/// The name of the axis of steps in the headline chart.
pub(super) const STEPS_AXIS: &str = "environment steps →";

/// The space that a chart has.
#[derive(Clone, Copy, Default)]
pub struct PlotArea {
    /// Size of the canvas in CSS pixels.
    pub size: Size,
    /// True for the headline chart, which has more ticks and thicker lines.
    pub prominent: bool,
    /// The names at the ends of the lines, if there is room for them.
    pub ends: Option<EndNames>,
}

/// Space to the left of the curves, for the labels of the headline chart and of the others, and to
/// their right without labels, in CSS pixels at the usual text size.
const LEFT: [f64; 2] = [34.0, 40.0];
const RIGHT: f64 = 10.0;

impl PlotArea {
    fn left(self) -> f64 {
        LEFT[usize::from(!self.prominent)]
    }

    fn right(self) -> f64 {
        self.ends.map_or(RIGHT, EndNames::width)
    }

    /// Returns how far a point of the canvas lies along the axis of steps, from 0 to 1; `x` is in
    /// CSS pixels.
    pub fn part_at(self, x: f64) -> f64 {
        let unit = canvas::rem_px() / 16.0;
        let (left, right) = (self.left() * unit, self.right() * unit);
        ((x - left) / (self.size.0 - left - right).max(1.0)).clamp(0.0, 1.0)
    }

    /// Returns the point of the canvas, in CSS pixels, that lies at this part of the axis of steps.
    pub fn x_at(self, part: f64) -> f64 {
        let unit = canvas::rem_px() / 16.0;
        let (left, right) = (self.left() * unit, self.right() * unit);
        left + part * (self.size.0 - left - right).max(1.0)
    }
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        let width = f64::from(limit.1 - limit.0);
        limit.0 + (self.part_of(*value) * width).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        match hint.weight() {
            KeyPointWeight::Bold => self.ticks(hint.max_num_points()),
            KeyPointWeight::Any => Vec::new(),
        }
    }

    fn range(&self) -> Range<f64> {
        self.range.clone()
    }
}

impl ValueFormatter<f64> for Axis {
    fn format(value: &f64) -> String {
        format::compact(*value)
    }
}

/// Clears the canvas and draws `curve` over `overlays`. A canvas that cannot be drawn on stays
/// empty; the table shows the same values.
pub fn draw(
    canvas: &HtmlCanvasElement,
    curve: &Curve,
    overlays: &[Overlay],
    area: PlotArea,
    palette: &Palette,
) {
    // plotters rounds to whole pixels. With at least two per CSS pixel, curves are smooth on coarse
    // screens too.
    let Some((context, scale)) = canvas::prepare(canvas, area.size, 2.0) else {
        return;
    };
    context.set_line_join("round");
    context.set_line_cap("round");
    if let Some(backend) = CanvasBackend::with_canvas_object(canvas.clone()) {
        let root = backend.into_drawing_area();
        // Text and lines grow with the page's text size.
        let scale = scale * canvas::rem_px() / 16.0;
        let pen = Pen { context, scale };
        // It fails only if the canvas has lost its context, and then nothing can be drawn anyway.
        let _ = on(&root, curve, overlays, area, &pen, palette);
    }
}

/// The canvas context behind plotters, for what plotters cannot draw itself.
pub struct Pen {
    /// The canvas's own context.
    pub context: CanvasRenderingContext2d,
    /// Pixels of the canvas per CSS pixel, scaled with the page's text size.
    pub scale: f64,
}

impl Pen {
    /// Converts CSS pixels to whole pixels of the canvas.
    pub fn px(&self, css: f64) -> u32 {
        (css * self.scale).round() as u32
    }

    /// Sets the lengths of dashes and gaps of the next lines, in CSS pixels. An empty slice means
    /// solid lines. plotters would draw each dash as a separate path.
    pub fn dash(&self, lengths: &[f64]) {
        let lengths: Vec<f64> = lengths.iter().map(|length| length * self.scale).collect();
        pen::dash(&self.context, &lengths);
    }
}

/// The drawing area with its two axes.
pub(super) type Plane<'a> = ChartContext<'a, CanvasBackend, Cartesian2d<Axis, Axis>>;
type Area = DrawingArea<CanvasBackend, plotters::coord::Shift>;
/// The error of a canvas that has lost its context.
pub(super) type DrawError = DrawingAreaErrorKind<<CanvasBackend as DrawingBackend>::ErrorType>;

fn on(
    root: &Area,
    curve: &Curve,
    overlays: &[Overlay],
    area: PlotArea,
    pen: &Pen,
    palette: &Palette,
) -> Result<(), DrawError> {
    let px = |css: f64| pen.px(css);
    let axis = |range: &Range<f64>, is_log| Axis {
        range: range.clone(),
        is_log,
    };
    let mut chart = ChartBuilder::on(root)
        .margin_top(px(6.0))
        .margin_right(px(area.right()))
        .x_label_area_size(px(20.0))
        .y_label_area_size(px(area.left()))
        .build_cartesian_2d(axis(&curve.x, false), axis(&curve.y, curve.is_log))?;
    let has_values = !curve.line.is_empty() || !overlays.is_empty();
    let is_empty = !has_values && !curve.x_is_planned;
    let hairline = rgb(&palette.hairline);
    let labels = (LABEL_FACE, LABEL_SIZE * pen.scale)
        .into_font()
        .color(&rgb(&palette.muted));
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(hairline.stroke_width(px(1.0)))
        .axis_style(hairline.stroke_width(px(1.0)))
        .set_all_tick_mark_size(px(TICK))
        .x_labels(if area.prominent { 6 } else { 3 })
        .y_labels(match area.prominent {
            // Ticks of a logarithmic axis are close to each other in its lower part only.
            true if curve.is_log => 9,
            true => 6,
            false => 4,
        })
        .x_label_formatter(&|value| match is_empty {
            // The ticks of a short stretch differ in their last digits.
            false if curve.is_zoomed() => format::count(*value as u64),
            _ => label(*value, !is_empty),
        })
        .y_label_formatter(&|value| label(*value, has_values || curve.y_is_natural))
        .label_style(labels)
        .draw()?;
    if let Some(step) = curve
        .mark
        .filter(|step| (curve.x.start..=curve.x.end).contains(step))
    {
        let upright = vec![(step, curve.y.start), (step, curve.y.end)];
        let style = rgb(&palette.fallen_mark).stroke_width(px(1.4));
        pen.dash(&[3.0, 3.0]);
        let drawn = chart.draw_series([PathElement::new(upright, style)]);
        pen.dash(&[]);
        drawn?;
    }
    levels::draw(&mut chart, curve, pen, palette)?;
    draw_kept(&mut chart, overlays, area, pen, palette)?;
    let accent = rgb(&palette.accent);
    if !curve.band.is_empty() {
        let upper = curve.band.iter().map(|(x, _, high)| (*x, *high));
        let lower = curve.band.iter().rev().map(|(x, low, _)| (*x, *low));
        let outline: Vec<_> = upper.chain(lower).collect();
        chart.draw_series([Polygon::new(outline, accent.mix(0.16))])?;
    }
    let muted = rgb(&palette.muted);
    if curve.reference.len() > 1 {
        let line = curve.reference.clone();
        chart.draw_series([PathElement::new(line, muted.stroke_width(px(1.2)))])?;
    }
    let width = px(if area.prominent { 2.2 } else { 1.6 });
    let mut line = curve.line.as_slice();
    if curve.smooth.len() > 1 {
        let raw = accent.mix(PALE).stroke_width(px(1.0));
        chart.draw_series([PathElement::new(line.to_vec(), raw)])?;
        line = &curve.smooth;
    }
    match line {
        [] => {}
        [only] => {
            chart.draw_series([Circle::new(*only, width, accent.filled())])?;
        }
        line => {
            chart.draw_series([PathElement::new(line.to_vec(), accent.stroke_width(width))])?;
        }
    }
    draw_names(&chart, curve, area, pen, palette);
    if area.prominent {
        levels::draw_names(&chart, curve, overlays, area, pen, palette);
    }
    if let Some(names) = area.ends {
        ends::draw(&chart, curve, overlays, names, pen, palette);
    }
    root.present()
}

/// Writes the name of the axis of steps, and marks the point where the task was solved.
fn draw_names(chart: &Plane<'_>, curve: &Curve, area: PlotArea, pen: &Pen, palette: &Palette) {
    let text = LABEL_SIZE * pen.scale;
    let say = |colour: &str, words: &str, at: (f64, f64), align: &str| {
        pen.context.set_fill_style_str(colour);
        pen::say(&pen.context, text, words, at, align);
    };
    let place = |point: (f64, f64)| {
        let (x, y) = chart.backend_coord(&point);
        (f64::from(x), f64::from(y))
    };
    let (right, bottom) = place((curve.x.end, curve.y.start));
    if !area.prominent {
        // In the row of the steps, below the labels of the other axis: lines may go anywhere else.
        let gap = 2.0 * f64::from(pen.px(TICK));
        let (left, _) = place((curve.x.start, curve.y.start));
        pen.context.set_text_baseline("top");
        return say(&palette.muted, "steps", (left - gap, bottom + gap), "right");
    }
    // plotters leaves another one.
    pen.context.set_text_baseline("alphabetic");
    let corner = (right - 0.3 * text, bottom - 0.5 * text);
    say(&palette.muted, STEPS_AXIS, corner, "right");
    let green = &palette.survived_mark;
    if let Some(reached) = curve.solved_at() {
        let (x, y) = place(reached);
        pen.context.set_fill_style_str(&palette.paper);
        pen::disc(&pen.context, (x, y), 0.55 * text);
        pen.context.set_fill_style_str(green);
        pen::disc(&pen.context, (x, y), 0.4 * text);
        // Else it is one of those labels, which make room for each other.
        if area.ends.is_some() {
            return;
        }
        // Beside the point, where the axis has room.
        let (beside, align) = match x + 6.0 * text < right {
            true => (0.9 * text, "left"),
            false => (-0.9 * text, "right"),
        };
        say(green, SOLVED, (x + beside, y + 1.4 * text), align);
    }
}

/// Returns the text at a tick; empty if the axis has nothing to measure yet.
fn label(value: f64, is_known: bool) -> String {
    if is_known {
        format::with_minus(format::compact(value))
    } else {
        String::new()
    }
}

/// Returns the colour of a kept run's line, or of the last run's.
pub(super) fn colour_of<'a>(overlay: &Overlay, palette: &'a Palette) -> &'a str {
    match overlay.slot {
        Some(slot) => &palette.series[slot % palette.series.len()],
        None => &palette.ghost,
    }
}

/// Draws the last run as a grey line, and kept runs as dashed lines over the thin lines of their
/// seeds.
fn draw_kept(
    chart: &mut Plane<'_>,
    overlays: &[Overlay],
    area: PlotArea,
    pen: &Pen,
    palette: &Palette,
) -> Result<(), DrawError> {
    let colour = |overlay: &Overlay| rgb(colour_of(overlay, palette));
    for overlay in overlays {
        for seed in &overlay.seeds {
            let style = colour(overlay).mix(SEED).stroke_width(pen.px(1.0));
            chart.draw_series([PathElement::new(seed.clone(), style)])?;
        }
    }
    let width = pen.px(if area.prominent { 1.8 } else { 1.3 });
    for overlay in overlays {
        let mut line = &overlay.line;
        if overlay.smooth.len() > 1 {
            let raw = colour(overlay).mix(PALE).stroke_width(pen.px(1.0));
            chart.draw_series([PathElement::new(line.clone(), raw)])?;
            line = &overlay.smooth;
        }
        if let [only] = line.as_slice() {
            chart.draw_series([Circle::new(*only, width, colour(overlay).filled())])?;
            continue;
        }
        pen.dash(overlay.slot.map_or(&[], |slot| DASHES[slot % DASHES.len()]));
        let drawn = chart.draw_series([PathElement::new(
            line.clone(),
            colour(overlay).stroke_width(width),
        )]);
        pen.dash(&[]);
        drawn?;
    }
    Ok(())
}

//! Kept runs in a chart: a dashed line each, and a band for several seeds.

use plotters::element::{Circle, PathElement, Polygon};
use plotters::prelude::*;
use wasm_bindgen::JsValue;

use super::super::compare::DASHES;
use super::super::surroundings::{Palette, rgb};
use super::curve::{extent, thin};
use super::plot::{Failure, Pen, Plane, Room};
use crate::train::compare::{BandPoint, Entry, Shelf, band, smooth};
use crate::train::history::Point;
use crate::train::metrics::Metric;

/// Points of one line: fewer than the run at hand has, because there may be many lines.
const MOST_POINTS: usize = 240;
/// How much of its colour a raw line keeps beside its smooth one.
pub const PALE: f64 = 0.3;

/// A kept run that is ready to draw.
#[derive(Clone, Debug, PartialEq)]
pub struct Overlay {
    /// Its colour and pattern.
    pub slot: usize,
    /// Its line: of several seeds, their mean.
    pub line: Vec<Point>,
    /// The same, smoothed; empty where nothing is.
    pub smooth: Vec<Point>,
    /// Lowest and highest value of several seeds.
    pub band: Vec<(f64, f64, f64)>,
    /// Environment steps at its end.
    pub end: f64,
    /// Lowest and highest value.
    pub extent: (f64, f64),
}

impl Overlay {
    /// All shown entries that have this metric.
    pub fn all(shelf: &Shelf, metric: Metric, weight: f64) -> Vec<Self> {
        let shown = shelf.shown();
        shown
            .filter_map(|(slot, entry)| Self::of(slot, entry, metric, weight))
            .collect()
    }

    fn of(slot: usize, entry: &Entry, metric: Metric, weight: f64) -> Option<Self> {
        let curves: Vec<&[Point]> = entry.runs.iter().map(|run| run.points(metric)).collect();
        let (line, edges) = match curves.as_slice() {
            [only] => (only.to_vec(), Vec::new()),
            several => {
                let points = band(several);
                let line = points
                    .iter()
                    .map(|point| (point.step, point.mean))
                    .collect();
                (line, points)
            }
        };
        let lows = edges.iter().map(|point| (point.step, point.low));
        let highs = edges.iter().map(|point| (point.step, point.high));
        let all: Vec<Point> = line.iter().copied().chain(lows).chain(highs).collect();
        Some(Self {
            slot,
            smooth: match weight > 0.0 {
                true => thin(&smooth(&line, weight), MOST_POINTS),
                false => Vec::new(),
            },
            band: thin_band(&edges),
            end: line.last()?.0,
            extent: extent(all.iter())?,
            line: thin(&line, MOST_POINTS),
        })
    }
}

/// The widest place of each stretch.
fn thin_band(points: &[BandPoint]) -> Vec<(f64, f64, f64)> {
    let stretch = points.len().div_ceil(MOST_POINTS).max(1);
    let widest = points.chunks(stretch).map(|part| {
        let lows = part.iter().map(|point| point.low);
        let highs = part.iter().map(|point| point.high);
        (
            part[0].step,
            lows.fold(f64::INFINITY, f64::min),
            highs.fold(f64::NEG_INFINITY, f64::max),
        )
    });
    let mut kept: Vec<_> = widest.collect();
    // The band ends where the line does.
    if let (true, Some(last)) = (stretch > 1, points.last()) {
        kept.push((last.step, last.low, last.high));
    }
    kept
}

/// Draws them, the bands below all lines.
///
/// # Errors
/// When the context was lost.
pub fn draw(
    chart: &mut Plane<'_>,
    overlays: &[Overlay],
    room: Room,
    pen: &Pen,
    palette: &Palette,
) -> Result<(), Failure> {
    let colour = |overlay: &Overlay| rgb(&palette.series[overlay.slot % palette.series.len()]);
    for overlay in overlays.iter().filter(|overlay| overlay.band.len() > 1) {
        let upper = overlay.band.iter().map(|(x, _, high)| (*x, *high));
        let lower = overlay.band.iter().rev().map(|(x, low, _)| (*x, *low));
        let outline: Vec<_> = upper.chain(lower).collect();
        chart.draw_series([Polygon::new(outline, colour(overlay).mix(0.14))])?;
    }
    let width = pen.px(if room.prominent { 1.8 } else { 1.3 });
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
        dash(pen, DASHES[overlay.slot % DASHES.len()]);
        let drawn = chart.draw_series([PathElement::new(
            line.clone(),
            colour(overlay).stroke_width(width),
        )]);
        dash(pen, &[]);
        drawn?;
    }
    Ok(())
}

/// plotters draws each dash as a path of its own; the canvas knows dashes by itself.
fn dash(pen: &Pen, lengths: &[f64]) {
    let lengths = lengths
        .iter()
        .map(|length| JsValue::from_f64(length * pen.scale));
    let lengths: js_sys::Array<JsValue> = lengths.collect();
    // It fails only for lengths that are not finite.
    let _ = pen.context.set_line_dash(&lengths);
}

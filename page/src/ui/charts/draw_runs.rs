//! Draws kept runs with plotters, as dashed lines over pale bands.

use plotters::element::{Circle, PathElement, Polygon};
use plotters::prelude::*;

use crate::ui::browser::theme::{Palette, rgb};
use crate::ui::charts::plot::{DrawError, Pen, Plane, Room};
use crate::ui::compare::DASHES;
use crate::view::overlay::Overlay;

/// Opacity of a raw line that is drawn beside its smoothed one.
pub const PALE: f64 = 0.3;

/// Draws kept runs, with all bands below all lines.
///
/// # Errors
/// If the canvas has lost its context.
pub fn draw(
    chart: &mut Plane<'_>,
    overlays: &[Overlay],
    room: Room,
    pen: &Pen,
    palette: &Palette,
) -> Result<(), DrawError> {
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
        pen.dash(DASHES[overlay.slot % DASHES.len()]);
        let drawn = chart.draw_series([PathElement::new(
            line.clone(),
            colour(overlay).stroke_width(width),
        )]);
        pen.dash(&[]);
        drawn?;
    }
    Ok(())
}

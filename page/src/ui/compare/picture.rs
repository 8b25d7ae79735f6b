//! The headline chart as a PNG, with a legend of its lines.

use web_sys::HtmlCanvasElement;

use super::state::THIS_RUN;
use super::swatch::DASHES;
use crate::ui::browser::theme::Palette;
use crate::ui::browser::{canvas, element, pen};
use policy_lab::protocol::metrics::Metric;

/// Height of a line of text, in CSS pixels.
const LINE: f64 = 20.0;
/// Height of the text, in CSS pixels.
const TEXT: f64 = 13.0;
/// Space at the edges, in CSS pixels.
const EDGE: f64 = 12.0;
/// Distance of the names from the left edge, in CSS pixels.
const NAMES_FROM: f64 = 60.0;

/// Returns a PNG as a data URL, or `None` if there is no chart on the page: the chart on the page's
/// own background, so that it is legible in light and dark, with its title above and a legend
/// below. `metric` is that of the chart; `lines` are the kept runs by slot and name, and without a
/// slot the last run.
pub fn of_headline(
    metric: Metric,
    lines: &[(Option<usize>, String)],
    palette: &Palette,
) -> Option<String> {
    let key = metric.key();
    let chart = format!("[data-testid=chart-{key}] canvas");
    let chart: HtmlCanvasElement = element::found(&chart)?;
    let scale = f64::from(chart.width()) / f64::from(chart.client_width()).max(1.0);
    let rows = if lines.is_empty() { 0 } else { lines.len() + 1 };
    let below = LINE.mul_add(rows as f64, EDGE);
    let above = LINE + EDGE;
    let extra = ((above + below) * scale).round() as u32;
    let (picture, context) = canvas::made(chart.width(), chart.height() + extra)?;
    context.set_fill_style_str(&palette.paper);
    let (width, height) = (f64::from(picture.width()), f64::from(picture.height()));
    context.fill_rect(0.0, 0.0, width, height);
    let top = above * scale;
    context
        .draw_image_with_html_canvas_element(&chart, 0.0, top)
        .ok()?;
    context.scale(scale, scale).ok()?;
    context.set_text_baseline("middle");
    context.set_fill_style_str(&palette.ink);
    pen::say(&context, TEXT, key, (EDGE, EDGE + LINE / 2.0), "left");
    let mut middle = above + f64::from(chart.height()) / scale + LINE / 2.0;
    let at_hand = (&palette.accent, &[][..], THIS_RUN);
    let named = lines.iter().map(|(slot, name)| match slot {
        None => (&palette.ghost, &[][..], name.as_str()),
        Some(slot) => {
            let colour = &palette.series[slot % palette.series.len()];
            (colour, DASHES[slot % DASHES.len()], name.as_str())
        }
    });
    for (colour, dashes, name) in std::iter::once(at_hand).chain(named).take(rows) {
        pen::dash(&context, dashes);
        pen::take(&context, colour, 2.2);
        let line = [(EDGE, middle), (NAMES_FROM - EDGE, middle)];
        pen::line(&context, &line);
        pen::say(&context, TEXT, name, (NAMES_FROM, middle), "left");
        middle += LINE;
    }
    picture.to_data_url_with_type("image/png").ok()
}

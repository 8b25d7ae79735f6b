//! A function of two of the state's four numbers, drawn as shades.

use leptos::html;
use leptos::prelude::*;
use web_sys::CanvasRenderingContext2d;

use crate::ui::as_table::AsTable;
use crate::ui::browser::canvas;
use crate::ui::browser::theme::{Palette, Theme, rgb};
use crate::view::actions::number_of;
use crate::view::plain_table::{PlainTable, extremes};

/// Number of cells along each side.
const CELLS: usize = 41;
/// Cells from one row or column of the table to the next.
const APART: usize = 5;

/// The state's numbers: the symbol, and the largest value drawn on either side of 0. Position and
/// angle end where episodes do.
pub const AXES: [(&str, f64); 4] = [("x", 2.4), ("v", 3.0), ("θ", 0.2095), ("ω", 3.0)];

/// The planes to choose from, as indices in [`AXES`]: the horizontal number, then the vertical one.
pub const PLANES: [(usize, usize); 3] = [(2, 3), (0, 1), (0, 2)];

/// The picture of a plane.
#[derive(Clone, Default, PartialEq)]
pub struct Shades {
    /// Values of the cells, `[CELLS, CELLS]` from the top left, each from 0 to 1; empty if there is
    /// nothing to show.
    pub values: Vec<f32>,
    /// Points in the plane: horizontal and vertical coordinate.
    pub points: Vec<(f64, f64)>,
}

/// Evaluates `of` in each cell of a plane. The other two numbers of the state come from `rest`.
pub fn shades(plane: (usize, usize), rest: [f32; 4], of: impl Fn([f32; 4]) -> f32) -> Vec<f32> {
    let cell = |index: usize| {
        let mut state = rest;
        state[plane.0] = middle(index % CELLS, plane.0) as f32;
        state[plane.1] = middle(CELLS - 1 - index / CELLS, plane.1) as f32;
        of(state)
    };
    (0..CELLS * CELLS).map(cell).collect()
}

/// Returns the number of the state in the middle of a cell, counted along its axis.
fn middle(cell: usize, axis: usize) -> f64 {
    let part = (cell as f64 + 0.5) / CELLS as f64 * 2.0 - 1.0;
    part * AXES[axis].1
}

/// Writes the number in the middle of a cell.
fn middle_said(cell: usize, axis: usize) -> String {
    number_of(middle(cell, axis) as f32)
}

/// Shows a plane with its axes, and its numbers as a table.
#[component]
pub fn Plane(
    /// The two numbers of the state that the axes show.
    #[prop(into)]
    plane: Signal<(usize, usize)>,
    /// The picture to draw.
    #[prop(into)]
    shades: Signal<Shades>,
    /// A description of the picture.
    #[prop(into)]
    label: Signal<String>,
    /// Writes the number behind a shade.
    #[prop(into)]
    written: Callback<f32, String>,
    /// What the shades mean.
    children: Children,
) -> impl IntoView {
    let theme = expect_context::<Theme>();
    let node = NodeRef::<html::Canvas>::new();
    let size = canvas::watch_size(node);
    Effect::new(move || {
        let (size, plane) = (size.get(), plane.get());
        let palette = theme.palette.get();
        let Some(canvas) = node.get() else { return };
        if let Some((context, scale)) = canvas::prepare(&canvas, size, 1.0) {
            let _ = context.scale(scale, scale);
            shades.with(|shades| paint(&context, size, plane, shades, &palette));
        }
    });
    let across = move || AXES[plane.get().0];
    let up = move || AXES[plane.get().1];
    let said = move || {
        let extremes = shades.with(|shades| said(shades, plane.get(), written));
        format!("{}{extremes}", label.get())
    };
    let table = move || shades.with(|shades| table(shades, plane.get(), written));
    view! {
        <div class="plane">
            <span class="up">{move || up().0}</span>
            <canvas node_ref=node role="img" aria-label=said></canvas>
            <span class="across">
                <span>{move || format!("−{}", across().1)}</span>
                <span>{move || across().0}</span>
                <span>{move || across().1}</span>
            </span>
        </div>
        {children()}
        <AsTable name="Numbers" table=Signal::derive(table) />
    }
}

/// Says where a picture is palest and deepest.
fn said(shades: &Shades, plane: (usize, usize), written: Callback<f32, String>) -> String {
    let Some((low, high)) = extremes(shades.values.iter().copied()) else {
        return String::new();
    };
    let said = |value: f32| {
        let place = shades.values.iter().position(|it| *it == value);
        let place = place.unwrap_or_default();
        let across = middle_said(place % CELLS, plane.0);
        let up = middle_said(CELLS - 1 - place / CELLS, plane.1);
        let [(one, _), (other, _)] = [AXES[plane.0], AXES[plane.1]];
        format!("{} at {one} {across}, {other} {up}", written.run(value))
    };
    match low < high {
        true => format!(". Lowest: {}. Highest: {}", said(low), said(high)),
        false => format!(". {} everywhere", written.run(low)),
    }
}

/// Returns some rows and columns of the cells, and where the points lie.
fn table(shades: &Shades, plane: (usize, usize), written: Callback<f32, String>) -> PlainTable {
    let [(across, _), (up, _)] = [AXES[plane.0], AXES[plane.1]];
    let some = || (0..CELLS).step_by(APART);
    let corner = format!("{up} down, {across} across");
    let heads = some().map(|column| middle_said(column, plane.0));
    let row = |row: usize| {
        let head = middle_said(CELLS - 1 - row, plane.1);
        let cells = some().map(|column| shades.values.get(row * CELLS + column));
        let cells = cells.map(|value| value.map(|value| written.run(*value)).unwrap_or_default());
        [head].into_iter().chain(cells).collect()
    };
    let is_empty = shades.values.is_empty();
    let rows = some().filter(|_| !is_empty).map(row);
    PlainTable {
        note: points_said(shades, plane),
        heads: [corner].into_iter().chain(heads).collect(),
        rows: rows.collect(),
    }
}

/// Says where the points lie; empty if there are none.
fn points_said(shades: &Shades, plane: (usize, usize)) -> String {
    let points = &shades.points;
    let reach = |(symbol, _): (&str, f64), numbers: Vec<f32>| {
        let (low, high) = extremes(numbers.into_iter())?;
        let [low, high] = [low, high].map(number_of);
        Some(format!("{symbol} from {low} to {high}"))
    };
    let across = reach(AXES[plane.0], points.iter().map(|it| it.0 as f32).collect());
    let up = reach(AXES[plane.1], points.iter().map(|it| it.1 as f32).collect());
    let both = across.zip(up);
    let both = both.map(|(across, up)| format!("{} points, {across}, {up}", points.len()));
    both.unwrap_or_default()
}

fn paint(
    context: &CanvasRenderingContext2d,
    size: canvas::Size,
    plane: (usize, usize),
    shades: &Shades,
    palette: &Palette,
) {
    let (width, height) = (size.0 / CELLS as f64, size.1 / CELLS as f64);
    for (index, value) in shades.values.iter().enumerate() {
        context.set_fill_style_str(&shade(palette, *value));
        let (column, row) = (index % CELLS, index / CELLS);
        // Overlap the cells slightly, so that no seams show.
        context.fill_rect(
            column as f64 * width,
            row as f64 * height,
            width + 0.6,
            height + 0.6,
        );
    }
    context.set_fill_style_str(&palette.ink);
    context.set_global_alpha(0.5);
    for (across, up) in &shades.points {
        let x = (across / AXES[plane.0].1 + 1.0) / 2.0 * size.0;
        let y = (1.0 - up / AXES[plane.1].1) / 2.0 * size.1;
        context.fill_rect(x - 1.0, y - 1.0, 2.0, 2.0);
    }
    context.set_global_alpha(1.0);
}

/// Returns the colour for a value: from the mark of a fall (0) over the colour of an empty cell to
/// the accent (1).
pub fn shade(palette: &Palette, value: f32) -> String {
    let value = value.clamp(0.0, 1.0);
    let (end, part) = if value < 0.5 {
        (&palette.fallen_mark, 1.0 - 2.0 * value)
    } else {
        (&palette.accent, 2.0 * value - 1.0)
    };
    let (from, to) = (rgb(&palette.cell), rgb(end));
    let mix = |(a, b)| (f32::from(a) + (f32::from(b) - f32::from(a)) * part) as u8;
    let [red, green, blue] = [(from.0, to.0), (from.1, to.1), (from.2, to.2)].map(mix);
    format!("rgb({red},{green},{blue})")
}

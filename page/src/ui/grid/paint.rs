//! Draws the cells of the cart grid.

use std::f64::consts::PI;

use web_sys::CanvasRenderingContext2d;

use crate::ui::browser::canvas::Size;
use crate::ui::browser::pen;
use crate::ui::browser::theme::Palette;
use crate::ui::cart::CartPicture;
use crate::ui::task_picture::TaskPicture;
use crate::view::cart_room::{Area, CartRoom, columns};
use crate::view::film::{CartPose, Film, FrameEnding};
use crate::view::task_room::TaskRoom;
use policy_lab::envs::cartpole::{THETA_LIMIT_RAD, X_LIMIT};

/// Pixels in a metre from which there is room for the trace of a pole.
const TRACE_METRE: f64 = 17.0;
/// Height of the text in the field of many carts, in CSS pixels.
const TEXT: f64 = 11.0;
/// Space between cells, in CSS pixels.
const GAP: f64 = 4.0;
/// Number of cells before the first film.
const EMPTY_CELLS: usize = 16;

/// How strongly is drawn what stands for films to come.
const AT_REST: f64 = 0.3;

/// The mark of an episode that has just ended.
#[derive(Clone, Copy)]
enum CellMark {
    Cross,
    Check,
}

impl CellMark {
    /// Returns the mark of a cart's episode: who reaches the time limit has not fallen.
    fn of_cart(ending: FrameEnding) -> Self {
        match ending {
            FrameEnding::Terminated => Self::Cross,
            FrameEnding::Truncated => Self::Check,
        }
    }

    /// Returns the mark of a task's episode: who reaches the time limit has not reached the goal.
    fn of_task(ending: FrameEnding) -> Option<Self> {
        match ending {
            FrameEnding::Terminated => Some(Self::Check),
            FrameEnding::Truncated => None,
        }
    }
}

/// Draws every cell at the step on show. `rests` draws carts or tasks at rest where there is no
/// film yet.
pub fn cells(
    context: &CanvasRenderingContext2d,
    size: Size,
    scale: f64,
    (film, rests): (&Film, bool),
    palette: &Palette,
) {
    if context.scale(scale, scale).is_err() {
        return;
    }
    // Without a film draw empty cells, so that the page does not move when the first film arrives.
    let carts = match film.num_carts() {
        0 => EMPTY_CELLS,
        carts => carts,
    };
    let sketch = film.env().sketch.as_ref();
    let columns = columns(carts, size, GAP, |area| match sketch {
        Some(sketch) => TaskRoom::within(area, sketch.picture).unit,
        None => CartRoom::within(area, false).metre,
    });
    let rows = carts.div_ceil(columns);
    let width = (size.0 + GAP) / columns as f64 - GAP;
    let height = (size.1 + GAP) / rows as f64 - GAP;
    for cart in 0..carts {
        let area = Area {
            left: (cart % columns) as f64 * (width + GAP),
            top: (cart / columns) as f64 * (height + GAP),
            width,
            height,
        };
        let rests = rests && film.num_carts() == 0;
        if let Some(sketch) = sketch {
            let picture = TaskPicture {
                context,
                palette,
                sketch,
                room: TaskRoom::within(area, sketch.picture),
            };
            task_cell(&picture, area, film, (cart, rests));
            continue;
        }
        let picture = CartPicture {
            context,
            palette,
            room: CartRoom::within(area, film.can_hang()),
        };
        cell(&picture, area, film, cart);
        if rests {
            context.set_global_alpha(AT_REST);
            picture.cart(0.0);
            picture.pole(0.0, 0.0);
            context.set_global_alpha(1.0);
        }
    }
}

/// Draws many carts as points: where the cart is from left to right, how its pole leans upwards, to
/// where an episode ends.
pub fn field(
    context: &CanvasRenderingContext2d,
    size: Size,
    scale: f64,
    film: &Film,
    palette: &Palette,
) {
    if context.scale(scale, scale).is_err() {
        return;
    }
    context.set_fill_style_str(&palette.cell);
    context.fill_rect(0.0, 0.0, size.0, size.1);
    let leans = match film.can_hang() {
        true => PI,
        false => f64::from(THETA_LIMIT_RAD),
    };
    let place = |x: f64, theta_rad: f64| {
        let part = |value: f64, most: f64| (value / most).clamp(-1.0, 1.0).mul_add(0.48, 0.5);
        (
            part(x, f64::from(X_LIMIT)) * size.0,
            part(-theta_rad, leans) * size.1,
        )
    };
    pen::take(context, &palette.hairline, 1.0);
    let (middle_x, middle_y) = place(0.0, 0.0);
    pen::line(context, &[(middle_x, 0.0), (middle_x, size.1)]);
    pen::line(context, &[(0.0, middle_y), (size.0, middle_y)]);
    context.set_fill_style_str(&palette.accent);
    context.set_global_alpha(0.6);
    for [x, theta_rad] in film.field() {
        let (x, y) = place(x, theta_rad);
        context.fill_rect(x - 1.0, y - 1.0, 2.0, 2.0);
    }
    context.set_global_alpha(1.0);
    context.set_fill_style_str(&palette.muted);
    pen::say(
        context,
        TEXT,
        "position →",
        (size.0 - TEXT, middle_y - 5.0),
        "right",
    );
    pen::say(
        context,
        TEXT,
        "↑ lean of the pole",
        (middle_x + 6.0, TEXT + 2.0),
        "left",
    );
}

/// Draws one cell of a grid of carts.
fn cell(picture: &CartPicture<'_>, area: Area, film: &Film, cart: usize) {
    let (context, palette) = (picture.context, picture.palette);
    let pose = film.pose(cart);
    let mark = pose.and_then(|pose| pose.ending).map(CellMark::of_cart);
    ground(context, palette, area, mark);
    picture.track();
    if let Some(CartPose { x, theta_rad, .. }) = pose {
        if !film.can_hang() {
            picture.limits(x);
        }
        if picture.room.metre >= TRACE_METRE {
            for (from_now, pose) in film.trace(cart) {
                picture.trace(pose.x, pose.theta_rad, from_now);
            }
        }
        picture.cart(x);
        picture.pole(x, theta_rad);
    }
    draw_mark(context, palette, area, mark);
}

/// Draws one cell of a grid of a task's environments.
fn task_cell(picture: &TaskPicture<'_>, area: Area, film: &Film, (place, rests): (usize, bool)) {
    let (context, palette) = (picture.context, picture.palette);
    let pose = film.task_pose(place);
    let ending = pose.and_then(|pose| pose.ending);
    let mark = ending
        .filter(|_| film.env().ends_well())
        .and_then(CellMark::of_task);
    ground(context, palette, area, mark);
    picture.scenery();
    if let Some(pose) = pose {
        picture.state(pose.state);
    } else if rests {
        context.set_global_alpha(AT_REST);
        picture.state(&film.env().first_state());
        context.set_global_alpha(1.0);
    }
    draw_mark(context, palette, area, mark);
}

/// Fills a cell.
fn ground(
    context: &CanvasRenderingContext2d,
    palette: &Palette,
    area: Area,
    mark: Option<CellMark>,
) {
    context.set_fill_style_str(match mark {
        Some(CellMark::Cross) => &palette.fallen,
        Some(CellMark::Check) => &palette.survived,
        None => &palette.cell,
    });
    context.fill_rect(area.left, area.top, area.width, area.height);
}

/// Draws a mark into the corner of a cell.
fn draw_mark(
    context: &CanvasRenderingContext2d,
    palette: &Palette,
    area: Area,
    mark: Option<CellMark>,
) {
    let r = (area.height * 0.07).clamp(3.0, 8.0);
    let (x, y) = (area.left + area.width - 2.2 * r, area.top + 2.2 * r);
    match mark {
        Some(CellMark::Cross) => {
            pen::take(context, &palette.fallen_mark, 2.0);
            pen::line(context, &[(x - r, y - r), (x + r, y + r)]);
            pen::line(context, &[(x - r, y + r), (x + r, y - r)]);
        }
        Some(CellMark::Check) => {
            pen::take(context, &palette.survived_mark, 2.0);
            let corners = [(x - r, y), (x - r * 0.2, y + r * 0.8), (x + r, y - r * 0.9)];
            pen::line(context, &corners);
        }
        None => {}
    }
}

//! Draws the cells of the cart grid.

use web_sys::CanvasRenderingContext2d;

use crate::ui::browser::canvas::Size;
use crate::ui::browser::pen;
use crate::ui::browser::theme::Palette;
use crate::view::film::{CartPose, Film, FrameEnding};

/// The end of the track, where the episode ends too: `x_threshold` of CartPole, in metres.
const TRACK_END: f64 = 2.4;
/// Metres from the middle of a cell to its edge: the track and a margin.
const HALF_WIDTH: f64 = 2.75;
/// Length of the drawn pole in metres. It is 1 m in the simulation, but cells are small.
const POLE_LENGTH: f64 = 1.8;
/// Space between cells, in CSS pixels.
const GAP: f64 = 4.0;
/// Number of cells before the first film.
const EMPTY_CELLS: usize = 16;

/// Draws every cell at the step on show.
pub fn cells(
    context: &CanvasRenderingContext2d,
    size: Size,
    scale: f64,
    film: &Film,
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
    let columns = (carts as f64).sqrt().ceil() as usize;
    let rows = carts.div_ceil(columns);
    let width = (size.0 + GAP) / columns as f64 - GAP;
    let height = (size.1 + GAP) / rows as f64 - GAP;
    for cart in 0..carts {
        let cell = Cell {
            context,
            palette,
            left: (cart % columns) as f64 * (width + GAP),
            top: (cart / columns) as f64 * (height + GAP),
            width,
            height,
        };
        cell.draw(film.pose(cart));
    }
}

/// One cell of the grid, in CSS pixels.
struct Cell<'a> {
    context: &'a CanvasRenderingContext2d,
    palette: &'a Palette,
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

impl Cell<'_> {
    fn draw(&self, pose: Option<CartPose>) {
        let ending = pose.and_then(|pose| pose.ending);
        let background = match ending {
            Some(FrameEnding::Fallen) => &self.palette.fallen,
            Some(FrameEnding::Survived) => &self.palette.survived,
            None => &self.palette.cell,
        };
        self.context.set_fill_style_str(background);
        self.context
            .fill_rect(self.left, self.top, self.width, self.height);
        self.track();
        if let Some(pose) = pose {
            self.cart(pose);
        }
        match ending {
            Some(FrameEnding::Fallen) => self.cross(),
            Some(FrameEnding::Survived) => self.tick(),
            None => {}
        }
    }

    /// Returns the horizontal place of a position on the track.
    fn x(&self, metres: f64) -> f64 {
        self.left + self.width / 2.0 + metres * self.metre()
    }

    fn metre(&self) -> f64 {
        self.width / 2.0 / HALF_WIDTH
    }

    fn ground(&self) -> f64 {
        self.top + self.height * 0.8
    }

    fn track(&self) {
        let (ground, end) = (self.ground(), self.metre() * 0.16);
        let sides = [self.x(-TRACK_END), self.x(TRACK_END)];
        pen::take(self.context, &self.palette.hairline, 1.5);
        self.line(&sides.map(|x| (x, ground)));
        for x in sides {
            self.line(&[(x, ground - end), (x, ground + end)]);
        }
    }

    fn cart(&self, pose: CartPose) {
        let metre = self.metre();
        let (half_width, height) = (0.4 * metre, 0.42 * metre);
        // Keep a cart that has left the track at the edge of its cell.
        let x = self.x(pose.x.clamp(-HALF_WIDTH + 0.3, HALF_WIDTH - 0.3));
        let axle = self.ground() - height;
        self.context.set_fill_style_str(&self.palette.accent);
        self.context
            .fill_rect(x - half_width, axle, 2.0 * half_width, height);
        let (sin, cos) = pose.theta_rad.sin_cos();
        let pole = POLE_LENGTH * metre;
        pen::take(self.context, &self.palette.ink, (0.13 * metre).max(2.0));
        self.line(&[(x, axle), (x + sin * pole, axle - cos * pole)]);
        self.context.set_fill_style_str(&self.palette.ink);
        pen::disc(self.context, (x, axle), (0.1 * metre).max(1.6));
    }

    /// Draws the mark of a fall: a cross in the corner.
    fn cross(&self) {
        let (x, y, r) = self.corner();
        pen::take(self.context, &self.palette.fallen_mark, 2.0);
        self.line(&[(x - r, y - r), (x + r, y + r)]);
        self.line(&[(x - r, y + r), (x + r, y - r)]);
    }

    /// Draws the mark of the time limit: a tick in the corner.
    fn tick(&self) {
        let (x, y, r) = self.corner();
        pen::take(self.context, &self.palette.survived_mark, 2.0);
        self.line(&[(x - r, y), (x - r * 0.2, y + r * 0.8), (x + r, y - r * 0.9)]);
    }

    fn line(&self, points: &[(f64, f64)]) {
        pen::line(self.context, points);
    }

    fn corner(&self) -> (f64, f64, f64) {
        let r = (self.height * 0.07).clamp(3.0, 8.0);
        (self.left + self.width - 2.2 * r, self.top + 2.2 * r, r)
    }
}

//! Where the parts of a cart are drawn: the largest scale at which the track and an upright pole
//! fit into a box of any shape. Knows nothing of a canvas.

use policy_lab::envs::cartpole::X_LIMIT;

/// Metres from the middle of the picture to its edge: the track, and a cart that has just left it.
const HALF_WIDTH: f64 = 2.9;
/// Farthest place at which a cart is drawn, in metres from the middle.
const FARTHEST: f64 = 2.46;
/// Length of the drawn pole in metres. It is 1 m in the simulation, but cells are small.
const POLE_LENGTH: f64 = 1.8;
/// Height of the pole's joint above the ground, in metres.
pub const JOINT: f64 = 0.46;
/// Free metres above an upright pole, and below what is lowest.
const MARGIN: f64 = 0.25;
/// The part of spare height that lies above the picture.
const SPARE_ABOVE: f64 = 0.6;

/// A box in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// Distance of the left edge.
    pub left: f64,
    /// Distance of the upper edge.
    pub top: f64,
    /// Width of the box.
    pub width: f64,
    /// Height of the box.
    pub height: f64,
}

/// The scale and the place of a picture of a cart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CartRoom {
    /// CSS pixels in a metre.
    pub metre: f64,
    /// The height of the ground, in CSS pixels from the top.
    pub ground: f64,
    area: Area,
}

impl CartRoom {
    /// Fits the picture into a box. A pole that `can_hang` needs room below the track as well.
    pub fn within(area: Area, can_hang: bool) -> Self {
        let above = JOINT + POLE_LENGTH + MARGIN;
        let below = MARGIN
            + match can_hang {
                true => POLE_LENGTH - JOINT,
                false => 0.0,
            };
        let metre = (area.width / 2.0 / HALF_WIDTH)
            .min(area.height / (above + below))
            .max(0.0);
        let spare = area.height - (above + below) * metre;
        Self {
            metre,
            ground: area.top + SPARE_ABOVE * spare + above * metre,
            area,
        }
    }

    /// Returns the horizontal place of a position on the track. A cart that has left the track
    /// stays at its end.
    pub fn across(self, metres: f64) -> f64 {
        let metres = if metres.is_finite() { metres } else { 0.0 };
        self.area.left + self.area.width / 2.0 + metres.clamp(-FARTHEST, FARTHEST) * self.metre
    }

    /// Returns both ends of the track, where an episode ends too.
    pub fn track_ends(self) -> [f64; 2] {
        [-f64::from(X_LIMIT), f64::from(X_LIMIT)].map(|end| self.across(end))
    }

    /// Returns the pole's joint on a cart at this position.
    pub fn joint(self, metres: f64) -> (f64, f64) {
        (self.across(metres), self.ground - JOINT * self.metre)
    }

    /// Returns a point of a pole: `part` is 0 at its joint and 1 at its end. A pole that lies
    /// across the edge of the picture is drawn shorter.
    pub fn along_pole(self, metres: f64, theta_rad: f64, part: f64) -> (f64, f64) {
        let (x, y) = self.joint(metres);
        let (sin, cos) = theta_rad.sin_cos();
        let edge = match sin < 0.0 {
            true => x - self.area.left,
            false => self.area.left + self.area.width - x,
        };
        let inside = edge - 0.1 * self.metre;
        let length = (POLE_LENGTH * self.metre).min(inside / sin.abs().max(1e-9));
        (x + sin * part * length, y - cos * part * length)
    }
}

/// Returns the columns of a grid of `carts` cells in a box of this width and height: those that
/// show the carts largest, and leave no cell empty if that is possible. `scale` returns how large a
/// cell shows them.
pub fn columns(
    carts: usize,
    (width, height): (f64, f64),
    gap: f64,
    scale: impl Fn(Area) -> f64,
) -> usize {
    let square = (carts as f64).sqrt().ceil().max(1.0) as usize;
    let size_in = |columns: usize| {
        let [width, height] = [(width, columns), (height, carts.div_ceil(columns))]
            .map(|(length, cells)| (length + gap) / cells as f64 - gap);
        scale(Area {
            left: 0.0,
            top: 0.0,
            width,
            height,
        })
    };
    let full = (1..=carts).filter(|columns| carts.is_multiple_of(*columns));
    // Where a square is about as good, it stays.
    full.fold(square, |best, columns| {
        match size_in(columns) > 1.1 * size_in(best) {
            true => columns,
            false => best,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPES: [(f64, f64); 5] = [
        (150.0, 80.0),
        (300.0, 24.0),
        (20.0, 300.0),
        (90.0, 90.0),
        (900.0, 500.0),
    ];

    fn room((width, height): (f64, f64), can_hang: bool) -> CartRoom {
        let area = Area {
            left: 7.0,
            top: 11.0,
            width,
            height,
        };
        CartRoom::within(area, can_hang)
    }

    #[test]
    fn no_pole_is_cut_in_a_box_of_any_shape() {
        for shape in SHAPES {
            for can_hang in [false, true] {
                let room = room(shape, can_hang);
                let angles = if can_hang { 180 } else { 103 };
                for (x, angle) in (-5..=5).flat_map(|x| (-angles..=angles).map(move |it| (x, it))) {
                    let theta = f64::from(angle).to_radians();
                    let (x, y) = room.along_pole(f64::from(x), theta, 1.0);
                    let is_inside =
                        (7.0..=7.0 + shape.0).contains(&x) && (11.0..=11.0 + shape.1).contains(&y);
                    assert!(
                        is_inside,
                        "{shape:?}, {can_hang}, {angle} degrees: {x}, {y}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_picture_fills_the_width_or_the_height() {
        for shape in SHAPES {
            let room = room(shape, false);
            let [left, right] = room.track_ends();
            let top = room.along_pole(0.0, 0.0, 1.0).1;
            let fills = (right - left) / shape.0 > 0.8 || (room.ground - top) / shape.1 > 0.75;
            assert!(fills, "{shape:?}: {room:?}");
        }
    }

    #[test]
    fn a_grid_has_the_columns_that_show_its_carts_largest() {
        let columns =
            |carts, size| columns(carts, size, 4.0, |area| CartRoom::within(area, false).metre);
        assert_eq!(columns(16, (600.0, 330.0)), 4);
        assert_eq!(columns(16, (600.0, 90.0)), 8);
        assert_eq!(columns(16, (200.0, 500.0)), 2);
        assert_eq!(columns(1, (600.0, 90.0)), 1);
        // A prime number of carts stays a square with a gap.
        assert_eq!(columns(7, (600.0, 400.0)), 3);
    }
}

//! Where the parts of a task's picture are drawn: the largest scale at which its window fits into a
//! box of any shape, the same in both directions. Knows nothing of a canvas.

use crate::view::cart_room::Area;
use policy_lab::envs::Picture;

/// Thickness of a rod, as a part of the window's height.
const ROD: f64 = 0.035;

/// The scale and the place of a task's picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TaskRoom {
    /// CSS pixels in the picture's unit of length.
    pub unit: f64,
    /// The middle of the box.
    middle: (f64, f64),
    window: [f64; 4],
}

impl TaskRoom {
    /// Fits a picture into a box, with room for a disc on the window's edge.
    pub fn within(area: Area, picture: &Picture) -> Self {
        let window = picture.window.map(f64::from);
        let [left, right, bottom, top] = window;
        let radii = picture.discs.iter().map(|(_, radius)| f64::from(*radius));
        let margin = radii.fold(ROD / 2.0 * (top - bottom), f64::max);
        let unit = (area.width / (right - left + 2.0 * margin))
            .min(area.height / (top - bottom + 2.0 * margin))
            .max(0.0);
        Self {
            unit,
            middle: (area.left + area.width / 2.0, area.top + area.height / 2.0),
            window,
        }
    }

    /// Returns the place of a point of the picture. What has left the window stays at its edge.
    pub fn place(self, [x, y]: [f32; 2]) -> (f64, f64) {
        let [left, right, bottom, top] = self.window;
        let x = f64::from(x).clamp(left, right) - (left + right) / 2.0;
        let y = f64::from(y).clamp(bottom, top) - (bottom + top) / 2.0;
        (self.middle.0 + x * self.unit, self.middle.1 - y * self.unit)
    }

    /// Returns the thickness of a rod in CSS pixels.
    pub fn rod(self) -> f64 {
        let [_, _, bottom, top] = self.window;
        (ROD * (top - bottom) * self.unit).max(2.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use policy_lab::envs::{EnvId, Sketch};

    const SHAPES: [(f64, f64); 4] = [(150.0, 80.0), (300.0, 30.0), (30.0, 300.0), (90.0, 90.0)];

    fn area((width, height): (f64, f64)) -> Area {
        Area {
            left: 7.0,
            top: 11.0,
            width,
            height,
        }
    }

    fn pictures() -> impl Iterator<Item = &'static Picture> {
        let tasks = EnvId::ALL.into_iter().filter_map(EnvId::task);
        tasks.map(|task| &task.picture)
    }

    #[test]
    fn no_disc_is_cut_in_a_box_of_any_shape() {
        for picture in pictures() {
            for shape in SHAPES {
                let room = TaskRoom::within(area(shape), picture);
                let radii = picture.discs.iter().map(|(_, radius)| f64::from(*radius));
                let radius = radii.fold(0.0, f64::max) * room.unit - 1e-6;
                for corner in [[-9.0, -9.0], [-9.0, 9.0], [9.0, -9.0], [9.0, 9.0]] {
                    let (x, y) = room.place(corner);
                    let is_inside = x - radius >= 7.0
                        && x + radius <= 7.0 + shape.0
                        && y - radius >= 11.0
                        && y + radius <= 11.0 + shape.1;
                    assert!(is_inside, "{shape:?}: {x}, {y}");
                }
            }
        }
    }

    #[test]
    fn the_picture_is_centred_upright_and_undistorted() {
        for picture in pictures() {
            for shape in SHAPES {
                let room = TaskRoom::within(area(shape), picture);
                let [left, right, bottom, top] = picture.window;
                let (x, y) = room.place([(left + right) / 2.0, (bottom + top) / 2.0]);
                assert!((x - 7.0 - shape.0 / 2.0).abs() < 1e-3, "{shape:?}: {x}");
                assert!((y - 11.0 - shape.1 / 2.0).abs() < 1e-3, "{shape:?}: {y}");
                let (low, high) = (room.place([left, bottom]), room.place([right, top]));
                let (across, up) = (high.0 - low.0, low.1 - high.1);
                assert!(across > 0.0 && up > 0.0, "y grows upwards");
                let ratio = f64::from(right - left) / f64::from(top - bottom);
                assert!((across / up - ratio).abs() < 1e-3, "{shape:?}");
                let fills = across / shape.0 > 0.8 || up / shape.1 > 0.8;
                assert!(fills, "{shape:?}: {room:?}");
            }
        }
    }

    #[test]
    fn every_rod_and_disc_has_its_points() {
        for id in EnvId::ALL {
            let Some(sketch) = Sketch::new(id.spec()) else {
                continue;
            };
            let num_points = sketch.points(&vec![0.0; id.state_size()]).len();
            let rods = sketch
                .picture
                .rods
                .iter()
                .flat_map(|(one, other)| [*one, *other]);
            let discs = sketch.picture.discs.iter().map(|(place, _)| *place);
            assert!(rods.chain(discs).all(|place| place < num_points), "{id:?}");
            let [left, right, bottom, top] = sketch.picture.window;
            for [x, y] in sketch.scenery.into_iter().flatten() {
                let is_seen =
                    x > left - 1e-3 && x < right + 1e-3 && y > bottom - 1e-3 && y < top + 1e-3;
                assert!(is_seen, "{id:?}: {x}, {y}");
            }
        }
    }
}

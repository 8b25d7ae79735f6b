//! Pictures: rows of pixels in which shapes are filled.

/// A picture. Shapes have decimals as places, from its lower left corner.
struct Picture {
    width: isize,
    height: isize,
    /// Red, green and blue of each pixel, the upper row first.
    bytes: Vec<u8>,
}

type Colour = [u8; 3];
type Point = [f64; 2];

impl Picture {
    /// Creates a white one.
    fn new(width: usize, height: usize) -> Self {
        Self {
            width: width as isize,
            height: height as isize,
            bytes: vec![255; width * height * 3],
        }
    }

    /// Fills the pixels of a row between two places.
    fn run(&mut self, row: isize, left: f64, right: f64, colour: Colour) {
        let left = (left.ceil() as isize).max(0);
        let right = (right.floor() as isize).min(self.width - 1);
        if !(0..self.height).contains(&row) || left > right {
            return;
        }
        let start = (self.height - 1 - row) * self.width;
        let run = (start + left) as usize * 3..(start + right + 1) as usize * 3;
        for pixel in self.bytes[run].as_chunks_mut().0 {
            *pixel = colour;
        }
    }

    /// Returns the rows between two heights.
    fn rows(&self, low: f64, high: f64) -> std::ops::RangeInclusive<isize> {
        (low.ceil() as isize).max(0)..=(high.floor() as isize).min(self.height - 1)
    }

    /// Fills a shape whose outline goes round its corners.
    fn polygon(&mut self, corners: &[Point], colour: Colour) {
        let heights = || corners.iter().map(|[_, y]| *y);
        let (low, high) = (
            heights().fold(f64::INFINITY, f64::min),
            heights().fold(f64::NEG_INFINITY, f64::max),
        );
        for row in self.rows(low, high) {
            let at = row as f64;
            let sides = corners.iter().zip(corners.iter().cycle().skip(1));
            let mut crossings: Vec<f64> = sides
                .filter(|([_, y], [_, other])| (*y <= at) != (*other <= at))
                .map(|([x, y], [other_x, other_y])| x + (at - y) / (other_y - y) * (other_x - x))
                .collect();
            crossings.sort_by(f64::total_cmp);
            for pair in crossings.as_chunks::<2>().0 {
                self.run(row, pair[0], pair[1], colour);
            }
        }
    }

    fn disc(&mut self, [x, y]: Point, radius: f64, colour: Colour) {
        for row in self.rows(y - radius, y + radius) {
            let half = (radius * radius - (row as f64 - y).powi(2)).max(0.0).sqrt();
            self.run(row, x - half, x + half, colour);
        }
    }

    /// Draws a line through points from left to right.
    fn curve(&mut self, points: &[Point], colour: Colour) {
        for pair in points.windows(2) {
            let ([x, y], [other_x, other_y]) = (pair[0], pair[1]);
            let first = (x.round_ties_even() as isize).max(0);
            let last = (other_x.round_ties_even() as isize).min(self.width - 1);
            for column in first..=last {
                let at = column as f64;
                let share = if other_x > x {
                    (at - x) / (other_x - x)
                } else {
                    0.0
                };
                let row = (y + share * (other_y - y)).round_ties_even() as isize;
                self.run(row, at, at, colour);
            }
        }
    }
}

#[rustpython_vm::pymodule(sub, name = "_lab")]
pub mod pictures {
    use rustpython_vm::{PyResult, VirtualMachine};

    use super::Picture;
    use crate::array::{Array, Dtype};
    use crate::torch::operators::give;

    /// Returns a picture as a tensor of bytes. Each shape has a kind, and numbers: red, green and
    /// blue, then the places of its points, and a disc's radius.
    #[pyfunction]
    fn picture(
        width: usize,
        height: usize,
        kinds: Vec<String>,
        shapes: Vec<Vec<f64>>,
        vm: &VirtualMachine,
    ) -> PyResult {
        let mut picture = Picture::new(width, height);
        for (kind, numbers) in kinds.iter().zip(&shapes) {
            let wrong =
                || vm.new_value_error(format!("a {kind} does not have {} numbers", numbers.len()));
            let (colour, places) = numbers.split_first_chunk::<3>().ok_or_else(wrong)?;
            let colour = colour.map(|share| share as u8);
            let points = places.as_chunks().0;
            match (kind.as_str(), places) {
                ("polygon", _) => picture.polygon(points, colour),
                ("curve", _) => picture.curve(points, colour),
                ("disc", &[x, y, radius]) => picture.disc([x, y], radius, colour),
                _ => return Err(wrong()),
            }
        }
        let array = Array::from_bytes(&picture.bytes, Dtype::Uint8, vec![height, width, 3]);
        give(array, vm)
    }
}

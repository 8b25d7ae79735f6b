//! Sorting, and matrices whose rows stand at right angles.

use std::cmp::Ordering;

use super::{Array, Error, Result};

impl Array {
    /// Returns the indices that sort the elements along `dim`. Equal elements keep their order, and
    /// what is no number comes last, or first if `descending`.
    ///
    /// # Errors
    /// A dimension that does not exist.
    pub fn argsort(self, dim: isize, descending: bool) -> Result {
        let dim = self.dim(dim)?;
        let shape = self.shape.clone();
        let size = shape.get(dim).copied().unwrap_or(1);
        let inner: usize = shape.iter().skip(dim + 1).product();
        let compare = self.comparison();
        let mut places = vec![0_i64; self.len()];
        for outer in 0..places.len() / (size * inner).max(1) {
            for column in 0..inner {
                let start = outer * size * inner + column;
                let mut order: Vec<usize> = (0..size).collect();
                order.sort_by(|a, b| {
                    let order = compare(start + a * inner, start + b * inner);
                    if descending { order.reverse() } else { order }
                });
                for (place, at) in order.into_iter().enumerate() {
                    places[start + place * inner] = at as i64;
                }
            }
        }
        Self::from_ints(places, shape)
    }

    /// Returns what compares the elements at two places in row-major order.
    fn comparison(&self) -> Box<dyn Fn(usize, usize) -> Ordering> {
        if self.dtype().is_float() {
            let numbers = self.floats();
            return Box::new(move |a, b| {
                let (a, b) = (numbers[a], numbers[b]);
                a.partial_cmp(&b).unwrap_or(a.is_nan().cmp(&b.is_nan()))
            });
        }
        let numbers = self.ints();
        Box::new(move |a, b| numbers[a].cmp(&numbers[b]))
    }

    /// Returns a matrix whose rows are orthogonal and of length 1, and span what the first rows of
    /// this one span: the transposed Q of its transpose's QR, with R's diagonal positive.
    ///
    /// # Errors
    /// More rows than columns.
    pub fn orthogonal(self) -> Result {
        let &[rows, columns] = self.shape() else {
            return Err(Error::Value(
                "rows at right angles make a matrix".to_owned(),
            ));
        };
        if rows > columns {
            return Err(Error::Value(format!(
                "{rows} rows of {columns} numbers cannot all stand at right angles"
            )));
        }
        let dtype = self.dtype();
        let mut numbers = self.floats();
        for row in 0..rows {
            let (done, rest) = numbers.split_at_mut(row * columns);
            let vector = &mut rest[..columns];
            // Twice, against rounding errors.
            for _ in 0..2 {
                for other in done.chunks_exact(columns) {
                    let dot: f64 = vector.iter().zip(other).map(|(a, b)| a * b).sum();
                    for (a, b) in vector.iter_mut().zip(other) {
                        *a -= dot * b;
                    }
                }
            }
            let length = vector.iter().map(|a| a * a).sum::<f64>().sqrt();
            for a in vector {
                *a /= length;
            }
        }
        Self::from_floats(numbers, vec![rows, columns], dtype)
    }
}

//! One number of an array, read and written where it lies: tables of values are learnt number by
//! number, and a slice of one costs a hundred times as much.

use super::{Array, Dtype, Number, Values};

impl Array {
    /// Returns the number at a place, which has a position in each dimension, if there is one and
    /// no gradient is to flow through it.
    pub fn number_at(&self, place: &[isize]) -> Option<Number> {
        if self.is_tracked() {
            return None;
        }
        let at = |strides: &[isize], start: usize| offset(&self.shape, strides, start, place);
        Some(match &self.values {
            Values::Float(tensor) => {
                let at = at(tensor.layout().strides(), tensor.layout().start_offset())?;
                Number::Float(match self.dtype() {
                    Dtype::Float64 => *tensor.storage::<f64>().get(at)?,
                    _ => f64::from(*tensor.storage::<f32>().get(at)?),
                })
            }
            Values::Int(tensor) => {
                let at = at(tensor.layout().strides(), tensor.layout().start_offset())?;
                Number::Int(match self.dtype() {
                    Dtype::Uint8 => i64::from(*tensor.storage::<u8>().get(at)?),
                    Dtype::Int32 => i64::from(*tensor.storage::<i32>().get(at)?),
                    _ => *tensor.storage::<i64>().get(at)?,
                })
            }
            Values::Bool(tensor) => {
                let at = at(tensor.layout().strides(), tensor.layout().start_offset())?;
                Number::Bool(*tensor.storage::<u8>().get(at)? != 0)
            }
        })
    }

    /// Writes a number to a place of fractions, or a whole one to a place of 64-bit whole numbers.
    /// Returns false if it has not: there is no such place, or the number needs a check.
    pub fn put_number(&mut self, place: &[isize], number: Number) -> bool {
        if self.is_tracked() {
            return false;
        }
        let dtype = self.dtype();
        let shape = &self.shape;
        match (&mut self.values, number) {
            (Values::Float(tensor), number) => {
                let layout = tensor.layout();
                let Some(at) = written(shape, layout.strides(), layout.start_offset(), place)
                else {
                    return false;
                };
                match dtype {
                    Dtype::Float64 => put(tensor.storage_mut(), at, number.float()),
                    _ => put(tensor.storage_mut(), at, number.float() as f32),
                }
            }
            (Values::Int(tensor), Number::Int(whole)) if dtype == Dtype::Int64 => {
                let layout = tensor.layout();
                match written(shape, layout.strides(), layout.start_offset(), place) {
                    Some(at) => put(tensor.storage_mut(), at, whole),
                    None => false,
                }
            }
            _ => false,
        }
    }
}

fn put<T>(numbers: &mut [T], at: usize, number: T) -> bool {
    match numbers.get_mut(at) {
        Some(place) => {
            *place = number;
            true
        }
        None => false,
    }
}

/// Returns how far a place lies from the beginning of the numbers in memory.
fn offset(shape: &[usize], strides: &[isize], start: usize, place: &[isize]) -> Option<usize> {
    if place.len() != shape.len() {
        return None;
    }
    let mut offset = start as isize;
    for ((size, stride), at) in shape.iter().zip(strides).zip(place) {
        let size = *size as isize;
        let at = if *at < 0 { at + size } else { *at };
        if !(0..size).contains(&at) {
            return None;
        }
        offset += stride * at;
    }
    usize::try_from(offset).ok()
}

/// Returns the same for a place of its own, which no other shares, as those of a stretched array.
fn written(shape: &[usize], strides: &[isize], start: usize, place: &[isize]) -> Option<usize> {
    let mut dims = shape.iter().zip(strides);
    match dims.any(|(size, stride)| *size > 1 && *stride == 0) {
        true => None,
        false => offset(shape, strides, start, place),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Places are counted from either end, and go along with another order of the dimensions.
    #[test]
    fn a_number_is_read_and_written_where_it_lies() {
        let numbers = (0..6).map(f64::from).collect();
        let mut array = Array::from_floats(numbers, vec![2, 3], Dtype::Float32).expect("a size");
        assert_eq!(array.number_at(&[1, -1]), Some(Number::Float(5.0)));
        assert_eq!(array.number_at(&[2, 0]), None);
        assert_eq!(array.number_at(&[1]), None);
        let turned = array.clone().permute(&[1, 0]).expect("an order");
        assert_eq!(turned.number_at(&[2, 0]), Some(Number::Float(2.0)));
        assert!(array.put_number(&[0, 2], Number::Int(7)));
        assert_eq!(array.floats(), [0.0, 1.0, 7.0, 3.0, 4.0, 5.0]);
        assert_eq!(turned.number_at(&[2, 0]), Some(Number::Float(2.0)));
        let wide = Array::scalar(Number::Float(1.0)).expand(&[3]);
        let mut wide = wide.expect("a shape");
        assert!(!wide.put_number(&[0], Number::Int(7)));
        let mut whole = Array::from_ints(vec![1, 2], vec![2]).expect("a size");
        assert!(!whole.put_number(&[0], Number::Float(0.5)));
        assert!(whole.put_number(&[-1], Number::Int(9)));
        assert_eq!(whole.ints(), [1, 9]);
    }
}

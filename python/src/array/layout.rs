//! Strides: how many numbers lie between neighbours of each dimension in PyTorch's memory. Ours
//! may lie in another order. What a program can ask is worked out here from the views themselves.

use super::Index;

/// Returns the strides of numbers that lie row by row.
pub fn row_by_row(shape: &[usize]) -> Vec<isize> {
    let mut strides = vec![1; shape.len()];
    for dim in (1..shape.len()).rev() {
        strides[dim - 1] = strides[dim] * shape[dim].max(1) as isize;
    }
    strides
}

/// Returns true if the numbers lie row by row, without gaps. The stride of a single place does not
/// matter.
pub fn is_row_by_row(shape: &[usize], strides: &[isize]) -> bool {
    let usual = row_by_row(shape);
    let mut dims = shape.iter().zip(strides).zip(&usual);
    shape.contains(&0) || dims.all(|((size, stride), usual)| *size == 1 || stride == usual)
}

/// Returns the strides of a view of another shape that holds as many numbers, or `None` where a
/// dimension would have to span numbers that no single stride reaches.
///
/// # Source
/// `computeStride_impl` in PyTorch's `ATen/TensorUtils.cpp`.
pub fn reshaped(shape: &[usize], strides: &[isize], to: &[usize]) -> Option<Vec<isize>> {
    let held = shape.iter().product::<usize>();
    let mut sizes = to.iter();
    if sizes.try_fold(1_usize, |held, size| held.checked_mul(*size)) != Some(held) {
        return None;
    }
    let (Some(last), false) = (strides.last(), shape.contains(&0)) else {
        return Some(if shape == to {
            strides.to_vec()
        } else {
            row_by_row(to)
        });
    };
    let mut made = vec![0; to.len()];
    // Dimensions of the view that are still to be placed, and the distance of what comes next.
    let (mut open, mut base) = (to.len(), *last);
    let (mut held, mut viewed) = (1, 1);
    for dim in (0..shape.len()).rev() {
        held *= shape[dim];
        // Dimensions that lie next to each other go together.
        let goes_on = dim > 0 && (shape[dim - 1] == 1 || strides[dim - 1] == held as isize * base);
        if goes_on {
            continue;
        }
        while open > 0 && (viewed < held || to[open - 1] == 1) {
            open -= 1;
            made[open] = viewed as isize * base;
            viewed *= to[open];
        }
        if viewed != held {
            return None;
        }
        if dim > 0 {
            base = strides[dim - 1];
            (held, viewed) = (1, 1);
        }
    }
    (open == 0).then_some(made)
}

/// Returns the strides of `tensor[indices]`, or `None` where tensors pick elements, which are a
/// copy.
pub fn indexed(shape: &[usize], strides: &[isize], indices: &[Index]) -> Option<Vec<isize>> {
    let is_taken = |index: &&Index| matches!(index, Index::At(_) | Index::Slice { .. });
    let mut rest = shape
        .len()
        .checked_sub(indices.iter().filter(is_taken).count())?;
    let mut dims = shape.iter().zip(strides);
    let mut made = Vec::new();
    for index in indices {
        match index {
            Index::At(_) => {
                dims.next()?;
            }
            Index::Slice { step, .. } => made.push(dims.next()?.1 * step),
            Index::NewAxis => {
                let next = dims.clone().next();
                made.push(next.map_or(1, |(size, stride)| *size as isize * stride));
            }
            Index::Ellipsis => {
                for _ in 0..std::mem::take(&mut rest) {
                    made.push(*dims.next()?.1);
                }
            }
            Index::Array(_) => return None,
        }
    }
    made.extend(dims.map(|(_, stride)| *stride));
    Some(made)
}

/// Returns the strides of a tensor that is stretched to `to`: 0 where one number is repeated.
pub fn stretched(shape: &[usize], strides: &[isize], to: &[usize]) -> Vec<isize> {
    let added = to.len().saturating_sub(shape.len());
    let mut made = row_by_row(to);
    for (dim, stride) in made.iter_mut().enumerate() {
        *stride = match dim.checked_sub(added) {
            Some(own) if shape[own] == to[dim] => strides[own],
            _ => 0,
        };
    }
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(start: isize, stop: isize, step: isize) -> Index {
        Index::Slice {
            start: Some(start),
            stop: Some(stop),
            step,
        }
    }

    #[test]
    fn rows_follow_each_other() {
        assert_eq!(row_by_row(&[2, 3, 4]), [12, 4, 1]);
        assert_eq!(row_by_row(&[2, 0, 3]), [3, 3, 1]);
        assert_eq!(row_by_row(&[]), [0_isize; 0]);
        assert!(is_row_by_row(&[1, 3], &[7, 1]), "a single row has no next");
        assert!(is_row_by_row(&[0, 3], &[1, 9]), "no numbers");
        assert!(!is_row_by_row(&[3, 2], &[1, 3]));
    }

    #[test]
    fn a_view_needs_numbers_at_one_distance() {
        // Rows that lie next to each other can be cut anywhere.
        assert_eq!(reshaped(&[2, 6], &[6, 1], &[3, 4]), Some(vec![4, 1]));
        assert_eq!(reshaped(&[2, 6], &[6, 1], &[2, 2, 3]), Some(vec![6, 3, 1]));
        // Of a transposed matrix each dimension can be cut, but both cannot be one.
        assert_eq!(reshaped(&[6, 2], &[1, 6], &[12]), None);
        assert_eq!(reshaped(&[6, 2], &[1, 6], &[2, 3, 2]), Some(vec![3, 1, 6]));
        assert_eq!(reshaped(&[6, 2], &[1, 6], &[6, 1, 2]), Some(vec![1, 12, 6]));
        // Every second number of a vector is at a distance of 2.
        assert_eq!(reshaped(&[6], &[2], &[2, 3]), Some(vec![6, 2]));
        // A single number, and none.
        assert_eq!(reshaped(&[], &[], &[1, 1]), Some(vec![1, 1]));
        assert_eq!(reshaped(&[1], &[5], &[]), Some(vec![]));
        assert_eq!(reshaped(&[0, 2], &[1, 9], &[2, 0]), Some(vec![1, 1]));
        // Another count, and one that no computer holds.
        assert_eq!(reshaped(&[4], &[1], &[3]), None);
        assert_eq!(reshaped(&[4], &[1], &[usize::MAX, 2, 4]), None);
    }

    #[test]
    fn parts_keep_the_distances_of_what_they_are_a_part_of() {
        let at = |indices: &[Index]| indexed(&[4, 6], &[6, 1], indices);
        assert_eq!(at(&[Index::At(2)]), Some(vec![1]));
        assert_eq!(at(&[Index::ALL, part(0, 6, 2)]), Some(vec![6, 2]));
        assert_eq!(at(&[Index::Ellipsis, Index::At(0)]), Some(vec![6]));
        assert_eq!(at(&[Index::NewAxis]), Some(vec![24, 6, 1]));
        assert_eq!(at(&[Index::Ellipsis, Index::NewAxis]), Some(vec![6, 1, 1]));
        assert_eq!(at(&[part(0, 4, -1)]), Some(vec![-6, 1]));
        assert_eq!(at(&[Index::At(0), Index::At(0), Index::At(0)]), None);
    }

    #[test]
    fn what_is_repeated_lies_in_one_place() {
        assert_eq!(stretched(&[3, 1], &[1, 1], &[2, 3, 4]), [0, 1, 0]);
        assert_eq!(stretched(&[3], &[1], &[3]), [1]);
    }
}

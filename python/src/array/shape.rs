//! Shapes: broadcasting, reordering, joining.

use burn::backend::ops::{BoolTensorOps, FloatTensorOps, IntTensorOps};

use super::create::stored;
use super::tape::RecordedStep;
use super::{Array, Dtype, Error, Host, Index, Reduction, Result, Values, each};

/// Returns the shape that both broadcast to: dimensions of size 1, and missing ones in front, take
/// the other's size.
///
/// # Errors
/// Sizes that differ while neither is 1.
pub fn broadcast(left: &[usize], right: &[usize]) -> Result<Vec<usize>> {
    let rank = left.len().max(right.len());
    let at = |shape: &[usize], dim: usize| {
        (dim + shape.len())
            .checked_sub(rank)
            .map_or(1, |dim| shape[dim])
    };
    let shape = (0..rank)
        .map(|dim| match (at(left, dim), at(right, dim)) {
            (1, size) | (size, 1) => Ok(size),
            (a, b) if a == b => Ok(a),
            (a, b) => Err(Error::Runtime(format!(
                "The size of tensor a ({a}) must match the size of tensor b ({b}) at non-singleton dimension {dim}: these shapes do not fit together: {a} and {b} in dimension {dim}, of {left:?} and {right:?}"
            ))),
        })
        .collect::<Result<Vec<_>>>()?;
    Array::check_size(&shape)?;
    Ok(shape)
}

impl Array {
    /// Returns `dim` counted from the front.
    ///
    /// # Errors
    /// A dimension that does not exist.
    pub fn dim(&self, dim: isize) -> Result<usize> {
        place(dim, self.rank())
    }

    /// Returns dimensions counted from the front.
    ///
    /// # Errors
    /// One that does not exist.
    pub(super) fn dims(&self, dims: &[isize]) -> Result<Vec<usize>> {
        dims.iter().map(|dim| self.dim(*dim)).collect()
    }

    /// Returns the shape with another size of `dim`, if there are dimensions.
    pub(super) fn sizes_with(&self, dim: usize, size: usize) -> Vec<usize> {
        let mut shape = self.shape.clone();
        if let Some(own) = shape.get_mut(dim) {
            *own = size;
        }
        shape
    }

    /// Returns the values with this many dimensions; the added ones in front have size 1.
    pub(super) fn aligned(self, rank: usize) -> Values {
        if self.shape.len() == rank {
            return self.values;
        }
        let mut shape = vec![1; rank.saturating_sub(self.shape.len())];
        shape.extend(&self.shape);
        reshaped(self.values, &shape)
    }

    /// Returns the elements in another shape.
    ///
    /// # Errors
    /// The number of elements differs.
    pub fn reshape(self, shape: Vec<usize>) -> Result {
        if volume(&shape) != Some(self.len()) {
            return Err(Error::Runtime(format!(
                "shape '{shape:?}' is invalid for input of size {0}: the shape {shape:?} does not hold {0} numbers",
                self.len()
            )));
        }
        if self.shape == shape {
            return Ok(self);
        }
        let step = RecordedStep::of("ViewBackward0", &[&self]);
        let before = self.shape;
        let values = reshaped(self.values, &stored(&shape));
        Ok(step.done(Self::new(values, shape), move |flow| {
            flow.one(|grad| grad.reshape(before.clone()))
        }))
    }

    /// Returns a shape in which one size was -1: the remaining one.
    ///
    /// # Errors
    /// No whole size remains, or any; or there are two to find.
    pub fn shape_of_view(&self, sizes: &[isize]) -> Result<Vec<usize>> {
        let known = sizes.iter().filter_map(|size| usize::try_from(*size).ok());
        let known = volume(&known.collect::<Vec<_>>());
        let rest = match sizes.iter().filter(|size| **size < 0).count() {
            0 => 0,
            1 if known == Some(0) && self.is_empty() => {
                return Err(Error::Runtime(format!(
                    "in the shape {sizes:?} the -1 could be any size: name it"
                )));
            }
            1 => known
                .filter(|known| self.len().is_multiple_of(*known))
                .map(|known| self.len() / known)
                .ok_or_else(|| {
                    Error::Runtime(format!(
                        "shape '{sizes:?}' is invalid for input of size {0}: the shape {sizes:?} does not hold {0} numbers",
                        self.len()
                    ))
                })?,
            _ => return Err(Error::Runtime("only one size can be -1".to_owned())),
        };
        let shape = sizes
            .iter()
            .map(|size| usize::try_from(*size).unwrap_or(rest));
        Ok(shape.collect())
    }

    /// Returns the elements repeated to fill `shape`.
    ///
    /// # Errors
    /// This shape does not broadcast to `shape`.
    pub fn expand(self, shape: &[usize]) -> Result {
        if self.shape == shape {
            return Ok(self);
        }
        if broadcast(&self.shape, shape)? != shape {
            return Err(Error::Runtime(format!(
                "a tensor cannot be stretched to {shape:?} from {:?}",
                self.shape
            )));
        }
        let step = RecordedStep::of("ExpandBackward0", &[&self]);
        let before = self.shape.clone();
        // No other shape broadcasts to that of a single number.
        let values = self.aligned(shape.len());
        let to = || burn::tensor::Shape::from(shape.to_vec());
        let values = each!(values, t => Host::float_expand(t, to()), Host::int_expand(t, to()), Host::bool_expand(t, to()));
        Ok(step.done(Self::new(values, shape.to_vec()), move |flow| {
            flow.one(|grad| grad.shrunk_to(&before))
        }))
    }

    /// Returns the gradient of a tensor of `shape` that was stretched to this one: the sum over all
    /// copies.
    pub(super) fn shrunk_to(self, shape: &[usize]) -> Result {
        if self.shape == shape {
            return Ok(self);
        }
        let added = self.rank() - shape.len();
        let dims: Vec<isize> = (0..self.rank())
            .filter(|dim| *dim < added || shape[dim - added] == 1 && self.shape[*dim] != 1)
            .map(|dim| dim as isize)
            .collect();
        self.reduce(Reduction::Sum, Some(&dims), true)?
            .reshape(shape.to_vec())
    }

    /// Returns the same numbers as a result of their own, through which gradients flow.
    pub fn copied(self) -> Self {
        let step = RecordedStep::of("CloneBackward0", &[&self]);
        step.done(self.detach().unwatched(), |flow| flow.one(Ok))
    }

    /// Returns the tensor with one dimension turned round.
    ///
    /// # Errors
    /// None: `dim` exists.
    pub(super) fn flip(self, dim: usize) -> Result {
        if self.rank() == 0 || self.is_empty() {
            return Ok(self);
        }
        let mut whole = vec![Index::ALL; self.rank()];
        whole[dim] = Index::Slice {
            start: None,
            stop: None,
            step: -1,
        };
        self.get(&whole)
    }

    /// Returns the tensor with its dimensions in another order.
    ///
    /// # Errors
    /// `order` does not name each dimension once.
    pub fn permute(self, order: &[isize]) -> Result {
        let dims = self.dims(order)?;
        let mut sorted = dims.clone();
        sorted.sort_unstable();
        if !sorted.iter().copied().eq(0..self.rank()) {
            return Err(Error::Runtime(
                "permute needs each dimension once".to_owned(),
            ));
        }
        if order.is_empty() {
            return Ok(self);
        }
        let (step, shape) = (
            RecordedStep::of("PermuteBackward0", &[&self]),
            dims.iter().map(|dim| self.shape[*dim]).collect(),
        );
        let values = each!(self.values, t => Host::float_permute(t, &dims), Host::int_permute(t, &dims), Host::bool_permute(t, &dims));
        let order = order.to_vec();
        Ok(step.done(Self::new(values, shape), move |flow| {
            flow.one(|grad| grad.permuted_back(&order))
        }))
    }

    /// Returns the tensor of which [`Array::permute`] has made this one.
    ///
    /// # Errors
    /// As for [`Array::permute`].
    pub fn permuted_back(self, order: &[isize]) -> Result {
        let mut back = vec![0; order.len()];
        for (at, dim) in self.dims(order)?.into_iter().enumerate() {
            back[dim] = at as isize;
        }
        self.permute(&back)
    }

    /// Joins tensors along an existing dimension. Vectors without numbers fit to any shape, as in
    /// PyTorch.
    ///
    /// # Errors
    /// Nothing to join, other dimensions that differ, or too many numbers.
    pub fn cat(arrays: Vec<Self>, dim: isize) -> Result {
        let Some(dtype) = arrays.iter().map(Self::dtype).max() else {
            return Err(Error::Runtime("cat needs at least one tensor".to_owned()));
        };
        let says_nothing = |array: &Self| array.shape == [0];
        let first = arrays.iter().find(|array| !says_nothing(array));
        let first = first.unwrap_or(&arrays[0]);
        if first.rank() == 0 {
            return Err(Error::Runtime(
                "single numbers cannot be joined by cat; stack can".to_owned(),
            ));
        }
        let dim = first.dim(dim)?;
        let mut shape = first.shape.clone();
        shape[dim] = 0;
        for (position, array) in arrays.iter().enumerate() {
            if says_nothing(array) {
                continue;
            }
            let fits = array.rank() == shape.len()
                && (0..shape.len()).all(|other| other == dim || array.shape[other] == shape[other]);
            if !fits {
                return Err(Error::Runtime(format!(
                    "cat along dimension {dim} needs equal sizes elsewhere, but the first tensor has {:?} and number {position} has {:?}",
                    first.shape, array.shape
                )));
            }
            shape[dim] += array.shape[dim];
        }
        Self::check_size(&shape)?;
        let parts: Vec<Self> = arrays
            .into_iter()
            .filter(|array| !array.is_empty())
            .map(|array| array.cast(dtype))
            .collect();
        if parts.is_empty() {
            return Self::full(shape, super::Number::Int(0), dtype);
        }
        let inputs: Vec<&Self> = parts.iter().collect();
        let step = RecordedStep::of("CatBackward0", &inputs);
        let sizes: Vec<usize> = parts.iter().map(|part| part.shape[dim]).collect();
        let whole = Self::new(joined(parts, dtype, dim), shape);
        Ok(step.done(whole, move |flow| {
            let mut start = 0;
            let parts = sizes.iter().enumerate().map(|(place, size)| {
                let end = start + *size as isize;
                let part = flow.at(place, |grad| grad.part(dim, start, end));
                start = end;
                part
            });
            parts.collect()
        }))
    }

    /// Returns what lies from `start` to `end` in one dimension.
    fn part(self, dim: usize, start: isize, end: isize) -> Result {
        let mut at = vec![Index::ALL; dim];
        at.push(Index::part(Some(start), end));
        self.get(&at)
    }

    /// Joins tensors along a new dimension.
    ///
    /// # Errors
    /// Nothing to join, or shapes that differ.
    pub fn stack(arrays: Vec<Self>, dim: isize) -> Result {
        let Some(first) = arrays.first() else {
            return Err(Error::Runtime("stack needs at least one tensor".to_owned()));
        };
        let dim = place(dim, first.rank() + 1)?;
        let shape = first.shape.clone();
        let mut slim = shape.clone();
        slim.insert(dim, 1);
        let parts = arrays
            .into_iter()
            .enumerate()
            .map(|(position, array)| {
                if array.shape == shape {
                    array.reshape(slim.clone())
                } else {
                    Err(Error::Runtime(format!(
                        "stack needs equal shapes, but the first is {shape:?} and number {position} is {:?}",
                        array.shape
                    )))
                }
            })
            .collect::<Result<_>>()?;
        Ok(Self::cat(parts, dim as isize)?.named("StackBackward0"))
    }
}

/// Returns how many numbers a shape holds, if that is a number here.
pub(super) fn volume(shape: &[usize]) -> Option<usize> {
    let sizes = shape.iter();
    sizes.copied().try_fold(1_usize, usize::checked_mul)
}

/// Returns dimension `dim` of `rank`, counted from the front.
fn place(dim: isize, rank: usize) -> Result<usize> {
    let size = rank.max(1) as isize;
    if (-size..size).contains(&dim) {
        Ok(if dim < 0 { dim + size } else { dim } as usize)
    } else {
        Err(Error::Index(format!(
            "there is no dimension {dim}: they go from {} to {}",
            -size,
            size - 1
        )))
    }
}

fn reshaped(values: Values, shape: &[usize]) -> Values {
    let to = || burn::tensor::Shape::from(shape.to_vec());
    each!(values, t => Host::float_reshape(t, to()), Host::int_reshape(t, to()), Host::bool_reshape(t, to()))
}

fn joined(parts: Vec<Array>, dtype: Dtype, dim: usize) -> Values {
    let (mut floats, mut ints, mut bools) = (Vec::new(), Vec::new(), Vec::new());
    for part in parts {
        match part.values {
            Values::Float(tensor) => floats.push(tensor),
            Values::Int(tensor) => ints.push(tensor),
            Values::Bool(tensor) => bools.push(tensor),
        }
    }
    match dtype {
        Dtype::Bool => Values::Bool(Host::bool_cat(bools, dim)),
        dtype if dtype.is_float() => Values::Float(Host::float_cat(floats, dim)),
        _ => Values::Int(Host::int_cat(ints, dim)),
    }
}

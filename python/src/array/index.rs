//! Reading and writing `tensor[...]`.

use burn::backend::ops::{BoolTensorOps, FloatTensorOps, IntTensorOps};
use burn::tensor::Slice;

use super::tape::RecordedStep;
use super::{Array, Dtype, Error, Host, Number, Result, Values, broadcast, each};

/// One of the items between the brackets.
#[derive(Clone, Debug)]
pub enum Index {
    /// `3`
    At(isize),
    /// `1:5:2`. numpy's steps may be negative.
    Slice {
        /// First index; `None` for the end at which the slice starts.
        start: Option<isize>,
        /// First index that is excluded; `None` for the other end.
        stop: Option<isize>,
        /// Distance between two indices.
        step: isize,
    },
    /// `None`
    NewAxis,
    /// `...`
    Ellipsis,
    /// A tensor of indices, or of truth values.
    Array(Array),
}

/// The meaning of the brackets for one tensor.
pub(super) struct Plan {
    /// The slice of each dimension of the tensor.
    slices: Vec<Slice>,
    /// Sizes after slicing, before dimensions are dropped or inserted.
    pub(super) sliced: Vec<usize>,
    /// Sizes after dropping single indices and inserting new axes.
    pub(super) shape: Vec<usize>,
    /// Tensors of indices, each with its dimension in `shape`.
    pub(super) picks: Vec<(usize, Array)>,
}

impl Index {
    /// `:`
    pub const ALL: Self = Self::Slice {
        start: None,
        stop: None,
        step: 1,
    };

    /// Returns `start:stop`.
    pub fn part(start: Option<isize>, stop: isize) -> Self {
        Self::Slice {
            start,
            stop: Some(stop),
            step: 1,
        }
    }
}

impl Array {
    /// Returns `self[indices]`.
    ///
    /// # Errors
    /// Indices out of range, too many indices, or combinations that are not supported.
    pub fn get(self, indices: &[Index]) -> Result {
        let plan = self.plan(indices)?;
        let before = self.node.clone();
        let is_whole = plan.sliced == self.shape && plan.slices.iter().all(|slice| slice.step == 1);
        let basic = if is_whole || self.shape.is_empty() {
            self
        } else if plan.sliced.contains(&0) {
            return Self::full(plan.shape, Number::Int(0), self.dtype());
        } else {
            self.slice(&plan.slices, plan.sliced)?
        };
        let taken = basic.reshape(plan.shape)?.pick(&plan.picks)?;
        Ok(taken.named_since(before.as_ref(), backward_name(indices)))
    }

    /// Computes `self[indices] = value`.
    ///
    /// # Errors
    /// As for [`Array::get`], and values that do not match.
    pub fn set(&mut self, indices: &[Index], value: Self) -> Result<()> {
        let plan = self.plan(indices)?;
        let value = value.cast(self.dtype()).without_ones(plan.shape.len())?;
        if !plan.picks.is_empty() {
            // A copy: the numbers stay what they are if the value does not fit.
            let own = self.clone();
            *self = match plan.sliced == own.shape {
                true => {
                    let shape = own.shape.clone();
                    let written = own.reshape(plan.shape)?.put(&plan.picks, value)?;
                    written.reshape(shape)?
                }
                false => {
                    let part = own.clone().slice(&plan.slices, plan.sliced.clone())?;
                    let written = part.reshape(plan.shape)?.put(&plan.picks, value)?;
                    own.with_slice(&plan.slices, written.reshape(plan.sliced)?)?
                }
            };
            return Ok(());
        }
        if plan.sliced.contains(&0) {
            return Ok(());
        }
        let fits = broadcast(value.shape(), &plan.shape).is_ok_and(|shape| shape == plan.shape);
        if !fits {
            return Err(Error::Runtime(format!(
                "a place of shape {:?} cannot take a value of shape {:?}",
                plan.shape, value.shape
            )));
        }
        let value = value.expand(&plan.shape)?.reshape(plan.sliced)?;
        if self.shape.is_empty() {
            *self = value;
            return Ok(());
        }
        // Moved out, so that burn may write to the numbers in place.
        let own = std::mem::replace(self, Self::scalar(Number::Bool(false)));
        *self = own.with_slice(&plan.slices, value)?;
        Ok(())
    }

    /// Returns the tensor without leading dimensions of size 1, as far as it has more than `rank`
    /// dimensions.
    fn without_ones(self, rank: usize) -> Result {
        let more = self.rank().saturating_sub(rank);
        let ones = self.shape.iter().take(more).take_while(|size| **size == 1);
        let shape = self.shape[ones.count()..].to_vec();
        self.reshape(shape)
    }

    /// Returns the tensor with other numbers in a part of it.
    fn with_slice(self, slices: &[Slice], value: Self) -> Result {
        let step = RecordedStep::of("torch::autograd::CopySlices", &[&self, &value]);
        let shape = self.shape;
        let values = match (self.values, value.values) {
            (Values::Float(t), Values::Float(v)) => {
                Values::Float(Host::float_slice_assign(t, slices, v))
            }
            (Values::Int(t), Values::Int(v)) => Values::Int(Host::int_slice_assign(t, slices, v)),
            (Values::Bool(t), Values::Bool(v)) => {
                Values::Bool(Host::bool_slice_assign(t, slices, v))
            }
            _ => unreachable!("cast to one type"),
        };
        let (slices, part) = (slices.to_vec(), value.shape);
        Ok(step.done(Self::new(values, shape), move |flow| {
            let none = |grad: &Self| Self::full(part.clone(), Number::Int(0), grad.dtype());
            Ok(vec![
                flow.at(0, |grad| {
                    let none = none(&grad)?;
                    grad.with_slice(&slices, none)
                })?,
                flow.at(1, |grad| grad.slice(&slices, part.clone()))?,
            ])
        }))
    }

    /// Returns a part of the tensor, of the shape `sliced`.
    fn slice(self, slices: &[Slice], sliced: Vec<usize>) -> Result {
        let dtype = self.dtype();
        let step = RecordedStep::of("SliceBackward0", &[&self]);
        let before = self.shape;
        let values = each!(self.values, t => Host::float_slice(t, slices), Host::int_slice(t, slices), Host::bool_slice(t, slices));
        let slices = slices.to_vec();
        Ok(step.done(Self::new(values, sliced), move |flow| {
            flow.one(|grad| {
                let target = Self::full(before.clone(), Number::Int(0), dtype)?;
                target.with_slice(&slices, grad)
            })
        }))
    }

    fn plan(&self, indices: &[Index]) -> Result<Plan> {
        let used: usize = indices
            .iter()
            .map(|index| match index {
                Index::At(_) | Index::Slice { .. } => 1,
                Index::NewAxis | Index::Ellipsis => 0,
                Index::Array(mask) if mask.dtype() == Dtype::Bool => mask.rank(),
                Index::Array(_) => 1,
            })
            .sum();
        if used > self.rank() {
            return Err(Error::Index(format!(
                "too many indices for tensor of dimension {}",
                self.rank()
            )));
        }
        let mut plan = Plan {
            slices: Vec::new(),
            sliced: Vec::new(),
            shape: Vec::new(),
            picks: Vec::new(),
        };
        let mut rest = self.rank() - used;
        for index in indices {
            match index {
                Index::NewAxis => plan.shape.push(1),
                Index::Ellipsis => {
                    for _ in 0..std::mem::take(&mut rest) {
                        plan.whole(self.shape[plan.slices.len()]);
                    }
                }
                Index::At(at) => {
                    let dim = plan.slices.len();
                    let at = within(*at, self.shape[dim], dim)?;
                    plan.slices
                        .push(Slice::new(at as isize, Some(at as isize + 1), 1));
                    plan.sliced.push(1);
                }
                Index::Slice { start, stop, step } => {
                    plan.slice(*start, *stop, *step, self.shape[plan.slices.len()])?;
                }
                // One truth value keeps everything or nothing, in a new dimension.
                Index::Array(mask) if mask.dtype() == Dtype::Bool && mask.rank() == 0 => {
                    let count = usize::from(mask.ints() == [1]);
                    let places = Self::full(vec![count], Number::Int(0), Dtype::Int64)?;
                    plan.picks.push((plan.shape.len(), places));
                    plan.shape.push(1);
                }
                Index::Array(mask) if mask.dtype() == Dtype::Bool => {
                    let sizes = &self.shape[plan.slices.len()..][..mask.rank()];
                    if sizes != mask.shape() {
                        return Err(Error::Index(format!(
                            "a mask of shape {:?} does not fit a tensor of shape {:?}",
                            mask.shape, self.shape
                        )));
                    }
                    for places in mask.nonzero()? {
                        plan.picks.push((plan.shape.len(), places));
                        plan.whole(self.shape[plan.slices.len()]);
                    }
                }
                Index::Array(places) => {
                    let dim = plan.slices.len();
                    if places.dtype().is_float() {
                        return Err(Error::Index(
                            "an index must be whole numbers or a mask, not fractions".to_owned(),
                        ));
                    }
                    let whole = places
                        .ints()
                        .into_iter()
                        .map(|at| Ok(within(at as isize, self.shape[dim], dim)? as i64))
                        .collect::<Result<_>>()?;
                    plan.picks.push((
                        plan.shape.len(),
                        Self::from_ints(whole, places.shape.clone())?,
                    ));
                    plan.whole(self.shape[dim]);
                }
            }
        }
        while plan.slices.len() < self.rank() {
            plan.whole(self.shape[plan.slices.len()]);
        }
        Ok(plan)
    }
}

impl Plan {
    /// Keeps a whole dimension.
    fn whole(&mut self, size: usize) {
        self.slices.push(Slice::new(0, Some(size as isize), 1));
        self.sliced.push(size);
        self.shape.push(size);
    }

    fn slice(
        &mut self,
        start: Option<isize>,
        stop: Option<isize>,
        step: isize,
        size: usize,
    ) -> Result<()> {
        if step == 0 {
            return Err(Error::Value("a slice cannot have a step of 0".to_owned()));
        }
        let whole = size as isize;
        let place = |at: isize| (if at < 0 { at + whole } else { at }).clamp(0, whole);
        let (low, high, count) = if step > 0 {
            let low = start.map_or(0, place);
            let high = stop.map_or(whole, place).max(low);
            (low, high, (high - low + step - 1) / step)
        } else {
            // burn goes from the end of a range down to its beginning.
            let place = |at: isize| (if at < 0 { at + whole } else { at }).clamp(-1, whole - 1);
            let first = start.map_or(whole - 1, place);
            let end = stop.map_or(-1, place).min(first);
            let count = (first - end - step - 1) / -step;
            (end + 1, first + 1, count)
        };
        self.slices.push(Slice::new(low, Some(high), step));
        self.sliced.push(count as usize);
        self.shape.push(count as usize);
        Ok(())
    }
}

/// Returns what PyTorch calls the last thing that brackets do. Tensors pick after all else.
fn backward_name(indices: &[Index]) -> &'static str {
    if indices.iter().any(|index| matches!(index, Index::Array(_))) {
        return "IndexBackward0";
    }
    let acts = |index: &&Index| match index {
        Index::At(_) | Index::NewAxis => true,
        Index::Slice { start, stop, step } => {
            !(matches!(start, None | Some(0)) && stop.is_none() && *step == 1)
        }
        Index::Ellipsis | Index::Array(_) => false,
    };
    match indices.iter().rev().find(acts) {
        Some(Index::At(_)) => "SelectBackward0",
        Some(Index::NewAxis) => "UnsqueezeBackward0",
        _ => "SliceBackward0",
    }
}

fn within(at: isize, size: usize, dim: usize) -> Result<usize> {
    let place = if at < 0 { at + size as isize } else { at };
    let place = usize::try_from(place).ok().filter(|place| *place < size);
    place.ok_or_else(|| Error::Index(no_index(at as i64, dim, size)))
}

/// Says that an index lies outside a dimension.
pub(super) fn no_index(at: i64, dim: usize, size: usize) -> String {
    format!("index {at} is out of bounds for dimension {dim} with size {size}")
}

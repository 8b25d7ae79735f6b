//! Reading and writing `tensor[...]`.

use burn::backend::ops::{BoolTensorOps, FloatTensorOps, IntTensorOps};
use burn::tensor::Slice;

use super::shape::listed;
use super::{Array, Dtype, Error, Host, Number, Result, Values, broadcast, each};

/// One of the items between the brackets.
#[derive(Clone, Debug)]
pub enum Index {
    /// `3`
    At(isize),
    /// `1:5:2`
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

impl Array {
    /// Returns `self[indices]`.
    ///
    /// # Errors
    /// Indices out of range, too many indices, or combinations that are not supported.
    pub fn get(self, indices: &[Index]) -> Result {
        let plan = self.plan(indices)?;
        let is_whole = plan.sliced == self.shape && plan.slices.iter().all(|slice| slice.step == 1);
        let values = if is_whole || self.shape.is_empty() {
            self.values
        } else if plan.sliced.contains(&0) {
            return Self::full(plan.shape, Number::Int(0), self.dtype());
        } else {
            let slices = &plan.slices;
            each!(self.values, t => Host::float_slice(t, slices), Host::int_slice(t, slices), Host::bool_slice(t, slices))
        };
        let basic = Self::new(values, plan.sliced).reshape(plan.shape)?;
        basic.pick(&plan.picks)
    }

    /// Computes `self[indices] = value`.
    ///
    /// # Errors
    /// As for [`Array::get`], and values that do not match.
    pub fn set(&mut self, indices: &[Index], value: Self) -> Result<()> {
        let plan = self.plan(indices)?;
        let value = value.cast(self.dtype());
        if !plan.picks.is_empty() {
            *self = self.clone().put(&plan, value)?;
            return Ok(());
        }
        if plan.sliced.contains(&0) {
            return Ok(());
        }
        let fits = broadcast(value.shape(), &plan.shape).is_ok_and(|shape| shape == plan.shape);
        if !fits {
            return Err(Error::Runtime(format!(
                "a place of shape {} cannot take a value of shape {}",
                listed(&plan.shape),
                listed(value.shape())
            )));
        }
        let value = value.expand(&plan.shape)?.reshape(plan.sliced)?;
        if self.shape.is_empty() {
            *self = value;
            return Ok(());
        }
        // Moved out, so that burn may write to the numbers in place.
        let own = std::mem::replace(&mut self.values, Self::scalar(Number::Bool(false)).values);
        let slices = &plan.slices;
        self.values = match (own, value.values) {
            (Values::Float(t), Values::Float(v)) => {
                Values::Float(Host::float_slice_assign(t, slices, v))
            }
            (Values::Int(t), Values::Int(v)) => Values::Int(Host::int_slice_assign(t, slices, v)),
            (Values::Bool(t), Values::Bool(v)) => {
                Values::Bool(Host::bool_slice_assign(t, slices, v))
            }
            _ => unreachable!("cast to one type"),
        };
        Ok(())
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
                "more indices than dimensions: there are {}",
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
                Index::Array(mask) if mask.dtype() == Dtype::Bool => {
                    let sizes = &self.shape[plan.slices.len()..][..mask.rank()];
                    if sizes != mask.shape() {
                        return Err(Error::Index(format!(
                            "a mask of shape {} does not fit a tensor of shape {}",
                            listed(mask.shape()),
                            listed(&self.shape)
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
        } else if start.is_none() && stop.is_none() && step == -1 {
            (0, whole, whole)
        } else {
            return Err(Error::Value(
                "a slice of a tensor needs a step above 0; flip turns it round".to_owned(),
            ));
        };
        self.slices.push(Slice::new(low, Some(high), step));
        self.sliced.push(count as usize);
        self.shape.push(count as usize);
        Ok(())
    }
}

fn within(at: isize, size: usize, dim: usize) -> Result<usize> {
    let place = if at < 0 { at + size as isize } else { at };
    usize::try_from(place)
        .ok()
        .filter(|place| *place < size)
        .ok_or_else(|| {
            Error::Index(format!(
                "there is no index {at} in dimension {dim}, which has size {size}"
            ))
        })
}

//! Elements selected by tensors of indices: reading, writing, and finding them by a mask.

use burn::backend::ops::{BoolTensorOps, FloatTensorOps, IntTensorOps};
use burn::backend::tensor::{IndexingUpdateOp, IntTensor};

use super::index::no_index;
use super::tape::RecordedStep;
use super::{Array, Dtype, Error, Host, Number, Result, Values, broadcast, each};

/// A dimension, and the indices in it.
type Pick = (usize, Array);

impl Array {
    /// Returns, for each dimension, the indices at which a mask is true.
    ///
    /// # Errors
    /// Only too many numbers.
    pub fn nonzero(&self) -> Result<Vec<Self>> {
        let truths = self.clone().cast(Dtype::Bool).ints();
        let held: Vec<usize> = (0..truths.len()).filter(|at| truths[*at] != 0).collect();
        let mut stride = self.len();
        let places = self.shape.iter().map(|size| {
            stride /= (*size).max(1);
            let places = held.iter().map(|at| (at / stride.max(1) % size) as i64);
            Self::from_ints(places.collect(), vec![held.len()])
        });
        places.collect()
    }

    /// Selects elements by tensors of indices. Their dimensions come first in the result if they do
    /// not stand side by side.
    pub(super) fn pick(self, picks: &[Pick]) -> Result {
        let Some((first, _)) = picks.first() else {
            return Ok(self);
        };
        if let Some((order, first_ones)) = self.apart(picks) {
            return self.permute(&order)?.pick(&first_ones);
        }
        let (places, shape) = self.places(picks)?;
        let (front, back) = (&self.shape[..*first], &self.shape[first + picks.len()..]);
        let merged = self.shape[*first..first + picks.len()].iter().product();
        let flat = [front, &[merged], back].concat();
        let result = [front, &shape, back].concat();
        Self::check_size(&result)?;
        if result.contains(&0) {
            return Self::full(result, Number::Int(0), self.dtype());
        }
        let count = shape.iter().product();
        let selected = [&result[..*first], &[count], &result[first + shape.len()..]].concat();
        self.reshape(flat)?
            .select(*first, places, selected)?
            .reshape(result)
    }

    /// If the picked dimensions do not stand side by side: the order that brings them to the front,
    /// and the picks there.
    fn apart(&self, picks: &[Pick]) -> Option<(Vec<isize>, Vec<Pick>)> {
        let dims = || picks.iter().map(|(dim, _)| *dim);
        let first = picks.first()?.0;
        if dims().eq(first..first + picks.len()) {
            return None;
        }
        let others = (0..self.rank()).filter(|dim| !dims().any(|picked| picked == *dim));
        let order = dims().chain(others).map(|dim| dim as isize).collect();
        let picks = picks.iter().enumerate();
        let picks = picks.map(|(at, (_, places))| (at, places.clone()));
        Some((order, picks.collect()))
    }

    /// Returns the elements at `places` of dimension `dim`, of the shape `selected`.
    fn select(self, dim: usize, places: IntTensor<Host>, selected: Vec<usize>) -> Result {
        let step = RecordedStep::of("IndexBackward0", &[&self]);
        let before = self.shape.clone();
        let at = || places.clone();
        let values = each!(self.values, t => Host::float_select(t, dim, at()), Host::int_select(t, dim, at()), Host::bool_select(t, dim, at()));
        Ok(step.done(Self::new(values, selected), move |flow| {
            flow.one(|grad| {
                let target = Self::full(before.clone(), Number::Int(0), grad.dtype())?;
                Ok(target.with_selection(dim, &places, grad, IndexingUpdateOp::Add))
            })
        }))
    }

    /// Returns a copy with numbers at `places` of dimension `dim` added or replaced.
    fn with_selection(
        self,
        dim: usize,
        places: &IntTensor<Host>,
        value: Self,
        update: IndexingUpdateOp,
    ) -> Self {
        let (at, is_added) = (places.clone(), update == IndexingUpdateOp::Add);
        let name = match is_added {
            true => "IndexAddBackward0",
            false => "IndexPutBackward0",
        };
        let step = RecordedStep::of(name, &[&self, &value]);
        let shape = self.shape;
        let values = match (self.values, value.values) {
            (Values::Float(t), Values::Float(v)) => {
                Values::Float(Host::float_select_assign(t, dim, at, v, update))
            }
            (Values::Int(t), Values::Int(v)) => {
                Values::Int(Host::int_select_assign(t, dim, at, v, update))
            }
            _ => unreachable!("cast to one type of numbers"),
        };
        let (part, places) = (value.shape, places.clone());
        step.done(Self::new(values, shape), move |flow| {
            let none = |dtype| Self::full(part.clone(), Number::Int(0), dtype);
            Ok(vec![
                flow.at(0, |grad| match is_added {
                    true => Ok(grad),
                    false => {
                        let none = none(grad.dtype())?;
                        Ok(grad.with_selection(dim, &places, none, IndexingUpdateOp::Assign))
                    }
                })?,
                flow.at(1, |grad| grad.select(dim, places.clone(), part.clone()))?,
            ])
        })
    }

    /// Returns a copy with rows added at indices of dimension `dim`.
    ///
    /// # Errors
    /// Indices out of range, or shapes that do not match.
    pub fn index_add(self, dim: isize, indices: &Self, source: Self) -> Result {
        let dim = self.dim(dim)?;
        let size = self.shape.get(dim).copied().unwrap_or(1);
        let expected = self.sizes_with(dim, indices.len());
        if indices.rank() > 1 || source.shape != expected {
            return Err(Error::Index(format!(
                "index_add takes a vector of indices and a source of shape {expected:?}, not {:?}",
                source.shape
            )));
        }
        let inside = 0..size as i64;
        if let Some(outside) = indices.ints().iter().find(|at| !inside.contains(*at)) {
            return Err(Error::Index(no_index(*outside, dim, size)));
        }
        let source = source.cast(self.dtype());
        let places = indices.clone().reshape(vec![indices.len()])?.whole();
        let dtype = self.dtype();
        if indices.is_empty() {
            return Ok(self);
        }
        let wide = dtype.max(Dtype::Int32);
        let (target, source) = (self.cast(wide), source.cast(wide));
        let added = target.with_selection(dim, &places, source, IndexingUpdateOp::Add);
        Ok(added.cast(dtype))
    }

    /// Writes to the elements that tensors of indices select.
    pub(super) fn put(self, picks: &[Pick], value: Self) -> Result {
        if let Some((order, first_ones)) = self.apart(picks) {
            let written = self.permute(&order)?.put(&first_ones, value)?;
            return written.permuted_back(&order);
        }
        let first = picks[0].0;
        let (places, shape) = self.places(picks)?;
        let count: usize = shape.iter().product();
        if count == 0 || self.is_empty() {
            return Ok(self);
        }
        let (whole, dtype) = (self.shape.clone(), self.dtype());
        let (front, back) = (&whole[..first], &whole[first + picks.len()..]);
        let merged = whole[first..first + picks.len()].iter().product();
        let value = value
            .expand(&[front, &shape, back].concat())?
            .reshape([front, &[count], back].concat())?;
        // Truth values are written as whole numbers, because burn can only add to elements.
        let wide = dtype.max(Dtype::Int32);
        let target = self.reshape([front, &[merged], back].concat())?.cast(wide);
        let value = value.cast(wide);
        let written = target.with_selection(first, &places, value, IndexingUpdateOp::Assign);
        Ok(written.reshape(whole)?.cast(dtype))
    }

    /// Returns the indices of the selected dimensions, merged into one, and the shape of the
    /// selection.
    fn places(&self, picks: &[Pick]) -> Result<(IntTensor<Host>, Vec<usize>)> {
        let mut shape = Vec::new();
        for (_, places) in picks {
            shape = broadcast(&shape, places.shape())?;
        }
        let mut flat = vec![0_i64; shape.iter().product()];
        for (dim, places) in picks {
            let size = self.shape[*dim] as i64;
            for (flat, at) in flat.iter_mut().zip(places.clone().expand(&shape)?.ints()) {
                *flat = *flat * size + at;
            }
        }
        let count = flat.len();
        Ok((Self::from_ints(flat, vec![count])?.whole(), shape))
    }
}

//! Elements selected by tensors of indices: reading, writing, and finding them by a mask.

use burn::backend::ops::{BoolTensorOps, FloatTensorOps, IntTensorOps};
use burn::backend::tensor::{IndexingUpdateOp, IntTensor};

use super::index::Plan;
use super::{Array, Dtype, Error, Host, Number, Result, Values, broadcast, each};

impl Array {
    /// Returns, for each dimension, the indices at which a mask is true.
    ///
    /// # Errors
    /// Only too many numbers.
    pub fn nonzero(&self) -> Result<Vec<Self>> {
        let held: Vec<usize> = self
            .clone()
            .cast(Dtype::Bool)
            .ints()
            .iter()
            .enumerate()
            .filter(|(_, holds)| **holds != 0)
            .map(|(at, _)| at)
            .collect();
        let mut stride = self.len();
        self.shape
            .iter()
            .map(|size| {
                stride /= (*size).max(1);
                let places = held
                    .iter()
                    .map(|at| (at / stride.max(1) % size) as i64)
                    .collect();
                Self::from_ints(places, vec![held.len()])
            })
            .collect()
    }

    /// Selects elements by tensors of indices in neighbouring dimensions.
    pub(super) fn pick(self, picks: &[(usize, Self)]) -> Result {
        let Some((first, _)) = picks.first() else {
            return Ok(self);
        };
        let (places, shape) = self.places(picks)?;
        let (front, back) = (&self.shape[..*first], &self.shape[first + picks.len()..]);
        let merged = self.shape[*first..first + picks.len()].iter().product();
        let flat = [front, &[merged], back].concat();
        let result = [front, &shape, back].concat();
        if result.contains(&0) {
            return Self::full(result, Number::Int(0), self.dtype());
        }
        let at = || places.clone();
        let values = each!(self.reshape(flat)?.values, t => Host::float_select(t, *first, at()), Host::int_select(t, *first, at()), Host::bool_select(t, *first, at()));
        let count = shape.iter().product();
        let selected = [&result[..*first], &[count], &result[first + shape.len()..]].concat();
        Self::new(values, selected).reshape(result)
    }

    /// Writes to the elements that tensors of indices select.
    pub(super) fn put(self, plan: &Plan, value: Self) -> Result {
        if plan.sliced != self.shape || plan.shape != self.shape {
            return Err(Error::Index(
                "writing to places picked by tensors, together with slices, is not known here"
                    .to_owned(),
            ));
        }
        let first = plan.picks[0].0;
        let (places, shape) = self.places(&plan.picks)?;
        let count: usize = shape.iter().product();
        if count == 0 {
            return Ok(self);
        }
        let (whole, dtype) = (self.shape.clone(), self.dtype());
        let (front, back) = (&whole[..first], &whole[first + plan.picks.len()..]);
        let merged = whole[first..first + plan.picks.len()].iter().product();
        let value = value
            .expand(&[front, &shape, back].concat())?
            .reshape([front, &[count], back].concat())?;
        // Truth values are written as whole numbers, because burn can only add to elements.
        let wide = dtype.max(Dtype::Int32);
        let target = self.reshape([front, &[merged], back].concat())?.cast(wide);
        let values = match (target.values, value.cast(wide).values) {
            (Values::Float(t), Values::Float(v)) => Values::Float(Host::float_select_assign(
                t,
                first,
                places,
                v,
                IndexingUpdateOp::Assign,
            )),
            (Values::Int(t), Values::Int(v)) => Values::Int(Host::int_select_assign(
                t,
                first,
                places,
                v,
                IndexingUpdateOp::Assign,
            )),
            _ => unreachable!("cast to one type"),
        };
        Ok(Self::new(values, target.shape).reshape(whole)?.cast(dtype))
    }

    /// Returns the indices of the selected dimensions, merged into one, and the shape of the selection.
    fn places(&self, picks: &[(usize, Self)]) -> Result<(IntTensor<Host>, Vec<usize>)> {
        let first = picks[0].0;
        if !picks
            .iter()
            .map(|(dim, _)| *dim)
            .eq(first..first + picks.len())
        {
            return Err(Error::Index(
                "indices that are tensors must stand side by side here".to_owned(),
            ));
        }
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

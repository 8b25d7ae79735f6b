//! Elements selected one by one along a dimension, and written there.

use burn::backend::ops::{BoolTensorOps, FloatTensorOps, IntTensorOps};
use burn::backend::tensor::IndexingUpdateOp;

use super::index::no_index;
use super::tape::RecordedStep;
use super::{Array, Dtype, Error, Host, Index, Number, Operand, Result, Values, each};

impl Array {
    /// Returns the elements at `indices` along `dim`: `out[i][j] = self[i][indices[i][j]]` for the
    /// last of two dimensions.
    ///
    /// # Errors
    /// Ranks or sizes that do not match, or indices out of range.
    pub fn gather(self, dim: isize, indices: &Self) -> Result {
        let dim = self.picking(dim, indices, "gather")?;
        if indices.is_empty() {
            return Self::full(indices.shape.clone(), Number::Int(0), self.dtype());
        }
        if let Some(reach) = self.reach(dim, indices) {
            return self.get(&reach)?.gather(dim as isize, indices);
        }
        let (step, before) = (
            RecordedStep::of("GatherBackward0", &[&self]).saving(&[indices]),
            self.shape.clone(),
        );
        let shape = indices.shape.clone();
        let at = indices.clone().whole();
        let values = each!(self.values, t => Host::float_gather(dim, t, at), Host::int_gather(dim, t, at), Host::bool_gather(dim, t, at));
        Ok(step.done(Self::new(values, shape), move |flow| {
            flow.one(|grad| {
                let target = Self::full(before.clone(), Number::Int(0), grad.dtype())?;
                target.scatter(dim as isize, &flow.saved(0), grad.into(), true)
            })
        }))
    }

    /// Returns a copy with `source` written to the places at `indices` along `dim`, or added to
    /// them.
    ///
    /// # Errors
    /// As for [`Array::gather`].
    pub fn scatter(self, dim: isize, indices: &Self, source: Operand, is_added: bool) -> Result {
        let dim = self.picking(dim, indices, "scatter")?;
        if indices.is_empty() {
            return Ok(self);
        }
        let name = match (is_added, &source) {
            (true, _) => "ScatterAddBackward0",
            (false, Operand::Array(_)) => "ScatterBackward0",
            (false, Operand::Number(_)) => "ScatterBackward1",
        };
        if let Some(reach) = self.reach(dim, indices) {
            let mut whole = self;
            let part = whole.clone().get(&reach)?;
            let written = part.scatter(dim as isize, indices, source, is_added)?;
            whole.set(&reach, written)?;
            return Ok(whole.named(name));
        }
        let dtype = self.dtype();
        if dtype < Dtype::Int32 {
            let whole = self.cast(Dtype::Int64);
            let source = source.array(dtype).cast(Dtype::Int64);
            let written = whole.scatter(dim as isize, indices, source.into(), is_added)?;
            return Ok(written.cast(dtype));
        }
        let source = source.array(dtype);
        let is_alike = source.rank() == indices.rank();
        let mut sizes = source.shape.iter().zip(&indices.shape);
        if is_alike && sizes.any(|(have, wanted)| have < wanted) {
            return Err(Error::Runtime(format!(
                "scatter along dimension {dim}: a source of shape {:?} is smaller than the index of shape {:?}",
                source.shape, indices.shape
            )));
        }
        // A larger source gives its first elements.
        let source = match is_alike {
            true => source.get(&first_of(&indices.shape))?,
            false => source,
        };
        let source = source.expand(&indices.shape)?;
        let step = RecordedStep::of(name, &[&self, &source]).saving(&[indices]);
        let (shape, at) = (self.shape.clone(), indices.clone().whole());
        let update = match is_added {
            true => IndexingUpdateOp::Add,
            false => IndexingUpdateOp::Assign,
        };
        let values = match (self.values, source.values) {
            (Values::Float(tensor), Values::Float(value)) => {
                Values::Float(Host::float_scatter(dim, tensor, at, value, update))
            }
            (Values::Int(tensor), Values::Int(value)) => {
                Values::Int(Host::int_scatter(dim, tensor, at, value, update))
            }
            _ => unreachable!("cast to one type of numbers"),
        };
        Ok(step.done(Self::new(values, shape), move |flow| {
            let indices = flow.saved(0);
            Ok(vec![
                flow.at(0, |grad| match is_added {
                    true => Ok(grad),
                    false => grad.scatter(dim as isize, &indices, Number::Float(0.0).into(), false),
                })?,
                flow.at(1, |grad| grad.gather(dim as isize, &indices))?,
            ])
        }))
    }

    /// Returns the part that indices reach along `dim`, if they are fewer than the elements in
    /// another dimension.
    fn reach(&self, dim: usize, indices: &Self) -> Option<Vec<Index>> {
        let reached = indices.sizes_with(dim, self.shape.get(dim).copied().unwrap_or(1));
        (reached != self.shape).then(|| first_of(&reached))
    }

    /// Checks the indices of [`Array::gather`] or [`Array::scatter`], and returns the dimension.
    fn picking(&self, dim: isize, indices: &Self, name: &str) -> Result<usize> {
        let dim = self.dim(dim)?;
        if indices.dtype() != Dtype::Int64 {
            return Err(Error::Runtime(format!(
                "{name} needs an index of int64: call .long() on it"
            )));
        }
        let fits = indices.rank() == self.rank()
            && (0..self.rank())
                .all(|other| other == dim || indices.shape[other] <= self.shape[other]);
        if !fits {
            return Err(Error::Runtime(format!(
                "{name} along dimension {dim}: an index of shape {:?} does not fit a tensor of shape {:?}",
                indices.shape, self.shape
            )));
        }
        let size = self.shape.get(dim).copied().unwrap_or(1);
        let inside = 0..size as i64;
        match indices.ints().iter().find(|at| !inside.contains(*at)) {
            Some(outside) => Err(Error::Runtime(no_index(*outside, dim, size))),
            None => Ok(dim),
        }
    }
}

/// Returns the indices of the first elements of each dimension, at most as many as `shape` has.
fn first_of(shape: &[usize]) -> Vec<Index> {
    let first = |size: &usize| Index::part(None, *size as isize);
    shape.iter().map(first).collect()
}

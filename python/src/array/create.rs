//! Tensors from numbers, and numbers from tensors.

use burn::backend::ops::{BoolTensorOps, FloatTensorOps, IntTensorOps};
use burn::tensor::{Shape, TensorData};
use futures::FutureExt as _;

use super::{Array, DEVICE, Dtype, Error, Host, Number, Result, Values};

/// Most numbers in one tensor: 256 MB of 32-bit floats.
const MOST_NUMBERS: usize = 64 << 20;

/// Nested lists of numbers, as Python writes tensors.
#[derive(Clone, Debug)]
pub enum Nested {
    /// A number.
    Number(Number),
    /// A number that has a type of its own, as numpy's have.
    Typed(Number, Dtype),
    /// Numbers of a tensor or an array.
    Array(Array),
    /// A list of parts with equal shapes.
    List(Vec<Nested>),
}

impl Nested {
    /// Flattens a list: appends its shape, and its numbers in order.
    fn flatten(
        &self,
        depth: usize,
        shape: &mut Vec<usize>,
        (numbers, widest): (&mut Vec<Number>, &mut Option<Dtype>),
        usual: Dtype,
    ) -> Result<()> {
        let mut add = |number: Number, dtype: Dtype| {
            numbers.push(number);
            *widest = (*widest).max(Some(dtype));
        };
        match self {
            Self::Number(_) | Self::Typed(..) if depth < shape.len() => {
                return Err(ragged(shape[depth], depth, 0));
            }
            Self::Number(Number::Float(float)) => add(Number::Float(*float), usual),
            Self::Number(number) => add(*number, number.dtype()),
            Self::Typed(number, dtype) => add(*number, *dtype),
            Self::Array(array) => {
                if numbers.is_empty() && shape.len() == depth {
                    shape.extend(array.shape());
                }
                if shape[depth..] != *array.shape() {
                    let size = |shape: &[usize]| shape.first().copied().unwrap_or(0);
                    return Err(ragged(size(&shape[depth..]), depth, size(array.shape())));
                }
                numbers.extend(array.numbers());
                *widest = (*widest).max(Some(array.dtype()));
            }
            Self::List(parts) => {
                match shape.get(depth) {
                    None if numbers.is_empty() => shape.push(parts.len()),
                    None => return Err(ragged(0, depth, parts.len())),
                    Some(size) if *size != parts.len() => {
                        return Err(ragged(*size, depth, parts.len()));
                    }
                    Some(_) => {}
                }
                for part in parts {
                    part.flatten(depth + 1, shape, (numbers, widest), usual)?;
                }
            }
        }
        Ok(())
    }
}

fn ragged(expected: usize, dim: usize, got: usize) -> Error {
    Error::Value(format!(
        "expected sequence of length {expected} at dim {dim} (got {got}): lists of unequal length make no tensor: {expected} and {got} in dimension {dim}"
    ))
}

impl Array {
    /// Checks that a tensor of this shape does not exhaust the tab's memory.
    ///
    /// # Errors
    /// Too many numbers.
    pub fn check_size(shape: &[usize]) -> Result<()> {
        match super::shape::volume(shape) {
            Some(count) if count <= MOST_NUMBERS => Ok(()),
            _ => Err(Error::Memory(format!(
                "a tensor of shape {shape:?} does not fit in this tab; the most is {} million numbers",
                MOST_NUMBERS / 1_000_000
            ))),
        }
    }

    /// Returns zeros of the same shape and type.
    pub(super) fn zeros_like(&self) -> Result {
        Self::full(
            self.shape.clone(),
            Number::Int(0),
            self.dtype().max(Dtype::Int32),
        )
    }

    /// Creates a tensor from lists, with the given type or the narrowest that holds all numbers, of
    /// which Python's fractions have the `usual` one.
    ///
    /// # Errors
    /// Lists of unequal length; too many numbers; numbers that the type does not hold.
    pub fn from_nested(nested: &Nested, dtype: Option<Dtype>, usual: Dtype) -> Result {
        let (mut shape, mut numbers, mut widest) = (Vec::new(), Vec::new(), None);
        nested.flatten(0, &mut shape, (&mut numbers, &mut widest), usual)?;
        let dtype = dtype.or(widest).unwrap_or(usual);
        if dtype.is_float() {
            let floats = numbers.iter().map(|number| number.float()).collect();
            Self::from_floats(floats, shape, dtype)
        } else {
            let whole = numbers.iter().map(|number| {
                number.check(dtype)?;
                Ok(number.whole())
            });
            let whole = whole.collect::<Result<Vec<i64>>>()?;
            Ok(Self::from_ints(whole, shape)?.cast(dtype))
        }
    }

    /// Creates a tensor from floats in row-major order.
    ///
    /// # Errors
    /// Too many numbers.
    pub fn from_floats(floats: Vec<f64>, shape: Vec<usize>, dtype: Dtype) -> Result {
        Self::check_size(&shape)?;
        Ok(Self::of_floats(floats, shape, dtype))
    }

    /// Creates a tensor that is known to fit from floats in row-major order.
    pub(super) fn of_floats(floats: Vec<f64>, shape: Vec<usize>, dtype: Dtype) -> Self {
        let data = if dtype == Dtype::Float64 {
            TensorData::new(floats, stored(&shape))
        } else {
            let narrow: Vec<f32> = floats.into_iter().map(|float| float as f32).collect();
            TensorData::new(narrow, stored(&shape))
        };
        let values = Values::Float(Host::float_from_data(data, &DEVICE));
        Self::new(values, shape)
    }

    /// Creates a tensor from 32-bit floats in row-major order.
    ///
    /// # Errors
    /// Too many numbers.
    pub fn from_f32(floats: Vec<f32>, shape: Vec<usize>) -> Result {
        Self::check_size(&shape)?;
        let data = TensorData::new(floats, stored(&shape));
        let values = Values::Float(Host::float_from_data(data, &DEVICE));
        Ok(Self::new(values, shape))
    }

    /// Creates a tensor from whole numbers in row-major order.
    ///
    /// # Errors
    /// Too many numbers.
    pub fn from_ints(whole: Vec<i64>, shape: Vec<usize>) -> Result {
        Self::check_size(&shape)?;
        let data = TensorData::new(whole, stored(&shape));
        let values = Values::Int(Host::int_from_data(data, &DEVICE));
        Ok(Self::new(values, shape))
    }

    /// Creates a vector of `count` numbers, `start` and then each `step` more: of int64 if both are
    /// whole, else of float64.
    ///
    /// # Errors
    /// Too many numbers.
    pub fn ramp(start: Number, step: Number, count: usize) -> Result {
        let shape = vec![count];
        Self::check_size(&shape)?;
        if let (Number::Int(start), Number::Int(step)) = (start, step) {
            let whole = (0..count as i64).map(|at| start.wrapping_add(step.wrapping_mul(at)));
            return Self::from_ints(whole.collect(), shape);
        }
        let (start, step) = (start.float(), step.float());
        let floats = (0..count).map(|at| start + at as f64 * step);
        Self::from_floats(floats.collect(), shape, Dtype::Float64)
    }

    /// Creates a tensor of rank 0.
    pub fn scalar(number: Number) -> Self {
        Self::filled(Vec::new(), number, number.dtype())
    }

    /// Creates a tensor with the same number everywhere.
    ///
    /// # Errors
    /// Too many numbers; a number that the type does not hold.
    pub fn full(shape: Vec<usize>, number: Number, dtype: Dtype) -> Result {
        Self::check_size(&shape)?;
        number.check(dtype)?;
        Ok(Self::filled(shape, number, dtype))
    }

    /// Creates a tensor that is known to fit.
    pub(super) fn filled(shape: Vec<usize>, number: Number, dtype: Dtype) -> Self {
        let size = Shape::from(stored(&shape));
        let values = match dtype {
            Dtype::Bool => {
                let zeros = Host::bool_zeros(size, &DEVICE, super::BOOL);
                Values::Bool(match number.float() {
                    0.0 => zeros,
                    _ => Host::bool_not(zeros),
                })
            }
            _ if dtype.is_float() => {
                let number = number.float().into();
                Values::Float(Host::float_full(size, number, &DEVICE, dtype.float()))
            }
            _ => {
                let number = number.wrapped(dtype);
                Values::Int(Host::int_full(size, number, &DEVICE, dtype.int()))
            }
        };
        Self::new(values, shape)
    }

    /// Returns all numbers in row-major order.
    pub fn numbers(&self) -> Vec<Number> {
        let whole = || self.ints().into_iter();
        match self.dtype() {
            Dtype::Bool => whole().map(|whole| Number::Bool(whole != 0)).collect(),
            dtype if dtype.is_float() => self.floats().into_iter().map(Number::Float).collect(),
            _ => whole().map(Number::Int).collect(),
        }
    }

    /// Returns all numbers in row-major order, as floats.
    pub fn floats(&self) -> Vec<f64> {
        let narrow = self.dtype() != Dtype::Float64;
        let data = data(Host::float_into_data(self.clone().fractions()).now_or_never());
        if narrow {
            let floats = data.as_slice::<f32>().unwrap_or_default().iter();
            floats.copied().map(f64::from).collect()
        } else {
            data.as_slice::<f64>().unwrap_or_default().to_vec()
        }
    }

    /// Returns all numbers in row-major order, as whole numbers.
    pub fn ints(&self) -> Vec<i64> {
        let data = data(Host::int_into_data(self.clone().whole()).now_or_never());
        data.as_slice::<i64>().unwrap_or_default().to_vec()
    }

    /// Returns all numbers in row-major order, as bytes with the lowest first.
    pub fn to_bytes(&self) -> Vec<u8> {
        let data = match self.values.clone() {
            Values::Float(tensor) => data(Host::float_into_data(tensor).now_or_never()),
            Values::Int(tensor) => data(Host::int_into_data(tensor).now_or_never()),
            Values::Bool(tensor) => data(Host::bool_into_data(tensor).now_or_never()),
        };
        data.as_bytes().to_vec()
    }

    /// Creates a tensor from bytes as [`Array::to_bytes`] returns them.
    ///
    /// # Errors
    /// Another number of bytes than the shape has.
    pub fn from_bytes(bytes: &[u8], dtype: Dtype, shape: Vec<usize>) -> Result {
        Self::check_size(&shape)?;
        let size = match dtype {
            Dtype::Bool | Dtype::Uint8 => 1,
            Dtype::Int32 | Dtype::Float32 => 4,
            Dtype::Int64 | Dtype::Float64 => 8,
        };
        let count: usize = shape.iter().product();
        if bytes.len() != count * size {
            return Err(Error::Value(format!(
                "{} bytes do not make {count} numbers of {}",
                bytes.len(),
                dtype.name()
            )));
        }
        match dtype {
            Dtype::Bool => {
                let whole = read(bytes, |[byte]| i64::from(byte));
                Ok(Self::from_ints(whole, shape)?.cast(dtype))
            }
            Dtype::Uint8 => {
                let data = TensorData::new(bytes.to_vec(), stored(&shape));
                let values = Values::Int(Host::int_from_data(data, &DEVICE));
                Ok(Self::new(values, shape))
            }
            Dtype::Int32 => {
                let whole = read(bytes, |number| i64::from(i32::from_le_bytes(number)));
                Ok(Self::from_ints(whole, shape)?.cast(dtype))
            }
            Dtype::Int64 => Self::from_ints(read(bytes, i64::from_le_bytes), shape),
            Dtype::Float32 => Self::from_f32(read(bytes, f32::from_le_bytes), shape),
            Dtype::Float64 => Self::from_floats(read(bytes, f64::from_le_bytes), shape, dtype),
        }
    }

    /// Returns the only number.
    ///
    /// # Errors
    /// There are several numbers or none.
    pub fn item(&self) -> Result<Number> {
        if self.len() != 1 {
            return Err(Error::Runtime(format!(
                "a Tensor with {0} elements cannot be converted to Scalar: a tensor of {0} numbers is no single number",
                self.len()
            )));
        }
        Ok(self.numbers()[0])
    }
}

/// Returns the numbers that stand in bytes one after the other.
fn read<const SIZE: usize, T>(bytes: &[u8], number: impl Fn([u8; SIZE]) -> T) -> Vec<T> {
    let parts = bytes.as_chunks().0.iter();
    parts.map(|part| number(*part)).collect()
}

/// Returns the data of a read. The CPU device answers at once, so its future is never pending.
fn data<E>(answer: Option<std::result::Result<TensorData, E>>) -> TensorData {
    match answer {
        Some(Ok(data)) => data,
        Some(Err(_)) | None => unreachable!("the CPU device hands its numbers out at once"),
    }
}

/// Returns the sizes as burn stores them: a tensor of rank 0 has rank 1 there.
pub(super) fn stored(shape: &[usize]) -> Vec<usize> {
    if shape.is_empty() {
        vec![1]
    } else {
        shape.to_vec()
    }
}

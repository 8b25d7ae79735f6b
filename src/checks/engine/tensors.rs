//! Tensors of a check's numbers, and what can go wrong on the way there and back.

use burn::tensor::{Device, Int, Tensor, TensorData};

use crate::device::{ReadError, read};
use crate::random::{Purpose, Stream};
use crate::rollout::BadArgument;

/// Why a check could not be done.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// The device did not answer.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// One of our functions refused its arguments.
    #[error(transparent)]
    Argument(#[from] BadArgument),
    /// A run broke off, with its own words.
    #[error("{0}")]
    Run(String),
    /// A loss that does not depend on the parameters.
    #[error("No gradient reached the parameters")]
    NoGradient,
    /// There is no such check.
    #[error("There is no check “{0}”")]
    Unknown(String),
}

/// `[n]`, able to carry gradient.
pub fn column(values: &[f32], device: &Device) -> Tensor<1> {
    let data = TensorData::new(values.to_vec(), [values.len()]);
    Tensor::from_data(data, &device.clone().autodiff())
}

/// `[n / columns, columns]`, able to carry gradient.
pub fn matrix(values: &[f32], columns: usize, device: &Device) -> Tensor<2> {
    let data = TensorData::new(values.to_vec(), [values.len() / columns, columns]);
    Tensor::from_data(data, &device.clone().autodiff())
}

/// `[n]`.
pub fn actions(values: &[u32], device: &Device) -> Tensor<1, Int> {
    let values: Vec<i32> = values.iter().map(|action| *action as i32).collect();
    let data = TensorData::new(values.clone(), [values.len()]);
    Tensor::from_data(data, &device.clone().autodiff())
}

/// The gradient of `loss` with respect to `parameters`.
pub async fn gradient(loss: Tensor<1>, parameters: &Tensor<1>) -> Result<Vec<f32>, Trouble> {
    let gradient = parameters
        .grad(&loss.backward())
        .ok_or(Trouble::NoGradient)?;
    Ok(read(gradient).await?)
}

/// Fresh numbers for a check: the same in every run, and other ones for another `seed`.
pub struct Numbers {
    stream: Stream,
    drawn: u32,
}

impl Numbers {
    /// A stream of its own.
    pub fn new(seed: u32) -> Self {
        Self {
            stream: Stream::new(seed, Purpose::Check),
            drawn: 0,
        }
    }

    /// Standard normal.
    pub fn normal(&mut self, count: usize) -> Vec<f32> {
        (0..count)
            .map(|_| {
                let counter = self.next();
                self.stream.normals(counter)[0] as f32
            })
            .collect()
    }

    /// Uniform between two ends.
    pub fn uniform(&mut self, count: usize, (low, high): (f32, f32)) -> Vec<f32> {
        (0..count)
            .map(|_| {
                let counter = self.next();
                low + (high - low) * self.stream.uniforms(counter)[0]
            })
            .collect()
    }

    /// Whole numbers below `end`.
    pub fn below(&mut self, count: usize, end: u32) -> Vec<u32> {
        (0..count)
            .map(|_| {
                let counter = self.next();
                self.stream.bits(counter)[0] % end
            })
            .collect()
    }

    fn next(&mut self) -> [u32; 2] {
        self.drawn += 1;
        [0, self.drawn]
    }
}

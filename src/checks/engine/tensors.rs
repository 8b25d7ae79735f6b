//! Tensors of a check's numbers, and numbers to fill them with.

use burn::tensor::{Device, Int, Tensor, TensorData};

use super::outcome::CheckError;
use crate::device::read;
use crate::random::{Purpose, Stream};

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
pub async fn gradient(loss: Tensor<1>, parameters: &Tensor<1>) -> Result<Vec<f32>, CheckError> {
    let gradient = parameters
        .grad(&loss.backward())
        .ok_or(CheckError::NoGradient)?;
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

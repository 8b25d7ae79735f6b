//! Tensors for checks, and random numbers to fill them.

use burn::tensor::{Device, Int, Tensor, TensorData};
use policy_lab::random::{Purpose, Stream};

use super::outcome::CheckError;
use crate::device::read;

/// Returns the values as a tensor `[n]` that can carry gradient.
pub fn column(values: &[f32], device: &Device) -> Tensor<1> {
    let data = TensorData::new(values.to_vec(), [values.len()]);
    Tensor::from_data(data, &device.clone().autodiff())
}

/// Returns the values as a tensor `[n / columns, columns]` that can carry gradient.
pub fn matrix(values: &[f32], columns: usize, device: &Device) -> Tensor<2> {
    let data = TensorData::new(values.to_vec(), [values.len() / columns, columns]);
    Tensor::from_data(data, &device.clone().autodiff())
}

/// Returns the actions as a tensor `[n]`.
pub fn actions(values: &[u32], device: &Device) -> Tensor<1, Int> {
    let values: Vec<i32> = values.iter().map(|action| *action as i32).collect();
    let data = TensorData::new(values.clone(), [values.len()]);
    Tensor::from_data(data, &device.clone().autodiff())
}

/// Returns the gradient of `loss` with respect to `parameters`.
pub async fn gradient(loss: Tensor<1>, parameters: &Tensor<1>) -> Result<Vec<f32>, CheckError> {
    let gradient = parameters
        .grad(&loss.backward())
        .ok_or(CheckError::NoGradient)?;
    Ok(read(gradient).await?)
}

/// Random numbers for a check, determined by a seed.
pub struct Numbers {
    stream: Stream,
    drawn: u32,
}

impl Numbers {
    /// Returns the random numbers of `seed`.
    pub fn new(seed: u32) -> Self {
        Self {
            stream: Stream::new(seed, Purpose::Check),
            drawn: 0,
        }
    }

    /// Draws standard normal numbers.
    pub fn normal(&mut self, count: usize) -> Vec<f32> {
        (0..count)
            .map(|_| {
                let counter = self.next();
                self.stream.normals(counter)[0] as f32
            })
            .collect()
    }

    /// Draws numbers that are uniform in `low..high`.
    pub fn uniform(&mut self, count: usize, (low, high): (f32, f32)) -> Vec<f32> {
        (0..count)
            .map(|_| {
                let counter = self.next();
                low + (high - low) * self.stream.uniforms(counter)[0]
            })
            .collect()
    }

    /// Draws whole numbers below `end`.
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

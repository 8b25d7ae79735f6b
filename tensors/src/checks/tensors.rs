//! Tensors for checks, and random numbers to fill them.

use burn::tensor::{Int, Tensor};
use policy_lab::device::ReadError;
use policy_lab::random::{Purpose, Stream};

use super::outcome::CheckError;
use crate::device::read;
use crate::oracle;

/// Returns the actions as a tensor `[n]`.
pub fn actions(values: &[u32]) -> Tensor<1, Int> {
    oracle::actions(&values.iter().map(|it| *it as i32).collect::<Vec<_>>())
}

/// Returns the only number of a tensor.
pub async fn number(tensor: Tensor<1>) -> Result<f64, ReadError> {
    Ok(f64::from(read(tensor).await?[0]))
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
        let draws = self.counters(count);
        draws.map(|it| self.stream.normals(it)[0] as f32).collect()
    }

    /// Draws numbers that are uniform in `low..high`.
    pub fn uniform(&mut self, count: usize, (low, high): (f32, f32)) -> Vec<f32> {
        let draws = self.counters(count);
        draws
            .map(|it| low + (high - low) * self.stream.uniforms(it)[0])
            .collect()
    }

    /// Draws whole numbers below `end`.
    pub fn below(&mut self, count: usize, end: u32) -> Vec<u32> {
        let draws = self.counters(count);
        draws.map(|it| self.stream.bits(it)[0] % end).collect()
    }

    /// Draws whether each of some steps ends an episode: one in `of` does.
    pub fn ends(&mut self, count: usize, of: u32) -> Vec<bool> {
        self.below(count, of)
            .iter()
            .map(|draw| *draw == 0)
            .collect()
    }

    fn counters(&mut self, count: usize) -> impl Iterator<Item = [u32; 2]> + use<> {
        let first = self.drawn + 1;
        self.drawn += count as u32;
        (first..=self.drawn).map(|drawn| [0, drawn])
    }
}

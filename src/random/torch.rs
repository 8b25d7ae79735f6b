//! PyTorch's random numbers on the CPU, so that its own tests can be repeated number by number.
//!
//! # Source
//! The generator is MT19937 (Matsumoto and Nishimura, 1998), seeded as by `init_genrand`; how its words become numbers
//! was read off PyTorch's results.

use rand_mt::Mt;

/// The stream behind `torch.manual_seed`.
#[derive(Clone, Debug)]
pub struct TorchRandom(Mt);

impl TorchRandom {
    /// `torch.manual_seed(seed)`.
    pub fn new(seed: u32) -> Self {
        Self(Mt::new(seed))
    }

    /// `torch.rand(count)`: the low 24 bits of a word as a fraction.
    pub fn rand(&mut self, count: usize) -> Vec<f32> {
        (0..count).map(|_| self.unit()).collect()
    }

    /// `torch.randint(0, end, (count,))`: the remainder of a word.
    pub fn randint(&mut self, end: u32, count: usize) -> Vec<u32> {
        (0..count).map(|_| self.0.next_u32() % end.max(1)).collect()
    }

    /// The parameters of `torch.nn.Linear(inputs, outputs)`: weights row by row `[outputs, inputs]`, then biases, uniform
    /// in ±1/√inputs.
    pub fn linear(&mut self, inputs: usize, outputs: usize) -> Vec<f32> {
        let bound = 1.0 / (inputs as f32).sqrt();
        (0..(inputs + 1) * outputs)
            .map(|_| self.unit() * 2.0 * bound - bound)
            .collect()
    }

    fn unit(&mut self) -> f32 {
        (self.0.next_u32() & 0x00FF_FFFF) as f32 / 16_777_216.0
    }
}

#[cfg(test)]
mod tests {
    use super::TorchRandom;

    /// `torch.manual_seed(0); torch.rand(3)` prints 0.4963, 0.7682, 0.0885.
    #[test]
    fn seed_0_gives_torchs_first_numbers() {
        let first = TorchRandom::new(0).rand(3);
        for (ours, torchs) in first.iter().zip([0.4963, 0.7682, 0.0885]) {
            assert!((ours - torchs).abs() < 5e-5, "{ours} and {torchs}");
        }
    }
}

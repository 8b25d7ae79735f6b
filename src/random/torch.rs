//! PyTorch's random numbers on the CPU, so that tests written in PyTorch can be repeated with the same numbers.
//!
//! # Source
//! The generator is MT19937 (Matsumoto and Nishimura, 1998), seeded with `init_genrand`. The way from its words to
//! numbers was inferred from PyTorch's results.

use std::f64::consts::TAU;

use rand_mt::Mt;

/// Number of normal numbers that PyTorch makes at a time, if at least as many are asked for.
const BLOCK: usize = 16;

/// The generator that `torch.manual_seed` seeds.
#[derive(Clone, Debug)]
pub struct TorchRandom {
    words: Mt,
    /// The second normal number of a pair of which only the first was used.
    spare: Option<f64>,
}

impl TorchRandom {
    /// Seeds the generator, as `torch.manual_seed(seed)`.
    pub fn new(seed: u32) -> Self {
        Self {
            words: Mt::new(seed),
            spare: None,
        }
    }

    /// Draws `torch.rand(count)`: the low 24 bits of a word as a fraction.
    pub fn rand(&mut self, count: usize) -> Vec<f32> {
        (0..count).map(|_| self.unit()).collect()
    }

    /// Draws `torch.rand(count, dtype=torch.float64)`: 53 bits of two words as a fraction.
    pub fn rand_double(&mut self, count: usize) -> Vec<f64> {
        (0..count).map(|_| self.unit_double()).collect()
    }

    /// Draws the generator's 32-bit words.
    pub fn words(&mut self, count: usize) -> Vec<u32> {
        (0..count).map(|_| self.words.next_u32()).collect()
    }

    /// Draws `torch.randint(0, end, (count,))`: the remainder of a word divided by `end`.
    pub fn randint(&mut self, end: u32, count: usize) -> Vec<u32> {
        (0..count)
            .map(|_| self.words.next_u32() % end.max(1))
            .collect()
    }

    /// Draws `torch.randperm(count)`: each position is swapped with itself or a later one.
    pub fn randperm(&mut self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        for at in 0..count.saturating_sub(1) {
            let other = at + self.words.next_u32() as usize % (count - at);
            order.swap(at, other);
        }
        order
    }

    /// Draws `torch.randn(count)`: the Box-Muller transform (1958) of pairs of uniform numbers, which lie eight apart within
    /// blocks of sixteen. Fewer than sixteen numbers are made one by one, in double precision.
    pub fn randn(&mut self, count: usize) -> Vec<f32> {
        if count < BLOCK {
            return (0..count).map(|_| self.normal() as f32).collect();
        }
        let mut numbers = self.rand(count);
        let whole = count / BLOCK * BLOCK;
        for block in numbers[..whole].chunks_exact_mut(BLOCK) {
            pair_up(block);
        }
        if whole < count {
            let last = count - BLOCK;
            let fresh = self.rand(BLOCK);
            numbers[last..].copy_from_slice(&fresh);
            pair_up(&mut numbers[last..]);
        }
        numbers
    }

    /// Draws one exponentially distributed number with mean 1.
    pub fn exponential(&mut self) -> f64 {
        -(-self.unit_double()).ln_1p()
    }

    /// Draws the parameters of `torch.nn.Linear(inputs, outputs)`: weights `[outputs, inputs]`, then biases, uniform in
    /// ±1/√inputs.
    pub fn linear(&mut self, inputs: usize, outputs: usize) -> Vec<f32> {
        let bound = 1.0 / (inputs as f32).sqrt();
        (0..(inputs + 1) * outputs)
            .map(|_| self.unit() * 2.0 * bound - bound)
            .collect()
    }

    fn unit(&mut self) -> f32 {
        (self.words.next_u32() & 0x00FF_FFFF) as f32 / 16_777_216.0
    }

    fn unit_double(&mut self) -> f64 {
        let high = u64::from(self.words.next_u32());
        let word = high << 32 | u64::from(self.words.next_u32());
        (word & ((1 << 53) - 1)) as f64 / (1_u64 << 53) as f64
    }

    fn normal(&mut self) -> f64 {
        if let Some(spare) = self.spare.take() {
            return spare;
        }
        let (angle, radius) = (TAU * self.unit_double(), self.unit_double());
        let radius = (-2.0 * (-radius).ln_1p()).sqrt();
        self.spare = Some(radius * angle.sin());
        radius * angle.cos()
    }
}

/// Turns uniform numbers into normal ones: the first half gives radii, the second half angles.
fn pair_up(block: &mut [f32]) {
    let (radii, angles) = block.split_at_mut(BLOCK / 2);
    for (first, second) in radii.iter_mut().zip(angles) {
        let radius = (-2.0 * (1.0 - *first).ln()).sqrt();
        let angle = TAU as f32 * *second;
        (*first, *second) = (radius * angle.cos(), radius * angle.sin());
    }
}

#[cfg(test)]
mod tests {
    use super::TorchRandom;

    fn close(ours: &[f32], torchs: &[f64]) {
        for (ours, torchs) in ours.iter().zip(torchs) {
            assert!(
                (f64::from(*ours) - torchs).abs() < 6e-5,
                "{ours} and {torchs}"
            );
        }
    }

    /// PyTorch: `torch.manual_seed(0); torch.rand(3)` prints 0.4963, 0.7682, 0.0885.
    #[test]
    fn seed_0_gives_torchs_first_numbers() {
        close(&TorchRandom::new(0).rand(3), &[0.4963, 0.7682, 0.0885]);
    }

    /// PyTorch: the output of `torch.randn(3)` and the first numbers of `torch.randn(5, 5)` after `torch.manual_seed(0)`.
    #[test]
    fn normal_numbers_are_torchs_few_or_many() {
        close(&TorchRandom::new(0).randn(3), &[1.5410, -0.2934, -2.1788]);
        let many = TorchRandom::new(0).randn(25);
        close(
            &many,
            &[
                -1.1258, -1.1524, -0.2506, -0.4339, 0.8487, 0.6920, -0.3160, -2.1152,
            ],
        );
        assert_eq!(many.len(), 25);
    }

    /// PyTorch: `torch.manual_seed(0); torch.randperm(10)`.
    #[test]
    fn orders_are_torchs() {
        assert_eq!(
            TorchRandom::new(0).randperm(10),
            [4, 1, 7, 5, 3, 9, 0, 8, 6, 2]
        );
    }
}

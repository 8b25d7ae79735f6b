//! PyTorch's random numbers on the CPU, so that tests written in PyTorch can be repeated with the
//! same numbers.
//!
//! # Source
//! The generator is MT19937 (Matsumoto and Nishimura, 1998), seeded with `init_genrand`. The way
//! from its words to numbers was inferred from PyTorch's results.

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

    /// Draws `torch.randn(count)`: the Box-Muller transform (1958) of pairs of uniform numbers,
    /// which lie eight apart within blocks of sixteen. Fewer than sixteen numbers are made one by
    /// one, in double precision.
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

    /// Draws the parameters of `torch.nn.Linear(inputs, outputs)`: weights `[outputs, inputs]`,
    /// then biases, uniform in ±1/√inputs.
    pub fn linear(&mut self, inputs: usize, outputs: usize) -> Vec<f32> {
        let bound = 1.0 / (inputs as f32).sqrt();
        (0..(inputs + 1) * outputs)
            .map(|_| self.unit() * 2.0 * bound - bound)
            .collect()
    }

    fn unit(&mut self) -> f32 {
        (self.words.next_u32() & 0x00FF_FFFF) as f32 / 16_777_216.0
    }

    /// Returns a uniform number of 53 bits, from 0 up and below 1, made of two words.
    pub fn unit_double(&mut self) -> f64 {
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

    /// PyTorch: the output of `torch.randn(3)` and the first numbers of `torch.randn(5, 5)` after
    /// `torch.manual_seed(0)`.
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

    fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
        let (sum, count) = numbers.fold((0.0, 0.0), |(sum, count), it| (sum + it, count + 1.0));
        sum / count
    }

    /// The words are MT19937's, whose ten-thousandth with the seed 5489 the C++ standard gives; a
    /// double has the low bits of the first of two words above the second.
    #[test]
    fn doubles_are_made_of_two_words() {
        assert_eq!(TorchRandom::new(5489).words(10_000)[9_999], 4_123_659_995);
        let words = TorchRandom::new(3).words(6);
        let doubles = TorchRandom::new(3).rand_double(3);
        for (double, words) in doubles.iter().zip(words.chunks(2)) {
            let high = f64::from(words[0] % (1 << 21)) / 2_f64.powi(21);
            let low = f64::from(words[1]) / 2_f64.powi(53);
            assert_eq!(*double, high + low);
        }
        assert_eq!(doubles.len(), 3);
    }

    /// Up to fifteen numbers are made one by one; from sixteen on, with the uniform numbers that
    /// `rand` gives.
    #[test]
    fn sixteen_normal_numbers_are_a_block() {
        let uniform = TorchRandom::new(4).rand(16);
        let block = TorchRandom::new(4).randn(16);
        let few = TorchRandom::new(4).randn(15);
        assert_ne!(block[..15], few);
        for (pair, place) in (0..8).map(|at| ([block[at], block[at + 8]], at)) {
            // A radius r comes of 1 - exp(-r² / 2), an angle of its share of a turn.
            let radius = f64::from(pair[0].hypot(pair[1]));
            let share = 1.0 - (-radius * radius / 2.0).exp();
            assert!((share - f64::from(uniform[place])).abs() < 1e-5);
            let turn = f64::from(pair[1].atan2(pair[0])) / std::f64::consts::TAU;
            let off = turn - f64::from(uniform[place + 8]);
            assert!((off - off.round()).abs() < 1e-5);
        }
    }

    /// What is left after whole blocks is covered by a last block of new numbers, up to the end.
    #[test]
    fn the_last_numbers_are_a_block_of_new_ones() {
        let mut long = TorchRandom::new(6);
        let numbers = long.randn(20);
        let mut other = TorchRandom::new(6);
        let first = other.randn(16);
        assert_eq!(numbers[..4], first[..4]);
        other.rand(4);
        assert_eq!(numbers[4..], other.randn(16));
        assert_eq!(long.words(1), other.words(1));
        // Whole blocks need none.
        let mut whole = TorchRandom::new(6);
        whole.randn(32);
        assert_eq!(whole.words(1), TorchRandom::new(6).words(33)[32..]);
    }

    /// An exponential number with mean 1 is above x with probability exp(-x).
    #[test]
    fn exponential_numbers_have_a_mean_of_one() {
        let mut random = TorchRandom::new(8);
        let numbers: Vec<f64> = (0..10_000).map(|_| random.exponential()).collect();
        assert!((mean(numbers.iter().copied()) - 1.0).abs() < 0.04);
        for above in [0.5_f64, 1.0, 2.0] {
            let share = mean(numbers.iter().map(|it| f64::from(u8::from(*it > above))));
            assert!((share - (-above).exp()).abs() < 0.02, "{above}: {share}");
        }
    }

    /// The bound of 16 inputs is a quarter; there are 17 numbers of each output.
    #[test]
    fn a_linear_layer_is_uniform_within_its_bound() {
        let numbers = TorchRandom::new(9).linear(16, 100);
        assert_eq!(numbers.len(), 1_700);
        let wide = || numbers.iter().map(|it| f64::from(*it));
        assert!(wide().all(|it| it.abs() <= 0.25));
        assert!(mean(wide()).abs() < 0.02);
        assert!((mean(wide().map(|it| it * it)) - 0.25 * 0.25 / 3.0).abs() < 0.002);
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

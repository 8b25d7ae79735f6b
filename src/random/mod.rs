//! Counter-based random numbers. Each is a function of (seed, purpose, counter), so it is the same
//! on CPU and GPU and in any order of work. The room uses no other room, and every room may use it.
//!
//! # Source
//! Threefry-2x32 with 20 rounds: Salmon, Moraes, Dror and Shaw, "Parallel Random Numbers: As Easy
//! as 1, 2, 3" (SC 2011). It needs only 32-bit add, rotate and xor, which WGSL has.

#[cfg(feature = "engine")]
pub mod torch;

/// The purpose of a random number. Streams of different purposes never overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Initial weights of the networks.
    Parameters = 1,
    /// Initial states of episodes; counter `(environment, 2 * episode + half)`.
    Reset = 2,
    /// Sampled actions; counter `(environment, step)`, of continuous ones `(environment, 2 * step +
    /// pair of numbers)`.
    Action = 3,
    /// Order of samples in minibatches; counter `(epoch, position)`.
    Shuffle = 4,
    /// Inputs of checks.
    Check = 5,
    /// Episodes that a figure samples; counter `(batch, place in the batch)`.
    Figure = 6,
    /// Resamples and shuffles of the results of several seeds, and draws of recorded ones; counter
    /// `(draw, 0)`.
    Statistics = 7,
    /// Settings that a sweep draws; counter `(setting, attempt)`.
    Sweep = 8,
    /// What happens by chance in a step: the key of an episode's own stream, by the counter
    /// `(environment, episode)`. Its counter is `(step of the episode, pair of numbers)`.
    Step = 9,
}

/// The stream of random numbers of one seed and purpose.
#[derive(Clone, Copy, Debug)]
pub struct Stream {
    key: [u32; 2],
}

impl Stream {
    /// Returns the stream for a seed and a purpose.
    pub fn new(seed: u32, purpose: Purpose) -> Self {
        Self {
            key: [seed, purpose as u32],
        }
    }

    /// Returns a stream of its own for each counter.
    pub fn branch(&self, counter: [u32; 2]) -> Self {
        Self {
            key: self.bits(counter),
        }
    }

    /// Returns 64 random bits for a counter.
    pub fn bits(&self, counter: [u32; 2]) -> [u32; 2] {
        threefry(self.key, counter)
    }

    /// Returns two independent numbers, uniform in [0, 1) on a grid of 2^-24.
    pub fn uniforms(&self, counter: [u32; 2]) -> [f32; 2] {
        self.bits(counter).map(unit)
    }

    /// Returns two independent standard normal numbers, by the Box-Muller transform.
    pub fn normals(&self, counter: [u32; 2]) -> [f64; 2] {
        let [a, b] = self.bits(counter);
        // Adding a half keeps the logarithm's argument above zero.
        let radius = (-2.0 * ((f64::from(a) + 0.5) / 4_294_967_296.0).ln()).sqrt();
        let angle = std::f64::consts::TAU * f64::from(b) / 4_294_967_296.0;
        [radius * angle.cos(), radius * angle.sin()]
    }

    /// Returns `N` independent standard normal numbers of a place in a row, such as a step of an
    /// environment. Each place has counters of its own, one for two numbers.
    pub fn normals_at<const N: usize>(&self, [row, place]: [u32; 2]) -> [f32; N] {
        let counters = N.div_ceil(2) as u32;
        let mut numbers = [0.0; N];
        for (pair, counter) in numbers.chunks_mut(2).zip(0..) {
            let counter = place.wrapping_mul(counters).wrapping_add(counter);
            for (number, normal) in pair.iter_mut().zip(self.normals([row, counter])) {
                *number = normal as f32;
            }
        }
        numbers
    }

    /// Returns a random permutation of `0..len` (Fisher-Yates), another one for each `epoch`.
    pub fn permutation(&self, len: usize, epoch: u32) -> Vec<usize> {
        let mut order: Vec<usize> = (0..len).collect();
        for last in (1..len).rev() {
            let [high, low] = self.bits([epoch, last as u32]);
            let draw = u64::from(high) << 32 | u64::from(low);
            order.swap(last, (draw % (last as u64 + 1)) as usize);
        }
        order
    }
}

/// Returns the top 24 bits as a fraction in [0, 1).
fn unit(bits: u32) -> f32 {
    (bits >> 8) as f32 / 16_777_216.0
}

/// Left rotations of the rounds, alternately of the first four and of the second, from the paper.
pub const ROTATIONS: [[u32; 4]; 2] = [[13, 15, 26, 6], [17, 29, 16, 24]];
/// Skein's key-schedule parity, from the paper.
pub const PARITY: u32 = 0x1BD1_1BDA;

fn threefry(key: [u32; 2], counter: [u32; 2]) -> [u32; 2] {
    let schedule = [key[0], key[1], PARITY ^ key[0] ^ key[1]];
    let mut x = counter[0].wrapping_add(schedule[0]);
    let mut y = counter[1].wrapping_add(schedule[1]);
    for block in 0..5_u32 {
        for rotation in ROTATIONS[block as usize % 2] {
            x = x.wrapping_add(y);
            y = y.rotate_left(rotation) ^ x;
        }
        let next = block + 1;
        x = x.wrapping_add(schedule[next as usize % 3]);
        y = y
            .wrapping_add(schedule[(next as usize + 1) % 3])
            .wrapping_add(next);
    }
    [x, y]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Known answers published with the paper's reference library.
    #[test]
    fn threefry_gives_the_published_answers() {
        assert_eq!(threefry([0, 0], [0, 0]), [0x6b20_0159, 0x99ba_4efe]);
        assert_eq!(threefry([!0, !0], [!0, !0]), [0x1cb9_96fc, 0xbb00_2be7]);
        assert_eq!(
            threefry([0x1319_8a2e, 0x0370_7344], [0x243f_6a88, 0x85a3_08d3]),
            [0xc492_3a9c, 0x483d_f7a0]
        );
    }

    #[test]
    fn uniforms_have_the_mean_and_variance_of_a_uniform() {
        let stream = Stream::new(7, Purpose::Action);
        let draws: Vec<f64> = (0..20_000)
            .flat_map(|step| stream.uniforms([3, step]))
            .map(f64::from)
            .collect();
        let mean = draws.iter().sum::<f64>() / draws.len() as f64;
        let variance = draws.iter().map(|u| (u - mean).powi(2)).sum::<f64>() / draws.len() as f64;
        assert!((mean - 0.5).abs() < 0.01, "mean {mean}");
        assert!((variance - 1.0 / 12.0).abs() < 0.002, "variance {variance}");
        assert!(draws.iter().all(|u| (0.0..1.0).contains(u)));
    }

    /// Mean, variance and fourth moment of a standard normal are 0, 1 and 3; the two of a pair are
    /// independent of each other and of those of the next counter.
    #[test]
    fn normals_have_the_moments_of_a_standard_normal() {
        let stream = Stream::new(7, Purpose::Check);
        let draws: Vec<f64> = (0..20_000)
            .flat_map(|step| stream.normals([3, step]))
            .collect();
        let mean_of = |terms: &mut dyn Iterator<Item = f64>| {
            let (sum, count) = terms.fold((0.0, 0.0), |(sum, count), it| (sum + it, count + 1.0));
            sum / count
        };
        for (what, moment, expected, allowed) in [
            ("mean", mean_of(&mut draws.iter().copied()), 0.0, 0.02),
            (
                "variance",
                mean_of(&mut draws.iter().map(|it| it.powi(2))),
                1.0,
                0.03,
            ),
            (
                "fourth moment",
                mean_of(&mut draws.iter().map(|it| it.powi(4))),
                3.0,
                0.2,
            ),
            (
                "within a pair",
                mean_of(&mut draws.chunks(2).map(|pair| pair[0] * pair[1])),
                0.0,
                0.03,
            ),
            (
                "from pair to pair",
                mean_of(&mut draws.windows(3).map(|three| three[0] * three[2])),
                0.0,
                0.03,
            ),
            (
                "share of the positive",
                mean_of(&mut draws.iter().map(|it| f64::from(u8::from(*it > 0.0)))),
                0.5,
                0.01,
            ),
        ] {
            assert!((moment - expected).abs() < allowed, "{what}: {moment}");
        }
    }

    /// The first word of a counter is the share of a normal pair that is farther out, the second
    /// the share of a turn.
    #[test]
    fn normals_come_of_a_radius_and_a_turn() {
        let stream = Stream::new(2, Purpose::Check);
        for step in 0..100 {
            let [far, turn] = stream
                .bits([0, step])
                .map(|word| f64::from(word) / 2_f64.powi(32));
            let [x, y] = stream.normals([0, step]);
            assert!(((-(x * x + y * y) / 2.0).exp() - far).abs() < 1e-8);
            let off = y.atan2(x) / std::f64::consts::TAU - turn;
            assert!((off - off.round()).abs() < 1e-8);
        }
    }

    /// An odd number of them leaves the second half of its last counter out.
    #[test]
    fn each_place_has_normals_of_its_own() {
        let stream = Stream::new(3, Purpose::Action);
        let pair = |counter| stream.normals([7, counter]).map(|it| it as f32);
        let [a, b] = pair(10);
        let [c, d] = pair(11);
        assert_eq!(stream.normals_at::<4>([7, 5]), [a, b, c, d]);
        assert_eq!(stream.normals_at::<3>([7, 5]), [a, b, c]);
        assert_eq!(stream.normals_at::<2>([7, 10]), [a, b]);
    }

    /// 2^32 leaves a remainder of 1 by three, so a draw among three is the sum of both words; among
    /// two it is the last bit.
    #[test]
    fn both_words_of_a_counter_draw() {
        let stream = Stream::new(5, Purpose::Shuffle);
        for epoch in 0..100 {
            let [high, low] = stream.bits([epoch, 2]).map(u64::from);
            let mut order = vec![0, 1, 2];
            order.swap(2, ((high + low) % 3) as usize);
            order.swap(1, (stream.bits([epoch, 1])[1] % 2) as usize);
            assert_eq!(stream.permutation(3, epoch), order);
        }
    }

    /// Of three things there are six orders. Each comes as often as the others.
    #[test]
    fn every_order_is_as_likely() {
        let stream = Stream::new(5, Purpose::Shuffle);
        let mut counts = std::collections::BTreeMap::new();
        for epoch in 0..6_000 {
            *counts.entry(stream.permutation(3, epoch)).or_insert(0_u32) += 1;
        }
        assert_eq!(counts.len(), 6);
        assert!(
            counts.values().all(|count| count.abs_diff(1_000) < 120),
            "{counts:?}"
        );
    }

    #[test]
    fn a_branchs_key_are_the_bits_of_its_counter() {
        let stream = Stream::new(3, Purpose::Step);
        let [one, other] = [[0, 1], [1, 0]].map(|counter| stream.branch(counter));
        assert_eq!(one.bits([2, 5]), threefry(stream.bits([0, 1]), [2, 5]));
        assert_ne!(one.bits([2, 5]), other.bits([2, 5]));
    }

    #[test]
    fn permutations_hold_every_index_once_and_differ_by_epoch() {
        let stream = Stream::new(1, Purpose::Shuffle);
        let first = stream.permutation(100, 0);
        let second = stream.permutation(100, 1);
        assert_ne!(first, second);
        for mut order in [first, second] {
            order.sort_unstable();
            assert!(order.into_iter().eq(0..100));
        }
    }
}

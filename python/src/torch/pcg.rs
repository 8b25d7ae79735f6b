//! numpy's generator of words, PCG64, and how it makes whole, normal and exponential numbers of
//! them.
//!
//! # Source
//! The generator: O'Neill, "PCG" (2014), XSL-RR with 128 bits of state; its seeds: O'Neill,
//! "Developing a seed_seq alternative" (2015). Whole numbers below a bound: Lemire, "Fast random
//! integer generation in an interval" (2019). The ziggurat: Marsaglia and Tsang (2000). Choosing
//! without replacement: Floyd, in Bentley's "Programming pearls" (1987).

use std::collections::HashSet;

/// The factor of the state's recurrence.
const FACTOR: u128 = 0x2360_ED05_1FC6_5DA4_4385_DF64_9FCC_F645;

/// Layers of equal area under a density, from which numbers are drawn. Layer 0 ends in the tail, at
/// `edge`.
#[derive(Clone, Debug)]
pub struct Ziggurat {
    /// The width of a step in each layer.
    pub widths: Vec<f64>,
    /// The number of steps that surely lie below the density.
    pub sure: Vec<u64>,
    /// The density at each layer's edge.
    pub heights: Vec<f64>,
    /// Where the tail begins.
    pub edge: f64,
}

impl Ziggurat {
    /// Returns true if a number with this density lies below the density. Its layer is not the
    /// lowest.
    fn holds(&self, layer: usize, share: f64, density: f64) -> bool {
        let [upper, lower] = [self.heights[layer - 1], self.heights[layer]];
        (upper - lower) * share + lower < density
    }
}

/// The generator.
#[derive(Clone, Debug)]
pub struct Pcg {
    /// What the recurrence changes.
    pub state: u128,
    /// What it adds.
    pub increment: u128,
    /// The upper half of a word of 64 bits, of which only the lower half was used.
    pub kept: Option<u32>,
}

impl Pcg {
    /// Returns a word of 64 bits.
    pub fn long(&mut self) -> u64 {
        let state = self.state.wrapping_mul(FACTOR);
        self.state = state.wrapping_add(self.increment);
        let folded = (self.state >> 64) as u64 ^ self.state as u64;
        folded.rotate_right((self.state >> 122) as u32)
    }

    /// Returns a word of 32 bits.
    pub fn word(&mut self) -> u32 {
        self.kept.take().unwrap_or_else(|| {
            let long = self.long();
            self.kept = Some((long >> 32) as u32);
            long as u32
        })
    }

    /// Returns a number in `[0, 1)` with 53 random bits.
    pub fn double(&mut self) -> f64 {
        (self.long() >> 11) as f64 / 9_007_199_254_740_992.0
    }

    /// Returns a number in `[0, 1)` with 24 random bits.
    pub fn single(&mut self) -> f32 {
        (self.word() >> 8) as f32 / 16_777_216.0
    }

    /// Returns a whole number from 0 to `most`: the lowest bits of a word, without those above it.
    pub fn masked(&mut self, most: u64) -> u64 {
        if most == 0 {
            return 0;
        }
        let mask = u64::MAX >> most.leading_zeros();
        loop {
            let drawn = if most > u64::from(u32::MAX) {
                self.long()
            } else {
                self.word().into()
            };
            if drawn & mask <= most {
                return drawn & mask;
            }
        }
    }

    /// Returns a whole number from 0 to `most` as the high half of a product.
    pub fn below(&mut self, most: u64) -> u64 {
        if most > u64::from(u32::MAX) {
            lemire(64, most, || self.long())
        } else {
            lemire(32, most, || self.word().into())
        }
    }

    /// Returns numbers from 0 to `most` of 8 or 16 bits, or of one, which share words.
    pub fn short(&mut self, bits: u32, most: u64, count: usize) -> Vec<i64> {
        let (mut word, mut left) = (0_u32, 0);
        let mut part = || {
            if left == 0 {
                (word, left) = (self.word(), 32 / bits);
            }
            let part = word & ((1 << bits) - 1);
            word >>= bits;
            left -= 1;
            part.into()
        };
        (0..count)
            .map(|_| lemire(bits, most, &mut part) as i64)
            .collect()
    }

    /// Returns a standard normal number.
    pub fn normal(&mut self, ziggurat: &Ziggurat) -> f64 {
        loop {
            let drawn = self.long();
            let (layer, steps) = ((drawn & 255) as usize, drawn >> 9 & ((1 << 52) - 1));
            let sign = if drawn >> 8 & 1 == 1 { -1.0 } else { 1.0 };
            let x = sign * steps as f64 * ziggurat.widths[layer];
            if steps < ziggurat.sure[layer] {
                return x;
            }
            if layer == 0 {
                return self.normal_tail(steps >> 8 & 1 == 1, ziggurat.edge);
            }
            if ziggurat.holds(layer, self.double(), (-0.5 * x * x).exp()) {
                return x;
            }
        }
    }

    fn normal_tail(&mut self, is_negative: bool, edge: f64) -> f64 {
        loop {
            let over = -(1.0 / edge) * (-self.double()).ln_1p();
            let height = -(-self.double()).ln_1p();
            if height + height > over * over {
                return if is_negative {
                    -(edge + over)
                } else {
                    edge + over
                };
            }
        }
    }

    /// Returns a number of the exponential distribution with mean 1.
    pub fn exponential(&mut self, ziggurat: &Ziggurat) -> f64 {
        loop {
            let drawn = self.long() >> 3;
            let (layer, steps) = ((drawn & 255) as usize, drawn >> 8);
            let x = steps as f64 * ziggurat.widths[layer];
            if steps < ziggurat.sure[layer] {
                return x;
            }
            if layer == 0 {
                return ziggurat.edge - (-self.double()).ln_1p();
            }
            if ziggurat.holds(layer, self.double(), (-x).exp()) {
                return x;
            }
        }
    }

    /// Returns `count` different places out of `length`, in random order if they are `mixed`.
    pub fn distinct(&mut self, length: usize, count: usize, mixed: bool) -> Vec<i64> {
        let share = if mixed { 50 } else { 20 };
        if length > 10_000 && count > length / share {
            // The end of a shuffled list of all places.
            let mut places: Vec<i64> = (0..length as i64).collect();
            for last in (length.saturating_sub(count).max(1)..length).rev() {
                places.swap(last, self.below(last as u64) as usize);
            }
            return places.split_off(length - count);
        }
        let mut seen = HashSet::new();
        let mut places: Vec<i64> = (length - count..length)
            .map(|last| {
                let drawn = self.below(last as u64) as i64;
                let place = if seen.contains(&drawn) {
                    last as i64
                } else {
                    drawn
                };
                seen.insert(place);
                place
            })
            .collect();
        if mixed {
            shuffle(&mut places, |most| self.below(most));
        }
        places
    }
}

/// Puts entries in random order; `draw` returns a whole number from 0 to its argument.
pub fn shuffle(entries: &mut [i64], mut draw: impl FnMut(u64) -> u64) {
    for last in (1..entries.len()).rev() {
        entries.swap(last, draw(last as u64) as usize);
    }
}

/// Returns a whole number from 0 to `most` out of words of so many bits: the high half of a
/// product, which seldom throws one away.
fn lemire(bits: u32, most: u64, mut draw: impl FnMut() -> u64) -> u64 {
    let top = (1_u128 << bits) - 1;
    let count = u128::from(most) + 1;
    if most == 0 || count > top {
        return if most == 0 { 0 } else { draw() };
    }
    loop {
        let product = u128::from(draw()) * count;
        let low = product & top;
        if low >= count || low >= (top + 1 - count) % count {
            return (product >> bits) as u64;
        }
    }
}

/// Returns what changes words, each by another constant: a multiple of the one before.
fn hash(mut constant: u32, factor: u32) -> impl FnMut(u32) -> u32 {
    move |word| {
        let word = word ^ constant;
        constant = constant.wrapping_mul(factor);
        let word = word.wrapping_mul(constant);
        word ^ word >> 16
    }
}

/// Mixes the words of a seed into `size` words, each of which depends on all.
pub fn pool(words: &[u32], size: usize) -> Vec<u32> {
    let mut hashed = hash(0x43B0_D7E5, 0x931E_8875);
    let mixed = |x: u32, y: u32| {
        let result = (x.wrapping_mul(0xCA01_F9DD)).wrapping_sub(y.wrapping_mul(0x4973_F715));
        result ^ result >> 16
    };
    let mut pool: Vec<u32> = (0..size)
        .map(|place| hashed(words.get(place).copied().unwrap_or(0)))
        .collect();
    for source in 0..size {
        for target in (0..size).filter(|target| *target != source) {
            pool[target] = mixed(pool[target], hashed(pool[source]));
        }
    }
    for word in words.iter().skip(size) {
        for entry in &mut pool {
            *entry = mixed(*entry, hashed(*word));
        }
    }
    pool
}

/// Returns `count` words of a pool, with which a generator starts.
pub fn spread(pool: &[u32], count: usize) -> Vec<u32> {
    let mut hashed = hash(0x8B51_F9DD, 0x58F3_8DED);
    (pool.iter().cycle().take(count))
        .map(|entry| hashed(*entry))
        .collect()
}

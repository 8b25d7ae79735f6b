//! What the values of several seeds show: an interval for each setting, and how often chance alone
//! separates two settings as far.

use crate::random::{Purpose, Stream};

/// The largest number of values, of both groups together, whose arrangements are all tried: 924 at
/// most.
const ALL_TRIED_UP_TO: usize = 12;
/// Arrangements that are tried of more values: the observed one and random ones.
const TRIED: usize = 1000;
/// Resamples behind an interval.
const RESAMPLES: usize = 1000;
/// The share of intervals that should contain the value that they estimate.
pub const CONFIDENCE: f64 = 0.95;
/// A difference counts as shown if chance alone makes one as large in at most this share of all
/// arrangements.
pub const SIGNIFICANCE: f64 = 0.05;

/// The one number that stands for the values of several seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeedStatistic {
    /// The mean.
    Mean,
    /// The value in the middle, or the mean of the two in the middle.
    Median,
    /// The mean of what is left without the lowest and the highest quarter, each rounded down to
    /// whole values.
    InterquartileMean,
}

values!(
    SeedStatistic,
    /// Returns its name.
    label -> &'static str {
        Mean: "mean",
        Median: "median",
        InterquartileMean: "interquartile mean",
    }
);

impl SeedStatistic {
    /// Computes it from values in any order; NaN if there are none.
    pub fn of(self, values: &[f64]) -> f64 {
        self.of_sorted(&sorted(values))
    }

    /// Computes it from values in rising order.
    ///
    /// # Source
    /// Agarwal et al., "Deep RL at the Edge of the Statistical Precipice" (NeurIPS 2021), for the
    /// interquartile mean.
    fn of_sorted(self, values: &[f64]) -> f64 {
        let count = values.len();
        let left_out = match self {
            Self::Mean => 0,
            Self::Median => count.saturating_sub(1) / 2,
            Self::InterquartileMean => count / 4,
        };
        let kept = &values[left_out..count - left_out];
        kept.iter().sum::<f64>() / kept.len() as f64
    }
}

/// The count of a permutation test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Permutations {
    /// Arrangements whose groups differ at least as much as the observed ones. The observed
    /// arrangement is one of them.
    pub as_large: usize,
    /// Arrangements tried.
    pub tried: usize,
}

impl Permutations {
    /// Returns the share of arrangements that differ at least as much, in (0, 1].
    pub fn p_value(self) -> f64 {
        self.as_large as f64 / self.tried as f64
    }

    /// Returns true if chance alone rarely makes such a difference: in at most [`SIGNIFICANCE`] of
    /// all arrangements.
    pub fn is_shown(self) -> bool {
        self.p_value() <= SIGNIFICANCE
    }
}

/// How often a comparison of this many seeds comes out in which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeated {
    /// Draws whose difference the permutation test shows.
    pub shown: usize,
    /// Draws whose interval for the first group contains the statistic of all its values.
    pub covered: usize,
    /// Draws.
    pub draws: usize,
}

/// Returns the percentile bootstrap interval of a statistic, `[low, high]`, in the unit of the
/// values: it contains the middle 95 % of the statistic over resamples of as many values, drawn
/// with replacement. `[NaN, NaN]` without values.
///
/// # Source
/// Efron, "Bootstrap Methods: Another Look at the Jackknife" (1979).
pub fn bootstrap_interval(values: &[f64], statistic: SeedStatistic, seed: u32) -> [f64; 2] {
    interval_of(
        &sorted(values),
        statistic,
        RESAMPLES,
        &mut Numbers::new(seed),
    )
}

/// Compares two groups by a statistic, in both directions: counts the arrangements of all values in
/// groups of these sizes whose difference is at least the observed one. Up to twelve values all
/// arrangements are tried, of more the observed one and 999 random ones. With an empty group
/// nothing can be compared, and 1 of 1 is returned.
///
/// # Source
/// Fisher, "The Design of Experiments" (1935); Phipson and Smyth, "Permutation P-values Should
/// Never Be Zero" (2010), for counting the observed arrangement.
pub fn permutation_test(a: &[f64], b: &[f64], statistic: SeedStatistic, seed: u32) -> Permutations {
    permutations_of(a, b, statistic, TRIED, &mut Numbers::new(seed))
}

/// Repeats a comparison of `count` seeds in each group `draws` times, each with values drawn from
/// the groups with replacement, as if the recorded values were all that can happen.
pub fn repeat_comparison(
    [a, b]: [&[f64]; 2],
    count: usize,
    statistic: SeedStatistic,
    draws: usize,
    seed: u32,
) -> Repeated {
    let numbers = &mut Numbers::new(seed);
    let truth = statistic.of(a);
    // Fewer shuffles and resamples than for one comparison on show: their noise averages out over
    // the draws.
    let (tried, resamples) = (TRIED / 5, RESAMPLES / 5);
    let mut repeated = Repeated {
        shown: 0,
        covered: 0,
        draws,
    };
    for _ in 0..draws {
        let [one, other] = [a, b].map(|values| drawn(values, count, numbers));
        let test = permutations_of(&one, &other, statistic, tried, numbers);
        repeated.shown += usize::from(test.is_shown());
        let [low, high] = interval_of(&sorted(&one), statistic, resamples, numbers);
        repeated.covered += usize::from(low <= truth && truth <= high);
    }
    repeated
}

/// Draws `count` of the values with replacement; the same ones for the same seed.
pub fn draw_seeds(values: &[f64], count: usize, seed: u32) -> Vec<f64> {
    drawn(values, count, &mut Numbers::new(seed))
}

fn sorted(values: &[f64]) -> Vec<f64> {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    values
}

fn drawn(values: &[f64], count: usize, numbers: &mut Numbers) -> Vec<f64> {
    let draws = (0..count).filter_map(|_| values.get(numbers.below(values.len())).copied());
    draws.collect()
}

/// Returns the interval of sorted values.
fn interval_of(
    values: &[f64],
    statistic: SeedStatistic,
    resamples: usize,
    numbers: &mut Numbers,
) -> [f64; 2] {
    let mut times = vec![0_usize; values.len()];
    let mut resample = Vec::with_capacity(values.len());
    let mut results: Vec<f64> = (0..resamples)
        .map(|_| {
            // Counting how often each value is drawn leaves the resample sorted.
            times.fill(0);
            for _ in values {
                times[numbers.below(values.len())] += 1;
            }
            resample.clear();
            for (value, times) in values.iter().zip(&times) {
                resample.extend(std::iter::repeat_n(*value, *times));
            }
            statistic.of_sorted(&resample)
        })
        .collect();
    results.sort_by(f64::total_cmp);
    [(1.0 - CONFIDENCE) / 2.0, f64::midpoint(1.0, CONFIDENCE)].map(|part| quantile(&results, part))
}

/// Returns a quantile of sorted values, between two of them on the line that joins them.
fn quantile(values: &[f64], part: f64) -> f64 {
    let place = part * values.len().saturating_sub(1) as f64;
    let (low, high) = (place.floor() as usize, place.ceil() as usize);
    match (values.get(low), values.get(high)) {
        (Some(low), Some(high)) => low + place.fract() * (high - low),
        _ => f64::NAN,
    }
}

fn permutations_of(
    a: &[f64],
    b: &[f64],
    statistic: SeedStatistic,
    tried: usize,
    numbers: &mut Numbers,
) -> Permutations {
    if a.is_empty() || b.is_empty() {
        return Permutations {
            as_large: 1,
            tried: 1,
        };
    }
    let values = [a, b].concat();
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|one, other| values[*one].total_cmp(&values[*other]));
    let pooled: Vec<f64> = order.iter().map(|place| values[*place]).collect();
    let observed: Vec<bool> = order.iter().map(|place| *place < a.len()).collect();
    let mut groups = [Vec::new(), Vec::new()];
    let mut apart = |is_first: &[bool]| {
        groups.iter_mut().for_each(Vec::clear);
        for (value, is_first) in pooled.iter().zip(is_first) {
            groups[usize::from(!is_first)].push(*value);
        }
        let [one, other] = [&groups[0], &groups[1]].map(|group| statistic.of_sorted(group));
        (one - other).abs()
    };
    // Sums of the same values in another order can differ in the last digits.
    let size = pooled
        .iter()
        .fold(0.0_f64, |size, value| size.max(value.abs()));
    let enough = apart(&observed) - 1e-9 * size;
    let mut is_first = vec![false; pooled.len()];
    if pooled.len() <= ALL_TRIED_UP_TO {
        let mut all = Permutations {
            as_large: 0,
            tried: 0,
        };
        for chosen in (0..1_u32 << pooled.len()).filter(|it| it.count_ones() as usize == a.len()) {
            for (place, is_first) in is_first.iter_mut().enumerate() {
                *is_first = chosen >> place & 1 == 1;
            }
            all.tried += 1;
            all.as_large += usize::from(apart(&is_first) >= enough);
        }
        return all;
    }
    let mut places: Vec<usize> = (0..pooled.len()).collect();
    let as_large = 1
        + (1..tried)
            .filter(|_| {
                is_first.fill(false);
                for place in 0..a.len() {
                    let other = place + numbers.below(places.len() - place);
                    places.swap(place, other);
                    is_first[places[place]] = true;
                }
                apart(&is_first) >= enough
            })
            .count();
    Permutations { as_large, tried }
}

/// Random numbers in a row.
struct Numbers {
    stream: Stream,
    counter: u32,
    left: Option<u32>,
}

impl Numbers {
    fn new(seed: u32) -> Self {
        Self {
            stream: Stream::new(seed, Purpose::Statistics),
            counter: 0,
            left: None,
        }
    }

    /// Returns a whole number below `end`, each equally often but for 1 part in 2^32 / `end`; 0 if
    /// `end` is 0.
    fn below(&mut self, end: usize) -> usize {
        let bits = self.left.take().unwrap_or_else(|| {
            let [now, next] = self.stream.bits([self.counter, 0]);
            self.left = Some(next);
            self.counter = self.counter.wrapping_add(1);
            now
        });
        ((u64::from(bits) * end as u64) >> 32) as usize
    }
}

#[cfg(test)]
#[path = "tests/statistics.rs"]
mod tests;

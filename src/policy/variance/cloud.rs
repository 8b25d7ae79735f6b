//! Batches of sampled episodes, and the gradients that they estimate.

use super::corridor::Corridor;
use crate::random::{Purpose, Stream};

/// Draws `count` batches of `size` episodes each and returns the index of every episode, one batch
/// after the other. A larger batch of the same seed holds the episodes of the smaller one, and
/// more.
pub fn draw(corridor: &Corridor, seed: u32, count: usize, size: usize) -> Vec<usize> {
    let stream = Stream::new(seed, Purpose::Figure);
    let mut sum = 0.0;
    let up_to: Vec<f64> = (corridor.episodes().iter())
        .map(|episode| {
            sum += episode.probability;
            sum
        })
        .collect();
    let last = up_to.len() - 1;
    let one = |batch: usize, place: usize| {
        let [part, _] = stream.uniforms([batch as u32, place as u32]);
        let found = up_to.partition_point(|sum| *sum <= f64::from(part));
        // Rounding can leave the sum of all probabilities slightly below 1.
        found.min(last)
    };
    (0..count)
        .flat_map(|batch| (0..size).map(move |place| (batch, place)))
        .map(|(batch, place)| one(batch, place))
        .collect()
}

/// Returns the mean estimate of each batch. `drawn` are indices of episodes from [`draw`] with the
/// same `size`.
pub fn batch_means(estimates: &[[f64; 2]], drawn: &[usize], size: usize) -> Vec<[f64; 2]> {
    let mean = |batch: &[usize]| {
        let mut sum = [0.0; 2];
        for estimate in batch.iter().filter_map(|index| estimates.get(*index)) {
            sum = [sum[0] + estimate[0], sum[1] + estimate[1]];
        }
        sum.map(|sum| sum / batch.len() as f64)
    };
    drawn.chunks_exact(size.max(1)).map(mean).collect()
}

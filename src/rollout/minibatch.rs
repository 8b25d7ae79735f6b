//! Minibatches: the samples of a rollout that one gradient step uses.

use std::ops::Range;

use super::{BadArgument, Rollout};
use crate::random::Stream;

/// Samples of a rollout, column by column.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Minibatch {
    /// `[size, obs_size]`.
    pub obs: Vec<f32>,
    /// `[size]`; 0 for continuous actions.
    pub actions: Vec<i32>,
    /// `[size, num_controls]`; empty if actions are discrete.
    pub controls: Vec<f32>,
    /// `[size]`.
    pub old_log_prob: Vec<f32>,
    /// `[size]`.
    pub advantages: Vec<f32>,
    /// `[size]`.
    pub returns: Vec<f32>,
    /// The critic's values of the rollout, `[size]`; empty unless its loss is clipped around them.
    pub old_values: Vec<f32>,
}

impl Minibatch {
    /// Returns the samples at `indices`, with their advantages and returns.
    pub fn pick(rollout: &Rollout, advantages: &[f32], returns: &[f32], indices: &[usize]) -> Self {
        let rows = |from: &[f32], size: usize| {
            if size == 0 {
                return Vec::new();
            }
            let mut rows = Vec::with_capacity(indices.len() * size);
            for &index in indices {
                // One by one: a call to copy the few numbers of a row would take longer.
                for number in &from[index * size..(index + 1) * size] {
                    rows.push(*number);
                }
            }
            rows
        };
        let column = |from: &[f32]| indices.iter().map(|&index| from[index]).collect();
        let actions = (indices.iter()).map(|&index| rollout.actions[index] as i32);
        Self {
            obs: rows(&rollout.obs, rollout.obs_size),
            actions: actions.collect(),
            controls: rows(&rollout.controls, rollout.row.controls),
            old_log_prob: column(&rollout.log_prob),
            advantages: column(advantages),
            returns: column(returns),
            old_values: Vec::new(),
        }
    }

    /// Returns the observations of some rows.
    pub fn obs_of(&self, rows: Range<usize>) -> &[f32] {
        self.of_rows(&self.obs, rows)
    }

    /// Returns the numbers of continuous actions of some rows.
    pub fn controls_of(&self, rows: Range<usize>) -> &[f32] {
        self.of_rows(&self.controls, rows)
    }

    fn of_rows<'a>(&self, column: &'a [f32], rows: Range<usize>) -> &'a [f32] {
        let width = column.len() / self.len();
        &column[rows.start * width..rows.end * width]
    }

    /// Returns the number of samples.
    pub fn len(&self) -> usize {
        self.actions.len()
    }

    /// Returns true if there are no samples.
    pub fn is_empty(&self) -> bool {
        self.actions.is_empty()
    }
}

/// Shuffles `0..batch_size` and splits it into `num_minibatches` equal parts (detail 6 of "The 37
/// Implementation Details of PPO"). `epoch` counts the shuffles of the run.
///
/// # Errors
/// When there is nothing to split, or `num_minibatches` does not divide `batch_size`.
pub fn shuffled(
    stream: &Stream,
    epoch: u32,
    batch_size: usize,
    num_minibatches: usize,
) -> Result<Vec<Vec<usize>>, BadArgument> {
    if batch_size == 0 {
        return Err(BadArgument::new("batch_size", "The rollout is empty"));
    }
    if num_minibatches == 0 || !batch_size.is_multiple_of(num_minibatches) {
        return Err(BadArgument::new(
            "num_minibatches",
            format!("{batch_size} samples do not divide into {num_minibatches} equal parts"),
        ));
    }
    Ok(stream
        .permutation(batch_size, epoch)
        .chunks(batch_size / num_minibatches)
        .map(<[usize]>::to_vec)
        .collect())
}

/// Splits the samples of a rollout into `parts` groups of whole environments, step by step.
///
/// # Errors
/// When `parts` does not divide `num_envs`.
pub fn by_worlds(
    num_envs: usize,
    num_steps: usize,
    parts: usize,
) -> Result<Vec<Vec<usize>>, BadArgument> {
    if parts == 0 || !num_envs.is_multiple_of(parts) {
        return Err(BadArgument::new(
            "num_minibatches",
            format!("{num_envs} environments do not divide into {parts} equal parts"),
        ));
    }
    let part = num_envs / parts;
    Ok((0..num_envs)
        .step_by(part)
        .map(|first| {
            (0..num_steps)
                .flat_map(|step| (first..first + part).map(move |world| step * num_envs + world))
                .collect()
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ops::rollout::RowSize;

    #[test]
    fn a_sample_takes_all_numbers_of_its_action_along() {
        for width in [2, 3] {
            let rollout = Rollout {
                num_envs: 2,
                num_steps: 3,
                obs_size: 1,
                row: RowSize {
                    state: 1,
                    controls: width,
                },
                obs: vec![0.0, 1.0, 2.0, 3.0, 4.0, 5.0],
                actions: vec![0; 6],
                // Number 1 of the action of sample 4 is 4.1.
                controls: (0..6 * width)
                    .map(|at| (at / width) as f32 + 0.1 * (at % width) as f32)
                    .collect(),
                log_prob: vec![0.0; 6],
                ..Rollout::default()
            };
            let targets = [0.0; 6];
            let minibatch = Minibatch::pick(&rollout, &targets, &targets, &[4, 0, 3]);
            assert_eq!(minibatch.obs, [4.0, 0.0, 3.0]);
            let row = |sample: f32| (0..width).map(move |number| sample + 0.1 * number as f32);
            let expected: Vec<f32> = [4.0, 0.0, 3.0].into_iter().flat_map(row).collect();
            assert_eq!(minibatch.controls, expected);
            assert_eq!(minibatch.controls_of(1..3), &expected[width..]);
            assert_eq!(minibatch.obs_of(1..3), [0.0, 3.0]);
        }
    }
}

//! A run as it stood after an iteration: enough to go on from there.

use serde::{Deserialize, Serialize};

/// Most checkpoints of a run under way that are kept.
pub const MOST: usize = 24;
/// Fewest, however large the networks are: a run that collapses needs some way back.
const FEWEST: usize = 4;
/// Bytes of a tab's memory that the checkpoints of a run may take.
const BYTES: usize = 32 << 20;
/// Parameters, and two running means of each.
const BYTES_PER_PARAMETER: usize = 3 * size_of::<f32>();

/// The networks and the optimiser after an iteration whose numbers were all finite.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// Iterations done.
    pub iteration: usize,
    /// Environment steps taken.
    pub global_step: u64,
    /// All parameters of actor and critic.
    pub parameters: Vec<f32>,
    /// Adam's running mean of the gradient.
    pub first_moment: Vec<f32>,
    /// Adam's running mean of the squared gradient.
    pub second_moment: Vec<f32>,
    /// Adam's steps.
    pub adam_steps: i32,
}

/// Iterations between two checkpoints once `iteration` are done: the smallest power of two with which at most [`MOST`]
/// are kept, fewer of large networks. A spacing divides those that follow, so that what is thinned out stays even.
pub fn spacing(iteration: usize, num_parameters: usize) -> usize {
    let most = (BYTES / (BYTES_PER_PARAMETER * num_parameters.max(1))).clamp(FEWEST, MOST);
    iteration.div_ceil(most).max(1).next_power_of_two()
}

/// True if a checkpoint is due after `iteration`.
pub fn is_due(iteration: usize, num_parameters: usize) -> bool {
    iteration.is_multiple_of(spacing(iteration, num_parameters))
}

/// Adds a checkpoint to those of a run, and drops the ones that now stand too close together or that it replaces.
pub fn keep(kept: &mut Vec<Checkpoint>, checkpoint: Checkpoint) {
    let spacing = spacing(checkpoint.iteration, checkpoint.parameters.len());
    kept.retain(|it| it.iteration < checkpoint.iteration && it.iteration.is_multiple_of(spacing));
    kept.push(checkpoint);
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: usize = 9_155;

    fn at(iteration: usize, num_parameters: usize) -> Checkpoint {
        Checkpoint {
            iteration,
            global_step: iteration as u64 * 10,
            parameters: vec![0.0; num_parameters],
            first_moment: Vec::new(),
            second_moment: Vec::new(),
            adam_steps: 0,
        }
    }

    fn kept(iterations: usize, num_parameters: usize) -> Vec<usize> {
        let mut kept = Vec::new();
        for iteration in (1..=iterations).filter(|it| is_due(*it, num_parameters)) {
            keep(&mut kept, at(iteration, num_parameters));
        }
        kept.iter().map(|it| it.iteration).collect()
    }

    #[test]
    fn every_iteration_at_first_and_then_every_second() {
        assert_eq!(kept(24, SMALL), (1..=24).collect::<Vec<_>>());
        assert_eq!(kept(27, SMALL), (2..=26).step_by(2).collect::<Vec<_>>());
        assert_eq!(kept(100, SMALL), (4..=96).step_by(4).collect::<Vec<_>>());
    }

    #[test]
    fn their_number_stays_small_however_long_the_run() {
        for iterations in [1, 25, 49, 976, 4_000] {
            let kept = kept(iterations, 8);
            assert!((1..=MOST).contains(&kept.len()), "{iterations}: {kept:?}");
            assert!(iterations < 30 || kept.len() >= MOST / 2, "{iterations}");
        }
    }

    /// 600,000 numbers, their means and squares are 7.2 MB: four fit into 32 MiB.
    #[test]
    fn large_networks_have_fewer() {
        assert_eq!(kept(4, 600_000), [1, 2, 3, 4]);
        assert_eq!(kept(9, 600_000), [2, 4, 6, 8]);
    }

    #[test]
    fn one_that_comes_again_replaces_what_followed_it() {
        let mut all: Vec<Checkpoint> = (1..=6).map(|it| at(it, 1)).collect();
        keep(&mut all, at(4, 1));
        let iterations: Vec<usize> = all.iter().map(|it| it.iteration).collect();
        assert_eq!(iterations, [1, 2, 3, 4]);
    }
}

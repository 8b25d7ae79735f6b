//! A run as it stood after an iteration: enough to go on from there.

use serde::{Deserialize, Serialize};

use super::moments::Normalisation;
use super::raw;
use crate::config::EnvId;

/// Most checkpoints of a run under way that are kept.
pub const MOST: usize = 24;
/// Fewest, however large they are: a run that collapses needs some way back.
const FEWEST: usize = 4;
/// Bytes of a tab's memory that the checkpoints of a run may take.
const BYTES: usize = 32 << 20;

/// The networks, the optimiser and the environments after an iteration whose numbers were all
/// finite.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// Iterations done.
    pub iteration: usize,
    /// Environment steps taken.
    pub global_step: u64,
    /// All parameters of actor and critic.
    #[serde(with = "raw")]
    pub parameters: Vec<f32>,
    /// Adam's running mean of the gradient.
    #[serde(with = "raw")]
    pub first_moment: Vec<f32>,
    /// Adam's running mean of the squared gradient.
    #[serde(with = "raw")]
    pub second_moment: Vec<f32>,
    /// Adam's steps.
    pub adam_steps: i32,
    /// The environments; none if the networks come from elsewhere, such as a file.
    pub worlds: Option<WorldsState>,
    /// What the run has measured to normalise by; none if the networks come from elsewhere, and
    /// act on observations as they are.
    pub normalisation: Option<Box<Normalisation>>,
}

/// The environments of a run, and how far its random numbers are: each is a function of the seed
/// and of these counts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WorldsState {
    /// Which environment it is.
    pub env_id: EnvId,
    /// Steps that each has taken in the whole run.
    pub num_steps: u32,
    /// How often the samples have been shuffled.
    pub num_shuffles: u32,
    /// Their states and the counts of their episodes, as `Worlds::words` writes them.
    #[serde(with = "raw")]
    pub words: Vec<i32>,
    /// Steps so far of each episode under way, `[num_envs]`.
    #[serde(with = "raw")]
    pub lengths: Vec<u32>,
    /// Their rewards so far, not discounted, `[num_envs]`.
    #[serde(with = "raw")]
    pub total_rewards: Vec<f32>,
}

impl Checkpoint {
    /// Returns the size of its numbers.
    pub fn num_bytes(&self) -> usize {
        let of_worlds = (self.worlds.as_ref())
            .map_or(0, |it| it.words.len() + EPISODE_WORDS * it.lengths.len());
        let rewards = self
            .normalisation
            .as_ref()
            .and_then(|it| it.rewards.as_ref());
        let of_returns = rewards.map_or(0, |it| 2 * it.returns.len());
        num_bytes(self.parameters.len(), of_worlds + of_returns)
    }
}

/// Numbers that a checkpoint has of an episode under way, besides its environment's words.
pub const EPISODE_WORDS: usize = 2;

/// Returns the size of a checkpoint's numbers, in bytes: of each parameter with two running means,
/// and of so many numbers of environments.
pub fn num_bytes(num_parameters: usize, of_worlds: usize) -> usize {
    num_parameters * 3 * size_of::<f32>() + of_worlds * size_of::<u32>()
}

/// Iterations between two checkpoints of `num_bytes` once `iteration` are done: the smallest power
/// of two with which at most [`MOST`] are kept, fewer of large ones. A spacing divides those that
/// follow, so that what is thinned out stays even.
pub fn spacing(iteration: usize, num_bytes: usize) -> usize {
    let most = (BYTES / num_bytes.max(1)).clamp(FEWEST, MOST);
    iteration.div_ceil(most).max(1).next_power_of_two()
}

/// True if a checkpoint of `num_bytes` is due after `iteration`.
pub fn is_due(iteration: usize, num_bytes: usize) -> bool {
    iteration.is_multiple_of(spacing(iteration, num_bytes))
}

/// Adds a checkpoint to those of a run, and drops the ones that now stand too close together or
/// that it replaces.
pub fn keep(kept: &mut Vec<Checkpoint>, checkpoint: Checkpoint) {
    let spacing = spacing(checkpoint.iteration, checkpoint.num_bytes());
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
            first_moment: vec![0.0; num_parameters],
            second_moment: vec![0.0; num_parameters],
            ..Checkpoint::default()
        }
    }

    fn kept(iterations: usize, num_parameters: usize) -> Vec<usize> {
        let mut kept = Vec::new();
        let num_bytes = at(1, num_parameters).num_bytes();
        for iteration in (1..=iterations).filter(|it| is_due(*it, num_bytes)) {
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

    /// The 36 bytes of an environment count like those of the networks: 16,384 of them are 0.6 MB.
    #[test]
    fn many_environments_are_counted_too() {
        let worlds = WorldsState {
            words: vec![0; 7 * 16_384],
            lengths: vec![0; 16_384],
            total_rewards: vec![0.0; 16_384],
            ..WorldsState::default()
        };
        let checkpoint = Checkpoint {
            worlds: Some(worlds),
            ..at(1, 150_000)
        };
        assert_eq!(checkpoint.num_bytes(), 12 * 150_000 + 36 * 16_384);
        assert!(spacing(16, checkpoint.num_bytes()) > spacing(16, at(1, 150_000).num_bytes()));
    }

    #[test]
    fn one_that_comes_again_replaces_what_followed_it() {
        let mut all: Vec<Checkpoint> = (1..=6).map(|it| at(it, 1)).collect();
        keep(&mut all, at(4, 1));
        let iterations: Vec<usize> = all.iter().map(|it| it.iteration).collect();
        assert_eq!(iterations, [1, 2, 3, 4]);
    }
}

//! What an iteration tells of its rollout: episode lengths, whether it is solved, and the carts to draw.

use super::metrics::{Metric, Metrics};
use super::protocol::Frame;
use crate::envs::cartpole::OBS_SIZE;
use crate::rollout::Rollout;

/// Carts that a frame shows.
const FRAME_CARTS: usize = 16;

/// Records mean, shortest and longest of `lengths`.
pub fn set_lengths(metrics: &mut Metrics, lengths: &[u32]) {
    let mean = lengths.iter().map(|length| f64::from(*length)).sum::<f64>() / lengths.len() as f64;
    metrics.set(Metric::EpisodicLength, mean);
    if let (Some(shortest), Some(longest)) = (lengths.iter().min(), lengths.iter().max()) {
        metrics.set(Metric::EpisodicLengthMin, f64::from(*shortest));
        metrics.set(Metric::EpisodicLengthMax, f64::from(*longest));
    }
}

/// The course's stopping rule: the mean lifespan is within half a step of the whole rollout, and its standard
/// deviation below 0.01. With whole numbers that means that no world fell.
pub fn is_solved(lifespans: &[u32], num_steps: usize) -> bool {
    !lifespans.is_empty()
        && lifespans
            .iter()
            .all(|lifespan| *lifespan as usize >= num_steps)
}

/// Poses of the first carts.
pub fn frame(rollout: &Rollout, iteration: usize) -> Frame {
    let num_carts = rollout.num_envs.min(FRAME_CARTS);
    let mut poses = Vec::with_capacity(rollout.num_steps * num_carts * 3);
    for step in 0..rollout.num_steps {
        for cart in 0..num_carts {
            let sample = step * rollout.num_envs + cart;
            let obs = &rollout.obs[sample * OBS_SIZE..][..OBS_SIZE];
            let ended = match (rollout.terminated[sample], rollout.truncated[sample]) {
                (true, _) => 1.0,
                (false, true) => 2.0,
                (false, false) => 0.0,
            };
            poses.extend([obs[0], obs[2], ended]);
        }
    }
    Frame {
        iteration,
        num_steps: rollout.num_steps,
        num_carts,
        poses,
    }
}

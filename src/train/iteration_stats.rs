//! The results of an iteration's rollouts: its metrics, whether it solved the task, and the carts
//! to draw.

use super::learning::Learned;
use super::observer::FRAME_CARTS;
use super::update_stats::UpdateStats;
use crate::envs::EnvId;
use crate::protocol::metrics::{Metric, Metrics};
use crate::protocol::{FIELD_CARTS, FIELD_MOMENTS, Frame};
use crate::rollout::{Episode, Rollout};

/// The results of the rollouts of one iteration.
#[derive(Debug, Default)]
pub struct IterationStats {
    /// Episodes that ended.
    pub finished: Vec<Episode>,
    /// The lengths whose mean is the headline: those of finished episodes or, if every rollout
    /// starts from fresh episodes, the steps that each environment survived.
    pub lengths: Vec<u32>,
    /// Sum of all rewards.
    pub rewards: f64,
    /// Samples.
    pub samples: usize,
    measured: Vec<UpdateStats>,
    explained_variance: Vec<f64>,
    /// The parameters that acted in the newest rollout.
    acted_with: Vec<f32>,
}

impl IterationStats {
    /// Records the parameters that act in a rollout.
    pub fn acted_with(&mut self, parameters: &[f32]) {
        self.acted_with.clear();
        self.acted_with.extend_from_slice(parameters);
    }

    /// Adds the measurements of a learning phase.
    pub fn add(&mut self, learned: Learned) {
        self.measured.push(learned.measured);
        self.explained_variance.extend(learned.explained_variance);
    }

    /// Returns true if every environment survived for as many steps as an episode can last. The
    /// course, whose episodes can last a whole rollout, asks for a mean lifespan within half a step
    /// of the rollout's length and a standard deviation below 0.01, which for whole numbers is the
    /// same.
    pub fn is_solved(&self, longest_episode: usize) -> bool {
        !self.lengths.is_empty()
            && self
                .lengths
                .iter()
                .all(|length| *length as usize >= longest_episode)
    }

    /// Returns the metrics of the iteration.
    pub fn metrics(&self, learning_rate: f64) -> Metrics {
        let mut metrics = Metrics::default();
        if let Some(first) = self.measured.first() {
            for metric in &first.metrics {
                let values = self.measured.iter().map(|measured| measured.mean(*metric));
                metrics.set(*metric, mean(values));
            }
        }
        metrics.set(Metric::LearningRate, learning_rate);
        metrics.set(
            Metric::ExplainedVariance,
            mean(self.explained_variance.iter().copied()),
        );
        metrics.set(Metric::MeanReward, self.rewards / self.samples as f64);
        metrics.set(Metric::EpisodesFinished, self.finished.len() as f64);
        let returns = self.finished.iter().map(|e| f64::from(e.total_reward));
        metrics.set(Metric::EpisodicReturn, mean(returns));
        let lengths = self.lengths.iter().map(|length| f64::from(*length));
        metrics.set(Metric::EpisodicLength, mean(lengths));
        if let (Some(shortest), Some(longest)) =
            (self.lengths.iter().min(), self.lengths.iter().max())
        {
            metrics.set(Metric::EpisodicLengthMin, f64::from(*shortest));
            metrics.set(Metric::EpisodicLengthMax, f64::from(*longest));
        }
        metrics
    }

    /// Returns the poses of the first carts, with the parameters that steered the newest rollout.
    /// The carts are those of one rollout, or those of the newest rollouts side by side if each has
    /// a single environment. A probe has no poses.
    pub fn frame(&self, rollouts: &[Rollout], id: EnvId, iteration: usize) -> Frame {
        let newest = &rollouts[rollouts.len().saturating_sub(FRAME_CARTS)..];
        let carts: Vec<(&Rollout, usize)> = newest
            .iter()
            .flat_map(|rollout| (0..rollout.num_envs).map(move |world| (rollout, world)))
            .take(if id.is_drawn() { FRAME_CARTS } else { 0 })
            .collect();
        let num_steps = carts
            .iter()
            .map(|(rollout, _)| rollout.num_steps)
            .max()
            .unwrap_or(0);
        let size = id.state_size();
        let mut poses = Vec::with_capacity(num_steps * carts.len() * (size + 1));
        for step in 0..num_steps {
            for (rollout, world) in &carts {
                // A shorter rollout stands still at its end.
                let step = step.min(rollout.num_steps - 1);
                let sample = step * rollout.num_envs + world;
                poses.extend_from_slice(&rollout.states()[sample * size..][..size]);
                poses.push(rollout.ending(step, *world));
            }
        }
        Frame {
            iteration,
            num_steps,
            num_carts: carts.len(),
            poses,
            field: match rollouts.last() {
                Some(rollout) if id.is_cart() => field(rollout),
                _ => Vec::new(),
            },
            parameters: self.acted_with.clone(),
        }
    }
}

/// Returns x and theta of many carts at some moments of a rollout, for [`Frame::field`].
fn field(rollout: &Rollout) -> Vec<f32> {
    if rollout.num_envs < FIELD_CARTS {
        return Vec::new();
    }
    let moments = rollout.num_steps.min(FIELD_MOMENTS);
    let of = |moment: usize| {
        let first = moment * rollout.num_steps / moments * rollout.num_envs;
        let obs = &rollout.obs[first * rollout.obs_size..];
        let worlds = obs.chunks_exact(rollout.obs_size).take(FIELD_CARTS);
        worlds.flat_map(|obs| [obs[0], obs[2]])
    };
    (0..moments).flat_map(of).collect()
}

/// Returns the mean; NaN if there are no values, which [`Metrics::set`] ignores.
fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    sum / count
}

//! Whole runs: does a preset learn to balance?

use burn::tensor::Device;
use futures::{StreamExt as _, pin_mut};

use super::run::Outcome;
use super::tensors::Trouble;
use crate::train::evidence::Evidence;
use crate::train::metrics::{Metric, Metrics};
use crate::train::presets::Preset;
use crate::train::protocol::Event;
use crate::train::session::session;

/// Steps that a pole must stay up, of 500.
const GOAL: f64 = 400.0;
/// Fewer episodes say little: near the end of learning only a few end in one rollout.
const EPISODES: f64 = 20.0;

/// Mean length over the newest iterations that hold at least [`EPISODES`] episodes together.
#[derive(Default)]
struct Recent(Vec<(f64, f64)>);

impl Recent {
    /// `episodes` of this iteration, at least one.
    fn push(&mut self, episodes: f64, metrics: &Metrics) -> Option<f64> {
        self.0
            .push((episodes, metrics.get(Metric::EpisodicLength)?));
        let (mut count, mut steps) = (0.0, 0.0);
        for (episodes, length) in self.0.iter().rev() {
            count += episodes;
            steps += episodes * length;
            if count >= EPISODES {
                return Some(steps / count);
            }
        }
        None
    }
}

/// Runs a preset until its mean length passes the goal.
pub async fn learns(preset: &str, device: &Device) -> Outcome {
    let preset = Preset::find(preset).ok_or_else(|| Trouble::Unknown(preset.to_owned()))?;
    let config = (preset.config)();
    let budget = config.num_iterations();
    // Where every rollout begins afresh, each world gives one first episode.
    let each = config.full_reset.then_some(config.num_envs as f64);
    let mut evidence = Evidence::default();
    let mut recent = Recent::default();
    let mut first = None;
    let mut reached = None;
    let events = session(config, device.clone());
    pin_mut!(events);
    while let Some(event) = events.next().await {
        match event {
            Event::Iteration(report) => {
                first = first.or(report.metrics.get(Metric::EpisodicLength));
                let episodes = each.or(report.metrics.get(Metric::EpisodesFinished));
                let length = episodes.and_then(|count| recent.push(count, &report.metrics));
                if let Some(length) = length.filter(|length| *length > GOAL) {
                    reached = Some((report.iteration, length));
                    break;
                }
            }
            Event::Failed(failure) => return Err(Trouble::Run(failure.message)),
            _ => {}
        }
    }
    evidence.between(
        "Mean length in the first rollout",
        first.unwrap_or(f64::NAN),
        (10.0, 40.0),
    );
    let (iteration, length) = reached.unwrap_or((usize::MAX, f64::NAN));
    evidence.between(
        "Mean length of the newest 20 episodes",
        length,
        (GOAL, 500.0),
    );
    evidence.between(
        "Iterations until then",
        iteration as f64,
        (1.0, budget as f64),
    );
    Ok(evidence)
}

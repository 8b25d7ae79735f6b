//! Checks that train with a preset until poles balance.

use burn::tensor::Device;
use futures::{StreamExt as _, pin_mut};
use policy_lab::config::TrainConfig;
use policy_lab::config::presets::Preset;
use policy_lab::protocol::check_report::Evidence;
use policy_lab::protocol::metrics::Metric;
use policy_lab::protocol::{Event, RunEvent};
use policy_lab::train::session::Session;

use super::outcome::{CheckError, CheckOutcome};
use crate::train::run_device;

/// Mean number of steps, of 500, that poles must stay up.
const GOAL: f64 = 400.0;
/// The mean length of the newest episodes, over as many iterations as hold at least 20 of them.
/// Fewer episodes would say little, and near the end of learning only a few end in one rollout.
#[derive(Clone, Debug, Default)]
pub struct NewestEpisodes(Vec<(f64, f64)>);

impl NewestEpisodes {
    /// Adds an iteration in which `episodes` ended with a mean length of `length`. Returns the mean
    /// length of the newest episodes, or `None` while there are too few.
    pub fn push(&mut self, episodes: f64, length: f64) -> Option<f64> {
        const ENOUGH: f64 = 20.0;
        self.0.push((episodes, length));
        let (mut count, mut steps) = (0.0, 0.0);
        for (episodes, length) in self.0.iter().rev() {
            count += episodes;
            steps += episodes * length;
            if count >= ENOUGH {
                return Some(steps / count);
            }
        }
        None
    }
}

/// The course of a run up to the iteration in which the mean length passed the goal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Balanced {
    /// Mean length in the first rollout.
    pub at_first: f64,
    /// The iteration in which the mean length passed the goal, and that length; `None` if it never
    /// did.
    pub reached: Option<(usize, f64)>,
    /// Iterations of the whole run.
    pub budget: usize,
}

/// Trains with a preset and `seed` until poles stay up for more than 400 of 500 steps, on average
/// over the newest 20 episodes.
///
/// # Errors
/// If there is no such preset, or the run ends early.
pub async fn balance(preset: &str, seed: u32, device: &Device) -> Result<Balanced, CheckError> {
    let preset = Preset::find(preset).ok_or_else(|| CheckError::Unknown(preset.to_owned()))?;
    let config = TrainConfig {
        seed,
        ..(preset.config)()
    };
    // If every rollout begins with a reset, each environment gives one first episode.
    let each = config.full_reset.then_some(config.num_envs as f64);
    let mut newest = NewestEpisodes::default();
    let mut at_first = None;
    let mut balanced = Balanced {
        at_first: f64::NAN,
        reached: None,
        budget: config.num_iterations(),
    };
    let events = Session::new(config, run_device(device)).events();
    pin_mut!(events);
    while let Some(event) = events.next().await {
        match event {
            Event::Run(RunEvent::Iteration(report)) => {
                let length = report.metrics.get(Metric::EpisodicLength);
                balanced.at_first = *at_first.get_or_insert(length.unwrap_or(f64::NAN));
                let episodes = each.or(report.metrics.get(Metric::EpisodesFinished));
                let mean = episodes
                    .zip(length)
                    .and_then(|(count, length)| newest.push(count, length));
                if let Some(length) = mean.filter(|length| *length > GOAL) {
                    balanced.reached = Some((report.iteration, length));
                    break;
                }
            }
            Event::Failed(failure) => return Err(CheckError::Run(failure.message)),
            _ => {}
        }
    }
    Ok(balanced)
}

/// Checks that a preset learns, from its own seed.
pub async fn learns(preset: &str, device: &Device) -> CheckOutcome {
    let balanced = balance(preset, 1, device).await?;
    let (iteration, length) = balanced.reached.unwrap_or((usize::MAX, f64::NAN));
    let mut evidence = Evidence::default();
    evidence.between(
        "Mean length in the first rollout",
        balanced.at_first,
        (10.0, 40.0),
    );
    evidence.between(
        "Mean length of the newest 20 episodes",
        length,
        (GOAL, 500.0),
    );
    evidence.between(
        "Iterations until then",
        iteration as f64,
        (1.0, balanced.budget as f64),
    );
    Ok(evidence)
}

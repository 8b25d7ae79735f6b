//! The quick presets learn to balance: at least 4 of 5 seeds reach a mean episode length above 400.
//!
//! `cargo test --test learning -- --nocapture` prints the table.

#![cfg(not(target_arch = "wasm32"))]

use burn::tensor::Device;
use futures::StreamExt as _;
use policy_lab::train::config::{Algorithm, TrainConfig};
use policy_lab::train::metrics::{Metric, Metrics};
use policy_lab::train::presets::Preset;
use policy_lab::train::protocol::Event;
use policy_lab::train::session::session;

const GOAL: f64 = 400.0;
/// A mean over fewer episodes says little: near the end of learning only a few end in one rollout.
const EPISODES: f64 = 20.0;

/// Mean length over the newest iterations that hold at least [`EPISODES`] episodes together.
#[derive(Default)]
struct Recent(Vec<(f64, f64)>);

impl Recent {
    fn push(&mut self, config: &TrainConfig, metrics: &Metrics) -> Option<f64> {
        // VPG resets every world, so each world gives one first episode.
        let count = match config.algorithm {
            Algorithm::Reinforce | Algorithm::Vpg => config.num_envs as f64,
            Algorithm::Ppo => metrics.get(Metric::EpisodesFinished)?,
        };
        self.0.push((count, metrics.get(Metric::EpisodicLength)?));
        let (mut episodes, mut steps) = (0.0, 0.0);
        for (count, length) in self.0.iter().rev() {
            episodes += count;
            steps += count * length;
            if episodes >= EPISODES {
                return Some(steps / episodes);
            }
        }
        None
    }
}

/// The iteration in which the goal is first passed.
async fn iterations_to_goal(config: TrainConfig) -> Option<usize> {
    let mut recent = Recent::default();
    let mut events = std::pin::pin!(session(config.clone(), Device::flex()));
    while let Some(event) = events.next().await {
        match event {
            Event::Iteration(report) => {
                if recent
                    .push(&config, &report.metrics)
                    .is_some_and(|length| length > GOAL)
                {
                    return Some(report.iteration);
                }
            }
            Event::Failed(failure) => panic!("{}", failure.message),
            _ => {}
        }
    }
    None
}

fn learns(id: &str) {
    let preset = Preset::find(id).expect("a preset");
    let mut passed = 0;
    for seed in 1..=5 {
        let config = TrainConfig {
            seed,
            ..(preset.config)()
        };
        let budget = config.num_iterations();
        let reached = pollster::block_on(iterations_to_goal(config));
        println!(
            "{id} seed {seed}: mean episode length above {GOAL} at iteration {reached:?} of {budget}"
        );
        passed += u32::from(reached.is_some());
    }
    assert!(passed >= 4, "{id}: {passed} of 5 seeds passed {GOAL}");
}

#[test]
fn quick_ppo_balances() {
    learns("ppo-quick");
}

#[test]
fn quick_vpg_balances() {
    learns("vpg-quick");
}

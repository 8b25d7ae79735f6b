//! The quick presets learn to balance: at least 4 of 5 seeds reach a mean episode length above 400.
//!
//! `cargo test --test learning -- --nocapture` prints the table.

#![cfg(not(target_arch = "wasm32"))]

use burn::tensor::Device;
use futures::StreamExt as _;
use policy_lab::train::config::TrainConfig;
use policy_lab::train::metrics::Metric;
use policy_lab::train::presets::Preset;
use policy_lab::train::protocol::Event;
use policy_lab::train::session::session;

const GOAL: f64 = 400.0;

/// The best mean episode length over a whole iteration, and the iteration in which the goal was first passed.
async fn best_length(config: TrainConfig) -> (f64, Option<usize>) {
    let mut best = (0.0_f64, None);
    let mut events = std::pin::pin!(session(config, Device::flex()));
    while let Some(event) = events.next().await {
        match event {
            Event::Iteration(report) => {
                let Some(length) = report.metrics.get(Metric::EpisodicLength) else { continue };
                best.0 = best.0.max(length);
                if length > GOAL {
                    best.1.get_or_insert(report.iteration);
                }
            }
            Event::Failed(failure) => panic!("{}", failure.message),
            _ => {}
        }
    }
    best
}

fn learns(id: &str) {
    let preset = Preset::find(id).expect("a preset");
    let mut passed = 0;
    for seed in 1..=5 {
        let config = TrainConfig { seed, ..(preset.config)() };
        let budget = config.num_iterations();
        let (best, iteration) = pollster::block_on(best_length(config));
        println!("{id} seed {seed}: best mean episode length {best:.1}, above {GOAL} first at {iteration:?} of {budget}");
        passed += u32::from(iteration.is_some());
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

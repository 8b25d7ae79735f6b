//! The code behind each stage of an iteration, in Python or as functions of the engine in Rust. `build/shown.rs` cuts it.

use super::catalogue::source;
use super::changes::{GAE, PPO, REINFORCE, RETURNS, VPG};
use policy_lab::config::options::Chosen as _;
use policy_lab::config::{Advantage, Algorithm, TrainConfig};

/// A piece of code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The name of the engine's file; empty for Python.
    pub file: &'static str,
    /// The code; empty before the texts have been loaded.
    pub code: &'static str,
}

/// The name of a file, and the names of the functions in it to show.
type Wanted = (&'static str, &'static [&'static str]);

const STEPS: &str = "ops/rollout/host.rs";
const SCAN: &str = "rollout/recurrence.rs";
const MINIBATCH: &str = "rollout/minibatch.rs";
const VALUE: &str = "oracle/value.rs";
const ADAM: &str = "ops/adam.rs";

/// Returns what runs in each stage with these settings: environment steps, returns and advantages, minibatches, gradient steps. In
/// Python, or as the engine's functions if `in_rust`. A test makes sure that each is found.
pub fn running(config: &TrainConfig, in_rust: bool) -> [Vec<Excerpt>; 4] {
    if !in_rust {
        let (algorithm, advantage) = (config.algorithm.key(), config.advantage.option_key());
        return [0, 1, 2, 3].map(|stage| {
            let code = source(&format!("{algorithm} {stage} {advantage}"));
            vec![Excerpt { file: "", code }]
        });
    }
    wanted(config).map(|functions| {
        let each = functions
            .into_iter()
            .flat_map(|(file, names)| names.iter().map(move |name| (file, *name)));
        each.map(|(file, name)| Excerpt {
            file,
            code: source(&format!("{file} {name}")),
        })
        .collect()
    })
}

fn wanted(config: &TrainConfig) -> [Vec<Wanted>; 4] {
    let targets: Wanted = if config.has_gae() {
        (GAE, &["generalised_advantages"])
    } else {
        (RETURNS, &["discounted_returns"])
    };
    let groups: Wanted = match config.algorithm {
        Algorithm::Ppo => (MINIBATCH, &["shuffled"]),
        Algorithm::Vpg | Algorithm::Reinforce => (MINIBATCH, &["by_worlds"]),
    };
    let mut update: Vec<Wanted> = Vec::new();
    if config.algorithm != Algorithm::Reinforce {
        match config.advantage {
            Advantage::WorldMean => update.push((VPG, &["advantages"])),
            Advantage::Value => update.push((VALUE, &["advantage"])),
            Advantage::Gae => {}
        }
    }
    update.push(match config.algorithm {
        Algorithm::Reinforce => (REINFORCE, &["policy_loss"]),
        Algorithm::Vpg if config.use_importance_weights => {
            (VPG, &["importance_weights", "policy_loss"])
        }
        Algorithm::Vpg => (VPG, &["policy_loss"]),
        Algorithm::Ppo => (PPO, &["ratio", "clipped_surrogate_loss"]),
    });
    if config.has_critic() {
        update.push((VALUE, &["value_loss"]));
    }
    update.push((ADAM, &["clip", "descend"]));
    [
        vec![(STEPS, &["take", "sample"])],
        vec![targets, (SCAN, &["reverse_scan"])],
        vec![groups, (MINIBATCH, &["pick"])],
        update,
    ]
}

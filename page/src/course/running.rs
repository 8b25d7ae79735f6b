//! The code behind each stage of an iteration, in Python or as functions of the engine in Rust.
//! `build/shown.rs` cuts it.

use super::catalogue::source;
use super::changes::{GAE, RETURNS};
use policy_lab::config::options::Chosen as _;
use policy_lab::config::{Advantage, Algorithm, TrainConfig};
use policy_lab::protocol::Body;

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
const COLUMNS: &str = "algos/columns.rs";
const SLOPES: &str = "algos/slopes.rs";
const ADAM: &str = "ops/adam.rs";
const KERNEL_SLOPES: &str = "ops/kernels/slopes.rs";
const KERNEL_ADAM: &str = "ops/kernels/learn.rs";

/// Returns what runs in each stage with these settings: environment steps, returns and advantages,
/// minibatches, gradient steps. In Python, or as the engine's functions of the body that trains. A
/// test makes sure that each is found.
pub fn running(config: &TrainConfig, in_rust: Option<Body>) -> [Vec<Excerpt>; 4] {
    let Some(body) = in_rust else {
        let (algorithm, advantage) = (config.algorithm.key(), config.advantage.option_key());
        return [0, 1, 2, 3].map(|stage| {
            let code = source(&format!("{algorithm} {stage} {advantage}"));
            vec![Excerpt { file: "", code }]
        });
    };
    wanted(config, body).map(|functions| {
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

fn wanted(config: &TrainConfig, body: Body) -> [Vec<Wanted>; 4] {
    let targets: Wanted = if config.has_gae() {
        (GAE, &["generalised_advantages"])
    } else {
        (RETURNS, &["discounted_returns"])
    };
    let groups: Wanted = match config.algorithm {
        Algorithm::Ppo => (MINIBATCH, &["shuffled"]),
        Algorithm::Vpg | Algorithm::Reinforce => (MINIBATCH, &["by_worlds"]),
    };
    let update = match body {
        Body::Kernels => {
            let mut update: Vec<Wanted> = vec![(KERNEL_SLOPES, &["policy"])];
            update.extend(of_critic(config).map(|names| (KERNEL_SLOPES, names)));
            update.push((KERNEL_ADAM, &["descend"]));
            update
        }
        Body::Host { .. } => host_update(config),
        // The gradient comes from Python.
        Body::Reader => vec![(ADAM, &["clip", "descend"][..])],
    };
    [
        vec![(STEPS, &["take", "sample"])],
        vec![targets, (SCAN, &["reverse_scan"])],
        vec![groups, (MINIBATCH, &["pick"])],
        update,
    ]
}

/// Returns what the host's loop calls in a gradient step.
fn host_update(config: &TrainConfig) -> Vec<Wanted> {
    let mut update: Vec<Wanted> = Vec::new();
    if config.algorithm != Algorithm::Reinforce && config.advantage == Advantage::WorldMean {
        update.push((COLUMNS, &["subtract_step_means"]));
    }
    update.push(match config.algorithm {
        Algorithm::Reinforce => (SLOPES, &["reinforce"]),
        Algorithm::Vpg if config.use_importance_weights => (SLOPES, &["clamped_ratio", "vpg"]),
        Algorithm::Vpg => (SLOPES, &["vpg"]),
        Algorithm::Ppo => (SLOPES, &["ppo", "clamped_ratio"]),
    });
    update.extend(of_critic(config).map(|names| (SLOPES, names)));
    update.push((ADAM, &["clip", "descend"]));
    update
}

/// Returns the names of what computes the critic's loss, if there is a critic.
fn of_critic(config: &TrainConfig) -> Option<&'static [&'static str]> {
    config.has_critic().then(|| match config.plan().value_clip {
        Some(_) => &["clipped_value", "value"][..],
        None => &["value"],
    })
}

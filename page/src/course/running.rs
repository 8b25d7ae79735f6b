//! The code behind each stage of an iteration: functions of the engine, cut from its source.

use super::catalogue::source;
use super::changes::{GAE, PPO, REINFORCE, RETURNS, VPG};
use policy_lab::config::{Advantage, Algorithm, TrainConfig};

/// A function of the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The name of the file.
    pub file: &'static str,
    /// The function's code.
    pub code: String,
}

/// The name of a file, and the names of the functions in it to show.
type Wanted = (&'static str, &'static [&'static str]);

const STEPS: &str = "ops/rollout/host.rs";
const SCAN: &str = "rollout/recurrence.rs";
const MINIBATCH: &str = "rollout/minibatch.rs";
const LEARNING: &str = "train/learning.rs";
const VALUE: &str = "algos/value.rs";
const ADAM: &str = "ops/adam.rs";

/// Returns the functions that run in each stage with these settings: environment steps, returns and advantages, minibatches,
/// gradient steps.
pub fn running(config: &TrainConfig) -> [Vec<Excerpt>; 4] {
    wanted(config).map(|functions| {
        let each = functions
            .into_iter()
            .flat_map(|(file, names)| names.iter().map(move |name| (file, *name)));
        each.map(|(file, name)| Excerpt {
            file,
            // A test makes sure that every function is found.
            code: cut(source(file), name).unwrap_or_default(),
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
        Algorithm::Vpg | Algorithm::Reinforce => (LEARNING, &["by_worlds"]),
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

/// Returns the function of this name, from its first line to its last, with its indentation removed. The source is formatted, so
/// the closing brace of a function has the indentation of its first line.
fn cut(source: &str, name: &str) -> Option<String> {
    let starts = [format!("fn {name}("), format!("fn {name}<")];
    let lines: Vec<&str> = source.lines().collect();
    let first = lines.iter().position(|line| {
        let line = line.trim_start();
        !line.starts_with("//") && starts.iter().any(|start| line.contains(start.as_str()))
    })?;
    let indent = lines[first].len() - lines[first].trim_start().len();
    let closes = |line: &&str| line.trim_end() == format!("{}}}", " ".repeat(indent));
    let length = lines[first..].iter().position(closes)?;
    let body = lines[first..=first + length].iter();
    let body: Vec<&str> = body.map(|line| line.get(indent..).unwrap_or("")).collect();
    Some(body.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn a_function_is_cut_whole_and_moved_to_the_left() {
        let source = "/// fn two() in words.\nfn one() {\n}\n\nimpl A {\n    pub fn two<T>(\n        x: T,\n    ) -> T {\n        if y {\n        }\n\n        x\n    }\n}\n";
        assert_eq!(
            cut(source, "two").as_deref(),
            Some("pub fn two<T>(\n    x: T,\n) -> T {\n    if y {\n    }\n\n    x\n}")
        );
        assert_eq!(cut(source, "one").as_deref(), Some("fn one() {\n}"));
        assert_eq!(cut(source, "three"), None);
    }
}

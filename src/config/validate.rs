//! What a configuration must satisfy, said at the field and with the way out.

use super::fields::{FIELDS, Field, FieldKind, Value};
use super::{Advantage, Algorithm, TrainConfig};
use crate::envs::Expression;

/// Largest rollout, in samples: 48 bytes each must fit beside the networks in a tab's memory.
pub const MAX_BATCH_SIZE: usize = 1 << 21;

/// What is wrong with one field, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Key of the field that shows the message.
    pub field: &'static str,
    /// The message.
    pub message: String,
}

impl Problem {
    pub(super) fn new(field: &'static str, message: impl Into<String>) -> Self {
        Self {
            field,
            message: message.into(),
        }
    }
}

/// Checks every range and every rule between fields; an empty list means that training may start.
pub fn problems(config: &TrainConfig) -> Vec<Problem> {
    let mut found: Vec<Problem> = FIELDS
        .iter()
        .filter(|field| field.is_used_by(config.algorithm))
        .filter_map(|field| out_of_range(field, &(field.get)(config)))
        .collect();
    if found.is_empty() {
        found.extend(batch_problems(config));
        found.extend(algorithm_problems(config));
    }
    found
}

/// Says so when `value` is outside the field's range or not a number.
pub fn out_of_range(field: &Field, value: &Value) -> Option<Problem> {
    let message = match (field.kind, value) {
        (FieldKind::Integer { min, max }, Value::Integer(value)) => (!(min..=max).contains(value))
            .then(|| format!("Use a whole number from {min} to {max}")),
        (FieldKind::Number { min, max }, Value::Number(value)) => {
            (!(min..=max).contains(value)).then(|| format!("Use a number from {min} to {max}"))
        }
        (FieldKind::Optional { min, max }, Value::Optional(Some(value))) => (!(min..=max)
            .contains(value))
        .then(|| format!("Use a number from {min} to {max}, or leave it empty")),
        (
            FieldKind::Sizes {
                max_layers,
                max_width,
            },
            Value::Sizes(sizes),
        ) => {
            let fits = (1..=max_layers).contains(&sizes.len())
                && sizes.iter().all(|size| (1..=max_width).contains(size));
            (!fits).then(|| {
                format!("Use 1 to {max_layers} hidden layers of 1 to {max_width} units, for instance 64-64")
            })
        }
        (FieldKind::Expression, Value::Expression(text)) if !text.trim().is_empty() => {
            Expression::parse(text).err().map(|error| error.to_string())
        }
        _ => None,
    };
    message.map(|message| Problem::new(field.key, message))
}

fn batch_problems(config: &TrainConfig) -> Vec<Problem> {
    let (num_envs, num_steps) = (config.num_envs, config.num_steps);
    let (batch_size, minibatches) = (config.batch_size(), config.num_minibatches);
    let mut found = Vec::new();
    if batch_size > MAX_BATCH_SIZE {
        found.push(Problem::new(
            "num_steps",
            format!(
                "A rollout of {num_envs} × {num_steps} = {batch_size} samples does not fit in memory; keep num_envs × num_steps at or below {MAX_BATCH_SIZE}"
            ),
        ));
    }
    let iteration = batch_size * config.rollouts_per_iteration;
    if config.total_timesteps < iteration {
        found.push(Problem::new(
            "total_timesteps",
            format!("One iteration already takes up to {iteration} steps; use at least that many"),
        ));
    }
    let (whole, unit) = match config.algorithm {
        Algorithm::Ppo => (batch_size, "num_envs × num_steps"),
        Algorithm::Reinforce | Algorithm::Vpg => (num_envs, "num_envs"),
    };
    if whole % minibatches != 0 {
        let fits = (1..=minibatches)
            .rev()
            .find(|parts| whole % parts == 0)
            .unwrap_or(1);
        found.push(Problem::new(
            "num_minibatches",
            format!(
                "{unit} = {whole} does not divide into {minibatches} equal parts; {fits} would work"
            ),
        ));
    }
    found
}

fn algorithm_problems(config: &TrainConfig) -> Vec<Problem> {
    match config.algorithm {
        Algorithm::Reinforce => reinforce_problems(config),
        Algorithm::Vpg => vpg_problems(config),
        Algorithm::Ppo => ppo_problems(config),
    }
}

fn reinforce_problems(config: &TrainConfig) -> Vec<Problem> {
    let mut found = Vec::new();
    if config.whole_episodes && config.num_envs != 1 {
        found.push(Problem::new(
            "num_envs",
            "Whole episodes are of different lengths, so they are played one after the other: set num_envs to 1 or turn whole_episodes off",
        ));
    }
    found
}

fn vpg_problems(config: &TrainConfig) -> Vec<Problem> {
    let mut found = Vec::new();
    if !config.use_importance_weights && config.update_epochs != 1 {
        found.push(Problem::new(
            "update_epochs",
            "update_epochs (rollout_use_count in the course) must be 1 without importance weights; set it to 1 or turn on use_importance_weights",
        ));
    }
    if !config.use_importance_weights && config.num_minibatches != 1 {
        found.push(Problem::new(
            "num_minibatches",
            "num_minibatches (num_batches_per_rollout in the course) must be 1 without importance weights; set it to 1 or turn on use_importance_weights",
        ));
    }
    if config.normalize_returns && config.batch_size() / config.num_minibatches < 2 {
        found.push(Problem::new(
            "normalize_returns",
            "A single sample has no standard deviation; turn normalize_returns off or collect more steps",
        ));
    }
    if config.normalize_returns && config.advantage == Advantage::Gae {
        found.push(Problem::new(
            "normalize_returns",
            "GAE is not made of returns; turn normalize_returns off or choose another advantage",
        ));
    }
    found
}

fn ppo_problems(config: &TrainConfig) -> Vec<Problem> {
    let mut found = Vec::new();
    if config.advantage == Advantage::WorldMean {
        found.push(Problem::new(
            "advantage",
            "PPO has a critic: choose value or gae",
        ));
    }
    if config.norm_adv && config.minibatch_size() < 2 {
        found.push(Problem::new(
            "norm_adv",
            "A minibatch of one sample has no standard deviation; turn norm_adv off or use fewer minibatches",
        ));
    }
    if config.norm_adv && !config.detach_advantage && config.advantage == Advantage::Value {
        found.push(Problem::new(
            "norm_adv",
            "Advantages that are not detached cannot be standardised before the loss; turn norm_adv off or detach_advantage on",
        ));
    }
    found
}

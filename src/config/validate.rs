//! The rules that a configuration must satisfy. Each message belongs to a field and says what to
//! do.

use super::fields::{FIELDS, Field, FieldKind, Value};
use super::{Advantage, LearningPlan, MinibatchOf, PolicyLoss, Standardise, TrainConfig};
use crate::envs::Expression;

/// Largest rollout, in samples: at 48 bytes each they must fit in a tab's memory beside the
/// networks.
pub const MAX_BATCH_SIZE: usize = 1 << 21;

/// A message about one field: what is wrong, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Key of the field at which the form shows the message.
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

/// Returns every value that is out of range, or else every broken rule between fields. If the list
/// is empty, training may start.
pub fn problems(config: &TrainConfig) -> Vec<Problem> {
    let mut found: Vec<Problem> = FIELDS
        .iter()
        .filter(|field| field.is_used_by(config.algorithm))
        .filter_map(|field| out_of_range(field, &(field.get)(config)))
        .collect();
    found.extend(reward_problem(config));
    if found.is_empty() {
        let plan = config.plan();
        found.extend(batch_problems(config, &plan));
        found.extend(plan_problems(config, &plan));
    }
    found
}

/// Returns a problem if `value` is not a number or is outside the field's range.
pub fn out_of_range(field: &Field, value: &Value) -> Option<Problem> {
    let fits = match (field.kind, value) {
        (FieldKind::Integer { min, max }, Value::Integer(value)) => (min..=max).contains(value),
        (FieldKind::Number { min, max }, Value::Number(value))
        | (FieldKind::Optional { min, max }, Value::Optional(Some(value))) => {
            (min..=max).contains(value)
        }
        (
            FieldKind::Sizes {
                max_layers,
                max_width,
            },
            Value::Sizes(sizes),
        ) => {
            (1..=max_layers).contains(&sizes.len())
                && sizes.iter().all(|size| (1..=max_width).contains(size))
        }
        // Whether a reward can be read depends on the environment: `reward_problem`.
        _ => true,
    };
    (!fits).then(|| outside(field))
}

/// Returns the problem of a reader's reward that cannot be read in the environment.
pub(super) fn reward_problem(config: &TrainConfig) -> Option<Problem> {
    if !config.has_own_reward() {
        return None;
    }
    let error = Expression::parse(&config.reward, config.env_id).err()?;
    Some(Problem::new("reward", error.to_string()))
}

/// Returns the problem of a value outside the field's range.
pub fn outside(field: &Field) -> Problem {
    let message = match field.kind {
        FieldKind::Integer { min, max } => format!("Use a whole number from {min} to {max}"),
        FieldKind::Number { min, max } => format!("Use a number from {min} to {max}"),
        FieldKind::Optional { min, max } => {
            format!("Use a number from {min} to {max}, or leave it empty")
        }
        FieldKind::Sizes {
            max_layers,
            max_width,
        } => format!(
            "Use 1 to {max_layers} hidden layers of 1 to {max_width} units, for instance 64-64"
        ),
        FieldKind::Switch | FieldKind::Choice { .. } | FieldKind::Expression => {
            "Use one of the values that the form offers".to_owned()
        }
    };
    Problem::new(field.key, message)
}

fn batch_problems(config: &TrainConfig, plan: &LearningPlan) -> Vec<Problem> {
    let (num_envs, num_steps) = (config.num_envs, config.num_steps);
    let (batch_size, minibatches) = (config.batch_size(), plan.num_minibatches);
    let mut found = Vec::new();
    if batch_size > MAX_BATCH_SIZE {
        found.push(Problem::new(
            "num_steps",
            format!(
                "A rollout of {num_envs} × {num_steps} = {batch_size} samples does not fit in memory; keep num_envs × num_steps at or below {MAX_BATCH_SIZE}"
            ),
        ));
    }
    let iteration = batch_size as u64 * config.rollouts_per_iteration as u64;
    if (config.total_timesteps as u64) < iteration {
        found.push(Problem::new(
            "total_timesteps",
            format!("One iteration already takes up to {iteration} steps; use at least that many"),
        ));
    }
    let (whole, unit) = match plan.minibatches {
        MinibatchOf::Samples => (batch_size, "num_envs × num_steps"),
        MinibatchOf::Worlds => (num_envs, "num_envs"),
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

/// Returns every broken rule of the algorithm's own settings.
fn plan_problems(config: &TrainConfig, plan: &LearningPlan) -> Vec<Problem> {
    let mut found = Vec::new();
    let mut refuse = |is_broken: bool, field, message: &str| {
        if is_broken {
            found.push(Problem::new(field, message));
        }
    };
    refuse(
        plan.loss == PolicyLoss::Reinforce && config.whole_episodes && config.num_envs != 1,
        "num_envs",
        "Whole episodes are of different lengths, so they are played one after the other: set num_envs to 1 or turn whole_episodes off",
    );
    let is_unweighted = matches!(
        plan.loss,
        PolicyLoss::Vpg {
            use_importance_weights: false,
            ..
        }
    );
    refuse(
        is_unweighted && plan.update_epochs != 1,
        "update_epochs",
        "update_epochs (rollout_use_count in the course) must be 1 without importance weights; set it to 1 or turn on use_importance_weights",
    );
    refuse(
        is_unweighted && plan.num_minibatches != 1,
        "num_minibatches",
        "num_minibatches (num_batches_per_rollout in the course) must be 1 without importance weights; set it to 1 or turn on use_importance_weights",
    );
    let is_single = config.minibatch_size() < 2;
    refuse(
        plan.standardise == Standardise::Returns && is_single,
        "normalize_returns",
        "A single sample has no standard deviation; turn normalize_returns off or collect more steps",
    );
    refuse(
        plan.standardise == Standardise::Returns && plan.advantage == Some(Advantage::Gae),
        "normalize_returns",
        "GAE is not made of returns; turn normalize_returns off or choose another advantage",
    );
    refuse(
        matches!(plan.loss, PolicyLoss::Ppo { .. }) && !plan.has_critic(),
        "advantage",
        "PPO has a critic: choose value or gae",
    );
    let clips_values = matches!(plan.loss, PolicyLoss::Ppo { .. }) && config.clip_vloss;
    refuse(
        clips_values && config.clip_coef.is_none(),
        "clip_vloss",
        "clip_vloss holds the critic's values within clip_coef; set clip_coef or turn clip_vloss off",
    );
    refuse(
        clips_values && plan.advantage == Some(Advantage::Value),
        "clip_vloss",
        "clip_vloss starts from the values that gae has of the rollout; choose gae or turn clip_vloss off",
    );
    refuse(
        plan.standardise == Standardise::Advantages && is_single,
        "norm_adv",
        "A minibatch of one sample has no standard deviation; turn norm_adv off or use fewer minibatches",
    );
    refuse(
        plan.standardise == Standardise::Advantages
            && plan.advantage == Some(Advantage::Value)
            && !config.detach_advantage,
        "norm_adv",
        "Advantages that are not detached cannot be standardised before the loss; turn norm_adv off or detach_advantage on",
    );
    found
}

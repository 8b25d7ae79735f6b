//! What of a run's settings the clip lab leaves out.

use crate::view::format::joined;
use policy_lab::config::TrainConfig;

/// Returns what to say of the settings that change a run and not the clip lab; nothing if it has
/// none of them.
pub fn left_out(config: &TrainConfig) -> Option<String> {
    let plan = config.plan();
    let settings = [
        ("norm_obs", config.norm_obs),
        ("norm_reward", config.norm_reward),
        ("target_kl", plan.target_kl.is_some()),
    ];
    let names = settings.into_iter().filter(|(_, is_set)| *is_set);
    let names: Vec<String> = names.map(|(name, _)| name.to_owned()).collect();
    let verb = match names.len() {
        0 => return None,
        1 => "changes",
        _ => "change",
    };
    Some(format!(
        "{} {verb} nothing here: the clip lab learns from observations and rewards as they are, and takes every step you ask for",
        joined(names)
    ))
}

//! Settings from a file, which an older or a newer version of this page may have written. A missing
//! field gets its default, an unknown one is ignored, and a message reports both.

use std::collections::BTreeSet;

use serde_json::Value;
use thiserror::Error;

use super::TrainConfig;
use super::draft::print;
use super::fields::{FIELDS, Field, FieldKind};

/// The one setting without a default: the others mean nothing without it.
const ALGORITHM: &str = "algorithm";
/// Characters of a value that a message shows.
const SHOWN: usize = 24;

/// The reason why settings cannot be read, worded as the end of a sentence.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SettingsError {
    /// The settings are not a JSON object.
    #[error("its settings are not a JSON object")]
    NotAnObject,
    /// The settings do not name an algorithm.
    #[error("its settings do not name an algorithm")]
    NoAlgorithm,
    /// A setting has a value of the wrong type, or an unknown option.
    #[error("the setting {0} cannot be {1}")]
    Value(String, String),
    /// A world of a reader's own is not as a program must be; with the reason.
    #[error("its world of your own cannot be used: {0}")]
    World(String),
    /// A setting is larger than a browser counts.
    #[error("the setting {0} cannot be {1}; the largest is {2}")]
    TooLarge(String, String, usize),
}

/// Fields in which a file and this page differ.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mismatch {
    /// Fields that the algorithm reads and the file lacks; they have their defaults.
    pub missing: BTreeSet<&'static str>,
    /// Fields that the file has and this page does not know; they are ignored.
    pub unknown: BTreeSet<String>,
}

impl Mismatch {
    /// Adds the fields of another part of the file.
    pub fn extend(&mut self, other: Self) {
        self.missing.extend(other.missing);
        self.unknown.extend(other.unknown);
    }

    /// Returns at most one message about missing fields and one about unknown fields.
    pub fn notices(&self) -> Vec<String> {
        let mut found = Vec::new();
        if !self.missing.is_empty() {
            let names: Vec<&str> = self.missing.iter().copied().collect();
            let defaults: Vec<String> = names.iter().filter_map(|name| default_of(name)).collect();
            let (they_have, defaults_are) = match names.len() {
                1 => ("it has", "default"),
                _ => ("they have", "defaults"),
            };
            found.push(format!(
                "This file was written before {} existed; {they_have} {} {defaults_are}, {}",
                listed(&names),
                if names.len() == 1 { "its" } else { "their" },
                listed(&defaults)
            ));
        }
        if !self.unknown.is_empty() {
            let names: Vec<&String> = self.unknown.iter().collect();
            let (is, was) = match names.len() {
                1 => ("is", "it was"),
                _ => ("are", "they were"),
            };
            found.push(format!(
                "This file has {}, which {is} unknown here; {was} left out. If a newer version of this page has written it, reload the page and load it again",
                listed(&names)
            ));
        }
        found
    }
}

/// Reads settings that any version of this page has written with `serde_json` from a
/// [`TrainConfig`].
///
/// # Errors
/// Fails if the settings are not a JSON object, do not name an algorithm, or hold a value that its
/// field cannot have.
pub fn read(saved: Value) -> Result<(TrainConfig, Mismatch), SettingsError> {
    let Value::Object(mut saved) = saved else {
        return Err(SettingsError::NotAnObject);
    };
    let mut config = TrainConfig::default();
    let algorithm = saved.remove(ALGORITHM).ok_or(SettingsError::NoAlgorithm)?;
    config = with(&config, ALGORITHM, algorithm)?;
    let mut mismatch = Mismatch::default();
    let mut given = Vec::new();
    for field in FIELDS {
        match saved.remove(field.key) {
            Some(value) => {
                given.push((field.key, countable(field, value)?));
            }
            None if field.is_used_by(config.algorithm) => {
                mismatch.missing.insert(field.key);
            }
            None => {}
        }
    }
    mismatch.unknown = saved.into_iter().map(|(name, _)| name).collect();
    if let Some(config) = with_all(&config, &given) {
        return Ok((config, mismatch));
    }
    for (name, value) in given {
        config = with(&config, name, value)?;
    }
    Ok((config, mismatch))
}

/// Returns a value of a field, unless it is a whole number, or has one, that a browser's 32 bits
/// cannot hold.
fn countable(field: &Field, value: Value) -> Result<Value, SettingsError> {
    let most = match field.kind {
        FieldKind::Integer { max, .. } => max,
        FieldKind::Sizes { max_width, .. } => max_width,
        _ => return Ok(value),
    };
    let numbers = value
        .as_array()
        .map_or_else(|| vec![&value], |all| all.iter().collect());
    let is_too_large = |number: &&Value| number.as_f64().is_some_and(|it| it > f64::from(u32::MAX));
    match numbers.into_iter().find(is_too_large) {
        Some(number) => Err(SettingsError::TooLarge(
            field.key.to_owned(),
            number.to_string().chars().take(SHOWN).collect(),
            most,
        )),
        None => Ok(value),
    }
}

/// Returns `config` with these settings replaced, or `None` if one of them cannot be read. A file
/// may hold hundreds of runs, so all at once.
fn with_all(config: &TrainConfig, given: &[(&str, Value)]) -> Option<TrainConfig> {
    let mut all = serde_json::to_value(config).ok()?;
    for (name, value) in given {
        all[*name] = value.clone();
    }
    serde_json::from_value(all).ok()
}

/// Returns `config` with one setting replaced by a saved value. One at a time, so that an error
/// names the setting.
fn with(config: &TrainConfig, name: &str, value: Value) -> Result<TrainConfig, SettingsError> {
    let shown: String = value.to_string().chars().take(SHOWN).collect();
    let unreadable = || SettingsError::Value(name.to_owned(), shown.clone());
    let is_world = name == "env_id" && value.is_object();
    let mut all = serde_json::to_value(config).map_err(|_| unreadable())?;
    all[name] = value;
    serde_json::from_value(all).map_err(|error| match is_world {
        true => SettingsError::World(error.to_string()),
        false => unreadable(),
    })
}

/// Returns the text of a field's default, which it has when a file lacks it.
fn default_of(key: &str) -> Option<String> {
    let field = Field::find(key)?;
    let text = print(field, (field.get)(&TrainConfig::default()));
    Some(if text.is_empty() {
        "empty".to_owned()
    } else {
        text
    })
}

/// Joins words as `a`, `a and b` or `a, b and c`.
fn listed(words: &[impl AsRef<str>]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, before)) => format!("{} and {last}", before.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::presets::PRESETS;
    use crate::config::{validate, world};

    /// PPO's settings as the first version of the page that wrote files wrote them; they must stay
    /// readable.
    const FIRST: &str = r#"{"algorithm":"ppo","env_id":"cartpole","reward":"","terminal_reward":1.0,"max_episode_steps":500,"autoreset":"same-step","seed":1,"num_envs":4,"num_steps":128,"total_timesteps":500000,"whole_episodes":false,"rollouts_per_iteration":1,"hidden_sizes":[64,64],"activation":"tanh","orthogonal_init":true,"learning_rate":0.00025,"anneal_lr":true,"learning_rate_end":0.0,"anneal_fraction":1.0,"anneal_per":"course","adam_eps":1e-5,"weight_decay":0.0,"max_grad_norm":0.5,"gamma":0.99,"advantage":"gae","gae_lambda":0.95,"detach_advantage":true,"normalize_returns":false,"norm_adv":true,"clip_coef":0.2,"ent_coef":0.01,"vf_coef":0.25,"use_importance_weights":false,"update_epochs":4,"num_minibatches":4,"target_kl":null,"early_stop":false,"full_reset":false,"stop_when_solved":false}"#;

    fn saved(config: &TrainConfig) -> Value {
        serde_json::to_value(config).expect("numbers and texts")
    }

    #[test]
    fn settings_of_every_preset_come_back_without_a_notice() {
        for preset in PRESETS {
            let config = (preset.config)();
            assert_eq!(read(saved(&config)), Ok((config, Mismatch::default())));
        }
    }

    #[test]
    fn the_first_files_can_be_read_whatever_was_added_since() {
        let first: Value = serde_json::from_str(FIRST).expect("JSON");
        let (config, mismatch) = read(first.clone()).expect("settings");
        assert_eq!(config, TrainConfig::default());
        assert!(mismatch.unknown.is_empty(), "{mismatch:?}");
        let added = FIELDS.iter().map(|field| field.key);
        let added: BTreeSet<&str> = added.filter(|key| first.get(key).is_none()).collect();
        assert!(mismatch.missing.is_subset(&added), "{mismatch:?}");
    }

    /// At first only a cart's reward could be another one. It means the same.
    #[test]
    fn a_reward_of_the_first_files_pays_what_it_paid() {
        let mut first: Value = serde_json::from_str(FIRST).expect("JSON");
        first["reward"] = "1 - abs(θ) + 0.5 * x".into();
        let (config, _) = read(first).expect("settings");
        assert_eq!(validate::problems(&config), []);
        let paid = world::env(&config).outcome_of_state(&[0.5, 0.0, -0.25, 0.0]);
        assert_eq!(paid, Some((1.0, true)));
    }

    /// Reads, for each field, a file from before that field existed.
    #[test]
    fn a_field_that_a_file_lacks_has_its_default_and_is_named() {
        for field in FIELDS {
            let config = TrainConfig {
                algorithm: field.algorithms[0],
                ..TrainConfig::default()
            };
            let mut without = saved(&config);
            let removed = without.as_object_mut().and_then(|it| it.remove(field.key));
            assert!(removed.is_some(), "{}", field.key);
            let (found, mismatch) = read(without).expect("settings");
            assert_eq!(found, config);
            assert_eq!(mismatch.missing, BTreeSet::from([field.key]));
            let said = mismatch.notices().join("");
            let expected = format!("before {} existed; it has its default, ", field.key);
            assert!(said.contains(&expected), "{said}");
            let text = default_of(field.key).expect("a default");
            assert!(said.ends_with(&text), "{said}");
        }
    }

    #[test]
    fn a_field_that_the_algorithm_does_not_read_is_not_spoken_of() {
        let mut reinforce = saved(&TrainConfig {
            algorithm: crate::config::Algorithm::Reinforce,
            ..TrainConfig::default()
        });
        reinforce.as_object_mut().map(|it| it.remove("clip_coef"));
        let (_, mismatch) = read(reinforce).expect("settings");
        assert_eq!(mismatch.notices(), [""; 0]);
    }

    #[test]
    fn what_a_newer_file_has_is_left_out_and_named() {
        let mut newer = saved(&TrainConfig::default());
        newer["zeta"] = 3.into();
        newer["beta"] = Value::Null;
        newer.as_object_mut().map(|it| it.remove("target_kl"));
        newer.as_object_mut().map(|it| it.remove("vf_coef"));
        let (config, mismatch) = read(newer).expect("settings");
        assert_eq!(config, TrainConfig::default());
        let expected = [
            "This file was written before target_kl and vf_coef existed; they have their defaults, empty and 0.25",
            "This file has beta and zeta, which are unknown here; they were left out. If a newer version of this page has written it, reload the page and load it again",
        ];
        assert_eq!(mismatch.notices(), expected);
    }

    #[test]
    fn what_cannot_be_read_says_which_setting_it_is() {
        let said = |change: fn(&mut Value)| {
            let mut broken = saved(&TrainConfig::default());
            change(&mut broken);
            read(broken).expect_err("broken").to_string()
        };
        assert_eq!(
            said(|it| it["gamma"] = "x".into()),
            "the setting gamma cannot be \"x\""
        );
        assert_eq!(
            said(|it| it["env_id"] = "moon".into()),
            "the setting env_id cannot be \"moon\""
        );
        assert_eq!(
            said(|it| it["algorithm"] = "dqn".into()),
            "the setting algorithm cannot be \"dqn\""
        );
        assert!(said(|it| it["seed"] = (-1).into()).contains("seed cannot be -1"));
        assert_eq!(
            said(|it| it["seed"] = 5_000_000_000_u64.into()),
            "the setting seed cannot be 5000000000; the largest is 4294967295"
        );
        assert_eq!(
            said(|it| it["total_timesteps"] = 1_000_000_000_000_u64.into()),
            "the setting total_timesteps cannot be 1000000000000; the largest is 1000000000"
        );
        assert_eq!(
            said(|it| it["hidden_sizes"] = serde_json::json!([64, 4_294_967_360_u64])),
            "the setting hidden_sizes cannot be 4294967360; the largest is 256"
        );
        assert!(said(|it| drop(it["algorithm"].take())).contains("algorithm cannot be null"));
        assert!(said(|it| *it = Value::Null).contains("not a JSON object"));
        assert!(said(|it| *it = serde_json::json!({})).contains("do not name an algorithm"));
    }
}

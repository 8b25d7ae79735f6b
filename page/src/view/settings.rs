//! What the form of hyperparameters says: the fields that a search finds, what a change changes,
//! and which changes are listed.

use super::format::{count, joined, plural, trim};
use policy_lab::config::draft::{Draft, parse, printed};
use policy_lab::config::fields::{Field, FieldGroup, FieldKind, Value};
use policy_lab::config::validate;
use policy_lab::config::{EnvId, TrainConfig};
use policy_lab::envs::spec::{REWARD, TERMINATED};

/// Returns true if each word of `query` occurs in a field's name, its names in the course, its help
/// or its heading.
pub fn is_found(field: &Field, query: &str) -> bool {
    let names = field.course_names.join(" ");
    let text = [field.key, &names, field.help, field.group.label()]
        .join(" ")
        .to_lowercase();
    query
        .to_lowercase()
        .split_whitespace()
        .all(|word| text.contains(word))
}

/// Returns the name of settings: their preset, and how many settings differ from it, apart from the
/// seed.
pub fn label_of(draft: &Draft) -> String {
    let label = draft.preset().label;
    let changes = draft.changes().filter(|(field, _)| field.key != "seed");
    match changes.count() {
        0 => label.to_owned(),
        count => format!("{label}, with {}", plural(count, "change")),
    }
}

/// Returns true if the form shows the field among those of every day.
pub fn is_often(draft: &Draft, field: &Field) -> bool {
    field.often.contains(&draft.algorithm())
}

/// Returns the fields to list under "Changed": those that were changed and that neither the fields
/// of every day nor an `open` group shows. A field that is listed `before` stays there while its
/// group is open, or while it is in use.
pub fn changed_elsewhere(
    draft: &Draft,
    before: &[&'static str],
    open: &[FieldGroup],
    in_use: &str,
) -> Vec<&'static str> {
    let listed = draft.fields().filter(|field| {
        let was_listed = before.contains(&field.key);
        let is_listed = draft.is_changed(field) && (was_listed || !open.contains(&field.group));
        !is_often(draft, field) && (is_listed || (was_listed && field.key == in_use))
    });
    listed.map(|field| field.key).collect()
}

/// Says what the reader's value changes: the preset's value, how much more or less it is, and the
/// size of the run. Returns `None` if the value is the preset's, or cannot be read.
pub fn change(draft: &Draft, field: &Field) -> Option<String> {
    let now = parse(field, &draft.text(field)).ok()?;
    let before = (field.get)(&(draft.preset().config)());
    if now == before {
        return None;
    }
    let ratio = ratio(field, &before, &now);
    let mut text = format!(
        "{} instead of {}{ratio}",
        in_words(field, now),
        in_words(field, before.clone())
    );
    if let Ok(config) = draft.config() {
        let mut without = config.clone();
        (field.set)(&mut without, before);
        // Together with the reader's other changes, the preset's value may be one that no run can
        // have.
        if validate::problems(&without).is_empty() {
            for part in sizes(&config, &without) {
                text += &format!(". {part}");
            }
        }
    }
    Some(text)
}

/// Says which names of a step's numbers a reward may contain in an environment; `None` in a probe,
/// whose reward is its own.
pub fn reward_names(env_id: EnvId) -> Option<String> {
    if env_id.probe().is_some() {
        return None;
    }
    let spec = env_id.spec();
    let label = spec.label.split(':').next().unwrap_or(spec.label);
    let of_step = spec
        .told_names()
        .filter(|it| ![REWARD, TERMINATED].contains(it));
    let names = joined(of_step.map(str::to_owned).collect());
    Some(format!(
        "{label} has {names}; {REWARD}, which is its own; and {TERMINATED}, 1 or 0"
    ))
}

/// Returns a value as the reader would say it.
fn in_words(field: &Field, value: Value) -> String {
    let text = match value {
        Value::Switch(true) => return "on".to_owned(),
        Value::Switch(false) => return "off".to_owned(),
        Value::Integer(value) if !is_name(field) => return count(value as u64),
        value => printed(field, value),
    };
    match (text.is_empty(), field.kind) {
        (false, _) => text,
        (true, FieldKind::Expression) => "the environment’s own".to_owned(),
        (true, _) => "none".to_owned(),
    }
}

/// Returns true if the field's number is a name: a seed of 10 is not twice a seed of 5.
fn is_name(field: &Field) -> bool {
    field.key == "seed"
}

/// Says how many times the old value the new one is, if that is a difference worth a word.
fn ratio(field: &Field, before: &Value, now: &Value) -> String {
    let (Some(before), Some(now)) = (amount(before), amount(now)) else {
        return String::new();
    };
    let ratio = now / before;
    let is_close = 0.5 < ratio && ratio < 2.0;
    if is_name(field) || before <= 0.0 || now <= 0.0 || is_close {
        return String::new();
    }
    let much = match field.kind {
        FieldKind::Integer { .. } => "many",
        _ => "much",
    };
    // A ratio of decimal numbers is rarely whole: 0.05 / 0.005 is 10.000000000000002.
    let is = |wanted: f64| (ratio / wanted - 1.0).abs() < 1e-6;
    let times = if is(2.0) {
        "twice".to_owned()
    } else if is(0.5) {
        "half".to_owned()
    } else if is(0.25) {
        "a quarter".to_owned()
    } else if is(0.1) {
        "a tenth".to_owned()
    } else if ratio > 1.0 {
        format!("{} times", two_digits(ratio))
    } else {
        format!("{} %", two_digits(100.0 * ratio))
    };
    format!(": {times} as {much}")
}

pub(super) fn amount(value: &Value) -> Option<f64> {
    match value {
        Value::Integer(value) => Some(*value as f64),
        Value::Number(value) | Value::Optional(Some(value)) => Some(*value),
        _ => None,
    }
}

/// Formats a positive number with two significant digits: `1.5`, `16`, `1,200`, `0.039`.
fn two_digits(value: f64) -> String {
    let unit = 10_f64.powi(value.log10().floor() as i32 - 1);
    match unit {
        unit if unit >= 1.0 => count(((value / unit).round() * unit) as u64),
        unit => {
            let places = (-unit.log10()).round() as usize;
            trim(format!("{value:.places$}"))
        }
    }
}

/// Says how the size of the run differs between two configurations: samples in a rollout, gradient
/// steps after it, iterations.
fn sizes(config: &TrainConfig, without: &TrainConfig) -> Vec<String> {
    let mut found = Vec::new();
    let mut compare = |size: fn(&TrainConfig) -> usize, say: fn(usize) -> String| {
        let (now, before) = (size(config), size(without));
        if now != before {
            found.push(format!("{} instead of {}", say(now), count(before as u64)));
        }
    };
    // The length of an episode decides how many samples it has.
    if !config.whole_episodes {
        compare(TrainConfig::batch_size, |size| {
            format!("A batch of {}", plural(size, "sample"))
        });
    }
    compare(TrainConfig::updates_per_rollout, |steps| {
        plural(steps, "gradient step") + " after each rollout"
    });
    compare(TrainConfig::num_iterations, |number| {
        plural(number, "iteration")
    });
    found
}

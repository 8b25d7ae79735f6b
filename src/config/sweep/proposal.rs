//! A proposal for the values of a hyperparameter: round numbers around the present one.

use super::values::{NONE, typed};
use crate::config::EnvId;
use crate::config::draft::{Draft, parse, print};
use crate::config::fields::{Field, FieldKind, Value};

/// Values of a proposal.
const COUNT: usize = 5;
/// Values on each side of the present one.
const BESIDE: usize = 2;
/// Digits of round numbers.
const ROUND: [f64; 3] = [1.0, 2.0, 5.0];
/// Smallest factor between the present value and a round number beside it.
const APART: f64 = 1.8;
/// Values beside 0, from which no factor leads away.
const FROM_ZERO: [f64; 5] = [0.0, 0.001, 0.01, 0.1, 1.0];
/// Values of a number that is empty.
const FROM_NONE: [f64; 4] = [0.1, 0.2, 0.5, 1.0];
/// Values below 1 of a number that counts as its distance from 1, such as a discount.
const BELOW_ONE: [f64; 4] = [0.9, 0.95, 0.98, 0.99];

/// Returns the text of up to five values of `field`, the one of `base` among them. Those with which
/// no run could start are left out, unless the settings of `base` cannot start one either.
pub(super) fn propose(field: &'static Field, base: &Draft) -> String {
    let now = base.text(field);
    let value = parse(field, &now).ok();
    let value = value.unwrap_or_else(|| (field.get)(&(base.preset().config)()));
    let texts = around(field, value, base.env_id())
        .into_iter()
        .map(|value| print(field, value))
        .map(|text| match text.is_empty() {
            true => NONE.to_owned(),
            false => text,
        });
    let fits = |text: &String| {
        let mut draft = base.clone();
        draft.set_text(field, typed(field, text));
        parse(field, typed(field, text)).is_ok() && draft.config().is_ok()
    };
    let (good, bad): (Vec<String>, Vec<String>) = texts.partition(fits);
    let proposed = if good.is_empty() { bad } else { good };
    let proposed: Vec<String> = proposed.into_iter().take(COUNT).collect();
    proposed.join(", ")
}

fn around(field: &Field, value: Value, env_id: EnvId) -> Vec<Value> {
    match (field.kind, value) {
        (FieldKind::Integer { min, max }, Value::Integer(value)) => {
            let mut found: Vec<usize> = [4, 2, 1].map(|part| rounded(value, part)).to_vec();
            found.extend([2, 4, 8, 16].map(|times| value.max(1).saturating_mul(times)));
            found.retain(|value| (min..=max).contains(value));
            found.sort_unstable();
            found.dedup();
            found.into_iter().map(Value::Integer).collect()
        }
        (FieldKind::Number { min, max }, Value::Number(value)) => {
            let found = numbers(value, max).into_iter();
            let found = found.filter(|value| (min..=max).contains(value));
            found.map(Value::Number).collect()
        }
        (FieldKind::Optional { min, max }, Value::Optional(value)) => {
            let found = match value {
                Some(value) => numbers(value, max),
                None => FROM_NONE.to_vec(),
            };
            let found = found
                .into_iter()
                .filter(|value| (min..=max).contains(value));
            let none = value.is_none().then_some(None);
            let found = none.into_iter().chain(found.map(Some));
            found.map(Value::Optional).collect()
        }
        (FieldKind::Switch, _) => [false, true].map(Value::Switch).to_vec(),
        (FieldKind::Choice { options }, now) => {
            let others = options()
                .into_iter()
                .map(|choice| Value::Choice(choice.key));
            let others = others.filter(|value| *value != now);
            std::iter::once(now.clone())
                .chain(others.collect::<Vec<_>>())
                .collect()
        }
        (FieldKind::Sizes { max_width, .. }, Value::Sizes(sizes)) => {
            let scaled = [(1, 4), (1, 2), (1, 1), (2, 1), (4, 1)].map(|(times, part)| {
                let scaled = sizes
                    .iter()
                    .map(|size| (size * times / part).clamp(1, max_width));
                Value::Sizes(scaled.collect())
            });
            let mut scaled = scaled.to_vec();
            scaled.dedup();
            scaled
        }
        (FieldKind::Expression, Value::Expression(text)) => {
            let other = match text.is_empty() {
                true => example_reward(env_id),
                false => String::new(),
            };
            [text, other].map(Value::Expression).to_vec()
        }
        // A field's value is of its kind.
        (_, value) => vec![value],
    }
}

/// Returns a reward for holding a pole or a rod upright, or a car in the middle.
fn example_reward(env_id: EnvId) -> String {
    let state = env_id.spec().state;
    let angle = state.iter().find(|name| name.starts_with("theta"));
    format!("1 - abs({})", angle.or(state.first()).unwrap_or(&"reward"))
}

fn rounded(value: usize, part: usize) -> usize {
    (value + part / 2) / part
}

/// Returns numbers around a value in rising order, which may be out of the field's range.
fn numbers(value: f64, max: f64) -> Vec<f64> {
    if value == 0.0 {
        return FROM_ZERO.to_vec();
    }
    // A discount of 0.99 differs from one of 0.9 as much as 0.9 does from 0.
    if max == 1.0 && (0.5..=1.0).contains(&value) {
        let from_one = 1.0 - value;
        if from_one == 0.0 {
            return BELOW_ONE.into_iter().chain([value]).collect();
        }
        // Without the last digits that a difference leaves.
        let tidy = |distance: f64| format!("{:.6}", 1.0 - distance).parse().unwrap_or(value);
        let mut found = round_numbers(from_one);
        found.reverse();
        let found = found.into_iter();
        return found
            .map(|it| if it == from_one { value } else { tidy(it) })
            .collect();
    }
    let mut found = round_numbers(value.abs());
    if value < 0.0 {
        found.reverse();
    }
    found.into_iter().map(|it| it.copysign(value)).collect()
}

/// Returns a value above 0 between the nearest round numbers, two below and two above it.
fn round_numbers(value: f64) -> Vec<f64> {
    let decade = value.log10().floor() as i32;
    // Read from a text, 2e-4 has no digits behind it.
    let number = |digit: f64, power: i32| format!("{digit}e{power}").parse::<f64>().ok();
    let all: Vec<f64> = (decade - 2..=decade + 2)
        .flat_map(|power| ROUND.iter().filter_map(move |digit| number(*digit, power)))
        .collect();
    let below = all.iter().rev().copied().filter(|it| *it * APART <= value);
    let mut found: Vec<f64> = below.take(BESIDE).collect();
    found.reverse();
    found.push(value);
    let above = all.iter().copied().filter(|it| *it >= value * APART);
    found.extend(above.take(BESIDE));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::fields::FIELDS;
    use crate::config::presets::{PRESETS, Preset};
    use crate::config::sweep::values::read;

    fn proposed(name: &str, text: &str) -> String {
        let field = Field::find(name).expect("a field");
        let mut base = Draft::new(Preset::find("ppo-quick").expect("a preset"));
        base.set_text(field, text);
        propose(field, &base)
    }

    #[test]
    fn numbers_around_the_present_one_are_round() {
        let cases = [
            ("learning_rate", "0.001", "2e-4, 5e-4, 0.001, 0.002, 0.005"),
            (
                "learning_rate",
                "0.0025",
                "5e-4, 0.001, 0.0025, 0.005, 0.01",
            ),
            ("clip_coef", "0.2", "0.05, 0.1, 0.2, 0.5, 1"),
            ("clip_coef", "", "none, 0.1, 0.2, 0.5, 1"),
            ("gamma", "0.99", "0.95, 0.98, 0.99, 0.995, 0.998"),
            ("gae_lambda", "0.95", "0.8, 0.9, 0.95, 0.98, 0.99"),
            ("gae_lambda", "1", "0.9, 0.95, 0.98, 0.99, 1"),
            ("ent_coef", "0", "0, 0.001, 0.01, 0.1, 1"),
            ("terminal_reward", "-10", "-50, -20, -10, -5, -2"),
            ("num_minibatches", "4", "1, 2, 4, 8, 16"),
            ("update_epochs", "1", "1, 2, 4, 8, 16"),
            (
                "hidden_sizes",
                "64-32",
                "16-8, 32-16, 64-32, 128-64, 256-128",
            ),
            ("norm_adv", "true", "false, true"),
            ("activation", "tanh", "tanh, relu"),
            ("reward", "", "none, 1 - abs(theta)"),
        ];
        for (name, text, expected) in cases {
            assert_eq!(proposed(name, text), expected, "{name} {text}");
        }
    }

    #[test]
    fn every_field_of_every_preset_has_values_that_can_be_trained() {
        for preset in PRESETS {
            let base = Draft::new(preset);
            for field in FIELDS.iter().filter(|it| it.is_used_by(base.algorithm())) {
                let text = propose(field, &base);
                let values = read(field, &text);
                let values = values.unwrap_or_else(|it| panic!("{text}: {}", it.message));
                assert!((1..=COUNT).contains(&values.len()), "{}: {text}", field.key);
                let now = base.text(field);
                assert!(
                    values.iter().any(|value| typed(field, value) == now),
                    "{} {}: {now} is not in {text}",
                    preset.id,
                    field.key
                );
                for value in values {
                    let mut draft = base.clone();
                    draft.set_text(field, typed(field, &value));
                    assert!(draft.config().is_ok(), "{} {value}", field.key);
                }
            }
        }
    }
}

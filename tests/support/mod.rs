//! Reading fixtures: PyTorch's and Gymnasium's own numbers.

#![allow(dead_code, reason = "each test file uses its own part")]

pub mod runs;
pub mod tensors;

use policy_lab::nn::{Activation, Mlp};
use serde_json::Value;

/// Losses and advantages, as the fixtures' README suggests for single precision.
pub const VALUES: Tolerance = Tolerance {
    relative: 1e-4,
    absolute: 1e-5,
};
/// Gradients and weights.
pub const GRADIENTS: Tolerance = Tolerance {
    relative: 3e-4,
    absolute: 2e-6,
};

#[derive(Clone, Copy)]
pub struct Tolerance {
    pub relative: f64,
    pub absolute: f64,
}

/// A fixture file, from `POLICY_LAB_FIXTURES` or the repository's copy.
pub fn fixture(name: &str) -> Value {
    let folder = std::env::var("POLICY_LAB_FIXTURES")
        .unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures").to_owned());
    let path = format!("{folder}/{name}.json");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The entries of a list.
pub fn list(value: &Value) -> &[Value] {
    value
        .as_array()
        .map_or_else(|| panic!("not a list: {value}"), Vec::as_slice)
}

/// All numbers of a nested list, in order; true counts as 1.
pub fn numbers(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(items) => items.iter().flat_map(numbers).collect(),
        Value::Bool(flag) => vec![f64::from(u8::from(*flag))],
        Value::Number(number) => vec![number.as_f64().expect("a finite number")],
        other => panic!("not a number: {other}"),
    }
}

/// The same in single precision.
pub fn floats(value: &Value) -> Vec<f32> {
    numbers(value)
        .into_iter()
        .map(|number| number as f32)
        .collect()
}

/// The same as flags.
pub fn flags(value: &Value) -> Vec<bool> {
    numbers(value)
        .into_iter()
        .map(|number| number != 0.0)
        .collect()
}

/// One number.
pub fn number(value: &Value) -> f64 {
    value
        .as_f64()
        .unwrap_or_else(|| panic!("not a number: {value}"))
}

/// `[rows, columns]` becomes `[columns, rows]`.
pub fn transpose<T: Copy>(values: &[T], columns: usize) -> Vec<T> {
    (0..columns)
        .flat_map(|column| values.iter().skip(column).step_by(columns).copied())
        .collect()
}

/// Weights or gradients of a `Sequential`, named `{prefix}{0, 2, 4}.{weight, bias}` with weights `[out][in]`, in the
/// order of a flat parameter vector: weights `[in, out]`, then biases.
pub fn flat_parameters(value: &Value, prefix: &str) -> Vec<f32> {
    (0..)
        .step_by(2)
        .map_while(|layer| {
            let weight = value.get(format!("{prefix}{layer}.weight"))?;
            let inputs = list(&list(weight)[0]).len();
            let mut layer_parameters = transpose(&floats(weight), inputs);
            layer_parameters.extend(floats(&value[format!("{prefix}{layer}.bias")]));
            Some(layer_parameters)
        })
        .flatten()
        .collect()
}

/// The shape of that network, starting at `offset`.
pub fn mlp(value: &Value, prefix: &str, activation: Activation, offset: usize) -> Mlp {
    let mut sizes = Vec::new();
    for layer in (0..).step_by(2) {
        let Some(weight) = value.get(format!("{prefix}{layer}.weight")) else {
            break;
        };
        if sizes.is_empty() {
            sizes.push(list(&list(weight)[0]).len());
        }
        sizes.push(list(weight).len());
    }
    Mlp {
        sizes,
        activation,
        offset,
    }
}

/// Fails with `what` and the worst entry unless all are within tolerance.
pub fn assert_close(what: &str, actual: &[f32], expected: &[f64], tolerance: Tolerance) {
    assert_eq!(actual.len(), expected.len(), "{what}: number of values");
    assert!(!expected.is_empty(), "{what}: nothing to compare");
    for (index, (actual, expected)) in actual.iter().zip(expected).enumerate() {
        let allowed = tolerance.absolute + tolerance.relative * expected.abs();
        let error = (f64::from(*actual) - expected).abs();
        assert!(
            error <= allowed,
            "{what}[{index}]: {actual} instead of {expected}, off by {error:e}, allowed {allowed:e}"
        );
    }
}

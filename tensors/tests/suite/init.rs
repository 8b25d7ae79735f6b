//! Initial weights: orthogonal ones, and PyTorch's default.

use burn::tensor::Device;
use policy_lab::nn::init::{orthogonal, orthogonalise, uniform_fan_in};
use policy_lab::nn::{Activation, Init, Mlp, Networks};
use policy_lab::random::{Purpose, Stream};

use super::section::{Node, Section};
use super::tolerance::{EXACT, ORTHOGONAL, SPREAD, VALUES};

/// Random numbers from which a spread is measured.
const DRAWS: usize = 40_000;

/// Returns the shape `[outputs, inputs]`.
fn shape(node: &Node<'_>) -> Result<[usize; 2], String> {
    let sizes = node.numbers()?;
    match sizes[..] {
        [outputs, inputs] if outputs >= 1.0 && inputs >= 1.0 => {
            Ok([outputs as usize, inputs as usize])
        }
        _ => Err(node.fault("not the shape of a weight")),
    }
}

fn norm(weights: &[f32]) -> f64 {
    let squares = weights.iter().map(|weight| f64::from(*weight).powi(2));
    squares.sum::<f64>().sqrt()
}

pub async fn orthogonal_weights(section: &Section, _: &Device) -> Result<(), String> {
    for case in section.cases()? {
        let [outputs, inputs] = shape(&case.at("shape")?)?;
        let gain = case.at("std")?.number()?;
        let gaussian = case.at("gaussian")?.numbers()?;
        let ours = orthogonalise(&gaussian, outputs, inputs, gain);
        case.at("expected_weight")?
            .close(&ours, ORTHOGONAL.times(gain))?;
    }
    Ok(())
}

pub async fn orthogonal_properties(section: &Section, _: &Device) -> Result<(), String> {
    for (index, case) in section.cases()?.iter().enumerate() {
        let [outputs, inputs] = shape(&case.at("weight_shape")?)?;
        let gain = case.at("std")?.number()?;
        let stream = Stream::new(1, Purpose::Parameters);
        let weight = orthogonal(&stream, index as u32, inputs, outputs, gain);
        gram(case, &weight, [inputs, outputs])?;
        for key in ["frobenius_norm", "expected_frobenius_norm"] {
            case.at(key)?.close(&[norm(&weight)], VALUES.times(gain))?;
        }
        layers(case, [inputs, outputs], gain)?;
    }
    Ok(())
}

/// Checks the products of the weight's columns, or of its rows if there are fewer of them: `gain²`
/// with themselves, 0 with others.
fn gram(case: &Node<'_>, weight: &[f32], [inputs, outputs]: [usize; 2]) -> Result<(), String> {
    let diagonal = case.at("gram_diagonal")?;
    let at = |input: usize, output: usize| f64::from(weight[input * outputs + output]);
    let count = inputs.min(outputs);
    for first in 0..count {
        for second in 0..count {
            let product: f64 = if outputs >= inputs {
                (0..outputs).map(|o| at(first, o) * at(second, o)).sum()
            } else {
                (0..inputs).map(|i| at(i, first) * at(i, second)).sum()
            };
            let tolerance = ORTHOGONAL.times(diagonal.number()?);
            if first == second {
                diagonal.close(&[product], tolerance)?;
            } else if product.abs() > tolerance.allows(0.0, 0.0) {
                return Err(case.fault(format!("{first} times {second} is {product}")));
            }
        }
    }
    Ok(())
}

/// Checks that a run's networks have such a layer, with that gain and that bias: √2 inside, 0.01 at
/// the actor's end, 1 at the critic's.
fn layers(case: &Node<'_>, [inputs, outputs]: [usize; 2], gain: f64) -> Result<(), String> {
    let new = |sizes, hidden: &[usize], has_critic| {
        Networks::new(sizes, hidden, Activation::Tanh, has_critic)
    };
    let is = |other: f64| (gain - other).abs() < 1e-9;
    let (networks, is_critic) = if is(0.01) {
        (new((inputs, outputs), &[], false), false)
    } else if is(1.0) && outputs == 1 {
        (new((inputs, outputs), &[], true), true)
    } else {
        (new((inputs, 2), &[outputs], true), false)
    };
    let parameters = networks.initial_parameters(1, Init::Orthogonal);
    for (mlp, is_asked) in [
        (Some(&networks.actor), !is_critic),
        (networks.critic.as_ref(), is_critic),
    ] {
        let Some(mlp) = mlp else { continue };
        for bias in biases(mlp, &parameters) {
            case.at("bias")?.close(&[bias], EXACT)?;
        }
        if is_asked {
            let weight = &parameters[mlp.offset..mlp.offset + inputs * outputs];
            case.at("frobenius_norm")?
                .close(&[norm(weight)], VALUES.times(gain))?;
        }
    }
    Ok(())
}

fn biases(mlp: &Mlp, parameters: &[f32]) -> Vec<f32> {
    let mut start = mlp.offset;
    let mut biases = Vec::new();
    for (inputs, outputs) in mlp.layers() {
        start += inputs * outputs;
        biases.extend_from_slice(&parameters[start..start + outputs]);
        start += outputs;
    }
    biases
}

pub async fn default_linear(section: &Section, _: &Device) -> Result<(), String> {
    for case in section.cases()? {
        let name = case.at("name")?;
        let [inputs, outputs] = linear(name.text()?).ok_or_else(|| name.fault("not a layer"))?;
        let expected = case.at("weight_and_bias_uniform_bound")?;
        let bound = expected.number()?;
        let (mut weights, mut biases) = (Vec::new(), Vec::new());
        // There are fewer biases than weights.
        let seeds = DRAWS.div_ceil(outputs);
        for seed in 0..seeds as u32 {
            let stream = Stream::new(seed, Purpose::Parameters);
            let layer = uniform_fan_in(&stream, 0, inputs, outputs);
            let (weight, bias) = layer.split_at(inputs * outputs);
            let room = DRAWS.saturating_sub(weights.len()).min(weight.len());
            weights.extend_from_slice(&weight[..room]);
            biases.extend_from_slice(bias);
        }
        for draws in [weights, biases] {
            let largest = draws
                .iter()
                .fold(0.0_f32, |most, draw| most.max(draw.abs()));
            if f64::from(largest) > bound * (1.0 + 1e-6) {
                return Err(expected.fault(format!("{largest} is outside")));
            }
            // The largest of so many numbers is close to the bound.
            expected.close(&[largest], SPREAD)?;
            let spread = norm(&draws) / (draws.len() as f64).sqrt();
            case.at("std_of_that_uniform")?.close(&[spread], SPREAD)?;
        }
    }
    Ok(())
}

/// Returns the inputs and outputs of "Linear(4,120)".
fn linear(name: &str) -> Option<[usize; 2]> {
    let (inputs, outputs) = name
        .strip_prefix("Linear(")?
        .strip_suffix(')')?
        .split_once(',')?;
    Some([inputs.trim().parse().ok()?, outputs.trim().parse().ok()?])
}

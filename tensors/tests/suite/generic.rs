//! The oracle's network, the clip and Adam, compared with the same made of burn's own tensor
//! operations.

use burn::tensor::{Device, Tensor, activation};
use policy_lab::nn::{Activation, Mlp};
use policy_lab::ops::adam::{Adam, AdamSettings, clip};
use policy_lab_tensors::oracle::network::Forward as _;

use super::tensors::{column, cpu, gradient, matrix, numbers};

const ROWS: usize = 37;
const MAX_NORM: f64 = 0.5;
const RATE: f64 = 0.01;
const DECAY: f64 = 0.1;
const EPSILON: f64 = 1e-5;
const BETAS: [f64; 2] = [0.9, 0.999];

/// Trains two networks for three steps in both ways. Returns how many numbers agree, or which do
/// not.
pub async fn training() -> Result<usize, String> {
    let mut compared = 0;
    for (activation, sizes) in [
        (Activation::Tanh, vec![4, 64, 64, 2]),
        (Activation::Relu, vec![3, 5, 2]),
    ] {
        let mlp = Mlp {
            sizes,
            activation,
            offset: 2,
        };
        let mut ours = waves(mlp.offset + mlp.num_parameters(), 1.3, 0.3);
        let obs = matrix(&waves(ROWS * mlp.sizes[0], 0.7, 1.0), mlp.sizes[0], &cpu());
        let settings = AdamSettings {
            epsilon: EPSILON,
            weight_decay: DECAY,
        };
        let mut adam = Adam::new(ours.len(), settings);
        let mut theirs = column(&ours, &Device::flex());
        let mut moments = [theirs.zeros_like(), theirs.zeros_like()];
        for step in 1..=3 {
            let tracked = column(&ours, &cpu()).require_grad();
            let output = mlp.forward(&tracked, obs.clone());
            let grad = gradient(&tracked, loss(output.clone()))?;
            let (clipped, norm) = clip(numbers(grad).await?, Some(MAX_NORM));
            adam.step(&mut ours, &clipped, RATE);

            let tracked = theirs.clone().autodiff().require_grad();
            let their_output = forward(&mlp, &tracked, obs.clone());
            let grad = gradient(&tracked, loss(their_output.clone()))?;
            let (their_clipped, their_norm) = clip_tensors(grad);
            (theirs, moments) = descend(theirs, their_clipped, moments, step);

            for (what, ours, theirs) in [
                (
                    "outputs",
                    numbers(output).await?,
                    their_output.inner().reshape([-1]),
                ),
                ("norm", vec![norm], their_norm),
                ("parameters", ours.clone(), theirs.clone()),
            ] {
                let theirs = numbers(theirs).await?;
                let is_close = |(a, b): (&f32, &f32)| (a - b).abs() <= 1e-4 * (1.0 + b.abs());
                if ours.len() != theirs.len() || !ours.iter().zip(&theirs).all(is_close) {
                    return Err(format!("{what} after {step}: {ours:?} and {theirs:?}"));
                }
                compared += ours.len();
            }
        }
    }
    Ok(compared)
}

fn waves(count: usize, pace: f32, height: f32) -> Vec<f32> {
    (0..count)
        .map(|index| (index as f32 * pace).sin() * height)
        .collect()
}

fn loss(output: Tensor<2>) -> Tensor<1> {
    (output.clone() * output).sum()
}

fn forward(mlp: &Mlp, parameters: &Tensor<1>, input: Tensor<2>) -> Tensor<2> {
    let mut start = mlp.offset;
    let mut hidden = input;
    let last = mlp.sizes.len() - 2;
    for (index, (inputs, outputs)) in mlp.layers().enumerate() {
        let bias_start = start + inputs * outputs;
        let end = bias_start + outputs;
        let weight = parameters.clone().slice(start..bias_start);
        let bias = parameters.clone().slice(bias_start..end);
        hidden = hidden.matmul(weight.reshape([inputs, outputs])) + bias.reshape([1, outputs]);
        if index < last {
            hidden = match mlp.activation {
                Activation::Relu => activation::relu(hidden),
                Activation::Tanh => activation::tanh(hidden),
            };
        }
        start = end;
    }
    hidden
}

fn clip_tensors(gradient: Tensor<1>) -> (Tensor<1>, Tensor<1>) {
    let norm = (gradient.clone() * gradient.clone()).sum().sqrt();
    let scale = ((norm.clone() + 1e-6).recip() * MAX_NORM).clamp_max(1.0);
    (gradient * scale, norm)
}

fn descend(
    parameters: Tensor<1>,
    gradient: Tensor<1>,
    [first, second]: [Tensor<1>; 2],
    step: i32,
) -> (Tensor<1>, [Tensor<1>; 2]) {
    let first = first * BETAS[0] + gradient.clone() * (1.0 - BETAS[0]);
    let second = second * BETAS[1] + gradient.clone() * gradient * (1.0 - BETAS[1]);
    let corrected = first.clone() / (1.0 - BETAS[0].powi(step));
    let root = (second.clone() / (1.0 - BETAS[1].powi(step))).sqrt() + EPSILON;
    let parameters = parameters * (1.0 - RATE * DECAY) - corrected / root * RATE;
    (parameters, [first, second])
}

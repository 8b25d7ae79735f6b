//! The operations out of burn's own tensor operations: what takes the place of a kernel that is not trusted, at tens of
//! times as many dispatches.

use burn::tensor::{Tensor, activation};

use super::adam::{AdamStep, NORM_EPSILON};
use super::mlp::MlpShape;

/// See [`super::mlp::mlp`].
pub fn mlp(parameters: &Tensor<1>, input: Tensor<2>, shape: &MlpShape) -> Tensor<2> {
    let mut start = shape.offset;
    let mut hidden = input;
    let last = shape.sizes.len() - 2;
    for (index, (inputs, outputs)) in shape.layers().enumerate() {
        let bias_start = start + inputs * outputs;
        let end = bias_start + outputs;
        let weight = parameters.clone().slice(start..bias_start);
        let bias = parameters.clone().slice(bias_start..end);
        hidden = hidden.matmul(weight.reshape([inputs, outputs])) + bias.reshape([1, outputs]);
        if index < last {
            hidden = if shape.tanh {
                activation::tanh(hidden)
            } else {
                activation::relu(hidden)
            };
        }
        start = end;
    }
    hidden
}

/// See [`super::adam::clip_by_global_norm`].
pub fn clip_by_global_norm(gradient: Tensor<1>, max_norm: Option<f64>) -> (Tensor<1>, Tensor<1>) {
    let norm = (gradient.clone() * gradient.clone()).sum().sqrt();
    let clipped = match max_norm {
        Some(max_norm) => {
            let scale = ((norm.clone() + NORM_EPSILON).recip() * max_norm).clamp_max(1.0);
            gradient * scale
        }
        None => gradient,
    };
    (clipped, norm)
}

/// Parameters and both moments after a step; see [`super::adam::Adam::step`].
pub fn adam_step(
    parameters: Tensor<1>,
    gradient: Tensor<1>,
    [first, second]: [Tensor<1>; 2],
    step: AdamStep,
) -> [Tensor<1>; 3] {
    let first = first * step.beta_1 + gradient.clone() * (1.0 - step.beta_1);
    let second = second * step.beta_2 + gradient.clone() * gradient * (1.0 - step.beta_2);
    let root = (second.clone() * step.second_scale).sqrt() + step.epsilon;
    let parameters = parameters * step.kept - first.clone() / root * step.rate;
    [parameters, first, second]
}

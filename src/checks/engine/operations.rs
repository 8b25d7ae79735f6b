//! Checks of the device's operations against double precision, at the sizes where kernels tend to fail: one row, odd numbers
//! of rows, layers narrower and wider than a workgroup.

use burn::tensor::Device;

use super::outcome::CheckOutcome;
use super::reference::{Network, wide};
use super::tensors::{Numbers, column, gradient, matrix};
use crate::device::read;
use crate::nn::{Activation, Init, Networks};
use crate::ops::adam::{Adam, AdamSettings, clip_by_global_norm};
use crate::protocol::check_report::Evidence;

/// Rows, observation size, hidden layers, actions, activation. Each takes time to compile its own kernels, so they are few.
const SHAPES: [(usize, usize, &[usize], usize, Activation); 5] = [
    (1, 4, &[7], 2, Activation::Tanh),
    (37, 1, &[64, 64], 1, Activation::Tanh),
    (130, 4, &[120, 84], 2, Activation::Relu),
    (33, 4, &[256, 256], 8, Activation::Relu),
    (515, 4, &[10, 3, 5], 3, Activation::Tanh),
];

/// Compares outputs and gradients of actor and critic with double precision.
pub async fn networks(device: &Device) -> CheckOutcome {
    let mut evidence = Evidence::default();
    let mut numbers = Numbers::new(21);
    for (rows, obs_size, hidden, actions, activation) in SHAPES {
        let networks = Networks::new((obs_size, actions), hidden, activation, true);
        let parameters = networks.initial_parameters(3, Init::UniformFanIn);
        let obs = numbers.normal(rows * obs_size);
        for mlp in networks.all() {
            let outputs = mlp.sizes[mlp.sizes.len() - 1];
            let own = mlp.offset..mlp.offset + mlp.num_parameters();
            let plain = Network {
                sizes: &mlp.sizes,
                activation,
                parameters: &parameters[own.clone()],
            };
            let name = format!("{rows} rows, {:?}, {activation:?}", mlp.sizes);
            let tracked = column(&parameters, device).require_grad();
            let given = mlp.forward(&tracked, matrix(&obs, obs_size, device));
            evidence.all_close(
                &format!("{name}: outputs"),
                &read(given.clone()).await?,
                &plain.outputs(&obs),
                2e-5,
            );
            let weights = numbers.normal(rows * outputs);
            let loss = (given * matrix(&weights, outputs, device)).sum();
            let reached = gradient(loss, &tracked).await?;
            let scale = (rows as f64).sqrt();
            evidence.all_close(
                &format!("{name}: gradient"),
                &reached[own.clone()],
                &plain.gradient(&obs, &weights),
                2e-5 * scale,
            );
            let others = reached
                .iter()
                .enumerate()
                .filter(|(index, value)| !own.contains(index) && **value != 0.0)
                .count();
            evidence.equal(&format!("{name}: gradients of others"), &others, &0);
        }
    }
    Ok(evidence)
}

/// Compares a clipped Adam step with double precision, for more parameters than a workgroup has threads.
pub async fn many_parameters(device: &Device) -> CheckOutcome {
    const COUNT: usize = 10_934;
    let mut evidence = Evidence::default();
    let mut numbers = Numbers::new(22);
    let (parameters, sent) = (numbers.normal(COUNT), numbers.normal(COUNT));
    let length = wide(&sent).iter().map(|g| g * g).sum::<f64>().sqrt();
    for max_norm in [None, Some(0.5), Some(1e6)] {
        let name = max_norm.map_or("no clip".to_owned(), |norm| format!("clip at {norm}"));
        let (clipped, norm) = clip_by_global_norm(column(&sent, device).inner(), max_norm);
        evidence.close(
            &format!("{name}: norm"),
            f64::from(read(norm).await?[0]),
            length,
            1e-3,
        );
        let scale = max_norm.map_or(1.0, |max_norm: f64| (max_norm / (length + 1e-6)).min(1.0));
        let expected: Vec<f64> = wide(&sent).iter().map(|g| g * scale).collect();
        let (first, second) = (0.1, 0.001);
        evidence.all_close(
            &format!("{name}: gradient"),
            &read(clipped.clone()).await?,
            &expected,
            1e-5,
        );
        let before = column(&parameters, device).inner();
        let settings = AdamSettings {
            epsilon: 1e-5,
            weight_decay: 0.0,
        };
        let mut adam = Adam::new(&before, settings);
        let after = adam.step(before, clipped, 0.01);
        // At the first step, bias correction divides each average by the weight of its only gradient.
        let moved: Vec<f64> = wide(&parameters)
            .iter()
            .zip(&expected)
            .map(|(p, g)| {
                let (m, v) = (first * g / 0.1, second * g * g / 0.001);
                p - 0.01 * m / (v.sqrt() + 1e-5)
            })
            .collect();
        evidence.all_close(
            &format!("{name}: parameters"),
            &read(after).await?,
            &moved,
            1e-5,
        );
    }
    Ok(evidence)
}

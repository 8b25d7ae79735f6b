//! placeholder timings
use std::time::Instant;

use burn::tensor::{Device, Int, Tensor, TensorData, activation};
use policy_lab::nn::{Activation, Init, Networks};
use policy_lab::ops::adam::{Adam, AdamSettings};

fn main() {
    let device = Device::flex();
    for act in [Activation::Relu, Activation::Tanh] {
        let nets = Networks::new((4, 2), &[120, 84], act, false);
        let p = nets.initial_parameters(1, Init::UniformFanIn);
        for rows in [1024usize, 16384] {
            let params = Tensor::<1>::from_floats(p.as_slice(), &device);
            let mut adam = Adam::new(
                &params,
                AdamSettings {
                    epsilon: 1e-8,
                    weight_decay: 0.0,
                },
            );
            let ad = device.clone().autodiff();
            let obs: Vec<f32> = (0..rows * 4).map(|i| (i as f32 * 0.7).sin()).collect();
            let obs = Tensor::<2>::from_data(TensorData::new(obs, [rows, 4]), &ad);
            let acts: Vec<i32> = (0..rows).map(|i| (i % 2) as i32).collect();
            let acts = Tensor::<1, Int>::from_data(TensorData::new(acts, [rows]), &ad);
            let mut times = [f64::INFINITY; 4];
            for _ in 0..20 {
                let t0 = Instant::now();
                let tracked = params.clone().autodiff().require_grad();
                let logits = nets.actor.forward(&tracked, obs.clone());
                let t1 = Instant::now();
                let lp = activation::log_softmax(logits, 1);
                let lp: Tensor<1> = lp.gather(1, acts.clone().unsqueeze_dim(1)).squeeze_dim(1);
                let loss = lp.mean().neg();
                let t2 = Instant::now();
                let mut grads = loss.backward();
                let g = tracked.grad_remove(&mut grads).unwrap();
                let t3 = Instant::now();
                let _ = adam.step(params.clone(), g, 1e-3);
                let t4 = Instant::now();
                for (best, secs) in times.iter_mut().zip([
                    (t1 - t0).as_secs_f64(),
                    (t2 - t1).as_secs_f64(),
                    (t3 - t2).as_secs_f64(),
                    (t4 - t3).as_secs_f64(),
                ]) {
                    *best = best.min(secs);
                }
            }
            println!(
                "{act:?} {rows}: forward, loss, backward, adam ms: {:?}",
                times.map(|t| t * 1e3)
            );
        }
    }
}

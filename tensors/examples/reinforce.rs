//! REINFORCE on CartPole in one file, from the library's public parts:
//! `cargo run --example reinforce`.

use std::error::Error;

use burn::tensor::{Device, Int, Tensor, TensorData};
use policy_lab::envs::{Env, EnvId};
use policy_lab::nn::{Activation, Init, Networks};
use policy_lab::ops::adam::{Adam, AdamSettings};
use policy_lab::rollout::{Collector, Lifespans, discounted_returns};
use policy_lab_tensors::oracle::network::Forward as _;
use policy_lab_tensors::oracle::{categorical, reinforce, standardise::standardise};

const SEED: u32 = 1;
const NUM_ENVS: usize = 32;
const NUM_STEPS: usize = 200;
const NUM_UPDATES: usize = 80;
const LEARNING_RATE: f64 = 0.01;
const GAMMA: f64 = 0.98;

fn main() -> Result<(), Box<dyn Error>> {
    let device = Device::flex().autodiff();
    let networks = Networks::new((4, 2), &[64], Activation::Relu, false);
    let mut parameters = networks.initial_parameters(SEED, Init::UniformFanIn);
    let mut adam = Adam::new(parameters.len(), AdamSettings::default());
    let env = Env::new(EnvId::Cartpole);
    let mut collector = Collector::new(NUM_ENVS, env, networks.clone(), SEED);
    let mut lifespans = Lifespans::new(NUM_ENVS);

    for update in 1..=NUM_UPDATES {
        let mut rollout = collector.rollout(NUM_STEPS);
        collector.advance(&mut rollout, &parameters, NUM_STEPS);
        let returns = discounted_returns(&rollout.rewards, &rollout.ended(), NUM_ENVS, GAMMA)?;

        let rows = rollout.len();
        let obs = TensorData::new(rollout.obs[..rows * 4].to_vec(), [rows, 4]);
        let actions: Vec<i32> = rollout
            .actions
            .iter()
            .map(|&action| action as i32)
            .collect();
        let actions = TensorData::new(actions, [rows]);
        let returns = Tensor::<1>::from_data(TensorData::new(returns, [rows]), &device);

        let leaf = Tensor::<1>::from_floats(parameters.as_slice(), &device).require_grad();
        let logits = (networks.actor).forward(&leaf, Tensor::<2>::from_data(obs, &device));
        let actions = Tensor::<1, Int>::from_data(actions, &device);
        let log_prob = categorical::log_prob(logits, actions);
        let mut gradients = reinforce::policy_loss(log_prob, standardise(returns)?).backward();
        let gradient = leaf.grad_remove(&mut gradients).ok_or("no gradient")?;
        let gradient: Vec<f32> = gradient.into_data().try_to_vec()?;
        adam.step(&mut parameters, &gradient, LEARNING_RATE);

        let episodes = lifespans.finished_in(&rollout);
        let steps: u32 = episodes.iter().map(|episode| episode.length).sum();
        let mean = f64::from(steps) / episodes.len().max(1) as f64;
        println!("update {update:>2}  mean episode length {mean:>5.0}");
    }
    Ok(())
}

//! PPO on CartPole in one file, from the library's public parts: `cargo run --example ppo`.
//! The page's own loop is `src/train/learning.rs`.

use std::error::Error;

use burn::tensor::{Device, Int, Tensor, TensorData};
use policy_lab::envs::{Env, EnvId};
use policy_lab::nn::{Activation, Init, Networks};
use policy_lab::ops::adam::{Adam, AdamSettings, clip};
use policy_lab::random::{Purpose, Stream};
use policy_lab::rollout::{
    BadArgument, Collector, GaeParams, Lifespans, Minibatch, generalised_advantages, shuffled,
};
use policy_lab_tensors::oracle::network::Forward as _;
use policy_lab_tensors::oracle::{categorical, ppo, standardise::standardise, value};

const SEED: u32 = 1;
const NUM_ENVS: usize = 16;
const NUM_STEPS: usize = 128;
const NUM_ITERATIONS: usize = 60;
const UPDATE_EPOCHS: usize = 4;
const NUM_MINIBATCHES: usize = 4;
const LEARNING_RATE: f64 = 1e-3;
const GAE: GaeParams = GaeParams {
    gamma: 0.99,
    gae_lambda: 0.95,
};
const CLIP_COEF: f64 = 0.2;
const ENT_COEF: f64 = 0.01;
const VF_COEF: f64 = 0.5;
const MAX_GRAD_NORM: f64 = 0.5;

fn main() -> Result<(), Box<dyn Error>> {
    let device = Device::flex().autodiff();
    let networks = Networks::new((4, 2), &[64, 64], Activation::Tanh, true);
    let mut parameters = networks.initial_parameters(SEED, Init::Orthogonal);
    let mut adam = Adam::new(parameters.len(), AdamSettings::default());
    let env = Env::new(EnvId::Cartpole);
    let mut collector = Collector::new(NUM_ENVS, env, networks.clone(), SEED);
    let mut lifespans = Lifespans::new(NUM_ENVS);
    let shuffles = Stream::new(SEED, Purpose::Shuffle);

    for iteration in 1..=NUM_ITERATIONS {
        let mut rollout = collector.rollout(NUM_STEPS);
        collector.advance(&mut rollout, &parameters, NUM_STEPS);
        collector.finish(&mut rollout, &parameters);
        let advantages = generalised_advantages(
            &rollout.rewards,
            &rollout.values,
            &rollout.next_values(),
            &rollout.ended(),
            NUM_ENVS,
            GAE,
        )?;
        let pairs = advantages.iter().zip(&rollout.values);
        let returns: Vec<f32> = pairs.map(|(advantage, value)| advantage + value).collect();
        for epoch in 0..UPDATE_EPOCHS {
            let count = (iteration * UPDATE_EPOCHS + epoch) as u32;
            for indices in shuffled(&shuffles, count, rollout.len(), NUM_MINIBATCHES)? {
                let batch = Minibatch::pick(&rollout, &advantages, &returns, &indices);
                let leaf = Tensor::<1>::from_floats(parameters.as_slice(), &device).require_grad();
                let mut gradients = loss(&networks, &leaf, batch, &device)?.backward();
                let gradient = leaf.grad_remove(&mut gradients).ok_or("no gradient")?;
                let (gradient, _) = clip(gradient.into_data().try_to_vec()?, Some(MAX_GRAD_NORM));
                adam.step(&mut parameters, &gradient, LEARNING_RATE);
            }
        }
        let episodes = lifespans.finished_in(&rollout);
        let steps: u32 = episodes.iter().map(|episode| episode.length).sum();
        let mean = f64::from(steps) / episodes.len().max(1) as f64;
        println!("iteration {iteration:>2}  mean episode length {mean:>5.0}");
    }
    Ok(())
}

/// Returns `-surrogate + VF_COEF * value_loss - ENT_COEF * entropy`, means over the minibatch:
/// `[1]`.
fn loss(
    networks: &Networks,
    parameters: &Tensor<1>,
    batch: Minibatch,
    device: &Device,
) -> Result<Tensor<1>, BadArgument> {
    let rows = batch.len();
    let column = |values: Vec<f32>| Tensor::<1>::from_data(TensorData::new(values, [rows]), device);
    let obs = Tensor::<2>::from_data(TensorData::new(batch.obs, [rows, 4]), device);
    let actions = Tensor::<1, Int>::from_data(TensorData::new(batch.actions, [rows]), device);
    let logits = networks.actor.forward(parameters, obs.clone());
    let log_prob = categorical::log_prob(logits.clone(), actions);
    let ratio = ppo::ratio(log_prob, column(batch.old_log_prob));
    let advantages = standardise(column(batch.advantages))?;
    let mut loss = ppo::clipped_surrogate_loss(ratio, advantages, Some(CLIP_COEF))
        - categorical::entropy(logits).mean() * ENT_COEF;
    if let Some(critic) = &networks.critic {
        let values = critic.forward(parameters, obs).reshape([rows]);
        loss = loss + value::value_loss(values, column(batch.returns)) * VF_COEF;
    }
    Ok(loss)
}

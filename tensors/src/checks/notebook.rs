//! The tests of the first notebook: REINFORCE on whole episodes.

use burn::tensor::{Device, activation};
use policy_lab::config::presets::Preset;
use policy_lab::config::{Algorithm, TrainConfig};
use policy_lab::envs::{Env, EnvId, Worlds};
use policy_lab::nn::{Activation, Init, Networks};
use policy_lab::protocol::check_report::Evidence;
use policy_lab::rollout::{Collector, discounted_returns};

use super::outcome::{CheckError, CheckOutcome};
use super::reference::{Network, entropy, log_prob, mean};
use super::step::{StepSamples, StepStart, step};
use super::tensors::Numbers;
use crate::device::read;
use crate::oracle::network::Forward as _;
use crate::oracle::{column, rows_of};

fn policy() -> Networks {
    Networks::new((4, 2), &[16], Activation::Relu, false)
}

/// Checks `predict_probs` for five initial states.
pub async fn probabilities() -> CheckOutcome {
    let mut evidence = Evidence::default();
    let policy = policy();
    let parameters = policy.initial_parameters(1, Init::UniformFanIn);
    let mut states = Vec::new();
    Worlds::new(5, Env::new(EnvId::Cartpole), 1).append_states(&mut states);
    let logits = policy
        .actor
        .forward(&column(&parameters), rows_of(&states, 4));
    let shape = logits.dims();
    evidence.equal("Shape", format!("{shape:?}"), "[5, 2]".to_owned());
    let probabilities = read(activation::softmax(logits, 1)).await?;
    let sums: Vec<f32> = probabilities
        .chunks(2)
        .map(|row| row.iter().sum())
        .collect();
    evidence.all_close("Sum of a row", &sums, &[1.0; 5], 1e-6);
    let inside = probabilities
        .iter()
        .filter(|p| (0.0..=1.0).contains(*p))
        .count();
    evidence.equal("Probabilities between 0 and 1", inside, 10);
    Ok(evidence)
}

/// Checks `generate_session`: an episode, from its first step to its last.
pub async fn session() -> CheckOutcome {
    let mut evidence = Evidence::default();
    let env = Env {
        max_episode_steps: 1_000,
        ..Env::new(EnvId::Cartpole)
    };
    let policy = policy();
    let parameters = policy.initial_parameters(1, Init::UniformFanIn);
    let mut world = Collector::new(1, env, policy, 1);
    let mut session = world.rollout(1_000);
    let ended = world.advance_to_end(&mut session, &parameters, 1_000);
    let steps = session.num_steps;
    evidence.holds("The session ends with its episode", ended);
    evidence.between("Steps", steps as f64, (8.0, 1_000.0));
    evidence.equal("States", session.obs.len() / 4, steps);
    evidence.equal("Actions", session.actions.len(), steps);
    evidence.equal("Rewards", session.rewards.len(), steps);
    let sum: f32 = session.rewards.iter().sum();
    evidence.close("Sum of rewards", f64::from(sum), steps as f64, 0.0);
    let early = session.terminated[..steps - 1]
        .iter()
        .filter(|over| **over)
        .count();
    evidence.equal("Ends before the last step", early, 0);
    Ok(evidence)
}

/// Repeats the notebook's assertions about `get_cumulative_rewards`.
pub async fn returns() -> CheckOutcome {
    const CASES: [(&str, [f32; 7], f64, [f64; 7]); 3] = [
        (
            "gamma 0.9",
            [0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0],
            0.9,
            [1.40049, 1.5561, 1.729, 0.81, 0.9, 1.0, 0.0],
        ),
        (
            "gamma 0.5",
            [0.0, 0.0, 1.0, -2.0, 3.0, -4.0, 0.0],
            0.5,
            [0.0625, 0.125, 0.25, -1.5, 1.0, -4.0, 0.0],
        ),
        (
            "gamma 0",
            [0.0, 0.0, 1.0, 2.0, 3.0, 4.0, 0.0],
            0.0,
            [0.0, 0.0, 1.0, 2.0, 3.0, 4.0, 0.0],
        ),
    ];
    let mut evidence = Evidence::default();
    let hundred: Vec<f32> = (0..100).map(|reward| reward as f32).collect();
    let returns = discounted_returns(&hundred, &[false; 100], 1, 0.99)?;
    evidence.equal("Returns of 100 rewards", returns.len(), 100);
    for (name, rewards, gamma, expected) in CASES {
        let returns = discounted_returns(&rewards, &[false; 7], 1, gamma)?;
        evidence.all_close(name, &returns, &expected, 1e-6);
    }
    Ok(evidence)
}

/// Compares the loss of `train_on_session` with double precision, and checks that a step lowers it.
pub async fn train_on_session(device: &Device) -> CheckOutcome {
    const ENT_COEF: f64 = 1e-2;
    let mut evidence = Evidence::default();
    let mut numbers = Numbers::new(2);
    let policy = policy();
    let first = policy.initial_parameters(2, Init::UniformFanIn);
    let states = numbers.uniform(12 * 4, (-1.0, 1.0));
    let taken = numbers.below(12, 2);
    let rewards = numbers.uniform(12, (0.0, 1.0));
    let returns = discounted_returns(&rewards, &[false; 12], 1, 0.99)?;
    let outputs = Network {
        sizes: &policy.actor.sizes,
        activation: policy.actor.activation,
        parameters: &first,
    };
    let logits: Vec<f32> = outputs.outputs(&states).iter().map(|z| *z as f32).collect();
    let products: Vec<f64> = log_prob(&logits, 2, &taken)
        .iter()
        .zip(&returns)
        .map(|(log_prob, g)| log_prob * f64::from(*g))
        .collect();
    let expected = -mean(&products) - ENT_COEF * mean(&entropy(&logits, 2));
    let config = TrainConfig {
        ent_coef: ENT_COEF,
        learning_rate: 1e-3,
        max_grad_norm: None,
        ..(Preset::first_for(Algorithm::Reinforce).config)()
    };
    let samples = StepSamples {
        obs: states,
        actions: taken,
        controls: Vec::new(),
        old_log_prob: vec![0.0; 12],
        advantages: returns.clone(),
        returns,
        num_envs: 1,
    };
    let start = |parameters| StepStart::new(&policy, parameters);
    let stepped = step(device, &start(&first), &config, &samples).await?;
    let before = stepped.loss(ENT_COEF);
    evidence.close("Loss", before, expected, 1e-5);
    let moved = &stepped.parameters;
    let after = step(device, &start(moved), &config, &samples).await?;
    evidence.between(
        "Loss after one step, less the loss before",
        after.loss(ENT_COEF) - before,
        (f64::NEG_INFINITY, -1e-6),
    );
    let changed = moved.iter().zip(&first).filter(|(a, b)| a != b).count();
    if changed == 0 {
        return Err(CheckError::NoGradient);
    }
    evidence.between(
        "Part of the parameters that moved",
        changed as f64 / first.len() as f64,
        (0.5, 1.0),
    );
    Ok(evidence)
}

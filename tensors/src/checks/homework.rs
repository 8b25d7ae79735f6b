//! The homework's own tests, with PyTorch's random numbers and the losses that PyTorch prints for
//! them.

use burn::tensor::{Device, Tensor};
use policy_lab::config::presets::Preset;
use policy_lab::config::{Advantage, Algorithm, TrainConfig};
use policy_lab::nn::{Activation, Init, Mlp, Networks};
use policy_lab::protocol::check_report::Evidence;
use policy_lab::random::torch::TorchRandom;

use super::outcome::CheckOutcome;
use super::step::{StepSamples, StepStart, step};
use super::tensors::{Numbers, actions, gradient, number};
use crate::device::read;
use crate::oracle::categorical;
use crate::oracle::network::Forward as _;
use crate::oracle::value::{advantage, value_loss};
use crate::oracle::{column, ppo, reinforce, rows_of, vpg};

/// 10 steps of 5 environments.
const SAMPLES: usize = 50;
const OBS_SIZE: usize = 4;
/// The homework's own tolerance.
const TOLERANCE: f64 = 1e-4;

/// The tensors that the homework's tests draw after `torch.manual_seed(0)`, in their order.
struct HomeworkInputs {
    states: Vec<f32>,
    actions: Vec<u32>,
    log_probs: Vec<f32>,
    returns: Vec<f32>,
}

impl HomeworkInputs {
    fn new() -> Self {
        let mut random = TorchRandom::new(0);
        let states = random.rand(SAMPLES * OBS_SIZE);
        let actions = random.randint(1, SAMPLES);
        let _rewards = random.rand(SAMPLES);
        let _not_dones = random.randint(2, SAMPLES);
        let log_probs = random.rand(SAMPLES);
        let returns = random.rand(SAMPLES);
        Self {
            states,
            actions,
            log_probs,
            returns,
        }
    }
}

/// Returns `policy = Linear(4, 1); value = Linear(4, 1)` after `torch.manual_seed(0)`, as one
/// vector. With one output, PyTorch's layout of a layer equals ours.
fn linear_networks() -> (Mlp, Mlp, Vec<f32>) {
    let mut random = TorchRandom::new(0);
    let mut parameters = random.linear(OBS_SIZE, 1);
    parameters.extend(random.linear(OBS_SIZE, 1));
    let linear = |offset| Mlp {
        sizes: vec![OBS_SIZE, 1],
        activation: Activation::Relu,
        offset,
    };
    (linear(0), linear(OBS_SIZE + 1), parameters)
}

/// Checks shapes, and that the last layer has no activation: some logits are negative, and they are
/// not bounded.
pub async fn networks() -> CheckOutcome {
    let mut evidence = Evidence::default();
    for (agent, rows, obs_size, num_actions, has_critic) in [
        ("REINFORCE, Agent(16, 4)", 8, 16, 4, false),
        ("VPG, Agent(32, 6)", 64, 32, 6, true),
        ("PPO, Agent(12, 7)", 128, 12, 7, true),
    ] {
        let networks = Networks::new(
            (obs_size, num_actions),
            &[128],
            Activation::Relu,
            has_critic,
        );
        let parameters = column(&networks.initial_parameters(0, Init::UniformFanIn));
        let input = |scale: f32| {
            let numbers = Numbers::new(8).normal(rows * obs_size);
            let scaled: Vec<f32> = numbers.iter().map(|x| scale * x).collect();
            rows_of(&scaled, obs_size)
        };
        let logits = networks.actor.forward(&parameters, input(1.0));
        let shape = format!("{:?}", logits.dims());
        evidence.equal(
            &format!("{agent}: shape of the logits"),
            shape,
            format!("[{rows}, {num_actions}]"),
        );
        let logits = read(networks.actor.forward(&parameters, input(100.0))).await?;
        let smallest = logits.iter().copied().fold(f32::INFINITY, f32::min);
        evidence.between(
            &format!("{agent}: smallest logit of large inputs"),
            f64::from(smallest),
            (f64::NEG_INFINITY, -2.0),
        );
        if let Some(critic) = &networks.critic {
            let shape = format!("{:?}", critic.forward(&parameters, input(1.0)).dims());
            evidence.equal(
                &format!("{agent}: shape of the values"),
                shape,
                format!("[{rows}, 1]"),
            );
        }
    }
    Ok(evidence)
}

/// Repeats the test of `REINFORCE_loss`.
pub async fn reinforce_loss() -> CheckOutcome {
    let mut evidence = Evidence::default();
    let drawn = HomeworkInputs::new();
    let log_prob = column(&drawn.log_probs).require_grad();
    let loss = reinforce::policy_loss(log_prob.clone(), column(&drawn.returns));
    evidence.close("Loss", number(loss.clone()).await?, -0.2369, TOLERANCE);
    let expected: Vec<f64> = drawn
        .returns
        .iter()
        .map(|g| -f64::from(*g) / SAMPLES as f64)
        .collect();
    let reached = gradient(loss, &log_prob).await?;
    evidence.all_close("Gradient of log π: −G / N", &reached, &expected, 1e-7);
    Ok(evidence)
}

/// Repeats the test of `VPG_loss`. Also checks the critic's gradient, which the homework does not.
pub async fn vpg_loss() -> CheckOutcome {
    let mut evidence = Evidence::default();
    let drawn = HomeworkInputs::new();
    let (_, critic, flat) = linear_networks();
    for detach in [true, false] {
        let parameters = column(&flat).require_grad();
        let states = rows_of(&drawn.states, OBS_SIZE);
        let values: Tensor<1> = critic.forward(&parameters, states).reshape([SAMPLES]);
        let returns = column(&drawn.returns);
        let advantages = advantage(returns.clone(), values.clone());
        let advantages = if detach {
            advantages.detach()
        } else {
            advantages
        };
        let log_prob = column(&drawn.log_probs);
        let ones = log_prob.ones_like();
        let loss =
            vpg::policy_loss(log_prob, advantages, ones) + value_loss(values.clone(), returns);
        let name = if detach {
            "advantage detached"
        } else {
            "as in the homework, not detached"
        };
        evidence.close(
            &format!("Loss, {name}"),
            number(loss.clone()).await?,
            0.0618,
            TOLERANCE,
        );
        let reached = gradient(loss, &parameters).await?;
        let values = read(values).await?;
        let slopes: Vec<f64> = (0..SAMPLES)
            .map(|i| {
                let error = f64::from(drawn.returns[i]) - f64::from(values[i]);
                let leak = if detach {
                    0.0
                } else {
                    f64::from(drawn.log_probs[i])
                };
                (-2.0 * error + leak) / SAMPLES as f64
            })
            .collect();
        let expected: Vec<f64> = (0..OBS_SIZE)
            .map(|entry| {
                let states = drawn.states.iter().skip(entry).step_by(OBS_SIZE);
                states
                    .zip(&slopes)
                    .map(|(state, slope)| f64::from(*state) * slope)
                    .sum()
            })
            .collect();
        let weights = &reached[critic.offset..critic.offset + OBS_SIZE];
        evidence.all_close(
            &format!("Gradient of the critic's weights, {name}"),
            weights,
            &expected,
            1e-6,
        );
    }
    Ok(evidence)
}

/// Repeats the test of `PPO_loss` with epsilon 0.1.
pub async fn ppo_loss(on: &Device) -> CheckOutcome {
    let mut evidence = Evidence::default();
    let drawn = HomeworkInputs::new();
    let (policy, critic, flat) = linear_networks();
    let parameters = column(&flat);
    let states = rows_of(&drawn.states, OBS_SIZE);
    let logits = policy.forward(&parameters, states.clone());
    let log_prob = categorical::log_prob(logits, actions(&drawn.actions));
    let shifted: Vec<f32> = drawn.returns.iter().map(|g| 2.0 * g - 1.0).collect();
    let returns = column(&shifted);
    let values: Tensor<1> = critic.forward(&parameters, states).reshape([SAMPLES]);
    let advantages = advantage(returns.clone(), values.clone());
    let ratio = ppo::ratio(log_prob, column(&drawn.log_probs));
    let policy_loss = ppo::clipped_surrogate_loss(ratio, advantages, Some(0.1));
    let value_loss = value_loss(values, returns);
    evidence.close(
        "Policy loss",
        number(policy_loss.clone()).await?,
        0.403_334,
        1e-5,
    );
    evidence.close(
        "Value loss",
        number(value_loss.clone()).await?,
        0.528_056,
        1e-5,
    );
    evidence.close(
        "Loss",
        number(policy_loss + value_loss).await?,
        0.9314,
        TOLERANCE,
    );
    let networks = Networks {
        actor: policy,
        num_log_stds: 0,
        critic: Some(critic),
    };
    let start = StepStart::new(&networks, &flat);
    let config = TrainConfig {
        advantage: Advantage::Value,
        norm_adv: false,
        clip_coef: Some(0.1),
        vf_coef: 1.0,
        ent_coef: 0.0,
        ..(Preset::first_for(Algorithm::Ppo).config)()
    };
    let samples = StepSamples {
        obs: drawn.states,
        actions: drawn.actions,
        controls: Vec::new(),
        old_log_prob: drawn.log_probs,
        advantages: shifted.clone(),
        returns: shifted,
        num_envs: 5,
    };
    let stepped = step(on, &start, &config, &samples).await?;
    let loss = stepped.loss(0.0);
    evidence.close(
        "Loss, as this device learns from it",
        loss,
        0.9314,
        TOLERANCE,
    );
    Ok(evidence)
}

//! The tests of the VPG day about rollouts, actions, returns and log-probabilities.

use policy_lab::envs::{Env, EnvId};
use policy_lab::nn::{Activation, Init, Networks};
use policy_lab::ops::rollout::RowSize;
use policy_lab::protocol::check_report::Evidence;
use policy_lab::rollout::{Collector, Lifespans, Minibatch, Rollout, discounted_returns};

use super::outcome::CheckOutcome;
use super::reference;
use super::tensors::{Numbers, actions, gradient};
use crate::device::read;
use crate::oracle::network::Forward as _;
use crate::oracle::{categorical, column, rows_of};

fn collect(num_envs: usize, num_steps: usize) -> (Rollout, Vec<f32>, Networks) {
    let networks = Networks::new((4, 2), &[120, 84], Activation::Relu, false);
    let parameters = networks.initial_parameters(0, Init::UniformFanIn);
    let mut collector = Collector::new(num_envs, Env::new(EnvId::Cartpole), networks.clone(), 0);
    let mut rollout = collector.rollout(num_steps);
    collector.advance(&mut rollout, &parameters, num_steps);
    (rollout, parameters, networks)
}

/// Repeats `test_rollout`.
pub async fn rollout() -> CheckOutcome {
    let mut evidence = Evidence::default();
    let (rollout, ..) = collect(6, 3);
    evidence.equal("Steps after three were added", rollout.num_steps, 3);
    evidence.equal("Numbers of obs (3 × 6 × 4)", rollout.obs.len(), 72);
    evidence.equal("Actions (3 × 6)", rollout.actions.len(), 18);
    let worlds = |range: std::ops::Range<usize>| -> Vec<usize> {
        (0..3)
            .flat_map(|step| range.clone().map(move |world| step * 6 + world))
            .collect()
    };
    let parts = [worlds(0..3), worlds(3..6)];
    let rewards = &rollout.rewards;
    let picked = parts
        .clone()
        .map(|part| Minibatch::pick(&rollout, rewards, rewards, &part));
    evidence.equal(
        "Numbers of obs in a part of 3 environments (3 × 3 × 4)",
        picked[0].obs.len(),
        36,
    );
    let mut again = vec![f32::NAN; rollout.obs.len()];
    for (part, minibatch) in parts.iter().zip(&picked) {
        for (sample, obs) in part.iter().zip(minibatch.obs.chunks(4)) {
            again[sample * 4..sample * 4 + 4].copy_from_slice(obs);
        }
    }
    evidence.holds("Both parts together are the rollout", again == rollout.obs);
    evidence.equal(
        "An empty rollout's samples",
        Rollout::new((6, 4), (4, RowSize::of(EnvId::Cartpole))).len(),
        0,
    );
    Ok(evidence)
}

/// Repeats `test_gen_rollout`.
pub async fn gen_rollout() -> CheckOutcome {
    let mut evidence = Evidence::default();
    let (rollout, ..) = collect(8, 24);
    let lifespans = Lifespans::of_first_episodes(&rollout);
    evidence.equal("Lifespans", lifespans.len(), 8);
    evidence.between("Steps", rollout.num_steps as f64, (1.0, 24.0));
    let longest = lifespans.iter().max().copied().unwrap_or(0);
    evidence.between("Longest lifespan", f64::from(longest), (1.0, 24.0));
    evidence.equal("Flags", rollout.terminated.len(), 8 * 24);
    let fallen = rollout.terminated.iter().filter(|over| **over).count();
    evidence.between(
        "Falls of an untrained policy in 192 steps",
        fallen as f64,
        (2.0, 20.0),
    );
    evidence.equal("Final observations", rollout.final_samples.len(), fallen);
    Ok(evidence)
}

/// Repeats `test_get_actions`, once as in a rollout and once as in an update.
pub async fn actions_of_policy() -> CheckOutcome {
    let mut evidence = Evidence::default();
    let (rollout, parameters, networks) = collect(256, 1);
    evidence.equal("Actions", rollout.actions.len(), 256);
    let outside = rollout.actions.iter().filter(|action| **action > 1).count();
    evidence.equal("Actions that do not exist", outside, 0);
    let parameters = column(&parameters).require_grad();
    let logits = networks
        .actor
        .forward(&parameters, rows_of(&rollout.obs, 4));
    let expected = reference::log_prob(&read(logits.clone()).await?, 2, &rollout.actions);
    evidence.all_close(
        "Log-probabilities kept by the rollout",
        &rollout.log_prob,
        &expected,
        1e-5,
    );
    let log_prob = categorical::log_prob(logits, actions(&rollout.actions));
    evidence.all_close(
        "Log-probabilities in an update",
        &read(log_prob.clone()).await?,
        &expected,
        1e-5,
    );
    let gradient = gradient(log_prob.sum(), &parameters).await?;
    let moved = gradient.iter().filter(|g| **g != 0.0).count();
    evidence.between(
        "Parameters that the update's gradient reaches",
        moved as f64,
        (1_000.0, f64::INFINITY),
    );

    let decided = Networks::new((4, 2), &[1], Activation::Relu, false);
    // All parameters are 0 but the last two biases.
    let mut biased = vec![0.0; decided.num_parameters()];
    let last = biased.len() - 2;
    biased[last..].copy_from_slice(&[10.0, -10.0]);
    let mut collector = Collector::new(256, Env::new(EnvId::Cartpole), decided, 0);
    let mut rollout = collector.rollout(1);
    collector.advance(&mut rollout, &biased, 1);
    let zeros = rollout
        .actions
        .iter()
        .filter(|action| **action == 0)
        .count();
    evidence.between(
        "Part of action 0 under logits 10 and −10",
        zeros as f64 / 256.0,
        (0.95, 1.0),
    );
    Ok(evidence)
}

/// Repeats `test_compute_returns` and the docstring's example.
pub async fn returns() -> CheckOutcome {
    let mut evidence = Evidence::default();
    // The layout is (step, environment), while the course writes one environment a row.
    let rewards = [1.0, 1.0, 1.0, 0.0, 1.0, 1.0];
    let ended = [false, true, false, false, true, false];
    let expected = [2.71, 1.0, 1.9, 0.9, 1.0, 1.0];
    let returns = discounted_returns(&rewards, &ended, 2, 0.9)?;
    evidence.all_close("Two environments, gamma 0.9", &returns, &expected, 1e-6);
    let rewards = [0.0, 0.0, 1.0, 0.0, 1.0];
    let ended = [false, false, true, false, true];
    let returns = discounted_returns(&rewards, &ended, 1, 0.9)?;
    evidence.all_close(
        "The docstring's example",
        &returns,
        &[0.81, 0.9, 1.0, 0.9, 1.0],
        1e-6,
    );
    let mut numbers = Numbers::new(3);
    let rewards = numbers.normal(40 * 5);
    let ended = numbers.ends(200, 10);
    let returns = discounted_returns(&rewards, &ended, 5, 0.97)?;
    let expected = reference::returns(&rewards, &ended, 5, 0.97);
    evidence.all_close(
        "40 steps of 5 environments, each return summed on its own",
        &returns,
        &expected,
        1e-4,
    );
    for (argument, refused) in [
        ("rewards", discounted_returns(&[], &[], 1, 0.9)),
        ("rewards", discounted_returns(&[f32::NAN], &[true], 1, 0.9)),
        ("gamma", discounted_returns(&[1.0], &[true], 1, 1.5)),
        ("ended", discounted_returns(&[1.0, 1.0], &[true], 1, 0.9)),
        ("num_envs", discounted_returns(&[1.0], &[true], 0, 0.9)),
    ] {
        let named = refused.err().map_or("nothing", |error| error.argument);
        evidence.equal("Argument that is named when it is bad", named, argument);
    }
    Ok(evidence)
}

/// Repeats `test_compute_logprobs_and_entropy`.
pub async fn logprobs_and_entropy() -> CheckOutcome {
    let mut evidence = Evidence::default();
    let mut numbers = Numbers::new(42);
    let logits: Vec<f32> = numbers.normal(15 * 3).iter().map(|x| 3.0 * x).collect();
    let taken = numbers.below(15, 3);
    let tensor = rows_of(&logits, 3);
    let log_prob = read(categorical::log_prob(tensor.clone(), actions(&taken))).await?;
    let entropy = read(categorical::entropy(tensor)).await?;
    evidence.equal("Log-probabilities", log_prob.len(), 15);
    evidence.all_close(
        "Log-probability",
        &log_prob,
        &reference::log_prob(&logits, 3, &taken),
        1e-5,
    );
    evidence.all_close("Entropy", &entropy, &reference::entropy(&logits, 3), 1e-5);
    let largest = log_prob.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    evidence.between(
        "Largest log-probability",
        f64::from(largest),
        (f64::NEG_INFINITY, 0.0),
    );
    let smallest = entropy.iter().copied().fold(f32::INFINITY, f32::min);
    evidence.between("Smallest entropy", f64::from(smallest), (0.0, 3.0_f64.ln()));
    Ok(evidence)
}

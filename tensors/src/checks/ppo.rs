//! The tests of PPO's agent: networks, advantages, minibatches, steps.

use policy_lab::envs::{Env, EnvId};
use policy_lab::nn::{Activation, Init, Networks};
use policy_lab::protocol::check_report::Evidence;
use policy_lab::random::{Purpose, Stream};
use policy_lab::rollout::{Collector, GaeParams, generalised_advantages, shuffled};

use super::outcome::CheckOutcome;
use super::reference::{self, wide};
use super::tensors::Numbers;
use crate::device::read;
use crate::oracle::network::Forward as _;
use crate::oracle::{column, rows_of};

fn actor_critic() -> Networks {
    Networks::new((4, 2), &[64, 64], Activation::Tanh, true)
}

/// Repeats `test_get_actor_and_critic`.
pub async fn networks() -> CheckOutcome {
    let mut evidence = Evidence::default();
    let networks = actor_critic();
    let parameters = networks.initial_parameters(1, Init::Orthogonal);
    let heads = [
        (Some(&networks.actor), "Actor", 2, 0.01),
        (networks.critic.as_ref(), "Critic", 1, 1.0),
    ];
    for (mlp, name, outputs, last_gain) in heads {
        let Some(mlp) = mlp else { continue };
        let obs = rows_of(&Numbers::new(11).normal(40), 4);
        let shape = format!("{:?}", mlp.forward(&column(&parameters), obs).dims());
        evidence.equal(
            &format!("{name}: shape for 10 observations"),
            shape,
            format!("[10, {outputs}]"),
        );
        let mut start = mlp.offset;
        let gains = [2.0_f64.sqrt(), 2.0_f64.sqrt(), last_gain];
        for (layer, ((inputs, outputs), gain)) in mlp.layers().zip(gains).enumerate() {
            let weights = &parameters[start..start + inputs * outputs];
            let biases = &parameters[start + inputs * outputs..][..outputs];
            let name = format!("{name}, layer {}", layer + 1);
            let rank = inputs.min(outputs);
            let norm = weights
                .iter()
                .map(|w| f64::from(*w).powi(2))
                .sum::<f64>()
                .sqrt();
            evidence.close(
                &format!("{name}: length of all weights, gain · √{rank}"),
                norm,
                gain * (rank as f64).sqrt(),
                1e-5 * gain,
            );
            // Rows of a wide layer, columns of a tall one; `weights` is [inputs, outputs].
            let vector = |index: usize| -> Vec<f64> {
                let (first, stride, count) = if inputs <= outputs {
                    (index * outputs, 1, outputs)
                } else {
                    (index, outputs, inputs)
                };
                (0..count)
                    .map(|entry| f64::from(weights[first + entry * stride]))
                    .collect()
            };
            if rank > 1 {
                let product: f64 = vector(0).iter().zip(vector(1)).map(|(a, b)| a * b).sum();
                evidence.close(
                    &format!("{name}: product of its first two vectors"),
                    product,
                    0.0,
                    1e-5,
                );
            }
            evidence.all_close(&format!("{name}: biases"), biases, &vec![0.0; outputs], 0.0);
            start += (inputs + 1) * outputs;
        }
    }
    Ok(evidence)
}

/// Repeats `test_compute_advantages`. Compares the recursion with the sum of discounted residuals.
pub async fn advantages_of_gae() -> CheckOutcome {
    const ENVS: usize = 12;
    const STEPS: usize = 20;
    let mut evidence = Evidence::default();
    let mut numbers = Numbers::new(12);
    let rewards = numbers.normal(STEPS * ENVS);
    let values = numbers.normal((STEPS + 1) * ENVS);
    let drawn = numbers.ends(STEPS * ENVS, 6);
    for (name, num_envs, cuts, gamma, lambda) in [
        ("12 environments, no ends", ENVS, false, 0.95, 0.9),
        ("12 environments, with ends", ENVS, true, 0.95, 0.9),
        ("One environment, no ends", 1, false, 0.95, 0.9),
        ("One environment, with ends", 1, true, 0.95, 0.9),
        ("lambda 0", ENVS, true, 0.99, 0.0),
        ("lambda 1", ENVS, true, 0.99, 1.0),
        ("All steps end", ENVS, true, 0.99, 0.95),
    ] {
        let count = STEPS * num_envs;
        let ended: Vec<bool> = (0..count)
            .map(|i| cuts && (drawn[i] || name == "All steps end"))
            .collect();
        let next: Vec<f32> = (0..count)
            .map(|i| if ended[i] { 0.0 } else { values[i + num_envs] })
            .collect();
        let (rewards, values) = (&rewards[..count], &values[..count]);
        let ours = generalised_advantages(
            rewards,
            values,
            &next,
            &ended,
            num_envs,
            GaeParams {
                gamma,
                gae_lambda: lambda,
            },
        )?;
        let delta: Vec<f32> = (0..count)
            .map(|i| {
                (f64::from(rewards[i]) + gamma * f64::from(next[i]) - f64::from(values[i])) as f32
            })
            .collect();
        let expected = reference::returns(&delta, &ended, num_envs, gamma * lambda);
        evidence.all_close(name, &ours, &expected, 1e-4);
    }
    for (argument, lambda, reward) in [("gae_lambda", 1.5, 0.0), ("rewards", 0.9, f32::INFINITY)] {
        let refused = generalised_advantages(
            &[reward],
            &[0.0],
            &[0.0],
            &[true],
            1,
            GaeParams {
                gamma: 0.9,
                gae_lambda: lambda,
            },
        )
        .err();
        let named = refused.map_or("nothing", |error| error.argument);
        evidence.equal("Argument that is named when it is bad", named, argument);
    }
    Ok(evidence)
}

/// Checks `get_minibatch_indices`: every index once, and another order in the next epoch.
pub async fn minibatches() -> CheckOutcome {
    let mut evidence = Evidence::default();
    let stream = Stream::new(0, Purpose::Shuffle);
    let first = shuffled(&stream, 0, 12, 2)?;
    evidence.equal("Parts", first.len(), 2);
    evidence.holds("Parts of 6", first.iter().all(|part| part.len() == 6));
    let mut all = first.concat();
    evidence.holds("Shuffled", all != (0..12).collect::<Vec<_>>());
    all.sort_unstable();
    evidence.holds("Every index from 0 to 11 once", all.into_iter().eq(0..12));
    evidence.holds(
        "Another order in the next epoch",
        shuffled(&stream, 1, 12, 2)? != first,
    );
    let refused = shuffled(&stream, 0, 12, 5).err();
    let named = refused.map_or("nothing", |error| error.argument);
    evidence.equal(
        "Argument that is named when 5 parts do not divide 12",
        named,
        "num_minibatches",
    );
    Ok(evidence)
}

/// Repeats `test_ppo_agent`: 4 steps of 5 environments.
pub async fn agent() -> CheckOutcome {
    let mut evidence = Evidence::default();
    let networks = actor_critic();
    let parameters = networks.initial_parameters(1, Init::Orthogonal);
    let mut collector = Collector::new(5, Env::new(EnvId::Cartpole), networks.clone(), 1);
    let mut rollout = collector.rollout(4);
    collector.advance(&mut rollout, &parameters, 4);
    collector.finish(&mut rollout, &parameters);
    evidence.equal("Steps of all environments", rollout.len(), 20);
    let largest = rollout
        .log_prob
        .iter()
        .copied()
        .fold(f32::NEG_INFINITY, f32::max);
    evidence.between(
        "Largest log-probability",
        f64::from(largest),
        (f64::NEG_INFINITY, 0.0),
    );
    let tensor = column(&parameters);
    let obs = rows_of(&rollout.obs, 4);
    let logits = read(networks.actor.forward(&tensor, obs.clone())).await?;
    let expected = reference::log_prob(&logits, 2, &rollout.actions);
    evidence.all_close("Log-probabilities", &rollout.log_prob, &expected, 1e-5);
    if let Some(critic) = &networks.critic {
        let values = wide(&read(critic.forward(&tensor, obs)).await?);
        evidence.all_close("Values of the observations", &rollout.values, &values, 1e-4);
        evidence.all_close(
            "Values after each step, up to the last",
            &rollout.next_values()[..15],
            &values[5..],
            1e-4,
        );
    }
    evidence.equal("Values after the last step", rollout.next_value.len(), 5);
    Ok(evidence)
}

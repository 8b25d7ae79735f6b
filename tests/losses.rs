//! Losses and their gradients against PyTorch's numbers.

#![cfg(not(target_arch = "wasm32"))]

mod support;

use burn::tensor::Tensor;
use policy_lab::algos::standardise::standardise;
use policy_lab::algos::{diagnostics, ppo, value, vpg};
use policy_lab::nn::{Activation, Mlp, categorical};
use policy_lab::rollout::discounted_returns;
use serde_json::Value;
use support::tensors::*;
use support::*;

#[test]
fn vpg_losses_and_gradients() {
    for case in list(&fixture("04_vpg_arena")["network_cases"]) {
        let inputs = &case["inputs"];
        let num_envs = list(&inputs["rewards"]).len();
        let num_steps = list(&list(&inputs["rewards"])[0]).len();
        let net = mlp(&case["weights"], "", Activation::Relu, 0);
        let obs: Vec<f32> = (0..num_steps)
            .flat_map(|step| (0..num_envs).flat_map(move |world| [(world, step)]))
            .flat_map(|(world, step)| floats(&inputs["obs"][world][step]))
            .collect();
        let by_step = |value: &Value| transpose(&floats(value), num_steps);
        for loss_case in list(&case["compute_loss"]) {
            let args = &loss_case["args"];
            let expected = &loss_case["expected"];
            let name = format!("{} {args}", case["name"]);
            let parameters = column(&flat_parameters(&case["weights"], "")).require_grad();
            let logits = net.forward(&parameters, matrix(&obs, 4));
            let taken = actions(&inputs["actions"], |actions| transpose(actions, num_steps));
            let log_prob = categorical::log_prob(logits.clone(), taken);
            let entropy = categorical::entropy(logits).mean();
            let returns = discounted_returns(
                &by_step(&inputs["rewards"]),
                &transpose(&flags(&inputs["dones"]), num_steps),
                num_envs,
                number(&args["gamma"]),
            )
            .expect("returns");
            let mut targets = column(&returns);
            if args["normalize_returns"] == true {
                targets = standardise(targets).expect("enough samples");
            }
            let targets: Tensor<2> = targets.reshape([num_steps, num_envs]);
            let weights = if args["use_iw"] == true {
                let old = column(&by_step(&inputs["old_logprobs"]));
                vpg::importance_weights(log_prob.clone(), old, args["clip_coef"].as_f64())
            } else {
                log_prob.ones_like()
            };
            assert_close(
                &name,
                &host(weights.clone().mean()),
                &numbers(&expected["iw_mean"]),
                VALUES,
            );
            let samples = num_envs * num_steps;
            let policy_loss = vpg::policy_loss(
                log_prob,
                vpg::advantages(targets).reshape([samples]),
                weights,
            );
            assert_close(
                &name,
                &host(policy_loss.clone().neg()),
                &numbers(&expected["r_joy"]),
                VALUES,
            );
            assert_close(
                &name,
                &host(entropy.clone()),
                &numbers(&expected["entropy"]),
                VALUES,
            );
            let joy = (policy_loss - entropy * number(&args["ent_coef"])).neg();
            assert_close(
                &name,
                &host(joy.clone()),
                &numbers(&expected["joy"]),
                VALUES,
            );
            let gradient = host(parameters.grad(&joy.backward()).expect("a gradient"));
            let expected: Vec<f64> = to_f64(&flat_parameters(&expected["grads_of_joy"], ""));
            assert_close(&name, &gradient, &expected, GRADIENTS);
        }
    }
}

/// Actor and critic of a PPO case in one flat vector.
fn actor_critic(weights: &Value) -> (Mlp, Mlp, Vec<f32>) {
    let mut parameters = flat_parameters(weights, "actor.");
    let actor = mlp(weights, "actor.", Activation::Tanh, 0);
    let critic = mlp(weights, "critic.", Activation::Tanh, parameters.len());
    parameters.extend(flat_parameters(weights, "critic."));
    (actor, critic, parameters)
}

#[test]
fn ppo_objective_and_gradients() {
    for case in list(&fixture("06_ppo_objective")["cases"]) {
        let (inputs, args, expected) = (&case["inputs"], &case["args"], &case["expected"]);
        let name = case["name"].as_str().unwrap();
        let clip_coef = number(&args["clip_coef"]);
        let (actor, critic, flat) = actor_critic(&case["weights"]);
        let parameters = column(&flat).require_grad();
        let obs = matrix(&floats(&inputs["obs"]), actor.sizes[0]);
        let logits = actor.forward(&parameters, obs.clone());
        let log_prob =
            categorical::log_prob(logits.clone(), actions(&inputs["actions"], <[i32]>::to_vec));
        let entropy = categorical::entropy(logits).mean();
        let old = column(&floats(&inputs["logprobs"]));
        let ratio = ppo::ratio(log_prob.clone(), old.clone());
        let advantages =
            standardise(column(&floats(&inputs["advantages"]))).expect("enough samples");
        let samples = advantages.dims()[0];
        let values = critic.forward(&parameters, obs).reshape([samples]);

        let check = |what: &str, tensor: Tensor<1>| {
            assert_close(
                &format!("{name} {what}"),
                &host(tensor),
                &numbers(&expected[what]),
                VALUES,
            );
        };
        check("new_logprobs", log_prob.clone());
        check("values", values.clone());
        check("ratio", ratio.clone());
        check("normalized_advantages", advantages.clone());
        check("entropy_mean", entropy.clone());
        check(
            "clipfrac",
            diagnostics::clip_fraction(ratio.clone(), clip_coef),
        );
        let (approx_kl, old_approx_kl) = diagnostics::approx_kl(log_prob, old);
        check("approx_kl", approx_kl);
        check("approx_kl_simple_old_minus_new", old_approx_kl);
        let surrogate =
            ppo::clipped_surrogate_loss(ratio.clone(), advantages, Some(clip_coef)).neg();
        check("clipped_surrogate_objective", surrogate.clone());
        let value_loss = value::value_loss(values, column(&floats(&inputs["returns"])))
            * number(&args["vf_coef"]);
        check("value_loss", value_loss.clone());
        let objective = surrogate - value_loss + entropy * number(&args["ent_coef"]);
        check("total_objective", objective.clone());

        let gradient = host(parameters.grad(&objective.backward()).expect("a gradient"));
        let grads = &expected["grads_total_objective"];
        let mut wanted = flat_parameters(grads, "actor.");
        wanted.extend(flat_parameters(grads, "critic."));
        assert_close(
            &format!("{name} gradient"),
            &gradient,
            &to_f64(&wanted),
            GRADIENTS,
        );
    }
}

/// Inside the clipped region the surrogate is flat: those samples must not move the policy at all.
#[test]
fn the_clips_dead_zone_has_no_gradient() {
    let ratio = column(&[1.5, 0.5, 1.5, 0.5, 1.0]).require_grad();
    let advantages = column(&[1.0, -1.0, -1.0, 1.0, 1.0]);
    let loss = ppo::clipped_surrogate_loss(ratio.clone(), advantages, Some(0.2));
    let gradient = host(ratio.grad(&loss.backward()).expect("a gradient"));
    assert_eq!(gradient, [0.0, 0.0, 0.2, -0.2, -0.2]);
}

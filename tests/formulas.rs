//! Returns, advantages, losses, gradients, optimiser and first weights against PyTorch's numbers.

#![cfg(not(target_arch = "wasm32"))]

mod support;

use burn::tensor::{Device, Int, Tensor, TensorData};
use policy_lab::algos::{diagnostics, ppo, vpg};
use policy_lab::nn::{Activation, Mlp, categorical, init};
use policy_lab::ops::adam::{Adam, clip_by_global_norm};
use policy_lab::rollout::{advantages, discounted_returns};
use policy_lab::train::presets::Preset;
use serde_json::Value;
use support::*;

fn device() -> Device {
    Device::flex().autodiff()
}

fn column(values: &[f32]) -> Tensor<1> {
    Tensor::from_data(TensorData::new(values.to_vec(), [values.len()]), &device())
}

fn host<const D: usize>(tensor: Tensor<D>) -> Vec<f32> {
    tensor.into_data().try_to_vec().expect("single precision")
}

fn actions(value: &Value, order: impl Fn(&[i32]) -> Vec<i32>) -> Tensor<1, Int> {
    let actions: Vec<i32> = numbers(value)
        .into_iter()
        .map(|action| action as i32)
        .collect();
    let actions = order(&actions);
    let count = actions.len();
    Tensor::from_data(TensorData::new(actions, [count]), &device())
}

fn matrix(values: &[f32], columns: usize) -> Tensor<2> {
    Tensor::from_data(
        TensorData::new(values.to_vec(), [values.len() / columns, columns]),
        &device(),
    )
}

#[test]
fn returns_of_vpg() {
    for case in list(&fixture("04_vpg_arena")["returns_cases"]) {
        let inputs = &case["inputs"];
        // The course's layout is (world, step); ours is (step, world).
        let num_steps = list(&list(&inputs["rewards"])[0]).len();
        let num_envs = list(&inputs["rewards"]).len();
        let ours = discounted_returns(
            &transpose(&floats(&inputs["rewards"]), num_steps),
            &transpose(&flags(&inputs["dones"]), num_steps),
            num_envs,
            number(&inputs["gamma"]),
        );
        let expected = numbers(&case["expected"]["returns"]);
        assert_close(
            case["name"].as_str().unwrap(),
            &transpose(&ours, num_envs),
            &expected,
            VALUES,
        );
    }
}

#[test]
fn gae_for_every_gamma_and_lambda() {
    for case in list(&fixture("05_gae_arena")["cases"]) {
        let inputs = &case["inputs"];
        let num_envs = list(&inputs["next_value"]).len();
        let values = floats(&inputs["values"]);
        // The course's flag t came with observation t; ours belongs to step t.
        let ended: Vec<bool> = flags(&inputs["terminated"])
            .into_iter()
            .skip(num_envs)
            .chain(flags(&inputs["next_terminated"]))
            .collect();
        let next_values: Vec<f32> = values
            .iter()
            .skip(num_envs)
            .copied()
            .chain(floats(&inputs["next_value"]))
            .zip(&ended)
            .map(|(value, ended)| if *ended { 0.0 } else { value })
            .collect();
        for expected in list(&case["expected"]) {
            let discounts = (number(&expected["gamma"]), number(&expected["gae_lambda"]));
            let ours = advantages(
                &floats(&inputs["rewards"]),
                &values,
                &next_values,
                &ended,
                num_envs,
                discounts,
            );
            let name = format!("{} {discounts:?}", case["name"]);
            assert_close(&name, &ours, &numbers(&expected["advantages"]), VALUES);
            let returns: Vec<f32> = ours.iter().zip(&values).map(|(a, v)| a + v).collect();
            assert_close(&name, &returns, &numbers(&expected["returns"]), VALUES);
        }
    }
}

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
            );
            let mut targets = matrix(&returns, num_envs);
            if args["normalize_returns"] == true {
                targets = vpg::normalize_returns(targets);
            }
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

fn to_f64(values: &[f32]) -> Vec<f64> {
    values.iter().map(|value| f64::from(*value)).collect()
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
        let advantages = ppo::normalize_advantages(column(&floats(&inputs["advantages"])));
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
        let value_loss =
            ppo::value_loss(values, column(&floats(&inputs["returns"]))) * number(&args["vf_coef"]);
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

#[test]
fn clipping_and_adam_step_by_step() {
    for case in list(&fixture("07_optimiser_steps")["cases"]) {
        let optimiser = &case["optimiser"];
        if optimiser["kind"] != "Adam" {
            continue;
        }
        let sign: f32 = if optimiser["maximize"] == true {
            -1.0
        } else {
            1.0
        };
        let flat = |value: &Value| {
            let mut all = flat_parameters(value, "");
            for prefix in ["actor.", "critic.", "policy.", "value."] {
                all.extend(flat_parameters(value, prefix));
            }
            all
        };
        let mut parameters = column(&flat(&case["weights_before"]));
        let mut adam = Adam::new(&parameters, number(&optimiser["eps"]));
        for (index, step) in list(&case["steps"]).iter().enumerate() {
            let name = format!("{} step {index}", case["name"]);
            let expected = &step["expected"];
            let norm_before = number(&expected["grad_norm_before_clip"]);
            let max_norm = optimiser["max_grad_norm"].as_f64();
            // The fixture gives the gradient behind the clip; undo its scaling to have something to clip.
            let scale =
                max_norm.map_or(1.0, |max_norm| ((norm_before + 1e-6) / max_norm).max(1.0)) as f32;
            let after = flat(&expected["grads_after_clip"]);
            let before: Vec<f32> = after.iter().map(|value| sign * scale * value).collect();
            let (clipped, norm) = clip_by_global_norm(column(&before), max_norm);
            assert_close(&name, &host(norm), &[norm_before], GRADIENTS);
            let after: Vec<f64> = after.iter().map(|value| f64::from(sign * value)).collect();
            assert_close(&name, &host(clipped.clone()), &after, GRADIENTS);
            parameters = adam.step(parameters, clipped, number(&optimiser["lr"]));
            assert_close(
                &name,
                &host(parameters.clone()),
                &to_f64(&flat(&expected["weights_after"])),
                GRADIENTS,
            );
        }
    }
}

#[test]
fn learning_rate_schedules() {
    let fixture = fixture("09_lr_schedules");
    for case in list(&fixture["vpg"]) {
        let inputs = &case["inputs"];
        let mut config = (Preset::find("vpg-args-fast").unwrap().config)();
        config.anneal_lr = inputs["use_lr_decay"] == true
            && inputs["lr_frac"].as_f64().is_some_and(|frac| frac > 0.0);
        config.learning_rate = number(&inputs["lr"]);
        config.learning_rate_end = inputs["lr_end"].as_f64().unwrap_or(0.0);
        config.anneal_fraction = inputs["lr_frac"].as_f64().unwrap_or(1.0);
        for (steps, expected) in numbers(&inputs["time_steps"])
            .iter()
            .zip(numbers(&case["expected"]))
        {
            let ours = config.learning_rate_at(steps / number(&inputs["total_timesteps"]));
            assert!(
                (ours - expected).abs() < 1e-12,
                "{inputs} at {steps}: {ours} instead of {expected}"
            );
        }
    }
    let mut config = (Preset::find("ppo-course").unwrap().config)();
    for case in list(&fixture["ppo"]) {
        let inputs = &case["inputs"];
        config.learning_rate = number(&inputs["initial_lr"]);
        config.learning_rate_end = number(&inputs["end_lr"]);
        for (calls, expected) in numbers(&case["expected"]["calls"])
            .iter()
            .zip(numbers(&case["expected"]["lr_after_call"]))
        {
            let ours = config.learning_rate_at(calls / number(&inputs["scheduler_total"]));
            assert!(
                (ours - expected).abs() < 1e-12,
                "{inputs} after {calls}: {ours} instead of {expected}"
            );
        }
    }
}

/// The course steps its scheduler once a phase out of 15,616; the preset says where that ends.
#[test]
fn the_ppo_course_preset_ends_where_the_courses_scheduler_does() {
    let config = (Preset::find("ppo-course").unwrap().config)();
    let phases = config.num_iterations() as f64;
    assert_eq!(
        (
            phases,
            config.num_iterations() * config.updates_per_iteration()
        ),
        (976.0, 15_616)
    );
    assert!((config.learning_rate_at(1.0) - 2.5e-4 * (1.0 - phases / 15_616.0)).abs() < 1e-15);
}

#[test]
fn orthogonal_weights_are_torchs() {
    for case in list(&fixture("10_init")["deterministic"]) {
        let shape = numbers(&case["shape"]);
        let (rows, columns) = (shape[0] as usize, shape[1] as usize);
        let ours = init::orthogonalise(
            &numbers(&case["gaussian"]),
            rows,
            columns,
            number(&case["std"]),
        );
        let ours: Vec<f32> = ours.into_iter().map(|value| value as f32).collect();
        assert_close(
            &format!("{shape:?}"),
            &ours,
            &numbers(&case["expected_weight"]),
            VALUES,
        );
    }
}

//! Returns, advantages, optimiser, schedules and first weights against PyTorch's numbers.

#![cfg(not(target_arch = "wasm32"))]

mod support;

use policy_lab::nn::init;
use policy_lab::ops::adam::{Adam, AdamSettings, clip_by_global_norm};
use policy_lab::rollout::{advantages, discounted_returns};
use policy_lab::train::presets::Preset;
use serde_json::Value;
use support::tensors::*;
use support::*;

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
        )
        .expect("returns");
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
            )
            .expect("advantages");
            let name = format!("{} {discounts:?}", case["name"]);
            assert_close(&name, &ours, &numbers(&expected["advantages"]), VALUES);
            let returns: Vec<f32> = ours.iter().zip(&values).map(|(a, v)| a + v).collect();
            assert_close(&name, &returns, &numbers(&expected["returns"]), VALUES);
        }
    }
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
        let mut adam = Adam::new(
            &parameters,
            AdamSettings {
                epsilon: number(&optimiser["eps"]),
                weight_decay: 0.0,
            },
        );
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
            let ours = config.learning_rate_after(steps / number(&inputs["total_timesteps"]));
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
            let ours = config.learning_rate_after(calls / number(&inputs["scheduler_total"]));
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
    assert!((config.learning_rate_at(976, 0) - 2.5e-4 * (1.0 - phases / 15_616.0)).abs() < 1e-15);
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

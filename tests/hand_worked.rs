//! What no fixture holds: cases that are worked out by hand.

#![cfg(not(target_arch = "wasm32"))]

use burn::tensor::{Device, Tensor};
use policy_lab::algos::ppo;
use policy_lab::config::presets::Preset;

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

/// Inside the clipped region the surrogate is flat: those samples must not move the policy at all.
#[test]
fn the_clips_dead_zone_has_no_gradient() {
    let column = |values: [f32; 5]| Tensor::<1>::from_floats(values, &Device::flex().autodiff());
    let ratio = column([1.5, 0.5, 1.5, 0.5, 1.0]).require_grad();
    let advantages = column([1.0, -1.0, -1.0, 1.0, 1.0]);
    let loss = ppo::clipped_surrogate_loss(ratio.clone(), advantages, Some(0.2));
    let gradient = ratio.grad(&loss.backward()).expect("a gradient");
    assert_eq!(
        gradient.into_data().try_to_vec::<f32>().unwrap(),
        [0.0, 0.0, 0.2, -0.2, -0.2]
    );
}

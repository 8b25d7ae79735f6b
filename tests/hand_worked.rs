//! What no fixture holds: cases that are worked out by hand.

#![cfg(not(target_arch = "wasm32"))]

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

//! The code shown beside a run.

use policy_lab::config::presets::PRESETS;
use policy_lab::config::{Algorithm, TrainConfig};
use policy_lab::protocol::Body;
use policy_lab_page::course::running;

/// Otherwise the page would show nothing in place of a function that was renamed or moved.
#[test]
fn every_function_that_is_to_be_shown_is_found_for_every_preset() {
    for preset in PRESETS {
        let config = (preset.config)();
        let stages = running(&config, Some(Body::Host { cores: 1 }));
        for excerpt in stages.iter().flatten() {
            let (id, code) = (preset.id, excerpt.code);
            assert!(code.contains("fn "), "{id}: {}", excerpt.file);
            assert!(code.ends_with('}'), "{id}: {}", excerpt.file);
        }
        let has = |stage: usize, text: &str| stages[stage].iter().any(|it| it.code.contains(text));
        assert!(has(0, "worlds.step_all("));
        assert!(has(1, "fn reverse_scan("));
        assert!(has(2, "fn pick("));
        assert!(has(3, "fn descend("));
        assert_eq!(
            has(1, "fn generalised_advantages("),
            config.has_gae(),
            "{}",
            preset.id
        );
        let is_ppo = config.algorithm == Algorithm::Ppo;
        assert_eq!(has(3, "pub fn ppo("), is_ppo, "{}", preset.id);
        let has_critic = config.has_critic();
        assert_eq!(has(3, "pub fn value("), has_critic, "{}", preset.id);
    }
}

/// Every loss of a GPU is in one function of its kernel, and a reader's gradient comes from Python.
#[test]
fn the_gradient_step_is_that_of_the_body_that_trains() {
    for preset in PRESETS {
        let config = (preset.config)();
        let [.., kernels] = running(&config, Some(Body::Kernels));
        let mut files: Vec<&str> = kernels.iter().map(|excerpt| excerpt.file).collect();
        files.dedup();
        assert_eq!(files, ["ops/kernels/slopes.rs", "ops/kernels/learn.rs"]);
        let has = |text: &str| kernels.iter().any(|excerpt| excerpt.code.contains(text));
        assert!(has("Loss::Ppo =>") && has("fn descend("));
        assert_eq!(has("fn value("), config.has_critic(), "{}", preset.id);
        let [.., own] = running(&config, Some(Body::Reader));
        assert!(own.iter().all(|excerpt| excerpt.file == "ops/adam.rs"));
    }
}

/// A clip of the critic's values is shown where it takes part.
#[test]
fn the_clip_of_values_is_shown_by_either_body() {
    let config = TrainConfig {
        clip_vloss: true,
        ..TrainConfig::default()
    };
    for body in [Body::Host { cores: 1 }, Body::Kernels] {
        let [.., update] = running(&config, Some(body));
        let has = |text: &str| update.iter().any(|excerpt| excerpt.code.contains(text));
        assert!(has("fn clipped_value(") && has("fn value("), "{body:?}");
    }
}

/// The first lines of an excerpt say what is computed, not which arguments are refused.
#[test]
fn no_excerpt_begins_with_the_checks_of_its_arguments() {
    for preset in PRESETS {
        let stages = running(&(preset.config)(), Some(Body::Host { cores: 1 }));
        for excerpt in stages.iter().flatten() {
            for check in ["BadArgument::new", "assert", "same_rows", "same_samples("] {
                assert!(!excerpt.code.contains(check), "{check}: {}", excerpt.code);
            }
        }
    }
}

/// Whether it computes what the engine computes is tested where Python runs:
/// `python/tests/engine_python.rs`.
#[test]
fn every_preset_has_its_four_stages_in_python() {
    for preset in PRESETS {
        let config = (preset.config)();
        let stages = running(&config, None);
        let has = |stage: usize, text: &str| stages[stage][0].code.contains(text);
        let id = preset.id;
        assert!(
            has(0, "def collect(") && has(0, "envs.step(actions)"),
            "{id}"
        );
        assert_eq!(
            has(1, "def generalised_advantages("),
            config.has_gae(),
            "{id}"
        );
        assert_ne!(has(1, "def discounted_returns("), config.has_gae(), "{id}");
        assert!(has(2, "def "), "{id}");
        assert!(has(3, "def update(") && has(3, "loss.backward()"), "{id}");
        let is_ppo = config.algorithm == Algorithm::Ppo;
        assert_eq!(has(3, "torch.min(surrogate, clipped)"), is_ppo, "{id}");
    }
}

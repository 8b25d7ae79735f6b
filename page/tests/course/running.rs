//! The code shown beside a run.

use policy_lab::config::Algorithm;
use policy_lab::config::presets::PRESETS;
use policy_lab_page::course::running;

/// Otherwise the page would show nothing in place of a function that was renamed or moved.
#[test]
fn every_function_that_is_to_be_shown_is_found_for_every_preset() {
    for preset in PRESETS {
        let config = (preset.config)();
        let stages = running(&config);
        for excerpt in stages.iter().flatten() {
            assert!(
                excerpt.code.contains("fn "),
                "{}: {}",
                preset.id,
                excerpt.file
            );
            assert!(
                excerpt.code.ends_with('}'),
                "{}: {}",
                preset.id,
                excerpt.file
            );
        }
        let has = |stage: usize, text: &str| stages[stage].iter().any(|it| it.code.contains(text));
        assert!(has(0, "worlds.step("));
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
        assert_eq!(
            has(3, "fn clipped_surrogate_loss("),
            is_ppo,
            "{}",
            preset.id
        );
        assert_eq!(
            has(3, "fn value_loss("),
            config.has_critic(),
            "{}",
            preset.id
        );
    }
}

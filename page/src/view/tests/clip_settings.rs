//! What the clip lab says of settings that it leaves out.

use crate::view::clip_settings::left_out;
use policy_lab::config::presets::Preset;
use policy_lab::config::{Algorithm, TrainConfig};

#[test]
fn settings_without_an_effect_in_the_clip_lab_are_named() {
    let ppo = (Preset::first_for(Algorithm::Ppo).config)();
    assert_eq!(left_out(&ppo), None);
    let begins = |config: TrainConfig, words: &str| {
        let said = left_out(&config).expect("words");
        assert!(said.starts_with(words), "{said}");
    };
    let norm_obs = TrainConfig {
        norm_obs: true,
        ..ppo.clone()
    };
    begins(norm_obs.clone(), "norm_obs changes nothing here: ");
    let all = TrainConfig {
        norm_reward: true,
        target_kl: Some(0.01),
        ..norm_obs
    };
    begins(
        all,
        "norm_obs, norm_reward and target_kl change nothing here: ",
    );
    // VPG has no such limit.
    let vpg = TrainConfig {
        algorithm: Algorithm::Vpg,
        target_kl: Some(0.01),
        ..ppo
    };
    assert_eq!(left_out(&vpg), None);
}

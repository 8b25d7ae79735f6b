//! Sentences about settings that are put into the form.

use policy_lab::config::draft::Draft;
use policy_lab::config::fields::Field;
use policy_lab::config::presets::Preset;

use crate::view::set_up::{has_changed, is_same, will_loop, will_train, would_change};

fn draft(preset: &str, settings: &[(&str, &str)]) -> Draft {
    let mut draft = Draft::new(Preset::find(preset).expect("a preset"));
    for (key, text) in settings {
        draft.set_text(Field::find(key).expect("a field"), text);
    }
    draft
}

#[test]
fn what_would_change_is_named_and_counted() {
    let now = draft("ppo-quick", &[]);
    let said = |settings| would_change(&now, &draft("ppo-quick", settings));
    assert_eq!(said(&[]), "Your settings are these already");
    assert_eq!(said(&[("gamma", "0.5")]), "Setting it up changes gamma");
    assert_eq!(
        said(&[("gamma", "0.5"), ("seed", "9")]),
        "Setting it up changes seed and gamma"
    );
    assert_eq!(
        said(&[("gamma", "0.5"), ("seed", "9"), ("ent_coef", "0.5")]),
        "Setting it up changes seed, gamma and ent_coef"
    );
    let four = [
        ("gamma", "0.5"),
        ("seed", "9"),
        ("ent_coef", "0.5"),
        ("clip_coef", ""),
    ];
    assert_eq!(said(&four), "Setting it up changes seed, gamma and 2 more");
    let other = would_change(&now, &draft("vpg-quick", &[]));
    assert!(
        other.starts_with("Setting it up changes algorithm, "),
        "{other}"
    );
}

#[test]
fn what_has_changed_has_its_values() {
    let before = draft("ppo-quick", &[("gamma", "0.5"), ("clip_coef", "")]);
    let now = draft("ppo-quick", &[("gamma", "0.25")]);
    assert_eq!(
        has_changed(&before, &now),
        "Changed: gamma from 0.5 to 0.25 and clip_coef from empty to 0.2"
    );
    let other = has_changed(&now, &draft("reinforce-quick", &[]));
    let opening = "Changed: algorithm from PPO to REINFORCE, ";
    assert!(other.starts_with(opening), "{other}");
}

#[test]
fn the_same_number_written_differently_is_the_same() {
    let now = draft("ppo-quick", &[("gamma", "0.50")]);
    assert!(is_same(&now, &draft("ppo-quick", &[("gamma", "0.5")])));
    assert!(!is_same(&now, &draft("ppo-quick", &[])));
}

#[test]
fn settings_that_cannot_be_read_are_never_the_same() {
    let broken = draft("ppo-quick", &[("gamma", "much")]);
    let wanted = draft("ppo-quick", &[]);
    assert!(!is_same(&broken, &wanted) && !is_same(&broken, &broken));
    let said = would_change(&broken, &wanted);
    assert!(said.contains("cannot be used"), "{said}");
    let said = has_changed(&broken, &wanted);
    assert!(said.contains("could not be used"), "{said}");
}

#[test]
fn training_says_beforehand_which_settings_it_takes() {
    let fitting = draft("vpg-quick", &[]);
    let own = draft("vpg-quick", &[("gamma", "0.5"), ("ent_coef", "0.1")]);
    assert_eq!(
        will_train(&own, &fitting, None),
        "Will train with your settings: VPG, quick, with 2 changes"
    );
    let missed = Some(("compute_returns", "GAE takes its place"));
    assert_eq!(
        will_train(&draft("ppo-quick", &[]), &fitting, missed),
        "Will train with VPG, quick in place of your settings, which would never call \
         compute_returns (GAE takes its place)"
    );
}

#[test]
fn what_trains_beside_a_loop_is_told_for_each_of_them() {
    let four = ["REINFORCE", "VPG", "PPO", "PPO with GAE"];
    assert_eq!(
        will_loop(&four.map(|it| (it, true))),
        "Trains with your loop and the settings in the cell; beside REINFORCE, VPG, PPO and PPO with GAE trains ours, with the \
         settings with which the cell begins"
    );
    assert_eq!(
        will_loop(&[("CartPole", true), ("the dance", false)]),
        "Trains with your loop and the settings in the cell; beside CartPole trains ours, with the settings with which the cell \
         begins. No run of ours is like the dance"
    );
}

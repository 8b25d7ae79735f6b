//! The form of hyperparameters: what a search finds, what a change says, which changes are listed.

use std::collections::BTreeSet;

use crate::view::settings::{change, changed_elsewhere, is_found, is_often, label_of};
use policy_lab::config::draft::Draft;
use policy_lab::config::fields::{FIELDS, Field, FieldGroup};
use policy_lab::config::presets::Preset;

fn field(name: &str) -> &'static Field {
    Field::find(name).unwrap_or_else(|| panic!("{name} is a field"))
}

fn draft(preset: &str, changes: &[(&str, &str)]) -> Draft {
    let mut draft = Draft::new(Preset::find(preset).expect("a preset"));
    for (name, text) in changes {
        draft.set_text(field(name), text);
    }
    draft
}

/// Returns what the last of the changes says.
fn said(preset: &str, changes: &[(&str, &str)]) -> Option<String> {
    let (name, _) = changes.last().expect("a change");
    change(&draft(preset, changes), field(name))
}

fn found(query: &str) -> Vec<&'static str> {
    let fields = FIELDS.iter().filter(|field| is_found(field, query));
    fields.map(|field| field.key).collect()
}

#[test]
fn a_search_reads_names_help_and_headings() {
    assert_eq!(found("gae_lambda"), ["gae_lambda"]);
    assert_eq!(found("  CLIP_coef "), ["clip_coef"]);
    assert_eq!(found("rollout_use_count"), ["update_epochs"]);
    assert_eq!(found("entropy bonus"), ["ent_coef"]);
    assert_eq!(found("bonus entropy"), ["ent_coef"]);
    let networks = FIELDS.iter().filter(|it| it.group == FieldGroup::Network);
    let networks: Vec<&str> = networks.map(|field| field.key).collect();
    assert_eq!(found("networks"), networks);
    assert!(found("learning rate").contains(&"anneal_per"));
    assert_eq!(found("").len(), FIELDS.len());
    assert!(found("no such thing").is_empty());
}

#[test]
fn a_few_fields_are_of_every_day() {
    let always = "num_envs num_steps seed env_id reward learning_rate";
    for (preset, own) in [
        ("reinforce-quick", ["total_timesteps", "gamma"]),
        ("vpg-quick", ["gamma", "advantage"]),
        ("ppo-quick", ["clip_coef", "ent_coef"]),
    ] {
        let draft = draft(preset, &[]);
        let often = draft.fields().filter(|field| is_often(&draft, field));
        let often: BTreeSet<&str> = often.map(|field| field.key).collect();
        let expected = always.split(' ').chain(own);
        assert_eq!(often, expected.collect(), "{preset}");
    }
    for field in FIELDS {
        let is_used = |algorithm| field.is_used_by(algorithm);
        assert!(field.often.iter().copied().all(is_used), "{}", field.key);
    }
}

#[test]
fn a_number_says_how_many_times_the_old_one_it_is() {
    for (name, text, expected) in [
        (
            "learning_rate",
            "0.05",
            "0.05 instead of 0.005: 10 times as much",
        ),
        (
            "learning_rate",
            "5e-4",
            "5e-4 instead of 0.005: a tenth as much",
        ),
        ("learning_rate", "0.006", "0.006 instead of 0.005"),
        ("learning_rate", "0", "0 instead of 0.005"),
        ("clip_coef", "0.4", "0.4 instead of 0.2: twice as much"),
        ("clip_coef", "0.006", "0.006 instead of 0.2: 3 % as much"),
        ("clip_coef", "", "none instead of 0.2"),
        (
            "max_episode_steps",
            "125",
            "125 instead of 500: a quarter as many",
        ),
        (
            "max_episode_steps",
            "8000",
            "8,000 instead of 500: 16 times as many",
        ),
        ("gamma", "0.9", "0.9 instead of 0.99"),
        ("seed", "10000", "10000 instead of 1"),
    ] {
        let said = said("ppo-quick", &[(name, text)]);
        assert_eq!(said.as_deref(), Some(expected), "{name} = {text}");
    }
}

#[test]
fn switches_choices_and_expressions_say_both_values() {
    for (name, text, expected) in [
        ("norm_adv", "false", "off instead of on"),
        ("advantage", "value", "value instead of gae"),
        ("env_id", "spincart", "spincart instead of cartpole"),
        (
            "reward",
            "1 - abs(x)",
            "1 - abs(x) instead of the environment’s own",
        ),
    ] {
        let said = said("ppo-quick", &[(name, text)]);
        assert_eq!(said.as_deref(), Some(expected), "{name} = {text}");
    }
}

#[test]
fn a_change_of_the_runs_size_says_what_follows_from_it_alone() {
    let envs = "128 instead of 64: twice as many. \
                A batch of 16,384 samples instead of 8,192. 50 iterations instead of 100";
    assert_eq!(
        said("ppo-quick", &[("num_envs", "128")]).as_deref(),
        Some(envs)
    );
    let both = said(
        "ppo-quick",
        &[("total_timesteps", "409600"), ("num_envs", "128")],
    );
    let both = both.expect("a change");
    assert!(both.ends_with("25 iterations instead of 50"), "{both}");
    let once = said(
        "ppo-quick",
        &[("update_epochs", "1"), ("num_minibatches", "1")],
    );
    let once = once.expect("a change");
    assert!(
        once.contains("1 gradient step after each rollout instead of 4"),
        "{once}"
    );
    assert!(!once.contains("iterations"), "{once}");
}

#[test]
fn what_is_unchanged_or_unreadable_says_nothing() {
    assert_eq!(said("ppo-quick", &[("learning_rate", "5e-3")]), None);
    assert_eq!(said("ppo-quick", &[("learning_rate", "fast")]), None);
    // The other field cannot be read, so the run has no size; the value is still another one.
    let changes = [("num_steps", "many"), ("num_envs", "128")];
    let said = said("ppo-quick", &changes);
    assert_eq!(said.as_deref(), Some("128 instead of 64: twice as many"));
}

#[test]
fn a_change_is_listed_unless_it_is_in_sight() {
    let changes = [
        ("gae_lambda", "0.9"),
        ("ent_coef", "0.02"),
        ("vf_coef", "1"),
    ];
    let draft = draft("ppo-quick", &changes);
    let folded = changed_elsewhere(&draft, &[], &[], "");
    assert_eq!(
        folded,
        ["gae_lambda", "vf_coef"],
        "ent_coef is one of every day"
    );
    // A field stays in the group in which the reader changes it.
    let open = [FieldGroup::Targets];
    assert_eq!(
        changed_elsewhere(&draft, &[], &open, "gae_lambda"),
        ["vf_coef"]
    );
    // It stays in the list when its group is opened.
    assert_eq!(changed_elsewhere(&draft, &folded, &open, ""), folded);
}

#[test]
fn a_listed_field_stays_while_the_reader_types() {
    let unchanged = draft("ppo-quick", &[("gae_lambda", "0.95")]);
    let before = ["gae_lambda"];
    assert_eq!(
        changed_elsewhere(&unchanged, &before, &[], "gae_lambda"),
        before
    );
    assert!(changed_elsewhere(&unchanged, &before, &[], "").is_empty());
    let other = draft("reinforce-quick", &[]);
    assert!(changed_elsewhere(&other, &before, &[], "gae_lambda").is_empty());
}

/// The seed is luck: a run with another one has the same name.
#[test]
fn settings_are_called_after_their_preset_and_the_number_of_changes() {
    let label = |changes| label_of(&draft("ppo-quick", changes));
    assert_eq!(label(&[]), "PPO, quick");
    assert_eq!(label(&[("seed", "9")]), "PPO, quick");
    assert_eq!(label(&[("gamma", "0.5")]), "PPO, quick, with 1 change");
    let both = [("gamma", "0.5"), ("ent_coef", "much"), ("seed", "9")];
    assert_eq!(label(&both), "PPO, quick, with 2 changes");
}

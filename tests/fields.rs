//! One walk over the table of fields: every field must have everything that is derived from the
//! table.

use std::collections::BTreeSet;

use policy_lab::config::draft::{Draft, print};
use policy_lab::config::fields::{FIELDS, Field, FieldGroup, FieldKind, Value};
use policy_lab::config::presets::Preset;
use policy_lab::config::{TrainConfig, saved, url, validate};
use policy_lab::policy::play::Play;
use policy_lab::train::clip_lab::ClipLab;
use policy_lab::train::device_benchmark;

/// Returns a preset whose algorithm reads the field.
fn preset(field: &Field) -> &'static Preset {
    Preset::first_for(field.algorithms[0])
}

fn small(field: &Field) -> TrainConfig {
    TrainConfig {
        num_envs: 4,
        num_steps: 8,
        total_timesteps: 64,
        ..(preset(field).config)()
    }
}

/// Returns the configuration with another value of the field, in its range.
fn changed(field: &Field, config: &TrainConfig) -> TrainConfig {
    let now = (field.get)(config);
    let candidates = match field.kind {
        FieldKind::Integer { min, max } => [min.max(1), max.min(2)].map(Value::Integer).to_vec(),
        FieldKind::Number { min, max } => [min, (min + max) / 2.0].map(Value::Number).to_vec(),
        FieldKind::Optional { min, max } => [None, Some((min + max) / 2.0)]
            .map(Value::Optional)
            .to_vec(),
        FieldKind::Switch => [true, false].map(Value::Switch).to_vec(),
        FieldKind::Choice { options } => {
            let keys = options().into_iter().map(|choice| choice.key);
            keys.map(Value::Choice).collect()
        }
        FieldKind::Sizes { .. } => vec![Value::Sizes(vec![3])],
        FieldKind::Expression => vec![Value::Expression("1 - abs(x)".to_owned())],
    };
    let other = candidates.into_iter().find(|value| *value != now);
    let mut changed = config.clone();
    (field.set)(&mut changed, other.expect("another value"));
    assert_ne!(&changed, config, "{}", field.key);
    changed
}

/// Returns a text that the field does not accept.
fn bad_text(field: &Field) -> String {
    match field.kind {
        FieldKind::Integer { max, .. } => (max + 1).to_string(),
        FieldKind::Number { max, .. } | FieldKind::Optional { max, .. } => (max * 2.0).to_string(),
        FieldKind::Switch | FieldKind::Choice { .. } => "neither".to_owned(),
        FieldKind::Sizes { max_width, .. } => (max_width + 1).to_string(),
        FieldKind::Expression => "1 +".to_owned(),
    }
}

#[test]
fn the_table_has_every_setting_but_the_algorithm() {
    let config = serde_json::to_value(TrainConfig::default()).expect("settings");
    let members: BTreeSet<&str> = config
        .as_object()
        .expect("an object")
        .keys()
        .map(String::as_str)
        .collect();
    let in_table = FIELDS.iter().map(|field| field.key).chain(["algorithm"]);
    assert_eq!(members, in_table.collect());
    assert_eq!(members.len(), FIELDS.len() + 1, "no field stands twice");
}

#[test]
fn each_is_in_the_form_with_help_under_a_heading() {
    for field in FIELDS {
        let draft = Draft::new(preset(field));
        let shown = draft.fields().filter(|shown| shown.key == field.key);
        assert_eq!(shown.count(), 1, "{}", field.key);
        assert!(FieldGroup::ALL.contains(&field.group), "{}", field.key);
        assert!(field.help.len() > 10, "{}", field.key);
    }
}

#[test]
fn each_is_in_the_address_by_all_its_names() {
    for field in FIELDS {
        let algorithm = field.algorithms[0].key();
        let text = print(field, (field.get)(&changed(field, &small(field))));
        for name in field.course_names.iter().chain([&field.key]) {
            let (state, notices) = url::read([("algorithm", algorithm), (name, &text)]);
            assert_eq!(notices, [""; 0], "{name}");
            assert_eq!(state.draft.text(field), text, "{name}");
            let written = url::write(&state);
            let found = written.iter().find(|(name, _)| *name == field.key);
            assert_eq!(found.map(|(_, found)| found), Some(&text), "{name}");
        }
    }
}

#[test]
fn each_refuses_what_is_out_of_its_range() {
    for field in FIELDS {
        let mut draft = Draft::new(preset(field));
        draft.set_text(field, &bad_text(field));
        let problems = draft.config().expect_err(field.key);
        assert_eq!(problems.len(), 1, "{}: {problems:?}", field.key);
        assert_eq!(problems[0].field, field.key);
        assert!(!problems[0].message.is_empty(), "{}", field.key);
    }
    assert_eq!(validate::problems(&TrainConfig::default()), []);
}

#[test]
fn each_may_be_missing_in_a_file() {
    for field in FIELDS {
        let config = small(field);
        let mut file = serde_json::to_value(&config).expect("settings");
        file.as_object_mut().map(|it| it.remove(field.key));
        let (found, mismatch) = saved::read(file).expect("settings");
        let mut expected = config;
        (field.set)(&mut expected, (field.get)(&TrainConfig::default()));
        assert_eq!(found, expected, "{}", field.key);
        assert_eq!(mismatch.missing, BTreeSet::from([field.key]));
    }
}

#[test]
fn devices_are_timed_again_for_other_work_alone() {
    for field in FIELDS {
        let config = small(field);
        let key = |config: &TrainConfig| device_benchmark::key("an adapter", 1, config);
        let is_other = key(&config) != key(&changed(field, &config));
        assert_eq!(is_other, field.touches.work, "{}", field.key);
    }
}

#[test]
fn the_clip_lab_begins_again_for_another_setup_alone() {
    for field in FIELDS {
        let config = small(field);
        // Adding or removing a critic asks for another lab too, whichever field causes it.
        let mut lab = ClipLab::new(config.clone());
        let changed = changed(field, &config);
        let has_same_networks = changed.has_critic() == config.has_critic();
        let is_adopted = lab.adopt(&changed);
        let is_expected = !field.touches.setup && has_same_networks;
        assert_eq!(is_adopted, is_expected, "{}", field.key);
    }
}

#[test]
fn the_cart_to_play_with_begins_again_for_another_episode_alone() {
    for field in FIELDS {
        let config = small(field);
        let play = Play::new(&config).expect("a cart");
        let is_other = !play.is_of(&changed(field, &config));
        assert_eq!(is_other, field.touches.episode, "{}", field.key);
        assert!(
            !field.touches.episode || field.touches.setup,
            "{}: the clip lab plays episodes too",
            field.key
        );
    }
}

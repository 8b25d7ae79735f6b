//! Texts that a reader types or links to: nothing is lost, and every mistake is reported at its
//! field.

use policy_lab::config::Algorithm;
use policy_lab::config::draft::{Draft, print};
use policy_lab::config::fields::{FIELDS, Field};
use policy_lab::config::presets::{PRESETS, Preset};
use policy_lab::config::{hints, url};
use policy_lab::protocol::DeviceChoice;

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

/// Returns the message at `name` when `text` is typed there.
fn message(preset: &str, name: &str, text: &str) -> String {
    let problems = draft(preset, &[(name, text)])
        .config()
        .expect_err("a problem");
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert_eq!(problems[0].field, field(name).key);
    problems[0].message.clone()
}

#[test]
fn every_field_of_every_preset_reads_back_what_it_prints() {
    for preset in PRESETS {
        let expected = (preset.config)();
        let mut config = (PRESETS[0].config)();
        config.algorithm = expected.algorithm;
        for field in FIELDS {
            let text = print(field, (field.get)(&expected));
            let value = policy_lab::config::draft::parse(field, &text)
                .unwrap_or_else(|problem| panic!("{} = {text}: {}", field.key, problem.message));
            (field.set)(&mut config, value);
        }
        assert_eq!(config, expected, "{}", preset.id);
    }
}

#[test]
fn fields_have_help_and_names_of_their_own() {
    let mut names: Vec<&str> = FIELDS
        .iter()
        .flat_map(|field| field.course_names.iter().copied().chain([field.key]))
        .collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count, "a name stands for one field");
    for field in FIELDS {
        assert!(
            field.help.len() > 10 && !field.help.ends_with('.'),
            "{}",
            field.key
        );
        assert!(!field.algorithms.is_empty(), "{}", field.key);
    }
}

#[test]
fn mistakes_are_said_at_their_field_with_the_way_out() {
    assert_eq!(
        message("ppo-quick", "num_envs", "-3"),
        "“-3” is not a whole number; use one from 1 to 16384"
    );
    assert_eq!(
        message("ppo-quick", "num_envs", "0"),
        "Use a whole number from 1 to 16384"
    );
    assert_eq!(
        message("ppo-quick", "gamma", "1.5"),
        "Use a number from 0 to 1"
    );
    for text in ["abc", "", "NaN", "inf", "1e999"] {
        assert!(
            message("ppo-quick", "learning_rate", text).contains("is not a number"),
            "{text}"
        );
    }
    assert!(message("ppo-quick", "norm_adv", "maybe").contains("neither true nor false"));
    assert!(message("ppo-quick", "total_timesteps", "5000").contains("8192"));
    assert!(message("ppo-quick", "num_minibatches", "3").contains("2 would work"));
}

#[test]
fn the_courses_own_rules_say_what_to_do() {
    let use_count = message("vpg-quick", "rollout_use_count", "4");
    assert!(
        use_count.contains("rollout_use_count") && use_count.contains("importance weights"),
        "{use_count}"
    );
    let batches = message("vpg-quick", "num_batches_per_rollout", "2");
    assert!(batches.contains("importance weights"), "{batches}");
    let weighted = draft(
        "vpg-quick",
        &[
            ("use_iw", "true"),
            ("rollout_use_count", "4"),
            ("num_batches_per_rollout", "2"),
        ],
    );
    assert!(weighted.config().is_ok(), "{:?}", weighted.config());
    let uneven = draft(
        "vpg-quick",
        &[("use_iw", "true"), ("num_batches_per_rollout", "5")],
    )
    .config();
    assert!(uneven.is_err_and(|problems| problems[0].message.contains("num_envs = 32")));
    let lonely = draft("ppo-quick", &[("num_envs", "1"), ("num_steps", "4")]).config();
    assert!(lonely.is_err_and(|problems| problems[0].field == "norm_adv"));
    let huge = draft(
        "ppo-quick",
        &[
            ("num_envs", "16384"),
            ("num_steps", "4096"),
            ("total_timesteps", "1e9"),
        ],
    )
    .config();
    assert!(huge.is_err_and(|problems| problems[0].message.contains("memory")));
}

#[test]
fn settings_without_effect_are_hinted_at() {
    let config = draft("vpg-args-fast", &[]).config().expect("valid");
    let hinted: Vec<&str> = hints::hints(&config)
        .iter()
        .map(|hint| hint.field)
        .collect();
    assert_eq!(hinted, ["anneal_lr", "clip_coef"]);
}

#[test]
fn numbers_may_be_written_as_people_write_them() {
    let config = draft(
        "ppo-quick",
        &[
            ("total_timesteps", "1e6"),
            ("num_envs", " 1_6 "),
            ("lr", "3E-4"),
            ("target_kl", "none"),
        ],
    )
    .config()
    .expect("valid");
    assert_eq!(
        (
            config.total_timesteps,
            config.num_envs,
            config.learning_rate,
            config.target_kl
        ),
        (1_000_000, 16, 3e-4, None)
    );
}

#[test]
fn the_same_number_written_differently_is_no_change() {
    let draft = draft("ppo-quick", &[("learning_rate", "5E-3"), ("gamma", "0.9")]);
    assert!(!draft.is_changed(field("learning_rate")));
    assert!(draft.is_changed(field("gamma")));
    assert!(!draft.is_changed(field("num_envs")));
}

#[test]
fn a_link_restores_the_page_and_stays_short() {
    let mut state = url::PageState {
        draft: draft(
            "vpg-quick",
            &[("num_envs", "16"), ("learning_rate", "not yet")],
        ),
        device: DeviceChoice::Cpu,
        lesson: Some("clip".to_owned()),
        exercise: None,
        view: url::View::Lab,
        presentation: url::Presentation {
            panels: vec!["clip".to_owned(), "lesson".to_owned()],
            hidden: vec!["learning_rate".to_owned()],
            scenes: vec![
                vec!["carts".to_owned(), "chart".to_owned()],
                vec!["clip".to_owned()],
            ],
        },
        sweep: None,
        world: None,
    };
    let pairs = url::write(&state);
    let names: Vec<&str> = pairs.iter().map(|pair| pair.0).collect();
    assert_eq!(
        names,
        [
            "view",
            "lesson",
            "preset",
            "device",
            "present",
            "hide",
            "scenes",
            "num_envs",
            "learning_rate"
        ]
    );
    let (read, notices) = url::read(pairs.iter().map(|(name, value)| (*name, value.as_str())));
    assert_eq!((&read, notices.len()), (&state, 0));
    state = url::PageState::default();
    assert_eq!(url::write(&state), []);
}

/// Returns the view of an address, and the address that the page then writes.
fn view_of(pairs: &[(&str, &str)]) -> (url::View, Vec<(&'static str, String)>) {
    let (state, notices) = url::read(pairs.iter().copied());
    assert_eq!(notices, Vec::<String>::new());
    (state.view, url::write(&state))
}

#[test]
fn an_address_without_a_view_implies_one() {
    use url::View;
    let implied: [(&[(&str, &str)], View); 9] = [
        (&[], View::Start),
        (&[("device", "cpu")], View::Start),
        (&[("lesson", "ppo")], View::Read),
        (&[("lesson", "ppo"), ("gamma", "0.9")], View::Read),
        (&[("exercise", "S4-E4")], View::Write),
        (&[("lesson", "ppo"), ("exercise", "S4-E4")], View::Write),
        // As the addresses of earlier versions meant it.
        (&[("lesson", "clip")], View::Clip),
        (&[("preset", "vpg-quick")], View::Lab),
        (&[("learning_rate", "0.05")], View::Lab),
    ];
    for (pairs, view) in implied {
        let (found, written) = view_of(pairs);
        assert_eq!(found, view, "{pairs:?}");
        let names = written.iter().map(|(name, _)| *name);
        assert!(names.clone().all(|name| name != "view"), "{written:?}");
        assert_eq!(names.count(), pairs.len(), "{written:?}");
    }
}

/// Only a page that has the world knows its key.
#[test]
fn a_link_into_a_world_that_is_not_here_keeps_all_else() {
    let pairs = [
        ("preset", "ppo-pendulum"),
        ("env_id", "own-0badcafe"),
        ("gamma", "0.8"),
    ];
    let (state, notices) = url::read(pairs);
    assert_eq!(state.draft.env_id().spec().key, "pendulum");
    assert_eq!(state.draft.text(field("gamma")), "0.8");
    assert!(state.draft.config().is_ok());
    assert_eq!(notices.len(), 1, "{notices:?}");
    let said = &notices[0];
    assert!(
        said.contains("own-0badcafe") && said.contains("Pendulum takes its place"),
        "{said}"
    );
    let typed = message("ppo-quick", "env_id", "own-0badcafe");
    assert!(
        typed.contains("“own-0badcafe” is a world of someone’s own"),
        "{typed}"
    );
}

#[test]
fn the_class_of_a_link_survives() {
    let pairs = [("view", "world"), ("world", "eJwrLQEAAiABBw")];
    let (state, notices) = url::read(pairs);
    assert_eq!((state.view, notices), (url::View::World, Vec::new()));
    assert_eq!(state.world.as_deref(), Some("eJwrLQEAAiABBw"));
    let written = url::write(&state);
    let written: Vec<_> = written
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    assert_eq!(written, pairs);
}

#[test]
fn a_named_view_is_shown_and_survives() {
    use url::View;
    for view in View::ALL {
        let with_settings = [("view", view.key()), ("gamma", "0.9")];
        let chapter = [("view", view.key()), ("lesson", "clip")];
        for pairs in [&[("view", view.key())][..], &with_settings, &chapter] {
            let (found, written) = view_of(pairs);
            assert_eq!(found, view);
            let again: Vec<_> = written
                .iter()
                .map(|(name, value)| (*name, value.as_str()))
                .collect();
            assert_eq!(view_of(&again).0, view, "{written:?}");
        }
    }
}

#[test]
fn an_unknown_view_is_said_and_another_is_shown() {
    let (state, notices) = url::read([("view", "attic"), ("lesson", "ppo")]);
    assert_eq!(state.view, url::View::Read);
    assert_eq!(notices.len(), 1, "{notices:?}");
    assert!(
        notices[0].contains("“attic”") && notices[0].contains("start, read, write"),
        "{notices:?}"
    );
}

#[test]
fn unknown_and_broken_parameters_are_said_and_the_rest_is_kept() {
    let link = [
        ("algorithm", "dqn"),
        ("preset", "nope"),
        ("device", "tpu"),
        ("colour", "red"),
        ("num_envs", "-3"),
        ("lr", "1e-2"),
    ];
    let (state, notices) = url::read(link);
    assert_eq!(notices.len(), 4, "{notices:?}");
    for word in ["dqn", "nope", "tpu", "colour"] {
        assert!(
            notices.iter().any(|notice| notice.contains(word)),
            "{word}: {notices:?}"
        );
    }
    assert_eq!(state.device, DeviceChoice::Auto);
    assert_eq!(state.draft.text(field("num_envs")), "-3");
    assert_eq!(state.draft.text(field("learning_rate")), "1e-2");
    let problems = state.draft.config().expect_err("num_envs is broken");
    assert_eq!(
        problems
            .iter()
            .map(|problem| problem.field)
            .collect::<Vec<_>>(),
        ["num_envs"]
    );

    let (state, notices) = url::read([("algorithm", "vpg"), ("norm_adv", "true")]);
    assert_eq!(
        (state.draft.algorithm(), notices.len()),
        (Algorithm::Vpg, 1)
    );
}

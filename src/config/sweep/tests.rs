use super::*;
use crate::config::presets::Preset;
use crate::config::url::{self, PageState, View};

/// PPO's quick preset with these changes.
pub(super) fn base(changes: &[(&str, &str)]) -> Draft {
    let mut draft = Draft::new(Preset::find("ppo-quick").expect("a preset"));
    for (name, text) in changes {
        draft.set_text(Field::find(name).expect("a field"), text);
    }
    draft
}

/// A grid over these axes from three seeds.
pub(super) fn sweep(axes: &[(&str, &str)]) -> SweepDraft {
    let axes = axes.iter().map(|(name, values)| SweepAxis {
        field: Field::find(name).expect("a field"),
        values: (*values).to_owned(),
    });
    SweepDraft {
        axes: axes.collect(),
        ..SweepDraft::default()
    }
}

/// Returns the only problem of a sweep over the quick preset.
pub(super) fn message_of(draft: &SweepDraft, field: &str) -> String {
    let problems = draft.plan(&base(&[])).expect_err("a problem");
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert_eq!(problems[0].field, field);
    problems[0].message.clone()
}

#[test]
fn a_grid_has_every_value_with_every_other_and_every_first_seed_comes_first() {
    let draft = sweep(&[
        ("learning_rate", "0.001, 0.002, 0.004"),
        ("clip_coef", "none, 0.2"),
    ]);
    let plan = draft.plan(&base(&[("seed", "7")])).expect("a plan");
    assert_eq!(
        (plan.rows(), plan.columns(), plan.seeds(), plan.num_runs()),
        (3, 2, 3, 18)
    );
    let texts: Vec<String> = (0..6).map(|it| plan.name_of(it, ", ")).collect();
    assert_eq!(texts[1], "learning_rate 0.001, clip_coef 0.2");
    assert_eq!(texts[4], "learning_rate 0.004, clip_coef none");
    assert_eq!(plan.combinations()[4].config.clip_coef, None);
    assert_eq!(plan.place_of(4), (2, 0));
    let runs: Vec<_> = plan.runs().collect();
    let seeds: Vec<u32> = runs.iter().map(|(_, config)| config.seed).collect();
    assert_eq!(seeds, [[7; 6], [8; 6], [9; 6]].concat());
    assert!(
        runs.iter()
            .enumerate()
            .all(|(place, (run, _))| place == *run)
    );
    assert_eq!(plan.runs_of(4).collect::<Vec<_>>(), [4, 10, 16]);
    assert!(plan.runs_of(4).all(|run| plan.combination_of(run) == 4));
    assert_eq!(plan.config(10).expect("a run").learning_rate, 0.004);
    assert_eq!(plan.config(18), None);
    assert_eq!(plan.draft(), &draft);
    assert_eq!(plan.fields().count(), 2);
}

#[test]
fn one_axis_is_a_row_and_none_are_the_seeds_alone() {
    let row = sweep(&[("gamma", "0.9, 0.99")])
        .plan(&base(&[]))
        .expect("a plan");
    assert_eq!((row.rows(), row.columns(), row.num_runs()), (1, 2, 6));
    let alone = SweepDraft {
        design: SweepDesign::Random,
        draws: "no number".to_owned(),
        ..SweepDraft::default()
    };
    let alone = alone
        .plan(&base(&[("seed", "4294967295")]))
        .expect("a plan");
    assert_eq!((alone.rows(), alone.columns(), alone.num_runs()), (1, 1, 3));
    assert!(!alone.is_random());
    assert_eq!(alone.name_of(0, ", "), "");
    // The largest seed is followed by 0.
    let seeds: Vec<u32> = alone.runs().map(|(_, config)| config.seed).collect();
    assert_eq!(seeds, [u32::MAX, 0, 1]);
}

#[test]
fn each_mistake_is_said_where_it_was_made() {
    let said = message_of(&sweep(&[("gamma", "0.9, 2")]), "gamma");
    assert!(said.starts_with("gamma 2: "), "{said}");
    let said = message_of(&sweep(&[("seed", "1, 2")]), "seed");
    assert!(said.contains("several seeds anyway"), "{said}");
    let said = message_of(&sweep(&[("gamma", "0.9"), ("gamma", "0.8")]), "gamma");
    assert!(said.contains("twice"), "{said}");
    let said = message_of(&sweep(&[("early_stop", "on")]), "early_stop");
    assert!(said.contains("PPO does not use early_stop"), "{said}");
    for seeds in ["", "0", "21", "two"] {
        let draft = SweepDraft {
            seeds: seeds.to_owned(),
            ..sweep(&[])
        };
        assert!(message_of(&draft, SEEDS).contains("from 1 to 20"));
    }
    for (seeds, words) in [
        ("1.000", "1 or 1000"),
        ("2,5", "from 1 to 20"),
        ("5k", "write 5000"),
    ] {
        let draft = SweepDraft {
            seeds: seeds.to_owned(),
            ..sweep(&[])
        };
        let said = message_of(&draft, SEEDS);
        assert!(said.contains(words), "{seeds}: {said}");
    }
    let draft = SweepDraft {
        design: SweepDesign::Random,
        draws: "401".to_owned(),
        ..sweep(&[("gamma", "0.9, 0.99")])
    };
    assert!(message_of(&draft, DRAWS).contains("from 1 to 400"));
}

#[test]
fn a_setting_that_no_run_can_have_is_named_with_its_values() {
    let draft = sweep(&[("gamma", "0.9"), ("num_minibatches", "4, 3")]);
    let said = message_of(&draft, "num_minibatches");
    assert!(
        said.starts_with("With gamma 0.9 and num_minibatches 3: "),
        "{said}"
    );
    // The broken rule belongs to a field that is no axis.
    let draft = sweep(&[("num_envs", "8192")]);
    let said = message_of(&draft, "num_envs");
    assert!(
        said.starts_with("With num_envs 8192: One iteration"),
        "{said}"
    );
}

#[test]
fn what_is_wrong_with_the_other_settings_is_said_once() {
    let draft = sweep(&[("learning_rate", "0.001, 0.002")]);
    let problems = draft.plan(&base(&[("gamma", "2"), ("learning_rate", "x")]));
    let problems = problems.expect_err("a problem");
    assert_eq!(
        problems.len(),
        1,
        "an axis replaces its own text: {problems:?}"
    );
    assert_eq!(problems[0].field, "gamma");
}

#[test]
fn a_sweep_has_its_limits() {
    let rates = ("learning_rate", "0.001 to 0.1 in 21 steps");
    let said = message_of(&sweep(&[rates, ("gamma", "0.1 to 0.9 in 7")]), SEEDS);
    assert!(
        said.contains("147 settings from 3 seeds each are 441 runs"),
        "{said}"
    );
    // Nothing is made of all these before they are counted.
    let many = [
        ("learning_rate", "0.001 to 0.1 in 400"),
        ("gamma", "0.1 to 0.9 in 400"),
    ];
    assert!(message_of(&sweep(&many), SEEDS).contains("160000 settings"));
}

#[test]
fn a_chosen_hyperparameter_comes_with_values() {
    let base = base(&[]);
    let mut draft = SweepDraft::first(&base);
    assert_eq!(draft.axes.len(), 1);
    assert_eq!(draft.axes[0].field.key, "learning_rate");
    draft.axes[0].values = "0.5".to_owned();
    draft.choose(0, Field::find("learning_rate"), &base);
    assert_eq!(
        draft.axes[0].values, "0.5",
        "the same again changes nothing"
    );
    draft.choose(1, Field::find("clip_coef"), &base);
    assert_eq!(draft.axes[1].values, "0.05, 0.1, 0.2, 0.5, 1");
    assert!(draft.plan(&base).is_ok());
    draft.choose(2, Field::find("gamma"), &base);
    assert_eq!(draft.axes.len(), MOST_AXES);
    draft.choose(0, None, &base);
    assert_eq!(draft.axes[0].field.key, "clip_coef");
    draft.choose(1, None, &base);
    assert_eq!(draft.axes.len(), 1);
    let keys: Vec<&str> = SweepDraft::fields(&base).map(|field| field.key).collect();
    assert!(keys.contains(&"reward") && !keys.contains(&"seed") && !keys.contains(&"early_stop"));
}

#[test]
fn parts_that_do_not_fit_make_no_plan() {
    let draft = sweep(&[("learning_rate", "0.1, 0.2"), ("gamma", "0.5, 0.6")]);
    let plan = draft.plan(&base(&[])).expect("a plan");
    let all = plan.combinations();
    let of = |places: &[usize], seeds| {
        let chosen = places.iter().map(|it| all[*it].clone()).collect();
        SweepPlan::new(draft.clone(), chosen, seeds)
    };
    assert_eq!(of(&[0, 1, 2, 3], 3), Some(plan.clone()));
    assert_eq!(of(&[0, 1, 2], 3), None);
    assert_eq!(of(&[0, 1, 3, 2], 3), None);
    assert_eq!(of(&[], 3), None);
    assert_eq!(of(&[0, 1, 2, 3], 0), None);
    assert_eq!(of(&[0, 1, 2, 3], 21), None);
    assert_eq!(SweepPlan::new(sweep(&[]), all.to_vec(), 1), None);
    // Named after other values than it has.
    let mut wrong = all.to_vec();
    wrong[3].config.gamma = 0.7;
    assert_eq!(SweepPlan::new(draft.clone(), wrong, 3), None);
}

/// A reward that one environment reads is another's mistake.
#[test]
fn a_reward_is_read_in_the_environment_of_each_setting() {
    let leaning = base(&[("reward", "1 - abs(theta)")]);
    let fits = sweep(&[("env_id", "cartpole, pendulum")]).plan(&leaning);
    assert_eq!(fits.expect("a plan").combinations().len(), 2);
    let driving = sweep(&[("env_id", "cartpole, mountaincar")]).plan(&leaning);
    let problems = driving.expect_err("no angle");
    assert_eq!(problems[0].field, "env_id");
    let said = &problems[0].message;
    assert!(
        said.starts_with("With env_id mountaincar: Character 9"),
        "{said}"
    );
    // Where no axis decides about it, it is the form's.
    let broken = base(&[("reward", "1 - abs(theta)"), ("env_id", "mountaincar")]);
    let problems = sweep(&[("gamma", "0.9, 0.99")]).plan(&broken);
    let problems = problems.expect_err("no angle");
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert_eq!(problems[0].field, "reward");
    let rewards = sweep(&[("reward", "none, x, 1 +")]).plan(&base(&[]));
    let problems = rewards.expect_err("half a sum");
    assert_eq!(problems[0].field, "reward");
    let said = &problems[0].message;
    assert!(said.starts_with("With reward 1 +: Character 4"), "{said}");
    // A proposal has a name of the environment.
    let field = Field::find("reward").expect("a field");
    for (env_id, example) in [
        ("pendulum", "none, 1 - abs(theta)"),
        ("acrobot", "none, 1 - abs(theta1)"),
        ("mountaincar", "none, 1 - abs(position)"),
    ] {
        let proposed = proposal::propose(field, &base(&[("env_id", env_id)]));
        assert_eq!(proposed, example);
    }
}

#[test]
fn an_address_says_the_sweep_and_loses_nothing_of_it() {
    let mut drafts = vec![
        sweep(&[]),
        sweep(&[
            ("learning_rate", "0.001, 0.0025"),
            ("clip_coef", "none,0.2"),
        ]),
        sweep(&[("reward", "none, max(x, 1)")]),
        // Neither of these can be trained, and both can be mended.
        sweep(&[("gamma", "high; low ,"), ("gamma", "")]),
    ];
    drafts.push(SweepDraft {
        seeds: "none".to_owned(),
        design: SweepDesign::Random,
        draws: " 12".to_owned(),
        ..drafts[1].clone()
    });
    for draft in drafts {
        let state = PageState {
            draft: base(&[("gamma", "0.5")]),
            view: View::Sweep,
            sweep: Some(draft),
            ..PageState::default()
        };
        let pairs = url::write(&state);
        assert!(pairs.iter().all(|(name, _)| *name != "view"), "{pairs:?}");
        let read = url::read(pairs.iter().map(|(name, text)| (*name, text.as_str())));
        assert_eq!(read, (state, Vec::new()));
    }
    // The view alone leaves the question to the page.
    let (state, _) = url::read([("view", "sweep")]);
    assert_eq!((state.view, state.sweep), (View::Sweep, None));
}

#[test]
fn what_an_address_cannot_mean_is_said() {
    let text = "lr:0.001,0.01;zeta:1;gamma:0.9;clip_coef:0.1";
    let (state, notices) = url::read([("sweep", text), ("seeds", "5"), ("gae_lambda", "0.9")]);
    let draft = state.sweep.expect("a sweep");
    let keys: Vec<&str> = draft.axes.iter().map(|axis| axis.field.key).collect();
    assert_eq!(keys, ["learning_rate", "gamma"]);
    assert_eq!(
        (draft.seeds.as_str(), draft.design),
        ("5", SweepDesign::Grid)
    );
    assert_eq!(notices.len(), 2, "{notices:?}");
    assert!(notices[0].ends_with("unknown here: zeta:1"), "{notices:?}");
    assert!(
        notices[1].contains("clip_coef:0.1 was left out"),
        "{notices:?}"
    );
    assert_eq!(state.view, View::Sweep);
    let (state, notices) = url::read([("sweep", "0.1,0.2"), ("view", "lab")]);
    assert_eq!(state.sweep, Some(SweepDraft::default()));
    assert!(notices[0].contains("“0.1,0.2”"), "{notices:?}");
    assert_eq!(state.view, View::Lab);
}

#[test]
fn settings_that_the_algorithm_does_not_use_make_no_difference() {
    let plan = |preset: &str| {
        let base = Draft::new(Preset::find(preset).expect("a preset"));
        sweep(&[]).plan(&base).expect("a plan")
    };
    let config = plan("reinforce-quick").combinations()[0].config.clone();
    let other = crate::config::TrainConfig {
        clip_coef: Some(0.7),
        ..config.clone()
    };
    assert_ne!(other, config);
    assert_eq!(without_unused(other), config);
}

//! The run for RLlib.

use policy_lab::config::{Algorithm, EnvId, TrainConfig};
use policy_lab::python::part::Part;
use policy_lab_page::view::take_away::{self, OwnFunctions};
use policy_lab_python::cell::Python;

use super::own::{exercise_of, settings_of, solved};
use super::{
    PROVIDED, all, interpreter, is_by_return, lengths, preset, run, run_twice, shorter, written,
};

/// Names the interpreter that has ray[rllib] and torch.
const RLLIB: &str = "POLICY_LAB_RLLIB";

fn rllib(config: &TrainConfig, own: &OwnFunctions) -> String {
    take_away::rllib(config, own, &PROVIDED).expect("a file")
}

fn of_ppo() -> impl Iterator<Item = (String, TrainConfig)> {
    let all = all().into_iter();
    all.filter(|(_, config)| config.algorithm == Algorithm::Ppo)
}

#[test]
fn each_file_for_rllib_is_python_with_the_settings() {
    let python = Python::new();
    for (name, config) in of_ppo() {
        let file = rllib(&config, &OwnFunctions::default());
        let compiled = python.run(&format!("compile({file:?}, {name:?}, 'exec')"));
        assert_eq!(compiled.failure, None, "{name}\n{file}");
        let says = |text: &str| file.contains(text);
        assert!(
            says(&format!("fcnet_hiddens={:?}", config.hidden_sizes)),
            "{name}"
        );
        assert_eq!(
            says("grad_clip=args"),
            config.max_grad_norm.is_some(),
            "{name}"
        );
        assert_eq!(says("learning_rate_end"), config.anneal_lr, "{name}");
        assert_eq!(says("no weight decay"), config.weight_decay > 0.0, "{name}");
        let is_continuous = !config.env_id.controls().is_empty();
        for text in [
            "free_log_std=True",
            "normalize_actions=False",
            "ClipAction(",
        ] {
            assert_eq!(says(text), is_continuous, "{name}: {text}");
        }
        let by_return = is_by_return(&config);
        assert_eq!(says("episode_return_mean"), by_return, "{name}");
        assert_eq!(says("episode_len_mean"), !by_return, "{name}");
        assert_eq!(says("at target_kl"), config.target_kl.is_some(), "{name}");
        let other_loss = config.clip_vloss || config.huber_delta.is_some();
        let has_moments = config.norm_obs || config.norm_reward;
        assert_eq!(says("Neither observations nor"), has_moments, "{name}");
        assert_eq!(says("neither clip_vloss nor"), other_loss, "{name}");
        for mark in ["{{", "}}", "{%", "%}", "{#"] {
            assert!(!file.contains(mark), "{name} holds {mark}:\n{file}");
        }
    }
}

#[test]
fn what_rllib_does_not_take_is_told() {
    let told = |parts: &[Part]| {
        let names: Vec<&str> = parts.iter().map(|it| it.name()).collect();
        let answers: Vec<_> = parts.iter().map(|it| solved(exercise_of(*it))).collect();
        let all = OwnFunctions::of(&names, &answers);
        let of_environment = OwnFunctions::of_environment(&names, &answers);
        take_away::named_for_rllib(&all, &of_environment)
    };
    assert_eq!(told(&[]), "");
    assert_eq!(told(&[Part::Spin]), "");
    assert!(told(&[Part::Advantages]).ends_with("its file has none of these"));
    let with_both = told(&[Part::Advantages, Part::Spin]);
    assert!(
        with_both.ends_with("` alone") && !with_both.contains("compute_advantages"),
        "{with_both}"
    );
}

/// Skipped without the interpreter: two iterations, in each kind of environment and with a reward
/// of the reader's.
#[test]
fn files_for_rllib_run() {
    let Some(python) = interpreter(RLLIB, "ray[rllib] and torch") else {
        return;
    };
    let names = [
        "ppo-quick",
        "ppo-course",
        "ppo-decay",
        "ppo-reward",
        "ppo-homework-gae",
        "ppo-short-pendulum",
        "ppo-short-acrobot",
    ];
    let some = of_ppo().filter(|(name, _)| names.contains(&name.as_str()));
    let mut files: Vec<_> = some
        .map(|(name, config)| (name, config, OwnFunctions::default()))
        .collect();
    let probe = TrainConfig {
        env_id: EnvId::Probe5,
        ..preset("ppo-quick")
    };
    files.push(("ppo-probe5".to_owned(), probe, OwnFunctions::default()));
    let answer = solved(exercise_of(Part::Spin));
    let own =
        OwnFunctions::of_environment(&[Part::Advantages.name(), Part::Spin.name()], &[answer]);
    files.push(("own-spin".to_owned(), settings_of(Part::Spin), own));
    for (name, config, own) in files {
        let config = shorter(config);
        let text = rllib(&config, &own);
        let said = run_twice(&python, &format!("{name}-rllib"), &text, &config);
        assert!(said.contains("iteration 2: "), "{name}: {said}");
    }
}

/// Skipped without the interpreter: the quick preset learns to balance.
#[test]
fn the_quick_file_for_rllib_learns() {
    let Some(python) = interpreter(RLLIB, "ray[rllib] and torch") else {
        return;
    };
    let path = written(
        "ppo-quick-rllib-learns.py",
        &rllib(&preset("ppo-quick"), &OwnFunctions::default()),
    );
    let said = run(&python, &path, &["--total_timesteps", "245760"]);
    let best = lengths(&said).fold(0.0, f64::max);
    assert!(best > 150.0, "{best}\n{said}");
}

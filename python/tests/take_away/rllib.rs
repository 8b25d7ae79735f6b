//! The run for RLlib.

use policy_lab::config::{Algorithm, EnvId, TrainConfig};
use policy_lab::python::part::Part;
use policy_lab_page::course::EXERCISES;
use policy_lab_page::view::take_away::{self, OwnAnswer, OwnFunctions};
use policy_lab_python::cell::Python;

use super::{PROVIDED, all, interpreter, lengths, preset, run, shorter, two_iterations, written};

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
        assert_eq!(says("at target_kl"), config.target_kl.is_some(), "{name}");
        for mark in ["{{", "}}", "#if", "#else", "#end", "#cell"] {
            assert!(!file.contains(mark), "{name} holds {mark}:\n{file}");
        }
    }
}

/// Skipped without the interpreter: two iterations, in each kind of environment and with a reward of the reader's.
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
    let exercise = EXERCISES
        .iter()
        .find(|it| it.parts.contains(&Part::Spin))
        .expect("an exercise");
    let answer = OwnAnswer {
        id: exercise.id,
        title: exercise.title(),
        names: exercise.names,
        functions: exercise.parts.iter().map(|it| it.name()).collect(),
        text: exercise.solution().to_owned(),
        has_passed: true,
    };
    let own =
        OwnFunctions::of_environment(&[Part::Advantages.name(), Part::Spin.name()], &[answer]);
    let config = exercise
        .draft()
        .and_then(|it| it.config().ok())
        .expect("settings");
    files.push(("own-spin".to_owned(), config, own));
    for (name, config, own) in files {
        let config = shorter(config);
        let path = written(&format!("{name}-rllib.py"), &rllib(&config, &own));
        let said = run(
            &python,
            &path,
            &["--total_timesteps", &two_iterations(&config)],
        );
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

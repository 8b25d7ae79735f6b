//! A run as a Python file of its own: every preset's file is Python, says only what its settings need, and trains with
//! PyTorch and Gymnasium where they are installed.
#![cfg(not(target_arch = "wasm32"))]

use std::path::PathBuf;
use std::process::Command;
use std::{env, fs};

use policy_lab::config::presets::{PRESETS, Preset};
use policy_lab::config::{Advantage, Algorithm, AnnealPer, Autoreset, EnvId, TrainConfig};
use policy_lab_page::view::take_away;
use policy_lab_python::cell::Python;

/// Names the interpreter that has torch, gymnasium and safetensors.
const INTERPRETER: &str = "POLICY_LAB_PYTHON";

fn preset(id: &str) -> TrainConfig {
    (Preset::find(id).expect("a preset").config)()
}

/// Every preset, and settings that no preset has.
fn all() -> Vec<(String, TrainConfig)> {
    let presets = PRESETS.iter().map(|it| (it.id.to_owned(), (it.config)()));
    let quick = preset("ppo-quick");
    let mut all: Vec<_> = presets.collect();
    let mut add = |name: &str, config: TrainConfig| all.push((name.to_owned(), config));
    for env_id in EnvId::ALL {
        let env = TrainConfig {
            env_id,
            ..quick.clone()
        };
        add(&format!("ppo-in-{}", env_id.spec().key), env);
    }
    add(
        "ppo-decay",
        TrainConfig {
            weight_decay: 0.01,
            anneal_lr: true,
            anneal_per: AnnealPer::Minibatch,
            target_kl: Some(0.02),
            autoreset: Autoreset::NextStep,
            terminal_reward: -1.0,
            orthogonal_init: false,
            ..quick.clone()
        },
    );
    add(
        "ppo-reward",
        TrainConfig {
            reward: "clamp(1 - ω ^ 2, 0, 1) + exp(-abs(x)) * (v < 0)".to_owned(),
            clip_coef: None,
            max_grad_norm: None,
            norm_adv: false,
            ..quick
        },
    );
    for advantage in [Advantage::WorldMean, Advantage::Value, Advantage::Gae] {
        add(
            &format!("vpg-{advantage:?}"),
            TrainConfig {
                advantage,
                use_importance_weights: true,
                update_epochs: 2,
                num_minibatches: 4,
                normalize_returns: true,
                ..preset("vpg-quick")
            },
        );
    }
    all
}

#[test]
fn each_file_is_python_and_says_what_its_settings_need() {
    let python = Python::new();
    for (name, config) in all() {
        let file = take_away::python(&config);
        let compiled = python.run(&format!("compile({file:?}, {name:?}, 'exec')"));
        assert_eq!(compiled.failure, None, "{name}\n{file}");
        for mark in ["{{", "}}", "#if", "#else", "#end"] {
            assert!(!file.contains(mark), "{name} holds {mark}:\n{file}");
        }
        let says = |text: &str| file.contains(text);
        assert_eq!(says("compute_advantages"), config.has_gae(), "{name}");
        assert_eq!(says("self.critic"), config.has_critic(), "{name}");
        assert_eq!(
            says("ratio = "),
            config.algorithm == Algorithm::Ppo,
            "{name}"
        );
        assert_eq!(says("class Probe"), !config.env_id.is_cart(), "{name}");
        assert_eq!(says("AdamW("), config.weight_decay > 0.0, "{name}");
        assert!(
            file.lines().count() < 260,
            "{name}: {} lines",
            file.lines().count()
        );
        assert!(
            file.lines()
                .all(|line| line.len() < 150 && line.trim_end() == line),
            "{name}"
        );
    }
}

/// Writes a file to the folder of test results.
fn written(name: &str, config: &TrainConfig) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("take_away");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(format!("{name}.py"));
    fs::write(&path, take_away::python(config)).expect("a file");
    path
}

/// Runs a file, and returns what it prints.
fn run(path: &PathBuf, arguments: &[&str]) -> Option<String> {
    let interpreter = env::var_os(INTERPRETER)?;
    let ran = Command::new(interpreter)
        .arg(path)
        .args(arguments)
        .output()
        .expect("an interpreter");
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{}: {said}", path.display());
    Some(String::from_utf8_lossy(&ran.stdout).into_owned())
}

/// Skipped without the interpreter: two iterations of each file, and networks that open here and there.
#[test]
fn each_file_runs_with_pytorch() {
    for (name, config) in all() {
        // What takes long is made short; the lines are the same.
        let config = TrainConfig {
            num_envs: config.num_envs.min(8),
            num_steps: config.num_steps.min(40),
            rollouts_per_iteration: config.rollouts_per_iteration.min(2),
            ..config
        };
        let path = written(&name, &config);
        let batch = config.num_envs * config.num_steps * config.rollouts_per_iteration;
        let steps = (2 * batch).to_string();
        let networks = path.with_extension("safetensors");
        let saved = networks.to_str().expect("a path");
        let Some(said) = run(&path, &["--total_timesteps", &steps, "--save", saved]) else {
            println!(
                "skipped: {INTERPRETER} names no Python with torch, gymnasium and safetensors"
            );
            return;
        };
        assert!(said.contains("iteration 1: "), "{name}: {said}");
        let bytes = fs::read(&networks).expect("networks");
        let read = policy_lab::policy::weights::read(&bytes).expect("networks of the page");
        let mut widths = vec![config.env_id.obs_size()];
        widths.extend(&config.hidden_sizes);
        widths.push(config.env_id.num_actions());
        assert_eq!(read.widths(), widths, "{name}");
        run(&path, &["--total_timesteps", &steps, "--load", saved]);
    }
}

/// Skipped without the interpreter: the quick presets learn to balance.
#[test]
fn the_quick_files_learn() {
    for name in ["reinforce-quick", "vpg-quick", "ppo-quick"] {
        let path = written(&format!("{name}-learns"), &preset(name));
        for seed in ["1", "2", "3"] {
            let Some(said) = run(&path, &["--seed", seed]) else {
                println!(
                    "skipped: {INTERPRETER} names no Python with torch, gymnasium and safetensors"
                );
                return;
            };
            fs::write(path.with_extension(format!("{seed}.txt")), &said).expect("a file");
            let lengths = said.lines().filter_map(|line| {
                let length = line.split_once("episodes of ")?.1.split(' ').next()?;
                length.parse::<f64>().ok()
            });
            let best = lengths.fold(0.0, f64::max);
            assert!(best > 400.0, "{name}, seed {seed}: {best}\n{said}");
        }
    }
}

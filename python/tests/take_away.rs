//! A run as a Python file of its own: every preset's file is Python, says only what its settings
//! need, and trains with PyTorch and Gymnasium where they are installed; with the reader's
//! functions too, as a notebook, and with RLlib.

mod environments;
mod notebook;
mod own;
mod rllib;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::{env, fs};

use policy_lab::config::options::Chosen as _;
use policy_lab::config::presets::{PRESETS, Preset};
use policy_lab::config::{Advantage, Algorithm, AnnealPer, Autoreset, EnvId, KlStop, TrainConfig};
use policy_lab::protocol::score::ScoreKind;
use policy_lab_page::view::provided::FILES;
use policy_lab_page::view::take_away::{self, OwnFunctions, Provided};
use policy_lab_python::cell::Python;

/// Names the interpreter that has torch, gymnasium and safetensors.
const INTERPRETER: &str = "POLICY_LAB_PYTHON";
const LIBRARIES: &str = "torch, gymnasium and safetensors";

/// What the page's folder has, read from where the build reads it.
static PROVIDED: LazyLock<Provided> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read =
        |path: PathBuf| fs::read_to_string(&path).unwrap_or_else(|why| panic!("{path:?}: {why}"));
    let lib = FILES.map(|file| (file.to_owned(), read(root.join("lib").join(file))));
    lib.into()
});

/// Returns the file of a run with our functions.
fn file(config: &TrainConfig) -> String {
    take_away::python(config, &OwnFunctions::default(), &PROVIDED).expect("a file")
}

fn preset(id: &str) -> TrainConfig {
    (Preset::find(id).expect("a preset").config)()
}

/// Rewards of a reader's that read all that there is to read.
const OWN_REWARDS: [(EnvId, &str); 5] = [
    (
        EnvId::Cartpole,
        "reward - abs(x) - 0.1 * action * terminated",
    ),
    (
        EnvId::Pendulum,
        "reward + cos(θ) - torque ^ 2 + 0 * (ω > 1)",
    ),
    (
        EnvId::Acrobot,
        "-cos(theta1) - cos(theta1 + θ2) + reward + 9 * terminated - action",
    ),
    (
        EnvId::Mountaincar,
        "sin(3 * position) + 10 * abs(velocity) + (action == 1)",
    ),
    (
        EnvId::MountaincarContinuous,
        "clamp(position, -1, 1) + velocity - force ^ 2 + reward",
    ),
];

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
            kl_stop: KlStop::Cleanrl,
            autoreset: Autoreset::NextStep,
            terminal_reward: -1.0,
            orthogonal_init: false,
            ..quick.clone()
        },
    );
    for (env_id, reward) in OWN_REWARDS {
        let own = TrainConfig {
            reward: reward.to_owned(),
            max_episode_steps: 15,
            ..quick.clone()
        };
        let name = format!("ppo-reward-in-{}", env_id.spec().key);
        add(&name, TrainConfig { env_id, ..own });
    }
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
    for (name, config) in with_returns() {
        add(name, config);
    }
    for kl_stop in [KlStop::StableBaselines3, KlStop::SpinningUp] {
        add(
            &format!("ppo-held-{}", kl_stop.option_key()),
            TrainConfig {
                clip_vloss: true,
                norm_obs: kl_stop == KlStop::SpinningUp,
                norm_reward: kl_stop == KlStop::SpinningUp,
                huber_delta: (kl_stop == KlStop::SpinningUp).then_some(1.0),
                target_kl: Some(0.02),
                kl_stop,
                ..preset("ppo-quick")
            },
        );
    }
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

/// Returns true if runs in the environment are scored by their returns.
fn is_by_return(config: &TrainConfig) -> bool {
    ScoreKind::of(config.env_id) == ScoreKind::Return
}

/// Settings for tasks that are scored by their returns, with continuous and with discrete actions,
/// and with episodes that are short enough to end.
fn with_returns() -> [(&'static str, TrainConfig); 5] {
    let within = |env_id, id: &str| TrainConfig {
        env_id,
        max_episode_steps: 15,
        ..preset(id)
    };
    let in_pendulum = |id: &str| within(EnvId::Pendulum, id);
    let ppo = TrainConfig {
        autoreset: Autoreset::NextStep,
        target_kl: Some(0.02),
        weight_decay: 0.01,
        norm_obs: true,
        norm_reward: true,
        ..in_pendulum("ppo-quick")
    };
    let vpg = TrainConfig {
        use_importance_weights: true,
        ..in_pendulum("vpg-quick")
    };
    let acrobot = within(EnvId::Acrobot, "ppo-quick");
    let mountaincar = TrainConfig {
        autoreset: Autoreset::NextStep,
        full_reset: true,
        ..within(EnvId::Mountaincar, "vpg-quick")
    };
    [
        ("ppo-short-pendulum", ppo),
        ("vpg-short-pendulum", vpg),
        ("reinforce-short-pendulum", in_pendulum("reinforce-quick")),
        ("ppo-short-acrobot", acrobot),
        ("vpg-short-mountaincar", mountaincar),
    ]
}

#[test]
fn each_file_is_python_and_says_what_its_settings_need() {
    let python = Python::new();
    for (name, config) in all() {
        let file = file(&config);
        let compiled = python.run(&format!("compile({file:?}, {name:?}, 'exec')"));
        assert_eq!(compiled.failure, None, "{name}\n{file}");
        for mark in ["{{", "}}", "{%", "%}", "{#"] {
            assert!(!file.contains(mark), "{name} holds {mark}:\n{file}");
        }
        let says = |text: &str| file.contains(text);
        assert_eq!(says("def gae_advantages"), config.has_gae(), "{name}");
        assert_eq!(says("self.critic"), config.has_critic(), "{name}");
        assert_eq!(
            says("ratio = "),
            config.algorithm == Algorithm::Ppo,
            "{name}"
        );
        assert_eq!(
            says("class Probe"),
            config.env_id.probe().is_some(),
            "{name}"
        );
        let is_wrapped = config.has_own_reward() && config.env_id.task().is_some();
        for text in ["class OwnReward(", "OwnReward(gym.make("] {
            assert_eq!(says(text), is_wrapped, "{name}: {text}");
        }
        assert_eq!(says("AdamW("), config.weight_decay > 0.0, "{name}");
        assert_eq!(says("def seen_obs"), config.norm_obs, "{name}");
        assert_eq!(says("def scaled_rewards"), config.norm_reward, "{name}");
        let is_continuous = !config.env_id.controls().is_empty();
        for text in ["Normal(", "self.log_std", "ClipAction("] {
            assert_eq!(says(text), is_continuous, "{name}: {text}");
        }
        assert_eq!(says("Categorical"), !is_continuous, "{name}");
        let by_return = is_by_return(&config);
        assert_eq!(says("episode_returns"), by_return, "{name}");
        assert_eq!(says("lengths"), !by_return, "{name}");
        assert!(!says("was_reset") || !by_return, "{name}");
        let lines = file.lines().count();
        // Running moments take some 30.
        assert!(lines < 230, "{name}: {lines} lines");
        assert!(
            file.lines()
                .all(|line| line.len() < 150 && line.trim_end() == line),
            "{name}"
        );
    }
}

/// Returns the settings with less to compute; the lines of the file are the same.
fn shorter(config: TrainConfig) -> TrainConfig {
    TrainConfig {
        num_envs: config.num_envs.min(8),
        num_steps: config.num_steps.min(40),
        rollouts_per_iteration: config.rollouts_per_iteration.min(2),
        ..config
    }
}

/// Returns the steps of two iterations, for the command line.
fn two_iterations(config: &TrainConfig) -> String {
    let batch = config.num_envs * config.num_steps * config.rollouts_per_iteration;
    (2 * batch).to_string()
}

/// Writes a file to the folder of test results.
fn written(name: &str, text: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("take_away");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    fs::write(&path, text).expect("a file");
    path
}

/// Returns the interpreter that a variable of the environment names. Without one a test has nothing
/// to do, and says so.
fn interpreter(variable: &str, has: &str) -> Option<OsString> {
    let named = env::var_os(variable);
    if named.is_none() {
        println!("skipped: {variable} names no Python with {has}");
    }
    named
}

/// Returns what a file prints.
fn run(interpreter: &OsString, path: &Path, arguments: &[&str]) -> String {
    let ran = Command::new(interpreter)
        .arg(path)
        .args(arguments)
        .output()
        .expect("an interpreter");
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{}: {said}", path.display());
    String::from_utf8_lossy(&ran.stdout).into_owned()
}

/// Writes a file and runs two iterations of it. Returns what it printed.
fn run_twice(interpreter: &OsString, name: &str, text: &str, config: &TrainConfig) -> String {
    let path = written(&format!("{name}.py"), text);
    let steps = two_iterations(config);
    let said = run(interpreter, &path, &["--total_timesteps", &steps]);
    assert!(said.contains("iteration 1: "), "{name}: {said}");
    said
}

/// Two iterations of each file, and networks that open here and there.
#[test]
fn each_file_runs_with_pytorch() {
    let Some(python) = interpreter(INTERPRETER, LIBRARIES) else {
        return;
    };
    for (name, config) in all() {
        let config = shorter(config);
        let path = written(&format!("{name}.py"), &file(&config));
        let steps = two_iterations(&config);
        let networks = path.with_extension("safetensors");
        let saved = networks.to_str().expect("a path");
        let said = run(
            &python,
            &path,
            &["--total_timesteps", &steps, "--save", saved],
        );
        assert!(said.contains("iteration 1: "), "{name}: {said}");
        let bytes = fs::read(&networks).expect("networks");
        let read = policy_lab::policy::weights::read(&bytes).expect("networks of the page");
        let mut widths = vec![config.env_id.obs_size()];
        widths.extend(&config.hidden_sizes);
        widths.push(config.env_id.num_outputs());
        assert_eq!(read.widths(), widths, "{name}");
        let continued = read.checkpoint(&config);
        assert!(continued.is_ok(), "{name}: {:?}", continued.err());
        run(
            &python,
            &path,
            &["--total_timesteps", &steps, "--load", saved],
        );
    }
}

/// What the head of the file says of environments in processes of their own.
#[test]
fn environments_may_be_processes() {
    let Some(python) = interpreter(INTERPRETER, LIBRARIES) else {
        return;
    };
    for name in ["ppo-quick", "ppo-spin"] {
        let config = shorter(preset(name));
        let text = file(&config);
        assert!(text.contains("AsyncVectorEnv in place of SyncVectorEnv"));
        let path = written(
            &format!("{name}-async.py"),
            &text.replace("SyncVectorEnv", "AsyncVectorEnv"),
        );
        let steps = two_iterations(&config);
        let said = run(&python, &path, &["--total_timesteps", &steps]);
        assert!(said.contains("iteration 2: "), "{name}: {said}");
    }
}

/// The quick presets learn to balance.
#[test]
fn the_quick_files_learn() {
    let Some(python) = interpreter(INTERPRETER, LIBRARIES) else {
        return;
    };
    for name in ["reinforce-quick", "vpg-quick", "ppo-quick"] {
        let path = written(&format!("{name}-learns.py"), &file(&preset(name)));
        for seed in ["1", "2", "3"] {
            let said = run(&python, &path, &["--seed", seed]);
            fs::write(path.with_extension(format!("{seed}.txt")), &said).expect("a file");
            let best = lengths(&said).fold(0.0, f64::max);
            assert!(best > 400.0, "{name}, seed {seed}: {best}\n{said}");
        }
    }
}

/// Returns the mean lengths of episodes that a file has printed.
fn lengths(said: &str) -> impl Iterator<Item = f64> {
    said.lines().filter_map(|line| {
        let length = line.split_once("episodes of ")?.1.split(' ').next()?;
        length.parse::<f64>().ok()
    })
}

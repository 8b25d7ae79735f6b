//! The reward of a step as Python.

use super::mentions;
use policy_lab::config::{EnvId, TrainConfig, number};

/// An expression of x, v, theta and omega.
pub struct PythonReward {
    /// The expression.
    pub expression: String,
    /// What it needs of numpy, as in `from numpy import ...`.
    pub functions: String,
}

/// Functions of the page's expressions that Python does not have, with numpy's names for them.
const FUNCTIONS: &[(&str, &str)] = &[
    ("sqrt", "sqrt"),
    ("exp", "exp"),
    ("ln", "log as ln"),
    ("sin", "sin"),
    ("cos", "cos"),
    ("tan", "tan"),
    ("tanh", "tanh"),
    ("sign", "sign"),
    ("clamp", "clip as clamp"),
    ("pi", "pi"),
];

/// Returns the reward, or `None` if it is CartPole's own.
pub fn python(config: &TrainConfig) -> Option<PythonReward> {
    config.env_id.cart()?;
    let expression = match (config.reward.trim(), config.env_id) {
        ("", EnvId::Easycart) => "(1 - abs(theta / 0.2095) + 1 - abs(x / 2.4)) / 2".to_owned(),
        ("", EnvId::Spincart) => {
            "min(0.1 * abs(omega), 1) - 0.5 * min(abs(x / 2.5) + abs(v / 10), 1)".to_owned()
        }
        ("", EnvId::SpincartCourse) => {
            "min(0.1 * abs(omega), 1) - 0.5 * max(abs(x / 2.5) + abs(v / 10), 1)".to_owned()
        }
        // Named one by one: a new environment must not leave with CartPole's reward.
        (
            "",
            EnvId::Cartpole
            | EnvId::Probe1
            | EnvId::Probe2
            | EnvId::Probe3
            | EnvId::Probe4
            | EnvId::Probe5
            | EnvId::Mountaincar
            | EnvId::Acrobot
            | EnvId::Pendulum
            | EnvId::MountaincarContinuous
            | EnvId::Bandit
            | EnvId::Corridor
            | EnvId::CliffWalking
            | EnvId::FrozenLake,
        ) => return None,
        (own, _) => translated(own),
    };
    let functions = FUNCTIONS.iter();
    let functions = functions.filter(|(name, _)| mentions(&expression, name));
    let functions: Vec<&str> = functions.map(|(_, numpy)| *numpy).collect();
    Some(PythonReward {
        functions: functions.join(", "),
        expression,
    })
}

fn translated(expression: &str) -> String {
    let letters = [
        ("θ", "theta"),
        ("ω", "omega"),
        ("π", "pi"),
        ("^", "**"),
        ("≤", "<="),
        ("≥", ">="),
        ("≠", "!="),
    ];
    letters
        .iter()
        .fold(number::plain(expression), |text, (from, to)| {
            text.replace(from, to)
        })
}

//! The reward of a step as Python.

use super::mentions;
use policy_lab::config::{TrainConfig, number};
use policy_lab::envs::spec::REWARD;

/// The reward of a step, where it is not Gymnasium's.
pub struct PythonReward {
    /// The statements that set `reward`, where the numbers of the step have their names.
    pub statements: Vec<String>,
    /// What they need of numpy, as in `from numpy import ...`.
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

/// CartPole's own reward.
pub const PER_STEP: &str = "reward = args.terminal_reward if terminated else 1.0";

/// Returns the reward, or `None` if it is CartPole's own, that of Gymnasium's task or of a probe.
pub fn python(config: &TrainConfig) -> Option<PythonReward> {
    let assigned = |expression: &str| format!("reward = float({expression})");
    let cart = config.env_id.cart();
    let of_environment = cart.and_then(|cart| cart.python_reward).map(assigned);
    let statements = match config.has_own_reward() {
        false => vec![of_environment?],
        true => {
            let own = translated(config.reward.trim());
            // Gymnasium's tasks pay their own rewards; of a cart it has to be written.
            let is_read = config.env_id.is_cart() && mentions(&own, REWARD);
            let read = is_read.then(|| of_environment.unwrap_or_else(|| PER_STEP.to_owned()));
            read.into_iter().chain([assigned(&own)]).collect()
        }
    };
    let is_needed = |name: &str| statements.iter().any(|line| mentions(line, name));
    let functions = FUNCTIONS.iter().filter(|(name, _)| is_needed(name));
    let functions: Vec<&str> = functions.map(|(_, numpy)| *numpy).collect();
    Some(PythonReward {
        functions: functions.join(", "),
        statements,
    })
}

/// Returns the statements that read those numbers of a reader's own world that a reward mentions;
/// `None` of other environments, whose state is one list.
pub fn own_state(config: &TrainConfig, reward: &[String]) -> Option<Vec<String>> {
    let program = config.env_id.own_program()?;
    let names = config.env_id.spec().state.iter().zip(&program.state);
    let is_read = |name: &str| reward.iter().any(|line| mentions(line, name));
    let read = names.filter(|(name, _)| is_read(name));
    let statements = read.map(|(name, place)| {
        // A place is an attribute as the class has it, such as `ship.x` or `pos[0]`.
        let number = match (
            place.strip_suffix(" is None"),
            place.strip_prefix("observation["),
        ) {
            (Some(place), _) => format!("self.unwrapped.{place} is None"),
            (None, Some(place)) => format!("np.ravel(obs)[{place}"),
            (None, None) => format!("self.unwrapped.{place}"),
        };
        format!("{name} = float({number})")
    });
    Some(statements.collect())
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

//! A run to take along: its settings as one Python file that trains with PyTorch and Gymnasium. What a setting switches off is
//! not in the file, so that what remains reads as if it had been written for these settings.

mod reward;
mod template;

use policy_lab::config::fields::{FIELDS, Field, Value};
use policy_lab::config::{
    Activation, Advantage, Algorithm, AnnealPer, Autoreset, EnvId, TrainConfig,
};

use template::{Template, filled};

/// The file with all that a setting may ask for.
const TRAINER: &str = include_str!("trainer.py");

/// Returns the name of the file: `ppo.py` for PPO.
pub fn file_name(config: &TrainConfig) -> String {
    format!("{}.py", config.algorithm.key())
}

/// Returns the file.
pub fn python(config: &TrainConfig) -> String {
    let holds = |name: &str| holds(config, name);
    let value = |name: &str| value(config, name);
    let body = filled(
        TRAINER,
        &Template {
            holds: &holds,
            value: &value,
        },
    );
    let args = args(config, &body);
    body.replace("{{args}}", &args)
}

/// Returns true if a run with these settings needs the lines of this name.
fn holds(config: &TrainConfig, name: &str) -> bool {
    let plan = config.plan();
    let is = |advantage| plan.advantage == Some(advantage);
    let cart = config.env_id.cart();
    let anneals = config.anneal_lr && config.learning_rate_end != config.learning_rate;
    let is_vpg = config.algorithm == Algorithm::Vpg;
    let is_ppo = config.algorithm == Algorithm::Ppo;
    match name {
        "reinforce" => config.algorithm == Algorithm::Reinforce,
        "vpg" => is_vpg,
        "ppo" => is_ppo,
        "orthogonal_init" => config.orthogonal_init,
        "probe" => cart.is_none(),
        "two_steps" => config.env_id == EnvId::Probe3,
        "cart" => own_cart(config),
        "never_falls" => cart.is_some_and(|cart| !cart.can_fall),
        "own_reward" => reward::python(config).is_some(),
        "functions" => reward::python(config).is_some_and(|it| !it.functions.is_empty()),
        "critic" => plan.has_critic(),
        "gae" => is(Advantage::Gae),
        "value" => is(Advantage::Value),
        "world_mean" => is(Advantage::WorldMean),
        "detach_advantage" => config.detach_advantage,
        "normalize_returns" => is_vpg && config.normalize_returns,
        "norm_adv" => is_ppo && config.norm_adv,
        "standardises" => holds(config, "normalize_returns") || holds(config, "norm_adv"),
        "weights" => config.use_importance_weights,
        "clip" => config.clip_coef.is_some(),
        "target_kl" => plan.target_kl.is_some(),
        "max_grad_norm" => config.max_grad_norm.is_some(),
        "same_step" => config.autoreset == Autoreset::SameStep,
        "whole_episodes" => config.whole_episodes,
        "early_stop" => plan.early_stop,
        "full_reset" => config.full_reset,
        "sessions" => config.rollouts_per_iteration > 1,
        "stop_when_solved" => config.stop_when_solved && config.full_reset,
        "anneal_lr" => anneals,
        "per_minibatch" => anneals && config.anneal_per == AnnealPer::Minibatch,
        "per_iteration" => anneals && config.anneal_per != AnnealPer::Minibatch,
        _ => unreachable!("the template asks for {name}"),
    }
}

/// Returns true if Gymnasium's own cart would not do.
fn own_cart(config: &TrainConfig) -> bool {
    config.env_id.is_cart()
        && (config.terminal_reward != 1.0
            || reward::python(config).is_some()
            || holds(config, "never_falls"))
}

/// Returns the text that stands for a name in double braces.
fn value(config: &TrainConfig, name: &str) -> String {
    let list = |numbers: &[usize]| {
        let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        format!("[{}]", numbers.join(", "))
    };
    match name {
        "algorithm" => config.algorithm.label().to_owned(),
        "env_label" => {
            let label = config.env_id.spec().label;
            label.split(':').next().unwrap_or(label).to_owned()
        }
        "file" => file_name(config),
        // Put in last, because it depends on the rest.
        "args" => "{{args}}".to_owned(),
        "num_actions" => config.env_id.num_actions().to_string(),
        "first_obs" => match config.env_id.probe() {
            Some(probe) => format!("{:?}", probe.first_obs),
            None => String::new(),
        },
        "is_one_step" => match config.env_id {
            EnvId::Probe3 => "False",
            _ => "True",
        }
        .to_owned(),
        "probe_reward" => match config.env_id {
            EnvId::Probe2 => "float(self.obs)",
            EnvId::Probe4 => "1.0 if action == 1 else -1.0",
            EnvId::Probe5 => "1.0 if action == self.obs else -1.0",
            _ => "1.0",
        }
        .to_owned(),
        "reward" => reward::python(config).map_or_else(String::new, |it| it.expression),
        "functions" => reward::python(config).map_or_else(String::new, |it| it.functions),
        "make" => match (config.env_id.is_cart(), own_cart(config)) {
            (false, _) => "Probe()",
            (true, true) => "Cart()",
            (true, false) => "gym.make(\"CartPole-v1\", max_episode_steps=-1)",
        }
        .to_owned(),
        "widths" => {
            let mut widths = vec![config.env_id.obs_size()];
            widths.extend(&config.hidden_sizes);
            list(&widths)
        }
        "activation" => match config.activation {
            Activation::Relu => "ReLU",
            Activation::Tanh => "Tanh",
        }
        .to_owned(),
        "autoreset" => match config.autoreset {
            Autoreset::SameStep => "SAME_STEP",
            Autoreset::NextStep => "NEXT_STEP",
        }
        .to_owned(),
        "optimizer" => {
            let (class, decay) = match config.weight_decay > 0.0 {
                true => ("AdamW", ", weight_decay=args.weight_decay"),
                false => ("Adam", ""),
            };
            format!("{class}(agent.parameters(), lr=args.learning_rate, eps=args.adam_eps{decay})")
        }
        "rollout_size" => match config.rollouts_per_iteration {
            1 => "args.num_envs * args.num_steps".to_owned(),
            rollouts => format!("args.num_envs * args.num_steps * {rollouts}"),
        },
        "rollouts_per_iteration" => config.rollouts_per_iteration.to_string(),
        "updates" => config.updates_per_iteration().to_string(),
        "schedule" => match config.anneal_per {
            AnnealPer::Course => format!("(num_iterations * {})", config.updates_per_iteration()),
            _ => "num_iterations".to_owned(),
        },
        _ => unreachable!("the template asks for {name}"),
    }
}

/// Returns the lines of the settings that the file reads.
fn args(config: &TrainConfig, body: &str) -> String {
    let is_read = |field: &&Field| {
        let named = format!("args.{}", field.key);
        body.match_indices(&named).any(|(at, _)| {
            let next = body[at + named.len()..].chars().next();
            !next.is_some_and(|next| next.is_alphanumeric() || next == '_')
        })
    };
    let line = |field: &Field| {
        let (kind, value) = match (field.get)(config) {
            Value::Integer(value) => ("int", value.to_string()),
            Value::Number(value) | Value::Optional(Some(value)) => ("float", number(value)),
            // Anything else is decided in the file itself.
            _ => return None,
        };
        let help = field.help.split([';', ':']).next().unwrap_or_default();
        Some(format!("    {}: {kind} = {value}  # {help}", field.key))
    };
    // The seed is read as `args.seed`, which is a field too.
    let lines: Vec<String> = FIELDS.iter().filter(is_read).filter_map(line).collect();
    lines.join("\n")
}

/// Returns a number as Python writes it: `0.0003`, `1e-08`.
fn number(value: f64) -> String {
    match value != 0.0 && value.abs() < 1e-4 {
        true => format!("{value:e}"),
        false => format!("{value:?}"),
    }
}

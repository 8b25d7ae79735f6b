//! What the templates read. A name that is not here, or of another type, does not compile.

use askama::Template;
use policy_lab::config::fields::{FIELDS, Field, Value};
use policy_lab::config::{
    Activation, Advantage, Algorithm, AnnealPer, Autoreset, KlStop, LearningPlan, TrainConfig,
};
use policy_lab::envs::Task;
use policy_lab::protocol::score::ScoreKind;
use policy_lab::python::part::Part;

use super::own::OwnFunctions;
use super::probe::{self, PythonProbe};
use super::{RLLIB_NAME, reward};

/// A piece of a file, and a cell of a notebook. `templates/cell.py` names its template.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ExportCell {
    Head,
    Imports,
    Settings,
    OwnFunctions,
    Environment,
    Networks,
    Rollout,
    Advantages,
    Returns,
    Loss,
    Learning,
    Training,
    Chart,
    Save,
    RllibHead,
    Rllib,
}

/// What is written, and from what.
#[derive(Template)]
#[template(path = "cell.py", escape = "none")]
pub struct Export<'a> {
    cell: ExportCell,
    /// True for a file, false for a notebook.
    is_file: bool,
    config: &'a TrainConfig,
    plan: LearningPlan,
    is_vpg: bool,
    is_ppo: bool,
    anneals: bool,
    anneals_per_minibatch: bool,
    same_step: bool,
    is_continuous: bool,
    /// True if the file prints and plots returns, false for lengths.
    by_return: bool,
    /// The name of the array with what the file prints, by environment: how long its episode has
    /// lasted or, where runs are scored by returns, what it has earned.
    measure: &'static str,
    /// True if the file defines a cart, because Gymnasium's would not do.
    has_cart: bool,
    has_log_probs: bool,
    never_falls: bool,
    /// The probe that the file defines.
    probe: Option<PythonProbe>,
    /// The statements that set the reward of a step, and what they import from numpy.
    reward: Vec<String>,
    reward_imports: String,
    reward_per_step: &'static str,
    /// The names of the state's numbers, and of a continuous action's, as the left sides of
    /// assignments.
    state_names: String,
    control_names: String,
    /// The Python that reads a task's state.
    state_of: &'static str,
    /// The statements that read what the reward mentions of a reader's own world instead.
    own_state: Option<Vec<String>>,
    own: &'a OwnFunctions,
    own_functions: String,
    own_imports: String,
    own_settings: String,
    own_world: bool,
    own_end: bool,
    own_objective: bool,
    /// True if a function of theirs takes a batch of trajectories.
    own_tau: bool,
    own_vpg_loss: bool,
    env_label: &'static str,
    /// The Python that makes the environment, without its time limit.
    made: String,
    /// The lines that define it, if it is a task of this page's or a reader's own world.
    task_python: String,
    /// The lines that set how strong its forces are.
    strengths: Vec<String>,
    file_name: String,
    adam_eps: String,
    hidden_sizes: String,
    layers: String,
    /// The observations of a step as the networks see them.
    seen: &'static str,
    /// What a row of the rollout has of them.
    row_obs: &'static str,
    /// The lines of the settings, which depend on the other cells.
    args: String,
}

impl<'a> Export<'a> {
    /// Collects what the templates read. `reference` has the page's functions as Python, which the
    /// reader's may call.
    pub fn new(
        config: &'a TrainConfig,
        own: &'a OwnFunctions,
        reference: &str,
        is_file: bool,
    ) -> Self {
        let is_own = |part| own.replaces(part);
        let cart = config.env_id.cart();
        let anneals = config.anneal_lr && config.learning_rate_end != config.learning_rate;
        let is_vpg = config.algorithm == Algorithm::Vpg;
        let is_ppo = config.algorithm == Algorithm::Ppo;
        let own_end = is_own(Part::Spin) || is_own(Part::Dance);
        let own_world = is_own(Part::Reward) || own_end;
        let never_falls = cart.is_some_and(|cart| !cart.can_fall) && !own_end;
        let (reward, reward_imports) = match reward::python(config) {
            Some(reward) if !own_world => (reward.statements, reward.functions),
            _ => (Vec::new(), String::new()),
        };
        let is_other_cart =
            config.terminal_reward != 1.0 || !reward.is_empty() || never_falls || own_world;
        let own_tau = is_own(Part::VpgObjective) || is_own(Part::LogProbs) || is_own(Part::Weights);
        let is_continuous = !config.env_id.controls().is_empty();
        let by_return = ScoreKind::of(config.env_id) == ScoreKind::Return;
        let has_own_reward = !reward.is_empty();
        let own_state = reward::own_state(config, &reward);
        let spec = config.env_id.spec();
        let controls = spec.actions.controls().iter().map(|it| it.name);
        Self {
            cell: ExportCell::Head,
            is_file,
            config,
            plan: config.plan(),
            is_vpg,
            is_ppo,
            anneals,
            anneals_per_minibatch: anneals && config.anneal_per == AnnealPer::Minibatch,
            same_step: config.autoreset == Autoreset::SameStep,
            is_continuous,
            by_return,
            measure: match by_return {
                true => "episode_returns",
                false => "lengths",
            },
            has_cart: cart.is_some() && is_other_cart,
            // A policy's own old log-probabilities are needed to compare with.
            has_log_probs: is_ppo || config.use_importance_weights || own_tau,
            never_falls,
            probe: probe::python(config.env_id),
            reward,
            reward_imports,
            reward_per_step: reward::PER_STEP,
            state_names: spec.state.join(", "),
            control_names: controls.collect::<Vec<_>>().join(", "),
            own,
            own_functions: own.source(reference),
            own_imports: own.imports(reference),
            own_settings: own_settings(config, own),
            own_world,
            own_end,
            own_objective: is_own(Part::VpgObjective) || is_own(Part::PpoObjective),
            own_tau,
            own_vpg_loss: own_tau || is_own(Part::NormalReturns) || is_own(Part::PolicyTerm),
            env_label: spec.name(),
            task_python: match (config.env_id.own_program(), config.env_id.task()) {
                (Some(program), _) => program.python(),
                (None, Some(task)) => task.python.to_owned(),
                (None, None) => String::new(),
            },
            made: match (config.env_id.task(), config.env_id.is_cart()) {
                (Some(task), _) if has_own_reward => format!("OwnReward({})", made(task)),
                (Some(task), _) => made(task),
                (None, false) => "Probe()".to_owned(),
                (None, true) if is_other_cart => "Cart()".to_owned(),
                (None, true) => made_by_gymnasium("CartPole-v1"),
            },
            strengths: strengths(config),
            state_of: match config
                .env_id
                .task()
                .is_some_and(|task| task.table.is_some())
            {
                true => "float(self.unwrapped.s)",
                false => "map(float, self.unwrapped.state)",
            },
            own_state,
            file_name: super::file_name(config),
            adam_eps: number(config.adam_eps),
            hidden_sizes: format!("{:?}", config.hidden_sizes),
            layers: layers(config),
            seen: match config.norm_obs {
                true => "seen_obs(tensor(obs))",
                false => "tensor(obs)",
            },
            row_obs: match config.norm_obs {
                true => "seen_obs(tensor(obs)), raw_obs=obs",
                false => "obs",
            },
            args: String::new(),
        }
    }

    /// Returns the texts of the cells, each without empty lines around it.
    pub fn texts(mut self, cells: &[ExportCell]) -> Option<Vec<String>> {
        // Once to see which settings they read, and once with these.
        let read: Option<Vec<String>> = cells.iter().map(|cell| self.text(*cell)).collect();
        self.args = args(self.config, &read?.join("\n"));
        cells.iter().map(|cell| self.text(*cell)).collect()
    }

    fn text(&mut self, cell: ExportCell) -> Option<String> {
        self.cell = cell;
        let mut text = String::new();
        self.render_into(&mut text).ok()?;
        // The main part of a file is at the margin in a notebook.
        if cell == ExportCell::Training && !self.is_file {
            text = text.replace("\n    ", "\n");
        }
        Some(text.trim_matches('\n').to_owned())
    }
}

/// Returns the Python that makes a task's environment without its time limit.
fn made(task: &Task) -> String {
    match task.gym_id {
        Some(gym_id) if task.python.is_empty() => made_by_gymnasium(gym_id),
        _ => "make_task()".to_owned(),
    }
}

fn made_by_gymnasium(gym_id: &str) -> String {
    format!("gym.make(\"{gym_id}\", max_episode_steps=-1)")
}

/// Returns the lines that set how strong an environment's forces are, where they are others than
/// its own.
fn strengths(config: &TrainConfig) -> Vec<String> {
    let (id, spec) = (config.env_id, config.env_id.spec());
    let has = id.has_strengths();
    let of = [("gravity", config.gravity), ("force", config.force)];
    let each = of.into_iter().zip(has).zip(spec.python_strengths);
    let lines = each.filter_map(|(((name, times), has), attribute)| {
        let times = (has && times != 1.0).then(|| number(times))?;
        Some(match attribute {
            "" => format!("# Gymnasium has no setting for this: {name} of {times} times its own"),
            attribute => format!("env.unwrapped.{attribute} *= {times}"),
        })
    });
    lines.collect()
}

/// Returns the layers of a network, in one line as long as they fit.
fn layers(config: &TrainConfig) -> String {
    let (layer, gain) = match config.orthogonal_init {
        true => ("layer", ", last_gain"),
        false => ("nn.Linear", ""),
    };
    let activation = match config.activation {
        Activation::Relu => "nn.ReLU()",
        Activation::Tanh => "nn.Tanh()",
    };
    let mut inputs = config.env_id.obs_size();
    let mut layers = Vec::new();
    for width in &config.hidden_sizes {
        layers.push(format!("{layer}({inputs}, {width}), {activation}"));
        inputs = *width;
    }
    layers.push(format!("{layer}({inputs}, outputs{gain})"));
    match layers.len() {
        ..4 => layers.join(", "),
        _ => format!("\n        {},\n    ", layers.join(",\n        ")),
    }
}

/// Returns the settings that the reader's functions read, by the names that they use.
fn own_settings(config: &TrainConfig, own: &OwnFunctions) -> String {
    let mut settings = Vec::new();
    for field in FIELDS {
        let names = field.course_names.iter().chain([&field.key]);
        for name in names.filter(|name| own.mention(name)) {
            let value = match (field.get)(config) {
                Value::Integer(_) | Value::Number(_) | Value::Optional(Some(_)) => {
                    format!("args.{}", field.key)
                }
                Value::Optional(None) => "None".to_owned(),
                Value::Switch(true) => "True".to_owned(),
                Value::Switch(false) => "False".to_owned(),
                Value::Choice(key) => format!("{key:?}"),
                Value::Sizes(sizes) => format!("{sizes:?}"),
                Value::Expression(text) => format!("{text:?}"),
            };
            settings.push(format!("{name}={value}"));
        }
    }
    let others = [
        ("device", "device=device"),
        ("use_wandb", "use_wandb=False"),
    ];
    let others = others.iter().filter(|(name, _)| own.mention(name));
    settings.extend(others.map(|(_, setting)| (*setting).to_owned()));
    settings.join(", ")
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

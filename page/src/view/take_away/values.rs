//! What the templates ask of a run's settings.

use super::own::OwnFunctions;
use super::reward;
use policy_lab::config::fields::{FIELDS, Field, Value};
use policy_lab::config::{
    Activation, Advantage, Algorithm, AnnealPer, Autoreset, EnvId, TrainConfig,
};

/// What a file is made for.
pub struct Asked<'a> {
    /// The settings.
    pub config: &'a TrainConfig,
    /// The reader's functions in it.
    pub own: &'a OwnFunctions,
    /// The page's own functions as Python, which the reader's may call.
    pub reference: &'a str,
    /// True for a file, false for a notebook.
    pub is_file: bool,
}

impl Asked<'_> {
    /// Returns true if the lines of this name are needed.
    pub fn holds(&self, name: &str) -> bool {
        let config = self.config;
        let plan = config.plan();
        let is = |advantage| plan.advantage == Some(advantage);
        let own = |function| self.own.replaces(function);
        let cart = config.env_id.cart();
        let anneals = config.anneal_lr && config.learning_rate_end != config.learning_rate;
        let is_vpg = config.algorithm == Algorithm::Vpg;
        let is_ppo = config.algorithm == Algorithm::Ppo;
        match name {
            "file" => self.is_file,
            "reinforce" => config.algorithm == Algorithm::Reinforce,
            "vpg" => is_vpg,
            "ppo" => is_ppo,
            "orthogonal_init" => config.orthogonal_init,
            "probe" => cart.is_none(),
            "two_steps" => config.env_id == EnvId::Probe3,
            "cart" => self.has_own_cart(),
            "never_falls" => cart.is_some_and(|cart| !cart.can_fall) && !self.holds("own_end"),
            "own_reward" => reward::python(config).is_some() && !self.holds("own_world"),
            "functions" => {
                self.holds("own_reward")
                    && reward::python(config).is_some_and(|it| !it.functions.is_empty())
            }
            "reads_state" => self.holds("own_reward") || self.holds("never_falls"),
            "terminal_reward" => !self.holds("own_reward") && !self.holds("own_world"),
            "critic" => plan.has_critic(),
            "gae" => is(Advantage::Gae),
            "value" => is(Advantage::Value),
            "world_mean" => is(Advantage::WorldMean),
            "detach_advantage" => config.detach_advantage,
            "normalize_returns" => is_vpg && config.normalize_returns,
            "norm_adv" => is_ppo && config.norm_adv,
            "weights" => config.use_importance_weights,
            // A policy's own old log-probabilities are needed to compare with.
            "log_probs" => is_ppo || config.use_importance_weights || self.holds("own_tau"),
            "clip" => config.clip_coef.is_some(),
            "target_kl" => plan.target_kl.is_some(),
            "max_grad_norm" => config.max_grad_norm.is_some(),
            "same_step" => config.autoreset == Autoreset::SameStep,
            "whole_episodes" => config.whole_episodes,
            "early_stop" => plan.early_stop,
            "full_reset" => config.full_reset,
            "sessions" => config.rollouts_per_iteration > 1,
            "one_batch" => config.update_epochs == 1 && config.num_minibatches == 1,
            "stop_when_solved" => config.ends_when_solved(),
            "anneal_lr" => anneals,
            "per_minibatch" => anneals && config.anneal_per == AnnealPer::Minibatch,
            "per_iteration" => anneals && config.anneal_per != AnnealPer::Minibatch,
            "adam_eps" => config.adam_eps != 1e-8,
            "weight_decay" => config.weight_decay > 0.0,
            "own" => !self.own.is_empty(),
            "own_imports" => !self.own.imports(self.reference).is_empty(),
            "own_world" => own("cartpole_reward_function") || self.holds("own_end"),
            "own_end" => own("SpinCart") || own("DanceCart"),
            "own_actions" => own("VPGAgent.get_actions"),
            "own_advantages" => own("compute_advantages"),
            "own_indices" => own("get_minibatch_indices"),
            "own_returns" => own("compute_returns"),
            "own_episode_returns" => own("get_cumulative_rewards"),
            "our_returns" => {
                let is_own = own("compute_returns") || own("get_cumulative_rewards");
                self.holds("needs_returns") && !is_own
            }
            // VPG's whole objective of the reader's computes returns by itself.
            "needs_returns" => !own("VPGTrainer.compute_loss"),
            "own_objective" => own("VPGTrainer.compute_loss") || own("compute_ppo_objective"),
            "own_num_envs" => self.own.mention("num_envs"),
            "own_log_probs" => own("compute_logprobs_and_entropy"),
            "own_weights" => own("compute_importance_weights"),
            "own_normal_returns" => own("normalize_returns"),
            "own_policy_term" => own("compute_reinforce_loss"),
            "own_tau" => {
                own("VPGTrainer.compute_loss")
                    || own("compute_logprobs_and_entropy")
                    || own("compute_importance_weights")
            }
            "own_vpg_loss" => {
                self.holds("own_tau") || own("normalize_returns") || own("compute_reinforce_loss")
            }
            "own_surrogate" => own("calc_clipped_surrogate_objective"),
            "own_value_loss" => own("calc_value_function_loss"),
            "own_entropy_bonus" => own("calc_entropy_bonus"),
            "simple_namespace" => self.holds("own_objective") || own("VPGAgent.get_actions"),
            _ => unreachable!("the template asks for {name}"),
        }
    }

    /// Returns true if Gymnasium's own cart would not do.
    fn has_own_cart(&self) -> bool {
        let config = self.config;
        config.env_id.is_cart()
            && (config.terminal_reward != 1.0
                || reward::python(config).is_some()
                || self.holds("never_falls")
                || self.holds("own_world"))
    }

    /// Returns the text that stands for a name in double braces.
    pub fn value(&self, name: &str) -> String {
        let config = self.config;
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
            "file" => super::file_name(config),
            "rllib_file" => super::RLLIB_NAME.to_owned(),
            "adam_eps" => number(config.adam_eps),
            "activation_key" => match config.activation {
                Activation::Relu => "relu",
                Activation::Tanh => "tanh",
            }
            .to_owned(),
            "schedule_steps" => {
                // The course's schedule goes on as if an iteration were all of its updates.
                let updates = match config.anneal_per {
                    AnnealPer::Course => format!(" * {}", config.updates_per_iteration()),
                    _ => String::new(),
                };
                format!("args.total_timesteps * args.anneal_fraction{updates}")
            }
            "scale_out" => self.scale_out(),
            // Put in last, because it depends on the rest.
            "args" => "{{args}}".to_owned(),
            "own_functions" => self.own.source(self.reference),
            "own_imports" => self.own.imports(self.reference),
            "own_settings" => self.own_settings(),
            "own_cart" => {
                let classes = ["SpinCart", "DanceCart"];
                let class = classes.into_iter().find(|class| self.own.replaces(class));
                class.map_or("CartPole()".to_owned(), |class| {
                    format!("{class}.__new__({class})")
                })
            }
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
            "make" => match (config.env_id.is_cart(), self.has_own_cart()) {
                (false, _) => "Probe()",
                (true, true) => "Cart()",
                (true, false) => "gym.make(\"CartPole-v1\", max_episode_steps=-1)",
            }
            .to_owned(),
            "layers" => self.layers(),
            "gain_parameter" => match config.orthogonal_init {
                true => ", last_gain",
                false => "",
            }
            .to_owned(),
            "log_probs_column" => match (self.holds("log_probs"), self.holds("own_actions")) {
                (false, _) => "",
                (true, true) => ", log_probs=log_probs",
                (true, false) => ", log_probs=policy.log_prob(actions)",
            }
            .to_owned(),
            "hidden" => list(&config.hidden_sizes),
            "actor_gain" | "critic_gain" => match (config.orthogonal_init, name) {
                (false, _) => "",
                (true, "actor_gain") => ", last_gain=0.01",
                (true, _) => ", last_gain=1.0",
            }
            .to_owned(),
            "advantages" => match config.has_gae() {
                true => "batch[\"advantages\"]",
                false => "batch[\"returns\"] - agent.value(batch[\"obs\"]).detach()",
            }
            .to_owned(),
            "clip_coef" => match config.clip_coef {
                Some(_) => "args.clip_coef",
                None => "None",
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
                format!(
                    "{class}(agent.parameters(), lr=args.learning_rate, eps=args.adam_eps{decay})"
                )
            }
            "rollout_size" => match config.rollouts_per_iteration {
                1 => "args.num_envs * args.num_steps".to_owned(),
                rollouts => format!("args.num_envs * args.num_steps * {rollouts}"),
            },
            "rollouts_per_iteration" => config.rollouts_per_iteration.to_string(),
            "updates" => config.updates_per_iteration().to_string(),
            "schedule" => match config.anneal_per {
                AnnealPer::Course => {
                    format!("(num_iterations * {})", config.updates_per_iteration())
                }
                _ => "num_iterations".to_owned(),
            },
            _ => unreachable!("the template asks for {name}"),
        }
    }

    /// Returns the layers of a network, in one line as long as they fit.
    fn layers(&self) -> String {
        let config = self.config;
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

    /// Returns how to use more of a machine, or more machines.
    fn scale_out(&self) -> String {
        let mut text = "To scale out, put AsyncVectorEnv in place of SyncVectorEnv: each environment then has a process of its own.".to_owned();
        if self.config.algorithm == Algorithm::Ppo {
            text += "\nOver several machines, RLlib's PPO takes the same settings: \"Save for RLlib\" is beside the button that saved this.";
        }
        text
    }

    /// Returns the settings that the reader's functions read, by the names that they use.
    fn own_settings(&self) -> String {
        let mut settings = Vec::new();
        for field in FIELDS {
            let names = field.course_names.iter().chain([&field.key]);
            for name in names.filter(|name| self.own.mention(name)) {
                let value = match (field.get)(self.config) {
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
        let others = others.iter().filter(|(name, _)| self.own.mention(name));
        settings.extend(others.map(|(_, setting)| (*setting).to_owned()));
        settings.join(", ")
    }
}

/// Returns the lines of the settings that the file reads.
pub fn args(config: &TrainConfig, body: &str) -> String {
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

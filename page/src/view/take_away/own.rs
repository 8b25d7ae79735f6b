//! The reader's functions in the file: which of those that a run has used can be there, and their
//! text.

use policy_lab::envs::EnvId;
use policy_lab::python::part::Part;

use super::python_text::{Definition, code, definitions, imports, mentions, reached};

/// The reader's answer to an exercise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnAnswer {
    /// The exercise's id in the course.
    pub id: &'static str,
    /// The exercise's title.
    pub title: &'static str,
    /// The names that it defines.
    pub names: &'static [&'static str],
    /// The functions of a run that it can replace, by their names in the course.
    pub functions: Vec<&'static str>,
    /// The code, as typed.
    pub text: String,
    /// True if this very code has passed its checks.
    pub has_passed: bool,
}

/// The reader's functions of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnFunctions {
    /// The functions of training that they replace.
    functions: Vec<&'static str>,
    /// The answers that are in the file, in the order in which they came.
    answers: Vec<OwnAnswer>,
    /// Functions of the run for which ours are in the file, and why.
    left_out: Vec<(&'static str, String)>,
}

/// Modules and names that only the page has, as far as nothing in the file stands in for them.
const MODULES: [&str; 6] = [
    "tests",
    "reference",
    "worlds",
    "recorded",
    "course",
    "training",
];
#[rustfmt::skip] // As lines of names, not a line each.
const PAGE_NAMES: &[&str] = &[
    "tests", "eindex", "wandb", "section_dir", "set_global_seeds", "arg_help", "predict_probs", "to_one_hot",
    "render_rollout_grid_html", "record_grid_video", "plot_cartpole_obs_and_dones", "get_episode_data_from_infos",
    "CartPole", "PPOScheduler", "make_optimizer", "make_envs", "ENV_DICT", "PROBES", "Probe1", "Probe2", "Probe3", "Probe4", "Probe5",
];

/// Names that the file defines for itself, whatever the environment.
#[rustfmt::skip]
const FILE_NAMES: &[&str] = &[
    "Args", "Agent", "Cart", "Probe", "make_env", "layer", "network", "tensor", "rollout", "learn", "step", "compute_loss",
    "set_learning_rate", "parser", "field", "args", "device", "rng", "envs", "agent", "optimizer", "num_iterations", "updates",
    "obs", "lengths", "was_reset", "means", "iteration", "batch", "finished", "lasted", "_", "discounted_returns",
    "gae_advantages", "CartPole", "config", "algorithm", "result", "length", "batch_size", "np", "torch", "episode_returns",
    "kl_estimate", "Moments", "seen_obs", "folded_state", "scaled_rewards", "obs_moments", "reward_moments",
    "discounted_sums", "OwnReward",
];

/// Returns true if a file defines this name for itself, or the Python of a task does.
pub fn is_of_file(name: &str) -> bool {
    let mut tasks = EnvId::ALL.into_iter().filter_map(EnvId::task);
    let is_defined = |python: &str| definitions(python).iter().any(|it| it.name == name);
    FILE_NAMES.contains(&name) || tasks.any(|task| is_defined(task.python))
}

/// Functions and classes that decide what a cart earns, for which a cart is in the file.
const OF_CARTS: [&str; 3] = ["cartpole_reward_function", "SpinCart", "DanceCart"];

/// What a cell of the course may use without an import, and the file does not import anyway.
const IMPORTS: [(&str, &str); 11] = [
    ("time", "import time"),
    ("Literal", "from typing import Literal"),
    ("Any", "from typing import Any"),
    ("Optional", "from typing import Optional"),
    ("namedtuple", "from collections import namedtuple"),
    ("t", "import torch as t"),
    ("F", "import torch.nn.functional as F"),
    ("categorical", "from torch.distributions import categorical"),
    ("Tensor", "from torch import Tensor"),
    ("Adam", "from torch.optim import Adam"),
    ("tqdm", "from tqdm import tqdm"),
];

/// Functions that another one covers: a run that uses the first never calls the rest.
const COVERED: [(&str, &[&str]); 5] = [
    (
        "VPGTrainer.compute_loss",
        &[
            "compute_logprobs_and_entropy",
            "compute_importance_weights",
            "normalize_returns",
            "compute_reinforce_loss",
            "compute_returns",
            "get_cumulative_rewards",
        ],
    ),
    (
        "compute_ppo_objective",
        &[
            "calc_clipped_surrogate_objective",
            "calc_value_function_loss",
            "calc_entropy_bonus",
        ],
    ),
    ("get_cumulative_rewards", &["compute_returns"]),
    ("SpinCart", &["cartpole_reward_function"]),
    ("DanceCart", &["cartpole_reward_function"]),
];

impl OwnFunctions {
    /// Chooses from the reader's answers those for the functions that a run has replaced, named as
    /// in the course, and the answers that those call.
    pub fn of(functions: &[&'static str], answers: &[OwnAnswer]) -> Self {
        let mut own = Self::default();
        let mut chosen: Vec<&OwnAnswer> = Vec::new();
        for function in functions {
            let Some(answer) = answers.iter().find(|it| it.functions.contains(function)) else {
                continue;
            };
            let problem = match answer.has_passed {
                true => answer.problem(function),
                false => Some("has not passed its checks".to_owned()),
            };
            match problem {
                None => own.functions.push(function),
                Some(why) => own.left_out.push((function, why)),
            }
        }
        for (function, covered) in COVERED {
            if own.functions.contains(&function) {
                own.functions.retain(|it| !covered.contains(it));
            }
        }
        chosen.extend((answers.iter()).filter(|it| it.is_one_of(&own.functions)));
        // What they call comes along, where it has passed.
        let mut at = 0;
        while at < chosen.len() {
            let called = own.code_of(chosen[at]);
            at += 1;
            let others = answers.iter().filter(|it| !chosen.contains(it));
            let others = others
                .filter(|it| it.has_passed && it.problem_of(&code(&it.text), false).is_none());
            let named = others.filter(|it| it.names.iter().any(|name| mentions(&called, name)));
            let named: Vec<_> = named.collect();
            chosen.extend(named);
        }
        let is_chosen = |it: &&OwnAnswer| chosen.contains(it);
        own.answers = answers.iter().filter(is_chosen).cloned().collect();
        own
    }

    /// Chooses those that decide what the environment does.
    pub fn of_environment(functions: &[&'static str], answers: &[OwnAnswer]) -> Self {
        let functions = functions.iter().filter(|it| OF_CARTS.contains(it));
        Self::of(&functions.copied().collect::<Vec<_>>(), answers)
    }

    /// Returns true if one of them replaces this part of a run.
    pub fn replaces(&self, part: Part) -> bool {
        self.functions.contains(&part.name())
    }

    /// Returns true if there are none.
    pub fn is_empty(&self) -> bool {
        self.functions.is_empty()
    }

    /// Returns the names of those in the file.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        let first = |it: &OwnAnswer| it.names.first().copied();
        self.answers.iter().filter_map(first)
    }

    /// Returns a sentence for each function that is not in the file.
    pub fn left_out(&self) -> impl Iterator<Item = String> {
        let told = |(function, why): &(&str, String)| {
            format!("Your `{function}` {why}, so ours is in the file")
        };
        self.left_out.iter().map(told)
    }

    /// Returns true if what a run calls of them has this name in it.
    pub fn mention(&self, name: &str) -> bool {
        let mut answers = self.answers.iter();
        answers.any(|answer| mentions(&self.code_of(answer), name))
    }

    /// Returns their text, and of `reference`, the page's functions, what they call besides.
    pub fn source(&self, reference: &str) -> String {
        let mut text = String::new();
        let ours = self.ours(reference);
        if !ours.is_empty() {
            text += "# Ours, which your functions use.\n";
            let ours: Vec<&str> = ours.iter().map(|it| it.text).collect();
            text += &ours.join("\n\n\n");
        }
        for answer in &self.answers {
            let gap = if text.is_empty() { "" } else { "\n\n\n" };
            text += &format!(
                "{gap}# Your answer to “{}” ({}).\n",
                answer.title, answer.id
            );
            text += answer.text.trim_matches('\n').trim_end();
        }
        text
    }

    /// Returns the imports that the text of [`Self::source`] needs.
    pub fn imports(&self, reference: &str) -> String {
        let text = code(&self.source(reference));
        let needed = IMPORTS.iter().filter(|(name, _)| mentions(&text, name));
        let lines: Vec<&str> = needed.map(|(_, line)| *line).collect();
        lines.join("\n")
    }

    /// Returns the definitions of the page that they use.
    fn ours<'a>(&self, reference: &'a str) -> Vec<Definition<'a>> {
        let all = definitions(reference);
        let mut texts: Vec<String> = self.answers.iter().map(|it| self.code_of(it)).collect();
        // The lines that call them need those.
        if self.replaces(Part::LogProbs)
            || self.replaces(Part::Weights)
            || self.replaces(Part::VpgObjective)
        {
            texts.push("RolloutTensors".to_owned());
        }
        if self.replaces(Part::PpoObjective) {
            texts.push("ReplayMinibatch".to_owned());
        }
        let is_own = |name: &str| {
            let mut answers = self.answers.iter();
            answers.any(|it| definitions(&it.text).iter().any(|own| own.name == name))
        };
        let mut used = vec![false; all.len()];
        while let Some(text) = texts.pop() {
            for (definition, is_used) in all.iter().zip(&mut used) {
                if !*is_used && mentions(&text, definition.name) && !is_own(definition.name) {
                    *is_used = true;
                    texts.push(code(definition.text));
                }
            }
        }
        let kept = all.into_iter().zip(used);
        kept.filter_map(|(it, is_used)| is_used.then_some(it))
            .collect()
    }

    /// Returns what of an answer's code a run may call.
    fn code_of(&self, answer: &OwnAnswer) -> String {
        let mut used = self.functions.iter();
        let function = used.find(|function| answer.functions.contains(function));
        function.map_or_else(|| code(&answer.text), |function| answer.called(function))
    }
}

impl OwnAnswer {
    fn is_one_of(&self, functions: &[&str]) -> bool {
        functions.iter().any(|it| self.functions.contains(it))
    }

    /// Returns what of the code a run may call as this function.
    fn called(&self, function: &str) -> String {
        let text = code(&self.text);
        match function.split_once('.') {
            Some((_, method)) => reached(&text, method),
            None => text,
        }
    }

    /// Returns why the code cannot be in a file as this function, as the end of a sentence.
    fn problem(&self, function: &str) -> Option<String> {
        // A cart to reward is in the file.
        self.problem_of(&self.called(function), OF_CARTS.contains(&function))
    }

    fn problem_of(&self, called: &str, has_cart: bool) -> Option<String> {
        let modules = imports(&self.text);
        let is_ours = |name: &&&str| MODULES.contains(name) || name.starts_with('_');
        if let Some(name) = modules
            .iter()
            .filter(|name| **name != "__future__")
            .find(is_ours)
        {
            return Some(format!("imports `{name}`, which only this page has"));
        }
        let is_missing = |name: &&&str| {
            mentions(called, name)
                && !modules.contains(*name)
                && !(has_cart && **name == "CartPole")
        };
        if let Some(name) = PAGE_NAMES.iter().find(is_missing) {
            return Some(format!("uses `{name}`, which only this page has"));
        }
        let defined = definitions(&self.text);
        let taken = defined.iter().find(|it| is_of_file(it.name))?;
        Some(format!(
            "defines `{}`, a name that the file needs for itself",
            taken.name
        ))
    }
}

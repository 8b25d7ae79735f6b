//! The reader's functions in the file: which of those that a run has used can be there, and their text.

use super::python_text::{Definition, code, definitions, imports, mentions, reached};
use policy_lab::python::part::Part;

/// The reader's answer to an exercise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnAnswer {
    /// The exercise's id in the course.
    pub id: &'static str,
    /// The exercise's title.
    pub title: &'static str,
    /// The names that it defines.
    pub names: &'static [&'static str],
    /// The parts of a run that it can replace.
    pub parts: &'static [Part],
    /// The code, as typed.
    pub text: String,
    /// True if this very code has passed its checks.
    pub has_passed: bool,
}

/// The reader's functions of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnFunctions {
    /// The parts of training that they replace.
    parts: Vec<Part>,
    /// The answers that are in the file, in the order in which they came.
    answers: Vec<OwnAnswer>,
    /// Functions of the run for which ours are in the file, and why.
    left_out: Vec<(Part, String)>,
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

/// Names that the file defines for itself.
#[rustfmt::skip]
pub const FILE_NAMES: &[&str] = &[
    "Args", "Agent", "Cart", "Probe", "make_env", "layer", "network", "tensor", "rollout", "learn", "step", "compute_loss",
    "set_learning_rate", "parser", "field", "args", "device", "rng", "envs", "agent", "optimizer", "num_iterations", "updates",
    "obs", "lengths", "was_reset", "means", "iteration", "batch", "finished", "lasted", "_", "discounted_returns",
    "gae_advantages", "CartPole", "config", "algorithm", "result", "length", "batch_size", "np", "torch",
];

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

/// Parts that another one covers: a run that uses the first never calls the rest.
const COVERED: [(Part, &[Part]); 5] = [
    (
        Part::VpgObjective,
        &[
            Part::LogProbs,
            Part::Weights,
            Part::NormalReturns,
            Part::PolicyTerm,
            Part::Returns,
            Part::CumulativeRewards,
        ],
    ),
    (
        Part::PpoObjective,
        &[Part::Surrogate, Part::ValueLoss, Part::EntropyBonus],
    ),
    (Part::CumulativeRewards, &[Part::Returns]),
    (Part::Spin, &[Part::Reward]),
    (Part::Dance, &[Part::Reward]),
];

impl OwnFunctions {
    /// Chooses from the reader's answers those for the parts that a run has replaced, and the answers that those call.
    pub fn of(parts: &[Part], answers: &[OwnAnswer]) -> Self {
        let mut own = Self::default();
        let mut chosen: Vec<&OwnAnswer> = Vec::new();
        for part in parts {
            let Some(answer) = answers.iter().find(|it| it.parts.contains(part)) else {
                continue;
            };
            let problem = match answer.has_passed {
                true => answer.problem(*part),
                false => Some("has not passed its checks".to_owned()),
            };
            match problem {
                None => own.parts.push(*part),
                Some(why) => own.left_out.push((*part, why)),
            }
        }
        for (part, covered) in COVERED {
            if own.parts.contains(&part) {
                own.parts.retain(|it| !covered.contains(it));
            }
        }
        chosen.extend(
            (answers.iter()).filter(|it| own.parts.iter().any(|part| it.parts.contains(part))),
        );
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
    pub fn of_environment(parts: &[Part], answers: &[OwnAnswer]) -> Self {
        let decides = |part: &&Part| part.is_world() || **part == Part::Reward;
        let parts: Vec<Part> = parts.iter().filter(decides).copied().collect();
        Self::of(&parts, answers)
    }

    /// Returns true if one of them replaces this part.
    pub fn replaces(&self, part: Part) -> bool {
        self.parts.contains(&part)
    }

    /// Returns true if there are none.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Returns the names of those in the file.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        let first = |it: &OwnAnswer| it.names.first().copied();
        self.answers.iter().filter_map(first)
    }

    /// Returns a sentence for each function that is not in the file.
    pub fn left_out(&self) -> impl Iterator<Item = String> {
        let told = |(part, why): &(Part, String)| {
            format!("Your `{}` {why}, so ours is in the file", part.name())
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
        let part = self.parts.iter().find(|part| answer.parts.contains(part));
        part.map_or_else(|| code(&answer.text), |part| answer.called(*part))
    }
}

impl OwnAnswer {
    /// Returns what of the code a run may call as this part.
    fn called(&self, part: Part) -> String {
        let text = code(&self.text);
        match part.name().split_once('.') {
            Some((_, method)) => reached(&text, method),
            None => text,
        }
    }

    /// Returns why the code cannot be in a file as this part, as the end of a sentence.
    fn problem(&self, part: Part) -> Option<String> {
        // A cart to reward is in the file.
        let has_cart = part.is_world() || part == Part::Reward;
        self.problem_of(&self.called(part), has_cart)
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
        let taken = defined.iter().find(|it| FILE_NAMES.contains(&it.name))?;
        Some(format!(
            "defines `{}`, a name that the file needs for itself",
            taken.name
        ))
    }
}

//! Lets a training run call functions that cells define. Numbers go to `lib/training.py`, which
//! knows the arguments of the course's functions, and numbers come back.

use std::rc::Rc;

use super::array::{self, Array};
use super::cell::Python;
use policy_lab::config::fields::{FIELDS, Value};
use policy_lab::config::{Algorithm, TrainConfig};
use policy_lab::envs::Actions;
use policy_lab::ops::rollout::host::ChosenActions;
use policy_lab::python::part::Part;
use policy_lab::python::protocol::{Cell, CellFailure};
use policy_lab::rollout::{HookError, Minibatch, Rollout, StepHooks};
use policy_lab::train::hooks::{HookResult, TrainHooks, measures};
use policy_lab::train::setup::networks;

/// The functions of cells that replace parts of one run.
pub struct ReaderHooks {
    python: Rc<Python>,
    parts: Vec<Part>,
    obs_size: usize,
    /// How many numbers a continuous action has; 0 if actions are discrete.
    num_controls: usize,
    algorithm: Algorithm,
    /// True if Python steps the environment.
    steps_environment: bool,
}

impl ReaderHooks {
    /// Runs the cells, and collects the functions that replace `parts` of a run of `config`.
    ///
    /// # Errors
    /// The exception that a cell raises, or the name of the missing function.
    pub fn new(
        python: Rc<Python>,
        cells: &[Cell],
        parts: Vec<Part>,
        config: &TrainConfig,
    ) -> Result<Self, CellFailure> {
        match python.run_together(cells, &beginning(&parts, config)) {
            // The line is not one of the reader's.
            Some(failure) => Err(CellFailure {
                line: None,
                ..failure
            }),
            None => Ok(Self {
                python,
                parts,
                obs_size: networks(config).actor.sizes[0],
                num_controls: config.env_id.controls().len(),
                algorithm: config.algorithm,
                steps_environment: config.env_id.is_stand_in(),
            }),
        }
    }

    fn replaces(&self, part: Part) -> bool {
        self.parts.contains(&part)
    }

    /// Returns true if a function takes part in steps of the page's own environments.
    fn decides_steps(&self) -> bool {
        (self.parts.iter())
            .any(|part| part.is_world() || matches!(part, Part::Actions | Part::Reward))
    }

    fn call(&self, name: &str, inputs: Vec<Array>) -> HookResult<Vec<Array>> {
        (self.python.call("training", name, inputs))
            .map_err(|failure| HookError::Raised(sentence(&failure)))
    }
}

/// Returns the Python code that gives `lib/training.py` the functions and the settings of the run:
/// every field by all its names, the widths of the networks, and the metrics that a loss must
/// measure.
fn beginning(parts: &[Part], config: &TrainConfig) -> String {
    let functions: String = (parts.iter())
        .map(|part| format!("{:?}: {}, ", part.name(), part.name()))
        .collect();
    let settings: String = (FIELDS.iter())
        .flat_map(|field| {
            let names = field.course_names.iter().chain([&field.key]);
            let value = literal((field.get)(config));
            names.map(move |name| format!("{name}={value}, "))
        })
        .collect();
    let metrics: Vec<&str> = measures(config).iter().map(|it| it.key()).collect();
    let networks = networks(config);
    let critic = (networks.critic).map_or_else(Vec::new, |critic| critic.sizes);
    let world = (config.env_id.own_program()).filter(|program| program.is_stand_in);
    let world = world.map_or_else(String::new, |program| {
        let (source, name) = (quoted(&program.source), quoted(&program.name));
        format!("own_world=({source}, {name}), ")
    });
    format!(
        "import training as _training\n\
         _training.begin({{{functions}}}, {metrics:?}, {settings}{world}actor_sizes={:?}, critic_sizes={critic:?}, \
         num_controls={}, use_wandb=False)\n",
        networks.actor.sizes, networks.num_log_stds,
    )
}

/// Returns a value as Python source. An expression that validates has no character that Rust and
/// Python escape differently.
fn literal(value: Value) -> String {
    match value {
        Value::Integer(value) => value.to_string(),
        Value::Number(value) | Value::Optional(Some(value)) => format!("{value:?}"),
        Value::Optional(None) => "None".to_owned(),
        Value::Switch(is_on) => if is_on { "True" } else { "False" }.to_owned(),
        Value::Choice(key) => format!("{key:?}"),
        Value::Sizes(sizes) => format!("{sizes:?}"),
        Value::Expression(text) => format!("{text:?}"),
    }
}

/// Returns any text as Python source.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            ' '..='~' => quoted.push(letter),
            letter => quoted += &format!("\\U{:08x}", u32::from(letter)),
        }
    }
    quoted + "\""
}

/// Returns a sentence about an error, for the line under a run.
pub(super) fn sentence(failure: &CellFailure) -> String {
    let place = (failure.line).map_or(String::new(), |line| format!(" (line {line} of its cell)"));
    format!("{}: {}{place}", failure.kind, failure.message)
}

fn made(array: array::Result) -> HookResult<Array> {
    array.map_err(|error| HookError::Raised(error.to_string()))
}

fn table(numbers: &[f32], columns: usize) -> HookResult<Array> {
    let shape = vec![numbers.len() / columns.max(1), columns];
    made(Array::from_f32(numbers.to_vec(), shape))
}

fn column(numbers: &[f32]) -> HookResult<Array> {
    made(Array::from_f32(numbers.to_vec(), vec![numbers.len()]))
}

fn whole(numbers: impl Iterator<Item = usize>) -> HookResult<Array> {
    let numbers: Vec<i64> = numbers.map(|number| number as i64).collect();
    let count = numbers.len();
    made(Array::from_ints(numbers, vec![count]))
}

fn flags(flags: &[bool]) -> Vec<f32> {
    let numbers = flags.iter().map(|flag| f32::from(u8::from(*flag)));
    numbers.collect()
}

/// Returns the numbers of the next array.
fn floats(arrays: &mut std::vec::IntoIter<Array>) -> HookResult<Vec<f32>> {
    let array = arrays.next().ok_or(HookError::Missing)?;
    Ok((array.floats().into_iter())
        .map(|number| number as f32)
        .collect())
}

impl StepHooks for ReaderHooks {
    fn begin_episodes(&self, which: &[bool]) -> Option<HookResult<Vec<f32>>> {
        self.steps_environment.then(|| {
            let given = self.call("begin_episodes", vec![column(&flags(which))?])?;
            floats(&mut given.into_iter())
        })
    }

    fn step_environments(
        &self,
        which: &[bool],
        actions: Actions<'_>,
    ) -> Option<HookResult<Vec<f32>>> {
        self.steps_environment.then(|| {
            let actions = match actions {
                Actions::Discrete(numbers) => whole(numbers.iter().map(|number| *number as usize))?,
                Actions::Continuous(rows) => table(rows, rows.len() / which.len().max(1))?,
            };
            let given = self.call("step_environments", vec![column(&flags(which))?, actions])?;
            floats(&mut given.into_iter())
        })
    }

    fn act(&self, parameters: &[f32], obs: &[f32]) -> Option<HookResult<ChosenActions>> {
        self.replaces(Part::Actions).then(|| {
            let inputs = vec![column(parameters)?, table(obs, self.obs_size)?];
            let mut given = self.call("act", inputs)?.into_iter();
            let numbers = floats(&mut given)?;
            let log_prob = floats(&mut given)?;
            Ok(match self.num_controls {
                0 => ChosenActions {
                    actions: numbers.into_iter().map(|action| action as u32).collect(),
                    controls: Vec::new(),
                    log_prob,
                },
                _ => ChosenActions {
                    actions: vec![0; log_prob.len()],
                    controls: numbers,
                    log_prob,
                },
            })
        })
    }

    fn rewards(
        &self,
        led_to: &[f32],
        actions: &[u32],
    ) -> Option<HookResult<Vec<(f32, Option<bool>)>>> {
        let decides = self.parts.iter().any(|part| part.is_world());
        (decides || self.replaces(Part::Reward)).then(|| {
            let inputs = vec![
                table(led_to, led_to.len() / actions.len().max(1))?,
                whole(actions.iter().map(|action| *action as usize))?,
            ];
            let mut given = self.call("pay", inputs)?.into_iter();
            let rewards = floats(&mut given)?;
            let ended = floats(&mut given)?;
            let ended = ended.into_iter().map(|it| decides.then_some(it != 0.0));
            Ok(rewards.into_iter().zip(ended).collect())
        })
    }
}

impl TrainHooks for ReaderHooks {
    fn returns(&self, rollout: &Rollout) -> Option<HookResult<Vec<f32>>> {
        let replaces = self.replaces(Part::Returns) || self.replaces(Part::CumulativeRewards);
        replaces.then(|| {
            let inputs = vec![
                table(&rollout.rewards, rollout.num_envs)?,
                table(&flags(&rollout.ended()), rollout.num_envs)?,
            ];
            floats(&mut self.call("returns", inputs)?.into_iter())
        })
    }

    fn advantages(&self, rollout: &Rollout, rewards: &[f32]) -> Option<HookResult<Vec<f32>>> {
        self.replaces(Part::Advantages).then(|| {
            let inputs = vec![
                column(&rollout.next_value)?,
                table(rewards, rollout.num_envs)?,
                table(&rollout.values, rollout.num_envs)?,
                table(&flags(&rollout.ended()), rollout.num_envs)?,
            ];
            floats(&mut self.call("advantages", inputs)?.into_iter())
        })
    }

    fn indices(
        &self,
        batch_size: usize,
        minibatch_size: usize,
    ) -> Option<HookResult<Vec<Vec<usize>>>> {
        self.replaces(Part::Indices).then(|| {
            let sizes = whole([batch_size, minibatch_size].into_iter())?;
            let given = self.call("indices", vec![sizes])?;
            let indices = given.first().ok_or(HookError::Missing)?.ints();
            let indices: Vec<usize> = indices.into_iter().map(|index| index as usize).collect();
            let minibatches = indices.chunks(minibatch_size);
            Ok(minibatches.map(<[usize]>::to_vec).collect())
        })
    }

    fn has_loss(&self) -> bool {
        self.parts.iter().any(|part| part.is_of_loss())
    }

    fn gradient(
        &self,
        parameters: &[f32],
        minibatch: &Minibatch,
        num_envs: usize,
    ) -> HookResult<(Vec<f32>, Vec<f32>)> {
        let rows = minibatch.len();
        let mut inputs = vec![
            column(parameters)?,
            table(&minibatch.obs, minibatch.obs.len() / rows.max(1))?,
            match self.num_controls {
                0 => whole(minibatch.actions.iter().map(|action| *action as usize))?,
                width => table(&minibatch.controls, width)?,
            },
            column(&minibatch.old_log_prob)?,
        ];
        let name = if self.algorithm == Algorithm::Ppo {
            inputs.push(column(&minibatch.advantages)?);
            inputs.push(column(&minibatch.returns)?);
            "ppo_gradient"
        } else {
            inputs.push(column(&minibatch.returns)?);
            inputs.push(whole([num_envs, rows / num_envs.max(1)].into_iter())?);
            "vpg_gradient"
        };
        let mut given = self.call(name, inputs)?.into_iter();
        let gradient = floats(&mut given)?;
        Ok((gradient, floats(&mut given)?))
    }

    fn has_rules(&self) -> bool {
        self.steps_environment || self.decides_steps()
    }
}

//! One run, and the numbers that are kept of it.

use std::collections::BTreeMap;
use std::rc::Rc;

use futures::stream::LocalBoxStream;
use futures::{FutureExt as _, StreamExt as _};
use policy_lab::config::TrainConfig;
use policy_lab::protocol::{Event, RunEvent};
use policy_lab::python::protocol::{Answer, Cell, CellFailure};
use policy_lab::train::gpu::RunDevice;
use policy_lab::train::session::Session;
use policy_lab_page::course::{EXERCISES, Exercise};
use policy_lab_python::cell::Python;
use policy_lab_python::functions::ReaderHooks;
use policy_lab_python::own_loop::OwnLoop;
use serde::{Deserialize, Serialize};

use super::play::play;
use super::trials::{Code, Trial};

/// Significant digits of the numbers in the log.
const DIGITS: usize = 5;

/// A run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The trial's key.
    pub key: String,
    /// Which of its runs: `healthy`, `changed`, or the name of an agent.
    pub arm: String,
    /// The seed of all random numbers.
    pub seed: u32,
    /// The settings, as a link of the page.
    pub query: String,
    /// Environment steps after the last iteration.
    pub steps: u64,
    /// Seconds of work.
    pub secs: f64,
    /// A number for each iteration by the metric's key; `None` where nothing was measured.
    pub curves: BTreeMap<String, Vec<Option<f64>>>,
    /// What the trained networks do when they play; empty where the page's own algorithms have not
    /// trained.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub played: BTreeMap<String, f64>,
}

impl Record {
    /// Returns true if this is the run of a trial with a seed, at the trial's settings.
    pub fn is_of(&self, trial: &Trial, seed: u32) -> bool {
        (self.key == trial.key && self.arm == trial.arm && self.seed == seed)
            && self.query == trial.query()
    }
}

/// Trains.
///
/// # Errors
/// If the settings cannot be read, the code raises, or the run fails.
pub fn run(trial: &Trial, seed: u32) -> Result<Record, String> {
    let name = || format!("{} {} {seed}", trial.key, trial.arm);
    let config = TrainConfig {
        seed,
        ..trial.config()?
    };
    let mut record = Record {
        key: trial.key.to_owned(),
        arm: trial.arm.to_owned(),
        seed,
        query: trial.query(),
        steps: 0,
        secs: 0.0,
        curves: BTreeMap::new(),
        played: BTreeMap::new(),
    };
    if let Code::Words(beta) = trial.code {
        words(beta, &mut record)?;
        return Ok(record);
    }
    let mut failed = None;
    let mut parameters = Vec::new();
    let mut events = events(trial.code, seed, config.clone()).map_err(|it| name() + ": " + &it)?;
    while let Some(Some(event)) = pollster::block_on(events.next().map(Some)) {
        match event {
            Event::Run(RunEvent::Iteration(report)) => {
                record.steps = report.global_step;
                record.secs = rounded(report.elapsed_secs, 3);
                for metric in trial.metrics {
                    let value = report.metrics.get(*metric);
                    let curve = record.curves.entry(metric.key().to_owned()).or_default();
                    curve.push(value.map(|it| rounded(it, DIGITS)));
                }
            }
            Event::Run(RunEvent::LastGood(checkpoint)) => parameters = checkpoint.parameters,
            Event::Failed(failure) => failed = Some(failure.message),
            _ => {}
        }
    }
    if matches!(trial.code, Code::Engine) && config.env_id.is_cart() {
        record.played = play(&config, &parameters);
    }
    match failed {
        Some(why) => Err(name() + ": " + &why),
        None => Ok(record),
    }
}

fn events(
    code: Code,
    seed: u32,
    config: TrainConfig,
) -> Result<LocalBoxStream<'static, Event>, String> {
    let raised = |failure: CellFailure| failure.traceback;
    let session = Session::new(config.clone(), RunDevice::Cpu);
    Ok(match code {
        Code::Engine => session.events().boxed_local(),
        Code::Function(id, source) => {
            let exercise = Exercise::find(id).ok_or("no such exercise")?;
            let cell = Cell {
                answer: exercise.answer(source(exercise).to_owned()),
                ..Cell::default()
            };
            let parts = exercise.parts.to_vec();
            let played = ReaderHooks::new(Rc::new(Python::new()), &[cell], parts, &config);
            let session = Session {
                hooks: Some(Rc::new(played.map_err(raised)?)),
                ..session
            };
            session.events().boxed_local()
        }
        Code::Words(_) => return Err("words are no run of environments".to_owned()),
        Code::Loop(id, what, [part, right, wrong]) => {
            let exercise = Exercise::find(id).ok_or("no such exercise")?;
            let trained = exercise.trains.iter().find(|it| it.what == what);
            let expression = trained.ok_or("no such loop")?.expression;
            let iterations = exercise.iterations.unwrap_or_default();
            let mut passed = parts_of(exercise);
            let part = Exercise::find(part).ok_or("no such exercise")?;
            let answer = passed.iter_mut().find(|it| it.source == part.solution());
            let source = &mut answer.ok_or("no part of the loop")?.source;
            if !source.contains(right) {
                return Err(format!("{} has no {right}", part.id));
            }
            *source = source.replace(right, wrong);
            let cell = Cell {
                answer: exercise.answer(exercise.solution().to_owned()),
                passed,
                seed,
                ..Cell::default()
            };
            let python = Rc::new(Python::new());
            let own =
                OwnLoop::new(python, &cell, [expression, iterations], config).map_err(raised)?;
            own.events().boxed_local()
        }
    })
}

/// Trains the language model of seven words, and records the mean reward of each batch of answers.
fn words(beta: f64, record: &mut Record) -> Result<(), String> {
    let exercise = Exercise::find("G-E2").ok_or("no such exercise")?;
    let told = (exercise.solution())
        .replace("if update % 10 == 0:", "if True:")
        .replace(":7.2f", ":9.5f");
    let call = format!("\ntrain_words(beta={beta}, seed={})\n", record.seed);
    let cell = Cell {
        answer: exercise.answer(told + &call),
        ..Cell::default()
    };
    let outcome = Python::new().run_cell(&cell);
    if let Some(failure) = outcome.failure {
        return Err(failure.traceback);
    }
    let rewards = outcome.output.lines().filter_map(|line| {
        let numbers: Option<Vec<f64>> = line.split_whitespace().map(|it| it.parse().ok()).collect();
        numbers?.get(1).copied()
    });
    let curve: Vec<Option<f64>> = rewards.map(Some).collect();
    record.steps = curve.len() as u64;
    record.curves.insert("mean_reward".to_owned(), curve);
    Ok(())
}

/// Returns our answers to the exercises that a capstone is made of.
fn parts_of(capstone: &Exercise) -> Vec<Answer> {
    let day = |id: &'static str| id.split_once('-').map(|it| it.0);
    let is_part = |it: &&Exercise| {
        day(it.id) == day(capstone.id) && it.bug_in.is_none() && it.trains.is_empty()
    };
    let parts = EXERCISES.iter().filter(is_part);
    parts
        .map(|it| it.answer(it.solution().to_owned()))
        .collect()
}

/// Rounds to a number of significant digits, without a negative zero.
pub fn rounded(number: f64, digits: usize) -> f64 {
    let text = format!("{number:.*e}", digits.saturating_sub(1));
    text.parse().unwrap_or(number) + 0.0
}

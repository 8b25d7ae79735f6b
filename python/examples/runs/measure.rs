//! One run, and the numbers that are kept of it.

use std::collections::BTreeMap;
use std::rc::Rc;

use burn::tensor::Device;
use futures::stream::LocalBoxStream;
use futures::{FutureExt as _, StreamExt as _};
use policy_lab::config::TrainConfig;
use policy_lab::protocol::{Event, RunEvent};
use policy_lab::python::protocol::{Answer, Cell, CellFailure};
use policy_lab::train::session::Session;
use policy_lab_page::course::{EXERCISES, Exercise};
use policy_lab_python::cell::Python;
use policy_lab_python::functions::Played;
use policy_lab_python::own_loop::OwnLoop;
use serde::{Deserialize, Serialize};

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
    };
    let mut failed = None;
    let mut events = events(trial.code, seed, config).map_err(|it| name() + ": " + &it)?;
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
            Event::Failed(failure) => failed = Some(failure.message),
            _ => {}
        }
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
    let session = Session::new(config.clone(), Device::flex());
    Ok(match code {
        Code::Engine => session.events().boxed_local(),
        Code::Function(id, source) => {
            let exercise = Exercise::find(id).ok_or("no such exercise")?;
            let cell = Cell {
                answer: exercise.answer(source(exercise).to_owned()),
                ..Cell::default()
            };
            let parts = exercise.parts.to_vec();
            let played = Played::new(Rc::new(Python::new()), &[cell], parts, &config);
            let session = Session {
                hooks: Some(Rc::new(played.map_err(raised)?)),
                ..session
            };
            session.events().boxed_local()
        }
        Code::Loop(id, what) => {
            let exercise = Exercise::find(id).ok_or("no such exercise")?;
            let trained = exercise.trains.iter().find(|it| it.0 == what);
            let (_, expression) = trained.ok_or("no such loop")?;
            let cell = Cell {
                answer: exercise.answer(exercise.solution().to_owned()),
                passed: parts_of(exercise),
                seed,
                ..Cell::default()
            };
            let python = Rc::new(Python::new());
            let own = OwnLoop::new(python, &cell, expression, config).map_err(raised)?;
            own.events().boxed_local()
        }
    })
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

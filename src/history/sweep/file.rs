//! Writes a sweep and its results to a file, and reads them back.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{RunResult, SweepHistory, SweepRun};
use crate::config::fields::Field;
use crate::config::saved::{self, Mismatch};
use crate::config::sweep::{
    Combination, SweepAxis, SweepDesign, SweepDraft, SweepPlan, without_unused,
};
use crate::config::validate;
use crate::history::compare::file::{complete, open, sort};
use crate::history::compare::{FileError, RunRecord};
use crate::protocol::Failure;

/// The name of the format, as the file states it.
const FORMAT: &str = "policy-lab-sweep";
/// Version of the format. Raise it whenever older files can no longer be read as they are.
const VERSION: u64 = 1;

#[derive(Serialize)]
struct WrittenSweep<'a> {
    format: &'static str,
    version: u64,
    axes: Vec<FileAxis>,
    seeds: usize,
    /// The number of settings that were asked for, if they were drawn at random.
    draws: Option<&'a str>,
    settings: Vec<WrittenSetting<'a>>,
    runs: Vec<WrittenRun<'a>>,
}

#[derive(Serialize)]
struct WrittenSetting<'a> {
    values: &'a [String],
    config: &'a crate::config::TrainConfig,
}

#[derive(Serialize)]
struct WrittenRun<'a> {
    run: usize,
    record: Option<&'a RunRecord>,
    failure: Option<&'a Failure>,
}

#[derive(Serialize, Deserialize)]
struct FileAxis {
    field: String,
    values: String,
}

#[derive(Deserialize)]
struct ReadSweep {
    axes: Vec<FileAxis>,
    seeds: usize,
    draws: Option<String>,
    settings: Vec<ReadSetting>,
    runs: Vec<ReadRun>,
}

#[derive(Deserialize)]
struct ReadSetting {
    values: Vec<String>,
    config: Value,
}

#[derive(Deserialize)]
struct ReadRun {
    run: usize,
    record: Option<RunRecord>,
    failure: Option<Failure>,
}

/// A sweep from a file.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadedSweep {
    /// The sweep with its results.
    pub history: SweepHistory,
    /// Messages about what an older or newer file lacks or has in addition.
    pub notices: Vec<String>,
}

/// Returns a sweep as JSON: its question, its settings, and its results. Runs that broke off with
/// their worker are none.
pub fn write(history: &SweepHistory) -> String {
    let plan = history.plan();
    let axes = plan.draft().axes.iter().map(|axis| FileAxis {
        field: axis.field.key.to_owned(),
        values: axis.values.clone(),
    });
    let settings = plan.combinations().iter().map(|it| WrittenSetting {
        values: &it.texts,
        config: &it.config,
    });
    let results = history.results().filter(|(_, result)| result.counts());
    let runs = results.map(|(run, result)| WrittenRun {
        run,
        record: result.record.as_ref(),
        failure: result.failure.as_ref(),
    });
    let written = WrittenSweep {
        format: FORMAT,
        version: VERSION,
        axes: axes.collect(),
        seeds: plan.seeds(),
        draws: plan.is_random().then_some(plan.draft().draws.as_str()),
        settings: settings.collect(),
        runs: runs.collect(),
    };
    // Numbers, texts and lists always serialise.
    serde_json::to_string(&written).unwrap_or_default()
}

/// Reads a sweep from a file. Settings that the file lacks get their defaults; unknown settings and
/// metrics are ignored.
///
/// # Errors
/// Fails if the file is of another format, newer, broken or too large.
pub fn read(text: &str) -> Result<LoadedSweep, FileError> {
    let mut value = open(text, FORMAT, VERSION)?;
    let mut mismatch = Mismatch::default();
    let runs = value.get_mut("runs").and_then(Value::as_array_mut);
    for run in runs.into_iter().flatten() {
        if let Some(record) = run.get_mut("record").filter(|record| record.is_object()) {
            mismatch.extend(complete(record)?);
        }
    }
    let file: ReadSweep =
        serde_json::from_value(value).map_err(|error| FileError::Broken(error.to_string()))?;
    let draft = draft_of(&file)?;
    let combinations = combinations(file.settings, &mut mismatch)?;
    let plan = SweepPlan::new(draft, combinations, file.seeds)
        .ok_or_else(|| FileError::Broken("its settings are not those of its axes".to_owned()))?;
    let mut history = SweepHistory::new(plan);
    for run in file.runs {
        let number = run.run;
        let broken = |what| Err(FileError::Broken(format!("run {number} {what}")));
        match (history.plan.config(number), history.runs.get(number)) {
            (Some(config), Some(SweepRun::Waiting)) => match &run.record {
                Some(record) if without_unused(record.config.clone()) != config => {
                    return broken("has other settings than its place in the sweep");
                }
                None if run.failure.is_none() => {
                    return broken("has neither a record nor a failure");
                }
                _ => {}
            },
            (Some(_), _) => return broken("is there twice"),
            (None, _) => return broken("is not part of the sweep"),
        }
        let mut record = run.record;
        record.iter_mut().for_each(sort);
        let result = RunResult::from_record(record, run.failure);
        history.end(number, Box::new(result));
    }
    let notices = mismatch.notices();
    Ok(LoadedSweep { history, notices })
}

fn draft_of(file: &ReadSweep) -> Result<SweepDraft, FileError> {
    let axes = file.axes.iter().map(|axis| {
        let field = Field::find(&axis.field);
        let field = field.filter(|field| field.key != "seed").ok_or_else(|| {
            let shown: String = axis.field.chars().take(24).collect();
            FileError::Broken(format!("“{shown}” is no hyperparameter of a sweep"))
        })?;
        let values = axis.values.clone();
        Ok(SweepAxis { field, values })
    });
    let base = SweepDraft::default();
    Ok(SweepDraft {
        axes: axes.collect::<Result<_, _>>()?,
        seeds: file.seeds.to_string(),
        design: match file.draws {
            Some(_) => SweepDesign::Random,
            None => SweepDesign::Grid,
        },
        draws: file.draws.clone().unwrap_or(base.draws),
    })
}

fn combinations(
    settings: Vec<ReadSetting>,
    mismatch: &mut Mismatch,
) -> Result<Vec<Combination>, FileError> {
    let broken = |why: String| FileError::Broken(why);
    let read = settings.into_iter().map(|setting| {
        let (config, found) =
            saved::read(setting.config).map_err(|error| broken(error.to_string()))?;
        mismatch.extend(found);
        if let Some(problem) = validate::problems(&config).first() {
            let why = format!("{} cannot be trained: {}", problem.field, problem.message);
            return Err(broken(why));
        }
        let texts = setting.values;
        Ok(Combination { texts, config })
    });
    read.collect()
}

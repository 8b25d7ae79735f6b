//! The runs of many seeds that figures and questions are about, from the record of `scripts/learn`.

use serde_json::{Value, json};

/// The record, from this package's folder.
pub const RECORD: &str = "../docs/learning.jsonl";
/// The experiments: plain CartPole and EasyCart.
const EXPERIMENTS: [&str; 2] = ["ppo-course", "ppo-easycart"];

/// Returns for each experiment the steps to the first goal and the last value of the curve, by
/// seed.
///
/// # Errors
/// If a line is no JSON, an experiment is not there, or a run never reached its goal.
pub fn read(record: &str) -> Result<Value, String> {
    let lines = record.lines().map(serde_json::from_str);
    let runs: Vec<Value> = lines
        .collect::<Result<_, _>>()
        .map_err(|why| why.to_string())?;
    let of_experiment = |id: &&str| {
        let mut own: Vec<&Value> = runs
            .iter()
            .filter(|run| run["experiment"] == **id)
            .collect();
        own.sort_by_key(|run| run["seed"].as_u64());
        let column = |of: fn(&Value) -> Option<f64>| {
            let values: Option<Vec<f64>> = own.iter().map(|run| of(run)).collect();
            let values = values.filter(|values| !values.is_empty());
            values.ok_or_else(|| format!("{id}: no runs, or one that never reached its goal"))
        };
        Ok(json!({
            "experiment": id,
            "steps": column(|run| run["reached"][0][2].as_f64())?,
            "late": column(|run| run["curve"].as_array()?.last()?.as_f64())?,
        }))
    };
    let all: Result<Vec<Value>, String> = EXPERIMENTS.iter().map(of_experiment).collect();
    Ok(Value::Array(all?))
}

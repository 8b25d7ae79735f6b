//! The log of all runs, and the comparisons that the page draws.

use serde_json::{Value, json};

use super::measure::{Record, rounded};
use super::trials::{COMPARED, Compared, Trial};

/// Most points of a curve on the page.
const POINTS: usize = 48;
/// Significant digits of a point.
const DIGITS: usize = 3;

/// Returns the runs of the log; none if there is no log yet.
///
/// # Errors
/// If a line is no run.
pub fn read(log: &str) -> Result<Vec<Record>, String> {
    let text = std::fs::read_to_string(log).unwrap_or_default();
    (text.lines())
        .map(|line| serde_json::from_str(line).map_err(|why| format!("{log}: {why}")))
        .collect()
}

/// Writes the log in the order of the trials, and the comparisons of which all runs are there.
///
/// # Errors
/// If a file cannot be read or written.
pub fn write(log: &str, page: &str, trials: &[Trial]) -> Result<(), String> {
    let records = read(log)?;
    let mut sorted = Vec::new();
    for trial in trials {
        for seed in trial.seeds {
            sorted.extend(records.iter().find(|it| it.is_of(trial, *seed)));
        }
    }
    let lines: Vec<String> = (sorted.iter())
        .filter_map(|record| serde_json::to_string(record).ok())
        .collect();
    let entries: Vec<String> = (COMPARED.iter())
        .filter_map(|it| Some(comparison(it, trials, &sorted)?.to_string()))
        .collect();
    for (path, text) in [
        (log, lines.join("\n") + "\n"),
        (page, format!("[\n{}\n]\n", entries.join(",\n"))),
    ] {
        std::fs::write(path, text).map_err(|why| format!("{path}: {why}"))?;
    }
    Ok(())
}

/// Returns a comparison as the page reads it, if all of its runs are there.
fn comparison(compared: &Compared, trials: &[Trial], records: &[&Record]) -> Option<Value> {
    let of = |arm: &&str| {
        trials
            .iter()
            .find(|it| it.key == compared.key && it.arm == *arm)
    };
    let [healthy, changed] = ["healthy", "changed"].map(|arm| of(&arm));
    let (healthy, changed) = (healthy?, changed?);
    let seeds = &healthy.seeds[..3];
    let all = |trial: &Trial| -> Option<Vec<&Record>> {
        let found = |seed: &u32| records.iter().find(|it| it.is_of(trial, *seed)).copied();
        seeds.iter().map(found).collect()
    };
    let [first, second] = [all(healthy)?, all(changed)?];
    let longest = first.iter().chain(&second).map(|it| length(it)).max()?;
    let places = places(longest);
    let curves: Vec<Value> = (compared.metrics.iter())
        .map(|metric| {
            let curves = |records: &[&Record]| -> Vec<Vec<Option<f64>>> {
                let curve = |it: &&Record| it.curves.get(metric.key()).map(|it| thin(it, &places));
                records.iter().filter_map(curve).collect()
            };
            json!({ "metric": metric.key(), "healthy": curves(&first), "changed": curves(&second) })
        })
        .collect();
    let mut entry = json!({
        "key": compared.key, "query": healthy.query(), "healthy": compared.healthy, "changed": compared.changed,
        "seeds": seeds, "iterations": places, "curves": curves,
    });
    if changed.query() != healthy.query() {
        entry["changed_query"] = changed.query().into();
    }
    Some(entry)
}

fn length(record: &Record) -> usize {
    record.curves.values().map(Vec::len).max().unwrap_or(0)
}

/// Returns the iterations that get a point: all of them, or [`POINTS`] at even distances from the
/// first to the last.
fn places(iterations: usize) -> Vec<usize> {
    if iterations <= POINTS {
        return (1..=iterations).collect();
    }
    let stride = (iterations - 1) as f64 / (POINTS - 1) as f64;
    (0..POINTS)
        .map(|point| 1 + (stride * point as f64).round() as usize)
        .collect()
}

/// Returns the means over the iterations since the place before each place.
fn thin(curve: &[Option<f64>], places: &[usize]) -> Vec<Option<f64>> {
    let mut before = 0;
    let mean = |place: &usize| {
        let since = std::mem::replace(&mut before, *place);
        let some = curve.get(since..(*place).min(curve.len()))?;
        let some: Vec<f64> = some.iter().copied().flatten().collect();
        let mean = some.iter().sum::<f64>() / some.len() as f64;
        (!some.is_empty()).then(|| rounded(mean, DIGITS))
    };
    places.iter().map(mean).collect()
}

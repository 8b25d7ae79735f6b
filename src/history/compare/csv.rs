//! Runs as a table for spreadsheets and data frames.

use std::collections::{BTreeMap, BTreeSet};

use super::record::RunRecord;
use super::shelf::Entry;
use crate::protocol::metrics::Metric;

/// Returns one row per kept iteration of every run: `run, seed, iteration, global_step`, then every
/// metric that any of the runs has, in a fixed order. A metric without a value in an iteration is
/// an empty cell.
///
/// # Source
/// RFC 4180: lines end in CR LF; a cell with a comma, a quote or a line break stands in quotes, and
/// quotes in it are doubled.
pub fn csv(entries: &[Entry]) -> String {
    let runs: Vec<(&str, &RunRecord)> = entries.iter().flat_map(named_runs).collect();
    let metrics: BTreeSet<Metric> = runs
        .iter()
        .flat_map(|(_, run)| run.series.keys().copied())
        .collect();
    let head = ["run", "seed", "iteration", "global_step"];
    let head = head
        .into_iter()
        .chain(metrics.iter().map(|metric| metric.key()));
    let mut text = line(head.map(str::to_owned));
    for (name, run) in runs {
        for row in rows(name, run, &metrics) {
            text += &line(row.into_iter());
        }
    }
    text
}

fn named_runs(entry: &Entry) -> impl Iterator<Item = (&str, &RunRecord)> {
    entry.runs.iter().map(|run| (entry.name.as_str(), run))
}

fn rows(name: &str, run: &RunRecord, metrics: &BTreeSet<Metric>) -> Vec<Vec<String>> {
    let columns: Vec<BTreeMap<u64, f64>> = metrics
        .iter()
        .map(|metric| {
            let points = run.points(*metric).iter();
            points.map(|(step, value)| (*step as u64, *value)).collect()
        })
        .collect();
    let row = |(iteration, step): (usize, f64)| {
        let step = step as u64;
        let mut row = vec![
            name.to_owned(),
            run.config.seed.to_string(),
            iteration.to_string(),
            step.to_string(),
        ];
        row.extend(columns.iter().map(|column| {
            let value = column.get(&step);
            value.map_or_else(String::new, f64::to_string)
        }));
        row
    };
    run.numbered_steps().into_iter().map(row).collect()
}

/// Returns a line of a table.
pub(in crate::history) fn line(cells: impl Iterator<Item = String>) -> String {
    let cells: Vec<String> = cells.map(quoted).collect();
    cells.join(",") + "\r\n"
}

fn quoted(cell: String) -> String {
    if cell.contains(['"', ',', '\r', '\n']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::{ppo, record};
    use super::super::shelf::Shelf;
    use super::*;
    use crate::config::TrainConfig;

    #[test]
    fn one_row_an_iteration_and_odd_names_in_quotes() {
        let seeds = [4, 5].map(|seed| TrainConfig { seed, ..ppo() });
        let mut without = record(&seeds[1], &[30.0, 40.5]);
        without
            .series
            .get_mut(&Metric::EpisodicLength)
            .expect("lengths")
            .remove(0);
        let mut shelf = Shelf::default();
        shelf.add("a \"b\", c", vec![record(&seeds[0], &[20.0]), without]);
        let expected = [
            "run,seed,iteration,global_step,episodic_length,learning_rate",
            "\"a \"\"b\"\", c\",4,1,10,20,0.5",
            "\"a \"\"b\"\", c\",5,1,10,,0.5",
            "\"a \"\"b\"\", c\",5,2,20,40.5,0.5",
            "",
        ];
        assert_eq!(csv(shelf.entries()), expected.join("\r\n"));
        assert_eq!(csv(&[]), "run,seed,iteration,global_step\r\n");
    }

    #[test]
    fn curves_that_begin_late_keep_their_iterations() {
        let mut late = record(&ppo(), &[20.0, 30.0]);
        late.iterations = 12;
        let mut shelf = Shelf::default();
        shelf.add("late", vec![late]);
        let text = csv(shelf.entries());
        assert!(text.contains(",11,10,20,"), "{text}");
        assert!(text.contains(",12,20,30,"), "{text}");
    }
}

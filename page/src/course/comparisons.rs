//! Recorded runs laid beside each other: the same settings and seeds, and one thing changed.
//! `scripts/learn runs` makes the data.

use serde::Deserialize;

use super::Catalogue;

/// Two kinds of runs that differ in one thing, several seeds of each.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Comparison {
    /// The id of an exercise with a bug (`B-1`), or the name of what a chapter compares (`clip`).
    pub key: String,
    /// The settings of the runs that learn as they should, as a link of the page.
    pub query: String,
    /// The settings of the changed runs; absent where the change is the code of an exercise.
    #[serde(default)]
    pub changed_query: Option<String>,
    /// The name of the runs that learn as they should, for a legend.
    pub healthy: String,
    /// The name of the changed runs.
    pub changed: String,
    /// The seeds of both.
    pub seeds: Vec<u32>,
    /// The iterations at which the curves have points, counted from 1: rising, and at most 48 of
    /// them.
    pub iterations: Vec<usize>,
    /// One or two metrics. The first tells most.
    pub curves: Vec<ComparedCurve>,
}

/// One metric of both kinds of runs.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct ComparedCurve {
    /// The key of the metric, as a chart has it.
    pub metric: String,
    /// A curve for each seed, `[seeds, iterations]`. A number is the mean over the iterations since
    /// the point before it; `None` where nothing was measured, or where the run was over.
    pub healthy: Vec<Vec<Option<f64>>>,
    /// The same of the changed runs.
    pub changed: Vec<Vec<Option<f64>>>,
}

impl Comparison {
    /// Returns all comparisons; none before the texts have been loaded.
    pub fn all() -> &'static [Self] {
        &Catalogue::english().comparisons
    }

    /// Returns the comparison with this key; `None` before the texts have been loaded.
    pub fn find(key: &str) -> Option<&'static Self> {
        Self::all().iter().find(|it| it.key == key)
    }
}

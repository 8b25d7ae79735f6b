//! What thirty seeds of two settings did. `scripts/learn` makes the record, `build/seeds.rs` takes
//! these numbers from it.

use serde::Deserialize;

use super::Catalogue;

/// The runs of one setting that differ only in their seed.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct RecordedSeeds {
    /// The id of the experiment, which is also that of its preset.
    pub experiment: String,
    /// Environment steps until the newest 20 episodes averaged 475, one for each seed from 1 on.
    pub steps: Vec<f64>,
    /// Mean length of the episodes that ended in the last 50,000 steps, in steps, one for each seed
    /// from 1 on.
    pub late: Vec<f64>,
}

impl RecordedSeeds {
    /// Returns the runs of an experiment; none before the texts have been loaded.
    pub fn find(experiment: &str) -> Option<&'static Self> {
        let mut all = Catalogue::english().seeds.iter();
        all.find(|seeds| seeds.experiment == experiment)
    }
}

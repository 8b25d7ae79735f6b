//! Learners of different rewards, filmed after training. `scripts/learn recordings` makes the data.

use serde::Deserialize;

/// One learner's carts.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Recording {
    /// What it was paid for: `angle`, `position` or `both`.
    pub key: String,
    /// The text of its setting `reward`.
    pub reward: String,
    /// The seed of its run.
    pub seed: u32,
    /// The iteration that is shown.
    pub iteration: usize,
    /// Carts.
    pub num_carts: usize,
    /// Steps.
    pub num_steps: usize,
    /// `[num_steps, num_carts, 2]`: x in metres and theta in radians.
    pub poses: Vec<f32>,
}

impl Recording {
    /// All of them; a test holds the data to be readable.
    pub fn all() -> Vec<Self> {
        serde_json::from_str(include_str!("recordings.json")).unwrap_or_default()
    }
}

//! Films of agents trained with different rewards. `scripts/learn recordings` makes the data.

use serde::Deserialize;

use super::Catalogue;

/// The film of one agent's carts.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Recording {
    /// The name of the reward: `angle`, `position` or `both`.
    pub key: String,
    /// The text of the setting `reward`.
    pub reward: String,
    /// The seed of the run.
    pub seed: u32,
    /// The iteration that the film shows.
    pub iteration: usize,
    /// Number of carts.
    pub num_carts: usize,
    /// Number of steps.
    pub num_steps: usize,
    /// `[num_steps, num_carts, 2]`: x in metres and theta in radians.
    pub poses: Vec<f32>,
}

impl Recording {
    /// Returns all recordings; none before the texts have been loaded.
    pub fn all() -> &'static [Self] {
        &Catalogue::english().recordings
    }
}

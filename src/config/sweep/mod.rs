//! A sweep: many runs at once, which differ in one or two hyperparameters and in their seed. This
//! module holds what the reader asks for, as typed, and makes the list of runs from it. It knows
//! nothing of how or where they are trained.

mod address;
mod draws;
mod plan;
mod proposal;
mod values;

pub use self::plan::{Combination, SweepPlan, without_unused};

use super::draft::Draft;
use super::fields::{FIELDS, Field};

/// Most hyperparameters of a sweep: what one picture can show.
pub const MOST_AXES: usize = 2;
/// Most seeds of each setting.
pub const MOST_SEEDS: usize = 20;
/// Most runs of a sweep: with their curves they must fit in a tab's memory.
pub const MOST_RUNS: usize = 400;
/// The name of the number of seeds, in addresses and in problems.
pub const SEEDS: &str = "seeds";
/// The name of the number of settings that are drawn, in addresses and in problems.
pub const DRAWS: &str = "draws";

/// How the settings of a sweep follow from the values of its axes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SweepDesign {
    /// Every value of one axis with every value of the other.
    #[default]
    Grid,
    /// Settings drawn at random, between the least and the greatest value of each axis.
    Random,
}

/// One hyperparameter of a sweep, and the text of its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SweepAxis {
    /// The hyperparameter.
    pub field: &'static Field,
    /// Its values, as typed: values and ranges, separated by commas.
    pub values: String,
}

/// A sweep as the reader typed it, valid or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SweepDraft {
    /// The hyperparameters, at most [`MOST_AXES`]. The first one has the rows of a picture with
    /// two.
    pub axes: Vec<SweepAxis>,
    /// The number of seeds of each setting.
    pub seeds: String,
    /// How the settings follow from the values.
    pub design: SweepDesign,
    /// The number of settings that [`SweepDesign::Random`] draws.
    pub draws: String,
}

impl Default for SweepDraft {
    /// The settings alone, from three seeds.
    fn default() -> Self {
        Self {
            axes: Vec::new(),
            seeds: "3".to_owned(),
            design: SweepDesign::Grid,
            draws: "20".to_owned(),
        }
    }
}

impl SweepDraft {
    /// Returns the question that a reader meets first: learning rates around the one of `base`.
    pub fn first(base: &Draft) -> Self {
        let mut draft = Self::default();
        draft.choose(0, Field::find("learning_rate"), base);
        draft
    }

    /// Returns the hyperparameters that a sweep over `base` can have, in the order of the form. The
    /// seed is none of them, because each setting has several.
    pub fn fields(base: &Draft) -> impl Iterator<Item = &'static Field> {
        let algorithm = base.algorithm();
        (FIELDS.iter()).filter(move |field| field.key != "seed" && field.is_used_by(algorithm))
    }

    /// Sets the hyperparameter of an axis, with a proposal for its values, or removes the axis.
    pub fn choose(&mut self, place: usize, field: Option<&'static Field>, base: &Draft) {
        let axis = field.map(|field| SweepAxis {
            field,
            values: proposal::propose(field, base),
        });
        let before = self.axes.get(place).map(|axis| axis.field);
        match (before, axis) {
            (Some(before), Some(axis)) if before == axis.field => {}
            (Some(_), Some(axis)) => self.axes[place] = axis,
            (Some(_), None) => drop(self.axes.remove(place)),
            (None, Some(axis)) if self.axes.len() < MOST_AXES => self.axes.push(axis),
            (None, _) => {}
        }
    }
}

#[cfg(test)]
mod tests;

//! Comparison of runs: records of runs, the settings in which they differ, smoothed curves, the
//! band over seeds, what the seeds show of a difference, and files of runs. Plain numbers: the page
//! computes with this, and tests drive it natively.

pub(super) mod csv;
pub(super) mod file;
mod median;
mod record;
mod settings;
mod shelf;
mod smooth;
mod statistics;

pub use csv::csv;
pub use file::{FileError, Loaded, read, write};
pub use median::median;
pub use record::{Ended, RunRecord};
pub use settings::{Difference, differences, draft_of, name_of};
pub use shelf::{Entry, MOST_SHOWN, Shelf};
pub use smooth::{LARGEST_WEIGHT, smooth};
pub use statistics::{
    CONFIDENCE, Permutations, Repeated, SIGNIFICANCE, SeedStatistic, bootstrap_interval,
    draw_seeds, permutation_test, repeat_comparison,
};

//! What comes of a check.

use crate::device::ReadError;
use crate::protocol::check_report::Evidence;
use crate::rollout::BadArgument;

/// Evidence, or why there is none.
pub type CheckOutcome = Result<Evidence, CheckError>;

/// Why a check could not be done.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckError {
    /// The device did not answer.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// One of our functions refused its arguments.
    #[error(transparent)]
    Argument(#[from] BadArgument),
    /// A run broke off, with its own words.
    #[error("{0}")]
    Run(String),
    /// A loss that does not depend on the parameters.
    #[error("No gradient reached the parameters")]
    NoGradient,
    /// There is no such check.
    #[error("There is no check “{0}”")]
    Unknown(String),
}

//! The outcome of a check.

use policy_lab::device::ReadError;
use policy_lab::protocol::check_report::Evidence;
use policy_lab::rollout::BadArgument;

/// A check's evidence, or the reason why it has none.
pub type CheckOutcome = Result<Evidence, CheckError>;

/// The reason why a check could not be completed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckError {
    /// The device did not answer.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A function refused its arguments.
    #[error(transparent)]
    Argument(#[from] BadArgument),
    /// A run ended early, with its message.
    #[error("{0}")]
    Run(String),
    /// The loss does not depend on the parameters.
    #[error("No gradient reached the parameters")]
    NoGradient,
    /// There is no such check.
    #[error("There is no check “{0}”")]
    Unknown(String),
}

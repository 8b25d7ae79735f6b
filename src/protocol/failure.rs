//! Failures of a run, a device or the program.

use serde::{Deserialize, Serialize};

/// A failure, as the reader is told of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The part that failed.
    pub kind: FailureKind,
    /// A sentence for the reader.
    pub message: String,
}

/// The part that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FailureKind {
    /// The device: lost, or a shader that it refused. Another device may do.
    Device,
    /// The run: its configuration was refused, a reader's function failed, or its rollout cannot be learnt from.
    Run,
    /// A number of the run stopped being finite.
    NotFinite,
    /// The program itself.
    Bug,
}

impl FailureKind {
    /// True if the worker starts anew after it, which loses what it had in memory.
    pub fn ends_worker(self) -> bool {
        match self {
            Self::Device | Self::Bug => true,
            Self::Run | Self::NotFinite => false,
        }
    }
}

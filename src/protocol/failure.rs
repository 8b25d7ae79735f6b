//! Failures of a run, a device or the program.

use serde::{Deserialize, Serialize};

/// What failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// Which part.
    pub kind: FailureKind,
    /// What to tell the reader.
    pub message: String,
}

/// Which part failed.
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
    /// Whether the worker starts anew after it: what it had in memory is gone.
    pub fn ends_worker(self) -> bool {
        match self {
            Self::Device | Self::Bug => true,
            Self::Run | Self::NotFinite => false,
        }
    }
}

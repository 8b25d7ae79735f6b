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
    /// The run: its configuration was refused, a reader's function failed, or its rollout cannot be
    /// learnt from.
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

/// Returns the sentence that tells the reader why a worker that was at work broke off. A program
/// that ends without a word has no memory left: of anything else it tells before.
pub fn broke_off(worker: &str, why: &str) -> String {
    match why.to_lowercase().contains("unreachable") {
        true => format!("{worker} broke off: this tab has no more memory to give it"),
        false => format!("{worker} broke off: {why}"),
    }
}

#[cfg(test)]
mod tests {
    use super::broke_off;

    #[test]
    fn a_program_without_memory_is_told_from_other_errors_in_every_engine() {
        for why in [
            "Uncaught RuntimeError: unreachable",
            "RuntimeError: unreachable executed",
            "RuntimeError: Unreachable code should not be executed",
        ] {
            let said = broke_off("Python", why);
            assert!(said.contains("no more memory"), "{said}");
        }
        let said = broke_off("Python", "RuntimeError: table index is out of bounds");
        assert!(said.ends_with("out of bounds"), "{said}");
    }
}

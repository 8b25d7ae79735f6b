//! Which operations a GPU has refused or computed wrongly: plain tensor operations, or the host, then take their place.

use std::sync::atomic::{AtomicU8, Ordering};

use burn::tensor::Device;

/// An operation that can be done without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Networks and their gradients.
    Networks = 1,
    /// The clip and Adam's step.
    Optimiser = 2,
    /// Rollouts.
    Rollout = 4,
}

impl Operation {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Networks, Self::Optimiser, Self::Rollout];

    /// What goes on instead, as a sentence for the reader.
    pub fn instead(self) -> &'static str {
        match self {
            Self::Networks => "Its networks failed a test, so slower operations take their place",
            Self::Optimiser => "Its optimiser failed a test, so slower operations take its place",
            Self::Rollout => "Its rollouts failed a test, so the CPU makes them",
        }
    }
}

static DISTRUSTED: AtomicU8 = AtomicU8::new(0);

/// From now on `operation` is done in another way on GPUs.
pub fn distrust(operation: Operation) {
    DISTRUSTED.fetch_or(operation as u8, Ordering::Relaxed);
}

/// Whether `device` may do `operation` its own way. The CPU device always may, so a build without kernels does not even
/// contain the other way (burn's matrix product, which is not free of SIMD instructions in any build).
#[inline]
pub fn allows(operation: Operation, device: &Device) -> bool {
    !cfg!(feature = "gpu")
        || DISTRUSTED.load(Ordering::Relaxed) & operation as u8 == 0
        || device.clone().inner() == Device::flex()
}

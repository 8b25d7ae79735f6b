//! Refusals by a GPU that are expected: a self-test may try a kernel that the GPU refuses, without
//! harm.

use std::sync::Mutex;

/// The number of refusals since counting began; `None` while nobody counts.
static EXPECTED: Mutex<Option<usize>> = Mutex::new(None);

/// Counts the GPU's refusals until it is dropped. They are then not reported as a
/// [`Fault`](crate::device::Fault).
///
/// A browser reports a refused shader only as an event of the device. The event comes before the
/// answer to any later read.
pub struct Refusals(());

impl Refusals {
    /// Begins to count.
    pub fn count() -> Self {
        set(Some(0));
        Self(())
    }

    /// Returns the number of refusals since the last call.
    pub fn take(&self) -> usize {
        let so_far = EXPECTED.lock().ok().and_then(|mut count| count.replace(0));
        so_far.unwrap_or(0)
    }
}

impl Drop for Refusals {
    fn drop(&mut self) {
        set(None);
    }
}

fn set(count: Option<usize>) {
    if let Ok(mut expected) = EXPECTED.lock() {
        *expected = count;
    }
}

/// Counts a refusal if somebody counts. Returns true if so.
pub(super) fn count_if_expected() -> bool {
    match EXPECTED.lock() {
        Ok(mut expected) => expected.as_mut().map(|count| *count += 1).is_some(),
        Err(_) => false,
    }
}

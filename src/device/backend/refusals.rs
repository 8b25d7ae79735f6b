//! Refusals by a GPU that somebody waits for: a first run of a kernel, which may be refused without harm.

use std::sync::Mutex;

/// How many came since somebody waits; none while nobody does.
static EXPECTED: Mutex<Option<usize>> = Mutex::new(None);

/// Counts what the GPU refuses while it lives, instead of reporting it as a [`super::Fault`].
///
/// A browser tells of a refused shader only as an event of the device, before it answers a read that was asked for later.
pub struct Refusals(());

impl Refusals {
    /// Counts from now on.
    pub fn count() -> Self {
        set(Some(0));
        Self(())
    }

    /// How many came since this was last asked.
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

/// Counts one where somebody waits for it, and says whether that is so.
#[cfg_attr(
    not(feature = "gpu"),
    expect(dead_code, reason = "this build has no GPU")
)]
pub(super) fn is_expected() -> bool {
    match EXPECTED.lock() {
        Ok(mut expected) => expected.as_mut().map(|count| *count += 1).is_some(),
        Err(_) => false,
    }
}

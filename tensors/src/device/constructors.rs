//! Counts how often the linker's constructors run: once in each wasm binary, or everything is slow
//! ([`policy_lab::device::run_constructors`]).

use std::sync::atomic::{AtomicU32, Ordering};

static CONSTRUCTOR_RUNS: AtomicU32 = AtomicU32::new(0);

extern "C" fn count_constructor_run() {
    CONSTRUCTOR_RUNS.fetch_add(1, Ordering::Relaxed);
}

// SAFETY: the section holds pointers to functions of this very type, which the linker's
// `__wasm_call_ctors` calls.
#[unsafe(link_section = ".init_array")]
#[used]
static COUNT_CONSTRUCTOR_RUN: extern "C" fn() = count_constructor_run;

/// Returns how often this module's constructors have run. More than once means that every call from
/// JavaScript runs them.
pub fn constructor_runs() -> u32 {
    CONSTRUCTOR_RUNS.load(Ordering::Relaxed)
}

//! The linker's constructors, which must run exactly once in each wasm binary.

use std::sync::atomic::{AtomicU32, Ordering};

unsafe extern "C" {
    /// Calls every registered constructor. The linker makes this function.
    fn __wasm_call_ctors();
}

/// Runs this module's constructors. Call it once, at the start of every binary.
///
/// cubecl registers thousands of items through constructors. Unless the program refers to `__wasm_call_ctors`, the linker
/// makes every call from JavaScript run all of them again: measured 1,450 ms an update instead of 11.
pub fn run_constructors() {
    // SAFETY: called once, before anything that a constructor sets up is used.
    unsafe { __wasm_call_ctors() }
}

static CONSTRUCTOR_RUNS: AtomicU32 = AtomicU32::new(0);

extern "C" fn count_constructor_run() {
    CONSTRUCTOR_RUNS.fetch_add(1, Ordering::Relaxed);
}

// SAFETY: the section holds pointers to functions of this very type, which the linker's `__wasm_call_ctors` calls.
#[unsafe(link_section = ".init_array")]
#[used]
static COUNT_CONSTRUCTOR_RUN: extern "C" fn() = count_constructor_run;

/// Returns how often this module's constructors have run. More than once means that every call from JavaScript runs them.
pub fn constructor_runs() -> u32 {
    CONSTRUCTOR_RUNS.load(Ordering::Relaxed)
}

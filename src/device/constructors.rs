//! The linker's constructors, which must run exactly once in each wasm binary.

unsafe extern "C" {
    /// Calls every registered constructor. The linker makes this function.
    fn __wasm_call_ctors();
}

/// Runs this module's constructors. Call it once, at the start of every binary that has some.
///
/// cubecl registers thousands of items through constructors. Unless the program refers to
/// `__wasm_call_ctors`, the linker makes every call from JavaScript run all of them again: measured
/// 1,450 ms an update instead of 11.
pub fn run_constructors() {
    // SAFETY: called once, before anything that a constructor sets up is used.
    unsafe { __wasm_call_ctors() }
}

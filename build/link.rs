//! What each wasm binary is linked with; the build scripts of all packages take it from here.

use std::env;

/// Whether what is built is for the browser.
pub fn is_wasm() -> bool {
    env::var("CARGO_CFG_TARGET_ARCH").as_deref() == Ok("wasm32")
}

/// Leaves out the names of functions, which are half of a wasm file. The profile's `strip` cannot drop them alone: it takes
/// `target_features` along, which wasm-bindgen reads to know what the module may use.
pub fn without_names() {
    println!("cargo::rustc-link-arg-bins=--strip-all");
    println!("cargo::rustc-link-arg-bins=--keep-section=target_features");
}

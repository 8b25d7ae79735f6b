//! Link arguments of the wasm binaries, for the build scripts of all packages.

use std::env;

/// Returns true if the build is for the browser.
pub fn is_wasm() -> bool {
    env::var("CARGO_CFG_TARGET_ARCH").as_deref() == Ok("wasm32")
}

/// Removes the names of functions, which are half of a wasm file. The profile's `strip` cannot
/// remove them alone: it also removes `target_features`, from which wasm-bindgen learns which
/// instructions the module may use.
pub fn without_names() {
    println!("cargo::rustc-link-arg-bins=--strip-all");
    println!("cargo::rustc-link-arg-bins=--keep-section=target_features");
}

//! Link arguments for the wasm binaries, and where the tests find their fixtures.

use std::env;
use std::path::{Path, absolute};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is_wasm = env::var("CARGO_CFG_TARGET_ARCH").as_deref() == Ok("wasm32");
    fixtures();
    if is_wasm {
        // Function names are half of a wasm file. The profile's `strip` cannot drop them alone: it
        // takes `target_features` along, which wasm-bindgen reads to know what the module may use.
        println!("cargo::rustc-link-arg-bins=--strip-all");
        println!("cargo::rustc-link-arg-bins=--keep-section=target_features");
    }
}

/// A browser has no folder to read from: the tests that run there embed the fixtures of the folder named here.
fn fixtures() {
    println!("cargo::rerun-if-env-changed=POLICY_LAB_FIXTURES");
    let folder = env::var_os("POLICY_LAB_FIXTURES").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures"),
        Into::into,
    );
    // Build scripts run in the package's folder, as tests do.
    let folder = absolute(&folder).unwrap_or(folder);
    println!(
        "cargo::rustc-env=POLICY_LAB_FIXTURES_DIR={}",
        folder.display()
    );
}

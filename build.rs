//! Link arguments for the wasm binaries. Nothing else is built here.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if env::var("CARGO_CFG_TARGET_ARCH").as_deref() == Ok("wasm32") {
        // Function names are half of a wasm file. The profile's `strip` cannot drop them alone: it
        // takes `target_features` along, which wasm-bindgen reads to know what the module may use.
        println!("cargo::rustc-link-arg-bins=--strip-all");
        println!("cargo::rustc-link-arg-bins=--keep-section=target_features");
    }
}

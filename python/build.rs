//! Link arguments for the worker's binary.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // Frozen into the library by a macro, which cargo does not see reading them.
    println!("cargo::rerun-if-changed=lib");
    if env::var("CARGO_CFG_TARGET_ARCH").as_deref() == Ok("wasm32") {
        // As in the build script of the root package.
        println!("cargo::rustc-link-arg-bins=--strip-all");
        println!("cargo::rustc-link-arg-bins=--keep-section=target_features");
        // A cell that allocates without bound takes no more than this of the reader's machine.
        println!("cargo::rustc-link-arg-bins=--max-memory={}", 1_usize << 30);
    }
}

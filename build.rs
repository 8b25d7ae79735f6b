//! Link arguments for the wasm binaries, and where the tests find their fixtures.

use std::path::{Path, absolute};
use std::{env, fs};

#[path = "build/course.rs"]
mod course;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // Frozen into the library by a macro, which cargo does not see reading them.
    println!("cargo::rerun-if-changed=src/python/lib");
    let is_wasm = env::var("CARGO_CFG_TARGET_ARCH").as_deref() == Ok("wasm32");
    fixtures();
    texts();
    if is_wasm {
        // Function names are half of a wasm file. The profile's `strip` cannot drop them alone: it
        // takes `target_features` along, which wasm-bindgen reads to know what the module may use.
        println!("cargo::rustc-link-arg-bins=--strip-all");
        println!("cargo::rustc-link-arg-bins=--keep-section=target_features");
        // A cell that allocates without bound takes no more than this of the reader's machine.
        println!(
            "cargo::rustc-link-arg-bin=python=--max-memory={}",
            1_usize << 30
        );
    }
}

/// The course's texts, of which `course::catalogue` takes the result. A text that is wrong ends the build.
fn texts() {
    println!("cargo::rerun-if-changed=build/course.rs");
    println!("cargo::rerun-if-changed=src/course/en");
    let made = course::catalogue(Path::new("src/course/en")).and_then(|catalogue| {
        let folder = env::var_os("OUT_DIR").ok_or("cargo names no folder for it")?;
        let file = Path::new(&folder).join("course-en.json");
        fs::write(file, catalogue).map_err(|error| error.to_string())
    });
    if let Err(why) = made {
        println!("cargo::error={why}");
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

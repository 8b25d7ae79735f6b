//! Makes the catalogue of the course's texts. A text that is wrong ends the build.

use std::path::Path;
use std::{env, fs};

#[path = "build/course.rs"]
mod course;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
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
    if env::var("CARGO_CFG_TARGET_ARCH").as_deref() == Ok("wasm32") {
        // Function names are half of a wasm file. The profile's `strip` cannot drop them alone: it
        // takes `target_features` along, which wasm-bindgen reads to know what the module may use.
        println!("cargo::rustc-link-arg-bins=--strip-all");
        println!("cargo::rustc-link-arg-bins=--keep-section=target_features");
    }
}

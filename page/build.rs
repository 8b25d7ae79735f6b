//! Makes the catalogue of the course's texts. A text that is wrong ends the build.

use std::path::Path;
use std::{env, fs};

#[path = "build/course.rs"]
mod course;
#[path = "../build/link.rs"]
mod link;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build/course.rs");
    println!("cargo::rerun-if-changed=../build/link.rs");
    println!("cargo::rerun-if-changed=src/course/en");
    let made = course::catalogue(Path::new("src/course/en")).and_then(|catalogue| {
        let folder = env::var_os("OUT_DIR").ok_or("cargo names no folder for it")?;
        let file = Path::new(&folder).join("course-en.json");
        fs::write(file, catalogue).map_err(|error| error.to_string())
    });
    if let Err(why) = made {
        println!("cargo::error={why}");
    }
    if link::is_wasm() {
        link::without_names();
    }
}

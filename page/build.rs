//! Makes the table and the texts of the course. What is missing or wrong there ends the build.

use std::path::Path;
use std::{env, fs};

#[path = "build/course/mod.rs"]
mod course;
#[path = "../build/link.rs"]
mod link;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build/course");
    println!("cargo::rerun-if-changed=../build/link.rs");
    println!("cargo::rerun-if-changed=src/view/fingerprint.rs");
    println!("cargo::rerun-if-changed=src/course/en");
    println!("cargo::rerun-if-changed=src/course/exercises");
    if let Err(why) = write_course() {
        println!("cargo::error={why}");
    }
    if link::is_wasm() {
        link::without_names();
    }
}

fn write_course() -> Result<(), String> {
    let course = course::read(Path::new("src/course"))?;
    let folder = env::var_os("OUT_DIR").ok_or("cargo names no folder for it")?;
    for (file, text) in [
        ("course-en.json", course.catalogue()),
        ("course.rs", course.table()),
    ] {
        fs::write(Path::new(&folder).join(file), text).map_err(|error| error.to_string())?;
    }
    Ok(())
}

//! Makes the table and the texts of the course. What is missing or wrong there ends the build.

use std::path::Path;
use std::{env, fs};

use serde_json::{Map, Value};

#[path = "build/course/mod.rs"]
mod course;
#[path = "../build/link.rs"]
mod link;
#[path = "src/view/provided.rs"]
mod provided;
#[path = "build/seeds.rs"]
mod seeds;
#[path = "build/shown.rs"]
mod shown;
#[path = "build/versions.rs"]
mod versions;

/// The texts, exercises and recorded runs of the course.
const COURSE: &str = "../course";
/// The sources of the engine: what trains on the CPU, and what needs tensors.
const ENGINE: [&str; 2] = ["../src", "../tensors/src"];
/// Files of the engine that the page shows whole, in one of its folders.
const SOURCES: [&str; 5] = [
    "oracle/reinforce.rs",
    "oracle/vpg.rs",
    "oracle/ppo.rs",
    "rollout/gae.rs",
    "rollout/returns.rs",
];
/// The algorithms as they are shown beside a run.
const PYTHON: &str = "../course/algorithms";
/// The modules of Python that the page provides.
const LIB: &str = "../python/lib";
/// What `scripts/learn` has recorded, by its name in the catalogue.
const RECORDED: [(&str, &str); 2] = [
    ("recordings", "../course/recordings.json"),
    ("comparisons", "../course/runs.json"),
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build/course");
    println!("cargo::rerun-if-changed=build/seeds.rs");
    println!("cargo::rerun-if-changed=build/shown.rs");
    println!("cargo::rerun-if-changed=build/versions.rs");
    println!("cargo::rerun-if-changed={}", versions::LOCK);
    println!("cargo::rerun-if-changed={}", seeds::RECORD);
    println!("cargo::rerun-if-changed=../build/link.rs");
    println!("cargo::rerun-if-changed=src/course/term_id.rs");
    println!("cargo::rerun-if-changed=src/view/fingerprint.rs");
    println!("cargo::rerun-if-changed=src/view/provided.rs");
    println!("cargo::rerun-if-changed={COURSE}/chapters");
    println!("cargo::rerun-if-changed={COURSE}/exercises");
    for (_, file) in RECORDED {
        println!("cargo::rerun-if-changed={file}");
    }
    println!("cargo::rerun-if-changed={PYTHON}");
    for name in SOURCES.into_iter().chain(shown::files()) {
        println!(
            "cargo::rerun-if-changed={}",
            shown::file(name, &ENGINE).display()
        );
    }
    for file in provided::FILES {
        println!("cargo::rerun-if-changed={LIB}/{file}");
    }
    if let Err(why) = write_course() {
        println!("cargo::error={why}");
    }
    if link::is_wasm() {
        link::without_names();
    }
}

fn write_course() -> Result<(), String> {
    let course = course::read(Path::new(COURSE))?;
    let folder = env::var_os("OUT_DIR").ok_or("cargo names no folder for it")?;
    for (file, text) in [
        ("course-en.json", catalogue(&course)?),
        ("course-provided.json", provided_files()?),
        ("course.rs", course.table()),
        ("versions.rs", versions::of_parts()?),
    ] {
        fs::write(Path::new(&folder).join(file), text).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Returns the texts of the course with what else the page shows of them: the code of the
/// exercises, the engine's code, classes in Python, recorded films, runs and seeds.
fn catalogue(course: &course::Course) -> Result<String, String> {
    let told = |name: &str, why: &dyn std::fmt::Display| format!("{name}: {why}");
    let mut catalogue: Map<String, Value> =
        serde_json::from_str(&course.catalogue()).map_err(|error| error.to_string())?;
    for (name, file) in RECORDED {
        let text = fs::read_to_string(file).map_err(|why| told(file, &why))?;
        let recorded = serde_json::from_str(&text).map_err(|why| told(file, &why))?;
        catalogue.insert(name.to_owned(), recorded);
    }
    let record = fs::read_to_string(seeds::RECORD).map_err(|why| told(seeds::RECORD, &why))?;
    let record = seeds::read(&record).map_err(|why| told(seeds::RECORD, &why))?;
    catalogue.insert("seeds".to_owned(), record);
    for (name, file) in [("starters", "starter.py"), ("solutions", "solution.py")] {
        let mut codes = Map::new();
        for id in course.ids() {
            let path = Path::new(COURSE).join("exercises").join(id).join(file);
            let text = fs::read_to_string(&path).map_err(|why| told(file, &why))?;
            codes.insert(id.to_owned(), Value::String(text));
        }
        catalogue.insert(name.to_owned(), Value::Object(codes));
    }
    let mut sources = Map::new();
    for name in SOURCES {
        let text = fs::read_to_string(shown::file(name, &ENGINE));
        let text = text.map_err(|why| told(name, &why))?;
        sources.insert(name.to_owned(), Value::String(text));
    }
    shown::add(&mut sources, Path::new(PYTHON), &ENGINE)?;
    for title in course.shown_code() {
        let file = title.split(' ').next().unwrap_or(title);
        println!("cargo::rerun-if-changed={LIB}/{file}");
    }
    shown::add_classes(&mut sources, course.shown_code(), Path::new(LIB))?;
    catalogue.insert("sources".to_owned(), Value::Object(sources));
    Ok(Value::Object(catalogue).to_string())
}

/// Returns the Python that exports begin with or take functions from, by the names of the files.
/// Few readers export, so it is a file of its own.
fn provided_files() -> Result<String, String> {
    let mut files = Map::new();
    for file in provided::FILES {
        let text = fs::read_to_string(Path::new(LIB).join(file));
        let text = text.map_err(|why| format!("{file}: {why}"))?;
        files.insert(file.to_owned(), Value::String(text));
    }
    Ok(Value::Object(files).to_string())
}
